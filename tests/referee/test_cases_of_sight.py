"""What pictures show beside the layout, half show, or were thought not to show (issue 15, cases 11
to 13)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.core.observation import Belief, Observation, Sighting
from rules.core.places import Cell
from rules.games.linie1.content import CellContent
from rules.games.linie1.game import GAME as LINIE1
from rules.games.linie1.places import Spot
from rules.games.rouge.state import Pawn
from rules.referee.referee import resumed
from rules.wire.journal import event_from_json, event_to_json
from tests.referee.sessions import Linie1, Redline, Rouge, Session
from tests.rules.linie1.pictures import picture
from tests.rules.linie1.tables import tile as track
from tests.rules.redline_pictures import clear, row_of
from tests.rules.rouge.sights import seen
from tests.rules.rouge.tables import at, position
from tests.rules.tables import tile
from tests.rules.test_redline_open_hands import FAR, NEAR, OF_A, OF_B, without

# 11. Hands in sight ----------------------------------------------------------------------------


def with_hands_open() -> Redline:
    """A has laid; both hands lay open before it and lie open since."""
    table = Redline()
    table.see({}, [*row_of(OF_A, NEAR), *row_of(OF_B, FAR)])
    left = [*row_of(without(OF_A, "Y E"), NEAR), *row_of(OF_B, FAR)]
    assert table.see({(0, 0): "Y E"}, left) == ["legal A"]
    return table


def test_case_11_a_tile_out_of_the_open_hand_of_who_laid_last_is_a_second_move() -> None:
    """It lay before A, and B's hand lies there whole."""
    table = with_hands_open()
    hands = [*row_of(without(OF_A, "Y E", "B W+S"), NEAR), *row_of(OF_B, FAR)]
    assert table.see({(0, 0): "Y E", (1, 0): "B W+S"}, hands) == ["foul A two-moves"]


def test_case_11_a_tile_out_of_the_own_open_hand_is_legal() -> None:
    """And that hand has one less."""
    table = with_hands_open()
    hands = [*row_of(without(OF_A, "Y E"), NEAR), *row_of(without(OF_B, "B W+E"), FAR)]
    assert table.see({(0, 0): "Y E", (1, 0): "B W+E"}, hands) == ["legal B"]
    assert table.state.match.accepted.hand("B").count == 7


def test_case_11_hands_in_sight_outlive_a_restart() -> None:
    """The log says what was noticed; what comes of it is called as if nothing had happened."""
    table = with_hands_open()
    texts = [json.dumps(event_to_json(table.game, event)) for event in table.state.log]
    events = [event_from_json(table.game, json.loads(text)) for text in texts]
    again = resumed(table.game, events)
    assert "noticed" in [json.loads(text)["event"] for text in texts]
    assert again.match.accepted == table.state.match.accepted
    table.state = again
    assert table.see({(0, 0): "Y E", (1, 0): "B W+S"}) == ["foul A two-moves"]


# 12. One unclear new piece ---------------------------------------------------------------------

STRAIGHT, JUNCTION = CellContent(track("EW")), CellContent(track("EW+NE"))
HALF_HIDDEN = Spot(6, 6)
BARE = {Spot(2, 3): STRAIGHT}


@pytest.mark.parametrize(("truth", "said"), [(STRAIGHT, []), (JUNCTION, ["legal (amended)"])])
@pytest.mark.parametrize("more", [{}, {Spot(3, 9): STRAIGHT, Spot(4, 3): STRAIGHT}])
def test_case_12_a_tile_half_hidden_is_settled_by_the_next_clear_picture(
    truth: CellContent, said: list[str], more: Mapping[Spot, CellContent]
) -> None:
    """Called with either piece, amended at most once; nobody is asked whether track was removed.
    Two more tiles may lie there by then."""
    table = Session(LINIE1, ("A", "B"))
    table.shown(picture(BARE))
    laid = {**BARE, HALF_HIDDEN: STRAIGHT, Spot(9, 9): CellContent(track("NS"))}
    doubt = picture(laid, sure=0.9999, doubts={HALF_HIDDEN: (JUNCTION, 0.4)})
    assert table.shown(doubt) == ["legal (either-piece)"]
    clear = picture({**laid, **more, HALF_HIDDEN: truth}, sure=0.9999)
    assert table.shown(clear) == [*said, "legal" if more else "nothing"]
    assert table.shown(clear) == ["nothing"]


def test_what_lay_beside_a_foul_that_is_gone_is_no_answer_of_its_own() -> None:
    """Perhaps a second tile of it was seen; what was laid since is asked about once."""
    table = Session(LINIE1, ())
    table.shown(picture({}))
    foul = {Spot(12, 1): CellContent(track("NS"))}
    beside = picture(foul, sure=0.9999, doubts={Spot(5, 7): (STRAIGHT, 0.36)})
    assert table.shown(beside) == ["foul off-board"]
    laid = {Spot(7, 11): STRAIGHT}
    assert table.shown(picture(laid, sure=0.9999, doubts={Spot(7, 10): (STRAIGHT, 0.8)})) == ["ask"]
    assert table.asked == [["legal"], ["legal"]]


