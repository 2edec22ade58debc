"""A torch module as the evaluator of batched searches, on a CPU or a GPU. Imports torch."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import torch

DEVICES = ("auto", "cpu", "cuda")


def find_device(name: str = "auto") -> torch.device:
    """Return the device of a name: auto is the GPU where there is one.

    Raises:
        ValueError: for a name that is not allowed, or cuda without a GPU.
    """
    if name not in DEVICES:
        raise ValueError(f"Device {name!r} is not allowed; allowed: {', '.join(DEVICES)}.")
    if name == "cuda" and not torch.cuda.is_available():
        raise ValueError("Device cuda is not possible: torch finds no GPU here. "
                         "Allowed here: auto, cpu.")
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.device(name)


def module_of_layers(layers: Sequence[tuple[np.ndarray, np.ndarray]]) -> torch.nn.Sequential:
    """Return layers (weight [out, in], bias [out]) as a torch module, ReLU between them."""
    parts: list[torch.nn.Module] = []
    for weight, bias in layers:
        linear = torch.nn.Linear(weight.shape[1], weight.shape[0])
        with torch.no_grad():
            linear.weight.copy_(torch.from_numpy(np.array(weight, dtype=np.float32)))
            linear.bias.copy_(torch.from_numpy(np.array(bias, dtype=np.float32)))
        parts += [linear, torch.nn.ReLU()]
    return torch.nn.Sequential(*parts[:-1])


def torch_evaluator(
    module: torch.nn.Module, device: str = "auto"
) -> Callable[[np.ndarray], np.ndarray]:
    """Return a function float32[n, F] -> float32[n, A + S] that asks a module on a device.

    The module is moved there. Matrices are multiplied in full float32 precision.
    """
    where = find_device(device)
    module = module.to(where).eval()

    @torch.inference_mode()
    def evaluate(rows: np.ndarray) -> np.ndarray:
        return module(torch.from_numpy(rows).to(where)).float().cpu().numpy()

    return evaluate
