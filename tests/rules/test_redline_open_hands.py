"""Hands that lie face up in the pictures: whose they are, and what that proves."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from rules.core.observation import EMPTY, Belief, Loose, Observation, Pose
from rules.core.verdict import Ruling
from rules.games.redline import GAME
from rules.games.redline.explaining.open_hands import after_picture, seen_to_json
from rules.games.redline.hands import Hand
from rules.games.redline.masks import unturned
from rules.games.redline.state import Discard, Lay, RedlineState
from rules.games.redline.tiles import Tile
from tests.rules.redline_pictures import clear, laid, row_of, share_of, weighed
from tests.rules.tables import after, house, judged, lay, start, tile

#: What A and B were dealt, in the words of the other tests; no tile twice.
OF_A = tuple(map(tile, ("Y E", "Y N+S", "B W+S", "B N+SE+S", "Y N+NE", "Y NE", "B NE", "B N+NE")))
OF_B = tuple(
    map(tile, ("B E", "Y N+SE", "B W+E", "Y SE+SW", "Y N+NW", "Y N+SW", "B N+NW", "Y N+E"))
)
FIRST, SECOND = lay(0, 0, "Y E"), lay(1, 0, "B W+E")

NEAR, FAR, BEHIND = 1400.0, 100.0, 2400.0


def without(tiles: tuple[Tile, ...], *gone: str) -> tuple[Tile, ...]:
    """The hand without these tiles."""
    kinds = {unturned(tile(name)) for name in gone}
    return tuple(one for one in tiles if unturned(one) not in kinds)


def shown(
    state: RedlineState,
    a: tuple[Tile, ...],
    b: tuple[Tile, ...],
    turns: int = 0,
    swap: bool = False,
) -> Observation:
    """The table with A's hand near and B's far, or from the other side."""
    places = (FAR, NEAR) if swap else (NEAR, FAR)
    hands = (*row_of(a, places[0], turns=turns), *row_of(b, places[1], turns=turns + 1))
    return clear(state.layout, hands)


def noticed(state: RedlineState, *pictures: Observation, **changes: object) -> RedlineState:
    """The state after the referee looked at these pictures of it."""
    for picture in pictures:
        state = after_picture(state, picture, house(**changes))
    return state


def opened() -> RedlineState:
    """A has laid: a picture before it and one after it showed both hands."""
    state = noticed(start(), shown(start(), OF_A, OF_B))
    state = after(state, FIRST)
    return noticed(state, shown(state, without(OF_A, "Y E"), OF_B, turns=2))


def test_before_the_first_lay_nobody_knows_whose_hand_is_whose() -> None:
    """Two hands lie there, and nothing is said of them."""
    state = noticed(start(), shown(start(), OF_A, OF_B))
    assert state.hands == start().hands
    assert {hand.owner for hand in state.open_hands} == {None}


def test_the_hand_that_lost_the_tile_laid_is_the_layers() -> None:
    """And of two players the other hand is the other's: both are known, however turned."""
    state = opened()
    assert state.hand("A") == Hand.of(without(OF_A, "Y E")).but_known(without(OF_A, "Y E"))
    assert set(state.hand("B").known) == set(map(unturned, OF_B))
    assert [hand.exact for hand in state.hands] == [True, True]


def test_then_a_tile_of_who_laid_last_is_a_second_move() -> None:
    """B's hand lies there whole and B could lay: called from the picture, told of A."""
    state, turn = opened(), lay(1, 0, "B W+S")
    assert [v.code for v in judged(state, turn).violations] == ["two-moves"]
    assert GAME.player_of(state, turn, house()) == "A"
    hands = (*row_of(without(OF_A, "Y E", "B W+S"), NEAR), *row_of(OF_B, FAR))
    assert share_of("two-moves", weighed(state, laid(state, turn, loose=hands), house())) >= 0.97


def test_a_tile_of_his_own_is_legal_and_the_hands_stay_known() -> None:
    """From picture to picture, without being learnt anew."""
    state = after(opened(), SECOND)
    assert [hand.count for hand in state.hands] == [7, 7]
    state = noticed(state, shown(state, without(OF_A, "Y E"), without(OF_B, "B W+E")))
    assert set(state.hand("B").known) == set(map(unturned, without(OF_B, "B W+E")))


def test_a_camera_that_goes_round_the_table_mistakes_nobody() -> None:
    """Hands are known by their tiles, not by where they lie."""
    state = opened()
    round_it = shown(state, without(OF_A, "Y E"), OF_B, swap=True)
    assert noticed(state, round_it).hands == state.hands


def test_who_discards_although_a_tile_in_sight_fits_could_play() -> None:
    """Told by the players, proved by the picture."""
    fouls = judged(opened(), Discard("B", 2)).violations
    assert [violation.code for violation in fouls] == ["could-play"]


