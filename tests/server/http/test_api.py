"""The HTTP API of a real server."""

import io

import pytest
import segno

from pickomino import Game, verify
from pickomino.core.errors import ALL_MESSAGES
from pickomino.record.json_record import from_json
from support.server.serving import ANN, BOT, OPEN, dice_command, eventually, parse_view, serving

CREATE = {"type": "CreateRoom", "seats": [ANN, BOT], "settings": {}}


@pytest.fixture(scope="module")
def http(server):
    with server.http() as client:
        yield client


def command(http, code, token, kind, expected=None, **fields):
    body = {"command": {"type": kind} | fields, "expected": expected, "id": 7}
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return http.post(f"/api/rooms/{code}/commands", json=body, headers=headers)


def view_of(http, code, token=None, **query):
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return http.get(f"/api/rooms/{code}", headers=headers, params=query)


def get_view(http, code, token=None, **query):
    return parse_view(view_of(http, code, token, **query).json())


def play(http, code, token):
    """Play a game for all seats over HTTP; return the last view."""
    view = get_view(http, code, token)
    command(http, code, token, "Start", view["version"])
    while (view := get_view(http, code, token))["phase"] != "over":
        if addition := dice_command(view):
            command(http, code, token, addition[0], **addition[1])
        elif view["legal"]:
            legal = view["legal"]
            action = legal[-1] if legal[-1] != "q" else legal[0]
            answer = command(http, code, token, "Act", view["version"], action=action)
            assert answer.status_code == 200, answer.text
    return view


@pytest.fixture(scope="module")
def played(server, http):
    """A finished game of two people at one device."""
    code, token = server.create(ANN, ANN | {"name": "Ben"}, rules="mini", turn_limit=20)
    return code, token, play(http, code, token)


def test_room_can_be_used_over_http(server, http):
    code, token = server.create(ANN, OPEN, hints=True)
    first = view_of(http, code).json()
    assert first["type"] == "RoomView"
    assert not get_view(http, code)["is_host"]
    assert get_view(http, code, token)["is_host"]
    joined = command(http, code, None, "Join", name="Ben").json()
    assert joined["id"] == 7
    assert joined["token"]
    later = get_view(http, code, since=first["version"])
    assert [frame["event"]["now"]["name"] for frame in later["frames"]] == ["Ben"]


def test_game_over_http_can_be_verified(http, played):
    code, _, view = played
    record = http.get(f"/api/rooms/{code}/record")
    assert record.headers["content-disposition"] == f'attachment; filename="pickomino-{code}.wgn"'
    assert verify(record.text).is_valid
    as_json = http.get(f"/api/rooms/{code}/record?format=json&game={view['game_id']}")
    assert from_json(as_json.text).wgn() == record.text
    assert http.get(f"/api/rooms/{code}/record?format=pdf").json()["code"] == "bad_format"
    assert http.get(f"/api/rooms/{code}/record?game=nothing").json()["code"] == "unknown_game"


def test_replay_has_every_step_of_the_game(http, played):
    code, _, view = played
    replay = http.get(f"/api/rooms/{code}/games/{view['game_id']}").json()
    assert replay == http.get(f"/api/rooms/{code}/games/latest").json()
    assert replay["is_over"]
    assert replay["commitment"] == view["commitment"]
    assert len(bytes.fromhex(replay["secret"])) == 32
    assert replay["names"] == ["Ann", "Ben"]
    frames = replay["frames"]
    assert "event" not in frames[0]
    assert frames[0]["wfen"].endswith(" a - ~")
    assert frames[-1]["event"]["type"] == "GameEnded"
    assert frames[-1]["scores"] == list(view["scores"])
    assert frames[-1]["wfen"] == view["wfen"]
    game = Game.from_wgn(http.get(f"/api/rooms/{code}/record").text)
    events = [frame["event"] for frame in frames if "event" in frame]
    rolls = [event["roll"] for event in events if event["type"] == "Rolled"]
    assert rolls == [str(event.roll) for event in game.events if hasattr(event, "roll")]


