"""Several turns in one picture: every order that matters, no foul where some order is right."""

from __future__ import annotations

import pytest

from rules.core.game import Explanation
from rules.games.linie1.explaining.changes import changes
from rules.games.linie1.explaining.orders import again, orders
from rules.games.linie1.explaining.played import Order, Sequences
from rules.games.linie1.game import GAME
from rules.games.linie1.places import Spot
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Drive, Lay, Linie1State, Pass, Turn
from tests.rules.linie1.pictures import picture
from tests.rules.linie1.tables import (
    dealt,
    drive,
    house,
    judged,
    lay,
    position,
    table,
    told,
    with_board,
)
from tests.rules.said import codes

#: Tiles that are right wherever and whenever they are laid; the fifth cell is the last in order.
GOOD = [(3, 9, "NS"), (6, 3, "NS"), (10, 4, "EW"), (10, 10, "EW"), (11, 6, "EW")]

#: Track on which the trams of lines 4 and 2 can go, and its signs.
TRACK = [
    (1, 7, "NS"), (2, 7, "NE"), (2, 8, "EW"), (2, 9, "EW"), (2, 10, "SW"),
    *((row, 10, "NS") for row in (3, 4, 5, 6, 8, 9, 10, 11, 12)), (7, 10, "NS+EW"),
    (7, 12, "EW"), (7, 11, "EW"), (7, 9, "EW"), (7, 8, "EW"), (7, 7, "EW"), (7, 6, "ES"),
    (8, 6, "NS"), (9, 6, "NS"), (10, 6, "NW"), *((10, col, "EW") for col in range(1, 6)),
]  # fmt: skip
SIGNS = [(1, 7), (4, 10), (6, 10), (11, 10), (7, 12), (9, 6), (10, 2)]


def ways(state: Linie1State, *tiles: tuple[int, int, str], **more: object) -> list[Order]:
    """The orders that these tiles, signs and trams, seen at once, are taken for; all but what is
    given lies as before."""
    now = position(*tiles, **more)  # type: ignore[arg-type]
    made = Sequences(state, Readings.of(house()))
    return orders(made, changes(GAME.position(state), now))


def spots(turn: Turn) -> set[tuple[int, int]]:
    """Where a turn laid its tiles."""
    assert isinstance(turn, Lay)
    return {(laid.spot.row, laid.spot.col) for laid in turn.tiles}


def players(state: Linie1State, way: Order) -> list[str | None]:
    """Who made each turn, by the game's own word, no foul among them."""
    named = []
    for turn in way.turns:
        named.append(GAME.player_of(state, turn, house()))
        state = GAME.apply(state, turn, house())
    return named


def trams(*, lines: bool) -> Linie1State:
    """Ana has driven line 4 one space, Bo line 2: Ana is to move, two spaces are the most."""
    state = GAME.resume(position(*TRACK, signs=SIGNS), ("Ana", "Bo"), house())
    state = told(state, ("turn", {"player": "Ana"}))
    for player, line in (("Ana", 4), ("Bo", 2)) if lines else ():
        state = told(state, ("line", {"player": player, "line": line}))
    for turn in (
        drive(4, None, (0, 6)),
        drive(4, (0, 6), (1, 7)),
        drive(2, None, (6, 13)),
        drive(2, (6, 13), (7, 12)),
    ):
        state = GAME.apply(state, turn, house())
    return state


def moved(*tiles: tuple[int, int, str], **at: tuple[int, int]) -> dict[str, object]:
    """Where the trams stand, as in ``t4=(2, 8)``, and what was laid."""
    return {"trams": {int(name[1:]): spot for name, spot in at.items()}, "signs": SIGNS}


