"""A worker process that plays bots: reads requests and writes answers, one per line.

It is started by `process` and exits when its standard input ends, even while a bot is thinking.
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
from pickomino.rooms.bots.process import BotRequest, kill_with_children
from pickomino.rooms.protocol.messages import encode


@lru_cache(maxsize=16)
def _bot(spec: str) -> Bot:
    return make_bot(spec)


def answer(request: BotRequest) -> str:
    """Return an action token or advice, or `-` if the request failed or only loaded a bot."""
    try:
        if not request.bot:
            return encode(coach(Position.from_wfen(request.wfen))).decode()
        bot = _bot(request.bot)
        if not request.wfen:
            return "-"
        thinking = Thinking(random.Random(request.seed), request.seconds)
        return str(bot.choose(Position.from_wfen(request.wfen), thinking))
    except Exception:  # noqa: BLE001 - the worker continues whatever a bot does
        return "-"


def _read_requests(stream: BinaryIO, requests: queue.Queue[bytes]) -> None:
    for line in stream:
        requests.put(line)
    with contextlib.suppress(OSError):
        kill_with_children(os.getpid())
    os._exit(0)


def main() -> None:
    # Bots may print: their output must not be taken for an answer.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    requests: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_read_requests, args=(sys.stdin.buffer, requests), daemon=True).start()
    while True:
        request = msgspec.json.decode(requests.get(), type=BotRequest)
        answers.write(answer(request).encode("ascii", "replace") + b"\n")


if __name__ == "__main__":
    main()
