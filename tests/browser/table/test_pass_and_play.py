"""Several people at one device: the table shows whose turn it is."""

from playwright.sync_api import expect

from support.browser.play import enter, finish, make_table, next_choice, play_on, view_of


def test_shared_device_names_each_player_in_turn(page, server):
    made = make_table(server, people=("Ann", "Bob", "Cleo"), bots=(), turn_limit=4)
    enter(page, made)
    seen = []
    live = page.locator(".live")
    for _ in range(100):
        if next_choice(page) == "over":
            break
        view = view_of(server, made)
        name = view["names"][view["seat"]]
        expect(page.locator(".turn-title")).to_have_text(f"{name}’s turn")
        expect(page).to_have_title(f"● {name}’s turn · Pickomino")
        if seen and seen[-1] != name:
            expect(live).to_contain_text(f"It is your turn, {name}.")
        seen.append(name)
        play_on(page)
    assert set(seen) == {"Ann", "Bob", "Cleo"}
    finish(page)
    assert view_of(server, made)["phase"] == "over"
