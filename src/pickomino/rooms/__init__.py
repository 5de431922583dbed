"""Rooms: the one authority over a running game, for the terminal, the server and tests.

Commands go in, events come out, and the log of events is the truth: `room` folds it into a state,
`decide` answers a command with new events or an error code. `service.RoomService` ties that to a
`GameStore` (`store`, `file_store`), to a `PubSub` and a `Clock` (`ports`) and to bots in worker
processes (`bot_runner`). `local.LocalTable` is all of it for people around one terminal.
`messages`, `events` and `views` are what travels. No web framework, no SQL, no language.
"""

from pickomino.core.errors import register_messages
from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.bots.runner import BotRunner, ProcessBots
from pickomino.rooms.domain.room import RoomState, fold
from pickomino.rooms.errors import MESSAGES
from pickomino.rooms.local import LocalTable
from pickomino.rooms.ports import LocalPubSub, Resync, SteadyClock, Subscription, Update
from pickomino.rooms.protocol.events import LogEntry
from pickomino.rooms.protocol.messages import (
    Act,
    BotSeat,
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
from pickomino.rooms.service import RoomService
from pickomino.rooms.storage.file_store import FileStore

register_messages(MESSAGES)

__all__ = [
    "Act",
    "BotRunner",
    "BotSeat",
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
    "LocalTable",
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
