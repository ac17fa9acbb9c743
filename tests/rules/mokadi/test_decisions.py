"""The decisions of the rule document, M1 to M20: each as a fact, with its alternative."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.errors import ArbitableError, IllegalTurn
from rules.core.verdict import Ruling
from rules.games.mokadi.game import GAME
from rules.games.mokadi.moves import (
    Concede,
    Fall,
    Fallen,
    LayStick,
    Pass,
    Remove,
    Share,
    Shift,
)
from rules.games.mokadi.state import MokadiState, Phase
from rules.games.mokadi.stock import NOTHING, Stock
from tests.rules.mokadi.tables import (
    BLACK,
    WHITE,
    after,
    all_laid,
    contact,
    ends,
    fall,
    house,
    judged,
    laid,
    on,
    opened,
    pad,
    pile,
    start,
    stick,
)
from tests.rules.said import codes, remarks

# M1, M2: shares and first rounds ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "sticks", "pads", "spare"),
    [("AB", (9, 9), 2, 0), ("ABC", (6, 6), 1, 2), ("ABCD", (5, 4), 1, 0)],
)
def test_m01_shares(players: str, sticks: tuple[int, int], pads: int, spare: int) -> None:
    """By the number of players; of three the two spare pads belong to nobody."""
    state = start(*players)
    assert state.stocks[0] == Stock(pile(pads, pads), pile(*sticks))
    assert state.spare.total == spare


def test_m01_of_four_players_two_have_five_white_and_two_five_black() -> None:
    """In turn by default; by lot nobody knows until somebody says."""
    four = start(*"ABCD")
    assert [stock.sticks for stock in four.stocks] == [pile(5, 4), pile(4, 5)] * 2
    assert {stock.sticks for stock in start(*"ABCD", five="lot").stocks} == {None}


def test_m01_spare_pads_come_first_and_are_nobodys_turn() -> None:
    """One of each colour, then the first player begins with his own."""
    state = start(*"ABC")
    assert GAME.to_move(state) is None
    state = after(state, pad(WHITE, 0, 0))
    again = judged(state, pad(WHITE, 0.75, 0))
    assert (again.ruling, remarks(again)) == (Ruling.ASK, ["no-such-piece"])
    state = after(state, pad(BLACK, 0.75, 0))
    assert (GAME.to_move(state), state.stocks[0].pads) == ("A", pile(1, 1))


@pytest.mark.parametrize("players", [("A",), tuple("ABCDE"), ("A", "A")])
def test_m01_who_cannot_play(players: tuple[str, ...]) -> None:
    """Mokadi is for two to four players with names of their own."""
    with pytest.raises(ArbitableError):
        start(*players)


def test_m01_a_piece_the_player_has_not_is_asked_about() -> None:
    """With three at the table it may be anybody's; the count may be wrong."""
    state = opened(*"ABC")
    mover = GAME.to_move(state)
    state = state.with_stock(str(mover), Stock(NOTHING, pile(0, 6)))
    verdict = judged(state, stick(WHITE, "P2 P4"))
    assert (verdict.ruling, remarks(verdict)) == (Ruling.ASK, ["no-such-piece"])


@pytest.mark.parametrize(("players", "rounds"), [("AB", 2), ("ABC", 1), ("ABCD", 1)])
def test_m02_first_rounds_lay_pads(players: str, rounds: int) -> None:
    """Two players for two rounds, others for one; a stick is a foul until then."""
    state, lays = start(*players), [(0, 0), (0.7, 0), (0, 0.7), (0.7, 0.7), (1.2, 0.3)]
    total = rounds * len(players) + state.spare.total
    for number, (x, y) in enumerate(lays[:total]):
        assert "not-a-pad-yet" in codes(judged(state, stick(WHITE, "P1 P2")))
        state = after(state, pad((WHITE, BLACK)[number % 4 in {1, 2}], x, y))
    assert state.phase is Phase.BUILDING


def test_m02_any_of_his_pads() -> None:
    """Either colour opens, and the same colour may follow."""
    assert judged(start(), pad(BLACK, 0, 0)).legal
    assert judged(after(start(), pad(BLACK, 0, 0)), pad(BLACK, 0.75, 0)).legal


