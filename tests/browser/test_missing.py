"""A machine without a browser passes the tests that need none, and says what is missing."""

from __future__ import annotations

import pytest

from tests.browser import conftest


@pytest.fixture(autouse=True)
def _nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARBITABLE_CHROMIUM", raising=False)
    monkeypatch.setattr(conftest.shutil, "which", lambda _name: None)


def test_without_a_browser_its_tests_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to do about it."""
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no Chromium found"):
        conftest.chromium()


def test_where_every_test_must_pass_they_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that did not run is not passed."""
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match="no Chromium found"):
        conftest.chromium()