@pytest.mark.parametrize("number", [3, 4, 5])
def test_tiles_in_any_order_right_break_no_rule(number: int) -> None:
    """Each tile once; an odd number is told tile by tile, as nobody knows which went together."""
    for way in ways(table(), *GOOD[:number]):
        assert (way.broken, way.doubts) == (0, 0)
        sizes = [len(spots(turn)) for turn in way.turns]
        assert sizes == ([2] * (number // 2) if number % 2 == 0 else [1] * number)
        assert set().union(*map(spots, way.turns)) == {one[:2] for one in GOOD[:number]}


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_tiles_of_several_turns_lie_beside_each_other(number: int) -> None:
    """Each may be of any of the players who had a turn; those of one turn are one player's."""
    state = dealt("Ana", "Bo", "Cy", "Di")
    makers = {3: ("Ana", "Bo"), 4: ("Ana", "Bo"), 5: ("Ana", "Bo", "Cy")}.get(number, ())
    for way in ways(state, *[(3 + 2 * n, 5, "EW") for n in range(number)]):
        assert {lay.beside for lay in way.turns if isinstance(lay, Lay)} == {makers}


def test_of_two_turns_either_may_have_been_first() -> None:
    """Both orders, equally likely: nobody is told to have laid what the other one may have."""
    state = told(table(), ("turn", {"player": "Ana"}))
    found = ways(state, *GOOD[:4])
    firsts = [frozenset(spots(way.turns[0])) for way in found]
    assert len(found) == len(set(firsts)) == 2
    assert all(players(state, way) == ["Ana", "Bo"] for way in found)


@pytest.mark.parametrize("bad", [(1, 1, "NW"), (6, 9, "NS"), (12, 12, "ES")])
@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_tile_against_the_rules_was_likeliest_the_last(
    bad: tuple[int, int, str], number: int
) -> None:
    """Whoever laid the others did nothing wrong; had it come before, play went on over it."""
    best, *rest = ways(table(), *GOOD[:number], bad)
    assert [bool(said.broken) for said in best.said] == [False] * (len(best.said) - 1) + [True]
    assert bad[:2] in spots(best.turns[-1])
    assert all(way.over > best.over or way.said[-1].broken for way in rest)


def test_5_7_two_exchanges_right_only_together_are_one_turn() -> None:
    """Other tiles between and around them in the order of the board."""
    state = table((8, 5, "NS"), (8, 6, "NS"))
    for way in ways(state, GOOD[0], (8, 5, "NS+ES"), (8, 6, "NS+NW"), GOOD[3]):
        assert not way.broken
        assert {(8, 5), (8, 6)} in [spots(turn) for turn in way.turns]


@pytest.mark.parametrize("where", [(8, 2, "EW"), (7, 9, "EW")])
def test_5_8_of_several_turns_the_last_forgot_its_sign(where: tuple[int, int, str]) -> None:
    """Had it been an earlier one, playing on would have been a foul."""
    for way in ways(table(), *GOOD[1:4], where):
        assert not way.broken
        assert [getattr(turn, "lacking", None) for turn in way.turns] == [(), (Spot(*where[:2]),)]


@pytest.mark.parametrize("sign", [(6, 8), (7, 9)])
def test_5_8_the_tile_with_the_sign_came_first_though_turns_lie_between(
    sign: tuple[int, int],
) -> None:
    """Both lie beside one location; where the sign stands is no fault."""
    tiles = [(6, 8, "NS"), (7, 9, "EW")]
    for way in ways(table(), tiles[0], (7, 2, "NS"), GOOD[1], tiles[1], signs=[sign]):
        assert not way.broken
        assert not any(turn.lacking or turn.signs for turn in way.turns if isinstance(turn, Lay))


def test_5_8_of_two_tiles_beside_a_location_without_sign_either_was_first() -> None:
    """So the sign may belong on either."""
    found = ways(table(), (6, 8, "NS"), (7, 9, "EW"))
    lacking = {spot for way in found for turn in way.turns for spot in turn.lacking}
    assert lacking == {Spot(6, 8), Spot(7, 9)}


def test_5_3_a_tile_that_ends_a_half_turn_may_stand_before_a_pair_of_the_next_hand() -> None:
    """Ana's second tile, then Bo's two exchanges that are right only together: neither of them can
    have been Ana's."""
    base = with_board(dealt(), (8, 5, "NS"), (8, 6, "NS"))
    state = GAME.force(base, lay((3, 9, "NS")), house())
    hands = [("Ana", ["T1"] * 4), ("Bo", ["T4", "T4", "T1", "T2", "T2"])]
    state = told(state, *(("hand", {"player": name, "tiles": tiles}) for name, tiles in hands))
    for way in ways(state, (8, 5, "NS+ES"), (8, 6, "NS+NW"), GOOD[3]):
        assert not way.broken
        assert [spots(turn) for turn in way.turns] == [{(10, 10)}, {(8, 5), (8, 6)}]


def test_5_3_a_third_tile_is_a_foul_where_the_hands_show_whose_it_is() -> None:
    """Bo holds none of the three, Ana all of them; where Bo may hold one, nobody is accused."""
    hand = ("hand", {"player": "Ana", "tiles": ["T1"] * 5})
    tiles = [(3, 9, "NS"), (6, 3, "NS"), (10, 10, "EW")]
    state = told(dealt(), hand, ("hand", {"player": "Bo", "tiles": ["T2"] * 5}))
    (way,) = ways(state, *tiles)
    (turn,) = way.turns
    assert codes(judged(state, turn)) == ["too-many-tiles"]
    shared = told(dealt(), hand, ("hand", {"player": "Bo", "tiles": ["T1"] * 5}))
    assert not any(way.broken for way in ways(shared, *tiles))


@pytest.mark.parametrize("lines", [True, False])
def test_two_trams_in_one_picture_go_in_the_order_that_is_right(lines: bool) -> None:
    """Line 4 two spaces, then line 2 three: the other way round the three were too far."""
    state = trams(lines=lines)
    (way,) = ways(state, *TRACK, **moved(t4=(2, 8), t2=(7, 9)))
    assert [turn.line for turn in way.turns if isinstance(turn, Drive)] == [4, 2]
    assert players(state, way) == ["Ana", "Bo"]


def test_two_trams_whose_order_is_free_follow_the_turn() -> None:
    """The order against it is kept, as less likely."""
    best, other = ways(trams(lines=True), *TRACK, **moved(t4=(2, 8), t2=(7, 10)))
    assert [turn.line for turn in best.turns if isinstance(turn, Drive)] == [4, 2]
    assert (best.early, other.early > 0, other.broken) == (0, True, 0)


def test_a_tram_may_have_had_two_turns_with_another_between() -> None:
    """Four spaces are too far for one turn, two and two are not: both are told, the foul as likely
    as not; with no turn between, nothing excuses it."""
    state = trams(lines=True)
    known = GAME.position(state)
    made = Sequences(state, Readings.of(house()))
    both = changes(known, position(*TRACK, **moved(t4=(2, 10), t2=(7, 10))))  # type: ignore[arg-type]
    assert all(way.broken for way in orders(made, both))
    assert {tuple(t.line for t in way.turns) for way in again(made, both)} == {(4, 2, 4)}  # type: ignore[union-attr]
    alone = changes(known, position(*TRACK, **moved(t4=(2, 10), t2=(7, 12))))  # type: ignore[arg-type]
    assert again(made, alone) == []


@pytest.mark.parametrize("lines", [True, False])
def test_5_10_tiles_after_a_tram_was_put_on_its_terminus_are_the_next_players(lines: bool) -> None:
    """Ana waits, Bo lays; that Ana laid them must be told."""
    state = GAME.resume(position(*TRACK, signs=SIGNS), ("Ana", "Bo"), house())
    state = told(state, ("turn", {"player": "Ana"}))
    if lines:
        state = told(state, ("line", {"player": "Ana", "line": 4}))
    state = GAME.apply(state, drive(4, None, (0, 6)), house())
    tiles = [(3, 2, "NS"), (3, 3, "NS")]
    (way,) = ways(state, *TRACK, *tiles, **moved(t4=(0, 6)))
    assert players(state, way) == ["Bo"]
    assert GAME.to_move(way.game) == "Ana"
    his = lay(*tiles, player="Ana")
    assert codes(judged(state, his)) == ["laid-while-travelling"]


def test_equal_acts_are_equally_likely_whatever_their_order() -> None:
    """The referee keeps of them what breaks the fewest rules."""
    state = told(table(), ("turn", {"player": "Ana"}))
    found = list(GAME.explanations(state, picture(position(*GOOD[:4])), house()))
    whole = [one for one in found if len(one.acts.laid) == 4]  # type: ignore[union-attr]
    assert len(whole) == 2
    assert len({one.acts for one in whole}) == len({one.log_prior for one in whole}) == 1


def test_a_turn_that_somebody_called_over_passes_on() -> None:
    """After one tile, and after a tram that waits; any other was over already."""
    begun = GAME.apply(dealt(), lay((8, 5, "EW")), house())
    assert GAME.to_move(GAME.ended(begun, "Ana")) == "Bo"
    assert GAME.ended(begun, "Bo") == begun
    assert GAME.ended(dealt(), None) == dealt()
    assert GAME.ended(GAME.apply(table(), lay((8, 5, "EW")), house()), None).half == ()


def test_a_foul_brings_no_duty() -> None:
    """The sign of a tile that must be taken back is not asked for."""
    verdict = judged(dealt(), lay((1, 7, "NS"), (1, 9, "NE")))
    assert codes(verdict)
    assert verdict.required == verdict.rewards == ()


def test_player_of_names_who_made_a_turn() -> None:
    """Who was told, the owner of a tram, the player who passes; nobody where nobody is named."""
    state = trams(lines=True)
    named = [
        GAME.player_of(state, turn, house())
        for turn in (
            lay((3, 2, "NS")),
            lay((3, 2, "NS"), player="Bo"),
            drive(2, (7, 12), (7, 11)),
            Pass("Bo"),
            Pass(),
        )
    ]
    assert named == ["Ana", "Bo", "Bo", "Bo", "Ana"]
    assert GAME.player_of(table(), drive(4, None, (0, 6)), house()) is None


def test_player_of_a_tile_that_only_the_next_hand_can_have_given() -> None:
    """Ana's turn was cut short: it is Bo's."""
    hands = [("Ana", ["T1"] * 4), ("Bo", ["T10"] * 5)]
    begun = GAME.force(dealt(), lay((8, 5, "EW")), house())
    state = told(begun, *(("hand", {"player": name, "tiles": tiles}) for name, tiles in hands))
    assert GAME.player_of(state, lay((9, 9, "NS+EW")), house()) == "Bo"


#: The nats by which the referee holds a change of mind to be less likely than another turn.
CHANGED = -1.5


@pytest.mark.parametrize(
    "instead",
    [
        [(3, 9, "NS"), (10, 6, "EW")],
        [(3, 9, "EW"), (10, 10, "EW")],
        [(3, 9, "NS")],
    ],
)
def test_a_change_of_mind_is_one_plain_turn_from_the_table_before(
    instead: list[tuple[int, int, str]],
) -> None:
    """A tile laid elsewhere or put back; what is told upon the turn itself is less likely by more
    than the change costs. A tile turned on its cell is as likely a foul: the players are asked."""
    base = [(8, 5, "EW"), (8, 6, "EW")]
    before = told(table(*base), ("turn", {"player": "Ana"}))
    after = GAME.apply(before, lay((3, 9, "NS"), (10, 10, "EW")), house())
    seen = picture(position(*base, *instead))
    plain = max(GAME.explanations(before, seen, house()), key=lambda one: _fit(one, instead))
    assert [spots(turn) for turn in plain.turns] == [{one[:2] for one in instead}]
    found = GAME.explanations(after, seen, house())
    differ = dict(GAME.position(after).items() ^ position(*base, *instead).items())
    upon = [one for one in found if len(one.acts.laid) + len(one.acts.bare) == len(differ)]  # type: ignore[union-attr]
    fouls = [sum(_fouls(after, one)) for one in upon]
    least = max(one.log_prior - foul for one, foul in zip(upon, fouls, strict=True))
    turned = len(instead) == 2 and instead[1][:2] == (10, 10)
    assert plain.log_prior + CHANGED > least + (-1.0 if turned else 1.5)


def _fit(one: Explanation[Turn], tiles: list[tuple[int, int, str]]) -> float:
    laid = {laid for turn in one.turns if isinstance(turn, Lay) for laid in turn.tiles}
    return len(laid & set(lay(*tiles).tiles)) + one.log_prior / 100


def _fouls(state: Linie1State, one: Explanation[Turn]) -> list[bool]:
    return [bool(GAME.judge(state, turn, house()).violations) for turn in one.turns]


@pytest.mark.parametrize(
    ("first", "second", "gone", "stays"),
    [
        (GOOD[:1], GOOD[1:2], GOOD[:2], None),
        (GOOD[:2], GOOD[2:4], [GOOD[0], GOOD[2]], [GOOD[1], GOOD[3]]),
        (GOOD[:2], GOOD[2:3], GOOD[1:3], GOOD[:1]),
    ],
    ids=["both alone", "one of each pair", "two of three"],
)
def test_two_lays_of_a_picture_may_have_been_divided_otherwise(
    first: list[tuple[int, int, str]],
    second: list[tuple[int, int, str]],
    gone: list[tuple[int, int, str]],
    stays: list[tuple[int, int, str]] | None,
) -> None:
    """What is gone was one turn, what is left the other."""
    spots = {Spot(row, col) for row, col, _ in gone}
    left = None if stays is None else lay(*stays)
    assert GAME.divided(lay(*first), lay(*second), spots) == (left,)


def test_no_more_tiles_than_a_turn_has_were_one() -> None:
    """One tile gone, or three, tell nothing of how others were laid together."""
    for count in (0, 1, 3, 4):
        spots = {Spot(row, col) for row, col, _ in GOOD[:count]}
        assert GAME.divided(lay(*GOOD[:2]), lay(*GOOD[2:4]), spots) is None
