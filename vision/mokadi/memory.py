"""What one reading leaves for the next of the same table: its plane, in stick lengths."""

from __future__ import annotations

from dataclasses import dataclass

from vision.mokadi.plane import Plane


@dataclass(frozen=True)
class TableMemory:
    """`plane` for pixels of a photo of `size_wh`: it holds while the camera stays where it is."""

    plane: Plane
    size_wh: tuple[int, int]
