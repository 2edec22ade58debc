"""Scripted bots and move scores, one module a game, found by name."""
