"""Rooms: the only authority over a running game, for the terminal, the server and tests.

Commands go in, events come out, and the log of events is the source of truth: `domain.room` folds
it into a state, and `domain.decide` turns a command into new events or an error code. `RoomService`
connects that to a `GameStore` (`storage`), a `LocalPubSub`, a `Clock` and bots in worker processes
(`bots`). `protocol` defines what clients and logs see, and `views` builds it. There is no web
framework, SQL or translation here.
"""

from pickomino.core.errors import register_messages
from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.bots.runner import BotRunner, ProcessBots
from pickomino.rooms.clock import SteadyClock
from pickomino.rooms.domain.room import RoomState, fold
from pickomino.rooms.errors import MESSAGES
from pickomino.rooms.protocol.events import LogEntry
from pickomino.rooms.protocol.messages import (
    Act,
    BotSeat,
    ChangeSettings,
    Command,
    CommitNonce,
    Created,
    CreateRoom,
    Done,
    GiveNonce,
    Join,
    OpenSeat,
    PersonSeat,
    React,
    Refused,
    Rematch,
    Request,
    SeatPlan,
    SetSeat,
    Settings,
    Start,
    Undo,
    decode_create,
    decode_request,
    encode,
    refusal,
)
from pickomino.rooms.protocol.views import RoomSummary, RoomView
from pickomino.rooms.pubsub import LocalPubSub, Resync, Subscription, Update
from pickomino.rooms.service import RoomService
from pickomino.rooms.storage.file_store import FileStore

register_messages(MESSAGES)

__all__ = [
    "Act",
    "BotRunner",
    "BotSeat",
    "ChangeSettings",
    "CoachView",
    "Command",
    "CommitNonce",
    "CreateRoom",
    "Created",
    "Done",
    "FileStore",
    "GiveNonce",
    "Join",
    "LocalPubSub",
    "LogEntry",
    "OpenSeat",
    "PersonSeat",
    "ProcessBots",
    "React",
    "Refused",
    "Rematch",
    "Request",
    "Resync",
    "RoomService",
    "RoomState",
    "RoomSummary",
    "RoomView",
    "SeatPlan",
    "SetSeat",
    "Settings",
    "Start",
    "SteadyClock",
    "Subscription",
    "Undo",
    "Update",
    "decode_create",
    "decode_request",
    "encode",
    "fold",
    "refusal",
]
