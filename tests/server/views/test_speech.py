"""Moves in a few words, in every game and language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rules.core.discovery import get
from rules.core.game import Marks
from rules.core.places import Cell, Naming
from rules.games.redline.tiles import Tile
from rules.wire.calls import call_to_json
from server.views.place_names import PlaceNames, letters
from server.views.speech import Speaker, spoken_label
from tests.referee.rouge.sharp import played

MOVES: list[tuple[str, dict[str, Any], str]] = [
    (
        "redline",
        {"kind": "lay", "col": 1, "row": 0, "colour": "yellow", "spokes": ["N"]},
        "yellow tile on B1, lines north",
    ),
    ("redline", {"kind": "discard", "player": "E", "count": 1}, "E discards 1"),
    (
        "rouge",
        {"kind": "place", "colour": "blue", "ring": 2, "cell": 5},
        "blue pawn on the middle ring, hollow 6",
    ),
    (
        "rouge",
        {
            "kind": "move",
            "colour": "blue",
            "from": {"ring": 2, "cell": 5},
            "to": {"ring": 1, "cell": 0},
        },
        "blue pawn: middle ring, hollow 6 to inner ring, hollow 1",
    ),
    (
        "rouge",
        {
            "kind": "turn",
            "ring": 1,
            "captures": [
                {"colour": "black", "ring": 3, "cell": 4},
                {"colour": "blue", "ring": 2, "cell": 0},
            ],
        },
        "inner ring turned; takes the black pawn on the outer ring, hollow 5, "
        "the blue pawn on the middle ring, hollow 1",
    ),
    ("rouge", {"kind": "turn", "ring": 1, "captures": None}, "inner ring turned"),
    (
        "linie1",
        {
            "kind": "lay",
            "tiles": [{"row": 3, "col": 4, "connections": ["NS"], "replaces": None}],
        },
        "tiles laid: row 3, column 4 (north-south)",
    ),
    (
        "linie1",
        {
            "kind": "lay",
            "tiles": [{"row": 7, "col": 12, "connections": ["EW"], "replaces": None}],
            "lacking": [[7, 12]],
        },
        "tiles laid: row 7, column 12 (east-west); no stop sign at row 7, column 12",
    ),
    ("mokadi", {"kind": "fall", "sticks": []}, "sticks fell"),
]


def test_parts_of_a_move_are_parted_as_the_language_does() -> None:
    """A French semicolon has a space before it."""
    taken = {"kind": "turn", "ring": 1, "captures": [{"colour": "blue", "ring": 2, "cell": 0}]}
    names = PlaceNames(get("rouge").naming)
    words = Speaker(get("rouge").rulebook, "fr", names).move(taken)
    assert words is not None
    assert " ; prend le pion bleu" in words


@pytest.mark.parametrize(("kind", "said"), [("pad", "plot noir"), ("stick", "baguette noire")])
def test_french_colours_agree_with_the_piece(kind: str, said: str) -> None:
    """A pad is masculine, a stick feminine; both have the names of the French leaflet."""
    speaker = Speaker(get("mokadi").rulebook, "fr", PlaceNames(Naming.BOARD))
    assert speaker.move({"kind": kind, "colour": "black"}) == said


@pytest.mark.parametrize(("game", "move", "said"), MOVES)
def test_a_move_in_words(game: str, move: dict[str, Any], said: str) -> None:
    """The piece and the place; French says something else."""
    book, names = get(game).rulebook, PlaceNames(get(game).naming)
    assert Speaker(book, "en", names).move(move) == said
    assert Speaker(book, "fr", names).move(move) != said


def test_no_move_and_nothing_on_a_place() -> None:
    """Nothing is said of what is not there."""
    book = get("redline").rulebook
    assert Speaker(book, "en", PlaceNames(Naming.LAYOUT)).move(None) is None
    assert spoken_label(book, None, "fr") == "rien"


def test_a_free_layout_is_named_from_its_upper_left() -> None:
    """Letters for columns, rows from one, whatever the coordinates; what lies beside it is named
    from the nearest cell."""
    names = PlaceNames(Naming.LAYOUT, -1, 2)
    said = [names.of(Cell(col, row), "en") for col, row in ((-1, 2), (0, 5), (-2, 5), (3, 1))]
    assert said == ["A1", "B4", "left of A4", "above E1"]
    assert names.in_words("The tile at (0, 5) and (-1, 2)", "fr") == "The tile at B4 and A1"
    assert names.in_words("pièce sur (-2, 5)", "fr") == "pièce sur la case à gauche de A4"
    assert [letters(index) for index in (-1, 0, 25, 26, 52)] == ["", "A", "Z", "AA", "BA"]


def test_a_hollow_has_its_rings_name() -> None:
    """Never its number on one card and its name on another."""
    names = PlaceNames(Naming.RINGS)
    assert names.in_words("The pawn at 2/5", "en") == "The pawn at the middle ring, hollow 6"
    said = names.in_words("Le pion sur 3/0", "fr")
    assert said == "Le pion sur l\u2019anneau extérieur, alvéole 1"


def test_a_french_sentence_goes_on_with_a_rings_name() -> None:
    """A pawn stands on a ring ("sur"), and not in it ("en")."""
    book = get("rouge").rulebook
    texts = [code.texts["fr"] for code in book.codes]
    texts += [case["fr"] for code in book.codes for case in code.cases.values()]
    texts += [phrase["fr"] for phrase in book.phrases.values()]
    assert [text for text in texts if re.search(r"\ben \{(cells?|origin)\}", text)] == []


def test_a_games_own_drawing_has_the_same_names() -> None:
    """The axes of a report's drawing read as its calls do."""
    game = get("redline")
    house = game.rulebook.house({})
    tiles = {Cell(-1, 0): Tile.named("blue", ["E", "W"]), Cell(0, 0): Tile.named("yellow", ["W"])}
    drawn = PlaceNames(Naming.LAYOUT, -1, 0).on_axes(
        game.draw(game.resume(tiles, ("A", "B"), house), Marks())
    )
    assert re.findall(r'class="axis"[^>]*>([^<]*)<', drawn) == [
        "A",
        "B",
        "1",
    ]


