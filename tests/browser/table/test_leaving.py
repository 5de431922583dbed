"""Players who leave, are removed or play again; and a server that is killed."""

from playwright.sync_api import expect

from support.browser.page_checks import assert_accessible
from support.browser.play import (
    act,
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
    wait_for_table,
)
from support.server.serving import serving


def test_replaced_player_takes_the_seat_back(new_page, server):
    """A view that arrives between press and release used to lose the click."""
    ann, _, first, second = sit_both(new_page, server)
    expect(second.locator("pm-table")).to_be_visible()
    first.get_by_role("button", name="More").click()
    first.get_by_role("button", name="Let a bot play for Bob").click()
    first.get_by_role("button", name="Careful Clara").click()
    expect(second.get_by_text("Careful Clara plays for you.")).to_be_visible()
    second.get_by_role("button", name="Take my seat back").hover()
    second.mouse.down()
    act(server, ann, view_of(server, ann)["legal"][0])
    wait_for_table(second, view_of(server, ann))
    second.mouse.up()
    expect(second.get_by_text("Careful Clara plays for you.")).to_be_hidden()


def test_bot_plays_for_a_player_the_host_removed(new_page, server):
    """A removed player is notified and watches; they used to seem to play on."""
    ann, _, first, second = sit_both(new_page, server)
    expect(second.locator("pm-table")).to_be_visible()
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


def test_next_game_starts_at_the_same_table(new_page, server):
    """Only the host used to be able to start it, and all players lost the results.

    A player who leaves the game watches it.
    """
    ann, bob, first, second = sit_both(new_page, server, turn_limit=2)
    play_turn(first, server, ann)
    next_choice(second)
    play_turn(second, server, bob)
    before = view_of(server, ann)["game_id"]
    second.get_by_role("button", name="Play again").click()
    expect(second.locator(".end-ready")).to_have_text("Waiting for Ann…")
    expect(second.get_by_role("button", name="Play again")).to_be_disabled()
    expect(first.locator(".end-ready")).to_have_text("Ready for another game: Bob")
    expect(first.locator("pm-end .podium")).to_be_visible()
    first.get_by_role("button", name="Play again").click()
    expect(second.locator("pm-end")).to_be_hidden()
    # The seats, and with them the chickens, stay the same, and the next seat begins.
    for seat, name in enumerate(("Ann", "Bob")):
        expect(second.locator(f".seat[data-seat='{seat}']")).to_contain_text(name)
    assert next_choice(second) == "yours"
    assert view_of(server, ann)["game_id"] != before
    second.get_by_role("button", name="More").click()
    second.get_by_role("button", name="Leave the game (Bob)").click()
    second.get_by_role("button", name="Leave", exact=True).click()
    expect(second.locator(".watching")).to_have_text("You are watching this game.")
    expect(first.locator(".seat[data-seat='1']")).to_contain_text("plays")


def test_browser_resumes_after_the_server_was_killed(new_page, tmp_path):
    with serving(tmp_path) as own:
        made = make_table(own.url, bots=("beginner",), turn_limit=4, practice=False)
        page = new_page(base_url=own.url, is_new=True)
        enter(page, made)
        lost = page.get_by_text("Connection lost. Trying again…")
        for is_again in (False, True):
            next_choice(page)
            play_on(page)
            version = view_of(own.url, made)["version"]
            own.kill()
            expect(lost).to_be_visible()
            if not is_again:
                assert_accessible(page, ".connection-notice")
            own.start()
            expect(lost).to_have_count(0)
            assert view_of(own.url, made)["version"] >= version
        finish(page)
        page.get_by_role("button", name="Verify these dice").click()
        expect(page.locator(".proof .is-right")).to_be_visible()
        assert_accessible(page, ".proof")
        page.close()  # otherwise it would report the lost server
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
    assert_accessible(watcher, ".notices, .board")
    assert_accessible(first, ".tray, pm-coach")
    first.get_by_role("button", name="More").click()
    expect(first.get_by_role("dialog", name="This table")).to_be_visible()
    assert_accessible(first)
    first.keyboard.press("Escape")
    first.get_by_role("button", name="Say something").click()
    expect(first.get_by_role("group", name="Say something")).to_be_visible()
    assert_accessible(first, "pm-reactions")
