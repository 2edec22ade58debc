"""Undercut, a game for Desgarrada that lives in a package of its own."""
