"""Accessibility by axe: WCAG 2.2 AA and its good practice."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    },
    "resultTypes": ["violations"],
}


def violations(page: Page) -> list[str]:
    """What axe finds on the page as it stands: a rule and where it is broken."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [
        f"{one['id']}: {node['target']} {node['html'][:200]}"
        for one in found
        for node in one["nodes"]
    ]


def check_axe(page: Page, view: str = "") -> None:
    """Fails with a report where axe finds a violation on the page as it stands."""
    found = Axe().run(page, options=RULES)
    assert found.violations_count == 0, f"{view}\n{found.generate_report()}"
