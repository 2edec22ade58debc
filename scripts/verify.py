"""``desgarrada verify``: is a bundle what it says it is? One line for each of its parts."""

from __future__ import annotations

from collections.abc import Sequence

from scripts.errors import EXIT_BAD_INPUT, EXIT_OK, ArgumentParser


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code."""
    from nets.verify import FAULT, SKIPPED, verify_bundle

    path = _parser().parse_args(list(argv)).bundle
    verdicts = []
    for finding in verify_bundle(path):
        verdicts.append(finding.verdict)
        print(f"{finding.verdict:<9}{finding.part:<15}{finding.sentence}.", flush=True)
    faults, skipped = verdicts.count(FAULT), verdicts.count(SKIPPED)
    left_out = f"; {skipped} of {len(verdicts)} checks could not be made" if skipped else ""
    if faults:
        print(f"{path}: {'1 fault' if faults == 1 else f'{faults} faults'}{left_out}.")
        return EXIT_BAD_INPUT
    print(f"{path}: good{left_out}.")
    return EXIT_OK


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="desgarrada verify",
        description="Check every part of a bundle: the zip file, the weights, that this "
        "installation has its game, and that observation, tensor, logits and action of each test "
        "vector come out the same, by the kernel and, where it is installed, by ONNX Runtime. "
        "The exit code is 0 where all is well, 2 where there is a fault.",
    )
    parser.add_argument("bundle", metavar="BUNDLE", help="the zip file")
    return parser
