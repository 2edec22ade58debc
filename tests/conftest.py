"""What every test shares: examples of hypothesis are the same in every run, and have no clock."""

import signal

import pytest
from hypothesis import settings

DEADLINE = 400  # seconds; a test of a busy machine takes a minute

# A shell that starts the suite in the background lets it ignore Ctrl-C, and with it every process
# that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")


@pytest.fixture
def deadline(request):
    """End a test that waits for a process which will never answer; the suite has to end."""
    if request.node.get_closest_marker("soak"):
        yield
        return

    def give_up(number, frame):
        raise TimeoutError(f"{request.node.name} was not done after {DEADLINE} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(DEADLINE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