def test_m02_near_the_first_pad_alone() -> None:
    """Enough in the first rounds where the table reads it so, and never later."""
    state = after(start(), pad(WHITE, 0, 0), pad(BLACK, 1, 0))
    far = pad(WHITE, -0.75, 0)
    (foul,) = judged(state, far).violations
    assert (foul.code, foul.reading) == ("pad-distance", "first_round=two")
    assert judged(state, far, first_round="first_pad").legal
    building = replace(state, phase=Phase.BUILDING)
    assert codes(judged(building, far, first_round="first_pad")) == ["pad-distance"]
    resumed = GAME.resume(GAME.position(state), ("A", "B"), house())
    assert remarks(judged(resumed, far, first_round="first_pad")) == ["measure"]


# M3: distances ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "legal"),
    [
        (0.4, False),
        (0.47, False),
        (0.475, True),
        (0.5, True),
        (1.0, True),
        (1.05, True),
        (1.06, False),
    ],
)
def test_m03_half_a_stick_to_one_give_or_take_five_per_cent(x: float, legal: bool) -> None:
    """Middle to middle, from the only pad that lies."""
    verdict = judged(after(start(), pad(WHITE, 0, 0)), pad(BLACK, x, 0))
    assert verdict.legal is legal
    assert codes(verdict) == ([] if legal else ["pad-distance"])


def test_m03_two_pads_must_be_in_range_once_two_lie() -> None:
    """In range of one only, or of none."""
    state = replace(after(start(), pad(WHITE, 0, 0), pad(BLACK, 1, 0)), phase=Phase.BUILDING)
    assert judged(state, pad(WHITE, 0.5, 0.5)).legal
    for at, case in (((-0.75, 0), "one"), ((3, 3), "alone")):
        (foul,) = judged(state, pad(WHITE, *at)).violations
        assert dict(foul.params)["case"] == case


def test_m03_not_nearer_than_half_a_stick_to_a_third() -> None:
    """Unless the table leaves other pads out of account."""
    state = opened()
    close = pad(BLACK, 0.9, -0.3)
    (foul,) = judged(state, close).violations
    assert dict(foul.params)["case"] == "close"
    assert foul.reading == "third_pad=kept_off"
    assert judged(state, close, third_pad="free").legal


def test_m03_edge_to_edge_the_unknown_width_of_pads_is_asked_about() -> None:
    """A pad is 5 to 20 per cent of a stick wide: what that decides is a question."""
    state = after(start(), pad(WHITE, 0, 0))
    verdicts = [
        judged(state, pad(BLACK, x, 0), pad_distance="edge") for x in (0.5, 0.6, 0.8, 1.2, 1.3)
    ]
    assert [v.ruling.value for v in verdicts] == ["illegal", "ask", "legal", "ask", "illegal"]


def test_m03_a_doubtful_measure_is_a_question() -> None:
    """Two standard deviations to either side."""
    state = after(start(), pad(WHITE, 0, 0))
    assert remarks(judged(state, pad(BLACK, 1.06, 0, sigma=0.01))) == ["measure"]
    assert codes(judged(state, pad(BLACK, 1.2, 0, sigma=0.01))) == ["pad-distance"]
    square = opened()
    assert remarks(judged(square, pad(WHITE, 0.7, -0.47, sigma=0.01))) == ["measure"]


# M4: one piece a turn --------------------------------------------------------------------------


def test_m04_one_piece_a_turn() -> None:
    """Who has just played waits; seen by his hand, or by pieces that only he can have."""
    state = after(start(), pad(WHITE, 0, 0))
    assert codes(judged(state, pad(BLACK, 0.75, 0, player="A"))) == ["two-moves"]
    state = opened()
    assert state.last == "B"
    bare = state.with_stock("A", Stock(NOTHING, pile(0, 3)))
    assert codes(judged(bare, stick(WHITE, "P2 P4"))) == ["two-moves"]
    assert codes(judged(bare, pad(WHITE, 0.5, -0.5))) == ["two-moves"]


def test_m04_a_player_out_of_turn_is_asked_about() -> None:
    """The count may be wrong; so may a stranger's name, or one who is out."""
    state = opened(*"ABC")
    mover = GAME.to_move(state)
    third = next(p for p in "ABC" if p not in {mover, state.last})
    for player, remark in ((third, "out-of-turn"), ("Z", "unknown-player")):
        assert remarks(judged(state, stick(WHITE, "P2 P4", player=player))) == [remark]
    gone = GAME.force(state, Concede("C"), house())
    assert remarks(judged(gone, stick(WHITE, "P2 P4", player="C"))) == ["out-of-turn"]


