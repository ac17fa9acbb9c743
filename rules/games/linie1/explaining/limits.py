"""What is worth proposing of a picture, and how likely it is before the picture is looked at."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProposalLimits:
    """What is worth proposing, and how likely it is before any picture is looked at.

    Priors in nats, hand-set orders of magnitude as in the other games; the strongest are of the
    size of one gross misread (7 nats).
    """

    change: float = 2.0  # a known place must speak this strongly against what stands there
    taken_share: float = 0.03  # probability: below it a bare place is not worth a proposal
    visible_share: float = 0.15  # of a place: below it only what surely seems taken is proposed
    labels: int = 4  # contents proposed for one place
    label_share: float = 0.002  # probability: an unlikelier content is not proposed
    spread: float = 10.0  # combinations worse than the best by more are dropped
    combinations: int = 16
    most_changed: int = 18  # places: nine whole turns; where more changed another game lies there
    likely: float = 4.0  # of combinations worse than the best by more only a few orders are told
    orders: int = 8
    few_orders: int = 2
    one_turn: float = -0.3
    place: float = -3.8  # each tile that changed, tram that left: few of 144 places do in a turn
    further: float = -2.8  # each tile after the first: they mostly come in pairs
    more_turns: float = -1.8  # each turn after the first: a picture was missed
    arrives: float = -2.0  # each tram that came: less, as readers doubt what is rare already
    tram: float = -0.5  # further, each that came or went: few moves of a game are theirs
    shown: float = 2.5  # one came, by the rules, where that place alone changed: all doubts of it
    astray: float = -3.0  # on bare ground: nobody drives there
    nobodys: float = -4.0  # further, of a line that no player has: rather another one's, misread
    early: float = -2.0  # a tram moved twice running; thrice that out of its player's turn
    over: float = -4.0  # a turn was played on over a foul that nobody had been told of
    again: float = -1.0  # a tram had two turns: no less likely than that its one was a foul
    hinted: int = 3  # places tried for a tram that may have begun its trip unseen
    unseen: float = -1.0  # an unread tram drove on: no less likely than another's foul
    gone: float = -6.0  # an accepted tile was taken away
    off: float = -2.0  # a tram that is seen nowhere left the board, rather than nobody reads it
    swapped: float = -0.5  # a tile replaced by one that lacks track: rarer than a legal exchange
    undone: float = -4.0  # a tile of the last turn was turned, or gave way to what lay there before
    signs_alone: float = -0.3
    sign_amiss: float = -2.0  # a sign forgotten, wrong or taken off
    sign_hidden: float = -3.0  # further, one taken off where a tram stands now: that hides it
    sign_astray: float = -4.0  # a sign put up where no location is near: rather something else


LIMITS = ProposalLimits()
