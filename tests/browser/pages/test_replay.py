"""The replay of a game and the verification of its dice, also on an insecure origin."""

import re

import pytest
from playwright.sync_api import expect

from pickomino.record.names import FORMER_PLAYER
from support.browser.page_checks import assert_accessible, assert_fits, use_theme
from support.browser.play import (
    FAKE_HOST,
    enter,
    finish,
    finished_game,
    make_table,
    next_choice,
    play_on,
    view_of,
)


@pytest.fixture(scope="module")
def finished(server):
    """Return a short finished game with committed dice."""
    return finished_game(server, practice=False, bots=("beginner", "random"), turn_limit=9)


def open_replay(page, finished):
    page.goto(f"/game/{finished['code']}/{finished['game_id']}")
    expect(page.locator("pm-replay .seat").first).to_be_visible()


def step_number(page):
    return int(re.search(r"Step (\d+)", page.locator(".replay-position").text_content())[1])


def expect_step(page, number):
    expect(page.locator(".replay-position")).to_contain_text(f"Step {number} of")


def test_replay_moves_by_steps_and_turns(page, server, finished):
    use_theme(page)
    open_replay(page, finished)
    expect(page.locator(".replay-position")).to_contain_text("The start")
    first = page.locator("pm-replay").text_content()
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator(".replay-position")).to_contain_text("Ann rolls")
    expect(page.locator(".rolled .die")).to_have_count(8)
    page.get_by_role("button", name="One step back").click()
    expect(page.locator("pm-replay")).to_have_text(first)
    page.get_by_role("button", name="Next turn").click()
    expect(page.locator(".replay-position")).to_contain_text("Ann")
    expect(page.locator(".log-turns li")).to_have_count(1)
    assert_accessible(page)
    page.evaluate("globalThis.drawn = document.querySelector('.log-turns li')")
    page.keyboard.press("PageDown")
    expect(page.locator(".log-turns li")).to_have_count(2)
    # The newest turn comes first, and existing rows are not redrawn.
    assert page.evaluate("drawn === document.querySelector('.log-turns li:last-child')")
    page.keyboard.press("End")
    expect(page.locator(".replay-position")).to_contain_text("win")
    worms = [re.compile(rf"^{score}\s") for score in view_of(server, finished)["scores"]]
    expect(page.locator(".seat-worms .visually-hidden")).to_have_text(worms)
    page.keyboard.press("Home")
    expect_step(page, 1)
    expect(page.locator(".log-turns li")).to_have_text(["No turn has ended yet."])
    page.keyboard.press("ArrowRight")
    expect_step(page, 2)
    page.get_by_role("button", name="Verify these dice").click()
    expect(page.locator(".proof")).to_contain_text("recomputed")
    assert_accessible(page, ".proof")
    page.set_viewport_size({"width": 320, "height": 568})
    assert_fits(page)


def test_replay_plays_automatically(page, finished):
    use_theme(page)
    page.clock.install()
    open_replay(page, finished)
    page.get_by_role("button", name="Play").click()
    while step_number(page) < 3:
        page.clock.run_for(100)
    page.get_by_role("button", name="Pause").click()
    at = step_number(page)
    page.clock.run_for(60_000)
    assert step_number(page) == at


def test_dice_are_verified_on_an_insecure_origin(new_page, server, finished):
    page = new_page(base_url=server.replace("127.0.0.1", FAKE_HOST))
    use_theme(page)
    open_replay(page, finished)
    assert page.evaluate("isSecureContext") is False
    page.get_by_role("button", name="Verify these dice").click()
    rolls = sum(event["type"] == "Rolled" for event in view_of(server, finished, 0)["events"])
    expect(page.locator(".proof")).to_contain_text(f"{rolls} rolls recomputed: all are right")


def tampered_answer(forge):
    def answer(route):
        replay = route.fetch().json()
        forge(replay)
        route.fulfill(json=replay)

    return answer


def forge_roll(replay):
    events = (frame["event"] for frame in replay["frames"] if "event" in frame)
    event = next(event for event in events if event["type"] == "Rolled")
    event["roll"] = "12345www" if event["roll"] != "12345www" else "11345www"


def forge_secret(replay):
    replay["secret"] = "00" * 32


def forget_name(replay):
    replay["names"][0] = FORMER_PLAYER


def test_deleted_name_is_no_dice_alarm(page, finished):
    """The fingerprint covers the names, so without one of them it cannot be recomputed."""
    use_theme(page)
    page.route("**/api/rooms/*/games/*", tampered_answer(forget_name))
    open_replay(page, finished)
    page.get_by_role("button", name="Verify these dice").click()
    expect(page.locator(".proof")).to_contain_text("can no longer be checked")
    expect(page.locator(".proof .has-failed")).to_have_count(0)


def test_changed_roll_or_secret_is_detected(page, finished):
    use_theme(page)
    for forge, text in (
        (forge_roll, "roll 1 should be"),
        (forge_secret, "does not match its fingerprint"),
    ):
        page.route("**/games/*", tampered_answer(forge))
        open_replay(page, finished)
        page.get_by_role("button", name="Verify these dice").click()
        expect(page.locator(".proof .has-failed")).to_contain_text(text)


FORGE = """async (replay) => {
  const { commitmentOf, verifyReplay } = await import(clientFile("fair-dice/verify.js"));
  const forged = { ...replay, secret: "00".repeat(32) };
  forged.commitment = commitmentOf(forged);
  const rolls = forged.frames.filter((frame) => frame.event?.type === "Rolled");
  for (let result = verifyReplay(forged); result.wrong; result = verifyReplay(forged)) {
    rolls[result.rolls].event.roll = result.wrong.expected;
  }
  return forged;
}"""


def forge_game(page, code):
    """Replace the dice that the server committed to with other, consistent ones."""
    replay = page.request.get(f"/api/rooms/{code}/games/latest").json()
    forged = page.evaluate(FORGE, replay)

    def forge_messages(socket):
        to_server = socket.connect_to_server()
        to_server.on_message(
            lambda text: socket.send(text.replace(replay["commitment"], forged["commitment"]))
        )

    page.route("**/games/*", lambda route: route.fulfill(json=forged))
    page.route_web_socket("**/live", forge_messages)


def test_dice_are_verified_against_the_first_commitment(new_page, server):
    """They used to be verified against what the server says after the game."""
    made = make_table(server, practice=False, turn_limit=3)
    page = new_page(has_own_sockets=True)
    enter(page, made)
    next_choice(page)
    play_on(page)
    page.reload()
    finish(page)
    page.get_by_role("button", name="Verify these dice").click()
    expect(page.locator(".proof .is-right")).to_contain_text("as promised")
    expect(page.locator(".proof .proof-source")).to_have_count(0)
    page.get_by_role("link", name="Watch the replay").click()
    page.get_by_role("button", name="Verify these dice").click()
    expect(page.locator(".proof .is-right")).to_be_visible()
    forge_game(page, made["code"])
    for address in (f"/table/{made['code']}", f"/game/{made['code']}/latest"):
        page.goto(address)
        page.get_by_role("button", name="Verify these dice").click()
        expect(page.locator(".proof .has-failed")).to_contain_text("does not match its fingerprint")