def test_m04_nobody_passes() -> None:
    """A pass is answered with the rule; conceding is the way out."""
    verdict = judged(opened(), Pass())
    assert (verdict.ruling, remarks(verdict)) == (Ruling.ASK, ["must-play"])


# M5, M6: what a stick rests on -----------------------------------------------------------------


@pytest.mark.parametrize("contacts", ["P2 P4", "P2 S1", "S1 S2", "P2 S1 S2"])
def test_m05_two_pads_pad_and_stick_or_two_sticks(contacts: str) -> None:
    """Fig. 2 to 4, and more than two."""
    state = laid(opened(), (BLACK, "P1 P3"), (BLACK, "P1 S9"))
    assert judged(state, stick(WHITE, contacts)).legal


def test_m05_supporting_sticks_may_each_carry_others() -> None:
    """But under the literal reading two sticks that carry a third may carry nothing else."""
    state = laid(opened(), (BLACK, "P1 P3"), (BLACK, "P1 S9"), (WHITE, "P2 S1"))
    turn = stick(WHITE, "S1 S2")
    assert judged(state, turn).legal
    (foul,) = judged(state, turn, stick_supports="literal").violations
    assert (foul.code, foul.reading) == ("same-supports", "stick_supports=literal")
    with_pad = stick(WHITE, "S1 S2 P4")
    assert judged(state, with_pad, stick_supports="literal").legal
    unsure = laid(opened(), (BLACK, "P1 P3"), (BLACK, "P1 S9"), (WHITE, "P2 S1~0.5"))
    assert remarks(judged(unsure, turn, stick_supports="literal")) == ["look-carrying"]


def test_m06_at_least_two_contacts() -> None:
    """One support, none, and the same one twice; two that are not sure are asked about."""
    state = laid(opened(), (BLACK, "P1 P3"))
    for contacts in ("P2", "", "S1 S1", "P2 P4~0.05"):
        assert codes(judged(state, stick(WHITE, contacts))) == ["one-support"], contacts
    verdict = judged(state, stick(WHITE, "P2 P4~0.6"))
    assert (verdict.ruling, remarks(verdict)) == (Ruling.ASK, ["look-support"])


def test_m06_every_contact_is_of_the_opposite_colour() -> None:
    """Each wrong one is named; where two good ones are enough the rest does not matter."""
    state = laid(opened(), (BLACK, "P1 P3"))
    assert codes(judged(opened(), stick(WHITE, "P1 P3"))) == ["wrong-colour"] * 2
    three = stick(WHITE, "P2 P4 P1")
    (foul,) = judged(state, three).violations
    assert (foul.code, foul.reading) == ("wrong-colour", "contacts=all")
    assert judged(state, three, contacts="two_good").legal
    (foul,) = judged(state, stick(WHITE, "P1 P2"), contacts="two_good").violations
    assert foul.reading is None


def test_m06_only_coloured_ends_support() -> None:
    """Plain wood does not, whatever the colour of its ends; an unclear place is asked about."""
    state = laid(opened(), (BLACK, "P1 P3"))
    (foul,) = judged(state, stick(WHITE, "P2 S1:plain")).violations
    assert (foul.code, dict(foul.params)["case"]) == ("wrong-colour", "plain")
    assert remarks(judged(state, stick(WHITE, "P2 S1:unclear"))) == ["look-contact"]


def test_m06_a_doubtful_wrong_contact_is_a_question() -> None:
    """Not a foul; nor is a piece nobody knows, or contacts nobody saw."""
    state = opened()
    for turn in (stick(WHITE, "P2 P4 P1~0.4"), stick(WHITE, "P2 P4 S8")):
        verdict = judged(state, turn)
        assert (verdict.ruling, remarks(verdict)) == (Ruling.ASK, ["look-contact"])
    assert remarks(judged(state, LayStick(WHITE, None))) == ["look-rest"]


