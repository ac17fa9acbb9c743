"""Links into a table, and the same as QR codes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import segno

#: QR pixels a module; the page scales the drawing.
_SCALE = 4


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """What the HTTPS server needs, and the authority's certificate for those who install it."""

    certificate: Path
    key: Path
    authority: Path


@dataclass(frozen=True, slots=True)
class Pairing:
    """How others reach this server. `plain` and `secure`: the addresses over HTTP and HTTPS,
    without a slash at the end; None where there is none. `authority`: the certificate file of the
    authority behind `secure`. `reachable`: whether another device can open them."""

    plain: str = ""
    secure: str | None = None
    authority: Path | None = None
    reachable: bool = False

    def link(self, key: str) -> str:
        """The address that lets in who has the key."""
        return f"{self.plain}/join/{key}"

    def secure_link(self, key: str) -> str | None:
        """The same over HTTPS, where a page may use the camera; None where there is no HTTPS."""
        return None if self.secure is None else f"{self.secure}/join/{key}"


def qr_svg(text: str) -> str:
    """A text as a QR code: an SVG document as a `data:` address."""
    return str(segno.make(text, error="m", micro=False).svg_data_uri(scale=_SCALE, border=2))
