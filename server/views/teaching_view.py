"""Learnt pieces as the teaching page shows them: a picture of each beside what it is."""

from __future__ import annotations

from calibration.learnt_set import Example, LearntSet
from rules.core.discovery import get
from server.views.payloads import is_drawn
from server.views.pictures.imaging import data_uri, jpeg
from server.views.speech import label_texts
from server.words.sentences import in_languages
from vision.teacher import Teacher, load_teacher, missing_names

#: Pixels of a piece's picture on the page.
_PIXELS = 192


def kinds_json(game: str) -> dict[str, object]:
    """What a piece can be called, in the game's order, and whether the page draws it."""
    teacher = load_teacher(game)
    kinds = [_named(game, teacher, name, 0) for name in teacher.names()]
    return {"drawn": is_drawn(game), "kinds": kinds, "wanted": list(teacher.wanted())}


def draft_json(ident: int, learnt: LearntSet, unclear: frozenset[int]) -> dict[str, object]:
    """Pieces that are not kept yet, each with its picture; what is lacking, and what keeps them
    from being kept."""
    objection = load_teacher(learnt.game).objection(learnt)
    return {
        "ident": ident,
        **set_json(learnt, unclear),
        "objection": None if objection is None else in_languages(f"Not kept: {objection.reason}."),
    }


def set_json(learnt: LearntSet, unclear: frozenset[int] = frozenset()) -> dict[str, object]:
    """A set's pieces with their pictures, sources and dates, and the names that it lacks."""
    teacher = load_teacher(learnt.game)
    return {
        "game": learnt.game,
        "photo": learnt.photo,
        "made": learnt.made.timestamp(),
        "pieces": [
            {**_piece(learnt.game, teacher, one), "unclear": number in unclear}
            for number, one in enumerate(learnt.examples)
        ],
        "missing": list(missing_names(teacher, learnt)),
    }


def _piece(game: str, teacher: Teacher, example: Example) -> dict[str, object]:
    return {
        **_named(game, teacher, example.name, example.quarters),
        "quarters": example.quarters,
        "picture": data_uri(jpeg(example.picture, _PIXELS), "image/jpeg"),
        "photo": example.photo,
        "made": example.made.timestamp(),
    }


def _named(game: str, teacher: Teacher, name: str, quarters: int) -> dict[str, object]:
    found = get(game)
    label = found.label_to_json(teacher.label_of(name, quarters))
    return {"name": name, "label": label, "texts": label_texts(found.rulebook, label)}
