"""Rooms: the one authority over a running game, for the terminal, the server and tests.

Commands go in, events come out, and the log of events is the truth: `room` folds it into a state,
`decide` answers a command with new events or an error code. `service.RoomService` ties that to a
`GameStore` (`store`, `file_store`), to a `PubSub` and a `Clock` (`ports`) and to bots in worker
processes (`bot_runner`). `local.LocalTable` is all of it for people around one terminal.
`messages`, `events` and `views` are what travels. No web framework, no SQL, no language.
"""

from pickomino.service.bot_runner import BotRunner, ProcessBots, ThreadBots
from pickomino.service.coaching import CoachView
from pickomino.service.events import Event, Logged
from pickomino.service.file_store import FileStore
from pickomino.service.local import LocalTable
from pickomino.service.messages import (
    PROTOCOL,
    Act,
    BotSeat,
    ChooseStarter,
    Command,
    CommitNonce,
    Created,
    CreateRoom,
    Done,
    GiveNonce,
    HostRemove,
    HostReplaceByBot,
    Join,
    Leave,
    OpenSeat,
    PersonSeat,
    PlayAgain,
    React,
    Refused,
    Rematch,
    Request,
    SeatPlan,
    SetSeat,
    Settings,
    Start,
    TakeBack,
    Undo,
    Vote,
    decode_create,
    decode_request,
    encode,
    refusal,
)
from pickomino.service.ports import (
    Clock,
    LocalPubSub,
    PubSub,
    Resync,
    SteadyClock,
    Subscription,
    SystemClock,
    Update,
)
from pickomino.service.room import RoomState, apply_event, fold
from pickomino.service.service import RoomService
from pickomino.service.store import GameStore, MemoryStore
from pickomino.service.views import RoomSummary, RoomView, SeatView

__all__ = [
    "PROTOCOL",
    "Act",
    "BotRunner",
    "BotSeat",
    "ChooseStarter",
    "Clock",
    "CoachView",
    "Command",
    "CommitNonce",
    "CreateRoom",
    "Created",
    "Done",
    "Event",
    "FileStore",
    "GameStore",
    "GiveNonce",
    "HostRemove",
    "HostReplaceByBot",
    "Join",
    "Leave",
    "LocalPubSub",
    "LocalTable",
    "Logged",
    "MemoryStore",
    "OpenSeat",
    "PersonSeat",
    "PlayAgain",
    "ProcessBots",
    "PubSub",
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
    "SeatView",
    "SetSeat",
    "Settings",
    "Start",
    "SteadyClock",
    "Subscription",
    "SystemClock",
    "TakeBack",
    "ThreadBots",
    "Undo",
    "Update",
    "Vote",
    "apply_event",
    "decode_create",
    "decode_request",
    "encode",
    "fold",
    "refusal",
]
