"""What is worth proposing of a picture, and how likely it is before the picture is looked at."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProposalLimits:
    """Priors in nats, hand-set; those of fouls are tuned to a referee that gives a foul one nat
    less and calls it from 0.97 on.

    One sure gross misread costs 6 to 8 nats. So a foul whose only rival is one misread place
    (`undue`, `covered`) may cost a little under 4 in all: less would call fouls from misreads,
    more would call none from clean pictures.
    """

    turns: int = 3  # at most, between two pictures
    faint: float = 4.0  # nats: with one turn more an unlikelier pawn puts no foul in doubt
    label_share: float = 0.002  # probability: an unlikelier label is not proposed
    spread: float = 12.5  # nats: combinations worse than the best by more are dropped
    combinations: int = 12  # for one choice of turned rings
    one_turn: float = -0.7
    more_turns: float = -4.0  # each turn after the first: many chains come to the same look
    far: float = -1.8  # a ring turned by more than a step: hardly more than players fly
    gone: float = -4.0  # a pawn left the track and nothing else happened
    gone_beside: float = -10.0  # the same beside a turn, which rather took it, duly or not
    undue: float = -2.7  # a pawn taken that no line earns
    covered: float = -2.0  # a pawn set into a hollow where another one stood, which is put aside
    stranger: float = -2.0  # a pawn placed of a colour nobody plays: its colour is rather misread
    all_out: float = -3.0  # a second turn of one side that is right only if all others are out
    swapped: float = -4.0  # a pawn nobody took is gone, one of its colour placed: it was moved
    clumsy: float = -4.0  # each rule more than the same pawns paired otherwise would break
    twin: float = -3.0  # a foul that looks like a legal turn: play is mostly legal
    detour: float = 0.5  # nats: more turns must explain better by more than this
    roundabout: float = -2.0  # one turn more that explains no better; two are not told
    invisible: float = -4.0  # a ring turned that leaves no trace
    ring_off: float = -6.0  # at most, for a ring between two steps that nobody turned
    straightened: float = -10.0  # at most, for one told to rest so that nobody set straight
    rotated: float = -3.0  # a picture whose first ray is another one than before
    orders: int = 12  # ways to play the same change that are proposed
    behind: float = 7.0  # nats: a change so much worse than the best is not told
    unlikely: float = 12.0  # nats: an explanation so much worse than the best is not told
    changes: int = 16  # told at most
    compared: int = 80  # of the best, those looked at for detours


LIMITS = ProposalLimits()
