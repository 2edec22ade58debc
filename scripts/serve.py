"""``desgarrada serve``: bots and tables for other frontends, over HTTP, WebSocket or stdio."""

from __future__ import annotations

import re
from collections.abc import Sequence

from frontends.server import config
from scripts.app import App
from scripts.errors import UsageError

TRANSPORTS = ("http", "stdio")
SHORT = re.compile("^bot=")


def run(settings: config.ServeConfig) -> int:
    """Serve until Ctrl-C, or until the client of stdio ends."""
    if settings.transport == "stdio":
        return serve_stdio(settings)
    if settings.transport != "http":
        raise UsageError(
            f"transport={settings.transport} is not one of {', '.join(TRANSPORTS)}"
        )
    return serve_http(settings, browser=False)


def serve_stdio(settings: config.ServeConfig) -> int:
    """Serve the process's own input and output."""
    from frontends.server.services import Services
    from frontends.server.stdio import serve_stdio as serve

    try:
        serve(Services(settings))
    except KeyboardInterrupt:
        return 0
    return 0


def serve_http(settings: config.ServeConfig, *, browser: bool) -> int:
    """Serve a port; print the address of the page, and open it with `browser`."""
    try:
        from frontends.server.services import Services
        from frontends.server.serving import address_of, bind, make_server, run_server
    except ModuleNotFoundError as error:
        raise UsageError(
            f"the server needs {error.name}, which is not installed: pip install 'desgarrada[web]'"
        ) from None
    server = make_server(Services(settings))
    listener = bind(settings.host, settings.port)
    address = address_of(listener)
    print(f"Desgarrada is at {address} (Ctrl-C ends it)", flush=True)
    if browser:
        import webbrowser

        webbrowser.open(address)
    try:
        run_server(server, listener)
    except KeyboardInterrupt:
        print("\nThe server has ended.", flush=True)
    finally:
        listener.close()
    return 0


APP = App(
    name="serve",
    summary="Serve bots and tables to other frontends: JSON-RPC 2.0 over HTTP, WebSocket or stdio.",
    schema=config.ServeConfig,
    register=config.register,
    run=run,
    examples=(
        "",
        "port=9000 origins=[https://my.site] limits.workers=4",
        "transport=stdio bot=master",
        "'bots=[club,{name: mine, spec: \"cmd:node my_bot.js\"}]'",
    ),
    sweeps=False,
)


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    # Hydra would look for bot= among the files of configs/bot, which are not all bots there are.
    words = [SHORT.sub("default_bot=", word) for word in argv]
    return APP.main(words)