def test_m06_any_part_of_the_underside_may_touch() -> None:
    """The stick may lie with its middle or its end on a support, as long as it passes there."""
    state = opened()
    for line in (ends(0.7, -0.1, 0.7, 0.9), ends(0.7, 0, 0.7, 1.0)):
        assert judged(state, stick(WHITE, "P2 P4", ends=line)).legal
    inner = GAME.force(state, stick(BLACK, "P1 P3", ends=ends(0, -0.1, 0, 0.9)), house())
    over_its_end = stick(WHITE, "S1 P2", ends=ends(-0.2, 0.15, 0.75, 0.0))
    assert judged(inner, over_its_end).legal
    away = stick(WHITE, "P2 P4", ends=ends(0, 0, 0, 1))
    assert remarks(judged(state, away)) == ["look-reach"]
    state = GAME.force(state, pad(BLACK, 0.7, 1.8), house())
    assert remarks(judged(state, stick(WHITE, "P2 P5"))) == ["look-reach"]


# M7 to M10 -------------------------------------------------------------------------------------


def test_m07_coloured_ends_up() -> None:
    """Only advice; where the table calls it a foul it must be surely seen, and doubt is asked
    about. Not seeing is neither."""
    state = opened()
    advised = judged(state, stick(WHITE, "P2 P4", ends_down=1.0))
    assert advised.legal
    assert remarks(advised) == ["ends-down"]
    (foul,) = judged(state, stick(WHITE, "P2 P4", ends_down=1.0), ends_down="foul").violations
    assert (foul.code, foul.reading) == ("ends-down", "ends_down=foul")
    doubtful = judged(state, stick(WHITE, "P2 P4", ends_down=0.5), ends_down="foul")
    assert remarks(doubtful) == ["look-ends"]
    assert judged(state, stick(WHITE, "P2 P4"), ends_down="foul").remarks == ()


def test_m08_not_the_same_supports_as_another_stick() -> None:
    """Order does not count; one support more makes another set, unless two shared are too many."""
    state = laid(opened(), (WHITE, "P2 P4"), (BLACK, "P1 P3"))
    assert codes(judged(state, stick(WHITE, "P4 P2"))) == ["same-supports"]
    more = stick(WHITE, "P2 P4 S2")
    assert judged(state, more).legal
    (foul,) = judged(state, more, same_supports="two_shared").violations
    assert (foul.code, foul.reading) == ("same-supports", "same_supports=two_shared")


def test_m08_doubtful_contacts_of_either_stick_make_it_a_question() -> None:
    """Contacts nobody looked at make neither a foul nor a question."""
    state = laid(opened(), (WHITE, "P2 P4~0.5"))
    assert remarks(judged(state, stick(WHITE, "P2 P4"))) == ["look-same"]
    unseen = replace(state, sticks=(replace(state.sticks[0], contacts=None),))
    assert judged(unseen, stick(WHITE, "P2 P4")).legal


def test_m09_pushed_sticks_are_no_foul_and_lie_elsewhere_afterwards() -> None:
    """The state takes over where and on what they lie now."""
    state = laid(opened(), (BLACK, "P1 P3"))
    shift = Shift(1, ends(0.1, 0, 0.1, 1), on("P1 P3~0.5"))
    state = after(state, stick(WHITE, "P2 P4", shifts=(shift,)))
    assert (state.sticks[0].ends, state.sticks[0].contacts) == (shift.ends, shift.contacts)
    assert state.sticks[1].number == 2


def test_m10_only_the_played_stick_is_judged() -> None:
    """Others may have shifted onto their own colour, or onto the same supports as each other."""
    state = laid(opened(), (BLACK, "P2 P4"), (BLACK, "P2 P4"), (WHITE, "S9:plain"))
    assert judged(state, stick(WHITE, "P2 P4 S1")).legal
    assert GAME.audit(GAME.position(state), house()) == ()


# M11 to M13: falls -----------------------------------------------------------------------------


def test_m11_the_own_stick_may_be_tried_again() -> None:
    """Without limit; or for sixty seconds; or not at all."""
    state, slip = opened(), Fall(own=True, seconds=75.0)
    verdict = judged(state, slip)
    assert verdict.legal
    assert remarks(verdict) == ["try-again"]
    assert after(state, slip).mover == state.mover
    for retries, seconds, over in (
        ("one_try", None, True),
        ("sixty_seconds", 75.0, True),
        ("sixty_seconds", 20.0, False),
        ("sixty_seconds", None, False),
    ):
        turn = Fall(own=True, seconds=seconds)
        moved = after(state, turn, retries=retries).mover != state.mover
        assert moved is over, (retries, seconds)
        said = remarks(judged(state, turn, retries=retries))
        assert said == ["turn-over" if over else "try-again"]


