"""A browser vouches for dice that it has checked, and sounds the alarm at a server that lies."""

import json

from playwright.sync_api import expect

from support.browser.play import enter, finish, make_table, next_choice, play_on, remember


def verify(page):
    page.get_by_role("button", name="Verify these dice").click()


def lie(page, change):
    """Let the server's views be changed on their way: what a server that lies would send."""

    def connect(socket):
        to_server = socket.connect_to_server()

        def tell(text):
            message = json.loads(text)
            for frame in message.get("frames", []):
                change(frame.get("event", {}))
            socket.send(json.dumps(message))

        to_server.on_message(tell)

    page.route_web_socket("**/live", connect)


def test_a_browser_that_saw_everything_shows_the_green_mark_also_after_a_reload(page, server):
    made = make_table(server, practice=False, turn_limit=4)
    enter(page, made)
    next_choice(page)
    play_on(page)
    page.reload()
    finish(page)
    verify(page)
    expect(page.locator(".proof .is-right")).to_contain_text("as promised")
    expect(page.locator(".proof .proof-source")).to_have_count(0)
    page.goto(f"/game/{made['code']}/latest")
    verify(page)
    expect(page.locator(".proof .is-right")).to_be_visible()


def test_without_storage_the_page_vouches_until_it_is_left(page, server):
    made = make_table(server, practice=False, turn_limit=4)
    remember(page, made)
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full') }")
    enter(page, made)
    finish(page)
    verify(page)
    expect(page.locator(".proof .is-right")).to_be_visible()
    page.reload()
    verify(page)
    expect(page.locator(".proof .is-partly")).to_be_visible()
    expect(page.locator(".proof")).to_contain_text("did not see the fingerprint")


def test_an_own_number_that_was_exchanged_sounds_the_alarm(new_page, server):
    page = new_page(has_own_sockets=True)

    def swap(event):
        if event.get("type") == "GameStarted":
            event["nonces"][0] = "ab" * 32

    lie(page, swap)
    enter(page, make_table(server, practice=False, turn_limit=4))
    text = "The random number of this browser is not in these dice"
    expect(page.get_by_role("alert")).to_contain_text(text)


def test_a_roll_that_fell_otherwise_than_the_record_says_sounds_the_alarm(new_page, server):
    page = new_page(has_own_sockets=True)

    def swap(event):
        if event.get("type") == "Rolled":
            event["roll"] = "1" * len(event["roll"])

    lie(page, swap)
    enter(page, make_table(server, practice=False, turn_limit=2))
    finish(page)
    expect(page.locator(".proof .has-failed")).to_contain_text("Turn 1a: this browser saw")
