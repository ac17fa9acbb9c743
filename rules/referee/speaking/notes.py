"""Notes: what a call adds, as codes; their sentences are in `rules/wire/sentences.py`."""

from __future__ import annotations

from collections.abc import Iterable

#: Joins the codes of several notes in one call.
SEPARATOR = "; "

AMENDED = "amended"
FOUL_TAKEN_BACK = "foul-taken-back"
FOUL_STANDS = "foul-stands"
OVER_FOUL = "over-foul"
HAPPENED = "happened"
DISTURBED = "disturbed"
UNSURE_SETUP = "unsure-setup"
ORDER_ASSUMED = "order-assumed"
EITHER_PIECE = "either-piece"
EITHER_TURN = "either-turn"
CHANGED = "changed"
GAME_OVER = "game-over"
TURN_TAKEN_BACK = "turn-taken-back"
QUESTION_STANDS = "question-stands"

#: The duty of a foul.
TAKE_BACK = "take-back"


def joined_notes(notes: Iterable[str]) -> str | None:
    """Several note codes as a call carries them; None for none."""
    return SEPARATOR.join(dict.fromkeys(notes)) or None
