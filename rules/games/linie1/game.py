"""Linie 1 as the shared contract of a game wants it: every function in one place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    turnlist,
    turns,
    wire,
)
from rules.games.linie1.content import CellContent
from rules.games.linie1.facts import facts
from rules.games.linie1.helping import Helping
from rules.games.linie1.measures import measures
from rules.games.linie1.ownership import TILES_A_TURN, driver, layer
from rules.games.linie1.readings import RULEBOOK, Readings
from rules.games.linie1.state import Drive, Lay, Linie1State, Pass, Signs, Turn


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
    pieces_hide = True
    piece_prior = explanations.LIMITS.further

    # As the contract says, each in the module of its subject.
    judge = staticmethod(judge.judge)
    force = staticmethod(turns.force)
    ended = staticmethod(turns.ended)
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

    def player_of(self, state: Linie1State, turn: Turn, house: House) -> str | None:
        """The player who makes a turn: who lays, whose tram it is, else whose turn it is; None
        where nobody knows. Of a lay that runs over a half turn the player who ends it."""
        if isinstance(turn, Pass) and turn.player is not None:
            return turn.player
        seat = state.turn
        if isinstance(turn, Drive):
            seat = driver(state, turn.line)
        if isinstance(turn, Lay):
            seat = layer(state, turn, Readings.of(house))
        return None if seat is None else state.players[seat]

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
        position = opening.position(state)
        return explanations.proposals(state, position, observation, Readings.of(house))

    def completes(self, state: Linie1State, turn: Turn) -> bool:
        """Whether a turn only goes on with the last one: its second tile, or late signs."""
        if isinstance(turn, Signs):
            return True
        if not isinstance(turn, Lay) or turn.player not in {None, state.mover}:
            return False
        return bool(state.half) and len(state.half) + len(turn.tiles) <= TILES_A_TURN

    def piece_to_json(self, kind: str, label: CellContent) -> dict[str, Any]:
        """What one piece shows: tiles, signs and trams can share a place."""
        return wire.piece_to_json(kind, label)

    def draw(self, state: Linie1State, marks: Marks = NO_MARKS) -> str:
        """The board as a self-contained SVG document."""
        return drawing.draw(opening.position(state), marks)


GAME = Linie1()
