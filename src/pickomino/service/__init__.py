"""Rooms: the one authority over a running game, for the terminal, the server and tests.

Commands go in, events come out, and the log of events is the truth: `room` folds it into a state,
`decide` answers a command with new events or an error code. `service.RoomService` ties that to a
`GameStore` (`store`, `file_store`), to a `PubSub` and a `Clock` (`ports`) and to bots in worker
processes (`bot_runner`). `local.LocalTable` is all of it for people around one terminal.
`messages`, `events` and `views` are what travels. No web framework, no SQL, no language.
"""

from pickomino.service.bot_runner import BotRunner, ProcessBots
from pickomino.service.coaching import CoachView
from pickomino.service.events import Logged
from pickomino.service.file_store import FileStore
from pickomino.service.local import LocalTable
from pickomino.service.messages import (
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
from pickomino.service.ports import LocalPubSub, Resync, SteadyClock, Subscription, Update
from pickomino.service.room import RoomState, fold
from pickomino.service.service import RoomService
from pickomino.service.views import RoomSummary, RoomView

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
    "Logged",
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
