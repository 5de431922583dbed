"""A browser verifies the dice, and warns about a server that cheats."""

import json

from playwright.sync_api import expect

from support.browser.play import enter, finish, make_table, remember


def verify(page):
    page.get_by_role("button", name="Verify these dice").click()


def tamper(page, change):
    """Change the events that the server sends, as a cheating server would."""

    def connect(socket):
        to_server = socket.connect_to_server()

        def forward(text):
            message = json.loads(text)
            for frame in message.get("frames", []):
                change(frame.get("event", {}))
            socket.send(json.dumps(message))

        to_server.on_message(forward)

    page.route_web_socket("**/live", connect)


def test_without_storage_evidence_is_lost_on_reload(page, server):
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


def test_alarm_when_the_own_nonce_was_replaced(new_page, server):
    page = new_page(has_own_sockets=True)

    def swap(event):
        if event.get("type") == "GameStarted":
            event["nonces"][0] = "ab" * 32

    tamper(page, swap)
    enter(page, make_table(server, practice=False, turn_limit=4))
    text = "The random number of this browser is not in these dice"
    expect(page.get_by_role("alert")).to_contain_text(text)


def test_alarm_when_a_roll_differs_from_the_record(new_page, server):
    page = new_page(has_own_sockets=True)

    def swap(event):
        if event.get("type") == "Rolled":
            event["roll"] = "1" * len(event["roll"])

    tamper(page, swap)
    enter(page, make_table(server, practice=False, turn_limit=2))
    finish(page)
    expect(page.locator(".proof .has-failed")).to_contain_text("Turn 1a: this browser saw")
