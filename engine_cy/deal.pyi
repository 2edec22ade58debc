from collections.abc import Iterator, Sequence

def enumerate_deals(
    types: Sequence[int],
    allowed: Sequence[int],
    room: Sequence[int],
    ordered: Sequence[int],
) -> Iterator[tuple[list[int], int]]: ...
def count_deals(types: Sequence[int], allowed: Sequence[int], room: Sequence[int]) -> int: ...
def sample_deals(
    types: Sequence[int],
    allowed: Sequence[int],
    room: Sequence[int],
    ordered: Sequence[int],
    seed: int,
    n: int,
) -> list[bytes]: ...
def deal_bits(
    types: Sequence[int],
    allowed: Sequence[int],
    room: Sequence[int],
    ordered: Sequence[int],
    marks: Sequence[int] | None = None,
    shown: dict[int, Sequence[int]] | None = None,
) -> tuple[float, float]: ...
