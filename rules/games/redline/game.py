"""Redline as the shared contract of a game wants it: every function in one place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.core.game import NO_MARKS, Explanation, Game, Marks, Outcome
from rules.core.observation import Loose, Observation
from rules.core.places import Cell
from rules.core.rulebook import House, Rulebook
from rules.core.verdict import Violation
from rules.games.redline import (
    align,
    audit,
    ending,
    explanations,
    judge,
    open_hands,
    opening,
    turns,
    wire,
)
from rules.games.redline.drawing import draw
from rules.games.redline.facts import facts
from rules.games.redline.helping import Helping
from rules.games.redline.legal import legal_turns
from rules.games.redline.measures import measures
from rules.games.redline.orders import Orders
from rules.games.redline.readings import RULEBOOK, Readings
from rules.games.redline.state import RedlineState, Turn
from rules.games.redline.straight import askew_fouls
from rules.games.redline.tiles import Tile


class Redline(Game[RedlineState, Turn]):
    """The game of Redline. Holds nothing; every function is pure."""

    name = "redline"
    rulebook: Rulebook = RULEBOOK
    helping = Helping()
    measures = staticmethod(measures)
    facts = staticmethod(facts)

    # As the contract says, each in the module of its subject.
    player_of = staticmethod(judge.player_of)
    judge = staticmethod(judge.judge)
    force = staticmethod(turns.force)
    may_change = staticmethod(turns.may_change)
    ended = staticmethod(turns.ended)
    legal_turns = staticmethod(legal_turns)
    tell = staticmethod(opening.tell)
    next_order = staticmethod(opening.next_order)
    align = staticmethod(align.align)
    reread = staticmethod(explanations.reread)
    turn_to_json = staticmethod(wire.turn_to_json)
    turn_from_json = staticmethod(wire.turn_from_json)
    place_from_json = staticmethod(wire.cell_from_json)
    label_to_json = staticmethod(wire.tile_to_json)
    label_from_json = staticmethod(wire.tile_from_json)

    def start(self, players: Sequence[str], house: House) -> RedlineState:
        """Tiles dealt, none laid; which ones nobody has said yet."""
        return opening.start(RULEBOOK.seated(players), Readings.of(house))

    def resume(
        self, position: Mapping[Any, Any], players: Sequence[str], house: House
    ) -> RedlineState:
        """A game known only from its layout."""
        return opening.resume(position, RULEBOOK.seated(players), Readings.of(house))

    def position(self, state: RedlineState) -> Mapping[Cell, Tile]:
        """The layout."""
        return state.layout

    def to_move(self, state: RedlineState) -> str | None:
        """The player who is to lay, None where unknown or nobody is left."""
        return state.mover

    def outcome(self, state: RedlineState, house: House) -> Outcome | None:
        """The end of the game, or None."""
        return ending.outcome(state, house)

    def audit(self, position: Mapping[Any, Any], house: House) -> tuple[Violation, ...]:
        """What the layout proves wrong by itself."""
        return audit.audit(position, Readings.of(house))

    def audit_loose(self, loose: Sequence[Loose[Any]], sure: float) -> tuple[Violation, ...]:
        """Tiles that surely lie askew against the layout (fig. 3), whatever the order of play."""
        return tuple(askew_fouls(loose, sure))

    def explanations(
        self, state: RedlineState, observation: Observation[Any, Any], house: House
    ) -> Iterable[Explanation[Turn]]:
        """What may have happened since the state."""

        orders = Orders(state, house, open_hands.in_hand(state, observation))
        unsettled = None
        if state.fresh and state.last is not None and turns.may_change(state, house):
            unsettled = state.last.cell
        return explanations.proposals(state.layout, observation, orders.of, unsettled)

    def notice(
        self, state: RedlineState, observation: Observation[Any, Any], house: House
    ) -> tuple[str, Mapping[str, Any]] | None:
        """What a picture shows of hands that lie open, where that is news."""
        before = wire.seen_to_json(state)
        after = wire.seen_to_json(open_hands.notice(state, observation, house))
        return None if after == before else ("open-hands", after)

    def draw(self, state: RedlineState, marks: Marks = NO_MARKS) -> str:
        """The layout as a self-contained SVG document."""
        return draw(state.layout, marks)


GAME = Redline()
