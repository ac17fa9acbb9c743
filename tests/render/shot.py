"""The camera's electronics: tone, blur, noise, sharpening, JPEG."""

from __future__ import annotations

import cv2
import numpy as np

from tests.render.noise import cloud
from tests.render.style import ShotLook

WIDE = 1280  # picture width for which blurs are quoted, pixels


RANGE = 1.5  # scene levels up to 255 times this are told apart before the tone curve
KNEE, ABOVE_KNEE = 0.85, 0.35  # level from which bright light is compressed, and the slope there
LUMA = np.array([0.114, 0.587, 0.299])  # shares of B, G, R in brightness


def _tone_curve(look: ShotLook) -> np.ndarray:
    """(256,) uint8 display level for scene levels 0..RANGE."""
    level = np.linspace(0, RANGE, 256)
    level = np.minimum(level, level * ABOVE_KNEE + KNEE * (1 - ABOVE_KNEE))
    toned = (level**look.gamma - 0.5) * look.contrast + 0.5
    return (toned.clip(0, 1) * 255).round().astype(np.uint8)


def develop(lit: np.ndarray, look: ShotLook) -> np.ndarray:
    """(H, W, 3) uint8 display picture of the float32 scene (overwritten)."""
    lit *= np.float32(1 / RANGE)
    toned = cv2.LUT(np.clip(lit, 0, 255, out=lit).astype(np.uint8), _tone_curve(look))
    mix = np.eye(3) * look.saturation + (1 - look.saturation) * LUMA
    return cv2.transform(toned, mix.astype(np.float32))


def _motion_kernel(length: float, deg: float) -> np.ndarray:
    size = int(np.ceil(length)) | 1
    kernel = np.zeros((size + 2, size + 2), np.float32)
    c = (size + 1) / 2
    d = np.array([np.cos(np.radians(deg)), np.sin(np.radians(deg))]) * (length - 1) / 2
    a, b = (np.round((c + s * d) * 16).astype(int) for s in (-1, 1))
    cv2.line(kernel, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 1.0, 1, cv2.LINE_AA, 4)
    kernel[int(c), int(c)] = max(kernel[int(c), int(c)], 0.5)
    even: np.ndarray = kernel / kernel.sum()
    return even


def defocus(image: np.ndarray, look: ShotLook) -> np.ndarray:
    """Lens and shake blur, and the softness of a picture that was shrunk and brought back."""
    h, w = image.shape[:2]
    if look.softness < 1:
        small = (int(w * look.softness), int(h * look.softness))
        image = cv2.resize(
            cv2.resize(image, small, interpolation=cv2.INTER_AREA),
            (w, h),
            interpolation=cv2.INTER_CUBIC,
        )
    if look.blur * w / WIDE > 0.2:
        image = cv2.GaussianBlur(image, (0, 0), look.blur * w / WIDE)
    if look.motion * w / WIDE > 1:
        image = cv2.filter2D(image, -1, _motion_kernel(look.motion * w / WIDE, look.motion_deg))
    return image


def _grain(rng: np.random.Generator, look: ShotLook, shape_hw: tuple[int, int]) -> np.ndarray:
    """(H, W, 3) float32 sensor noise: a shared part, and coarser coloured blotches."""
    h, w = shape_hw
    sheet = rng.standard_normal((h // 2 + 64, w + 64), dtype=np.float32) * np.float32(look.noise)
    # Two cuts of one sheet: drawing normal numbers is the slowest step of a small picture.
    noise = np.empty((h, w), np.float32)
    noise[: h - h // 2] = sheet[: h - h // 2, :w]
    noise[h - h // 2 :] = sheet[64 : 64 + h // 2, 64 : 64 + w][:, ::-1]
    if not look.chroma_noise:
        return cv2.merge([noise] * 3)
    blotch = [cloud(rng, shape_hw, (3, 3)) * np.float32(look.chroma_noise) for _ in range(2)]
    return cv2.merge([noise + blotch[0], noise, noise + blotch[1]])


def expose(lit: np.ndarray, look: ShotLook) -> np.ndarray:
    """(H, W, 3) uint8 photograph of the lit scene (H, W, 3) float32."""
    rng = np.random.default_rng(look.seed)
    image = defocus(lit, look)
    image += _grain(rng, look, (image.shape[0], image.shape[1]))
    display = develop(image, look)
    if look.sharpen:
        soft = cv2.GaussianBlur(display, (0, 0), 1.2)
        display = cv2.addWeighted(display, 1 + look.sharpen, soft, -look.sharpen, 0)
    return through_jpeg(display, look.jpeg)


def through_jpeg(image: np.ndarray, quality: int) -> np.ndarray:
    """The picture after one JPEG compression."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert decoded is not None  # what was just encoded can be decoded
    return decoded
