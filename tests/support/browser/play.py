"""Tables for browser tests: created over HTTP, entered with their token, played by clicking."""

import json

import httpx
from playwright.sync_api import expect

from pickomino.core.actions import SEAT_LETTERS
from support.server.serving import TLS_CONTEXT, dice_command

FAKE_HOST = "pickomino.example"
"""A host name that the test browser resolves to this machine; not a secure origin."""
PERSON, BOT = "PersonSeat", "BotSeat"


def _headers(token):
    return {"Authorization": f"Bearer {token}"} if token else {}


def post(server, path, body, token=None):
    answer = httpx.post(
        f"{server}{path}", json=body, headers=_headers(token), timeout=30, verify=TLS_CONTEXT
    )
    answer.raise_for_status()
    return answer.json()


def view_of(server, made, since=None):
    """Return the room as its token holder sees it: room, table, and events since a version."""
    answer = httpx.get(
        f"{server}/api/rooms/{made['code']}",
        params={} if since is None else {"since": since},
        headers=_headers(made.get("token")),
        timeout=30,
        verify=TLS_CONTEXT,
    )
    answer.raise_for_status()
    view = answer.json()
    frames = view.get("frames", [])
    table = next((frame for frame in reversed(frames) if "wfen" in frame), {})
    own = {"is_your_turn": False, "legal": [], "claims": [], "total": 0} | view.get("you", {})
    if table:
        letter, aside = table["wfen"].split()[3:5]
        own |= {"seat": SEAT_LETTERS.find(letter), "set_aside": aside.replace("-", "")}
    events = [frame["event"] for frame in frames if "event" in frame]
    return own | table | view | view["room"] | {"events": events}


def command(server, made, command, expected=None):
    body = {"command": command, "expected": expected}
    return post(server, f"/api/rooms/{made['code']}/commands", body, made["token"])


def act(server, made, action):
    """Play an action for the current player, as the client would."""
    version = view_of(server, made)["version"]
    return command(server, made, {"type": "Act", "action": action}, version)


def make_table(server, people=("Ann",), bots=("beginner",), chicken=None, **settings):
    """Create and start a room of people at one device, the first as a chosen chicken, and bots."""
    seats = [{"type": PERSON, "name": name} for name in people]
    seats[0]["chicken"] = chicken
    seats += [{"type": BOT, "bot": bot} for bot in bots]
    chosen = {"practice": True, **settings}
    made = post(server, "/api/rooms", {"type": "CreateRoom", "seats": seats, "settings": chosen})
    command(server, made, {"type": "Start"}, made["version"])
    return made


def remember(page, *tables, **preferred):
    """Store table tokens and preferences in the browser before any page loads."""
    games = {made["code"]: {"token": made["token"], "name": "Ann", "at": 1} for made in tables}
    preferences = {"theme": "dusk", "speed": "instant", "coach": False} | preferred
    page.add_init_script(
        "if (!localStorage.getItem('pickomino.games')) {"
        f"localStorage.setItem('pickomino.games', {json.dumps(json.dumps(games))});"
        f"localStorage.setItem('pickomino.preferences', {json.dumps(json.dumps(preferences))});"
        "}"
    )


def enter(page, made, **preferences):
    """Open a table as its host."""
    remember(page, made, **preferences)
    page.goto(f"/table/{made['code']}")
    expect(page.locator("pm-table")).to_be_visible()


PLAYING = """() => {
  const own = document.querySelector('pm-turn-title.is-yours');
  const end = document.querySelector('.end-slot:not([hidden]) pm-end');
  const choice = document.querySelector('pm-actions button, pm-dice button');
  return end ? 'over' : own && choice ? 'yours' : '';
}"""
STEP = """() => {
  const order = ["pm-actions [data-action^='t']", "pm-actions [data-action^='s']",
    "pm-actions [data-action^='b']",
    "pm-dice [data-symbol='w']", "pm-dice button:last-of-type", "pm-actions [data-action='r']",
    "pm-actions [data-action='z']"];
  const button = order.map((selector) => document.querySelector(selector)).find(Boolean);
  if (!button) return '';
  const text = button.getAttribute('aria-label') ?? button.textContent;
  button.click();
  return text;
}"""


