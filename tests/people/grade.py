"""What a referee said of one picture, against the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from rules.core.call import Call, CallKind
from rules.core.verdict import Required, Reward
from rules.referee.speaking.notes import AMENDED, CHANGED, EITHER_PIECE
from tests.people.truth import Due, Truth

#: Pictures that a call may come after its own and still be in time.
IN_TIME = 2

#: Pictures after which what was asked about, and nobody answered, is not waited for any more.
FORGOTTEN = 4

#: The only duty that a foul brings.
TAKE_BACK = "take-back"

FALSE_FOUL, MISSED, PHANTOM = "false-foul", "foul-as-legal", "phantom"
PLAYER, CODES, DUTY, REWARD = "player", "reason", "duty", "reward"
TABLE, GONE, REPEATED, CRASHED = "table", "gone", "repeated", "crashed"

#: How many pieces somebody holds, as a page would show it.
HELD = "held"


@dataclass
class Graded:
    """One picture. `outcome`: right, asked, silent or wrong."""

    outcome: str = "right"
    errors: list[str] = field(default_factory=list)
    late: int = 0
    asked_without_truth: bool = False


class Grading:
    """The calls of one picture, one after the other."""

    def __init__(self, truth: Truth) -> None:
        """What is due is struck off as it is said."""
        self.truth = truth
        self.part = truth.part
        self.result = Graded()
        self._now: set[tuple[Any, CallKind]] = set()
        self._rewards: tuple[Reward, ...] = ()
        self._duties: tuple[Required, ...] = ()
        self._whole: list[Due] = []
        self._unclear = False
        #: Who made which of several turns need not be told: other players may have made them.
        self._several = len(truth.due) > 1

    def hear(self, calls: Iterable[Call[Any, Any]]) -> None:
        """Calls as the referee makes them."""
        for call in calls:
            if call.kind is CallKind.FOUL and call.move is not None:
                self._foul(call)
            elif call.kind is CallKind.LEGAL and call.move is not None:
                self._legal(call)
            elif call.kind is CallKind.TAKEN_BACK and not self.truth.gone:
                self._wrong(GONE)

    def _foul(self, call: Call[Any, Any]) -> None:
        true = [one for one in _told(call) if self._fouls(one)]
        told = next(filter(self._reasoned, true), true[0] if true else call)
        pieces = self._pieces(call)
        if not self._fouls(told):
            called = all(self._said(piece, CallKind.FOUL) for piece in pieces)
            if not (called and _amended(call)):
                self._wrong(REPEATED if called else FALSE_FOUL)
            return
        for due in self._fouls(told):
            self._check_foul(due, told)
            if EITHER_PIECE in (call.note or ""):
                self.truth.unread.append(due)
            self._strike(due, due.pieces, CallKind.FOUL)

    def _reasoned(self, call: Call[Any, Any]) -> bool:
        """Whether one of the turns that a call names is a foul for the reason it gives."""
        codes = _codes(call)
        due = self._fouls(call)
        if codes and EITHER_PIECE in (call.note or ""):
            return all(any(codes <= true for true in one.codes) for one in due)
        return codes is None or all(self._right_codes(codes, one) for one in due)

    def _fouls(self, call: Call[Any, Any]) -> list[Due]:
        hits = self._hit(self._pieces(call))
        return [due for due in hits if due.kind is CallKind.FOUL]

    def _check_foul(self, due: Due, call: Call[Any, Any]) -> None:
        if not self._may_be_of(due, call):
            self._wrong(PLAYER)
        verdict = call.verdict
        if verdict is None:
            return
        if not self._reasoned(call):
            self._wrong(CODES)
        if {one.kind for one in verdict.required} - {TAKE_BACK}:
            self._wrong(DUTY)
        if verdict.rewards:
            self._wrong(REWARD)

    def _right_codes(self, codes: frozenset[str], due: Due) -> bool:
        """Whether these are the rules that a foul breaks; while a question of an earlier picture
        is not answered, those of them that it breaks whatever the answer are enough."""
        waits = any(one.asked and one is not due for one in self.truth.due)
        return codes in due.codes or (waits and any(codes <= true for true in due.codes if codes))

    def _legal(self, call: Call[Any, Any]) -> None:
        pieces = self._true_one(call)
        if EITHER_PIECE in (call.note or ""):
            pieces = self._meant(pieces)
        if _amended(call) and self._earlier(pieces):
            return
        hits = self._hit(pieces)
        fouls = [due for due in hits if due.kind is CallKind.FOUL]
        if any(not pieces & due.pieces <= due.harmless for due in fouls):
            self._wrong(MISSED)
        legal = [due for due in hits if due.kind is CallKind.LEGAL]
        if not (hits or pieces in self.truth.quieted or self._told_anew(call, pieces)):
            self._wrong(REPEATED if self._known(pieces) else PHANTOM)
        for due in legal:
            if due.pieces & pieces and not self._may_be_of(due, call):
                self._wrong(PLAYER)
            self._strike(due, pieces if due.pieces & pieces else due.pieces, CallKind.LEGAL)
            if due.pieces == pieces and not self.part.divides and call.verdict is not None:
                self._compare([due], call.verdict.rewards, call.verdict.required)
        self._now |= {(piece, CallKind.LEGAL) for piece in pieces}
        if legal and call.verdict is not None:
            self._rewards += call.verdict.rewards
            self._duties += call.verdict.required

    def _true_one(self, call: Call[Any, Any]) -> frozenset[Any]:
        """What a call says was done: where it names several turns that look the same, the one that
        is due, or where it amends an earlier call the one that was made then."""
        each = [frozenset(self.part.pieces(one.move)) for one in _told(call)]
        due = [one.pieces for one in self.truth.due if one.kind is CallKind.LEGAL]
        made = (one for one in each if (self._earlier(one) if _amended(call) else one in due))
        return next(made, each[0])

    def _earlier(self, pieces: frozenset[Any]) -> bool:
        """Whether an earlier turn than those due did this."""
        due = sum(one.pieces == pieces for one in self.truth.due)
        return self.truth.past.count(pieces) > due

    def _told_anew(self, call: Call[Any, Any], pieces: frozenset[Any]) -> bool:
        """Whether a call only says how an earlier turn counts now: it is amended, or it was changed
        and this is what is left of it."""
        if CHANGED in (call.note or ""):
            return all(self._said(piece, CallKind.LEGAL) for piece in pieces)
        return _amended(call) and self._known(pieces)

    def _pieces(self, call: Call[Any, Any]) -> frozenset[Any]:
        """What a call says was done, as it was truly done where it says that it may be misread."""
        pieces = frozenset(self.part.pieces(call.move))
        return self._meant(pieces) if EITHER_PIECE in (call.note or "") else pieces

    def _meant(self, pieces: frozenset[Any]) -> frozenset[Any]:
        """The true pieces where a call says that one is not read surely, and does not matter."""
        due = [piece for one in self.truth.due for piece in one.pieces]

        def meant(piece: Any) -> Any:
            return next((true for true in due if self.part.may_mean(piece, true)), piece)

        return frozenset(map(meant, pieces))

    def _may_be_of(self, due: Due, call: Call[Any, Any]) -> bool:
        """Whether a call names a right player, or nobody where it names several turns or several
        were made."""
        if call.player in _players(due):
            return True
        return call.player is None and (self._several or bool(call.alternatives))

    def _known(self, pieces: frozenset[Any]) -> bool:
        return pieces in self.truth.past or any(
            self._said(piece, CallKind.LEGAL) for piece in pieces
        )

    def _hit(self, pieces: frozenset[Any]) -> list[Due]:
        """What is due of these pieces, each thing once; else the first that looks the same."""
        same = {due.pieces: due for due in reversed(self.truth.due) if due.pieces & pieces}
        alike = (due for due in self.truth.due if pieces in (*due.alike, *due.crossed))
        return list(reversed(same.values())) or list(islice(alike, 1))

    def _said(self, piece: Any, kind: CallKind) -> bool:
        return any((piece, kind) in told for told in (*self.truth.said, self._now))

    def _strike(self, due: Due, pieces: frozenset[Any], kind: CallKind) -> None:
        self._now |= {(piece, kind) for piece in due.pieces & pieces}
        due.left -= pieces
        if due.left:
            return
        self.truth.due = [one for one in self.truth.due if one is not due]
        self.result.late += due.age >= IN_TIME
        if kind is CallKind.LEGAL:
            self._whole.append(due)

    def _wrong(self, error: str) -> None:
        self.result.errors.append(error)

    # The whole picture --------------------------------------------------------------------------

    def done(
        self, said: Sequence[Call[Any, Any]], standing: dict[Any, Any], held: dict[str, int | None]
    ) -> Graded:
        """The picture's outcome. `standing`: where the referee says things lie; `held`: how many
        pieces each player holds, None where that is not said."""
        asked = [call for call in said if call.kind is CallKind.ASK]
        unclear = any(call.kind is CallKind.UNCLEAR for call in said)
        still = any(not due.asked for due in self.truth.due)
        halves = any(due.left < due.pieces for due in self.truth.due)
        if self.part.divides and self._whole and not halves:
            self._compare(self._whole, self._rewards, self._duties)
        unsettled = self.result.errors or asked or unclear or self.truth.due or self.truth.half_read
        if not (unsettled or self.part.same(self.truth.position, standing)):
            self._wrong(TABLE)
        if not (unsettled or self._holds(held)):
            self._wrong(HELD)
        self.result.outcome = self._outcome(bool(asked), unclear or still)
        self.truth.said.append(self._now)
        for due in self.truth.due:
            due.age += 1
        self.truth.due = [d for d in self.truth.due if not d.asked or d.age <= FORGOTTEN]
        return self.result

    def _holds(self, held: dict[str, int | None]) -> bool:
        """Whether nobody is said to hold another number of pieces than he does, for all that the
        true state knows. Not asked over a foul, which may leave open what turns count, nor after
        an answer that gave a turn to another player."""
        if self.truth.overlay or self.truth.others_named:
            return True
        seats = self.part.game.helping.tally(self.truth.accepted).seats
        true = {seat.player: seat.hand for seat in seats}
        return all(n is None or true.get(p) in (None, n) for p, n in held.items())

    def _compare(
        self, dues: Sequence[Due], rewards: Iterable[Reward], duties: Iterable[Required]
    ) -> None:
        """What was earned and has still to be done now, by kind."""
        still_owed, now = self.part.game.helping.still_owed, self.truth.accepted
        earned = {r.kind for due in dues for r in due.verdict.rewards}
        asks = [r for due in dues for r in due.verdict.required]
        owed = {r.kind for r in asks if still_owed(now, r) is not False}
        said, asked = {r.kind for r in rewards}, any(due.asked for due in dues)
        if not (said == earned or (asked and said <= earned)):
            self._wrong(REWARD)
        if {r.kind for r in duties} != owed and not (asked and {r.kind for r in duties} <= owed):
            self._wrong(DUTY)

    def _outcome(self, asked: bool, silent: bool) -> str:
        if self.result.errors:
            return "wrong"
        return "asked" if asked else "silent" if silent else "right"


def _codes(call: Call[Any, Any]) -> frozenset[str] | None:
    """The rules that a call finds broken, None where it judges nothing."""
    return None if call.verdict is None else frozenset(v.code for v in call.verdict.violations)


def _told(call: Call[Any, Any]) -> Iterator[Call[Any, Any]]:
    """The call, and what it says the turn may as well have been."""
    yield call
    for other in call.alternatives:
        yield replace(call, move=other.turns[0], verdict=other.verdicts[0])


#: The likenesses of answers that tell the turns in their order, so that their players are known.
IN_ORDER = (5, 3)


def means_the_truth(truth: Truth, turns: Sequence[Any]) -> int:
    """How well an alternative tells what happened: 5 with every turn as it was, in order; 4 in
    another order; 3 with turns that look alike; 2 with those in another order; 1 with the same
    pieces in all, where that is all there is to know; 0 not at all. Nobody who moved a pawn says
    that he turned its ring, as long as an answer has that move. A turn that was kept quiet may be
    among those told."""
    pieces = (frozenset(truth.part.pieces(turn)) for turn in turns)
    told = [one for one in pieces if one not in truth.quieted]
    fresh = [due for due in truth.due if not due.asked]
    return max(_likeness(truth, told, wanted) for wanted in (truth.due, fresh))


def _likeness(truth: Truth, told: list[frozenset[Any]], wanted: list[Due]) -> int:
    if len(told) == len(wanted):
        were = [due.pieces for due in wanted]
        if told == were:
            return 5
        if Counter(told) == Counter(were):
            return 4
        if all(_is(one, due) for one, due in zip(told, wanted, strict=True)):
            return 3
        if all(any(_is(one, due) for due in wanted) for one in told):
            return 2
    if not truth.part.divides:
        return 0
    pieces = frozenset(piece for one in told for piece in one)
    left = frozenset(piece for due in wanted for piece in due.left)
    before = {piece for said in truth.said for piece, _ in said}
    return int(left <= pieces and pieces - left <= before and bool(left or not pieces))


def _is(told: frozenset[Any], due: Due) -> bool:
    return told == due.pieces or told in due.alike


def _players(due: Due) -> set[str | None]:
    """Whom a turn may be said to be of: the true player, nobody where it may have been another."""
    sure = len(due.players) == 1 and not due.anyone
    return {due.player} if sure else {due.player, None, *_others(due)}


def _others(due: Due) -> set[str | None]:
    """Over a foul the next player and the one who has not moved rightly yet are both right."""
    return due.players if None in due.players or due.anyone else set()


def _amended(call: Call[Any, Any]) -> bool:
    return call.note is not None and AMENDED in call.note
