"""Mokadi as the shared contract of a game wants it: every function in one place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.core.game import NO_MARKS, Explanation, Game, Marks, Outcome
from rules.core.observation import Observation
from rules.core.rulebook import House, Rulebook
from rules.core.verdict import Violation
from rules.games.mokadi import align, audit, ending, explanations, judge, opening, turns, wire
from rules.games.mokadi.drawing import draw
from rules.games.mokadi.facts import facts
from rules.games.mokadi.helping import Helping
from rules.games.mokadi.measures import measures
from rules.games.mokadi.moves import Turn
from rules.games.mokadi.options import legal_turns
from rules.games.mokadi.pieces import Label, Spot
from rules.games.mokadi.readings import RULEBOOK, Readings
from rules.games.mokadi.state import MokadiState


class Mokadi(Game[MokadiState, Turn]):
    """The game of Mokadi. Holds nothing; every function is pure."""

    name = "mokadi"
    #: Sticks are pushed (M9): that the same one has this number in two pictures is a guess.
    pieces_stay = False
    #: A stick that fell has fallen (M12): the players confirm it, and then it counts.
    happenings = frozenset({"fall"})
    rulebook: Rulebook = RULEBOOK
    helping = Helping()
    measures = staticmethod(measures)
    facts = staticmethod(facts)

    # As the contract says, each in the module of its subject.
    judge = staticmethod(judge.judge)
    force = staticmethod(turns.force)
    tell = staticmethod(opening.tell)
    align = staticmethod(align.align)
    reread = staticmethod(explanations.reread)
    turn_to_json = staticmethod(wire.turn_to_json)
    turn_from_json = staticmethod(wire.turn_from_json)
    place_from_json = staticmethod(wire.spot_from_json)
    label_to_json = staticmethod(wire.label_to_json)
    label_from_json = staticmethod(wire.label_from_json)

    def start(self, players: Sequence[str], house: House) -> MokadiState:
        """Pieces shared out, none laid."""
        return opening.start(RULEBOOK.seated(players), Readings.of(house))

    def resume(
        self, position: Mapping[Any, Any], players: Sequence[str], house: House
    ) -> MokadiState:
        """A game known only from its table."""
        return opening.resume(position, RULEBOOK.seated(players))

    def position(self, state: MokadiState) -> Mapping[Spot, Label]:
        """What stands where."""
        return state.position()

    def to_move(self, state: MokadiState) -> str | None:
        """The player on turn, None where unknown, over, or while spare pads are laid."""
        return state.mover

    def legal_turns(self, state: MokadiState, house: House) -> Iterator[Turn]:
        """Every legal turn, one for each two supports and each listed point."""
        return legal_turns(state, Readings.of(house))

    def outcome(self, state: MokadiState, house: House) -> Outcome | None:
        """The end of the game, or None."""
        return ending.outcome(state)

    def audit(self, position: Mapping[Any, Any], house: House) -> tuple[Violation, ...]:
        """What the table proves wrong by itself."""
        return audit.audit(position, Readings.of(house))

    def explanations(
        self, state: MokadiState, observation: Observation[Any, Any], house: House
    ) -> Iterable[Explanation[Turn]]:
        """What may have happened since the state."""
        return explanations.proposals(state, observation, house)

    def draw(self, state: MokadiState, marks: Marks = NO_MARKS) -> str:
        """The table as a self-contained SVG document."""
        return draw(state.position(), marks)


GAME = Mokadi()
