"""Decoding client messages: any input gives a message or an error code."""

import json
from typing import get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pickomino import Action, PickominoError, Rules, apply, start
from pickomino.core.errors import ALL_MESSAGES
from pickomino.rooms import Command, decode_create, decode_request, encode, refusal
from pickomino.rooms.protocol import messages
from pickomino.rooms.protocol.messages import MAX_MESSAGE_BYTES

KINDS = [kind.__name__ for kind in get_args(Command)]


def code_of(decode, data):
    with pytest.raises(PickominoError) as caught:
        decode(data)
    assert caught.value.code in ALL_MESSAGES
    return caught.value.code


def is_message_or_code(decode, data):
    try:
        message = decode(data)
    except PickominoError as error:
        return error.code in ALL_MESSAGES
    return decode(encode(message)) == message


@pytest.mark.parametrize(
    "request_",
    [
        messages.Request(messages.Act("k5"), 7),
        messages.Request(messages.Join("Ann")),
        messages.Request(messages.SetSeat(3, messages.BotSeat("family")), 9, id=4),
        messages.Request(messages.CommitNonce(0, f"sha256:{'0f' * 32}")),
        messages.Request(messages.GiveNonce(0, "0f" * 32)),
    ],
)
def test_requests_round_trip(request_):
    assert decode_request(encode(request_)) == request_


def test_rooms_round_trip():
    creation = messages.CreateRoom(
        (messages.PersonSeat("Ann"), messages.OpenSeat(), messages.BotSeat("random"))
    )
    assert decode_create(encode(creation)) == creation


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b"[" * 10_000,
        b'{"a":' * 2000,
        b'{"command": {"type": "Nothing"}}',
        b'{"command": {"type": "Act"}}',
        b'{"command": {"type": "Act", "action": 5}}',
        b'{"command": {"type": "Act", "action": "k5", "more": 1}}',
        b'{"command": {"type": "Act", "action": "' + b"k" * 99 + b'"}}',
        b'{"command": {"type": "Join", "name": ""}}',
        b'{"command": {"type": "Join", "name": "Ann", "seat": 7}}',
        b'{"command": {"type": "Leave", "seat": -1}}',
        b'{"command": {"type": "GiveNonce", "seat": 0, "nonce": "XY"}}',
        b'{"command": {"type": "GiveNonce", "seat": 0, "nonce": ""}}',
        b'{"command": {"type": "Undo"}, "expected": -1}',
        b'{"command": {"type": "Undo"}, "expected": 1e99}',
    ],
)
def test_malformed_requests_are_refused(data):
    assert code_of(decode_request, data) == "bad_message"


def test_wrong_size_or_protocol_is_refused():
    assert code_of(decode_request, b" " * (MAX_MESSAGE_BYTES + 1)) == "message_too_big"
    assert code_of(decode_request, b"x" * 1_000_000) == "message_too_big"
    data = b'{"command": {"type": "Undo"}, "protocol": 1}'
    assert code_of(decode_request, data) == "bad_protocol"


def test_clients_cannot_send_internal_commands():
    for kind in ("PlayForBot", "CheckDeadline", "SetPresence"):
        data = json.dumps({"command": {"type": kind, "seat": 0, "action": "r", "is_here": True}})
        assert code_of(decode_request, data.encode()) == "bad_message"


def test_too_many_seats_are_refused():
    creation = {"type": "CreateRoom", "seats": [{"type": "OpenSeat"}] * 8}
    assert code_of(decode_create, json.dumps(creation).encode()) == "bad_message"


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["type", "seat", "plan", "name", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)
commands = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS) | st.text(max_size=10)},
    optional={
        name: values | st.integers(-1, 8) | st.text(max_size=5)
        for name in ("name", "seat", "plan", "action", "commitment", "nonce", "bot", "reaction")
    },
)


@settings(max_examples=60)
@given(st.binary(max_size=300) | values.map(lambda value: json.dumps(value).encode()))
@example(b'{"command": {"type": "Join", "name": "\\ud800"}}')
def test_any_bytes_give_a_message_or_an_error_code(data):
    for decode in (decode_request, decode_create):
        assert is_message_or_code(decode, data)


@settings(max_examples=60)
@given(commands, values)
def test_any_command_gives_a_message_or_an_error_code(command, expected):
    data = json.dumps({"command": command, "expected": expected}).encode()
    assert is_message_or_code(decode_request, data)


def test_refusal_contains_nested_error_codes():
    with pytest.raises(PickominoError) as caught:
        apply(start(Rules.preset("standard"), 2), Action.parse("t21"))
    refused = json.loads(encode(refusal(caught.value, 5)))
    assert refused["type"] == "Refused"
    assert refused["id"] == 5
    assert refused["parameters"]["legal"] == {"code": "legal_roll", "parameters": {"count": 8}}


def test_nonce_with_a_trailing_newline_is_refused():
    nonce = "00" * 32
    text = f'{{"command": {{"type": "GiveNonce", "seat": 0, "nonce": "{nonce}\\n"}}}}'.encode()
    with pytest.raises(PickominoError) as refused:
        decode_request(text)
    assert refused.value.code == "bad_message"
    assert decode_request(text.replace(b"\\n", b"")).command.nonce == nonce
