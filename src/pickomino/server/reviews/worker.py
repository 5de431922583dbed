"""A process that reviews games: a question a line on its standard input, answers a line each.

It is started by `review_process`, and leaves when its input ends, also in the middle of a review.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import BinaryIO

import msgspec

from pickomino.core.errors import PickominoError
from pickomino.core.position import scores, winners
from pickomino.record.files import read_record
from pickomino.record.game import Game
from pickomino.rooms.domain.past_games import LATEST, log_of_game
from pickomino.rooms.domain.room import fold
from pickomino.rooms.protocol.events import Acted
from pickomino.rooms.protocol.messages import MOST_TURNS, encode, refusal
from pickomino.rooms.storage.store import Log
from pickomino.rooms.views.replay import replay
from pickomino.server.reviews.process import Answer, Question, Recorded, names_in
from pickomino.server.reviews.view import ReviewView, review_view

OnProgress = Callable[[float], None]


def answer(question: Question, on_progress: OnProgress) -> Answer:
    """Return what a question asks for, or why not."""
    try:
        if question.only_read:
            return Answer(recorded=_recorded(question.record))
        return Answer(review=_reviewed(question, on_progress))
    except PickominoError as error:
        return Answer(refused=refusal(error))
    except Exception as error:  # noqa: BLE001 - whatever a game does to us, the worker goes on
        return Answer(refused=refusal(PickominoError("review_failed", reason=repr(error)[:200])))


def _recorded(text: str) -> Recorded:
    """Read a record, which must be a whole game of a bearable length."""
    try:
        game, _ = read_record(text)
    except PickominoError as error:
        # What a record that was cut says of its result no longer fits.
        if error.code == "record_result" and error.parameters["expected"] == "*":
            raise PickominoError("record_unfinished") from error
        raise
    if game.turn > MOST_TURNS:
        raise PickominoError("too_many_turns", turns=game.turn, limit=MOST_TURNS)
    if not game.is_over:
        raise PickominoError("record_unfinished")
    end = game.position
    return Recorded(game.wgn(), str(game.start.rules), names_in(game), scores(end), winners(end))


def _reviewed(question: Question, on_progress: OnProgress) -> ReviewView:
    from pickomino.analysis.review import review  # heavy, and records are read without it

    if question.record:
        game, by_bots = read_record(question.record)[0], frozenset[int]()
    else:
        game, by_bots = _played(question.log), stand_ins(question.log)
    return review_view(review(game, stand_ins=by_bots, on_progress=on_progress))


def _played(log: Log) -> Game:
    state = fold(log_of_game(log))
    if state.game is None:
        raise PickominoError("not_running")
    return Game.from_state(state.game)


def stand_ins(log: Log) -> frozenset[int]:
    """Return the places of the decisions that bots made for people, among the events of a game."""
    told = replay(log, LATEST)
    people = {seat for seat, name in enumerate(told.names) if not name.startswith("bot:")}
    return frozenset(
        place
        for place, frame in enumerate(told.frames[1:])
        if isinstance(frame.event, Acted) and frame.event.by_bot and frame.event.seat in people
    )


def _listen(stream: BinaryIO, questions: queue.Queue[bytes]) -> None:
    for line in stream:
        questions.put(line)
    os._exit(0)


def main() -> None:
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    questions: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, questions), daemon=True).start()

    def tell(told: Answer) -> None:
        answers.write(encode(told) + b"\n")
        answers.flush()

    while True:
        question = msgspec.json.decode(questions.get(), type=Question)
        tell(answer(question, lambda share: tell(Answer(share=share))))


if __name__ == "__main__":
    main()
