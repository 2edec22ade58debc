"""Processes that do not outlive the one that started them, however that one ends."""

from __future__ import annotations

import ctypes
import signal
import threading

PR_SET_PDEATHSIG = 1  # of prctl(2)

_libc = ctypes.CDLL(None)


def can_be_bound() -> bool:
    """Return whether a process that is started here may `die_with_parent`.

    The kernel's signal comes when the starting *thread* ends, so only the main one may ask for it.
    """
    return threading.current_thread() is threading.main_thread()


def die_with_parent() -> None:
    """Have the kernel kill this process when its parent ends, however that comes about."""
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
