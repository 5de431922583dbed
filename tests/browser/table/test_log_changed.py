"""Players see whether the server shows them one log of their table."""

import httpx
import msgspec
from playwright.sync_api import expect

from pickomino.rooms.protocol.views import RoomView
from pickomino.server.storage.backups import back_up, restore
from pickomino.tables.log_watch import log_mark
from support.browser.page_checks import assert_accessible
from support.browser.play import next_choice, play_on, sit_both, view_of
from support.server.serving import serving


def mark_shown(page):
    page.get_by_role("button", name="More").click()
    note = page.locator(".dialog-note")
    expect(note).to_contain_text("Check code at step")
    text = note.text_content()
    page.get_by_role("button", name="Cancel").click()
    return text


def test_lost_moves_raise_an_alarm_in_the_browser(new_page, tmp_path):
    """After a restore, the server has an earlier state of the table than the players saw."""
    backup = str(tmp_path / "backup.db")
    with serving(tmp_path) as own:
        options = {"base_url": own.url, "is_new": True}
        ann, _, first, second = sit_both(lambda: new_page(**options), own.url)
        next_choice(first)
        view = httpx.get(f"{own.url}/api/rooms/{ann['code']}").json()
        mark = log_mark(msgspec.convert(view, RoomView))
        back_up(str(own.database), backup)
        shown = {mark_shown(page) for page in (first, second)}
        play_on(first)
        next_choice(first)
        assert view_of(own.url, ann)["version"] > view["version"]
        expect(first.locator(".dice-alarm")).to_have_count(0)
        own.stop()
        restore(backup, str(own.database))
        own.start()
        alarm = first.locator(".dice-alarm")
        expect(alarm).to_have_text(
            "The server has lost or changed moves that this device saw at this table."
        )
        assert_accessible(first, ".dice-alarm")
        # The page shows the table as the server has it now.
        expect(first.locator(".slot.is-filled")).to_have_count(0)
        for page in (first, second):
            page.close()  # otherwise they would report the lost server
    new_page.complaints.clear()
    (text,) = shown
    assert text == (
        f"Check code at step {view['version']}: {mark}."
        " All devices at this table show the same one."
    )
