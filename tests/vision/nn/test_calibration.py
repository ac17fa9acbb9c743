"""Logits become probabilities that take back what training changed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.nn.calibration import calibrate, log_odds, mixed, sigmoid, softmax


def test_a_prior_ratio_divides_the_odds() -> None:
    """What training showed seven times too often has a seventh of the odds on a table."""
    p = float(sigmoid(calibrate(np.zeros(1), prior_ratio=7.0))[0])
    assert p / (1 - p) == pytest.approx(1 / 7)


def test_a_temperature_divides_the_logits_after_the_prior() -> None:
    """Halved evidence, with the same even odds where training had the prior's."""
    found = calibrate(np.array([math.log(3.0), 4.0]), temperature=2.0, prior_ratio=3.0)
    assert found == pytest.approx([0.0, (4.0 - math.log(3.0)) / 2])


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_arrays_keep_their_precision(kind: type[np.float32]) -> None:
    """Nothing is widened on the way, so a reading does not depend on who calls."""
    logits = np.array([[1.0, -2.0]], kind)
    for found in (calibrate(logits, 1.3, 4.0), sigmoid(logits), softmax(logits)):
        assert found.dtype == kind


def test_the_surest_logits_stay_finite() -> None:
    """A logit beyond all bounds is a probability of one, or hardly anything."""
    found = sigmoid(np.array([-1e6, 1e6]))
    assert 0 < found[0] < 1e-12
    assert found[1] == pytest.approx(1)


def test_classes_share_one_probability() -> None:
    """Exclusive classes sum to one, whatever their logits."""
    found = softmax(np.array([[500.0, 499.0], [-3.0, -3.0]]))
    assert found.sum(1) == pytest.approx([1, 1])
    assert found[1] == pytest.approx([0.5, 0.5])


def test_log_odds_bound_what_is_certain() -> None:
    """Certainty is told as the odds of a million to one."""
    assert log_odds(0.5) == 0
    assert log_odds(1.0) == pytest.approx(math.log(1e6))
    assert log_odds(0.0) == pytest.approx(-math.log(1e6))


def test_a_net_that_is_sure_and_alone_leaves_a_doubt() -> None:
    """Where a mean of logits would follow it; nets that agree are as sure as they were."""
    sure, unlike = np.array([9.0, 9.0]), np.array([8.0, -4.0])
    told = mixed((sure, unlike))
    assert told[0] == pytest.approx(8.4, abs=0.1)
    assert told[1] == pytest.approx(0.04, abs=0.01)
    assert np.isfinite(mixed((np.array([900.0]), np.array([900.0])))).all()
