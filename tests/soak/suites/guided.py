"""Guided first games: the rival owns tiles that can be stolen, and a game has a normal length.

The newcomer plays by the habits of casual players; a clumsy one makes every second choice at
random. With every choice at random there is no tile to steal in a third of the games. Two seats
take twenty turns in about five minutes: a person's turn takes about half a minute, the bot's four
seconds.
"""

from __future__ import annotations

import random

from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.turns import TurnEnd
from pickomino.rooms import Act, BotSeat, PersonSeat, Start
from pickomino.rooms.domain.decide import PlayForBot
from support.room_harness import ANN, PureRoom

NEWCOMER, RIVAL = 0, 1
EARLY_TURNS = 20
CLUMSY_TURNS = 40
MIN_SHARE = 0.95
OWNED, SHOWN, SHOWN_LATE = "rival owns a tile", "all shown early", "all shown to a clumsy player"
SHARES = OWNED, SHOWN, SHOWN_LATE
MAX_DIFFERENCE = 0.2
FAMILY, BEGINNER, RANDOM = map(make_bot, ("family", "beginner", "random"))


class ClumsyBot:
    def choose(self, position, thinking):
        bot = thinking.generator.choice((FAMILY, RANDOM))
        return bot.choose(position, thinking)


def check_seed(seed):
    """Play a guided game and one without hints; return the turns and what happened."""
    guided, normal = (turn_ends(seed, FAMILY, guided=guided) for guided in (True, False))
    clumsy = turn_ends(seed, ClumsyBot(), guided=True)
    figures = {
        "games": 1,
        OWNED: any(end.seat == RIVAL and end.tile for end in guided),
        SHOWN: shows_everything(guided[:EARLY_TURNS]),
        SHOWN_LATE: shows_everything(clumsy[:CLUMSY_TURNS]),
        f"guided {len(guided)}": 1,
        f"normal {len(normal)}": 1,
    }
    return len(guided) + len(normal) + len(clumsy), figures


def shows_everything(ends):
    return (
        any(end.tile and end.robbed is None for end in ends)
        and any(end.robbed is not None for end in ends)
        and any(end.returned for end in ends)
    )


def turn_ends(seed, newcomer, **settings):
    """Play a practice game against the bot; return the end of each turn."""
    room = PureRoom(PersonSeat("Ann"), BotSeat("beginner"), seed=seed, practice=True, **settings)
    room.do(Start())
    thinking = Thinking(random.Random(seed))
    while (seat := room.state.to_act) is not None and room.state.phase == "playing":
        bot = BEGINNER if seat == RIVAL else newcomer
        action = bot.choose(room.position, thinking)
        if seat == RIVAL:
            room.do(PlayForBot(seat, action), "")
        else:
            room.do(Act(str(action)), ANN)
    return [event for event, _ in room.state.game.steps if isinstance(event, TurnEnd)]


def check_sums(sums):
    """Check how often the rival owns a tile, what is shown early, and the median lengths."""
    shares = {name: sums[name] / sums["games"] for name in SHARES}
    lengths = {kind: median_length(sums, kind) for kind in ("guided", "normal")}
    parts = [f"{name} {share:.1%}" for name, share in shares.items()]
    summary = f"{', '.join(parts)}, turns {lengths}"
    print(summary)
    assert min(shares.values()) >= MIN_SHARE, summary
    assert abs(lengths["guided"] / lengths["normal"] - 1) <= MAX_DIFFERENCE, summary


def median_length(sums, kind):
    lengths = sorted((int(name.split()[1]), n) for name, n in sums.items() if name.startswith(kind))
    left = sums["games"] / 2
    for length, count in lengths:
        left -= count
        if left <= 0:
            return length
    raise AssertionError(f"no {kind} games")
