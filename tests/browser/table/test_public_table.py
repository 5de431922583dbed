"""A public table, where present players are removed by a vote, not by the host."""

import httpx
from playwright.sync_api import expect

from support.browser.page_checks import assert_accessible, assert_fits
from support.browser.play import command, next_choice, post, sit, view_of
from support.server.serving import ANN, OPEN, serving

SCREENS = {"width": 360, "height": 740}, {"width": 1366, "height": 768}


def sit_down(page, code, name):
    page.goto(f"/table/{code}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def test_household_sits_down_at_a_public_table(new_page, tmp_path):
    """The fourth seat from one address used to be refused, without saying why or until when."""
    names = ("Bob", "Cem", "Dan", "Eve")
    with serving(tmp_path, seats_per_address=len(names)) as server:
        code, _ = server.create(ANN, *[OPEN] * 6, is_public=True)
        visitors = [
            new_page(base_url=server.url, viewport=SCREENS[number % 2]) for number in range(6)
        ]
        for page, name in zip(visitors, names, strict=False):
            sit_down(page, code, name)
            expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
        for page in visitors[len(names) :]:
            sit_down(page, code, "Fay")
            expect(page.get_by_role("alert")).to_have_text(
                "4 seats at a public table can be taken in quick succession from your network;"
                " the next one in 10 min."
            )
            assert_fits(page)
            assert_accessible(page, "pm-lobby")
        expect(visitors[0].locator(".lobby-seat.open")).to_have_count(2)
        for page in visitors:
            page.close()


def test_only_a_vote_removes_a_player_at_a_public_table(new_page, server):
    seats = [{"type": "PersonSeat", "name": "Ann"}, {"type": "OpenSeat"}, {"type": "OpenSeat"}]
    settings = {"is_public": True, "practice": True}
    request = {"type": "CreateRoom", "seats": seats, "settings": settings}
    ann = post(server, "/api/rooms", request)
    joining = f"/api/rooms/{ann['code']}/commands"
    _, eve = (
        ann | post(server, joining, {"command": {"type": "Join", "name": name}})
        for name in ("Bob", "Eve")
    )
    command(server, ann, {"type": "Start"}, view_of(server, ann)["version"])
    page = sit(new_page(), ann)
    next_choice(page)
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("button", name="Remove Bob for good")).to_have_count(0)
    page.get_by_role("button", name="Vote to remove Bob").click()
    expect(page.get_by_text("Ann votes to remove Bob.").first).to_be_attached()
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
    with httpx.Client(base_url=server, transport=elsewhere, timeout=30) as http:
        http.post(
            joining,
            json={"command": {"type": "Vote", "seat": 1}},
            headers={"authorization": f"Bearer {eve['token']}"},
        ).raise_for_status()
    expect(page.get_by_text("Bob was voted out").first).to_be_attached()
    assert view_of(server, ann)["seats"][1]["kind"] == "bot"
