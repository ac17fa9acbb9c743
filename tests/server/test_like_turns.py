"""A call that is the same for two turns of one look names both."""

from __future__ import annotations

from rules.games.rouge.game import GAME
from rules.referee.calls import call_to_json
from server.views.place_names import names_over
from server.views.speech import spoken_call
from tests.referee.rouge.sharp import played


def test_a_legal_call_names_what_else_it_may_have_been() -> None:
    """A lone pawn moved or its ring was turned: both are told, and nothing is to be answered."""
    _, told = played("red 1/0 1/4; blue 2/6 3/2", "red 1/0 1/4; blue 2/7 3/2")
    one = call_to_json(GAME, told[1][0])
    names = names_over("rouge", GAME.position(told[1][0].standing))
    for language, between in (("en", "; or else: "), ("fr", " ; ou bien : ")):
        spoken = spoken_call(GAME.rulebook, one, language, names)
        assert len(set(spoken["move"].split(between))) == 2
        assert spoken["choices"] == []
        assert spoken["note"]
