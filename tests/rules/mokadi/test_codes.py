"""Every rule code is provoked by a turn, and says rule, pieces and places in both languages."""

from __future__ import annotations

import re
from dataclasses import replace

from rules.core.rulebook import LANGUAGES
from rules.core.texts import render
from rules.core.verdict import Outcome, Remark, Required, Verdict, Violation
from rules.games.mokadi.game import GAME
from rules.games.mokadi.moves import Concede, Fall, LayStick, Remove, Share
from rules.games.mokadi.pieces import Pad, pad_spot, stick_spot
from rules.games.mokadi.state import MokadiState
from rules.games.mokadi.stock import NOTHING, Stock
from tests.rules.mokadi.tables import (
    BLACK,
    WHITE,
    after,
    all_laid,
    fall,
    house,
    judged,
    laid,
    opened,
    pad,
    pile,
    start,
    stick,
)

BOOK = GAME.rulebook

#: The codes of the outside contract.
CODES = (
    "pad-distance", "not-a-pad-yet", "one-support", "wrong-colour", "same-supports", "ends-down",
    "two-moves", "removed-wrong-colour", "removed-two", "fall", "share-wrong",
)  # fmt: skip


def removed_white() -> MokadiState:
    """A white stick has just been removed; one of either colour is left."""
    return after(all_laid((WHITE, "P2 P4"), (WHITE, "P2 S3"), (BLACK, "P1 P3")), Remove((1,)))


def provoked() -> dict[str, Verdict]:
    """One turn for every code and every wording of it."""
    square = opened()
    sticks = laid(square, (BLACK, "P1 P3"), (BLACK, "P1 S9"), (WHITE, "P2 P4"))
    carrying = laid(sticks, (WHITE, "P2 S1"))
    nobody = GAME.resume(GAME.position(sticks), (), house())
    white = after(square, stick(WHITE, "P2 P4"))
    three = GAME.force(opened(*"ABC"), Concede("C"), house())
    taken = removed_white()
    unnamed = replace(taken, players=(), stocks=(), turn=None, last=None)
    return {
        "pad-distance": judged(after(start(), pad(WHITE, 0, 0)), pad(BLACK, 2, 0)),
        "pad-distance one": judged(square, pad(WHITE, -0.9, 0)),
        "pad-distance alone": judged(square, pad(WHITE, 5, 5)),
        "pad-distance close": judged(square, pad(WHITE, 0.9, -0.3)),
        "not-a-pad-yet": judged(after(start(), pad(WHITE, 0, 0)), stick(BLACK, "P1")),
        "one-support": judged(sticks, stick(WHITE, "S1")),
        "one-support none": judged(sticks, stick(WHITE, "")),
        "wrong-colour": judged(sticks, stick(BLACK, "P1 P2")),
        "wrong-colour plain": judged(sticks, stick(WHITE, "P2 S1:plain")),
        "wrong-colour alternation-stick": judged(
            white, stick(WHITE, "P2 P4 S1"), building_colours="alternate"
        ),
        "wrong-colour alternation-pad": judged(
            white, pad(WHITE, 0.35, -0.5), building_colours="alternate"
        ),
        "same-supports": judged(sticks, stick(WHITE, "P2 P4")),
        "same-supports two": judged(sticks, stick(WHITE, "P2 P4 S1"), same_supports="two_shared"),
        "same-supports carrying": judged(carrying, stick(WHITE, "S1 S2"), stick_supports="literal"),
        "ends-down": judged(sticks, stick(WHITE, "P2 S1", ends_down=0.95), ends_down="foul"),
        "two-moves pad": judged(square, pad(BLACK, 0.35, -0.5, player=square.last)),
        "two-moves stick": judged(white, stick(BLACK, "P1 P3", player=white.last)),
        "two-moves removed": judged(taken, Remove((3,), player=taken.last)),
        "removed-wrong-colour": judged(taken, Remove((2,))),
        "removed-two": judged(taken, Remove((2, 3))),
        "fall": judged(sticks, fall(1, 3, player="A")),
        "fall nobody": judged(nobody, fall(2)),
        "fall pad": judged(square, Fall(pads=(1, 2), player="A"), pad_knocked="fall"),
        "fall pad-nobody": judged(nobody, Fall(pads=(1,)), pad_knocked="fall"),
        "fall dropped": judged(taken, Remove((3,), dropped=True), dropped="fall"),
        "fall dropped-nobody": judged(unnamed, Remove((3,), dropped=True), dropped="fall"),
        "share-wrong": judged(three, Share((("A", pile(1, 3)), ("B", pile(1, 3))))),
        "share-wrong unequal": judged(three, Share((("A", pile(3, 3)),))),
        "share-wrong pads": judged(three, Share((("A", pile(3, 3)), ("B", pile(3, 3))), 2)),
        "share-wrong stranger": judged(three, Share((("C", pile(3, 3)),))),
    }


