"""Joining a Ray cluster, or starting one on this machine, with what goes wrong in a sentence."""

from __future__ import annotations

import logging
import re
import socket
from typing import Any

from engine_cy.errors import GameOptionError

ANSWER_SECONDS = 5.0  # that a machine of the cluster may take to answer at all


def import_ray() -> Any:
    """Return the module.

    Raises: GameOptionError where it is not installed.
    """
    try:
        import ray
    except ModuleNotFoundError:
        raise GameOptionError(
            "executor='ray' needs the extra of that name: pip install 'desgarrada[ray]'"
        ) from None
    return ray


def join(ray: Any, address: str | None, workers: int | None) -> bool:
    """Join the cluster at an address, or start one; returns False where there was one already.

    Who has joined leaves by ``ray.shutdown()``.

    Raises: GameOptionError.
    """
    if ray.is_initialized():
        return False
    check_answers(address)
    try:
        ray.init(
            address=address,
            num_cpus=None if address else workers,
            include_dashboard=None if address else False,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        first = str(error).partition("\n")[0]
        raise GameOptionError(f"ray_address={address!r} cannot be joined: {first}") from error
    return True


def check_answers(address: str | None) -> None:
    """Refuse a machine that does not answer; Ray itself would try for minutes.

    Raises: GameOptionError.
    """
    place = re.fullmatch(r"([^/]+):(\d+)", address or "")
    if place is None:
        return
    try:
        socket.create_connection((place[1], int(place[2])), ANSWER_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise GameOptionError(f"ray_address={address!r} cannot be joined: {error}") from None
