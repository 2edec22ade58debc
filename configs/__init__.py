"""Hydra configuration: YAML values in groups, and the schemas every command shares."""
