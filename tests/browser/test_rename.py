"""A player gets another name from the list of players, by tap and by keyboard."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser, expect

from server.http.context import Services
from server.tables.player_commands import TellFact
from server.tables.registry import TableRegistry
from tests.browser.axe import check_axe
from tests.browser.live_server import standing
from tests.server.scripted import obeyed, play, truthful_table


def test_a_player_is_renamed_by_keyboard_and_by_tap(browser: Browser, tmp_path: Path) -> None:
    """A name that another one has is refused in a sentence. Then whoever looks on, looking back at
    an earlier turn, sees the new name in the players, the turns and the log, and stays there; the
    keyboard stays at the player; undoing brings the old name back."""
    with (
        truthful_table(tmp_path, 0) as table,
        standing(TableRegistry([table]), Services()) as address,
    ):
        obeyed(table, TellFact("turn", {"player": "Ada"}))
        play(table, 1)
        where = f"{address}/tables/{table.row.ident}"
        # Browsers note a refusal as an error: this page is not watched for what its console says.
        with closing(browser.new_context(locale="fr-FR", has_touch=True)) as context:
            page = context.new_page()
            page.goto(f"{where}#turn-1")
            expect(page.locator("#past .band")).to_be_visible()
            name = page.get_by_role("button", name="Ada Renommer")
            name.focus()
            page.keyboard.press("Enter")
            expect(page.locator("#rename input")).to_be_focused()
            check_axe(page)
            page.keyboard.type("Bo")
            page.keyboard.press("Enter")
            expect(page.locator("#rename .warn")).to_contain_text("Quelqu’un d’autre porte ce nom")
            page.locator("#rename input").fill("Adèle")
            page.keyboard.press("Enter")
            expect(page.locator("#rename")).to_have_count(0)
            expect(page.locator(".seats b").first).to_have_text("Adèle")
            expect(page.locator("#turns li:nth-child(3) small")).to_contain_text("Joueur Adèle")
            expect(page.locator("#past .band")).to_be_visible()
            expect(page.get_by_role("button", name="Adèle Renommer")).to_be_focused()
            page.keyboard.press("End")
            page.locator("#order button").tap()
            expect(page.locator(".seats b").first).to_have_text("Ada")
            expect(page.locator("#turns li:nth-child(3) small")).to_contain_text("Joueur Ada")
