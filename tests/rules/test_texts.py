"""Sentences: every code, reward, remark and outcome can be said in both languages."""

from __future__ import annotations

import re

import pytest

from rules.core.errors import UnknownName
from rules.core.places import Cell
from rules.core.rulebook import LANGUAGES
from rules.core.texts import joined, render, unfilled
from rules.core.verdict import Outcome, Remark, Required, Verdict, Violation
from rules.games.redline import GAME
from rules.games.redline.hands import Hand
from rules.games.redline.state import Discard
from tests.rules.tables import house, judged, lay, layout, table, tile, with_hands

BOOK = GAME.rulebook


def started(*players: str) -> object:
    """A fresh game with names."""
    return GAME.start(players or ("Ana", "Bo"), house())


def provoked() -> dict[str, Verdict]:
    """One turn for every code and every wording of it."""
    one = table((0, 0, "Y E"))
    begun = GAME.force(started(), lay(0, 0, "Y E"), house())  # type: ignore[arg-type]
    hands = with_hands(begun, Ana="B W", Bo="B W+N, B W+SE")
    full = table((0, -1, "Y S"), (-1, 0, "B E"), (0, 1, "Y N+E"), (1, 1, "B W+N"))
    fed = GAME.force(begun, lay(1, -1, "B S"), house())
    own = table((0, 0, "Y E"), (1, 0, "B W+S"), (0, 1, "B S"))
    return {
        "askew": judged(one, lay(1, 0, "B W", 44.0)),
        "askew covers": judged(one, lay(0, 0, "B W", 44.0)),
        "no-extension": judged(one, lay(1, 0, "B N")),
        "no-extension alone": judged(one, lay(3, 3, "B N")),
        "no-extension every": judged(own, lay(1, 1, "Y N+SE"), extends="every"),
        "dead-end": judged(one, lay(1, 0, "B N")),
        "dead-end own": judged(own, lay(1, 1, "Y N+W"), dead_end="both"),
        "dead-end full": judged(full, lay(1, 0, "Y S+W+SE"), full_cell="forbidden"),
        "colour": judged(one, lay(1, 0, "Y W+N")),
        "colour-variant": judged(fed, lay(1, 0, "B N+W"), colour_variant=True),
        "not-your-tile": judged(with_hands(hands, Ana="Y S"), lay(1, 0, "B W")),
        "tile-twice": judged(one, lay(1, 0, "Y W")),
        "two-moves": judged(hands, lay(1, 0, "B W")),
        "two-moves discard": judged(begun, Discard("Ana", 2)),
        "could-play": judged(hands, Discard("Bo", 2)),
    }


def audited() -> tuple[Violation, ...]:
    """A layout for every wording that only an audit uses."""
    layouts = [
        (layout((0, 0, "Y E"), (1, 0, "B W"), (3, 3, "Y N")), {}),
        (layout((0, 0, "Y E"), (1, 0, "B W"), (3, 3, "Y N+E"), (4, 3, "B W+N")), {}),
        (layout((0, 0, "Y E"), (1, 0, "Y W+N")), {}),
        (layout((0, 0, "Y N+E+SE"), (1, 0, "B W+S+NW"), (1, 1, "Y N"), (0, -1, "B S")), {}),
        ({Cell(i, 0): tile("Y E+W") for i in range(25)}, {"set": "unknown"}),
        (
            layout((0, -1, "B S"), (1, 0, "B W+N"), (0, 1, "B N+NE"), (-1, 0, "B E+SW")),
            {"full_cell": "forbidden"},
        ),
    ]
    return tuple(v for tiles, changes in layouts for v in GAME.audit(tiles, house(**changes)))


def test_a_dead_end_in_both_languages() -> None:
    """Colours, places and directions are translated, with the grammar of each language."""
    violation = provoked()["dead-end"].violations[-1]
    assert render(BOOK, violation, "en") == (
        "The blue tile at (1, 0) cuts off the line that leaves the yellow tile at (0, 0) to the "
        "east: dead end."
    )
    assert render(BOOK, violation, "fr") == (
        "La pièce bleue sur (1, 0) coupe la ligne qui sort de la pièce jaune sur (0, 0) vers l’est "
        ": impasse."
    )


