"""Every view of the pages, as a person comes to it: where it is, and what is pressed there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

Press = Callable[[Page], None]


def _nothing(_page: Page) -> None:
    """The view stands there as it is."""


@dataclass(frozen=True, slots=True)
class View:
    """A view. `path`: its page, empty for the one that is open already; `sign`: what is there
    once the page has come to rest; `press`: what is done then, `leave` what ends it."""

    name: str
    path: str
    sign: str
    press: Press = _nothing
    leave: Press = _nothing


def _close(dialog: str) -> Press:
    return lambda page: page.locator(f"{dialog} .close").click()


def _click(*targets: str) -> Press:
    def press(page: Page) -> None:
        for target in targets:
            _unfold(page, target)
            page.locator(target).first.click()

    return press


def _unfold(page: Page, target: str) -> None:
    """A phone keeps most buttons behind one."""
    more, folded = page.locator("#more"), page.locator(f"#rest {target}")
    if more.is_visible() and folded.count() and folded.is_hidden():
        more.click()


def _read_along(page: Page) -> None:
    """The rule and the list of pieces unfolded."""
    _click("#call summary", "#pieces summary")(page)


def _no_rule(page: Page) -> None:
    page.locator("#call summary").first.click()


def _ask_for_help(page: Page) -> None:
    _click("#assist-button", "#assist .pieces button")(page)
    expect(page.locator("#assist .answer")).not_to_be_empty()


def _prove(page: Page) -> None:
    """Whether anybody can still lay: asked in the last part of the panel."""
    page.locator("#assist .help").last.get_by_role("button").first.click()
    expect(page.locator("#board .fits circle").first).to_be_attached()


def _look_again(page: Page) -> None:
    _click("#replay", "[data-look=difference]")(page)
    expect(page.locator("#retold canvas")).to_be_visible()


def _list_keys(page: Page) -> None:
    """Where fingers press there is no button for it: who has a keyboard presses the key."""
    if page.locator("#keys").is_visible():
        _click("#keys")(page)
    else:
        page.keyboard.press("?")


def _correct(page: Page) -> None:
    _click("#correct")(page)
    expect(page.locator("#places button").first).to_be_visible()


def _choose_piece(page: Page) -> None:
    _click("#places button", "#readings summary", "#readings .kinds button:nth-child(20)")(page)


def _open_facts(page: Page) -> None:
    for summary in page.locator("summary").all():
        summary.click()


BOARD = "#board svg"

#: Each from where the one before left the page.
PLAY = (
    View("play", "/tables/table", BOARD, _read_along, _no_rule),
    View("table mode", "", BOARD, _click("#table-mode"), _click("#table-mode")),
    View("helpers", "", BOARD, _ask_for_help),
    View("proof", "", BOARD, _prove, _click("#assist-button")),
    View("replay", "", BOARD, _look_again, _close("#retold")),
    View("turns in words", "", BOARD, _click("#log"), _close("#turn-log")),
    View("keys", "", BOARD, _list_keys, _close("#shortcuts")),
    View("links", "", BOARD, _click("#connect"), _close("#links")),
    View("places to correct", "", BOARD, _correct),
    View("readings", "", BOARD, _choose_piece, _close("#readings")),
    View("new game", "", BOARD, _click("#new-game", "#begin summary")),
)

GAMES = (
    View("linie1", "/tables/linie1", BOARD),
    View("linie1 helpers", "", BOARD, _ask_for_help),
    View("linie1 proof", "", BOARD, _prove),
    View("rouge", "/tables/rouge", BOARD),
)


def _by_hand(page: Page) -> None:
    """A pad laid by tapping, the next one on its way."""
    _click("#hand-button")(page)
    expect(page.locator("#hand .primary")).to_be_visible()
    if page.locator("#hand svg").count() == 0:
        page.locator("#hand .primary").click()
    page.locator("#hand svg").click()
    expect(page.locator("#hand .ghost")).to_be_visible()


BY_HAND = (
    View("by hand", "/tables/mokadi", "#call", _by_hand, _click("#hand-button")),
    View("rules", "", "#call", _click("#rules"), _close("#rulebook")),
)


def _look_back(page: Page) -> None:
    page.keyboard.press("Home")
    expect(page.locator("#past .band")).to_be_visible()


def _look_at_now(page: Page) -> None:
    page.locator("#past .back").click()


ASKED = (
    View("question", "/tables/asked", "#question svg"),
    View("looking back", "", "#question svg", _look_back, _look_at_now),
)

OTHERS = (
    View("hall", "/tables", "#tables a"),
    View("camera", "/tables/table/camera", "#call .word"),
    View("set-up", "/tables/table/setup", "#games button"),
    View("teaching", "/tables/table/teach?game=linie1", "#how"),
    View("facts", "/tables/table/facts", "#forms summary", _open_facts),
    View("evenings", "/evenings", ".evening a"),
    View("game", "/evenings/table/1", "#calls > li", _click("#game summary")),
)

VIEWS = (*PLAY, *ASKED, *BY_HAND, *GAMES, *OTHERS)


def come_to(page: Page, address: str, view: View) -> None:
    """Opens a view and does what is done there."""
    if view.path:
        page.goto(f"{address}{view.path}")
    expect(page.locator(view.sign).first).to_be_visible()
    view.press(page)
