"""The true table: what was really done, in its true order, and what the referee owes for it.

The true state follows from the rule engine alone. `alts` are the states of every order, division
and look-alike turn that the pictures allow as well and that breaks no rule: only what is a foul in
all of them is due as one, and only the player who moved in all of them is due by name.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, permutations, product
from typing import Any

from rules.core.call import CallKind
from rules.core.verdict import Verdict
from tests.people.parts.plain import Part

#: States carried beside the true one, and orders looked at, at most.
MOST_STATES, MOST_ORDERS = 12, 24

#: Pictures that a piece counts as said for: a second tile or a late pawn repeats the first.
REMEMBERED = 4

#: True turns that are remembered, to tell what a question says of earlier ones.
PAST = 12

#: One way in which a picture's turns may have been made: each turn with who was to move and how
#: it is judged, and the accepted state after it.
Order = tuple[tuple[tuple[Any, str | None, Verdict], ...], Any]

#: Turns looked at that the last player may have made instead of his.
MOST_INSTEAD = 600


@dataclass(eq=False)
class Due:
    """A turn that the referee has still to call. `players` are those it may have been of; `codes`
    the sets of codes it may be a foul by; `alike` what turns of the same look would have done,
    `crossed` what like pieces of this picture's turns would have done in one another's stead;
    `harmless` pieces of a foul that are right by themselves; `asked`: a question had it among its
    answers, and nobody answered; `anyone`: people were content with an answer that divides the
    pieces otherwise among players; `left` what is not said yet."""

    turn: Any
    kind: CallKind
    pieces: frozenset[Any]
    player: str | None
    verdict: Verdict
    players: set[str | None] = field(default_factory=set)
    codes: set[frozenset[str]] = field(default_factory=set)
    alike: tuple[frozenset[Any], ...] = ()
    crossed: tuple[frozenset[Any], ...] = ()
    harmless: frozenset[Any] = frozenset()
    age: int = 0
    asked: bool = False
    anyone: bool = False
    left: set[Any] = field(default_factory=set)


@dataclass(eq=False)
class Lying:
    """A turn that lies on the table and is not in the game; `rests`: legal over those below."""

    turn: Any
    due: Due
    rests: bool = False


@dataclass(eq=False)
class Last:
    """The last turn of the game and the table before it; `beside` are the turns before it in the
    same picture, made since it was one of the states `alts`."""

    before: Any
    alts: list[Any]
    turn: Any
    due: Due
    beside: tuple[Due, ...] = ()


class Truth:
    """A table with people at it."""

    def __init__(self, part: Part, state: Any) -> None:
        """`state` as far as a referee who met the table now can know it."""
        self.part = part
        self.accepted = state
        self.alts = [state]
        self.overlay: list[Lying] = []
        self.due: list[Due] = []
        self.said: deque[set[tuple[Any, CallKind]]] = deque(maxlen=REMEMBERED)
        self.last: Last | None = None
        #: Whether something that was told of has gone from the table since the last picture.
        self.gone = False
        #: What the last turns really did.
        self.past: deque[frozenset[Any]] = deque(maxlen=PAST)
        #: What the turns did that no picture shows and that were kept quiet.
        self.quieted: set[frozenset[Any]] = set()
        #: Whether people were content with an answer that gives turns to other players.
        self.others_named = False
        #: Fouls of which it was said that a piece of them is not read surely.
        self.unread: list[Due] = []
        self._batch: list[Due] = []
        self._base = [state]
        #: The last turn that a picture showed.
        self._pictured: Last | None = None
        #: The table as it lies, where a turn entered the game over a foul.
        self._lies: Any = None
        #: The game before people said that a foul stands, and since.
        self._insisted: tuple[Any, Any] = (None, None)
        #: The last turn, if it was made over a foul: nobody changes his mind about it.
        self._over: Last | None = None

    # What lies there ----------------------------------------------------------------------------

    @property
    def standing(self) -> Any:
        """The true state with everything that lies on the table, as it was made turn by turn."""
        if self._lies is not None:
            return self._lies
        return self._forced(self.accepted, [one.turn for one in self.overlay])

    @property
    def position(self) -> dict[Any, Any]:
        """What a picture shows."""
        return dict(self.part.game.position(self.standing))

    @property
    def half_read(self) -> bool:
        """Whether a foul lies there of which it was said that it is not read surely."""
        return any(one.due is due for one in self.overlay for due in self.unread)

    def _forced(self, state: Any, turns: Iterable[Any]) -> Any:
        for turn in turns:
            state = self.part.game.force(state, turn, self.part.house)
        return state

    def _judge(self, state: Any, turn: Any) -> Verdict:
        return self.part.game.judge(state, turn, self.part.house)

    # What people do -----------------------------------------------------------------------------

    def play(self, turn: Any) -> bool:
        """A legal turn. Over a foul it may be legal by itself, or only with what lies there; that
        it leads to the same table in either order is made sure of."""
        if self.overlay:
            return self._play_over(turn)
        if not self._judge(self.accepted, turn).legal or not self._in_any_order(turn):
            return False
        merged = any(self.part.merges(self.accepted, due.turn, turn) for due in self._batch)
        if merged or self._looks_taken_back(turn):
            return False
        due = self._new(turn, CallKind.LEGAL, self._judge(self.accepted, turn))
        due.alike = self._alike(turn)
        self.last = Last(self.accepted, self.alts, turn, due, tuple(self._batch))
        self._over = None
        self._batch.append(due)
        self.accepted = self.part.game.apply(self.accepted, turn, self.part.house)
        return True

    def _in_any_order(self, turn: Any) -> bool:
        """Whether this picture's turns and one more lead to one table in whatever order, and no
        fewer of them do, so that each of them can be told from it."""
        turns = [*(due.turn for due in self._batch), turn]
        if len(turns) == 1:
            return True
        goal = self._seen(self._base[0], turns)
        fewer = (some for n in range(len(turns)) for some in combinations(turns, n))
        return all(
            self._seen(self._base[0], order) == goal for order in permutations(turns)
        ) and all(self._seen(self._base[0], some) != goal for some in fewer)

    def _alike(self, turn: Any) -> tuple[frozenset[Any], ...]:
        same = self.part.alike(self.accepted, turn)
        legal = (one for one in same if self._judge(self.accepted, one).legal)
        return tuple(frozenset(self.part.pieces(one)) for one in legal)

    def _play_over(self, turn: Any) -> bool:
        over, below = self._judge(self.standing, turn), self._judge(self.accepted, turn)
        if not (over.legal or below.legal) or not self._commutes(turn):
            return False
        after = self.part.game.force(self.standing, turn, self.part.house)
        if self.part.looks_legal(self.accepted, after):
            return False
        due = self._new(turn, CallKind.LEGAL, below if below.legal else over)
        due.alike = self._alike(turn)
        due.players |= {self._mover(self.standing, turn), None}
        lies = self.standing
        if below.legal:
            self.last = None
            if over.legal and self._mover(self.accepted, turn) != self._mover(lies, turn):
                self.accepted, lies = map(self.part.game.anybody_next, (self.accepted, lies))
            self._over = Last(self.accepted, self.alts, turn, due)
            self.accepted = self.part.game.apply(self.accepted, turn, self.part.house)
            self.alts = self._base = [self.accepted]
        else:
            self.overlay.append(Lying(turn, due, rests=True))
        self._lies = self.part.game.force(lies, turn, self.part.house)
        return True

    def _commutes(self, turn: Any) -> bool:
        """Whether a turn and what lies there lead to one table, whichever was first."""
        game, house = self.part.game, self.part.house
        over = game.force(self.standing, turn, house)
        lying = [one.turn for one in self.overlay]
        under = self._forced(game.force(self.accepted, turn, house), lying)
        return dict(game.position(over)) == dict(game.position(under))

    def foul(self, turn: Any) -> bool:
        """A foul, if it is one in every order that the picture allows."""
        verdict = self._judge(self.accepted, turn)
        if not verdict.violations or self._over_is_fine(turn) or self._looks_undone(turn):
            return False
        earlier = (*(due.turn for due in self._batch), *(one.turn for one in self.overlay))
        if any(self.part.goes_on(one, turn) for one in earlier):
            return False
        due = Due(turn, CallKind.FOUL, frozenset(self.part.pieces(turn)), None, verdict)
        due.player = self._mover(self.accepted, turn)
        due.players = {due.player}
        due.codes = {frozenset(v.code for v in verdict.violations)}
        if self._goes_on(turn) or not self._in_any_order(turn) or not self._surely(due):
            return False
        if self._is_a_change_of_mind(turn) or self._may_look_legal(turn):
            return False
        due.left = set(due.pieces)
        due.harmless = frozenset(self.part.harmless(self.accepted, turn))
        if self.overlay:
            due.players |= {self._mover(self.standing, turn), None}
        self._lies = self._forced(self.standing, [turn])
        self._may_be_over(turn)
        self.due.append(due)
        self.overlay.append(Lying(turn, due))
        self.last = None
        return True

    def _may_be_over(self, foul: Any) -> None:
        """A turn of the foul's picture may have been made over it, by the next player."""
        game, before = self.part.game, self._base[0]
        over = game.waive(self._forced(before, [foul]), (), self.part.house)
        for due in self._batch if game.anybody_next(before) is not before else ():
            if self._mover(over, due.turn) != due.player and self._judge(over, due.turn).legal:
                due.players.add(None)

    def _over_is_fine(self, turn: Any) -> bool:
        """Over a foul, no turn is a foul that is legal with what lies there."""
        if not self.overlay:
            return False
        return self._judge(self.standing, turn).legal or not self._commutes(turn)

    def _goes_on(self, turn: Any) -> bool:
        """Whether it only goes on with a turn of this same picture, and is a part of it."""
        return bool(self._batch) and self.part.game.completes(self.accepted, turn)

    def _looks_undone(self, turn: Any) -> bool:
        """Whether a picture would show no more than some of what lies there taken back."""
        lying = [one.turn for one in self.overlay]
        now = self._seen(self.accepted, [*lying, turn])
        fewer = (some for n in range(len(lying) + 1) for some in combinations(lying, n))
        return any(self._seen(self.accepted, some) == now for some in fewer)

    def _looks_taken_back(self, turn: Any) -> bool:
        """Whether several turns would leave the table as it was before the last one pictured."""
        if not self._batch or self._pictured is None:
            return False
        return self._seen(self.accepted, [turn]) == self._seen(self._pictured.before, [])

    def _is_a_change_of_mind(self, turn: Any) -> bool:
        """Whether the last player, or the last one whom a picture showed, could have had this table
        instead of the one he left, by a legal turn or by this very foul."""
        since = [due.turn for due in self._batch]
        goal = self._seen(self.accepted, [turn])
        lasts: list[tuple[Last | None, list[Any]]] = [(self.last, [])]
        lasts += [(one, since) for one in (self._pictured, self._over, *self._instead_of_last())]
        instead = (self._instead(last, later, turn) for last, later in lasts)
        return any(self._seen(last.before, turns) == goal for way in instead for last, turns in way)

    def _instead_of_last(self) -> Iterator[Last]:
        """The turns seen with the last one that may have been made after it: no picture shows in
        which order they were."""
        last = self._pictured
        if last is None:
            return
        for due in last.beside:
            others = [one.turn for one in last.beside if one is not due]
            for state, order in product(last.alts, permutations([*others, last.turn])):
                made, before = self._in_order(state, order)
                if not _broken(made) and self._judge(before, due.turn).legal:
                    yield Last(before, last.alts, due.turn, due)
                    break

    def _may_look_legal(self, turn: Any) -> bool:
        """Whether legal turns lead to the same table from one of the states it may be in; from the
        true one, where nothing else was done, the game's part has made sure."""
        turns = [*(due.turn for due in self._batch), turn]
        others = () if self.overlay else self._base[not self._batch :]
        return any(self.part.looks_legal(one, self._forced(one, turns)) for one in others)

    def _instead(
        self, last: Last | None, since: list[Any], turn: Any
    ) -> Iterator[tuple[Last, list[Any]]]:
        if last is None or (since and last is self.last):
            return
        yield last, since
        yield last, [turn, *since]
        game, house = self.part.game, self.part.house
        mine = game.player_of(last.before, last.turn, house)
        for one in islice(game.legal_turns(last.before, house), MOST_INSTEAD):
            if game.player_of(last.before, one, house) == mine:
                yield last, [one, *since]

    def _surely(self, foul: Due) -> bool:
        """Whether every order of this picture's turns breaks a rule, by the same pieces; its codes
        are those of the orders that break the fewest, its players those of all."""
        turns = [*(due.turn for due in self._batch), foul.turn]
        every = self._orders(turns)
        fewest = _fewest(every)
        blamed = {_blamed(self.part, order) for order, _ in fewest}
        if not fewest or blamed != {foul.pieces}:
            return False
        made = [one for order, _ in fewest for one in order]
        foul.codes |= {
            frozenset(v.code for v in one.violations) for *_, one in made if one.violations
        }
        for order, _ in every:
            foul.players |= {mover for turn, mover, _ in order if turn == foul.turn}
        return True

    def take_back(self, lying: Lying) -> None:
        """A foul is taken off the table; what nobody called needs no call any more. That it is gone
        may be said of one that was called, or asked about."""
        self.overlay.remove(lying)
        self._lies = None
        self.gone = self.gone or lying.due.asked or not lying.due.left
        self.due = [due for due in self.due if due is not lying.due]

    def keep_rest(self, lying: Lying) -> bool:
        """Only the bad part of a foul is taken back; the rest is a legal turn."""
        rest = self.part.remainder(self.accepted, lying.turn)
        if rest is None or len(self.overlay) > 1:
            return False
        self.take_back(lying)
        pieces = frozenset(self.part.pieces(rest))
        said = any((piece, CallKind.LEGAL) in told for told in self.said for piece in pieces)
        self.play(rest)
        if said:
            self._drop(self.due[-1])
        return True

    def insist(self) -> None:
        """The players play on: what lies there is in the game."""
        game, house = self.part.game, self.part.house
        before = self.accepted
        for lying in self.overlay:
            forced = game.force(self.accepted, lying.turn, house)
            self.accepted = game.waive(forced, lying.due.verdict.violations, house)
            self.due = [due for due in self.due if due is not lying.due]
            self.said.append({(piece, CallKind.LEGAL) for piece in lying.due.pieces})
        if self._lies is not None:
            broken = [v for lying in self.overlay for v in lying.due.verdict.violations]
            self.accepted = game.waive(self._lies, broken, house)
        self.overlay = []
        self._known(self.accepted)
        self._insisted = (before, self.accepted)

    @property
    def insisted(self) -> bool:
        """Whether people said that a foul stands, and did nothing since."""
        return self._insisted[1] is not None and self._insisted[1] is self.accepted

    def relent(self, *, late: bool = False) -> bool:
        """What people said stands is taken back after all, as long as nobody played on, or, `late`,
        after one turn that is as right without it and of the same player."""
        before, since = self._insisted
        if since is None or self.overlay:
            return False
        if self.insisted:
            self._known(before)
        elif not late or self.last is None or self.last.before is not since:
            return False
        else:
            turn, verdict = self.last.turn, self._judge(since, self.last.turn)
            mover = self._mover(since, turn)
            if (self._judge(before, turn), self._mover(before, turn)) != (verdict, mover):
                return False
            self._known(self.part.game.apply(before, turn, self.part.house))
        self.gone, self._insisted = True, (None, None)
        return True

    def change_mind(self, turn: Any) -> bool:
        """The last turn's piece goes elsewhere, before anybody moves, and no next turn looks so,
        whichever of one picture's turns was the last."""
        last = self.last
        if last is None or self.overlay or not self._judge(last.before, turn).legal:
            return False
        after = self.part.game.force(last.before, turn, self.part.house)
        if any(self.part.looks_legal(one, after) for one in self.alts):
            return False
        told = last.due.pieces - last.due.left
        self.lift()
        if not self.play(turn):
            return False
        if self.part.divides:  # what stayed was told, as part of whichever turn
            self.due[-1].left -= told
        return True

    def lift(self) -> None:
        """The last turn's pieces go back to the hand."""
        last = self.last
        if last is None:
            return
        self.gone = self.gone or not last.due.left
        beside = () if any(last.due is due for due in self._batch) else last.beside
        self._drop(last.due)
        self.accepted = last.before
        self.alts = self._base = self._after(last, beside) if beside else last.alts
        self.last = None

    def _drop(self, due: Due) -> None:
        self.due = [one for one in self.due if one is not due]
        self._batch = [one for one in self._batch if one is not due]

    def told(self, turn: Any) -> Due:
        """A turn that the players tell: known as it is at once."""
        due = self._new(turn, CallKind.LEGAL, self._judge(self.accepted, turn))
        self._known(self.part.game.apply(self.accepted, turn, self.part.house))
        return due

    def quiet(self, turn: Any) -> None:
        """A turn that no picture shows, and of which nobody tells the referee: all he can know is
        that it may have been made."""
        self.accepted = self.part.game.apply(self.accepted, turn, self.part.house)
        self.quieted.add(frozenset(self.part.pieces(turn)))
        self.alts = self._base = _distinct([self.accepted, *self.alts])
        self.last = None

    def tell(self, fact: str, data: dict[str, Any]) -> None:
        """Something that no picture shows becomes known."""
        game = self.part.game
        self._lies = None
        self.accepted = game.tell(self.accepted, fact, data)
        self.alts = self._base = _distinct(game.tell(one, fact, data) for one in self.alts)

    def _known(self, state: Any) -> None:
        self.accepted, self.alts, self._base, self.last = state, [state], [state], None
        self._batch, self._lies = [], None

    def _new(self, turn: Any, kind: CallKind, verdict: Verdict) -> Due:
        pieces = frozenset(self.part.pieces(turn))
        due = Due(turn, kind, pieces, self._mover(self.accepted, turn), verdict, left=set(pieces))
        due.players = {due.player}
        self.due.append(due)
        self.past.append(pieces)
        return due

    def _mover(self, state: Any, turn: Any) -> str | None:
        return self.part.game.player_of(state, turn, self.part.house)

    # What a picture allows ----------------------------------------------------------------------

    def shot(self) -> None:
        """A picture is taken: from here on what was done before it is done."""
        turns = [due.turn for due in self._batch]
        fine = [one for one in self._orders(turns) if not _broken(one[0])] if turns else []
        for order, _ in fine:
            for turn, mover, _ in order:
                self._may_be_of(turn, mover)
        any_alike = any(due.alike for due in self._batch)
        alike = self._alike_states(self._base, self._batch) if any_alike else []
        for due in self._batch:
            due.crossed = tuple(map(frozenset, self.part.crossed(due.turn, turns)))
        if turns:
            self.alts = _distinct([self.accepted, *(state for _, state in fine), *alike])
        self._batch, self._base = [], self.alts
        self._pictured = self.last

    def _may_be_of(self, turn: Any, mover: str | None) -> None:
        pieces = set(self.part.pieces(turn))
        for due in self._batch:
            if due.pieces & pieces:
                due.players.add(mover)

    def _after(self, last: Last, beside: Sequence[Due]) -> list[Any]:
        """The states before the last turn, after the others of its picture."""
        return _distinct([last.before, *self._alike_states(last.alts, beside)])

    def _alike_states(self, before: Sequence[Any], dues: Sequence[Due]) -> list[Any]:
        """The states after some turns in every order, each as it was or as one that looks the same,
        as far as all are legal."""
        ways = product(before, permutations(dues))
        return [end for state, order in ways for end in self._played_alike(state, order)]

    def _played_alike(self, state: Any, order: Sequence[Due]) -> Iterator[Any]:
        if not order:
            yield state
            return
        due, *later = order
        for one in (due.turn, *self.part.alike(state, due.turn)):
            if self._judge(state, one).legal:
                due.players.add(self._mover(state, one))
                after = self.part.game.apply(state, one, self.part.house)
                yield from self._played_alike(after, later)

    def _orders(self, turns: Sequence[Any]) -> list[Order]:
        """Every order and division that leads to this table, judged from every state it may have
        begun in; a foul does not enter the game."""
        goal = self._seen(self._base[0], turns)
        return [
            self._in_order(state, order)
            for state in self._base
            for order in islice(self.part.divisions(turns), MOST_ORDERS)
            if self._seen(state, order) == goal
        ]

    def _seen(self, state: Any, turns: Sequence[Any]) -> dict[Any, Any]:
        return dict(self.part.game.position(self._forced(state, turns)))

    def _in_order(self, state: Any, turns: Sequence[Any]) -> Order:
        made = []
        for turn in turns:
            verdict = self._judge(state, turn)
            made.append((turn, self._mover(state, turn), verdict))
            if verdict.legal:
                state = self.part.game.apply(state, turn, self.part.house)
        return tuple(made), state


def _broken(order: Sequence[tuple[Any, str | None, Verdict]]) -> int:
    """How many rules an order breaks; a turn that needs a question is no better than a foul."""
    return sum(len(v.violations) or not v.legal for _, _, v in order)


def _fewest(orders: Sequence[Order]) -> list[Order]:
    least = min((_broken(order) for order, _ in orders), default=0)
    return [one for one in orders if _broken(one[0]) == least]


def _blamed(part: Part, order: Sequence[tuple[Any, str | None, Verdict]]) -> frozenset[Any]:
    return frozenset(
        piece for turn, _, verdict in order if not verdict.legal for piece in part.pieces(turn)
    )


def _distinct(states: Iterable[Any]) -> list[Any]:
    found: list[Any] = []
    for state in states:
        if state not in found:
            found.append(state)
    return found[:MOST_STATES]
