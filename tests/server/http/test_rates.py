"""Buckets: so many at once, then one by one; a household counts as one, addresses apart."""

from __future__ import annotations

import pytest

from server.http.auth.rates import Bucket, Rate, household

RATE = Rate(3, 2.0)


class _Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_so_many_at_once_then_one_by_one() -> None:
    """Three go at once; the fourth is told how long to wait, and goes when that is over."""
    clock = _Clock()
    bucket = Bucket(RATE, clock)
    assert [bucket.take("a") for _ in range(4)] == [0.0, 0.0, 0.0, 2.0]
    assert bucket.empty_for("a") == 2.0
    clock.now += 2.0
    assert [bucket.take("a"), bucket.take("a")] == [0.0, 2.0]


def test_a_refusal_costs_nothing() -> None:
    """Who goes on asking waits no longer for it."""
    bucket = Bucket(RATE, _Clock())
    for _ in range(50):
        bucket.take("a")
    assert bucket.empty_for("a") == 2.0


def test_addresses_do_not_pay_for_each_other() -> None:
    """One that floods slows nobody else down."""
    bucket = Bucket(RATE, _Clock())
    for _ in range(9):
        bucket.take("a")
    assert bucket.take("b") == 0.0


def test_a_full_bucket_holds_no_more_than_at_once() -> None:
    """An hour of quiet saves nothing up."""
    clock = _Clock()
    bucket = Bucket(RATE, clock)
    bucket.take("a")
    clock.now += 3600.0
    assert [bucket.take("a") for _ in range(4)][-1] == 2.0


def test_addresses_are_not_remembered_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask, the memory stays small."""
    monkeypatch.setattr("server.http.auth.rates._MOST_ADDRESSES", 5)
    bucket = Bucket(RATE, _Clock())
    for number in range(50):
        bucket.take(f"10.0.0.{number}")
    assert len(bucket._full_at) == 5


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("fd00::1:2:3:4", "fd00::/64"),
        ("::1", "::1"),
        ("::ffff:10.0.0.1", "::ffff:10.0.0.1"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_is_one(address: str, name: str) -> None:
    """In IPv6 everybody has more addresses than can be counted; the network is what counts."""
    assert household(address) == name
