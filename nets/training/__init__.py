"""Training by self-play: PPO over many games in lock-step. Needs the extra `torch`."""

import os

# torch's threads would spin for a while after each product and keep the processors from those of
# the sparse products: half their time. It has to be said before torch is loaded.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
