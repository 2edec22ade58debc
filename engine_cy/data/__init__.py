"""Component data of the games, a TOML file each."""
