"""Times bots, coach and review; runs on a server's Python and in the browser's."""

import json
import random

SECONDS = 5.0


async def timed_answers(text, prepare, clock):
    """Return the seconds of each answer, by table and kind; `text` has the tables as JSON."""
    from pickomino import Game, Position
    from pickomino.analysis.review import review
    from pickomino.bots.protocol import Thinking
    from pickomino.bots.registry import make_bot
    from pickomino.rooms.bots.coach import coach

    def timed(work, *arguments):
        begin = clock()
        work(*arguments)
        return clock() - begin

    results = {}
    for name, table in json.loads(text).items():
        await prepare(table["players"], table["extrawurm"])
        positions = list(map(Position.from_wfen, table["positions"]))
        games = map(Game.from_wgn, table["games"])
        # The first answers load modules and compile.
        coach(positions[0])
        results[name] = {
            bot: [
                timed(make_bot(bot).choose, position, Thinking(random.Random(0), SECONDS))
                for position in positions
            ]
            for bot in ("champion", "strategist", "expert")
        }
        results[name]["coach"] = [timed(coach, position) for position in positions]
        results[name]["review"] = [timed(review, game) for game in games]
    return results
