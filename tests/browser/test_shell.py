"""The pages as an app: a manifest, a shell for when the computer is away, a phone's two ways."""

from __future__ import annotations

from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, expect

from server.http.context import Services
from server.tables.live_table import LiveTable
from server.tables.registry import TableRegistry
from tests.browser.conftest import until
from tests.browser.live_server import served, standing


@pytest.mark.slow
def test_the_pages_are_an_app(page: Page, address: str) -> None:
    """The manifest is there and names an icon that is."""
    page.goto(address)
    link = page.locator("link[rel=manifest]").get_attribute("href")
    told = page.evaluate("async (link) => (await fetch(link)).json()", link)
    assert told["display"] == "standalone"
    assert page.evaluate("async (icon) => (await fetch(icon)).ok", told["icons"][0]["src"])


@pytest.mark.slow
def test_a_page_opens_while_the_computer_is_away(browser: Browser, table: LiveTable) -> None:
    """It says what is wrong instead of the browser's own error, once it was opened before, shows
    the foul, its remedy and the board that stood there last, in either language, and opens by
    itself when the computer is back."""
    with (
        standing(TableRegistry([table]), Services(table._store)) as address,
        closing(browser.new_context(locale="en-GB")) as context,
    ):
        page = context.new_page()
        page.goto(f"{address}/tables/table")
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        page.goto(f"{address}/tables/table")
        expect(page.locator("#board svg")).to_be_visible()
        shown = page.locator("#call .says").inner_text()
        context.set_offline(True)
        page.reload()
        expect(page.locator("main")).to_contain_text("The computer does not answer.")
        expect(page.locator("#call .word")).to_have_text("Foul")
        told = page.locator("#call .task").inner_text()
        assert told in shown
        expect(page.locator("#board svg .badge")).to_be_visible()
        expect(page.locator("#call button")).to_have_count(0)
        page.get_by_role("button", name="Français").click()
        expect(page.locator("#call .word")).to_have_text("Faute")
        context.set_offline(False)
        expect(page.locator("footer")).to_be_visible()
        expect(page.locator("#board svg")).to_be_visible()
        page.goto("about:blank")


def test_a_phone_has_two_honest_ways(browser: Browser, table: LiveTable) -> None:
    """Photo by photo first, which needs nothing; filming second, in the words of its own system,
    the other one's a tap away."""
    phone = browser.new_context(
        locale="en-GB",
        viewport={"width": 360, "height": 740},
        user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1",
    )
    with (
        standing(TableRegistry([table]), Services(table._store)) as address,
        closing(phone),
    ):
        page = phone.new_page()
        page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
        secure = {"role": "camera", "url": address, "qr": "", "secure": "https://192.168.1.5:8443/"}
        answer = {"ok": True, "reachable": True, "links": [secure]}
        page.route("**/links", lambda route: route.fulfill(json=answer))
        page.goto(f"{address}/tables/table/camera")
        expect(page.locator("#secure")).to_be_visible()
        headings = page.locator(".ways h2:visible").all_inner_texts()
        assert [text.split(":")[0] for text in headings] == ["First", "Then, if you like"]
        expect(page.locator("#iphone")).to_contain_text("Certificate Trust Settings")
        expect(page.locator("#android")).to_be_hidden()
        page.get_by_role("button", name="Android").click()
        expect(page.locator("#android")).to_contain_text("Install a certificate")
        expect(page.locator("#iphone")).to_be_hidden()
        expect(page.locator("#android .secure-link")).to_have_attribute("href", secure["secure"])
        page.unroute_all(behavior="ignoreErrors")
        page.goto("about:blank")


def test_every_page_with_a_link_has_its_code(page: Page, table: LiveTable) -> None:
    """Another device scans it; each says for whom it is, and where no other device can open it, so
    is said. On a phone as well."""
    page.set_viewport_size({"width": 360, "height": 740})
    with served(TableRegistry([table]), Services(table._store), page) as address:
        for path in ("/tables", "/tables/table/facts", "/evenings/table/1"):
            page.goto(f"{address}{path}")
            page.locator(".other-device summary").click()
            _has_codes(page)
        page.goto(f"{address}/tables/table")
        expect(page.locator("#board svg")).to_be_visible()
        page.locator("#more").click()
        page.locator("#connect").click()
        _has_codes(page)


def _has_codes(page: Page) -> None:
    expect(page.locator(".link img:visible")).to_have_count(3)
    until(page, "[...document.querySelectorAll('.link img')].every((one) => one.naturalWidth)")
    expect(page.locator(".link figcaption:visible").first).to_have_text("Watch along")
    expect(page.get_by_text("Only this computer can open these links")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
