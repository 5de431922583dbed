"""Tables for tests in a browser: made over HTTP, entered with their token, played by clicking."""

import json

import httpx
from playwright.sync_api import expect

from support.server.serving import NO_SECRETS, addition_to_dice

FAKE_HOST = "pickomino.example"
"""A name that the test browser finds on this machine, and that is no secure origin."""
PERSON, BOT = "PersonSeat", "BotSeat"


def _headers(token):
    return {"Authorization": f"Bearer {token}"} if token else {}


def post(server, path, body, token=None):
    answer = httpx.post(
        f"{server}{path}", json=body, headers=_headers(token), timeout=30, verify=NO_SECRETS
    )
    answer.raise_for_status()
    return answer.json()


def view_of(server, made, since=None):
    """The room as the holder of its token sees it, its table, and what happened after a version."""
    answer = httpx.get(
        f"{server}/api/rooms/{made['code']}",
        params={} if since is None else {"since": since},
        headers=_headers(made.get("token")),
        timeout=30,
        verify=NO_SECRETS,
    )
    answer.raise_for_status()
    told = answer.json()
    frames = told.get("frames", [])
    table = next((frame for frame in reversed(frames) if "wfen" in frame), {})
    events = [frame["event"] for frame in frames if "event" in frame]
    own = {"is_your_turn": False, "legal": [], "claims": [], "total": 0} | told.get("you", {})
    return own | table | told | told["room"] | {"events": events}


def command(server, made, command, expected=None):
    body = {"command": command, "expected": expected}
    return post(server, f"/api/rooms/{made['code']}/commands", body, made["token"])


def act(server, made, action):
    """Play for whoever is on turn, as the client would."""
    version = view_of(server, made)["version"]
    return command(server, made, {"type": "Act", "action": action}, version)


def make_table(server, people=("Ann",), bots=("beginner",), **settings):
    """Make a room of people at one device and bots, and start it."""
    seats = [{"type": PERSON, "name": name} for name in people]
    seats += [{"type": BOT, "bot": bot} for bot in bots]
    chosen = {"practice": True, **settings}
    made = post(server, "/api/rooms", {"type": "CreateRoom", "seats": seats, "settings": chosen})
    command(server, made, {"type": "Start"}, made["version"])
    return made


def remember(page, *tables, **preferred):
    """Give the browser the tokens of tables, and its preferences, before any page loads."""
    games = {made["code"]: {"token": made["token"], "name": "Ann", "at": 1} for made in tables}
    preferences = {"theme": "dusk", "speed": "instant", "coach": False} | preferred
    page.add_init_script(
        "if (!localStorage.getItem('pickomino.games')) {"
        f"localStorage.setItem('pickomino.games', {json.dumps(json.dumps(games))});"
        f"localStorage.setItem('pickomino.preferences', {json.dumps(json.dumps(preferences))});"
        "}"
    )


def enter(page, made, **preferences):
    """Go to a table as its host."""
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
  const button = order.map((each) => document.querySelector(each)).find(Boolean);
  if (!button) return '';
  const text = button.getAttribute('aria-label') ?? button.textContent;
  button.click();
  return text;
}"""


def next_choice(page):
    """Wait until the person has to choose or the game is over; tells which."""
    return page.wait_for_function(PLAYING).json_value()


def play_on(page):
    """Click what a simple player would; returns what was clicked."""
    before = state_of(page)
    text = page.evaluate(STEP)
    page.wait_for_function(f"(before) => ({STATE})() !== before", arg=before)
    return text


def choices(page, most):
    """Play on as `play_on` does, giving each choice before it is made, until the game is over."""
    for _ in range(most):
        if next_choice(page) == "over":
            return
        yield
        play_on(page)


def wait_until(page, is_it):
    """Ask again and again while the page goes on; returns what became true."""
    for _ in range(3000):
        if found := is_it():
            return found
        page.wait_for_timeout(20)
    raise AssertionError("that never came about")


def wait_for_table(page, view):
    """Wait until the page shows the table of a view."""
    page.wait_for_function(
        "(wfen) => document.querySelector('pm-table')?.state.wfen === wfen", arg=view["wfen"]
    )


def wait_for_drawing(page):
    """Wait until the page has drawn what it has heard."""
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
    """Click as a simple player would until something is there, or the game is over."""
    assert page.evaluate(FINISH % (PLAYING, STEP, selector)), "the game does not go on"


def finish(page):
    """Click as a simple player would until the game is over."""
    play_until(page, ".end-slot:not([hidden]) pm-end")


def finished_game(server, **table):
    """Play the first choice each time, over HTTP; returns the table with the game's name."""
    made = make_table(server, **table)
    while (view := view_of(server, made))["phase"] != "over":
        if addition := addition_to_dice({"commitments_wanted": (), "nonces_wanted": ()} | view):
            kind, fields = addition
            command(server, made, {"type": kind} | fields)
        elif view["is_your_turn"]:
            act(server, made, view["legal"][0])
    return made | {"game_id": view["game_id"]}


def make_online(server, **settings):
    """A table of two people on two devices; returns what each device holds."""
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
    """Let two people begin at two devices; returns the table as each holds it, and the pages."""
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