def test_answers_that_read_alike_say_what_tells_them_apart() -> None:
    """Whose fall it was no move tells, what each breaks does; what all break is not said, but of a
    foul that reads like no other."""

    def fall(player: str) -> dict[str, Any]:
        fouls = ["The pads lie too near.", f"{player} made placed sticks fall."]
        return {
            "call": "foul",
            "moves": [{"kind": "fall", "sticks": [1], "player": player}],
            "violations": [{"message": foul} for foul in fouls],
            "probability": 0.4,
        }

    fouls = [{"message": "Two sticks were taken."}]
    removed = {"call": "foul", "moves": [{"kind": "remove", "sticks": [1]}], "violations": fouls}
    asked = {
        **{"call": "ask", "move": None, "note": None, "turn": 3, "player": "A"},
        **{"violations": [], "rewards": [], "required": [], "confidence": 0.4},
        "alternatives": [fall("A"), fall("B"), {**removed, "probability": 0.2}],
    }
    speaker = Speaker(get("mokadi").rulebook, "en", PlaceNames(Naming.BOARD))
    first, second, third = (one["moves"] for one in speaker.call(asked)["choices"])
    assert first == ["sticks fell", "A made placed sticks fall."]
    assert second == ["sticks fell", "B made placed sticks fall."]
    assert third[1:] == ["Two sticks were taken."]


def test_after_the_end_nobody_is_told_that_nothing_has_changed() -> None:
    """The table is being cleared: the call says that the game is over, and no more."""
    call = {
        **{"call": "nothing", "turn": 5, "player": "B", "move": None},
        **{name: [] for name in ("violations", "rewards", "required")},
    }
    speaker = Speaker(get("mokadi").rulebook, "en", PlaceNames(Naming.LAYOUT))
    said = [
        speaker.call({**call, "note": note, "note_codes": codes})["about"]
        for note, codes in ((None, []), ("The game is over.", ["game-over"]))
    ]
    assert said == ["Nothing has changed since the last photo.", None]


#: Ring 2 is turned once, and once more, which is a foul; or a pawn is set.
LAID, TURNED = "red 1/0 2/3; blue 2/6 3/2", "red 1/0 2/4; blue 2/7 3/2"
AGAIN, SET = "red 1/0 2/5; blue 2/0 3/2", TURNED + "; red 3/5"


@pytest.mark.parametrize(
    ("then", "language", "about", "note"),
    [
        (SET, "en", "The last turn was taken back", "no foul"),
        (SET, "fr", "Le dernier coup a été repris", "non une faute"),
        (AGAIN, "en", "The foul was undone", None),
        (AGAIN, "fr", "La faute a été annulée", None),
    ],
)
def test_what_was_taken_back_is_said(
    then: str, language: str, about: str, note: str | None
) -> None:
    """A turn of the game that is taken back before the next one is no foul."""
    game = get("rouge")
    _, told = played(LAID, TURNED, then, TURNED)
    (call,) = told[-1]
    speaker = Speaker(game.rulebook, language, PlaceNames(game.naming))
    said = speaker.call(call_to_json(game, call, language))
    assert said["kind"] == "taken-back"
    assert about in said["about"]
    assert (note is None) == (said["note"] is None)
    assert note is None or note in said["note"]


def test_what_was_taken_back_tells_answers_apart() -> None:
    """A foul, what was right over it, the last turn or an older one; a piece that was touched; else
    nothing happened."""

    def answer(**past: Any) -> dict[str, Any]:
        return {"call": "nothing", "moves": [], "violations": [], "probability": 0.2, **past}

    pad = {"kind": "pad", "colour": "black"}
    asked = {
        **{"call": "ask", "move": None, "note": None, "turn": 4, "player": "A"},
        **{"violations": [], "rewards": [], "required": [], "confidence": 0.2},
    }
    several = [
        answer(gone=[{"move": pad, "call": "foul"}]),
        answer(gone=[{"move": pad, "call": "legal"}], instead={"turn": 2, "move": None}),
        answer(instead={"turn": 3, "move": None}),
        answer(instead={"turn": 3, "move": pad}),
        answer(disturbed=[{"cell": [2, 1], "name": "P2"}]),
        answer(),
    ]
    speakers = [Speaker(get("mokadi").rulebook, x, PlaceNames(Naming.BOARD)) for x in ("en", "fr")]
    english, french = (
        [by.call({**asked, "alternatives": [one]})["choices"][0] for one in several]
        for by in speakers
    )
    assert [one["moves"] for one in english] == [
        ["the foul was taken back: black pad"],
        ["taken back: black pad", "turn 2 was taken back"],
        ["the last turn was taken back"],
        ["nothing happened", "if turn 3 was: black pad"],
        ["a piece was moved or is gone: P2"],
        ["nothing happened"],
    ]
    assert [one["word"] for one in english] == [*["Taken back"] * 3, *["No move"] * 3]
    assert len({tuple(one["moves"]) for one in french}) == len(several)