def test_m12_a_placed_stick_that_falls_puts_the_player_out() -> None:
    """His by default until the next player touches something."""
    state = after(laid(opened(*"ABC"), (BLACK, "P1 P3")), stick(WHITE, "P2 P4"))
    last, mover = state.last, state.mover
    for touched, who in ((False, last), (True, mover)):
        verdict = judged(state, fall(1, touched=touched))
        (foul,) = verdict.violations
        assert (foul.code, dict(foul.params)["player"]) == ("fall", who)
        assert [duty.kind for duty in verdict.required] == ["share"]
        gone = GAME.force(state, fall(1, touched=touched), house())
        assert gone.out == (who,)
        assert [s.number for s in gone.sticks] == [2]
        assert gone.mover not in {who, None}
        with pytest.raises(IllegalTurn):
            GAME.apply(state, fall(1, touched=touched), house())


def test_m12_whose_fall_it_was_is_asked_where_nobody_saw_it() -> None:
    """Until somebody says; then it counts."""
    state = after(laid(opened(), (BLACK, "P1 P3")), stick(WHITE, "P2 P4"))
    verdict = judged(state, fall(1))
    assert (verdict.ruling, remarks(verdict)) == (Ruling.ASK, ["look-guilt"])
    assert codes(judged(state, fall(1, player="A"))) == ["fall"]
    assert remarks(judged(state, fall(1, player="Z"))) == ["look-guilt"]
    unknown = GAME.force(state, fall(1), house())
    assert (unknown.out, unknown.mover, unknown.aside) == ((), None, None)
    assert {stock.sticks for stock in unknown.stocks} == {None}


@pytest.mark.parametrize(("calm_s", "own"), [(1.0, True), (3.0, False), (None, None)])
def test_m12_three_seconds_of_calm(calm_s: float | None, own: bool | None) -> None:
    """Where the table plays by the clock, touching does not matter."""
    state = after(laid(opened(), (BLACK, "P1 P3")), stick(WHITE, "P2 P4"))
    verdict = judged(state, fall(1, calm_s=calm_s, touched=False), fall_guilt="calm")
    if own is None:
        assert remarks(verdict) == ["look-guilt"]
    else:
        who = state.last if own else state.mover
        assert dict(verdict.violations[0].params)["player"] == who


def test_m12_a_stick_that_may_hang_is_a_question() -> None:
    """One for sure and one perhaps: the sure one is a foul, the other to be looked at."""
    state = laid(opened(), (BLACK, "P1 P3"), (WHITE, "P2 P4"))
    perhaps = Fall((Fallen(2, 0.5),), player="A")
    assert (judged(state, perhaps).ruling, remarks(judged(state, perhaps))) == (
        Ruling.ASK,
        ["look-fall"],
    )
    both = Fall((Fallen(1), Fallen(2, 0.5)), player="A")
    assert (codes(judged(state, both)), remarks(judged(state, both))) == (["fall"], ["look-fall"])
    assert remarks(judged(state, fall(7, player="A"))) == ["unknown-piece"]
    assert remarks(judged(state, Fall())) == ["unknown-piece"]


def test_m12_without_players_a_fall_is_still_a_fall() -> None:
    """Nobody is named, nobody is out."""
    state = GAME.resume(GAME.position(laid(opened(), (BLACK, "P1 P3"))), (), house())
    assert codes(judged(state, fall(1))) == ["fall"]
    assert GAME.force(state, fall(1), house()).sticks == ()


def test_m12_what_lay_on_a_fallen_stick_has_settled_somehow() -> None:
    """Its other contacts are not sure any more, so they make questions, not fouls."""
    state = laid(opened(*"ABC"), (BLACK, "P1 P3"), (WHITE, "P2 P4 S1"))
    state = GAME.force(state, fall(1, player="A"), house())
    assert state.sticks[0].contacts == on("P2~0.5 P4~0.5")
    assert remarks(judged(state, stick(WHITE, "P2 P4"))) == ["look-same"]


