"""A public table, where present players are removed by a vote, not by the host."""

import httpx
from playwright.sync_api import expect

from support.browser.play import command, next_choice, post, sit, view_of


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
