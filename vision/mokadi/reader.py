"""The Mokadi reader: one photo in, a reading out, in named stages.

look -> pads -> sticks -> crossings -> contacts -> pieces, observation, status.
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.codec import Json
from rules.core.observation import AnyObservation
from rules.core.places import AnyPosition, Place
from rules.core.rulebook import House
from rules.games.mokadi.pieces import Spot
from vision.mokadi.box_looks import BoxLooks, TaughtNet
from vision.mokadi.limits import LIMITS, Limits
from vision.mokadi.pieces.box import votes_for
from vision.mokadi.pieces.unexplained import strays
from vision.mokadi.refuse import refusal_after, refusal_at_first
from vision.mokadi.report import reading_of
from vision.mokadi.samples import looks_told
from vision.mokadi.tracking.again import see_again
from vision.mokadi.tracking.denied import checked
from vision.mokadi.tracking.gone import with_gone
from vision.mokadi.tracking.memory import TableMemory
from vision.mokadi.tracking.named import as_named
from vision.nn.models import Net, load_net
from vision.quality import measure
from vision.reader import Image, OnStage, Reader, untimed
from vision.reading import Reading

NAME = "mokadi"


class MokadiReader(Reader):
    """Reads Mokadi photos. Holds its loaded net; every call stands alone."""

    def __init__(self, net: Net, limits: Limits = LIMITS) -> None:
        self._net = net
        self._limits = limits

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """What stands on the table in a photo (H, W, 3 uint8 BGR, upright). `memory`, of an
        earlier reading of this table: what lay there comes first, and keeps its number; only what
        differs is searched for. The camera may have moved a little."""
        size_wh = (image.shape[1], image.shape[0])
        quality = measure(image)
        on_stage("quality")
        before = memory if isinstance(memory, TableMemory) else TableMemory(None, size_wh)
        net = self._net if before.looks is None else TaughtNet(self._net, before.looks)
        found = checked(see_again(image, net, on_stage, self._limits, before), before)
        seen = as_named(with_gone(found.seen, before), before.named)
        reading = reading_of(NAME, seen, size_wh, self._limits, alone=memory is None)
        on_stage("name")
        if before.begins:
            left = strays(seen.fields, seen.sticks, seen.pads, seen.thick_px, size_wh)
            refusal = refusal_at_first(reading.pieces, quality, self._limits, left)
        else:
            refusal = refusal_after(reading.pieces, quality, self._limits)
        if refusal is not None:
            return Reading.refused(NAME, refusal, size_wh)
        memory = before.kept(reading.memory, len(reading.pieces))
        return replace(reading, memory=memory and replace(memory, denied=found.denied))

    def begins(self, memory: object, house: House | None = None) -> object:
        """A game that is known to be Mokadi may begin on an empty table, and a house rule names the
        colours of the box."""
        before = memory if isinstance(memory, TableMemory) else TableMemory(None, (0, 0))
        if house is None:
            return replace(before, begins=True)
        box = str(house["box"])
        looks = None if before.looks is None else before.looks.named(box)
        return replace(before, begins=True, told=votes_for(box), looks=looks)

    def put_right(self, memory: object, position: AnyPosition, place: Place) -> object:
        """Known pieces have the colours that people say; a box of which one was read amiss is
        learnt by them. What is none of the game stays away."""
        if not isinstance(memory, TableMemory):
            return memory
        if place not in position and isinstance(place, Spot):
            return memory.without(place)
        here = memory.in_game.here(position)
        looks = None if memory.samples is None else looks_told(memory.samples, here)
        return replace(memory.put_right(position), looks=looks or memory.looks)

    def with_position(self, memory: object, position: AnyPosition) -> object:
        """What is gone is told until the game knows it."""
        return memory.with_position(position) if isinstance(memory, TableMemory) else memory

    def in_frame(self, memory: object, aligned: AnyObservation) -> object:
        """The pieces under the numbers of the game, too: a thing that was taken for a piece once
        has a number of its own."""
        return memory.in_frame(aligned) if isinstance(memory, TableMemory) else memory

    def colours_taught(self, memory: object) -> Json | None:
        """How the two colours of the box look, where a set or people's words taught it."""
        looks = memory.looks if isinstance(memory, TableMemory) else None
        return None if looks is None else looks.to_json()

    def with_colours(self, memory: object, taught: Json) -> object:
        """The box looks as people said."""
        before = memory if isinstance(memory, TableMemory) else TableMemory(None, (0, 0))
        return replace(before, looks=BoxLooks.from_json(taught))


def load() -> MokadiReader:
    """The reader with its net loaded from the package."""
    return MokadiReader(load_net("mokadi/pieces"))
