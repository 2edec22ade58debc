"""Ways for a person or a program to play: the terminal first."""
