"""What every test shares: examples of hypothesis are the same in every run, and have no clock."""

from hypothesis import settings

settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")
