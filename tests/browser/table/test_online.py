"""Two browsers at one table, with reloads and lost connections."""

import re

import pytest
from playwright.sync_api import expect

from pickomino.core.dice_terms import nonce_commitment
from pickomino.rooms.protocol.messages import PROTOCOL
from support.browser.play import (
    act,
    command,
    enter,
    make_online,
    make_table,
    next_choice,
    play_on,
    play_turn,
    post,
    remember,
    sit,
    view_of,
    wait_for_table,
    wait_until,
)
from support.server.fault_proxy import FaultProxies


@pytest.fixture
def proxies():
    """Request this before the pages, so that it is closed after them and no page reports it."""
    proxies = FaultProxies()
    yield proxies
    proxies.close()


def outdate(page, visits):
    """Let a page speak the protocol of the version before, in its first visits."""
    hellos = []

    def connect(socket):
        server = socket.connect_to_server()

        def on_message(text):
            if '"Hello"' in text:
                hellos.append(text)
                if len(hellos) <= visits:
                    text = re.sub('"protocol":[0-9]+', f'"protocol":{PROTOCOL - 1}', text)
            server.send(text)

        socket.on_message(on_message)

    page.route_web_socket("**/live", connect)
    return hellos


def test_outdated_page_reloads_itself_once(new_page, server):
    made = make_table(server)
    page = new_page(has_own_sockets=True)
    hellos = outdate(page, visits=1)
    enter(page, made)
    expect(page.get_by_text("This page has been updated.")).to_be_visible()
    assert len(hellos) == 2
    assert page.evaluate("sessionStorage.length") == 0
    # If the server is still newer, the page says so instead of reloading again.
    other = new_page(has_own_sockets=True)
    hellos = outdate(other, visits=10)
    remember(other, made)
    other.goto(f"/table/{made['code']}")
    expect(other.locator("p.lost")).to_be_visible()
    assert len(hellos) == 2


def test_two_browsers_play_in_turns(new_page, server):
    ann, bob = make_online(server)
    first, second = sit(new_page(), ann), sit(new_page(), bob)
    assert next_choice(first) == "yours"
    view = view_of(server, ann)
    assert view["commitment"].startswith("sha256:")
    events = view_of(server, ann, 0)["events"]
    started = next(event for event in events if event["type"] == "GameStarted")
    assert all(len(nonce) == 64 for nonce in started["nonces"])
    assert len(set(started["nonces"])) == 2
    expect(second.locator(".turn-title")).to_have_text("Ann’s turn")
    expect(second.locator("pm-dice button")).to_have_count(0)
    second.get_by_role("button", name="Say something").click()
    second.get_by_role("button", name="Good luck!").click()
    expect(first.locator(".bubble")).to_have_text("Good luck!")
    # The reactions stay open until they are closed.
    reactions = second.get_by_role("group", name="Say something")
    expect(reactions).to_be_visible()
    second.keyboard.press("Escape")
    expect(reactions).to_be_hidden()
    expect(second.get_by_role("button", name="Say something")).to_be_focused()
    expect(first.locator(".live")).to_contain_text("Bob says: Good luck!")
    # A reload during a turn loses nothing.
    act(server, ann, view["legal"][0])
    wait_for_table(first, view_of(server, ann))
    first.reload()
    assert next_choice(first) == "yours"
    expect(first.locator(".slot.is-filled")).to_have_count(1)
    play_turn(first, server, ann)
    assert next_choice(second) == "yours"
    expect(first.locator(".turn-title")).to_have_text("Bob’s turn")


def test_late_nonce_of_a_second_device_shows_no_alert(new_page, server):
    """It used to show that no nonce is wanted."""
    ann, bob = make_online(server)
    refused = []

    def be_late(socket):
        to_server = socket.connect_to_server()

        def pass_on(text):
            if "CommitNonce" in text:
                # The other device is faster.
                commitment = view_of(server, ann)["commitment"]
                bound = nonce_commitment(commitment, 0, "ab" * 32)
                command(server, ann, {"type": "CommitNonce", "seat": 0, "commitment": bound})
            to_server.send(text)

        def on_answer(text):
            refused.extend(["no_nonce_wanted"] * ("no_nonce_wanted" in text))
            socket.send(text)

        socket.on_message(pass_on)
        to_server.on_message(on_answer)

    first = new_page(has_own_sockets=True)
    first.route_web_socket("**/live", be_late)
    sit(first, ann)
    sit(new_page(), bob)
    # Playwright forwards a page's messages only while the test waits for a page.
    wait_until(first, lambda: view_of(server, ann).get("nonces_wanted"))
    command(server, ann, {"type": "GiveNonce", "seat": 0, "nonce": "ab" * 32})
    assert next_choice(first) == "yours"
    assert refused == ["no_nonce_wanted"]
    expect(first.get_by_role("alert")).to_have_count(0)


def test_first_roll_is_announced_with_a_name(new_page, server):
    seats = [{"type": "PersonSeat", "name": "Ann"}, {"type": "BotSeat", "bot": "random"}]
    ann = post(server, "/api/rooms", {"type": "CreateRoom", "seats": seats, "settings": {}})
    page = sit(new_page(), ann)
    page.get_by_role("button", name="Start the game").click()
    assert next_choice(page) == "yours"
    expect(page.locator(".live")).to_contain_text("Ann rolls")


def test_browser_recovers_from_a_lost_connection(proxies, new_page, server):
    cable = proxies.add(int(server.rpartition(":")[2]))
    ann, bob = make_online(server)
    second = sit(new_page(), bob)
    first = sit(new_page(base_url=f"http://127.0.0.1:{cable.port}", is_new=True), ann)
    next_choice(first)
    play_on(first)
    version = view_of(server, ann)["version"]
    proxies.run(cable.cut())
    expect(first.get_by_text("Connection lost. Trying again…")).to_be_visible()
    expect(second.locator(".seat.is-away")).to_contain_text("Ann")
    # A key pressed now cannot reach the server, and the page says so.
    first.keyboard.press("r")
    expect(first.get_by_role("alert")).to_contain_text("server")
    assert view_of(server, ann)["version"] >= version
    proxies.run(cable.mend())
    expect(first.get_by_text("Connection lost. Trying again…")).to_have_count(0)
    expect(second.locator(".seat.is-away")).to_have_count(0)
    play_turn(first, server, ann)
    assert next_choice(second) == "yours"
    new_page.complaints.clear()


def test_turn_clock_counts_down(page, server):
    enter(page, make_table(server, practice=False, turn_seconds=60))
    next_choice(page)
    clock = page.locator(".turn-clock")
    expect(clock).to_have_text(re.compile(r"^(1:00|0:\d\d)$"))
    shown = [clock.text_content()]
    for _ in range(2):
        expect(clock).not_to_have_text(shown[-1])
        shown.append(clock.text_content())
    left = [60 * int(text[0]) + int(text[2:]) for text in shown]
    assert 60 >= left[0] > left[1] > left[2]
