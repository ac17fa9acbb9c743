"""One evening: people play, pictures are taken, the referee speaks and is graded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from rules.core.call import Call, CallKind
from rules.core.events import Answered, Asked, Corrected, Event, Insisted, Told, TurnSeen, Undone
from rules.core.observation import EMPTY, AnyObservation
from rules.referee.hypotheses.agreed import agreed_tally
from rules.referee.referee import RefereeState, begin, observe, record
from rules.referee.speaking.announce import MOST_SURE, plain_call
from rules.referee.speaking.notes import AMENDED
from tests.people.grade import CRASHED, IN_ORDER, Graded, Grading, means_the_truth
from tests.people.habits import ANSWERS, Habit, People, habit_named
from tests.people.parts import PARTS
from tests.people.parts.plain import Part
from tests.people.photos import PhotoCamera
from tests.people.sights import Camera
from tests.people.truth import Due, Truth
from tests.referee.watching import watched

#: Pictures in a row without a clear word, after which people begin a new match.
PATIENCE = 3

#: How often the players are named, the evening begins on an empty table, a game in progress is
#: told whose turn it is.
NAMED, FRESH, TURN_TOLD = 0.75, 0.5, 0.5


@dataclass(frozen=True)
class Plan:
    """What evening it is. `live`: a table that is watched, which looks at every view again and
    again, instead of one picture after each touch."""

    game: str
    seed: int
    pictures: int = 12
    misread: float = 0.0
    habit: str = "mixed"
    answers: str = "mixed"
    photos: bool = False
    live: bool = False


@dataclass
class Tally:
    """Counts over pictures, and what went wrong where."""

    counts: Counter[str] = field(default_factory=Counter)
    causes: list[tuple[str, int, int]] = field(default_factory=list)

    def add(self, graded: Graded, seed: int, number: int) -> None:
        """One picture."""
        self.counts.update(
            {
                "pictures": 1,
                graded.outcome: 1,
                "late": graded.late,
                "asked-without-truth": graded.asked_without_truth,
            }
        )
        for error in graded.errors:
            self.counts[error] += 1
            self.causes.append((error, seed, number))
        if graded.asked_without_truth:
            self.causes.append(("asked-without-truth", seed, number))
        if graded.outcome == "silent":
            self.causes.append(("silent", seed, number))

    def add_foul(self, foul: Due, seed: int, number: int) -> None:
        """What became of a foul at last; `number` of its first picture."""
        fate = "called" if not foul.left else "questioned" if foul.asked else "waved-through"
        self.counts.update(["fouls-due", f"fouls-{fate}"])
        if fate != "called":
            self.causes.append((f"fouls-{fate}", seed, number))

    def join(self, other: Tally) -> None:
        """Another evening's counts."""
        self.counts.update(other.counts)
        self.causes += other.causes