def test_result_image_is_the_link_preview(played, http):
    code, _, view = played
    address = f"/game/{code}/{view['game_id']}/result.png?language=de"
    picture = http.get(address)
    assert picture.headers["content-type"] == "image/png"
    assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "max-age" in picture.headers["cache-control"]
    assert picture.content.startswith(b"\x89PNG")
    whole = f'content="{http.base_url}'.rstrip("/") + address + '"'
    for page in (f"/table/{code}", f"/game/{code}/{view['game_id']}"):
        text = http.get(page, params={"language": "de"}).text
        assert f'<meta property="og:image" {whole}' in text
        assert f'<meta name="twitter:image" {whole}' in text
    assert http.get(f"/game/{code}/nothing/result.png").status_code == 404
    review = f"/review/{view['game_id']}/review.png?language=de"
    assert f'{review}"' in http.get(f"/review/{view['game_id']}", params={"language": "de"}).text
    redirect = http.get(review, follow_redirects=False)
    assert redirect.headers["location"].endswith(address), "there is no review yet"


def test_undone_steps_are_not_replayed(server, http):
    code, token = server.create(ANN, ANN | {"name": "Ben"}, practice=True)
    command(http, code, token, "Start", 1)
    view = get_view(http, code, token)
    before = http.get(f"/api/rooms/{code}/games/latest").json()
    command(http, code, token, "Act", view["version"], action=view["legal"][0])
    longer = http.get(f"/api/rooms/{code}/games/latest").json()
    command(http, code, token, "Undo", view_of(http, code, token).json()["version"])
    after = http.get(f"/api/rooms/{code}/games/latest").json()
    assert len(longer["frames"]) > len(before["frames"])
    assert after == before
    assert after["seed"] is None
    assert not after["is_over"]


def test_first_game_can_be_replayed_after_a_rematch(server, http):
    code, token = server.create(ANN, ANN | {"name": "Ben"}, rules="mini", turn_limit=1)
    first = play(http, code, token)
    command(http, code, token, "Rematch", first["version"])
    second = play(http, code, token)
    games = [
        http.get(f"/api/rooms/{code}/games/{view['game_id']}").json() for view in (first, second)
    ]
    first = [game["frames"][0]["wfen"].split()[3] for game in games]
    assert first == ["a", "b"], "the next seat begins"
    assert http.get(f"/api/rooms/{code}/games/nothing").json()["code"] == "unknown_game"


def test_coach_needs_a_room_with_hints(server, http):
    code, token = server.create(practice=True, hints=True)
    assert http.get(f"/api/rooms/{code}/coach").status_code == 409
    command(http, code, token, "Start", 1)
    view = get_view(http, code, token)
    advice = http.get(f"/api/rooms/{code}/coach").json()
    assert advice["type"] == "CoachView"
    assert advice["wfen"] == view["wfen"]
    assert {choice["action"] for choice in advice["choices"]} == set(view["legal"])
    code, token = server.create(practice=True)
    refused = http.get(f"/api/rooms/{code}/coach")
    assert (refused.status_code, refused.json()["code"]) == (403, "no_hints")


def test_only_public_rooms_are_listed(server, http):
    public, _ = server.create(ANN, OPEN, is_public=True)
    private, _ = server.create(ANN, OPEN)

    def codes():
        return [room["code"] for room in http.get("/api/rooms").json()["rooms"]]

    # The list is cached for a while.
    assert eventually(lambda: public in codes())
    assert private not in codes()
    assert len(codes()) <= 50


def test_options_list_what_can_be_chosen(http):
    options = http.get("/api/options").json()
    assert [bot["level"] for bot in options["bots"]] == list(range(1, len(options["bots"]) + 1))
    assert "external" not in [bot["name"] for bot in options["bots"]]
    assert "standard" in options["rules"]
    assert "hello" in options["reactions"]
    assert options["limits"]["name"] == 40
    assert options["rule_options"]["returned"] == ["stays", "turned", "down"]
    assert options["starters"] == ["host", "youngest", "lot"]
    settings = {"match_games": 2, "match_wins": 2}
    body = {"type": "CreateRoom", "seats": (ANN, BOT), "settings": settings}
    refused = http.post("/api/rooms", json=body)
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_match")


