"""The process that reviews games; `queue` starts it."""

from __future__ import annotations

from typing import Final

import msgspec

from pickomino.analysis import review_json
from pickomino.core.errors import PickominoError
from pickomino.core.position import scores, seat_letter, winners
from pickomino.record.files import parse_record
from pickomino.record.game import Game
from pickomino.record.names import MAX_NAME_LENGTH
from pickomino.rooms.domain.past_games import log_of_game
from pickomino.rooms.domain.room import RoomState, apply_event, require_game
from pickomino.rooms.protocol.events import Acted, Log, LogEntry, Undone
from pickomino.rooms.protocol.messages import Refused, refusal
from pickomino.worker_process import OnProgress, serve

MAX_TURNS: Final = 1000
"""The maximum length of an uploaded game, because a review takes time for each turn."""


class ReviewRequest(msgspec.Struct, frozen=True):
    """A game to review, as a room's log or as a record; or a record that is only to be parsed."""

    log: tuple[LogEntry, ...] = ()
    record: str = ""
    parse_only: bool = False


class ParsedRecord(msgspec.Struct, frozen=True):
    """The record of a complete game as WGN, with a summary."""

    wgn: str
    rules: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class ReviewResponse(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a request, or an error."""

    review: msgspec.Raw = msgspec.Raw()
    """A `pickomino.analysis.review_types.Review` as JSON; empty until it is done."""
    parsed: ParsedRecord | None = None
    error: Refused | None = None


def respond(request: ReviewRequest, on_progress: OnProgress) -> ReviewResponse:
    """Return the response to a request; if the request fails, the response holds the error."""
    try:
        if request.parse_only:
            return ReviewResponse(parsed=_parse(request.record))
        return ReviewResponse(review=msgspec.Raw(_review(request, on_progress)))
    except PickominoError as error:
        return ReviewResponse(error=refusal(error))
    except Exception as error:  # noqa: BLE001 - no game may stop the worker
        failure = PickominoError("review_failed", reason=repr(error)[:200])
        return ReviewResponse(error=refusal(failure))


def _parse(text: str) -> ParsedRecord:
    """Parse a record; raises a PickominoError if the game is incomplete or too long."""
    try:
        game, _ = parse_record(text)
    except PickominoError as error:
        # A truncated record still has the result of the whole game.
        if error.code == "record_result" and error.parameters["expected"] == "*":
            raise PickominoError("record_unfinished") from error
        raise
    if game.turn > MAX_TURNS:
        raise PickominoError("too_many_turns", turns=game.turn, limit=MAX_TURNS)
    if not game.is_over:
        raise PickominoError("record_unfinished")
    end = game.position
    names, rules = player_names(game), str(game.start.rules)
    return ParsedRecord(game.wgn(), rules, names, scores(end), winners(end))


def player_names(game: Game) -> tuple[str, ...]:
    """Return the player's name for each seat, or the seat's letter if the record has no name."""
    letters = map(seat_letter, range(game.start.players))
    return tuple(game.tags.get(letter, letter.upper())[:MAX_NAME_LENGTH] for letter in letters)


def _review(request: ReviewRequest, on_progress: OnProgress) -> bytes:
    from pickomino.analysis.review import review  # heavy, and not needed to parse records

    if request.record:
        game, stand_ins = parse_record(request.record)[0], set[int]()
    else:
        game, stand_ins = game_with_stand_ins(request.log)
    return review_json.encode(review(game, stand_ins=stand_ins, on_progress=on_progress))


def game_with_stand_ins(log: Log) -> tuple[Game, set[int]]:
    """Return the last game of a log, and the events in which a bot decided for a person."""
    state, stand_ins = RoomState(), set[int]()
    for entry in log_of_game(log):
        match entry.event:
            case Undone(kept):
                stand_ins = {number for number in stand_ins if number < kept}
            case Acted(seat, by_bot=True) if not state.names[seat].startswith("bot:"):
                stand_ins.add(require_game(state).length)
            case _:
                pass
        state = apply_event(state, entry)
    return Game.from_state(require_game(state)), stand_ins


if __name__ == "__main__":
    serve(ReviewRequest, respond)
