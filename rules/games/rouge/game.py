"""Rouge as the shared contract of a game wants it: every function in one place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.core.game import Explanation, Marks, Outcome
from rules.core.observation import Observation
from rules.core.rulebook import House, Rulebook, load
from rules.core.verdict import Verdict, Violation
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
from rules.games.rouge.readings import Readings
from rules.games.rouge.state import Pawn, RougeState, Turn
from rules.games.rouge.track import Hollow

#: A drawing that points at nothing.
NO_MARKS = Marks()

#: Texts and house rules, from rulebook.toml.
RULEBOOK = load(__package__)


class Rouge:
    """The game of Rouge. Holds nothing; every function is pure."""

    name = "rouge"
    #: Rings turn under their pawns: what a hollow showed before says nothing of it now.
    pieces_stay = False
    rulebook: Rulebook = RULEBOOK

    def start(self, players: Sequence[str], house: House) -> RougeState:
        """An empty track and full hands; colours are learnt from the first pawns."""
        return opening.start(players, Readings.of(house))

    def resume(
        self, position: Mapping[Any, Any], players: Sequence[str], house: House
    ) -> RougeState:
        """A game known only from the pawns on the track."""
        return opening.resume(position, players, Readings.of(house))

    def tell(self, state: RougeState, fact: str, data: Mapping[str, Any]) -> RougeState:
        """What the players say that no picture shows: colours, turn, hand, ring, locks, draw."""
        return opening.tell(state, fact, data)

    def position(self, state: RougeState) -> Mapping[Hollow, Pawn]:
        """The pawns on the track."""
        return opening.position(state)

    def to_move(self, state: RougeState) -> str | None:
        """The player who is to act: who still has pawns to take, else whose turn it is."""
        return ending.to_move(state)

    def judge(self, state: RougeState, turn: Turn, house: House) -> Verdict:
        """Every violation, duty and remark of a turn."""
        return judge.judge(state, turn, house)

    def apply(self, state: RougeState, turn: Turn, house: House) -> RougeState:
        """The state after a legal turn. Raises IllegalTurn for any other."""
        return turns.apply(state, turn, house)

    def force(self, state: RougeState, turn: Turn, house: House) -> RougeState:
        """The state as it stands after a turn, legal or not."""
        return turns.force(state, turn, house)

    def legal_turns(self, state: RougeState, house: House) -> Iterator[Turn]:
        """Every legal turn with its captures."""
        return legal.legal_turns(state, house)

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

    def look_alike(self, state: RougeState, turn: Turn) -> tuple[Turn, ...]:
        """Every other turn that a camera cannot tell from this one."""
        return looks.look_alike(state, turn)

    def perft(self, state: RougeState, depth: int, house: House) -> int:
        """How many sequences of so many legal turns there are."""
        return counting.perft(state, depth, house)

    def reread(self, turn: Turn, place: Any, label: Any) -> Turn | None:
        """The same turn with another colour read where it set a pawn."""
        return turns.reread(turn, place, label.colour)

    def turn_to_json(self, turn: Turn) -> dict[str, Any]:
        """The turn as the contract writes `move`."""
        return wire.turn_to_json(turn)

    def turn_from_json(self, data: Mapping[str, Any]) -> Turn:
        """The inverse of `turn_to_json`."""
        return wire.turn_from_json(data)

    def place_from_json(self, data: Sequence[int]) -> Hollow:
        """The inverse of `Hollow.as_json`."""
        return wire.hollow_from_json(data)

    def label_to_json(self, label: Pawn) -> dict[str, Any]:
        """A pawn's colour."""
        return wire.pawn_to_json(label)

    def label_from_json(self, data: Mapping[str, Any]) -> Pawn:
        """The inverse of `label_to_json`."""
        return wire.pawn_from_json(data)

    def draw(self, state: RougeState, marks: Marks = NO_MARKS) -> str:
        """The track as a self-contained SVG document."""
        return draw(opening.position(state), marks)


GAME = Rouge()