class Evening:
    """The people, the camera and the referee of one evening."""

    def __init__(self, plan: Plan) -> None:
        """Nothing has happened yet. Everything follows from the plan."""
        self.plan = plan
        self.part = self._part()
        self.rng = Random(f"{plan.game} {plan.seed}")
        self.habit: Habit = habit_named(plan.habit)
        self.at_once, self.later = ANSWERS[plan.answers]
        self.tally = Tally()
        self.transcript: list[str] = []
        self.number = 0
        self.unclear = 0
        self._fouls: list[tuple[Due, int]] = []
        self._set_up()
        self._seated(self._first_state())

    def _part(self) -> Part:
        """The game as these people play it."""
        return PARTS[self.plan.game]

    def _set_up(self) -> None:
        """A camera over the table."""
        plan = self.plan
        noise = Random(f"{plan.game} {plan.seed} seen")
        self.camera = (
            PhotoCamera(self.part, plan.seed)
            if plan.photos
            else Camera(self.part, plan.misread, noise)
        )

    # Beginnings ---------------------------------------------------------------------------------

    def _first_state(self) -> Any:
        seats = self.part.game.rulebook.players
        number = self.rng.choice(seats)
        names = tuple(self.part.names[:number])
        self.players = names if self.rng.random() < NAMED else ()
        if self.rng.random() < FRESH:
            return None
        return self.part.met(self.rng, self.players)

    def _seated(self, state: Any | None) -> None:
        """A new match from an empty table (None) or from the table as it lies."""
        game, house = self.part.game, self.part.house
        position = {} if state is None else dict(game.position(state))
        fresh = not position
        start = game.start(self.players, house) if fresh else state
        self.truth = Truth(self.part, start)
        self.people = People(self.truth, self.rng)
        self._note(f"-- new match of {self.players}, {len(position)} pieces")
        self._opened(position)
        if not fresh and self.rng.random() < TURN_TOLD:
            self._fact("turn")
        self.unclear = 0

    def _opened(self, position: dict[Any, Any]) -> None:
        """The referee meets the table."""
        self.referee: RefereeState[Any, Any] = begin(self.part.game, self.players, self.part.house)
        first = Camera(self.part, 0.0, self.rng).picture(position)
        self.referee, _ = observe(self.referee, first, "first")

    def _again(self) -> None:
        """People lose patience: fouls off the table, and a new match from there."""
        game = self.part.game
        position = game.position(self.truth.accepted)
        state = game.resume(position, self.players, self.part.house) if position else None
        self._seated(state)

    # Pictures -----------------------------------------------------------------------------------

    def run(self) -> Tally:
        """All pictures of the evening."""
        for number in range(1, self.plan.pictures + 1):
            self.number = number
            if self.part.game.outcome(self.truth.accepted, self.part.house) is not None:
                self._note("-- the game is over: the next round")
                self._seated(None)
            self._turn()
        return self._summed_up()

    def _summed_up(self) -> Tally:
        """The counts, with what became of every foul at last."""
        for foul, number in self._fouls:
            self.tally.add_foul(foul, self.plan.seed, number)
        return self.tally

    def _turn(self) -> None:
        """People do something, and a picture is taken."""
        self.habit(self.people)
        graded = self._picture()
        self.tally.add(graded, self.plan.seed, self.number)
        unclear = graded.outcome in ("asked", "silent") and not self._put_right()
        self.unclear = self.unclear + 1 if unclear else 0
        if graded.outcome == "wrong" or self.unclear >= PATIENCE:
            self._again()

    def _put_right(self) -> bool:
        """Whether people put right what the page does not know; these wait for the next picture."""
        return False

    def _picture(self) -> Graded:
        grading = Grading(self.truth)
        new = (due for due in self.truth.due if due.kind is CallKind.FOUL and not due.age)
        self._fouls += [(due, self.number) for due in new]
        try:
            self._words(grading)
            self.truth.shot()
            self._before()
            calls = self._looked()
            self._heard(grading, calls)
            grading.hear(calls)
            self._answer(grading, calls)
            standing = dict(self.part.game.position(self.referee.match.standing))
            tally = agreed_tally(self.referee.match, self.referee.hypotheses)
        except Exception as failure:
            self._note(f"   crash: {failure!r}")
            grading.result.outcome = "wrong"
            grading.result.errors.append(CRASHED)
            return grading.result
        graded = grading.done(calls, standing, {seat.player: seat.hand for seat in tally.seats})
        self.truth.gone = self.truth.gone and graded.outcome == "asked"  # else nothing is left
        self._note(f"   => {graded.outcome} {graded.errors or ''}")
        return graded

    def _looked(self) -> Sequence[Call[Any, Any]]:
        """A picture's calls; a foul gets a second look, as at a user's table."""
        picture = self.camera.picture(self.truth.position)
        before, name = self.referee, f"{self.number:02}"
        if self.plan.live:
            return self._watched(picture, name)
        self.referee, calls = observe(before, picture, name)
        fouls = any(call.kind is CallKind.FOUL for call in calls)
        both = self.camera.again(picture) if fouls else None
        if both is not None:
            self.referee, calls = observe(before, both, name)
        return calls

    def _watched(self, picture: AnyObservation, name: str) -> Sequence[Call[Any, Any]]:
        """The calls of a view that is seen on for a while."""
        self.referee, heard = watched(self.referee, picture, name)
        return heard or [plain_call(self.referee.match, CallKind.NOTHING, MOST_SURE)]

    def _answer(self, grading: Grading, calls: Sequence[Call[Any, Any]]) -> None:
        """A question of this picture, or of the one before, is answered; or nobody does."""
        if self.referee.match.question is None:
            return
        right, likeness = self._right_answer()
        asked = any(call.kind is CallKind.ASK for call in calls)
        if asked:
            grading.result.asked_without_truth = right is None
            for due in self.truth.due if right is not None else ():
                due.asked = True
        share = self.at_once if asked else self.later
        if right is not None and self.rng.random() < share:
            for due in self.truth.due if likeness not in IN_ORDER else ():
                due.anyone = self.truth.others_named = True
            self._record(grading, Answered(right), f"answered {right}")

    def _right_answer(self) -> tuple[int | None, int]:
        """Which alternative is what happened: it leads to the table as it lies, and tells the turns
        as they were as nearly as any other does; rather one that puts an earlier turn right."""
        question = self.referee.match.question
        assert question is not None
        likeness = [means_the_truth(self.truth, turns) for turns in question.alternatives]
        numbers = [number for number, alike in enumerate(likeness) if alike]
        numbers.sort(key=lambda n: (-likeness[n], not self._puts_right(question, n)))
        for number in numbers:
            if self._was_so(question, number) and self._leads_here(number):
                return number, likeness[number]
        return None, 0

    def _puts_right(self, question: Asked[Any], number: int) -> bool:
        """Whether an alternative says of an earlier turn, told as something that never happened,
        what it was."""
        instead = question.instead[number] if question.instead else None
        if instead is None or instead.turn is None:
            return False
        told = next(p for p in self.referee.match.history if p.number == instead.number)
        past = self.truth.past
        pieces = (frozenset(self.part.pieces(turn)) for turn in (told.turn, instead.turn))
        return [one in past for one in pieces] == [False, True]

    def _was_so(self, question: Asked[Any], number: int) -> bool:
        """Whether what an alternative says of an earlier turn is true."""
        instead = question.instead[number] if question.instead else None
        if instead is None or instead.turn is None:
            return True
        return frozenset(self.part.pieces(instead.turn)) in self.truth.past

    def _leads_here(self, number: int) -> bool:
        after, calls = record(self.referee, Answered(number))
        fouls = [due for due in self.truth.due if due.kind is CallKind.FOUL]
        called = [one for one in calls if one.kind is CallKind.FOUL and not self._told_again(one)]
        if len(called) > len(fouls) or not all(_tells_one(call, fouls) for call in called):
            return False
        legal = [call for call in calls if call.kind is CallKind.LEGAL and call.move is not None]
        right = {piece for call in legal for piece in self.part.pieces(call.move)}
        if any(right & due.pieces - due.harmless for due in fouls):
            return False
        if any(_owes_more(call, due) for call in legal for due in self._just(call)):
            return False
        standing = self.part.game.position(after.match.standing)
        return self.part.same(self.truth.position, standing)

    def _told_again(self, call: Call[Any, Any]) -> bool:
        """Whether a call only tells another reason of a foul that lies there and was called."""
        told = (one.due for one in self.truth.overlay if not one.due.left)
        pieces = frozenset(self.part.pieces(call.move))
        return AMENDED in (call.note or "") and any(due.pieces == pieces for due in told)

    def _just(self, call: Call[Any, Any]) -> list[Due]:
        """What is due that is just the turn of a call."""
        pieces = frozenset(self.part.pieces(call.move))
        return [due for due in self.truth.due if due.pieces == pieces]

    # Words --------------------------------------------------------------------------------------

    def _words(self, grading: Grading) -> None:
        words, self.people.words = self.people.words, []
        for word, what in words:
            if word == "turn":
                self._record(grading, TurnSeen(what), f"told {what}")
            elif word == "fact":
                self._fact(what)
            elif word == "insist":
                self._record(grading, Insisted(), "it stands")
                self.truth.insist()
            elif word == "correct":
                self._misled()

    def _fact(self, fact: str) -> None:
        """Whose turn it is: what is known already, or else anybody who has not just moved."""
        truth = self.truth
        form = next((f for f in self.part.game.facts(truth.accepted) if f.fact == fact), None)
        if form is None or truth.overlay or truth.due or not form.fields[0].choices:
            return
        known = self.part.game.to_move(truth.accepted)
        if known is None and truth.last is not None:
            return
        data = {"player": known or self.rng.choice(form.fields[0].choices)}
        truth.tell(fact, data)
        self._note(f"   told {fact} {data}")
        self._entered(Told(fact, data))

    def _misled(self) -> None:
        """The last turn in the game is corrected to another, and that is undone."""
        match = self.referee.match
        if not match.history or match.question is not None or match.open_turns:
            return
        played = match.history[-1]
        wrong = self._another(played.turn)
        self._note(f"   corrected to {wrong}, undone")
        for event in (Corrected(played.number, wrong), Undone()):
            self._entered(event)

    def _another(self, turn: Any) -> Any | None:
        """The same turn with another piece, or none."""
        game = self.part.game
        for place, label in game.position(self.truth.accepted).items():
            for other in self.part.mistaken(place, label, self.rng):
                if other is not EMPTY and game.reread(turn, place, other) is not None:
                    return game.reread(turn, place, other)
        return None

    def _record(self, grading: Grading, event: Event, said: str) -> None:
        self._note(f"   {said}")
        calls = self._entered(event)
        self._heard(grading, calls)
        grading.hear(calls)

    def _entered(self, event: Event) -> Sequence[Call[Any, Any]]:
        """What people say, and the calls it brings."""
        self.referee, calls = record(self.referee, event)
        return calls

    # The transcript -----------------------------------------------------------------------------

    def _note(self, line: str) -> None:
        self.transcript.append(line)

    def _before(self) -> None:
        due = [
            f"{one.kind.value} {one.turn} of {one.player}{_codes(one)}" for one in self.truth.due
        ]
        lying = len(self.truth.overlay)
        self._note(
            f"{self.number:02} due: {due or 'nothing'}" + (f", {lying} lie" if lying else "")
        )

    def _heard(self, grading: Grading, calls: Sequence[Call[Any, Any]]) -> None:
        for call in calls:
            verdict = call.verdict
            found = [v.code for v in verdict.violations] if verdict else []
            earned = [one.kind for one in verdict.rewards] if verdict else []
            earned += [one.kind for one in verdict.required] if verdict else []
            told = " ".join(str(x) for x in (call.move, found, earned, call.note, call.reason) if x)
            self._note(f"   said: {call.kind.value} by {call.player}: {told}")
            for one in call.alternatives:
                self._note(f"         {one.probability:.3f} {one.turns}")


def _codes(due: Due) -> str:
    codes = sorted(sorted(one) for one in due.codes)
    return f" {codes}" if codes else ""


def table(plan: Plan, seeds: Sequence[int]) -> Tally:
    """The evenings of several seeds."""
    total = Tally()
    for seed in seeds:
        total.join(Evening(replace(plan, seed=seed)).run())
    return total


def _owes_more(call: Call[Any, Any], due: Due) -> bool:
    """Whether a call asks for something that its turn does not owe, or gives it what another one
    earned."""
    told, true = call.verdict, due.verdict
    if told is None:
        return False
    owed, earned = ({one.kind for one in some} for some in (true.required, true.rewards))
    asked = {one.kind for one in told.required} - owed
    return bool(asked or {one.kind for one in told.rewards} - earned)


def _tells_one(call: Call[Any, Any], fouls: Sequence[Due]) -> bool:
    """Whether a foul is called for a reason for which one is due, and of nobody else."""
    codes = frozenset(v.code for v in call.verdict.violations) if call.verdict else None
    return any(codes in due.codes and call.player in (None, *due.players) for due in fouls)
