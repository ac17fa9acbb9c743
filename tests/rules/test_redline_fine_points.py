"""Exact facts of Redline's verdicts: which wording, which neighbours, which reading."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.core.places import Cell
from rules.core.verdict import Violation
from rules.games.redline.game import GAME
from rules.games.redline.state import Discard, Lay
from rules.games.redline.tiles import MASKS, Colour, Tile
from tests.rules.tables import house, judged, lay, table, with_hands


def fouls(*args: Any, **changes: Any) -> dict[str, Violation]:
    """The violations of a turn by code and wording."""
    found = judged(*args, **changes).violations
    return {f"{v.code} {dict(v.params).get('case', '')}".strip(): v for v in found}


def test_a_cell_that_is_overfull_already_is_nobodys_fault_now() -> None:
    """R10, where it is forbidden: the fourth line is the foul, not the fifth."""
    round_it = ((0, -1, "B S"), (1, 0, "B W+N"), (0, 1, "B N+NE"))
    full = table(*round_it, (-1, 0, "B E+SW"))
    assert full.layout.around(Cell(0, 0)).demand.bit_count() == 4
    assert "dead-end full" not in fouls(full, lay(1, 1, "Y NW"), full_cell="forbidden")
    nearly = table(*round_it)
    assert "dead-end full" in fouls(nearly, lay(1, 1, "Y NW"), full_cell="forbidden")
    assert "dead-end full" not in fouls(nearly, lay(1, 1, "Y NW"))


def test_continuing_nothing_at_all_is_told_apart_from_passing_over_one() -> None:
    """R6 under `every`: the wording says which."""
    own = table((0, 0, "Y E"), (1, 0, "B W+S"), (0, 1, "B S"))
    assert "no-extension every" in fouls(own, lay(1, 1, "Y N+SE"), extends="every")
    assert "no-extension" in fouls(own, lay(1, 1, "Y SE"), extends="every")


def test_a_foul_that_the_other_reading_of_r8_excuses_names_it() -> None:
    """Lines that meet at a right angle: no extension only as this table plays."""
    meeting = table((0, 0, "Y SE"))
    found = fouls(meeting, lay(1, 0, "B SW"))["no-extension"]
    assert found.reading == "right_angle=neither"
    assert fouls(meeting, lay(1, 0, "B N"))["no-extension"].reading is None
    assert judged(meeting, lay(1, 0, "B SW"), right_angle="extends").legal


def test_a_wrong_colour_names_those_whose_lines_it_met() -> None:
    """Right angles that count: the side neighbour before the corner, or the one after it."""
    for cell, line, new, met in (
        ((1, 0), "Y SE", "Y SW", Cell(0, 0)),
        ((0, 1), "Y SE", "Y NE", Cell(0, 0)),
        ((-1, 0), "Y SW", "Y SE", Cell(0, 0)),
        ((0, -1), "Y NE", "Y SE", Cell(0, 0)),
    ):
        found = fouls(table((0, 0, line)), lay(*cell, new), right_angle="extends")
        assert dict(found["colour"].params)["neighbours"] == (met,)


def test_the_variant_forbids_the_last_tiles_colour_and_only_that() -> None:
    """R12: where both colours lead to the cell; the other colour is always right."""
    fed = table((0, 0, "Y E"), (1, 1, "B N")).with_mover("A")
    from dataclasses import replace  # noqa: PLC0415 - only here

    last = replace(fed, last=lay(1, 1, "B N"))
    found = fouls(last, lay(1, 0, "B W+S"), colour_variant=True)["colour-variant"]
    assert found.reading == "colour_variant=true"
    assert judged(last, lay(1, 0, "Y W+S"), colour_variant=True).legal
    assert judged(last, lay(1, 0, "B W+S")).legal
    assert judged(fed, lay(1, 0, "B W+S"), colour_variant=True).legal


def test_how_many_should_have_been_thrown_away_is_said() -> None:
    """R14: two, or the last one."""
    state = with_hands(table((0, 0, "Y E")).with_mover("A"), A="Y E, Y N", B="Y S")
    (remark,) = judged(state, Discard("A", 3)).remarks
    assert (remark.code, dict(remark.params)["wanted"]) == ("discard-count", 2)
    unknown = table((0, 0, "Y E")).with_mover("A")
    (remark,) = judged(unknown, Discard("A", 3)).remarks
    assert dict(remark.params)["wanted"] == 2


def test_a_tile_is_twice_only_if_it_lies_twice() -> None:
    """Each pattern once in each colour, unless nobody knows the set."""
    state = table((0, 0, "Y E+N"))
    twice = fouls(state, lay(1, 0, "Y W+N"))
    assert [place.name() for place in twice["tile-twice"].places] == ["(0, 0)", "(1, 0)"]
    assert "tile-twice" not in fouls(state, lay(1, 0, "B W+N"))
    assert "tile-twice" not in fouls(state, lay(1, 0, "Y W+N"), set="unknown")


def test_r06_a_loose_tile_and_a_loose_group_are_told_apart() -> None:
    """In the audit of a layout: one tile alone, or several that only hold one another."""
    one = ((0, 0, "Y E"), (1, 0, "B W"), (1, 1, "Y E"))
    two = ((0, 0, "Y E"), (1, 0, "B W"), (4, 0, "Y E+S"), (5, 0, "B W+N"))
    for tiles, case in ((one, "one-alone"), (two, "island")):
        (found,) = GAME.audit(table(*tiles).layout, house(set="unknown"))
        assert (found.code, dict(found.params)["case"]) == ("no-extension", case)


def test_r22_nobody_known_to_have_won_leaves_no_empty_rank() -> None:
    """The last layer was not seen: all who are still in share the first rank."""
    state = with_hands(table((0, 0, "Y E")), A="Y N", B="Y S+N")
    outcome = GAME.outcome(replace(state, layer=None, fresh=True), house())
    assert outcome is not None
    assert (outcome.winners, outcome.ranking) == ((), (("A", "B"),))


def test_r19_each_owes_one_tile_and_may_choose_it() -> None:
    """Among the legal turns: every tile of the hand by itself."""
    state = replace(with_hands(table((0, 0, "Y E")), A="Y N", B="Y S+N, Y NE"), owed=("B",))
    discards = [t for t in GAME.legal_turns(state, house()) if isinstance(t, Discard)]
    assert [(t.player, t.count, len(t.tiles or ())) for t in discards] == [("B", 1, 1)] * 2


def test_r08_where_right_angles_extend_the_list_is_what_the_judge_allows() -> None:
    """Every face of every tile of an unknown hand, on every open place."""
    state, changes = table((0, 0, "Y SE"), (1, 1, "B NW+S")), {"right_angle": "extends"}
    listed = {t for t in GAME.legal_turns(state, house(**changes)) if isinstance(t, Lay)}
    for cell in state.layout.open_places:
        for tile in (Tile(colour, mask) for colour in Colour for mask in MASKS):
            assert (Lay(cell, tile) in listed) is judged(state, Lay(cell, tile), **changes).legal


def test_a_turn_is_judged_once_however_many_histories_ask() -> None:
    """Equal tables, equal turns: one judgement, which does not tell how the table was laid."""
    tiles = ((0, 0, "Y E"), (1, 0, "B W+S"), (2, 0, "B W+S"))
    one, other = table(*tiles), table(*reversed(tiles))
    assert one == other
    twice = judged(one, lay(1, 1, "B N+E"))
    assert judged(other, lay(1, 1, "B N+E")) is twice
    twins = [v.places[0] for v in twice.violations if v.code == "tile-twice"]
    assert twins == [Cell(1, 0), Cell(2, 0)]
