"""Redline as the shared contract of games wants it: every function in one place."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.game import Game
from rules.core.places import Cell, Naming
from rules.games.redline import drawing, facts, helping, opening, wire
from rules.games.redline.explaining import apart, explanations, open_hands
from rules.games.redline.laws import apply, askew, audit, ending, judge, legal
from rules.games.redline.readings import RULEBOOK
from rules.games.redline.state import RedlineState, Turn
from rules.games.redline.tiles import Tile


class Redline(Game[RedlineState, Turn]):
    """The game of Redline. Holds nothing; every function is pure."""

    name = "redline"
    rulebook = RULEBOOK
    naming = Naming.LAYOUT

    # As the contract says, each in the module of its subject.
    start = staticmethod(opening.start)
    resume = staticmethod(opening.resume)
    tell = staticmethod(facts.tell)
    next_order = staticmethod(opening.next_order)
    player_of = staticmethod(judge.player_of)
    judge = staticmethod(judge.judge)
    force = staticmethod(apply.force)
    may_change = staticmethod(apply.may_change)
    ended = staticmethod(apply.ended)
    legal_turns = staticmethod(legal.legal_turns)
    outcome = staticmethod(ending.outcome)
    audit = staticmethod(audit.audit)
    audit_loose = staticmethod(askew.audit_loose)
    align = staticmethod(apart.align)
    reread = staticmethod(explanations.reread)
    explanations = staticmethod(explanations.proposals)
    notice = staticmethod(open_hands.notice)
    measures = staticmethod(helping.measures)
    helping = helping.Helping()
    facts = staticmethod(facts.facts)
    draw = staticmethod(drawing.draw)
    turn_to_json = staticmethod(wire.TURN.write)
    turn_from_json = staticmethod(wire.TURN.read)
    place_from_json = staticmethod(wire.CELL.read)
    label_to_json = staticmethod(wire.TILE.write)
    label_from_json = staticmethod(wire.TILE.read)

    def position(self, state: RedlineState) -> Mapping[Cell, Tile]:
        """The layout."""
        return state.layout

    def to_move(self, state: RedlineState) -> str | None:
        """The player who is to lay, None where unknown or nobody is left."""
        return state.mover


GAME = Redline()
