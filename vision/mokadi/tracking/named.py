"""Colours that people put right: a piece keeps the one that they said, whatever pictures say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.games.mokadi.pieces import Spot, pad_spot, stick_spot
from vision.mokadi.looking import Seen
from vision.mokadi.pieces.box import box_by, in_box
from vision.mokadi.pieces.fields import COLOURS
from vision.mokadi.tracking.memory import surely
from vision.nn.arrays import Float


def as_named(seen: Seen, named: Mapping[Spot, str]) -> Seen:
    """What was found, pieces in the colours that people put right, by the reader's own numbers, as
    far as the box has them."""
    if not named:
        return seen
    box = box_by(seen.votes)
    said = {spot: surely(name) for spot, name in named.items() if COLOURS.index(name) in box}

    def colour(spot: Spot, read: Float) -> Float:
        return in_box(said[spot], box) if spot in said else read

    pads = (
        replace(pad, colour=colour(pad_spot(one.number), pad.colour))
        for one, pad in zip(seen.carried.pads, seen.pads, strict=True)
    )
    sticks = (
        replace(stick, colour=colour(stick_spot(one.number), stick.colour))
        for one, stick in zip(seen.carried.sticks, seen.sticks, strict=True)
    )
    return replace(seen, pads=tuple(pads), sticks=tuple(sticks))
