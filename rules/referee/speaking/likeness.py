"""Which stories of one picture are as good as the same: what differs decides nothing now."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rules.core.observation import EMPTY
from rules.referee.history.match import AnyPlayed, Status, differing
from rules.referee.speaking.meaning import Interpretation, fact_of


def same_end(one: Interpretation, other: Interpretation) -> bool:
    """Whether both are right, and come by the same players to the same game and duties."""
    a, b = one.hypothesis.match, other.hypothesis.match
    if not bool(a.accepted == b.accepted) or a.open_turns or b.open_turns:
        return False
    if not (one.entries or other.entries):
        return not (one.meaning.disturbed or other.meaning.disturbed)
    if {p.player for p in one.entries} != {p.player for p in other.entries}:
        return False
    legal = all(p.legal for p in (*one.entries, *other.entries))
    return legal and _only_turns(one, other) and _earned(one) == _earned(other)


def same_fouls(one: Interpretation, other: Interpretation) -> bool:
    """Whether both bring the same turns, and the other's fouls break all that the first's do."""
    a, b = one.entries, {p.turn: p for p in other.entries}
    if len(a) != len(other.entries) or {p.turn for p in a} != set(b) or not one.fouls:
        return False
    if one.meaning.beside != other.meaning.beside:
        return False
    pairs = ((p, b[p.turn]) for p in a)
    return all(_legal_alike(p, q) or _breaks_no_more(p, q) for p, q in pairs)


def read_alike(one: Interpretation, other: Interpretation) -> bool:
    """Whether the turns differ at most in what is read on the places they filled: all legal with
    the same duties, in a game whose pieces hide each other; or one foul that breaks in the other,
    too, all that it breaks in the first."""
    a, b, game = one.entries, other.entries, one.hypothesis.match.game
    if len(a) != len(b) or one.meaning.beside != other.meaning.beside or one.meaning.disturbed:
        return False
    legal = game.pieces_hide and all(map(_legal_alike, a, b))
    foul = len(a) == 1 and a[0].player == b[0].player and _breaks_no_more(a[0], b[0])
    if not (legal or foul):
        return False
    turns = one.turns
    for place, label in differing(one.hypothesis.match.lying, other.hypothesis.match.lying).items():
        if label is not EMPTY:
            turns = tuple(game.reread(turn, place, label) or turn for turn in turns)
    put, others = (x.hypothesis.match.puts(x.turns[0]) if foul else {} for x in (one, other))
    return turns == other.turns or put == others != {}


def measured_alike(one: Interpretation, other: Interpretation) -> bool:
    """Whether both tell the same turns in one order, measured a little otherwise."""
    a, b, game = one.entries, other.entries, one.hypothesis.match.game
    return len(a) == len(b) and all(
        p.player == q.player and fact_of(p)[1:] == fact_of(q)[1:] and game.stays(p.turn, q.turn)
        for p, q in zip(a, b, strict=True)
    )


def same_look(one: Interpretation, other: Interpretation) -> bool:
    """Whether both are called alike, with the same duties, leave the same table, and differ in one
    turn alone, or in which of like pieces made which."""
    a, b = one.entries, other.entries
    if len(a) != len(b) or not _called_alike(one, other) or _earned(one) != _earned(other):
        return False
    x, y = one.hypothesis.match, other.hypothesis.match
    if x.lying != y.lying:
        return False
    differ = Counter(one.turns) - Counter(other.turns)
    if not differ:
        return False  # one turn of both is called otherwise in another order
    kinds, others = (Counter((type(p.turn), p.player) for p in each) for each in (a, b))
    like = differ.total() == 1 or kinds == others
    movers = {x.mover, y.mover} - {None}  # who is not known may be anybody
    return like and len(movers) < 2


def _called_alike(one: Interpretation, other: Interpretation) -> bool:
    """Whether both bring nothing but turns, and where they differ each is legal in both; or both
    are one foul that can be taken back: of several turns nobody is accused by two stories."""
    ours, theirs = (Counter(x.turns) for x in (one, other))
    odd = [p for x in (one, other) for p in x.entries if ours[p.turn] != theirs[p.turn]]
    same = [p for p in one.entries if ours[p.turn] == theirs[p.turn]]
    twin = {p.turn: p for p in other.entries}
    pairs = [(p, twin[p.turn]) for p in same]
    called = (p.broken == q.broken if _open(p, q) else p.legal and q.legal for p, q in pairs)
    plain = _only_turns(one, other) and all(called)
    alone = len(one.entries) == 1 and all(p.status is Status.OPEN for p in odd)
    return plain and (alone or all(p.legal for p in odd))


def _breaks_no_more(one: AnyPlayed, other: AnyPlayed) -> bool:
    return _open(one, other) and one.broken <= other.broken


def _open(one: AnyPlayed, other: AnyPlayed) -> bool:
    return one.status is other.status is Status.OPEN


def _only_turns(one: Interpretation, other: Interpretation) -> bool:
    return not any((*one.meaning.beside, *other.meaning.beside))


def _legal_alike(one: AnyPlayed, other: AnyPlayed) -> bool:
    return one.legal and other.legal and one.duties == other.duties


def _earned(one: Interpretation) -> tuple[Counter[Any], frozenset[Any]]:
    """Which turn earned whom what, and the duties: one that is not yet done is asked for again."""
    made = [p for p in one.entries if p.status is not Status.OPEN]
    rewards = Counter((p.turn, p.player, reward) for p in made for reward in p.verdict.rewards)
    return rewards, frozenset(duty for p in made for duty in p.verdict.required)
