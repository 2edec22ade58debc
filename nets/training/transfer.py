"""Arrays on their way to the device that learns."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor


def to_device(array: NDArray[Any], device: torch.device) -> Tensor:
    """Return an array as a tensor of a device; on the CPU it may share the array's memory.

    A copy to a GPU goes by way of pinned memory and is not waited for: the work that needs it is
    queued behind it, and torch's allocator of pinned memory keeps the source until it is done.
    Without pinning, `non_blocking` does nothing.
    """
    given = torch.from_numpy(np.ascontiguousarray(array))
    if device.type != "cuda":
        return given.to(device)
    return given.pin_memory().to(device, non_blocking=True)
