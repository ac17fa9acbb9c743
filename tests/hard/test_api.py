"""The API answers whatever it is asked: in the one shape, and never with a fault."""

from collections.abc import Callable

import pytest

from tests.hard.api import Answers, described, odd


@pytest.mark.parametrize(
    ("work", "count", "least"),
    [
        (odd, 150, 120),
        pytest.param(described, 40, 400, marks=pytest.mark.slow),
        pytest.param(odd, 1_500, 1_200, marks=pytest.mark.slow),
    ],
)
def test_no_call_is_a_fault(work: Callable[[int], Answers], count: int, least: int) -> None:
    """Generated from its own description, for and against it; with odd headers, addresses and
    names: each is done, or refused with a sentence."""
    answers = work(count)
    assert answers.faults == []
    assert sum(answers.by_status.values()) >= least
    assert max(answers.by_status) < 500
