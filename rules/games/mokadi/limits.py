"""What counts as the same table, and as the same piece on it, in two pictures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AlignLimits:
    """What counts as the same piece, in stick lengths unless a name says otherwise.

    Origin: hand-set for pads measured to a few hundredths of a stick; checked on the simulated
    pictures of the tests.
    """

    # A pad, or a stick's end, further off is not in its place: another one, or knocked away.
    in_place: float = 0.12
    guessed_near: float = 0.2  # the same where no stick has told yet how far pads lie apart
    guessed_sigma: float = 0.1  # of a pad's place then
    # By how many times a stick may be longer or shorter than was guessed: 2.6 by the sizes and
    # distances of pads, 3.4 seen where a pen's end was among them.
    sizes: float = 4.0
    stands: float = 0.15  # how far, and radians, a picture's frame slips under a still camera
    still: float = 7.0  # nats for a camera that stands still, over pads that no stick measured
    stick_near: float = 0.4  # a stick whose ends are further off is another one
    pair_slack: float = 0.1  # by which the distance of two pads may differ between pictures
    found_share: float = 0.5  # of the pads, or of the sticks, to find, or it is another table
    # Sticks that lie where they lay are the same table, whatever pads show; one where the camera
    # stands still: any stick can be laid over any other, two only where they lie alike.
    sticks_tell: int = 2
    sticks_tried: int = 3  # by which a moved camera is found; of three one still lies there
    sigma: float = 0.05  # of a pad's or a stick's measured place
    # Nats up to which what looks like the other colour is the same piece: two pads cannot lie in
    # one place, so that only a look that is sure, 98 % and more, speaks against it.
    colour: float = 4.0
    lost: float = 4.0  # nats for a known stick that is not found
    lost_pad: float = 8.0  # nats for a known pad that is not: pads stay in place
    new: float = 1.0  # nats for a piece that is not known
    margin: float = 6.0  # nats behind the best: no candidate
    covered: float = 0.06  # a stick this near hides what is under it
    gone: float = 0.95  # probability that a known piece in sight but not found is gone


LIMITS = AlignLimits()
