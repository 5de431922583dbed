"""Guided first games: the rival owns tiles that can be stolen, and a game has a normal length.

The newcomer plays by the habits of casual players. Two seats take twenty turns in about five
minutes: a person's turn takes about half a minute, the bot's four seconds.
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
MIN_SHARE = 0.95
MAX_DIFFERENCE = 0.2
BOTS = make_bot("family"), make_bot("beginner")


def check_seed(seed):
    """Play a guided game and one without hints; return the turns and what happened."""
    guided, normal = (turn_ends(seed, guided=guided) for guided in (True, False))
    early = guided[:EARLY_TURNS]
    figures = {
        "games": 1,
        "owned": any(end.seat == RIVAL and end.tile for end in guided),
        "shown": all(
            (
                any(end.tile and end.robbed is None for end in early),
                any(end.robbed is not None for end in early),
                any(end.returned for end in early),
            )
        ),
        f"guided {len(guided)}": 1,
        f"normal {len(normal)}": 1,
    }
    return len(guided) + len(normal), figures


def turn_ends(seed, **settings):
    """Play a practice game against the bot; return the end of each turn."""
    room = PureRoom(PersonSeat("Ann"), BotSeat("beginner"), seed=seed, practice=True, **settings)
    room.do(Start())
    thinking = Thinking(random.Random(seed))
    while (seat := room.state.to_act) is not None and room.state.phase == "playing":
        action = BOTS[seat].choose(room.position, thinking)
        if seat == RIVAL:
            room.do(PlayForBot(seat, action), "")
        else:
            room.do(Act(str(action)), ANN)
    return [event for event, _ in room.state.game.steps if isinstance(event, TurnEnd)]


def check_sums(sums):
    """Check how often the rival owns a tile, what is shown early, and the median lengths."""
    owned, shown = sums["owned"] / sums["games"], sums["shown"] / sums["games"]
    lengths = {kind: median_length(sums, kind) for kind in ("guided", "normal")}
    summary = f"rival owns a tile {owned:.1%}, all shown early {shown:.1%}, turns {lengths}"
    print(summary)
    assert owned >= MIN_SHARE, summary
    assert shown >= MIN_SHARE, summary
    assert abs(lengths["guided"] / lengths["normal"] - 1) <= MAX_DIFFERENCE, summary


def median_length(sums, kind):
    lengths = sorted((int(name.split()[1]), n) for name, n in sums.items() if name.startswith(kind))
    left = sums["games"] / 2
    for length, count in lengths:
        left -= count
        if left <= 0:
            return length
    raise AssertionError(f"no {kind} games")
