"""Every story a picture may tell: the game's explanations judged turn by turn and weighed against
the accepted position, against the table as it stands, and on from a question nobody answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from rules.core.game import Explanation
from rules.core.observation import EMPTY, Quantity
from rules.core.verdict import Ruling
from rules.referee.hypotheses import Hypothesis
from rules.referee.limits import Limits
from rules.referee.match import Match, Status
from rules.referee.misfit import AnyObservation, Board, Pixels, pixel_prior
from rules.referee.questions import (
    Unanswered,
    after_turns,
    differing,
    differing_among,
    looks_of_question,
)
from rules.referee.rulings import Ruled, chain

StateT = TypeVar("StateT")
TurnT = TypeVar("TurnT")


@dataclass(frozen=True, slots=True)
class Earlier:
    """Quantities as measured when the accepted position was last seen by itself, and as measured
    in the latest picture that was understood."""

    accepted: tuple[Quantity, ...] = ()
    latest: tuple[Quantity, ...] = ()


#: Before the first picture.
NOTHING_MEASURED = Earlier()


def stories(
    match: Match[StateT, TurnT],
    picture: AnyObservation,
    near: Pixels,
    limits: Limits,
    earlier: Earlier,
    before: Unanswered | None,
) -> Iterator[Hypothesis[TurnT]]:
    """Compared with the last accepted position first, with the table as it stands second.

    `picture` lies in the position's frame, `near` says where its pieces were in the last picture
    (pixels); `before` is the picture that was asked about, where nobody answered.
    """
    prior = pixel_prior(picture, near, limits)
    board = Board(picture, match.game.position(match.accepted), limits, prior)
    latest = replace(picture, earlier=earlier.latest)
    since = replace(picture, earlier=earlier.accepted)
    yield from _since_accepted(match, board, since, before)
    yield from _on_from_the_question(match, board, latest, before)
    yield from _over_fouls(match, board, latest)


def _since_accepted(
    match: Match[StateT, TurnT],
    board: Board,
    picture: AnyObservation,
    before: Unanswered | None,
) -> Iterator[Hypothesis[TurnT]]:
    """What may have happened since the accepted position, open fouls among it or taken back."""
    for e in match.game.explanations(match.accepted, picture, match.house):
        stay = tuple(t for t in match.open_turns if t in e.turns)
        told = e if before is None else replace(e, log_prior=e.log_prior - before.cost(e.turns))
        yield _hypothesis(match, board, told, stay, _after(match, stay, e))


def _on_from_the_question(
    match: Match[StateT, TurnT],
    board: Board,
    picture: AnyObservation,
    before: Unanswered | None,
) -> Iterator[Hypothesis[TurnT]]:
    """What may have happened since an alternative of the question nobody answered. Another reading
    of what that alternative left in doubt is no further turn."""
    limits = board.limits
    doubted = differing_among(list(looks_of_question(match, board.known)))
    for base, e in _continuations(match, picture, limits):
        after = _after(match, (), e)
        if any(after.look.get(p, EMPTY) != base.get(p, EMPTY) for p in doubted):
            continue
        open_still = any(r.verdict.ruling is Ruling.ASK for r in after.ruled)
        prior = e.log_prior + limits.open_still * open_still
        told = replace(e, log_prior=prior if before is None else prior - before.cost(e.turns))
        yield _hypothesis(match, board, told, (), after)


def _over_fouls(
    match: Match[StateT, TurnT], board: Board, picture: AnyObservation
) -> Iterator[Hypothesis[TurnT]]:
    """What may have happened on the table as it stands, the open fouls still on it."""
    open_turns = match.open_turns
    if not open_turns:
        return
    fouled = _look_of_fouls(match, board.known)
    for e in match.game.explanations(match.standing, picture, match.house):
        after = _after(match, open_turns, e)
        if not e.disturbed and all(after.look.get(p, EMPTY) == x for p, x in fouled.items()):
            yield _hypothesis(match, board, e, open_turns, after)


def _continuations(
    match: Match[StateT, TurnT], picture: AnyObservation, limits: Limits
) -> Iterator[tuple[Mapping[Any, Any], Explanation[TurnT]]]:
    """Nobody answered the question of the last picture: what may have happened since, if
    anything, after each of its likeliest alternatives, with the position that one led to."""
    if match.question is None or match.open_turns:
        return
    game, house = match.game, match.house
    first: Mapping[Any, Any] | None = None
    for turns in match.question.alternatives[: limits.continued]:
        if not turns:
            continue
        state = after_turns(match, turns)
        base = game.position(state)
        first = base if first is None else first
        # Alternatives that look alike were equally likely.
        less = 0.0 if base == first else limits.less_likely
        for e in game.explanations(state, picture, house):
            if not e.disturbed:
                prior = e.log_prior + less
                yield base, replace(e, turns=(*turns, *e.turns), log_prior=prior)


def _look_of_fouls(match: Match[Any, Any], known: Mapping[Any, Any]) -> dict[Any, Any]:
    """What the open turns changed. A foul whose piece is gone or replaced did not stay: it was
    taken back, whatever was done in its place."""
    return differing(known, match.game.position(match.standing))


def _after(
    match: Match[Any, TurnT], stay: Sequence[TurnT], explanation: Explanation[TurnT]
) -> _After[TurnT]:
    """What an explanation comes to on top of the open turns that stay."""
    made = [t for t in explanation.turns if t not in stay]
    ruled, state, standing = chain(match, stay, made)
    look = dict(match.game.position(standing)) | dict(explanation.look)
    return _After(ruled, look, match.game.to_move(state))


@dataclass(frozen=True, slots=True)
class _After(Generic[TurnT]):
    """The judged new turns, how the table would look, and whose turn it would be."""

    ruled: tuple[Ruled[TurnT], ...]
    look: Mapping[Any, Any]
    then: str | None


def _hypothesis(
    match: Match[StateT, TurnT],
    board: Board,
    explanation: Explanation[TurnT],
    stay: tuple[TurnT, ...],
    after: _After[TurnT],
) -> Hypothesis[TurnT]:
    total, worst, strays = board.misfit(after.look)
    fouls = sum(r.status is Status.OPEN for r in after.ruled)
    priors = board.prior + explanation.log_prior + board.limits.foul_prior * fouls
    return Hypothesis(
        board.picture,
        after.ruled,
        stay,
        tuple(t for t in match.open_turns if t not in stay),
        explanation.disturbed,
        after.then,
        after.look,
        priors + explanation.log_evidence - total,
        worst,
        strays,
    )
