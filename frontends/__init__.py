"""Ways for a person or a program to play: the terminal, a server with its page, adapters."""