def test_m13_knocked_pads_are_put_back() -> None:
    """No penalty, unless the table counts them as a fall."""
    state, knock = opened(), Fall(pads=(2,), player="A")
    verdict = judged(state, knock)
    assert verdict.legal
    assert [duty.kind for duty in verdict.required] == ["put-back"]
    assert after(state, knock) == state
    (foul,) = judged(state, knock, pad_knocked="fall").violations
    assert (foul.code, foul.reading) == ("fall", "pad_knocked=fall")
    assert GAME.force(state, knock, house(pad_knocked="fall")).out == ("A",)
    assert remarks(judged(state, Fall(pads=(9,)))) == ["unknown-piece"]


# M14 to M16: out, sharing out ------------------------------------------------------------------


def blocked(*players: str, **pads: int) -> MokadiState:
    """The player on turn has only black sticks left, and no two white pads are in reach."""
    state = opened(*players)
    stuck = state.with_stock(str(state.mover), Stock(pile(**pads), pile(0, 1)))
    return replace(stuck, pads=stuck.pads[:2])


def test_m14_who_is_blocked_concedes_and_his_sticks_are_shared() -> None:
    """A pad that he could still lay does not hold him."""
    state = blocked(*"ABC", black=1)
    mover = str(state.mover)
    verdict = judged(state, Concede())
    assert verdict.legal
    assert [duty.kind for duty in verdict.required] == ["share"]
    gone = after(state, Concede())
    assert gone.out == (mover,)
    assert [gone.stock(p).sticks for p in gone.playing] == [pile(6, 6)] * 2
    assert (gone.aside, gone.stock(mover).empty) == (pile(0, 1), True)


def test_m14_where_a_spot_seems_free_a_concession_is_asked_about() -> None:
    """No camera can prove that he was not blocked; in the first rounds a pad always fits."""
    verdict = judged(opened(), Concede())
    assert (verdict.ruling, remarks(verdict)) == (Ruling.ASK, ["free-spot"])
    assert remarks(judged(start(), Concede())) == ["pad-first"]
    assert remarks(judged(all_laid((WHITE, "P2 P4")), Concede())) == ["free-spot"]
    assert GAME.force(opened(*"ABC"), Concede(), house()).out == (opened(*"ABC").mover,)


def test_m14_where_the_table_lets_him_pass() -> None:
    """Only if nothing seems free; he stays in."""
    assert remarks(judged(opened(), Pass(), blocked="passes")) == ["free-spot"]
    stuck = blocked()
    assert judged(stuck, Pass(), blocked="passes").legal
    assert after(stuck, Pass(), blocked="passes").mover != stuck.mover
    assert Pass() in set(GAME.legal_turns(stuck, house(blocked="passes")))


def test_m14_where_a_pad_comes_first() -> None:
    """Who has a pad and room for it is reminded; who has none may concede."""
    assert remarks(judged(blocked(black=1), Concede(), blocked="pad_first")) == ["pad-first"]
    assert judged(blocked(), Concede(), blocked="pad_first").legal
    assert Concede() in set(GAME.legal_turns(blocked(black=1), house()))


def test_m14_who_is_it() -> None:
    """Nobody known, a stranger, somebody who is out."""
    resumed = GAME.resume({}, ("A", "B"), house())
    assert remarks(judged(resumed, Concede())) == ["look-turn"]
    assert remarks(judged(resumed, Pass())) == ["look-turn"]
    assert remarks(judged(opened(), Concede("Z"))) == ["unknown-player"]
    assert GAME.force(opened(), Concede("Z"), house()) == opened()
    assert GAME.force(resumed, Pass(), house()).mover is None


def test_m15_the_same_number_of_each_colour_and_the_rest_waits() -> None:
    """Fallen and own sticks, and what was set aside before; pads are lost to the game."""
    state = laid(opened(*"ABCD"), (BLACK, "P1 P3"))
    state = state.with_stock("A", Stock(pile(1, 1), pile(3, 4)))
    before = [state.stock(p).sticks for p in "BCD"]
    state = GAME.force(state, fall(1, player="A"), house())
    each = [(state.stock(p).sticks, old) for p, old in zip("BCD", before, strict=True)]
    assert [new == old.plus(pile(1, 1)) for new, old in each] == [True] * 3
    assert state.aside == pile(0, 2)
    state = GAME.force(state, Concede("B"), house())
    given = before[0].plus(pile(1, 1)).plus(pile(0, 2))
    assert state.aside == given.shared(2)[1]
    assert state.stock("A") == Stock(NOTHING, NOTHING)


