"""Sets of small numbers as the bits of one integer."""

from __future__ import annotations

from collections.abc import Iterator


def indices(bits: int) -> Iterator[int]:
    """The bit numbers of a set, rising."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
