"""One game, one module; found by name, so a new file needs no edit elsewhere."""