def test_a_tile_that_could_be_played_in_both_languages() -> None:
    """The lines are listed in words."""
    (violation,) = provoked()["could-play"].violations
    assert "the blue tile with lines to north and west fits at (1, 0)" in render(BOOK, violation)
    assert "aux lignes nord et ouest" in render(BOOK, violation, "fr")


@pytest.mark.parametrize(
    ("items", "en", "fr"),
    [
        ([], "", ""),
        (["a"], "a", "a"),
        (["a", "b"], "a and b", "a et b"),
        (["a", "b", "c"], "a, b and c", "a, b et c"),
    ],
)
def test_lists(items: list[str], en: str, fr: str) -> None:
    """A proper list in each language."""
    assert (joined(items, "en"), joined(items, "fr")) == (en, fr)


@pytest.mark.parametrize(
    ("count", "en", "fr"),
    [(0, "0 tiles", "0 pièce"), (1, "1 tile", "1 pièce"), (2, "2 tiles", "2 pièces")],
)
def test_plurals(count: int, en: str, fr: str) -> None:
    """French counts nought as one."""
    remark = Remark("discard-count", (("player", "Bo"), ("count", count), ("wanted", 2)))
    assert en in render(BOOK, remark, "en")
    assert fr in render(BOOK, remark, "fr")


def said_besides() -> list[object]:
    """Every reward, remark and outcome there is a sentence for, from real turns."""
    rewarded = table((0, 0, "Y E"), (1, 0, "B W+E"), (2, 0, "Y W+E")).with_mover("A")
    emptied = with_hands(rewarded.with_reserve(0), B="B SW, Y N+S")
    turn = lay(3, 0, "B W")
    owing = GAME.force(GAME.start("AB", house()), lay(0, 0, "Y E+N"), house())
    owing = GAME.force(owing.with_reserve(0), lay(1, 0, "B W+E"), house())
    owing = GAME.force(owing, lay(2, 0, "Y W+E"), house())
    owing = GAME.force(owing, turn, house())
    asked = [
        judged(rewarded, lay(3, 0, "B W", 30.0)),
        judged(rewarded, turn),
        judged(emptied, turn),
        judged(owing, lay(0, -1, "B S+NE")),
        judged(emptied, Discard("A", 4)),
        judged(emptied, Discard("B", 1)),
        judged(emptied, Discard("Zoe", 1)),
        judged(table((0, 0, "Y SE")), lay(1, 0, "B SW"), right_angle="extends"),
        judged(table((0, 0, "Y E"), (1, 0, "B W+N")), lay(1, 0, "B W+S")),
    ]
    said: list[object] = [x for verdict in asked for x in (*verdict.rewards, *verdict.remarks)]
    for name in BOOK.phrases:
        group, _, code = name.partition(".")
        if group == "outcomes":
            nobody = code.endswith("-nobody")
            said.append(Outcome(code.removesuffix("-nobody"), () if nobody else ("Ana", "Bo")))
    return said


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_else_can_be_said(language: str) -> None:
    """Rewards, remarks and outcomes too; and each sentence of the rulebook has an occasion."""
    texts = {render(BOOK, said, language) for said in said_besides()}  # type: ignore[arg-type]
    assert not [text for text in texts if re.search(r"[{}]", text)]
    assert len(texts) == len(BOOK.phrases)


def test_a_text_that_nothing_fills_names_its_blanks_in_capitals() -> None:
    """For a list of what can be said."""
    text = "{count:tile} in {neighbour_colour} lead {direction:to} from {cell}."
    assert unfilled(text) == "COUNT TILES in NEIGHBOUR COLOUR lead DIRECTION from CELL."


def test_what_cannot_be_said() -> None:
    """An unknown language, code, phrase or blank is a mistake with a name."""
    with pytest.raises(UnknownName, match="'de'"):
        render(BOOK, Remark("straighten"), "de")
    with pytest.raises(UnknownName, match="fly"):
        render(BOOK, Violation("fly", "none"))
    with pytest.raises(UnknownName, match="dance"):
        render(BOOK, Required("dance"))
    with pytest.raises(UnknownName, match="blank"):
        render(BOOK, Remark("straighten"))


def test_the_hand_of_an_unknown_player_is_a_mistake_with_a_name() -> None:
    """Not a KeyError."""
    with pytest.raises(UnknownName, match="Zoe"):
        table((0, 0, "Y E")).with_hand("Zoe", Hand())
