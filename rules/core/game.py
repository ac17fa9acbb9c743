"""The contract of a game: what a folder in `rules/games/` must provide.

The module `rules.games.<name>` exposes one object `GAME` that satisfies `Game`. All values are
frozen; every function is pure. The law tests run over every discovered game.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from rules.core.codec import Json, JsonObject
from rules.core.errors import IllegalTurn
from rules.core.facts import Form
from rules.core.helping import AnyHelping, Helping
from rules.core.measures import Measure
from rules.core.observation import AnyObservation, Loose, PlaceT
from rules.core.places import AnyLabel, AnyPlace, AnyPosition, Naming, Place
from rules.core.rulebook import House, Rulebook
from rules.core.verdict import Outcome, Verdict, Violation

StateT = TypeVar("StateT")
TurnT = TypeVar("TurnT")


@dataclass(frozen=True, slots=True)
class Explanation(Generic[TurnT]):
    """One thing that may physically have happened between two pictures, legal or not.

    `turns` in the order of play, none for "nothing happened"; `log_prior` in nats, before any
    picture is looked at: a small explicit preference, never a proof.
    `look` lists places that would look otherwise than the position the turns lead to (a tile
    bumped away, a tile lying askew beside its cell); `log_evidence` is what loose objects and
    quantities say, which only the game can weigh; `disturbed` are places whose accepted piece was
    touched without a turn: such an explanation is asked about, never called a foul.
    `acts` names what was physically done, whatever the order, the division into turns or the
    player: of explanations with equal `acts` (not None) the referee keeps those that break the
    fewest rules, and asks where these differ in what has to be said. `players_known` is False
    where these turns stand for others with the same pieces, of which other players may have made
    some: then nobody is named.
    """

    turns: tuple[TurnT, ...]
    log_prior: float = 0.0
    look: tuple[tuple[Place, Hashable], ...] = ()
    log_evidence: float = 0.0
    disturbed: tuple[Place, ...] = ()
    acts: Hashable = None
    players_known: bool = True


@dataclass(frozen=True, slots=True)
class Marks(Generic[PlaceT]):
    """What a drawing should point at: places of a foul, of the last move, of rewards (a line of
    places together, or single ones), places in doubt."""

    foul: tuple[PlaceT, ...] = ()
    last: tuple[PlaceT, ...] = ()
    reward: tuple[PlaceT | tuple[PlaceT, ...], ...] = ()
    doubt: tuple[PlaceT, ...] = ()

    def by_kind(self) -> dict[str, tuple[PlaceT, ...]]:
        """The places of each kind, those of lines one by one."""
        groups = (one if isinstance(one, tuple) else (one,) for one in self.reward)
        rewarded = tuple(place for group in groups for place in group)
        return {"foul": self.foul, "last": self.last, "reward": rewarded, "doubt": self.doubt}


#: A drawing that points at nothing.
NO_MARKS: Marks[AnyPlace] = Marks()


class Game(Protocol[StateT, TurnT]):
    """Everything Arbitable needs to know of a game. What has a body here holds for most games."""

    #: False where a place may hold another piece than before without a turn seen there (turned
    #: rings, exchanged tiles, pushed sticks): what earlier pictures showed there is then forgotten.
    pieces_stay: bool = True

    #: True where a place is the number of a piece that lies anywhere: once that piece is gone, the
    #: next one may get its number.
    places_are_numbers: bool = False

    #: How players call its places.
    naming: Naming = Naming.BOARD

    #: Whether pieces stand on others and hide them: no second look shows what such a one is, so
    #: it is not asked about while every likely reading is called alike.
    pieces_hide: bool = False

    #: Nats that its explanations take for each piece that came: given back for one that lay there
    #: before, as a part of a foul that was taken back.
    piece_prior: float = 0.0

    #: Codes of fouls that are events which nobody can take back: the players confirm them, and
    #: then they count.
    irreversible_fouls: frozenset[str] = frozenset()

    #: Codes of doubts that the players' word settles: a turn told by them is asked back, and counts
    #: once they say yes.
    settled_by_word: frozenset[str] = frozenset()

    #: What it can tell onlookers beside its calls; nothing where a game says nothing.
    helping: AnyHelping = Helping()

    @property
    def name(self) -> str:
        """The name on the command line, lower case."""

    @property
    def rulebook(self) -> Rulebook:
        """Title, players, house rules, codes and texts."""

    def start(self, players: Sequence[str], house: House) -> StateT:
        """The state before the first turn; what nobody has said yet (hands) is unknown."""

    def resume(self, position: AnyPosition, players: Sequence[str], house: House) -> StateT:
        """A game in progress, known only from the places of a picture; the rest is unknown."""

    def too_early(self, position: AnyPosition, label: AnyLabel) -> bool:
        """Whether what looks like this piece cannot be one beside a first picture's `position`, as
        it can only come later in the game: the board looks so where it lies bare."""
        return False

    def tell(self, state: StateT, fact: str, data: Json, /) -> StateT:
        """What the players say that no picture shows, such as a hand or whose turn it is. Raises
        UnknownName for a fact the game has no use for, unless it has none for any."""
        return state

    def in_play(self, state: StateT) -> frozenset[AnyLabel] | None:
        """Every label that a piece at this table can have, as far as its players tell: another one
        is rather misread. None where any may come."""
        return None

    def position(self, state: StateT) -> AnyPosition:
        """What stands where: place to label, empty places left out."""

    def to_move(self, state: StateT) -> str | None:
        """The player whose turn it is, None where unknown or over."""

    def judge(self, state: StateT, turn: TurnT, house: House) -> Verdict:
        """Every violation, reward and duty of a turn. Never raises for a bad turn."""

    def apply(self, state: StateT, turn: TurnT, house: House) -> StateT:
        """The state after a legal turn. Raises IllegalTurn, with the codes, for one that `judge`
        does not call legal."""
        verdict = self.judge(state, turn, house)
        if not verdict.legal:
            codes = [v.code for v in verdict.violations] or [r.code for r in verdict.remarks]
            raise IllegalTurn(f"{turn} is not a legal turn: {', '.join(codes)}.")
        return self.force(state, turn, house)

    def player_of(self, state: StateT, turn: TurnT, house: House) -> str | None:
        """Who made a turn, legal or not; None where unknown. Mostly the player to move."""
        return self.to_move(state)

    def maker_of(self, state: StateT, turn: TurnT, house: House) -> Hashable:
        """Whose hand made a turn, as far as it shows: a player or what stands for him, such as his
        colour. Turns of one maker compare equal."""
        return self.player_of(state, turn, house)

    def anybody_next(self, state: StateT) -> StateT:
        """The state with nobody known to be on turn: what shows no maker may have been made by the
        player whose turn it was, or by the next one over his foul. The same state where a game has
        no use for that."""
        return state

    def may_change(self, state: StateT, house: House, last: TurnT | None = None) -> bool:
        """Whether the last turn, where it is known, may still be changed before the next player
        moves; `state` is the one after it."""
        return True

    def may_vanish(self, state: StateT, turn: TurnT) -> bool:
        """Whether all that a turn put down may be off the table once it was taken back; `state` is
        the one without it. What goes into nobody's hand must lie somewhere."""
        return True

    def notice(
        self, state: StateT, observation: AnyObservation, house: House
    ) -> tuple[str, Json] | None:
        """What an aligned picture shows beside the turns (hands lying open), as a fact for `tell`;
        None where it shows nothing new."""
        return None

    def next_order(
        self, players: Sequence[str], ended: Outcome | None, lot: int, house: House
    ) -> tuple[str, ...]:
        """The turn order of the next round, first player first; `lot` is the seat drawn."""
        return tuple(players)

    def ended(self, state: StateT, player: str | None) -> StateT:
        """The state once a player said that the turn is over."""
        return state

    def waive(self, state: StateT, violations: Sequence[Violation], house: House, /) -> StateT:
        """The state once a foul that was made on it is in the game, as people let it stand: what
        they go on without is no foul of the turns after it."""
        return state

    def completes(self, state: StateT, turn: TurnT) -> bool:
        """Whether a turn only goes on with the last one: a second tile, the pawns of a line."""
        return False

    def stays(self, turn: TurnT, again: TurnT, /) -> bool:
        """Whether an open turn that seems to be made again is the one that lies there: where pieces
        lie anywhere, two looks measure them a little otherwise."""
        return bool(turn == again)

    def tried_again(self, turn: TurnT, observation: AnyObservation, /) -> bool:
        """Whether an aligned picture shows what a turn put down at rest in another way, elsewhere
        than two looks differ: its maker tried again, and is judged by that."""
        return False

    def divided(
        self, turn: TurnT, later: TurnT, gone: Collection[AnyPlace], /
    ) -> tuple[TurnT | None] | None:
        """What the first of two turns of one picture was (None: it was none) if the pieces at
        `gone`, of both, made up the other; None where no turn may have been made of just these."""
        return None

    def force(self, state: StateT, turn: TurnT, house: House) -> StateT:
        """The state as it physically stands after a turn, legal or not."""

    def legal_turns(self, state: StateT, house: House) -> Iterator[TurnT]:
        """Every legal turn of the player to move; where hands are unknown, with any piece left."""

    def outcome(self, state: StateT, house: House) -> Outcome | None:
        """The end of the game, or None while it goes on."""

    def audit(self, position: AnyPosition, house: House) -> tuple[Violation, ...]:
        """What a position proves wrong by itself, whatever the order of play."""

    def align(
        self, position: AnyPosition, observation: AnyObservation
    ) -> tuple[AnyObservation, ...]:
        """The observation in the position's frame: one where the board fixes it, several where
        a free layout could be laid over the position in more than one way, best first; empty
        where it cannot be laid over it at all."""
        return (observation,)

    def audit_loose(self, loose: Sequence[Loose[AnyLabel]], sure: float) -> tuple[Violation, ...]:
        """What pieces beside their places prove wrong, where they are read with probability `sure`
        at least."""
        return ()

    def explanations(
        self, state: StateT, observation: AnyObservation, house: House
    ) -> Iterable[Explanation[TurnT]]:
        """What may have happened since `state`, proposed from the evidence of an aligned
        observation: nothing, legal turns, physically possible illegal ones, several turns."""

    def reread(self, turn: TurnT, place: AnyPlace, label: AnyLabel, /) -> TurnT | None:
        """The same turn with another piece read at a place it filled; None where there is none."""

    def look_alike(self, state: StateT, turn: TurnT) -> tuple[TurnT, ...]:
        """Every other turn that a camera cannot tell from this one."""
        return ()

    def count_turns(self, state: StateT, house: House) -> int:
        """How many legal turns there are; a game may know it without making them."""
        return sum(1 for _ in self.legal_turns(state, house))

    def measures(self, state: StateT) -> tuple[Measure, ...]:
        """What can be counted in a position, in a fixed order, to draw how a match went."""
        return (Measure("pieces", len(self.position(state))),)

    def facts(self, state: StateT) -> tuple[Form, ...]:
        """The facts that `tell` may be given as things stand, as forms to be filled in."""
        return ()

    def turn_to_json(self, turn: TurnT, /) -> JsonObject:
        """The turn as the outside contract writes `move`."""

    def turn_from_json(self, data: Json, /) -> TurnT:
        """The inverse of `turn_to_json`."""

    def place_from_json(self, data: Sequence[int], /) -> Place:
        """The inverse of a place's `as_json`."""

    def label_to_json(self, label: AnyLabel, /) -> JsonObject:
        """A piece's own fields as the contract writes them in `pieces` (colour, spokes...)."""

    def piece_to_json(self, kind: str, label: AnyLabel, /) -> JsonObject:
        """The fields of one thing of a label: a game whose pieces share a place tells them apart
        by kind."""
        return self.label_to_json(label)

    def label_from_json(self, data: Json, /) -> AnyLabel:
        """The inverse of `label_to_json`."""

    def draw(self, state: StateT, marks: Marks[AnyPlace] = NO_MARKS) -> str:
        """The position as a self-contained SVG document."""


#: Whichever game: its states and turns are its own.
AnyGame: TypeAlias = Game[Any, Any]