def test_that_nobody_can_lay_is_proved_by_hands_in_sight() -> None:
    """Two tiles each, none of which fits: the last layer has won."""
    a, b = (tile("Y E"), tile("Y W+S")), (tile("Y NE+SE"), tile("Y NE"))
    base = replace(start(), hands=(Hand((), 2), Hand((), 2)))
    base = noticed(base, shown(base, a, b))
    state = GAME.force(base, FIRST, house())
    assert GAME.outcome(state, house()) is None
    state = noticed(state, shown(state, a[1:], (tile("Y NE"), tile("Y NE+SW"))))
    assert GAME.outcome(state, house()) is None  # a tile of B's was seen once only
    state = GAME.force(base, FIRST, house())
    state = noticed(state, shown(state, a[1:], b))
    outcome = GAME.outcome(state, house())
    assert outcome is not None
    assert (outcome.code, outcome.winners) == ("nobody-can-lay", ("A",))


# Nothing is learnt that is not sure ---------------------------------------------------------------


def unlearnt(picture: Observation, **changes: object) -> bool:
    """Whether the picture after A's lay teaches nothing of any hand."""
    base = noticed(start(), shown(start(), OF_A, OF_B), **changes)
    state = after(base, FIRST)
    return noticed(state, picture, **changes).hands == state.hands


AFTER = after(start(), FIRST)
LEFT = without(OF_A, "Y E")


@pytest.mark.parametrize(
    ("a", "b"),
    [(LEFT[1:], OF_B), (LEFT, OF_B[1:]), ((*LEFT, tile("B SE+S")), OF_B), (LEFT, ())],
    ids=["one hidden", "one of the other", "one too many", "one hand only"],
)
def test_hands_that_are_not_as_many_as_counted(a: tuple[Tile, ...], b: tuple[Tile, ...]) -> None:
    """A tile under an arm, one drawn that nobody told, one player out of the picture."""
    assert unlearnt(shown(AFTER, a, b))


def test_hands_that_cannot_be_told_apart() -> None:
    """They lie in one heap."""
    heap = (*row_of(LEFT, NEAR), *row_of(OF_B, NEAR + 130))
    assert unlearnt(clear(AFTER.layout, heap))


def test_a_picture_of_another_layout() -> None:
    """A tile lies there that is not in the game: it may be anybody's."""
    hands = (*row_of(LEFT, NEAR), *row_of(OF_B, FAR))
    assert unlearnt(laid(AFTER, lay(1, 0, "Y N"), loose=hands))


def test_something_that_may_be_no_tile() -> None:
    """Then nobody knows how many there are."""
    doubtful = Loose(Belief.of({LEFT[0]: 0.9, EMPTY: 0.1}), "hand", Pose((300.0, NEAR)))
    hands = (doubtful, *row_of(LEFT[1:], NEAR, x=410.0), *row_of(OF_B, FAR))
    assert unlearnt(clear(AFTER.layout, hands))


def test_a_set_of_which_nothing_is_known() -> None:
    """A kind may be there twice, so a hand is not known again by its tiles."""
    assert unlearnt(shown(AFTER, LEFT, OF_B), set="unknown")


def test_an_unsure_tile_leaves_only_that_hand_unknown() -> None:
    """The other is learnt."""
    state = after(noticed(start(), shown(start(), OF_A, OF_B)), FIRST)
    hands = (*row_of(LEFT[:1], NEAR, 0.9), *row_of(LEFT[1:], NEAR, x=410.0), *row_of(OF_B, FAR))
    state = noticed(state, clear(state.layout, hands))
    assert [hand.exact for hand in state.hands] == [False, True]


def test_a_tile_that_seems_to_be_in_two_hands_is_in_neither_for_sure() -> None:
    """One of the two is misread."""
    state = after(noticed(start(), shown(start(), OF_A, OF_B)), FIRST)
    state = noticed(state, shown(state, (*LEFT[1:], OF_B[0]), OF_B))
    assert [hand.known for hand in state.hands] == [(), ()]


def test_a_tile_read_once_is_not_known() -> None:
    """B draws one: it is known from the second picture on."""
    state = opened()
    state = state.with_hand("B", state.hand("B").with_drawn())
    more = (*OF_B, tile("Y S+NE+W"))
    once = noticed(state, shown(state, LEFT, more))
    assert once.hand("B").hidden == 1
    assert noticed(once, shown(state, LEFT, more)).hand("B").exact


def test_of_three_players_all_but_one_must_have_laid() -> None:
    """One lay tells one owner; with the second all three are known."""
    of_c = tuple(map(tile, ("Y W+NE+E", "B NE+SW", "B NE+SE", "Y N+NE+S", "Y N+NE+W", "B N+NE+W")))
    of_c = (*of_c, tile("B N+SE"), tile("B N+SW"))
    state = start("A", "B", "C")

    def picture(now: RedlineState, a: tuple[Tile, ...], b: tuple[Tile, ...]) -> Observation:
        return clear(now.layout, (*row_of(a, NEAR), *row_of(b, FAR), *row_of(of_c, BEHIND)))

    state = after(noticed(state, picture(state, OF_A, OF_B)), FIRST)
    state = noticed(state, picture(state, LEFT, OF_B))
    assert [hand.exact for hand in state.hands] == [False, False, False]
    state = after(state, SECOND)
    state = noticed(state, picture(state, LEFT, without(OF_B, "B W+E")))
    assert [hand.exact for hand in state.hands] == [True, True, True]
    assert set(state.hand("C").known) == set(map(unturned, of_c))


