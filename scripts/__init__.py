"""Entry points: the `desgarrada` command and the thin programs behind it."""
