"""Drawings of reports (SVG), element by element. Lengths are in drawing units, x right and y down;
`look` are attributes of the element, such as a class or a colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET

XY = tuple[float, float]


class SvgDrawing:
    """A document of some width and height, said to screen readers by its `label`."""

    def __init__(self, size_wh: tuple[int, int], label: str, look: Mapping[str, str]) -> None:
        width, height = size_wh
        told = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width} {height}", **look}
        self._root = ET.Element("svg", {**told, "role": "img", "aria-label": label})

    def text(self, words: str, at: XY, look: Mapping[str, str]) -> None:
        """Words from a point on."""
        ET.SubElement(self._root, "text", {**_numbers("x", "y", *at), **look}).text = words

    def path(self, points: Sequence[XY], look: Mapping[str, str]) -> None:
        """A line through points; nothing where there are none."""
        if points:
            told = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            ET.SubElement(self._root, "path", {"d": told, **look})

    def line(self, start: XY, end: XY, look: Mapping[str, str]) -> None:
        """A straight line."""
        ends = _numbers("x1", "y1", *start) | _numbers("x2", "y2", *end)
        ET.SubElement(self._root, "line", {**ends, **look})

    def dot(self, middle: XY, radius: float, look: Mapping[str, str]) -> None:
        """A circle."""
        at = {**_numbers("cx", "cy", *middle), "r": f"{radius:.1f}"}
        ET.SubElement(self._root, "circle", {**at, **look})

    def box(self, at: XY, size_wh: XY, look: Mapping[str, str]) -> None:
        """A rectangle from its upper left corner."""
        told = {**_numbers("x", "y", *at), **_numbers("width", "height", *size_wh)}
        ET.SubElement(self._root, "rect", {**told, **look})

    def told(self) -> str:
        """The document as text."""
        return ET.tostring(self._root, encoding="unicode")


def _numbers(across: str, down: str, x: float, y: float) -> dict[str, str]:
    return {across: f"{x:.1f}", down: f"{y:.1f}"}
