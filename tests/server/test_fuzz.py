"""Any input gets an error code or changes a room, but never breaks the server."""

import asyncio
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from pickomino.api.live_messages import decode_hello, is_ping
from pickomino.core.errors import ALL_MESSAGES, PickominoError
from pickomino.rooms import CreateRoom, Request, decode_create, decode_request
from pickomino.rooms.protocol.messages import PROTOCOL, Hello
from support.server.serving import ANN, BOT, OPEN, TIMEOUT, Client, parse_view, serving

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)
KINDS = ["Join", "Leave", "SetSeat", "Start", "CommitNonce", "GiveNonce", "Act", "Undo"]
KINDS += ["TakeBack", "Vote", "React"]
NEARLY = st.fixed_dictionaries(
    {
        "command": st.fixed_dictionaries(
            {"type": st.sampled_from([*KINDS, "BotActs", "", "Hello"])},
            optional={
                "seat": st.integers(-1, 9) | JSON,
                "name": st.text(max_size=50) | JSON,
                "action": st.sampled_from(["k1", "r", "t25", "q"]) | JSON,
                "nonce": st.sampled_from(["0f" * 32, "xyz"]) | JSON,
                "commitment": st.sampled_from([f"sha256:{'0f' * 32}", "xyz"]) | JSON,
                "reaction": st.sampled_from(["hello", "<b>"]) | JSON,
            },
        )
    },
    optional={"expected": st.integers(-5, 2**60) | JSON, "id": JSON, "protocol": JSON},
)


def decode_or_code(decode, data):
    try:
        return decode(data)
    except PickominoError as error:
        return error.code


@settings(max_examples=100)
@given(st.binary(max_size=300) | JSON.map(json.dumps).map(str.encode))
def test_decoders_accept_any_bytes(data):
    for decode, kind in ((decode_request, Request), (decode_hello, Hello)):
        result = decode_or_code(decode, data)
        assert isinstance(result, kind) or result in ("bad_message", "bad_protocol")
    result = decode_or_code(decode_create, data)
    assert isinstance(result, CreateRoom) or result == "bad_message"
    assert is_ping(data) in (True, False)


@settings(max_examples=100)
@given(NEARLY)
def test_malformed_requests_are_decoded_or_refused(message):
    result = decode_or_code(decode_request, json.dumps(message).encode())
    if isinstance(result, Request):
        assert result.protocol == PROTOCOL
    else:
        assert result in ("bad_message", "bad_protocol")


@pytest.fixture(scope="module")
def open_server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("fuzz")) as server:
        yield server


class LiveMachine(RuleBasedStateMachine):
    """Two clients in one room; one of them sends anything."""

    server = None

    @initialize(practice=st.booleans())
    def sit_down(self, practice):
        self.runner = asyncio.Runner()
        self.code, self.token = self.server.create(ANN, OPEN, BOT, practice=practice, rules="mini")
        self.wild, self.calm = (
            self.runner.run(self._connected(token)) for token in (None, self.token)
        )

    async def _connected(self, token):
        client = Client(await self.server.socket(self.code))
        await client.send({"type": "Hello", "protocol": PROTOCOL, "token": token})
        await client.next_view()
        return client

    @rule(message=NEARLY | JSON)
    def say_anything(self, message):
        self.runner.run(self._answered(self.wild, json.dumps(message)))

    @rule(kind=st.sampled_from(["Start", "Undo", "Rematch"]))
    def command(self, kind):
        self.runner.run(self._answered(self.calm, self._request({"type": kind})))

    @rule()
    def do_what_is_wanted(self):
        for client in (self.calm, self.wild):
            wanted = client.pending_command()
            if wanted:
                request = self._request({"type": wanted[0]} | wanted[1])
                self.runner.run(self._answered(client, request))

    def _request(self, command):
        return json.dumps({"command": command, "expected": self.calm.view["version"]})

    async def _answered(self, client, text):
        await client.socket.send(text)
        answer = await client.until(lambda message: message["type"] != "RoomView")
        assert answer["type"] in ("Done", "Refused", "Pong")
        assert answer.get("code", "stale") in ALL_MESSAGES
        # Both clients are still served.
        for other in (self.calm, self.wild):
            await other.send({"type": "Ping"})
            await other.until(lambda message: message["type"] == "Pong")

    @invariant()
    def the_log_is_whole(self):
        if not hasattr(self, "calm"):
            return
        with self.server.http() as http:
            view = parse_view(http.get(f"/api/rooms/{self.code}?since=0").json())
        assert view["is_whole"]
        first = "RoomCreated" if view["phase"] in ("lobby", "nonces") else "GameStarted"
        assert view["frames"][0]["event"]["type"] in (first, "RematchOpened")

    def teardown(self):
        if hasattr(self, "runner"):
            for client in (self.wild, self.calm):
                self.runner.run(client.socket.close())
            self.runner.close()


def test_room_survives_any_message(open_server):
    LiveMachine.server = open_server
    run_state_machine_as_test(
        LiveMachine, settings=settings(max_examples=12, stateful_step_count=15)
    )
    assert "Traceback" not in open_server.log()


def test_api_matches_its_openapi_schema(open_server):
    from schemathesis import openapi
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    schema = openapi.from_url(f"{open_server.url}/api/openapi.json")
    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_schema_conformance,
    ]
    tried = 0
    for operation in schema.get_all_operations():

        @settings(max_examples=15)
        @given(operation.ok().as_strategy())
        def call(case):
            nonlocal tried
            tried += 1
            case.call_and_validate(checks=checks, timeout=TIMEOUT)

        call()
    assert tried > 50
    assert "Traceback" not in open_server.log()
