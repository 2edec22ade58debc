"""Bots and tables for other frontends: JSON-RPC 2.0 over HTTP, WebSocket and stdio.

Transports (`http`, `websocket`, `stdio`) hand messages to one `Dispatcher`; it checks them by the
`METHODS` and calls these with the server's `Services`. Only `http`, `websocket` and `serving` need
the extra [web].
"""