def test_what_contradicts_the_owners_makes_all_hands_unknown() -> None:
    """A lays a second time and the players insist: the hands' owners are learnt anew."""
    state = GAME.force(opened(), lay(1, 0, "B W+S"), house())
    state = noticed(state, shown(state, without(LEFT, "B W+S"), OF_B))
    assert [hand.known for hand in state.hands] == [(), ()]
    assert {hand.owner for hand in state.open_hands} == {None}


def test_a_tile_not_seen_in_its_hand_any_more_is_not_known_to_be_there() -> None:
    """It may have been thrown away; what is still seen is still known."""
    state = opened()
    state = noticed(state, shown(state, LEFT, without(OF_B, "B W+E")))
    assert (len(state.hand("B").known), state.hand("B").hidden) == (7, 1)


def test_a_misread_tile_in_a_hand_accuses_nobody() -> None:
    """B lays a tile that no picture showed in his hand: one of those was read wrongly."""
    state, turn = opened(), lay(1, 0, "B W+SE")
    assert judged(state, turn).ruling is Ruling.LEGAL
    state = GAME.force(state, turn, house())
    assert state.hand("B").count == 7


def test_a_hand_that_was_told_is_not_overruled() -> None:
    """People know better than the picture."""
    told = {"player": "B", "tiles": [GAME.label_to_json(one) for one in OF_B[1:]], "hidden": 0}
    state = GAME.tell(opened(), "hand", told)
    assert not state.hand("B").read
    assert noticed(state, shown(state, LEFT, OF_B)).hand("B") == state.hand("B")


def test_two_tiles_fewer_before_the_mover_are_his_discard() -> None:
    """B threw two away and said nothing; A lays: no second move, and the acts are the same."""
    state, turn = stuck_b(), lay(1, 0, "B W+S")
    left = without(OF_A, "Y E", "B W+S")
    seen = laid(state, turn, loose=(*row_of(left, NEAR), *row_of(STUCK[2:], FAR)))
    found = [e for e in GAME.explanations(state, seen, house()) if e.turns]
    assert {e.turns for e in found} == {(turn,), (Discard("B", 2), turn)}
    assert len({e.acts for e in found}) == 1


def test_a_mover_with_all_his_tiles_threw_none_away() -> None:
    """Though none of them fits: it is a second move."""
    state, turn = stuck_b(), lay(1, 0, "B W+S")
    left = without(OF_A, "Y E", "B W+S")
    seen = laid(state, turn, loose=(*row_of(left, NEAR), *row_of(STUCK, FAR)))
    assert [e.turns for e in GAME.explanations(state, seen, house()) if e.turns] == [(turn,)]


#: Eight tiles of B's, none of which can continue a yellow line.
STUCK = tuple(
    map(
        tile,
        ("Y N+SE", "Y SE+SW", "Y N+NW", "Y N+SW", "Y N+E", "Y N+NE+E", "Y N+NE+S", "Y N+NE+W"),
    )
)


def stuck_b() -> RedlineState:
    """As `opened`, but B holds yellow tiles only."""
    state = noticed(start(), shown(start(), OF_A, STUCK))
    state = after(state, FIRST)
    return noticed(state, shown(state, LEFT, STUCK))


def test_equal_pictures_make_equal_states() -> None:
    """Where the hands lay does not tell two games apart: no pixel is kept."""
    state = after(noticed(start(), shown(start(), OF_A, OF_B)), FIRST)
    here = noticed(state, shown(state, LEFT, OF_B))
    there = noticed(state, shown(state, LEFT, OF_B, turns=1, swap=True))
    assert here == there
    assert hash(here) == hash(there)


def test_a_game_without_names_learns_nothing() -> None:
    """There is nobody to know the hands of."""
    state = GAME.start((), house())
    assert noticed(state, shown(state, OF_A, OF_B)) == state


def lays_of(state: RedlineState) -> set[Lay]:
    """The legal lays."""
    return {turn for turn in GAME.legal_turns(state, house()) if isinstance(turn, Lay)}


def test_what_is_judged_legal_over_hands_in_sight_is_listed() -> None:
    """A tile no picture showed may be a misread one of the mover's; another's tile may not."""
    listed = lays_of(opened())
    assert lay(1, 0, "B W+SE") in listed
    assert lay(1, 0, "B W+S") not in listed
    assert all(judged(opened(), turn).legal for turn in listed)


def test_what_pictures_showed_can_be_written_down() -> None:
    """As a fact: told to the game of before, it makes the game that the pictures made."""
    before = after(noticed(start(), shown(start(), OF_A, OF_B)), FIRST)
    now = noticed(before, shown(before, LEFT, OF_B))
    data = json.loads(json.dumps(seen_to_json(now)))
    assert GAME.tell(before, "open-hands", data) == now
    lost = seen_to_json(replace(before, open_hands=()))
    assert GAME.tell(now, "open-hands", lost).hands == before.hands
