"""Linie 1 as the shared contract of games wants it: every function in one place."""

from __future__ import annotations

from rules.core.game import Game
from rules.games.linie1 import align, drawing, facts, helping, opening, wire
from rules.games.linie1.explaining import explanations, limits, rereading
from rules.games.linie1.laws import apply, audit, ending, judge, legal, ownership
from rules.games.linie1.readings import RULEBOOK
from rules.games.linie1.state import Drive, Linie1State, Turn


class Linie1(Game[Linie1State, Turn]):
    """The game of Linie 1, also called Streetcar. Holds nothing; every function is pure."""

    name = "linie1"
    rulebook = RULEBOOK

    #: An exchange, a late sign or a tram changes what a place holds: what earlier pictures said of
    #: it is no evidence against what lies there now.
    pieces_stay = False
    pieces_hide = True
    piece_prior = limits.LIMITS.further

    # As the contract says, each in the module of its subject.
    start = staticmethod(opening.start)
    resume = staticmethod(opening.resume)
    too_early = staticmethod(opening.too_early)
    tell = staticmethod(facts.tell)
    position = staticmethod(opening.position)
    judge = staticmethod(judge.judge)
    force = staticmethod(apply.force)
    ended = staticmethod(apply.ended)
    waive = staticmethod(apply.waive)
    player_of = staticmethod(ownership.player_of)
    completes = staticmethod(ownership.completes)
    legal_turns = staticmethod(legal.legal_turns)
    outcome = staticmethod(ending.outcome)
    audit = staticmethod(audit.audit)
    align = staticmethod(align.align)
    reread = staticmethod(rereading.reread)
    divided = staticmethod(rereading.divided)
    explanations = staticmethod(explanations.proposals)
    measures = staticmethod(helping.measures)
    helping = helping.Helping()
    facts = staticmethod(facts.facts)
    draw = staticmethod(drawing.draw)
    turn_to_json = staticmethod(wire.TURN.write)
    turn_from_json = staticmethod(wire.TURN.read)
    place_from_json = staticmethod(wire.SPOT.read)
    label_to_json = staticmethod(wire.CONTENT.write)
    label_from_json = staticmethod(wire.CONTENT.read)
    piece_to_json = staticmethod(wire.piece_to_json)

    def to_move(self, state: Linie1State) -> str | None:
        """The player who is to lay or drive, None where unknown."""
        return state.mover

    def may_vanish(self, state: Linie1State, turn: Turn) -> bool:
        """Tiles go back to the hand; a tram whose first drive is taken back waits on its terminus,
        and one that is nowhere was not seen."""
        return not isinstance(turn, Drive) or state.tram(turn.line) is not None


GAME = Linie1()
