"""How large a picture from elsewhere says that it is, before a pixel of it is decoded."""

from __future__ import annotations

import io
import warnings

from PIL import Image as PillowImage

#: Pixels of a side of what is larger than Pillow lets any picture be.
_ENDLESS = 1 << 31


def picture_size(
    data: bytes, formats: tuple[str, ...] | None = ("JPEG",)
) -> tuple[int, int] | None:
    """Width and height in pixels; None for what is no picture of these formats, or with None of
    any that Pillow knows."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a large one: whoever asks has a bound of his own
            with PillowImage.open(io.BytesIO(data), formats=formats) as header:
                return header.width, header.height
    except PillowImage.DecompressionBombError:
        return _ENDLESS, _ENDLESS
    except (OSError, ValueError, SyntaxError, EOFError, RuntimeError):
        return None
