"""A worker process that plays bots and coaches; `runner` asks it."""

from __future__ import annotations

import random
import sys
from functools import lru_cache
from pathlib import Path

from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.position import Position
from pickomino.evaluation.network_files import use_networks
from pickomino.rooms.bots.coach import CoachView, coach
from pickomino.rooms.bots.runner import BotRequest
from pickomino.worker_process import OnProgress, serve

_make_bot = lru_cache(maxsize=16)(make_bot)


def answer(request: BotRequest, _on_progress: OnProgress) -> str | CoachView:
    """Return an action, advice, or an empty string if the request only loads a bot."""
    if not request.bot:
        return coach(Position.from_wfen(request.wfen))
    bot = _make_bot(request.bot)
    if not request.wfen:
        return ""
    thinking = Thinking(random.Random(request.seed), request.seconds)
    return str(bot.choose(Position.from_wfen(request.wfen), thinking))


if __name__ == "__main__":
    use_networks(map(Path, sys.argv[1:]))
    serve(BotRequest, answer)
