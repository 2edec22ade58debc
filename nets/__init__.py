"""Trained networks: their bundles and the bots that play them with numpy alone.

Only `nets.training` imports torch; nothing here imports that.
"""
