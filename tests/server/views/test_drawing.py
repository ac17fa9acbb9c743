"""The numbers on a photo are those of the call, however the photo's own lattice was counted."""

from __future__ import annotations

from server.commands.samples import demo_folder
from server.pipeline.session import open_session


def test_places_on_the_photo_are_the_places_of_the_game() -> None:
    """Turn 2 lays a tile at column -1: on its own lattice that photo counts from 0."""
    session = open_session("redline", (), {})
    photos = sorted(demo_folder().glob("*.jpg"))[:3]
    for photo in photos:
        session, moment = session.look(photo)
    shown = {p.place: p.label for p in moment.in_game.pieces if p.place is not None}
    assert shown == dict(session.standing())
    assert min(place.col for place in shown) == -1