def test_room_has_a_qr_code(server, http):
    code, _ = server.create()
    picture = http.get(f"/api/rooms/{code}/qr.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    assert http.get("/api/rooms/AAAAAAAA/qr.svg").status_code == 404


def test_links_use_the_public_url(tmp_path):
    with serving(tmp_path, public_url="https://games.example.org/") as server:
        code, _ = server.create()
        with server.http() as http:
            picture = http.get(f"/api/rooms/{code}/qr.svg").content
    expected = io.BytesIO()
    segno.make(f"https://games.example.org/table/{code}", micro=False).save(
        expected, kind="svg", scale=8, border=4, light="#ffffff", xmldecl=False
    )
    assert picture == expected.getvalue()


@pytest.mark.parametrize(
    ("method", "path", "body", "expected"),
    [
        ("GET", "/api/nothing", None, (404, "no_such_page")),
        ("DELETE", "/api/rooms", None, (405, "bad_method")),
        ("PUT", "/api/rooms/AAAAAAAA", b"", (405, "bad_method")),
        ("GET", "/api/rooms/AAAAAAAA", None, (404, "unknown_room")),
        ("GET", "/api/rooms/lower", None, (404, "unknown_room")),
        ("GET", "/api/rooms/AAAAAAAA?since=-1", None, (400, "bad_message")),
        ("GET", "/api/rooms/AAAAAAAA?since=x", None, (400, "bad_message")),
        ("POST", "/api/rooms", b"", (400, "bad_message")),
        ("POST", "/api/rooms", b"{", (400, "bad_message")),
        ("POST", "/api/rooms", b"\xff", (400, "bad_message")),
        ("POST", "/api/rooms", b"[" * 16_000, (400, "bad_message")),
        ("POST", "/api/rooms", b"x" * 1_000_000, (413, "message_too_big")),
        ("POST", "/api/rooms/AAAAAAAA/commands", b"x" * 1_000_000, (413, "message_too_big")),
        ("POST", "/api/rooms/AAAAAAAA/commands", b"{}", (400, "bad_message")),
        ("GET", "/metrics", None, (404, "no_such_page")),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_every_bad_request_gets_an_error_code(http, method, path, body, expected):
    answer = http.request(method, path, content=body)
    assert (answer.status_code, answer.json()["code"]) == expected
    assert answer.json()["type"] == "Refused"
    assert expected[1] in ALL_MESSAGES


def test_large_chunked_body_is_refused(http):
    answer = http.post("/api/rooms", content=(b"x" * 10_000 for _ in range(100)))
    assert (answer.status_code, answer.json()["code"]) == (413, "message_too_big")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seats": []}, "bad_players"),
        ({"seats": [ANN] * 8}, "bad_message"),
        ({"seats": [{"type": "BotSeat", "bot": "external:command=id"}]}, "unknown_bot"),
        ({"seats": [{"type": "PersonSeat", "name": "a\nb"}]}, "bad_name"),
        ({"seats": [{"type": "PersonSeat", "name": "x" * 41}]}, "bad_name"),
        ({"settings": {"rules": "nothing"}}, "unknown_rules"),
        ({"settings": {"turn_seconds": 1}}, "bad_turn_seconds"),
        ({"settings": {"seed": 1}}, "bad_message"),
        ({"extra": 1}, "bad_message"),
        ({"type": "Join"}, "bad_message"),
        ({"settings": {"practice": "true"}}, "bad_message"),
        ({"settings": {"turn_seconds": "30"}}, "bad_message"),
    ],
)
def test_invalid_create_requests_are_refused(http, change, code):
    answer = http.post("/api/rooms", json=CREATE | change)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_forged_tokens_are_refused(server, http):
    code, _ = server.create(ANN, OPEN)
    for token in ("forged", "x" * 43, "é".encode("latin-1").decode("latin-1")):
        headers = {"authorization": f"Bearer {token}".encode()}
        answer = http.get(f"/api/rooms/{code}", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_token")
    assert command(http, code, None, "Start", 1).json()["code"] == "bad_token"
    stale = command(http, code, None, "Start", 1)
    assert stale.json()["id"] == 7


def test_stale_command_is_a_conflict(server, http):
    code, token = server.create(ANN, OPEN)
    command(http, code, None, "Join", name="Ben")
    answer = command(http, code, token, "Start", 1)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert answer.json()["parameters"] == {"expected": 1, "version": 2}
