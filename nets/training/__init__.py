"""Training by self-play: PPO over many games in lock-step. Needs the extra `torch`."""
