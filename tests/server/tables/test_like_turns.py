"""A call that is the same for two turns of one look names both."""

from __future__ import annotations

from rules.games.rouge.game import GAME
from rules.wire.calls import call_to_json
from rules.wire.journal import event_to_json
from server.pipeline.rejudge import rejudged
from server.store.bundle import Bundle
from server.views.place_names import names_over
from server.views.speech import Speaker
from tests.referee.rouge.sharp import played
from tests.referee.test_open_questions import AFTER, AGAIN, BEFORE, GAME_ON


def test_a_legal_call_names_what_else_it_may_have_been() -> None:
    """A lone pawn moved or its ring was turned: both are told, and nothing is to be answered."""
    _, told = played("red 1/0 1/4; blue 2/6 3/2", "red 1/0 1/4; blue 2/7 3/2")
    one = call_to_json(GAME, told[1][0])
    names = names_over(GAME, GAME.position(told[1][0].standing))
    for language, between in (("en", "; or else: "), ("fr", " ; ou bien : ")):
        spoken = Speaker(GAME.rulebook, language, names).call(one)
        assert len(set(spoken["move"].split(between))) == 2
        assert spoken["choices"] == []
        assert spoken["note"]


def test_a_foul_names_the_rules_of_both() -> None:
    """Whichever of two turns of one look it was, it breaks a rule; the second is told as such."""
    _, told = played(*GAME_ON, AGAIN)
    one = call_to_json(GAME, told[-1][0])
    names = names_over(GAME, GAME.position(told[-1][0].standing))
    for language, before in (("en", "Or else: "), ("fr", "Ou bien : ")):
        call = Speaker(GAME.rulebook, language, names).call(one)
        reasons = [reason["text"] for reason in call["reasons"]]
        assert [reason.startswith(before) for reason in reasons] == [False, True]


def test_a_game_judged_again_names_both_as_well() -> None:
    """What a turn may as well have been is in the log: legal or a foul, it is told so again."""
    for pictures in ((BEFORE, AFTER), (*GAME_ON, AGAIN)):
        state, told = played(*pictures)
        events = tuple(event_to_json(GAME, event) for event in state.log)
        again = list(rejudged(Bundle("rouge", events, ())))[-1].calls[-1]
        was = told[-1][-1]
        assert (again.kind, again.move, again.player, again.note) == (
            was.kind,
            was.move,
            None,
            was.note,
        )
        assert {a.turns for a in again.alternatives} == {a.turns for a in was.alternatives}
