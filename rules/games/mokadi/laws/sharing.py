"""Elimination and sharing out (leaflet, elimination; M12, M14, M15, M16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.core.verdict import Param, Required
from rules.games.mokadi.laws.findings import Finding, doubt
from rules.games.mokadi.moves import Share
from rules.games.mokadi.readings import foul
from rules.games.mokadi.state import Due, MokadiState
from rules.games.mokadi.stock import NOTHING, Pile, Stock


def due_after(state: MokadiState, player: str, fallen: Pile) -> Due | None:
    """What the others get when a player is out: the fallen sticks, his own and those set aside
    before, the same number of each colour for all; never pads. None when one is left."""
    left = tuple(p for p in state.playing if p != player)
    if len(left) < 2:
        return None
    own, aside = state.stock(player).sticks, state.aside
    if own is None or aside is None:
        return Due(left, None, None)
    each, rest = fallen.plus(own).plus(aside).shared(len(left))
    return Due(left, each, rest)


def eliminated(state: MokadiState, player: str, fallen: Pile) -> MokadiState:
    """The state after a player is out and his sticks are shared out as they should be. The next
    colour is free (M16); the last player in stays in."""
    if state.playing == (player,):
        return state
    due = due_after(state, player, fallen)
    after = replace(state, out=(*state.out, player), colour=None, due=due)
    after = after.with_stock(player, Stock(NOTHING, NOTHING))
    if due is None:
        return after
    for other in due.players:
        after = after.with_stock(other, after.stock(other).with_sticks(due.each))
    return replace(after, aside=due.left)


def required_share(due: Due | None) -> tuple[Required, ...]:
    """The duty to share out, with the numbers where they are known."""
    if due is None:
        return ()
    if due.each is None or due.left is None:
        return (Required.of("share", players=due.players, case="unknown"),)
    facts = _said(due.each) | {"aside": due.left.total}
    if not due.each.total:
        facts |= {"case": "nothing"}
    return (Required.of("share", players=due.players, **facts),)


def _said(pile: Pile) -> dict[str, Param]:
    """What each gets, for a sentence: nothing, one colour, or two."""
    names = (("colour", "count"), ("other", "other_count"))
    facts: dict[str, Param] = {}
    for (colour, count), (name, number) in zip(pile.counts, names, strict=False):
        facts |= {name: colour, number: count}
    return facts | {"case": "one-colour"} if len(facts) == 2 else facts


def share_findings(state: MokadiState, share: Share) -> Iterator[Finding]:
    """Everybody the same number of each colour, all that can be shared, no pads (M15)."""
    due = state.due
    if due is None:
        yield doubt("nothing-to-share")
        return
    given = dict(share.given)
    strangers = [player for player in given if player not in due.players]
    if strangers:
        yield foul("share-wrong", players=tuple(strangers), case="stranger")
    if share.pads:
        yield foul("share-wrong", count=share.pads, case="pads")
    piles = [given.get(player, NOTHING) for player in due.players]
    for colour in sorted({colour for pile in piles for colour in pile.colours} | _due_colours(due)):
        yield from _colour_findings(due, colour, [pile.count(colour) for pile in piles])
    if due.each is None:
        yield doubt("share-unknown")


def _due_colours(due: Due) -> set[str]:
    return set() if due.each is None else set(due.each.colours)


def _colour_findings(due: Due, colour: str, counts: list[int]) -> Iterator[Finding]:
    if len(set(counts)) > 1:
        few, many = min(counts), max(counts)
        yield foul("share-wrong", colour=colour, few=few, many=many, case="unequal")
    elif due.each is not None and counts[0] != due.each.count(colour):
        wanted = due.each.count(colour)
        yield foul("share-wrong", colour=colour, count=counts[0], wanted=wanted)


def shared(state: MokadiState, share: Share) -> MokadiState:
    """The state after a sharing out, right or wrong."""
    due = state.due
    for player, pile in share.given if due else ():
        if due and player in due.players and due.each is not None:
            sticks = state.stock(player).sticks
            before = None if sticks is None else sticks.minus(due.each)
            now = None if before is None else before.plus(pile)
            state = state.with_stock(player, Stock(state.stock(player).pads, now))
    return replace(state, due=None)
