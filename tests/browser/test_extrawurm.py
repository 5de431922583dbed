"""The expansion at the table: its tiles, specialists, Bratwurms and their actions."""

import json

from playwright.sync_api import expect

from browser_play import enter, finish, make_table, play_until, view_of


def test_an_extrawurm_game_is_played_to_its_end(page, server):
    made = make_table(server, rules="classic+extrawurm", bots=("beginner",), turn_limit=16)
    enter(page, made)
    expect(page.locator(".place")).to_have_count(18)
    expect(page.locator(".stands")).to_have_count(5)
    expect(page.locator(".grill-beside")).to_contain_text("7 Bratwurms in the supply")
    finish(page)
    view = view_of(server, made)
    assert view["phase"] == "over"
    places = view["wfen"].split()[6].split("/")[0].split(",")
    held = [place for place in places if place.isalpha()]
    expect(page.locator(".seat .held")).to_have_count(len(held))


def test_the_weasel_is_a_button_and_a_key(page, server):
    made = make_table(server, rules="classic+extrawurm", bots=("random",))
    enter(page, made)
    play_until(page, "[data-action=z]")
    before = view_of(server, made)["version"]
    expect(page.get_by_role("button", name="Weasel: roll these dice again")).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator("[data-action=z]")).to_have_count(0)
    events = view_of(server, made, before)["events"]
    assert {"type": "Acted", "seat": 0, "action": "z"} in events


def test_the_raven_asks_whose_bratwurm_it_takes(page, server):
    made = make_table(server, rules="classic+extrawurm", people=("Ann",), bots=("random", "random"))
    wfen = "classic+extrawurm oooo.ooooooooooooo 23/-/- a - b 11,21,-,25,27/0,3,4/-"
    frame = {"wfen": wfen, "turn": "1a", "seat": 0, "scores": [1, 3, 4]}
    legal = {"seats": [0], "is_your_turn": True, "legal": ["bb", "bc"]}
    view = view_of(server, made) | {"frames": [frame], "is_whole": True, "you": legal}
    sent = []

    def answer(socket):
        def hear(text):
            message = json.loads(text)
            if message.get("type") == "Hello":
                socket.send(json.dumps(view))
            elif "command" in message:
                sent.append(message["command"])

        socket.on_message(hear)

    page.route_web_socket("**/live", answer)
    enter(page, made)
    expect(page.get_by_text("The Raven is hungry")).to_be_visible()
    buttons = page.get_by_role("button", name="take a Bratwurm from")
    expect(buttons).to_have_count(2)
    page.keyboard.press("b")
    expect(page.get_by_role("dialog", name="Whose Bratwurm do you take?")).to_be_visible()
    expect(page.get_by_role("dialog").get_by_role("button").first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    for _ in range(500):
        if sent:
            break
        page.wait_for_timeout(20)
    assert sent == [{"type": "Act", "action": "bc"}]
