"""Mokadi as the shared contract of games wants it: every function in one place."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.game import Game
from rules.core.rulebook import House
from rules.games.mokadi import align, drawing, facts, helping, opening, wire
from rules.games.mokadi.explaining import explanations, staying
from rules.games.mokadi.laws import apply, audit, ending, judge, legal
from rules.games.mokadi.laws.falls import guilty
from rules.games.mokadi.moves import Fall, LayStick, Remove, Share, Turn
from rules.games.mokadi.pieces import Label, Spot
from rules.games.mokadi.readings import RULEBOOK, Readings
from rules.games.mokadi.state import MokadiState, Phase


class Mokadi(Game[MokadiState, Turn]):
    """The game of Mokadi. Holds nothing; every function is pure."""

    name = "mokadi"
    rulebook = RULEBOOK

    #: Sticks are pushed (M9): that the same one has this number in two pictures is a guess.
    pieces_stay = False
    places_are_numbers = True
    #: A stick that fell has fallen (M12): the players confirm it, and then it counts.
    irreversible_fouls = frozenset({"fall"})
    #: Whether somebody can lay nothing no camera proves: who concedes all the same is out (M14).
    settled_by_word = frozenset({"free-spot", "pad-first"})

    # As the contract says, each in the module of its subject.
    start = staticmethod(opening.start)
    resume = staticmethod(opening.resume)
    tell = staticmethod(facts.tell)
    judge = staticmethod(judge.judge)
    force = staticmethod(apply.force)
    legal_turns = staticmethod(legal.legal_turns)
    outcome = staticmethod(ending.outcome)
    audit = staticmethod(audit.audit)
    align = staticmethod(align.align)
    reread = staticmethod(explanations.reread)
    explanations = staticmethod(explanations.proposals)
    stays = staticmethod(staying.stays)
    tried_again = staticmethod(staying.tried_again)
    measures = staticmethod(helping.measures)
    helping = helping.Helping()
    facts = staticmethod(facts.facts)
    draw = staticmethod(drawing.draw)
    turn_to_json = staticmethod(wire.TURN.write)
    turn_from_json = staticmethod(wire.TURN.read)
    place_from_json = staticmethod(wire.SPOT.read)
    label_to_json = staticmethod(wire.LABEL.write)
    label_from_json = staticmethod(wire.LABEL.read)

    def position(self, state: MokadiState) -> Mapping[Spot, Label]:
        """What stands where."""
        return state.position()

    def may_change(self, state: MokadiState, house: House, last: Turn | None = None) -> bool:
        """Whether the last turn may still be changed: not where it took the last stick of the pile,
        as one that lies there again begins the next, nor where it laid the last one that anybody
        held, as every turn takes one now (at rendered evenings all of eight that were gone were
        taken off)."""
        if isinstance(last, Remove):
            return bool(state.sticks)
        return state.phase is not Phase.REMOVING or not isinstance(last, LayStick)

    def player_of(self, state: MokadiState, turn: Turn, house: House) -> str | None:
        """Who made a turn: who was seen to, else the player on turn; a fall is of who is guilty of
        it, who may be the last player (M12)."""
        if isinstance(turn, Fall) and (turn.sticks or turn.pads):
            return guilty(state, turn, Readings.of(house))
        named = None if isinstance(turn, Share) else turn.player
        return named if named in state.players else state.mover

    def to_move(self, state: MokadiState) -> str | None:
        """The player on turn, None where unknown, over, or while spare pads are laid."""
        return state.mover


GAME = Mokadi()
