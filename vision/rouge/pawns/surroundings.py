"""The hollows of a board with what is round each, in linear light: what other hollows of the same
board show tells more of one than how hollows look in general."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.light import linear_light
from vision.nn.arrays import Float, Mask, Points
from vision.reader import Image
from vision.rouge.board.pose import BoardPose, straightened_parts, to_straight

#: Pixels of a view's side, to the board's radius in it, and of the straightened picture's side.
_VIEW, _RADIUS, _SIDE = 48, 160.0, 432
#: How far from its middle each pixel of a view is, shares of the board's radius.
_OFF = np.hypot(*(np.mgrid[:_VIEW, :_VIEW] - (_VIEW - 1) / 2)) / _RADIUS
#: From a hollow's middle to what is surely in it and to the ring's face, and from a pawn's to its
#: outline, shares of the hollow's radius.
_FLOOR, _INSIDE, _FACE, _PAWN = 0.55, 0.9, (1.25, 1.7), 0.7
#: Zones of a hollow's inside whose tones are compared: grain and specks are lost in their means.
_ZONES = ((0.0, 0.45), (0.45, 0.75))
#: Radius below which no hollow is taken to be, shares of the board's: three pixels.
_NARROW = 0.02
#: Light (shares of the brightest) added before logarithms: less is noise.
_DARK, _DARKER = 0.01, 0.004
#: Spread of the blur that noise needs before a pixel's shade and its tint are measured, pixels; and
#: which of the tints of a pawn are told, hundredths.
_SOFT, _BLUR, _BLUEST, _GREENEST = 1.2, 1.5, 75, 60
#: Spread of light in a hollow below which it is noise rather than shading, nats.
_FLAT = 0.02
#: Brightest hundredths that tell a board's light; and how bright these are at least, and at most
#: how far from grey (nats, blue and green against red), where they may be white.
_BRIGHTEST, _WHITE, _NEAR_GREY = 10, 0.35, np.array([0.8, 0.5])


@dataclass(frozen=True)
class Surroundings:
    """Of N hollows: `unlike` (N, N) how unlike the insides of two look, each against its ring's
    face, nats; `shaded` (N, N) how unlike light falls into two, of whatever paint, 0 (the same) to
    2; `toned` (N, N) how unlike the tones of two are, whatever grain or specks are on them, nats;
    `tones` (N, 3) of the middle of each, BGR, nats; `tints` (N, 2) by how much bluer and greener
    than red what stands there is, against the board's light, nats; `lit`: whether the tint of this
    light is known."""

    unlike: Float
    shaded: Float
    toned: Float
    tones: Float
    tints: Float
    lit: bool


def surroundings_of(
    image: Image, pose: BoardPose, feet: Points, middles: Points, hollow: float
) -> Surroundings:
    """What is seen at hollows: their `feet` (N, 2) and the `middles` (N, 2) of what stands there in
    the plane, `hollow` the hollows' radius."""
    hollow = max(hollow, _NARROW)
    views, pawns = (_views(image, pose, places) for places in (feet, middles))
    face = np.median(views[:, _between(hollow, *_FACE)], axis=1)
    inside = np.log(views[:, _between(hollow, 0, _INSIDE)] + _DARK)
    against = inside - np.log(face + _DARKER)[:, None]
    tones = np.log(views[:, _between(hollow, 0, _FLOOR)].mean(axis=1) + _DARKER)
    unlike = np.array([np.abs(one - against).mean(axis=(1, 2)) for one in against])
    zones = [views[:, _between(hollow, *zone)].mean(axis=1) for zone in _ZONES]
    toned = _toned(np.log(np.array(zones) + _DARKER), np.log(face + _DARKER))
    light = _tint_of_light(views)
    tints = _tints(pawns, hollow) - (0.0 if light is None else light)
    shaded = _shaded(views, hollow)
    return Surroundings(unlike, shaded, toned, tones, tints, lit=light is not None)


def _views(image: Image, pose: BoardPose, places: Points) -> Float:
    """(N, 48, 48, 3) linear light, BGR 0..1, round places (N, 2) of the plane."""
    middles = np.round(places * _RADIUS + _SIDE / 2).astype(int)
    corners = np.clip(middles, _VIEW // 2, _SIDE - _VIEW // 2) - _VIEW // 2
    flat = to_straight(pose, _RADIUS, _SIDE)
    return linear_light(straightened_parts(image, flat, _SIDE, corners, _VIEW))


def _toned(zones: Float, face: Float) -> Float:
    """(N, N) how unlike the tones of hollows' zones (Z, N, 3) are, of themselves or against their
    rings' faces (N, 3), whichever are the liker."""
    own, against = (
        np.abs(tones[:, :, None] - tones[:, None]).mean(axis=(0, 3))
        for tones in (zones, zones - face)
    )
    return np.asarray(np.minimum(own, against))


def _shaded(views: Float, hollow: float) -> Float:
    """(N, N) one less how the lightness of two insides, about the mean of each, correlates: a bowl
    is light where a pawn is dark, whatever both are painted."""
    grey = np.array([cv2.GaussianBlur(one, (0, 0), _SOFT) for one in views.mean(axis=3)])
    inside = np.log(grey[:, _between(hollow, 0, _INSIDE)] + _DARK)
    inside -= inside.mean(axis=1, keepdims=True)
    inside /= np.maximum(inside.std(axis=1, keepdims=True), _FLAT)
    return np.asarray(1 - inside @ inside.T / inside.shape[1])


def _between(hollow: float, least: float, most: float) -> Mask:
    """(48, 48) the pixels so far from a view's middle, shares of the hollows' radius."""
    return np.asarray((least * hollow <= _OFF) & (most * hollow > _OFF))


def _tints(pawns: Float, hollow: float) -> Float:
    """(N, 2) how much more blue and green than red the darker half of what stands in each view
    sends, nats: the lighter one has the lamp's sheen."""
    found = []
    for one in pawns:
        seen = cv2.GaussianBlur(one, (0, 0), _BLUR)[_between(hollow, 0, _PAWN)] + _DARKER
        light = seen.mean(axis=1)
        blue, green, red = np.log(seen[light <= np.median(light)].T)
        found.append([np.percentile(blue - red, _BLUEST), np.percentile(green - red, _GREENEST)])
    return np.array(found)


def _tint_of_light(views: Float) -> Float | None:
    """(2,) the same of a board's light: of what is brightest where that may be white, else None."""
    seen = views.reshape(-1, 3)
    light = seen.mean(axis=1)
    white = np.median(seen[light >= np.percentile(light, 100 - _BRIGHTEST)], axis=0)
    tint = np.log((white[:2] + _DARKER) / (white[2] + _DARKER))
    grey = (np.abs(tint) < _NEAR_GREY).all()
    return np.asarray(tint) if grey and white.mean() > _WHITE else None
