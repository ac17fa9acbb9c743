"""Light on the film: a lamp, the room, and what shiny faces mirror of both."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.render.rouge.film import TABLE, Array, Film
from tests.render.rouge.looks import Rng


@dataclass(frozen=True)
class Lighting:
    """`lamp` (3,) unit vector towards the lamp; `lamp_share` its share of the light on a level
    face; `fill` (3,) towards a second, shadowless lamp; `lobes`: directions (N, 3), strengths and
    sharpness of what shiny faces mirror."""

    lamp: Array
    lamp_share: float
    fill: Array
    fill_share: float
    lobes: Array
    strengths: Array
    sharpness: Array
    sky: float


def _towards(rng: Rng, lowest: float) -> Array:
    a, z = rng.uniform(0, 2 * np.pi), rng.uniform(lowest, 0.99)
    flat = np.sqrt(1 - z * z)
    return np.array([flat * np.cos(a), flat * np.sin(a), z], np.float32)


def random_lighting(rng: Rng) -> Lighting:
    """One lamp with a shadow, a room, sometimes a window or a bare bulb to be mirrored."""
    lamp = _towards(rng, 0.4)
    count = int(rng.integers(1, 4))
    lobes = np.array([lamp, *(_towards(rng, 0.05) for _ in range(count))], np.float32)
    return Lighting(
        lamp=lamp,
        lamp_share=float(rng.uniform(0.15, 0.75)),
        fill=_towards(rng, 0.2),
        fill_share=float(rng.choice([0.0, rng.uniform(0.05, 0.3)])),
        lobes=lobes,
        strengths=np.exp(rng.normal(0, 1.0, count + 1)).astype(np.float32),
        sharpness=np.exp(rng.uniform(1.0, 6.0, count + 1)).astype(np.float32),
        sky=float(rng.uniform(0.0, 0.5)),
    )


def lit_film(film: Film, light: Lighting, shadow: Array) -> Array:
    """(H, W, 3) float32 linear light of everything that stands on the table; 0 elsewhere.

    `shadow` (H, W) float32: share of the lamp's light that arrives, beside each body's own shade.
    """
    out = np.zeros_like(film.albedo)
    ys, xs = np.nonzero(film.who != TABLE)
    if not len(ys):
        return out
    pick = (ys, xs)
    n = film.normal[pick]
    lamp = np.maximum(n @ light.lamp, 0) / light.lamp[2] * film.direct[pick] * shadow[pick]
    fill = np.maximum(n @ light.fill, 0) / light.fill[2]
    room = (0.55 + 0.45 * n[:, 2]) * film.ambient[pick]
    rest = 1 - light.lamp_share - light.fill_share * (1 - light.lamp_share)
    level = light.lamp_share * lamp + (1 - light.lamp_share) * light.fill_share * fill
    level += max(rest, 0.0) * room
    shine = _mirrored(film, light, n, pick) * film.ambient[pick]
    out[pick] = film.albedo[pick] * level[:, None] + (shine * film.gloss[pick])[:, None]
    return out


def _mirrored(film: Film, light: Lighting, n: Array, pick: tuple[Array, Array]) -> Array:
    """(N,) light that a perfect mirror of glass would throw at the camera."""
    view = np.column_stack([plane[pick] for plane in film.rays])
    view /= np.linalg.norm(view, axis=1, keepdims=True)
    along = (view * n).sum(1)
    back = view - 2 * along[:, None] * n
    fresnel = 0.05 + 0.95 * (1 - np.clip(-along, 0, 1)) ** 5
    seen = light.sky * np.clip(back[:, 2], 0, 1)
    for lobe, strength, sharp in zip(light.lobes, light.strengths, light.sharpness, strict=True):
        seen += strength * np.exp(sharp * (back @ lobe - 1)) * min(8.0, 1 + sharp / 20)
    return np.asarray(fresnel * seen, np.float32)
