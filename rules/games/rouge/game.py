"""Rouge as the shared contract of a game wants it: every function in one place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.core.game import NO_MARKS, Explanation, Game, Marks, Outcome
from rules.core.observation import Observation
from rules.core.rulebook import House, Rulebook
from rules.core.verdict import Violation
from rules.games.rouge import (
    align,
    audit,
    ending,
    explanations,
    judge,
    legal,
    looks,
    opening,
    turns,
    wire,
)
from rules.games.rouge import perft as counting
from rules.games.rouge.drawing import draw
from rules.games.rouge.facts import facts
from rules.games.rouge.helping import Helping
from rules.games.rouge.measures import measures
from rules.games.rouge.readings import RULEBOOK, Readings
from rules.games.rouge.state import RougeState, Turn


class Rouge(Game[RougeState, Turn]):
    """The game of Rouge. Holds nothing; every function is pure."""

    name = "rouge"
    #: Rings turn under their pawns: what a hollow showed before says nothing of it now.
    pieces_stay = False
    rulebook: Rulebook = RULEBOOK
    helping = Helping()
    measures = staticmethod(measures)
    facts = staticmethod(facts)

    # As the contract says, each in the module of its subject.
    judge = staticmethod(judge.judge)
    force = staticmethod(turns.force)
    legal_turns = staticmethod(legal.legal_turns)
    tell = staticmethod(opening.tell)
    position = staticmethod(opening.position)
    to_move = staticmethod(ending.to_move)
    player_of = staticmethod(ending.player_of)
    turn_to_json = staticmethod(wire.turn_to_json)
    turn_from_json = staticmethod(wire.turn_from_json)
    place_from_json = staticmethod(wire.hollow_from_json)
    label_to_json = staticmethod(wire.pawn_to_json)
    label_from_json = staticmethod(wire.pawn_from_json)

    def start(self, players: Sequence[str], house: House) -> RougeState:
        """An empty track and full hands; colours are learnt from the first pawns."""
        return opening.start(RULEBOOK.seated(players), Readings.of(house))

    def resume(
        self, position: Mapping[Any, Any], players: Sequence[str], house: House
    ) -> RougeState:
        """A game known only from the pawns on the track."""
        return opening.resume(position, RULEBOOK.seated(players), Readings.of(house))

    def outcome(self, state: RougeState, house: House) -> Outcome | None:
        """The end of the game, or None."""
        return ending.outcome(state)

    def audit(self, position: Mapping[Any, Any], house: House) -> tuple[Violation, ...]:
        """What the pawns on the track prove wrong by themselves."""
        return audit.audit(position)

    def align(
        self, position: Mapping[Any, Any], observation: Observation[Any, Any]
    ) -> tuple[Observation[Any, Any], ...]:
        """The observation as it is, and rotations of the whole only where nothing else fits."""
        return align.align(dict(position), observation)

    def explanations(
        self, state: RougeState, observation: Observation[Any, Any], house: House
    ) -> Iterable[Explanation[Turn]]:
        """What may have happened since the state."""
        return explanations.proposals(state, observation, Readings.of(house))

    def maker_of(self, state: RougeState, turn: Turn, house: House) -> str | None:
        """The colour of a pawn set or moved; for a ring whose turn it was."""
        return ending.maker_of(state, turn, house)

    def completes(self, state: RougeState, turn: Turn) -> bool:
        """Whether a turn is the last one once more, now with the pawns its line takes."""
        return state.completes(turn)

    def next_order(
        self, players: Sequence[str], ended: Outcome | None, lot: int, house: House
    ) -> tuple[str, ...]:
        """The turn order of the next game; `lot` is the seat drawn."""
        return opening.order_after(players, ended, lot, Readings.of(house))

    def look_alike(self, state: RougeState, turn: Turn) -> tuple[Turn, ...]:
        """Every other turn that a camera cannot tell from this one."""
        return looks.look_alike(state, turn)

    def perft(self, state: RougeState, depth: int, house: House) -> int:
        """How many sequences of so many legal turns there are."""
        return counting.perft(state, depth, house)

    def reread(self, turn: Turn, place: Any, label: Any) -> Turn | None:
        """The same turn with another colour read where it set a pawn."""
        return turns.reread(turn, place, label.colour)

    def draw(self, state: RougeState, marks: Marks = NO_MARKS) -> str:
        """The track as a self-contained SVG document."""
        return draw(opening.position(state), marks)


GAME = Rouge()
