"""Every threshold of the referee, in one typed place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """When the referee calls, asks or stays silent. Nats unless a name says otherwise.

    Origin: the table of people (`python -m tests.people`) and the curve of right, wrong and asked
    calls (`python -m tests.referee.curve`); raising the sure limits asks more and errs less.
    `stayed` is a choice. `same_view`: film 69 of Rouge, pegs that lean over a hollow. `surer`,
    `denied`: filmed trams of Linie 1, whose looks differ by some tenths of a nat, and whose leaving
    shows by three and more.
    """

    sure_move: float = 0.93  # probability of everything that is called from one picture
    sure_foul: float = 0.97  # probability each foul in it needs: a clear lead
    fit_nats: float = 3.0  # misfit of the worst place a turn touches
    stray_nats: float = 3.0  # an untouched place beyond this is a gross misread
    stray_share: float = 0.1  # of the known places may be gross misreads
    free_strays: int = 2  # places, however small the layout
    unlisted: float = 3.0  # for a piece where nobody looked
    alike: float = 0.6  # of two pictures' errors at one place: the reader errs by habit
    pictures: int = 6  # of a place are weighed together: older ones fade
    surer: float = 2.0  # what a place is read so more surely than before: beyond it, it is news
    denied: float = 3.0  # for what people said is not there and is read there no surer since
    reread: float = -10.6  # an accepted piece was misread when it was seen: a gross misread
    foul_prior: float = -1.0  # each foul: play is mostly legal; weak enough to lose
    played_over: float = -2.0  # each turn played while a foul lies there that nobody was told of
    changed_mind: float = -1.5  # the last turn was changed before the next player moved
    reopened: float = -4.0  # one before it was taken back as well: as rarely as it is disturbed
    same_view: float = -4.0  # further, for a turn in a view of which one was told already
    went_on: float = -3.0  # further, where a legal next turn explains the picture about as well
    took_for_nothing: float = -4.5  # further, where the next player went on in its stead
    changed_in_place: float = -4.0  # further, for another piece on the same place: rather misread
    some_gone: float = -0.5  # of several open fouls some were taken back, others not
    retold: float = -3.0  # a foul whose pieces all lie there still is told as something else
    stayed: float = -5.0  # a foul whose piece now rests elsewhere is still the one that lay there
    laid_alike: float = -6.0  # a piece was laid as one lay that was taken away just now: by hand
    pixel_prior: float = -4.0  # at most, for a piece elsewhere in the picture than before
    other_nats: float = -6.0  # something nobody proposed, against the best proposal
    pruned_nats: float = 6.5  # histories this much less likely than the best are forgotten
    same_nats: float = 0.5  # a weight that changes by less has not changed: nothing is written
    histories: int = 12  # kept at most
    further_order: float = 0.5  # each of the same turns, where there are more histories than that
    come_at_once: int = 5  # pieces: more than two pictures' turns bring; the first showed a part
    hidden_share: float = 0.4  # of the known places out of sight: no call
    seen_share: float = 0.5  # of a place's area that counts as in sight
    glare_share: float = 0.02  # of the picture: less glare only dims its own places
    alternatives: int = 5  # listed in a question
    alternative_share: float = 0.01  # probability below which an alternative is not listed
    reread_visible: float = 0.7  # visibility a place needs to be read again


LIMITS = Limits()