def unclear_pawn() -> Rouge:
    """A pawn was placed on 1/4, red or blue: nobody said."""
    table = Rouge()
    table.see("red 1/0 2/1 2/4; blue 2/6 3/3")
    sharp = seen(position("red 1/0 2/1 2/4 1/4; blue 2/6 3/3"), sure=0.9995)
    belief = Belief.of({Pawn("red"): 0.6, Pawn("blue"): 0.399})
    doubt = (Sighting(s.place, belief) if s.place == at("1/4") else s for s in sharp.sightings)
    assert table.shown(sharp.with_sightings(doubt)) == ["ask"]
    return table


PAWNS = {"red": "red 1/0 2/1 2/4 {}; blue 2/6 3/3", "blue": "blue 2/6 3/3 {}; red 1/0 2/1 2/4"}


@pytest.mark.parametrize("truth", PAWNS)
def test_case_12_an_unclear_pawn_is_settled_by_the_next_clear_picture(truth: str) -> None:
    """Of either colour."""
    table, other = unclear_pawn(), {"red": "blue", "blue": "red"}[truth]
    pawns = PAWNS[truth].format("1/4")
    assert table.see(pawns) == [f"legal {truth}"]
    assert table.see(f"{pawns} 3/6") == [f"legal {other}"]


@pytest.mark.parametrize("truth", PAWNS)
def test_case_12_an_unclear_pawn_that_nobody_told_is_not_blamed_later(truth: str) -> None:
    """It goes on to the next hollow: asked about or legal, but no `not-adjacent`."""
    table = unclear_pawn()
    said = table.see(PAWNS[truth].format("1/5"))
    assert not [one for one in said if one.startswith("foul")]
    assert [codes for codes in table.asked if len(codes) == 1][:1] == [["legal"]]
    assert not [codes for codes in table.asked if "not-adjacent" in " ".join(codes)]


def in_doubt(
    layout: Mapping[tuple[int, int], str], at: tuple[int, int], other: str
) -> Observation[Any, Any]:
    """A clear picture but for one tile, which may be another one at a third of the odds."""
    sharp = clear({Cell(*place): tile(text) for place, text in layout.items()})
    belief = Belief.of({tile(layout[at]): 0.75, tile(other): 0.249})
    doubt = (replace(s, belief=belief) if s.place == Cell(*at) else s for s in sharp.sightings)
    return sharp.with_sightings(doubt)


def test_case_12_a_tile_whose_colour_is_not_clear_is_a_foul_where_it_is_one_in_either() -> None:
    """A line that leads nowhere is no better in yellow: it is called, and nobody is asked for the
    colour. Taken back, it is gone."""
    table = Redline()
    table.see({(0, 0): "Y E"})
    laid = {(0, 0): "Y E", (0, 1): "B E+W"}
    assert table.shown(in_doubt(laid, (0, 1), "Y E+W")) == ["foul no-extension (either-piece)"]
    assert table.see({(0, 0): "Y E"}) == ["taken-back"]
    assert table.see({(0, 0): "Y E", (1, 0): "B W+S"}) == ["legal"]


def test_case_12_a_tile_that_is_a_foul_in_one_colour_alone_is_asked_about() -> None:
    """So is one that breaks another rule in either: nobody would know what was called."""
    table = Redline()
    table.see({(0, 0): "Y E"})
    same = {(0, 0): "Y E", (1, 0): "Y W+S"}
    assert table.shown(in_doubt(same, (1, 0), "B W+S")) == ["ask"]


# 13. Fouls that were never called --------------------------------------------------------------


def test_case_13_more_tiles_than_two_turns_can_bring() -> None:
    """The hands are told: three tiles are A's, and one too many."""
    table = Linie1()
    table.told("hand", player="A", tiles=["T1"] * 5)
    table.told("hand", player="B", tiles=["T2"] * 5)
    table.told("turn", player="A")
    said = table.see({(3, 9): "NS", (6, 3): "NS", (11, 6): "NS"})
    assert said == ["foul A too-many-tiles"]


def test_case_13_an_own_pawn_taken() -> None:
    """A ray was made by turning a ring; the capture takes one of red's own as well."""
    table = Rouge()
    table.see("red 1/0 2/0 3/7 1/3 1/5; blue 2/4 2/6 3/3 3/5")
    table.told("turn", player="red")
    said = table.see("red 1/0 2/0 3/0 1/5; blue 2/6 3/4 3/6")
    assert said == ["foul red capture-wrong"]