@pytest.mark.parametrize(
    ("given", "pads", "case"),
    [
        ({"A": (2, 2), "B": (2, 2)}, 0, ""),
        ({"A": (3, 3), "B": (2, 3)}, 0, "unequal"),
        ({"A": (3, 3), "B": (3, 3)}, 1, "pads"),
        ({"A": (3, 3), "B": (3, 3), "C": (0, 0)}, 0, "stranger"),
    ],
)
def test_m15_wrong_sharing(given: dict, pads: int, case: str) -> None:
    """Too few, not alike, pads, or to somebody who is out."""
    state = GAME.force(opened(*"ABC"), Concede("C"), house())
    share = Share(tuple((p, pile(*n)) for p, n in given.items()), pads)
    verdict = judged(state, share)
    assert set(codes(verdict)) == {"share-wrong"}
    assert {dict(v.params).get("case", "") for v in verdict.violations} == {case}


def test_m15_right_sharing() -> None:
    """Once; afterwards there is nothing to share. A wrong one is taken over as it was made."""
    state = GAME.force(opened(*"ABC"), Concede("C"), house())
    right = Share((("A", pile(3, 3)), ("B", pile(3, 3))))
    assert right in set(GAME.legal_turns(state, house()))
    done = after(state, right)
    assert (done.stocks, done.due) == (state.stocks, None)
    assert remarks(judged(done, right)) == ["nothing-to-share"]
    wrong = GAME.force(state, Share((("A", pile(1, 3)), ("Z", pile(1, 1)))), house())
    assert wrong.stock("A").sticks == pile(7, 9)


def test_m15_unknown_sticks_cannot_be_shared_wrong_unless_not_alike() -> None:
    """After a picture of a game in progress nobody knows how many there were."""
    resumed = GAME.resume(GAME.position(opened()), tuple("ABC"), house())
    state = GAME.force(resumed, Concede("C"), house())
    assert remarks(judged(state, Share((("A", pile(1, 1)), ("B", pile(1, 1)))))) == [
        "share-unknown"
    ]
    assert codes(judged(state, Share((("A", pile(2, 1)), ("B", pile(1, 1)))))) == ["share-wrong"]
    assert GAME.force(state, Share((("A", pile(1, 1)),)), house()).stock("A").sticks is None


def test_m16_building_colours_are_free_or_alternate() -> None:
    """Alternation excuses who has no piece of the other colour, and asks where nobody knows."""
    state = after(opened(), stick(WHITE, "P2 P4"))
    again = pad(WHITE, 0.25, -0.6)
    assert judged(state, again).legal
    (foul,) = judged(state, again, building_colours="alternate").violations
    assert (foul.code, foul.reading) == ("wrong-colour", "building_colours=alternate")
    mover = str(state.mover)
    only_white = state.with_stock(mover, Stock(pile(2, 0), pile(9, 0)))
    assert judged(only_white, again, building_colours="alternate").legal
    unknown = state.with_stock(mover, Stock())
    assert remarks(judged(unknown, again, building_colours="alternate")) == ["look-colours"]


def test_m16_an_elimination_starts_alternation_anew() -> None:
    """The next player removes whichever colour he likes."""
    state = all_laid((BLACK, "P1 P3"), (WHITE, "P2 P4"), (WHITE, "P2 S1"), players=tuple("ABC"))
    state = after(state, Remove((2,)))
    assert codes(judged(state, Remove((3,)))) == ["removed-wrong-colour"]
    state = GAME.force(state, Concede(), house())
    assert judged(state, Remove((3,))).legal


# M17 to M20: removing, starting again, winning --------------------------------------------------


def test_m17_removing_begins_when_everything_is_laid() -> None:
    """The last piece is laid; the next player removes any stick, then colours alternate."""
    state = laid(opened(), (BLACK, "P1 P3"), (WHITE, "P2 S1"))
    state = state.with_stock("A", Stock(NOTHING, pile(1))).with_stock("B", Stock(NOTHING, NOTHING))
    early = judged(state, Remove((1,)))
    assert (early.ruling, remarks(early)) == (Ruling.ASK, ["building-now"])
    state = after(state, stick(WHITE, "P2 P4"))
    assert (state.phase, state.colour) == (Phase.REMOVING, None)
    late = judged(state, pad(WHITE, 0.25, -0.6))
    assert "removing-now" in remarks(late)
    assert {codes(judged(state, Remove((n,))))[:1] == [] for n in (1, 2, 3)} == {True}
    state = after(state, Remove((2,)))
    assert codes(judged(state, Remove((3,)))) == ["removed-wrong-colour"]
    assert judged(state, Remove((1,))).legal
    assert state.stock("B").sticks == pile(1)


