"""Who leaves, is removed or stays for another game; and a server that is killed."""

from playwright.sync_api import expect

from browser_play import (
    enter,
    finish,
    make_online,
    make_table,
    next_choice,
    play_on,
    play_turn,
    remember,
    sit,
    sit_both,
    view_of,
)
from page_checks import assert_accessible
from server.serving import serving


def test_a_player_removed_by_the_host_is_told_and_watches(new_page, server):
    """Once they still seemed to play."""
    ann, _, first, second = sit_both(new_page, server)
    first.get_by_role("button", name="More").click()
    first.get_by_role("button", name="Remove Bob for good").click()
    first.get_by_role("button", name="Remove", exact=True).click()
    seat = first.locator(".seat[data-seat='1']")
    expect(seat).to_contain_text("Bob")
    expect(seat).to_contain_text("plays")
    expect(first.locator(".live")).to_contain_text("The host removed Bob: ")
    expect(second.get_by_text("The host gave your seat to a bot.")).to_be_visible()
    play_turn(first, server, ann)
    assert next_choice(first) in ("yours", "over")


def test_who_left_reads_that_they_watch(new_page, server):
    *_, first, second = sit_both(new_page, server)
    second.get_by_role("button", name="More").click()
    second.get_by_role("button", name="Leave the game (Bob)").click()
    second.get_by_role("button", name="Leave", exact=True).click()
    expect(second.locator(".watching")).to_have_text("You are watching this game.")
    expect(first.locator(".seat[data-seat='1']")).to_contain_text("plays")


def test_another_game_begins_in_place_when_everybody_wants_it(new_page, server):
    """Once only the host could ask, and had to start it; everybody was torn from the results."""
    ann, bob, first, second = sit_both(new_page, server, turn_limit=2)
    play_turn(first, server, ann)
    next_choice(second)
    play_turn(second, server, bob)
    before = view_of(server, ann)["game_id"]
    second.get_by_role("button", name="Play again").click()
    expect(second.locator(".end-others")).to_have_text("Waiting for Ann…")
    expect(second.get_by_role("button", name="Play again")).to_be_disabled()
    expect(first.locator(".end-others")).to_have_text("Ready for another game: Bob")
    expect(first.locator("pm-end .podium")).to_be_visible()
    first.get_by_role("button", name="Play again").click()
    expect(second.locator("pm-end")).to_be_hidden()
    # The seats and with them the chickens stay, and the next one begins.
    for seat, name in enumerate(("Ann", "Bob")):
        expect(second.locator(f".seat[data-seat='{seat}']")).to_contain_text(name)
    assert next_choice(second) == "yours"
    assert view_of(server, ann)["game_id"] != before


def test_a_browser_resumes_by_itself_when_the_server_was_killed(new_page, tmp_path):
    with serving(tmp_path) as own:
        made = make_table(own.url, bots=("beginner",), turn_limit=12, practice=False)
        page = new_page(base_url=own.url, is_new=True)
        enter(page, made)
        for _ in range(2):
            next_choice(page)
            play_on(page)
            version = view_of(own.url, made)["version"]
            own.kill()
            expect(page.get_by_text("Connection lost. Trying again…")).to_be_visible()
            assert_accessible(page)
            own.start()
            expect(page.get_by_text("Connection lost. Trying again…")).to_have_count(0)
            assert view_of(own.url, made)["version"] >= version
        finish(page)
        page.get_by_role("button", name="Verify these dice").click()
        expect(page.locator(".proof .is-right")).to_be_visible()
        assert_accessible(page)
        page.close()  # or it would complain that the server is lost
    new_page.complaints.clear()


def test_extrawurm_dialogs_and_watching_are_accessible(new_page, server):
    ann, bob = make_online(server, rules="classic+extrawurm", hints=True)
    first, watcher = sit(new_page(), ann), new_page()
    sit(new_page(), bob)
    next_choice(first)
    remember(watcher)
    watcher.goto(f"/table/{ann['code']}")
    expect(watcher.get_by_text("You are watching this game.")).to_be_visible()
    expect(watcher.locator("pm-coach")).to_be_hidden()
    assert_accessible(watcher)
    assert_accessible(first)
    first.get_by_role("button", name="More").click()
    expect(first.get_by_role("dialog", name="This table")).to_be_visible()
    assert_accessible(first)
    first.keyboard.press("Escape")
    first.get_by_role("button", name="Say something").click()
    expect(first.get_by_role("dialog", name="Say something")).to_be_visible()
    assert_accessible(first)
