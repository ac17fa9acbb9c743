"""Linie 1 as the shared contract of a game wants it: every function in one place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.core.game import NO_MARKS, Explanation, Game, Marks, Outcome
from rules.core.observation import Observation
from rules.core.rulebook import House, Rulebook
from rules.core.verdict import Violation
from rules.games.linie1 import (
    audit,
    drawing,
    ending,
    explanations,
    judge,
    opening,
    trips,
    turnlist,
    turns,
    wire,
)
from rules.games.linie1.content import CellContent
from rules.games.linie1.dividing import TILES_A_TURN
from rules.games.linie1.facts import facts
from rules.games.linie1.fouls import RULEBOOK
from rules.games.linie1.helping import Helping
from rules.games.linie1.measures import measures
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Drive, Lay, Linie1State, Signs, Turn


class Linie1(Game[Linie1State, Turn]):
    """The game of Linie 1, also called Streetcar. Holds nothing; every function is pure."""

    name = "linie1"
    rulebook: Rulebook = RULEBOOK
    helping = Helping()
    measures = staticmethod(measures)
    facts = staticmethod(facts)

    #: An exchange, a late sign or a tram changes what a place holds: what earlier pictures said of
    #: it is no evidence against what lies there now.
    pieces_stay = False

    # As the contract says, each in the module of its subject.
    judge = staticmethod(judge.judge)
    force = staticmethod(turns.force)
    legal_turns = staticmethod(turnlist.legal_turns)
    tell = staticmethod(opening.tell)
    position = staticmethod(opening.position)
    reread = staticmethod(explanations.reread)
    turn_to_json = staticmethod(wire.turn_to_json)
    turn_from_json = staticmethod(wire.turn_from_json)
    place_from_json = staticmethod(wire.spot_from_json)
    label_to_json = staticmethod(wire.content_to_json)
    label_from_json = staticmethod(wire.content_from_json)

    def start(self, players: Sequence[str], house: House) -> Linie1State:
        """An empty board, start tiles dealt, cards secret."""
        return opening.start(RULEBOOK.seated(players))

    def resume(
        self, position: Mapping[Any, Any], players: Sequence[str], house: House
    ) -> Linie1State:
        """A game known only from a picture of the board."""
        return opening.resume(position, RULEBOOK.seated(players))

    def to_move(self, state: Linie1State) -> str | None:
        """The player who is to lay or drive, None where unknown."""
        return state.mover

    def outcome(self, state: Linie1State, house: House) -> Outcome | None:
        """The end of the game, or None."""
        return ending.outcome(state, Readings.of(house))

    def audit(self, position: Mapping[Any, Any], house: House) -> tuple[Violation, ...]:
        """What a position proves wrong by itself."""
        return audit.audit(position, Readings.of(house))

    def explanations(
        self, state: Linie1State, observation: Observation[Any, Any], house: House
    ) -> Iterable[Explanation[Turn]]:
        """What may have happened since the state."""
        readings = Readings.of(house)

        before: dict[tuple[Turn, ...], tuple[Linie1State, bool]] = {(): (state, True)}

        def legal(sequence: Sequence[Turn]) -> tuple[bool, ...]:
            """Which turns of a sequence are legal, each after those before it."""
            found = []
            for number, turn in enumerate(sequence):
                prefix, made = tuple(sequence[:number]), tuple(sequence[: number + 1])
                if made not in before:
                    now, _ = before[prefix]
                    right = judge.judged(now, turn, readings).legal
                    before[made] = turns.forced(now, turn, readings), right
                found.append(before[made][1])
            return tuple(found)

        def told(sequence: Sequence[Turn]) -> tuple[Turn, ...]:
            """The turns with the spaces that trams take, each after those before it."""
            now, said = state, []
            for turn in sequence:
                said.append(
                    trips.measured(now, turn, readings) if isinstance(turn, Drive) else turn
                )
                now = turns.forced(now, turn, readings)
            return tuple(said)

        found = explanations.proposals(state, opening.position(state), observation, legal)
        for one in found:
            drives = any(isinstance(turn, Drive) for turn in one.turns)
            yield replace(one, turns=told(one.turns)) if drives else one

    def completes(self, state: Linie1State, turn: Turn) -> bool:
        """Whether a turn only goes on with the last one: its second tile, or late signs."""
        if isinstance(turn, Signs):
            return True
        second = isinstance(turn, Lay) and len(state.half) + len(turn.tiles) <= TILES_A_TURN
        return second and bool(state.half)

    def piece_to_json(self, kind: str, label: CellContent) -> dict[str, Any]:
        """What one piece shows: tiles, signs and trams can share a place."""
        return wire.piece_to_json(kind, label)

    def draw(self, state: Linie1State, marks: Marks = NO_MARKS) -> str:
        """The board as a self-contained SVG document."""
        return drawing.draw(opening.position(state), marks)


GAME = Linie1()