def test_m17_free_choice_when_the_needed_colour_is_gone() -> None:
    """Only whites are left after a white one."""
    state = after(all_laid((WHITE, "P2 P4"), (WHITE, "P2 S1")), Remove((1,)))
    assert judged(state, Remove((2,))).legal


def test_m17_one_stick_a_turn() -> None:
    """Two at once, and one after the other by the same player; unknown sticks are asked about."""
    state = all_laid((WHITE, "P2 P4"), (BLACK, "P1 P3"), (BLACK, "P1 S9"))
    assert codes(judged(state, Remove((1, 2)))) == ["removed-two"]
    state = after(state, Remove((1,)))
    assert codes(judged(state, Remove((2,), player=state.last))) == ["two-moves"]
    assert remarks(judged(state, Remove((9,)))) == ["unknown-piece"]
    assert remarks(judged(state, Remove(()))) == ["unknown-piece"]
    assert codes(judged(after(state, Remove((2,))), Remove((3,), player="Z"))) == []


def test_m17_what_lay_on_a_removed_stick_has_settled_somehow() -> None:
    """Pads stay in place."""
    state = after(all_laid((BLACK, "P1 P3"), (WHITE, "P2 S1")), Remove((1,)))
    assert state.sticks[0].contacts == (contact("P2~0.5"),)
    assert len(state.pads) == 4


def test_m18_a_stick_that_slips_is_removed() -> None:
    """Unless the table counts it as a fall."""
    state = all_laid((WHITE, "P2 P4"), (BLACK, "P1 P3"), players=tuple("ABC"))
    slip = Remove((1,), dropped=True)
    assert after(state, slip).stock(str(state.mover)).sticks == pile(1)
    verdict = judged(state, slip, dropped="fall")
    (foul,) = verdict.violations
    assert (foul.code, foul.reading) == ("fall", "dropped=fall")
    assert [duty.kind for duty in verdict.required] == ["share"]
    assert GAME.force(state, slip, house(dropped="fall")).out == (state.mover,)


def test_m19_all_removed_building_starts_again() -> None:
    """On the same pads, everybody with what he removed, the next player in order."""
    state = all_laid((WHITE, "P2 P4"), (BLACK, "P1 P3"))
    state = after(state, Remove((1,)), Remove((2,)))
    assert (state.phase, len(state.pads), state.colour) == (Phase.BUILDING, 4, None)
    stocks = [stock.sticks for stock in state.stocks]
    assert sorted(s.total for s in stocks if s) == [1, 1]
    assert state.mover == "A"
    colour = WHITE if stocks[0] == pile(1) else BLACK
    assert judged(state, stick(colour, "P2 P4" if colour == WHITE else "P1 P3")).legal


def test_m19_who_has_nothing_to_lay_is_passed_over() -> None:
    """After an uneven round; the others go on."""
    state = opened(*"ABC")
    bare = state.with_stock(str(state.mover), Stock(NOTHING, NOTHING))
    assert bare.mover not in {state.mover, None}


def test_m20_the_last_player_in_has_won() -> None:
    """Ranked by who stayed in longer; nobody is put out of a game for one."""
    state = opened(*"ABC")
    assert GAME.outcome(state, house()) is None
    state = GAME.force(GAME.force(state, Concede("C"), house()), Concede("A"), house())
    outcome = GAME.outcome(state, house())
    assert outcome is not None
    assert (outcome.winners, outcome.ranking) == (("B",), (("B",), ("A",), ("C",)))
    assert list(GAME.legal_turns(state, house())) == []
    assert GAME.force(state, Concede("B"), house()).playing == ("B",)


def test_m20_after_the_end_nothing_is_a_turn() -> None:
    """Neither a fall nor a stick that is taken off or laid."""
    state = GAME.force(laid(opened(), (WHITE, "P2 P4")), Concede("A"), house())
    for turn in (fall(1, player="B"), Remove((1,)), stick(BLACK, "P1 P3"), Concede()):
        verdict = judged(state, turn)
        assert (verdict.ruling, remarks(verdict)) == (Ruling.ASK, ["game-over"])
