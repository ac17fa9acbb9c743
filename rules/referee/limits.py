"""Every threshold of the referee, in one typed place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """When the referee calls, asks or stays silent.

    Origin: the curve of right, wrong and asked calls over simulated games
    (`python -m tests.referee.curve`); raising the sure limits asks more and errs less.
    """

    sure_move: float = 0.93  # probability of everything that is called from one picture
    sure_foul: float = 0.97  # probability each foul in it needs: a clear lead
    fit_nats: float = 3.0  # misfit of the worst place a turn touches
    stray_nats: float = 3.0  # an untouched place beyond this is a gross misread
    stray_share: float = 0.1  # of the known places may be gross misreads
    free_strays: int = 2  # places, however small the layout
    foul_prior: float = -1.0  # nats a foul: play is mostly legal; weak enough to lose
    pixel_prior: float = -4.0  # nats at most, for a piece elsewhere in the picture than before
    turn_undone: float = 4.0  # nats, against what was asked about having been taken back since
    foul_undone: float = 1.0  # the same of a foul, which players undo as soon as they are asked
    less_likely: float = -3.0  # nats, for going on from another alternative than the likeliest
    open_still: float = -5.0  # nats, for a story of which the rules themselves leave a part open
    continued: int = 3  # alternatives of an open question from which the story may go on
    other_nats: float = -6.0  # something nobody proposed, against the best proposal
    hidden_share: float = 0.4  # of the known places out of sight: no call
    seen_share: float = 0.5  # of a place's area that counts as in sight
    glare_share: float = 0.02  # of the picture: less glare only dims its own places
    alternatives: int = 5  # listed in a question
    alternative_share: float = 0.01  # probability below which an alternative is not listed
    reread_nats: float = 4.0  # by which later pictures must outweigh an accepted piece
    reread_pictures: int = 2  # pictures that must speak for the other piece
    reread_visible: float = 0.7  # visibility a place needs to be read again
    alike: float = 0.6  # of two pictures' errors at one place: the reader errs by habit
    memory_pictures: int = 6  # of a place are averaged over: older ones fade


LIMITS = Limits()