def next_choice(page):
    """Wait until the person has to choose or the game is over; return which."""
    return page.wait_for_function(PLAYING).json_value()


def play_on(page):
    """Click what a simple player would; return the label clicked."""
    before = state_of(page)
    text = page.evaluate(STEP)
    page.wait_for_function(f"(before) => ({STATE})() !== before", arg=before)
    return text


def choices(page, max_choices):
    """Yield before each choice, then make it with `play_on`, until the game is over."""
    for _ in range(max_choices):
        if next_choice(page) == "over":
            return
        yield
        play_on(page)


def wait_until(page, condition):
    """Poll a condition while the page runs; return its true value."""
    for _ in range(3000):
        if result := condition():
            return result
        page.wait_for_timeout(20)
    raise AssertionError("the condition never became true")


def wait_for_table(page, view):
    """Wait until the page shows the table of a view."""
    page.wait_for_function(
        "(wfen) => document.querySelector('pm-table')?.state.wfen === wfen", arg=view["wfen"]
    )


def wait_for_drawing(page):
    """Wait until the page has drawn its latest state."""
    page.evaluate("() => new Promise((d) => requestAnimationFrame(() => requestAnimationFrame(d)))")


STATE = """() => [...document.querySelectorAll(
  'pm-dice, pm-actions, pm-verdict, pm-seats, .turn-title')].map((e) => e.textContent).join('|')
  + document.querySelector('.end-slot').hidden"""


def state_of(page):
    return page.evaluate(STATE)


FINISH = """async () => {
  const isPlaying = %s;
  const step = %s;
  for (let quiet = 0; quiet < 6000; quiet += 1) {
    const state = isPlaying();
    if (state === 'over' || document.querySelector('%s')) return true;
    if (state === 'yours' && step()) quiet = 0;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}"""


def play_until(page, selector):
    """Click as a simple player would until an element appears or the game is over."""
    assert page.evaluate(FINISH % (PLAYING, STEP, selector)), "the game does not continue"


def finish(page):
    """Click as a simple player would until the game is over."""
    play_until(page, ".end-slot:not([hidden]) pm-end")


def finished_game(server, **table):
    """Play the first choice each time over HTTP; return the table with its game id."""
    made = make_table(server, **table)
    while (view := view_of(server, made))["phase"] != "over":
        if addition := dice_command({"commitments_wanted": (), "nonces_wanted": ()} | view):
            kind, fields = addition
            command(server, made, {"type": kind} | fields)
        elif view["is_your_turn"]:
            act(server, made, view["legal"][0])
    return made | {"game_id": view["game_id"]}


def make_online(server, **settings):
    """Create a table of two people on two devices; return each device's code and token."""
    seats = [{"type": "PersonSeat", "name": "Ann"}, {"type": "OpenSeat"}]
    ann = post(server, "/api/rooms", {"type": "CreateRoom", "seats": seats, "settings": settings})
    code = ann["code"]
    joined = post(
        server, f"/api/rooms/{code}/commands", {"command": {"type": "Join", "name": "Bob"}}
    )
    bob = {"code": code, "token": joined["token"]}
    command(server, ann, {"type": "Start"}, view_of(server, ann)["version"])
    return ann, bob


def sit(page, made, **preferences):
    remember(page, made, **preferences)
    page.goto(f"/table/{made['code']}")
    return page


def sit_both(new_page, server, **settings):
    """Start a game of two people on two devices; return their tables and pages."""
    ann, bob = make_online(server, **settings)
    first, second = sit(new_page(), ann), sit(new_page(), bob)
    next_choice(first)
    return ann, bob, first, second


def play_turn(page, server, made):
    """Play one whole turn of a person."""
    turn = view_of(server, made)["turn"]
    while view_of(server, made)["turn"] == turn:
        assert next_choice(page) == "yours"
        play_on(page)
