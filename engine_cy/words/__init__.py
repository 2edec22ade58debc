"""Text and JSON forms of the games: Python, outside the hot path."""
