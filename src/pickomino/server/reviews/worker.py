"""The process that reviews games: one JSON request per input line, one response per output line.

`process.py` starts it. It exits when its input ends, even in the middle of a review.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import BinaryIO, Final

import msgspec

from pickomino.core.errors import PickominoError
from pickomino.core.position import scores, winners
from pickomino.record.files import parse_record
from pickomino.record.game import Game
from pickomino.rooms.domain.past_games import LATEST, log_of_game
from pickomino.rooms.domain.room import fold
from pickomino.rooms.protocol.events import Acted, Log
from pickomino.rooms.protocol.messages import encode, refusal
from pickomino.rooms.views.replay import replay
from pickomino.server.reviews.process import (
    ParsedRecord,
    ReviewRequest,
    ReviewResponse,
    player_names,
)
from pickomino.server.reviews.view import ReviewView, review_view

OnProgress = Callable[[float], None]

MAX_TURNS: Final = 1000
"""The maximum length of an uploaded game, because a review takes time for each turn."""


def respond(request: ReviewRequest, on_progress: OnProgress) -> ReviewResponse:
    """Return the response to a request; if the request fails, the response holds the error."""
    try:
        if request.parse_only:
            return ReviewResponse(parsed=_parse(request.record))
        return ReviewResponse(review=_review(request, on_progress))
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


def _review(request: ReviewRequest, on_progress: OnProgress) -> ReviewView:
    from pickomino.analysis.review import review  # heavy, and not needed to parse records

    if request.record:
        game, by_bots = parse_record(request.record)[0], frozenset[int]()
    else:
        game, by_bots = _game_of(request.log), stand_in_decisions(request.log)
    return review_view(review(game, stand_ins=by_bots, on_progress=on_progress))


def _game_of(log: Log) -> Game:
    state = fold(log_of_game(log))
    if state.game is None:
        raise PickominoError("not_running")
    return Game.from_state(state.game)


def stand_in_decisions(log: Log) -> frozenset[int]:
    """Return the indices of the events in which a bot decided for a person."""
    game = replay(log, LATEST)
    people = {seat for seat, name in enumerate(game.names) if not name.startswith("bot:")}
    return frozenset(
        index
        for index, frame in enumerate(game.frames[1:])
        if isinstance(frame.event, Acted) and frame.event.by_bot and frame.event.seat in people
    )


def _read_lines(stream: BinaryIO, lines: queue.Queue[bytes]) -> None:
    for line in stream:
        lines.put(line)
    os._exit(0)


def main() -> None:
    # Only responses go to standard output: other output is sent to standard error.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    lines: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_read_lines, args=(sys.stdin.buffer, lines), daemon=True).start()

    def send(response: ReviewResponse) -> None:
        output.write(encode(response) + b"\n")
        output.flush()

    while True:
        request = msgspec.json.decode(lines.get(), type=ReviewRequest)
        send(respond(request, lambda progress: send(ReviewResponse(progress=progress))))


if __name__ == "__main__":
    main()
