"""Mokadi on the page, laid as people do: by tapping where it lies."""

from __future__ import annotations

from playwright.sync_api import Page, expect

#: Where a point of the table is on the screen, pixels: the inverse of what the page does.
_ON_SCREEN = """([x, y]) => {
  const made = document.querySelector("#hand svg");
  const [left, top] = JSON.parse(made.dataset.origin);
  const at = new DOMPoint(34 + (x - left) * 180, 34 + (y - top) * 180);
  const on = at.matrixTransform(made.getScreenCTM());
  return [on.x, on.y];
}"""

XY = tuple[float, float]

#: Pads that may lie like this, one after the other, and where a white stick lies on two of them.
PADS: tuple[tuple[str, XY], ...] = (
    ("black", (0, 0)),
    ("white", (0.75, 0)),
    ("white", (0.4, 0.7)),
    ("black", (0.4, -0.7)),
)
STICK: tuple[XY, XY] = ((0, 0), (0.4, -0.7))


def begin(page: Page) -> None:
    """Opens the panel of a table on which nothing lies."""
    page.locator("#hand-button").click()
    page.get_by_role("button", name="Begin on an empty table").click()
    expect(page.locator("#hand svg")).to_be_visible()


def tap(page: Page, *points: XY) -> None:
    """Presses where points of the table are."""
    for point in points:
        x, y = page.evaluate(_ON_SCREEN, list(point))
        page.mouse.click(x, y)


def lay(page: Page, piece: str, *points: XY, turn: int) -> None:
    """Lays a piece, as the button calls it, and waits for the call of its turn."""
    lying = page.locator("#hand g[data-place]")
    before = lying.count()
    page.locator("#hand .hand-choices").get_by_role("button", name=piece).click()
    tap(page, *points)
    page.locator("#hand .primary").click()
    expect(page.locator("#call .who")).to_contain_text(f"Turn {turn}")
    expect(lying).to_have_count(before + 1)
