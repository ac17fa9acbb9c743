"""What a page says of the places of a look agrees with what the reader says of its pieces."""

from __future__ import annotations

from dataclasses import replace

from rules.core.discovery import get
from rules.core.events import MatchStarted, PositionSeen
from rules.core.observation import Belief, Observation, Pose, Sighting
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import Spot
from rules.games.linie1.tiles import Tile
from rules.referee.referee import resumed
from server.pipeline.session import Moment, Session
from server.views.places import place_candidates
from tests.server.fakes import TruthReader
from vision.reading import Reading, ReadingStatus

SIGN = CellContent(Tile.named(["NW"]), stop=True)
WITH_TRAM = CellContent(Tile.named(["NW"]), stop=True, trams=(6,))

#: A stop sign that is read surely; a tram in its place would be hidden by it.
SEEN = Sighting(
    Spot(1, 7), Belief.of({SIGN: 0.93, WITH_TRAM: 0.06}), pose=Pose((70.0, 10.0)), unseen=0.06
)


def _moment(sighting: Sighting[Spot, CellContent]) -> Moment:
    game = get("linie1")
    start = MatchStarted("linie1", ("A", "B"), tuple(game.rulebook.house().values.items()))
    referee = resumed(game, [start, PositionSeen(((Spot(1, 7), SIGN),))])
    session = Session(game, TruthReader(), referee, ("A", "B"))
    seen = Observation("linie1", (sighting,))
    reading = Reading("linie1", ReadingStatus.READ, (100, 100), observation=seen)
    return Moment("x", None, reading, (), 0.0, {}, session)


def test_what_a_sure_piece_may_hide_is_no_doubt_of_it() -> None:
    """The place bears no question mark, and its likeliest reading is as sure as the piece."""
    assert place_candidates(_moment(SEEN), doubted=True) == ()
    (place,) = place_candidates(_moment(SEEN))
    assert [one.probability for one in place.readings] == [0.99, 0.06, 0.0]


def test_a_piece_that_is_not_read_surely_is_doubted() -> None:
    """Nothing hides there that would explain it."""
    (place,) = place_candidates(_moment(replace(SEEN, unseen=0.0)), doubted=True)
    assert [one.probability for one in place.readings] == [0.93, 0.06, 0.0]
