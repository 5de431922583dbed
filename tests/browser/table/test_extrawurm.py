"""The Extrawurm expansion at the table: tiles, specialists, Bratwurms and their actions."""

import json

from playwright.sync_api import expect

from pickomino import Position, TurnEnd
from pickomino.narration.choices import action_texts
from pickomino.rooms.protocol.frames import frame_of
from pickomino.rooms.protocol.messages import encode
from pickomino.rooms.protocol.views import RoomView, You
from support.browser.page_checks import assert_accessible
from support.browser.play import enter, finish, make_table, view_of, wait_until


def test_extrawurm_game_is_played_to_its_end(page, server):
    made = make_table(server, rules="classic+extrawurm", bots=("beginner",), turn_limit=10)
    enter(page, made)
    expect(page.locator(".place")).to_have_count(18)
    expect(page.locator(".specialist-on-tile")).to_have_count(5)
    expect(page.locator(".grill-beside")).to_contain_text("7 Bratwurms in the supply")
    finish(page)
    view = view_of(server, made)
    assert view["phase"] == "over"
    places = view["wfen"].split()[6].split("/")[0].split(",")
    held = [place for place in places if place.isalpha()]
    expect(page.locator(".seat .specialist-held")).to_have_count(len(held))


def fake_view(page, view):
    """Send the page a view instead of the server's; return the list of its commands."""
    sent = []

    def answer(socket):
        def on_message(text):
            message = json.loads(text)
            if message.get("type") == "Hello":
                socket.send(json.dumps(view))
            elif "command" in message:
                sent.append(message["command"])

        socket.on_message(on_message)

    page.route_web_socket("**/live", answer)
    return sent


def decision_at(wfen):
    """Return the parts of a view for the player who must decide at a position."""
    position = Position.from_wfen(wfen)
    texts = action_texts(position)
    you = You((0,), is_your_turn=True, legal=tuple(texts), texts=texts)
    view = RoomView(1, "playing", frames=(frame_of(position, "1a"),), is_whole=True, you=you)
    shown = json.loads(encode(view))
    return {name: shown[name] for name in ("frames", "is_whole", "you")}


WEASEL = "classic+extrawurm oooooo.ooooooooooo 25/-/- a - 11223345 11,21,23,a,27/0,0,0/-"
COVERED = """() => {
  const held = document.querySelector(".seat .specialist-held").getBoundingClientRect();
  return [...document.querySelectorAll(".seat :is(.seat-name, .worm-icon, .seat-notes)")]
    .filter((part) => {
      const { left, top, right, bottom } = part.getBoundingClientRect();
      const isBeside = right <= held.left || left >= held.right;
      return !isBeside && top < held.bottom && bottom > held.top;
    })
    .map((part) => part.textContent || "worms");
}"""
"""The parts of a seat that are covered by its specialist."""
RAVEN = "classic+extrawurm oooo.ooooooooooooo 23/-/- a - b 11,21,-,25,27/0,3,4/-"


def test_weasel_and_raven_work_by_button_and_key(new_page, server):
    """The Raven's question is also announced to screen readers."""
    page = new_page(has_own_sockets=True)
    made = make_table(server, rules="classic+extrawurm", people=("Ann",), bots=("random", "random"))
    view = view_of(server, made) | decision_at(WEASEL)
    sent = fake_view(page, view)
    enter(page, made)
    expect(page.get_by_role("button", name="Weasel: roll these dice again")).to_be_visible()
    assert page.evaluate(COVERED) == []
    page.keyboard.press("z")
    wait_until(page, lambda: sent)
    assert sent == [{"type": "Act", "action": "z"}]
    sent.clear()
    view |= decision_at(RAVEN)
    page.reload()
    expect(page.locator(".turn-hint")).to_contain_text("The Raven is hungry")
    expect(page.locator(".live")).to_contain_text("whose Bratwurm do you take?")
    expect(page.locator("pm-actions").get_by_role("button")).to_have_count(2)
    assert_accessible(page, "pm-seats, pm-grill, .tray")
    hen = page.get_by_role("button", name="Sitting Hen: Guards your top tile once.")
    hen.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Sitting Hen")).to_contain_text("Guards your top tile")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(hen).to_be_focused()
    page.keyboard.press("b")
    expect(page.get_by_role("dialog", name="Whose Bratwurm do you take?")).to_be_visible()
    expect(page.get_by_role("dialog").get_by_role("button").first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    wait_until(page, lambda: sent)
    assert sent == [{"type": "Act", "action": "bc"}]


COUNT_SPARKS = """globalThis.sparks = 0;
const { animate } = Element.prototype;
Element.prototype.animate = function (...given) {
  sparks += Number(this.matches('.spark'));
  return animate.apply(this, given);
};"""


def test_only_winners_are_celebrated_with_extrawurm(new_page, server):
    """The log also shows the failed roll and a Bratwurm gained by ones."""
    page = new_page(has_own_sockets=True)
    made = make_table(server, rules="classic+extrawurm", people=("Ann",), bots=("random",))

    def frame(bratwurms, **more):
        wfen = f"classic+extrawurm {'x' * 17}. 36/- - - - 11,21,-,25,27/{bratwurms}/-"
        return {"wfen": wfen, "turn": "1a", "scores": [6, 1], **more}

    took = TurnEnd(0, "took", total=36, tile=36)
    failed = TurnEnd(1, "failed", "no_new_symbol")
    end = frame("1,1", ended=failed, turn="1b", rolled="33", ranks=[1, 2], winners=[0])
    ones = [["ones", {"name": 0}]]
    frames = [
        frame("0,1"),
        frame("1,1", event={"type": "Acted", "seat": 0, "action": "k1"}, lines=ones),
        frame("1,1", ended=took),
        end,
    ]
    over = {"phase": "over", "frames": frames, "is_whole": True, "you": {"seats": [0]}}
    fake_view(page, view_of(server, made) | over)
    page.route("**/profile", lambda route: route.fulfill(json=None))
    page.add_init_script(COUNT_SPARKS)
    enter(page, made, speed="fast")
    expect(page.locator(".log-turns li").last).to_contain_text("Ann gains a Bratwurm for the ones.")
    expect(page.locator(".log-turns li").first).to_contain_text("Pecking Pip rolls 3, 3.")
    expect(page.locator(".ranking .bratwurms")).to_have_count(2)
    expect(page.locator("pm-end h1")).to_have_text("You win!")
    assert page.evaluate("sparks") > 0
    # There used to be sparks when a bot won.
    end |= {"ranks": [2, 1], "winners": [1], "scores": [1, 6]}
    page.reload()
    expect(page.locator("pm-end h1")).to_have_text("5 worms short")
    assert page.evaluate("sparks") == 0
