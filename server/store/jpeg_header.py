"""How large a JPEG from elsewhere says that it is, before a pixel of it is decoded."""

from __future__ import annotations

import io
import warnings

from PIL import Image as PillowImage


def jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels; None for what is no JPEG, or larger than Pillow lets any be."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a large one: whoever asks has a bound of his own
            with PillowImage.open(io.BytesIO(data), formats=("JPEG",)) as header:
                return header.width, header.height
    except PillowImage.DecompressionBombError:
        return None
    except (OSError, ValueError, SyntaxError, EOFError, RuntimeError):
        return None