def audited() -> tuple[Violation, ...]:
    """A table for every wording that only an audit uses."""
    far = {pad_spot(i, (i * 2.0, 0.0)): Pad(WHITE) for i in range(3)}
    near = {pad_spot(i, (i * 0.2, 0.0)): Pad(WHITE) for i in range(2)}
    many = {pad_spot(i): Pad(BLACK) for i in range(5)}
    eight = {pad_spot(i, (1.2 * i, 0.0)): Pad((WHITE, BLACK)[i % 2]) for i in range(8)}
    sticks = GAME.position(laid(opened(), *[(BLACK, "P1 P3")] * 19))
    one = {stick_spot(1): next(label for s, label in sticks.items() if s.kind == 1)}
    tables = (far, near, many, {**eight, **one}, sticks)
    return tuple(v for table in tables for v in GAME.audit(table, house()))


def test_the_codes_are_those_of_the_contract() -> None:
    """No more and no less, in its order."""
    assert tuple(code.code for code in BOOK.codes) == CODES


def spoken() -> set[str]:
    """The keys of all sentences that are used in the code."""
    return {key for key in BOOK.phrases if not key.startswith("outcomes.")}


def test_every_remark_and_duty_can_be_said() -> None:
    """With all the facts that any of them may need, and no blank left."""
    square, bare = laid(opened(*"ABC"), (BLACK, "P1 P3")), opened(*"ABC")
    facts = (
        ("pad", pad_spot(1)), ("piece", pad_spot(2)), ("stick", stick_spot(1)),
        ("other", stick_spot(2)), ("support", stick_spot(3)), ("neighbours", (pad_spot(1),)),
        ("supports", (pad_spot(1), stick_spot(2))), ("sticks", (stick_spot(2),)),
        ("pieces", (stick_spot(2),)), ("pads", (pad_spot(2),)), ("player", "Ana"),
        ("mover", "Bo"), ("colour", "black"), ("players", "Ana+Bo"), ("count", 2),
        ("other_count", 1), ("aside", 1), ("percent", 120),
    )  # fmt: skip
    share = dict(facts) | {"other": "white"}
    for key in spoken():
        group, _, name = key.partition(".")
        code, case = next(
            ((name[: -len(c) - 1], c) for c in CASES if name.endswith(f"-{c}")), (name, "")
        )
        chosen = (("case", case),) if case else ()
        params = (*(share.items() if code == "share" else facts), *chosen)
        one = Remark(code, params) if group == "remarks" else Required(code, (), params)
        assert all("{" not in render(BOOK, one, language) for language in LANGUAGES)
    assert square != bare
    assert "Ana" in render(BOOK, Outcome("last-in", ("Ana",)), "fr")


CASES = (
    "one-colour", "nothing", "unknown", "concede", "part", "beside", "none", "stick", "spare",
    "out",
)  # fmt: skip


def test_duties_name_the_numbers() -> None:
    """Both colours, one colour, too few, unknown."""
    four = replace(laid(opened(*"ABCD"), (BLACK, "P1 P3")), turn=1)
    state = four.with_stock("A", Stock(NOTHING, NOTHING))
    said = [
        judged(four.with_stock("A", Stock(NOTHING, pile(3, 3))), Concede("A")),
        judged(four.with_stock("A", Stock(NOTHING, pile(3, 0))), Concede("A")),
        judged(state, fall(1, player="A")),
        judged(replace(state, aside=None), Concede("A")),
    ]
    for language in LANGUAGES:
        texts = [render(BOOK, v.required[0], language) for v in said]
        assert len(set(texts)) == 4
        assert not re.search("[{}]", "".join(texts))


def test_a_question_can_always_be_said() -> None:
    """Contacts nobody saw, in both languages."""
    for remark in judged(opened(), LayStick(WHITE, None)).remarks:
        assert "S1" in render(BOOK, remark, "fr")
