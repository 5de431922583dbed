"""A process that plays bots: a question a line on its standard input, an answer a line back.

It is started by `bot_process`, and leaves when its input ends, also in the middle of a thought.
"""

from __future__ import annotations

import contextlib
import os
import queue
import random
import sys
import threading
from functools import lru_cache
from typing import BinaryIO

import msgspec

from pickomino.bots.protocol import Bot, Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.position import Position
from pickomino.rooms.bots.coach import coach
from pickomino.rooms.bots.process import Question, end_with_children
from pickomino.rooms.protocol.messages import encode


@lru_cache(maxsize=16)
def _bot(spec: str) -> Bot:
    return make_bot(spec)


def answer(question: Question) -> str:
    """Return an action token or advice, or `-` where there is nothing to say or the bot failed."""
    try:
        if not question.bot:
            return encode(coach(Position.from_wfen(question.wfen))).decode()
        bot = _bot(question.bot)
        if not question.wfen:
            return "-"
        thinking = Thinking(random.Random(question.seed), question.seconds)
        return str(bot.choose(Position.from_wfen(question.wfen), thinking))
    except Exception:  # noqa: BLE001 - whatever a bot does, the worker goes on
        return "-"


def _listen(stream: BinaryIO, questions: queue.Queue[bytes]) -> None:
    for line in stream:
        questions.put(line)
    with contextlib.suppress(OSError):
        end_with_children(os.getpid())
    os._exit(0)


def main() -> None:
    """Answer until the input ends."""
    # Bots may print: what they say must not be taken for an answer.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    questions: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, questions), daemon=True).start()
    while True:
        question = msgspec.json.decode(questions.get(), type=Question)
        answers.write(answer(question).encode("ascii", "replace") + b"\n")


if __name__ == "__main__":
    main()
