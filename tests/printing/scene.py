"""Photographs of printed pieces on a table: perspective, lamp, shadows, blur, noise, JPEG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tests.render.camera import Camera, Pose, camera_at, fit_distance
from tests.render.canvas import SQUARE, blurred, darken, fill, paste
from tests.render.light import light_up
from tests.render.seeds import stream
from tests.render.shot import expose
from tests.render.style import RoomLook, random_room, random_set, random_shot, steadier
from tests.render.tables import draw_table
from tests.render.tiles import PAD

#: Height of glued cardboard, millimetres.
CARD_MM = 1.2

#: Millimetres to the unit in which the table tops are drawn.
UNIT_MM = 40.0

#: Most that people lean a phone, degrees from straight above.
SLANT_DEG = 32.0


@dataclass(frozen=True)
class Face:
    """A printed face: its picture (BGRA with PAD clear texels around) and where its four corners
    are, (4, 3) millimetres, x right, y down, z up: upper left first, clockwise."""

    sprite: np.ndarray
    corners: np.ndarray

    def outline(self) -> np.ndarray:
        """(N, 3) millimetres: where the scissors went."""
        cover = self.sprite[PAD:-PAD, PAD:-PAD, 3]
        found, _ = cv2.findContours(cover // 128, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        share = cv2.convexHull(max(found, key=len))[:, 0] / (np.array(cover.shape[::-1]) - 1)
        u, v = share[:, :1], share[:, 1:]
        a, b, c, d = self.corners
        points: np.ndarray = (1 - v) * ((1 - u) * a + u * b) + v * ((1 - u) * d + u * c)
        return points


@dataclass(frozen=True)
class Photograph:
    """A photograph: `image` (H, W, 3) uint8 BGR, and the camera that took it, whose unit is
    `UNIT_MM`."""

    image: np.ndarray
    camera: Camera

    def plane(self, height: float) -> np.ndarray:
        """(3, 3) from x, y millimetres at a height to pixels."""
        return self.camera.plane(height / UNIT_MM) @ np.diag([1 / UNIT_MM, 1 / UNIT_MM, 1.0])


def lying(
    sprite: np.ndarray,
    x: float,
    y: float,
    deg: float,
    size: tuple[float, float],
    z: float = CARD_MM,
) -> Face:
    """A face that lies flat, its middle at x, y, turned clockwise."""
    a = np.radians(deg)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    flat = SQUARE * size @ turn.T + (x, y)
    return Face(sprite, np.column_stack([flat, np.full(4, z)]))


def photograph(
    faces: Sequence[Face],
    seed: int,
    size_wh: tuple[int, int] = (1280, 960),
    share: float = 0.85,
    standing: Sequence[Sequence[Face]] = (),
    frame: Sequence[Face] = (),
) -> Photograph:
    """The faces on a table, painted in this order, then the bodies that stand on them, each given
    as its faces, seen from outside. `share` of the picture is filled, by
    `frame` where that is given: a game's camera stays where it is."""
    room = _room(seed)
    camera = _camera(room, np.vstack([f.corners for f in frame or faces]), seed, (size_wh, share))
    image = draw_table(room.table, camera, (0.0, 0.0))
    _shadows(image, faces, room, camera)
    for face in faces:
        paste(image, face.sprite, camera.project(face.corners / UNIT_MM))
    _stand(image, standing, room, camera)
    shot = steadier(random_shot(stream(seed, "shot")))
    gloss = np.full(image.shape[:2], 40, np.uint8)
    exposed = (shot.exposure, min(shot.vignette, 0.3))
    lit = light_up(image, room.light, exposed, gloss, stream(seed, "lamps"))
    return Photograph(expose(lit, shot), camera)


def _room(seed: int) -> RoomLook:
    """A table and a lamp as people play under: no deep shadow of people, no strong tint."""
    room = random_room(stream(seed, "room"), random_set(stream(seed, "set")))
    light = room.light
    b, g, r = (float(np.sqrt(gain)) for gain in light.tint)
    calm = replace(
        light,
        tint=(b, g, r),
        gradient=min(light.gradient, 0.3),
        spot=min(light.spot, 0.3),
        glare=0.0,
        cast=0,
    )
    return replace(room, light=calm, table=replace(room.table, edge=False))


def _camera(
    room: RoomLook, corners: np.ndarray, seed: int, shot: tuple[tuple[int, int], float]
) -> Camera:
    size_wh, share = shot
    rng = stream(seed, "camera")
    yaw = float(rng.uniform(0, 360))
    pose = Pose(yaw, float(rng.uniform(0, SLANT_DEG)), float(rng.normal(0, 3)), room.pose.focal_mm)
    points = corners / UNIT_MM
    middle = (points.min(0) + points.max(0)) / 2
    aim = (float(middle[0]), float(middle[1]))
    return camera_at(pose, aim, fit_distance(pose, aim, points, share, size_wh), size_wh)


def _stand(
    image: np.ndarray, bodies: Sequence[Sequence[Face]], room: RoomLook, camera: Camera
) -> None:
    """Bodies from far to near, each with the faces that look at the camera, the far ones first."""
    depth = camera.matrix[2, :3]
    _shadows(image, [face for body in bodies for face in body], room, camera)
    for body in sorted(bodies, key=lambda b: -float(depth @ b[0].corners.mean(0))):
        for face in sorted(body, key=lambda f: -float(depth @ f.corners.mean(0))):
            seen = camera.project(face.corners / UNIT_MM)
            (ax, ay), (bx, by) = seen[1] - seen[0], seen[3] - seen[0]
            if ax * by - ay * bx > 0:
                paste(image, face.sprite, seen)


def _shadows(image: np.ndarray, faces: Sequence[Face], room: RoomLook, camera: Camera) -> None:
    """What the pieces throw on the table, and the dark where they touch it."""
    a = np.radians(room.light.shadow_deg)
    slope = np.array([np.cos(a), np.sin(a)]) * min(room.light.shadow_length, 1.0)
    thrown, contact = (np.zeros(image.shape[:2], np.uint8) for _ in range(2))
    for face in faces:
        edge = face.outline()
        foot = edge * (1, 1, 0)
        far = foot.copy()
        far[:, :2] += edge[:, 2:] * slope
        both = camera.project(np.vstack([foot, far]) / UNIT_MM)
        fill(thrown, both, 255)
        fill(contact, both[: len(edge)], 255)
    unit = camera.scale((0.0, 0.0)) / UNIT_MM
    darken(
        image,
        [(blurred(thrown, unit + 0.5), 0.5 * room.light.shadow), (blurred(contact, unit), 0.4)],
    )
