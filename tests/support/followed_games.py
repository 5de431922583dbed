"""Local games followed by a client that keeps a log."""

import asyncio

from pickomino.rooms import Act, PersonSeat
from pickomino.tables.offline import GamePlan, OfflineTable
from pickomino.tables.table_log import TableLog
from support.room_harness import InstantBots


def follow_game(folder, moves, act):
    """Play a game with `act`; returns the log, the last view and every view."""

    async def go():
        plan = GamePlan((PersonSeat("Ann"), PersonSeat("Ida")), seed=5)
        table = await OfflineTable.new(folder, plan, InstantBots())
        table_log, view = TableLog(), await table.view(0)
        views = [view]
        table_log.follow(view)
        for move in range(moves):
            if view.phase != "playing":
                break
            version = view.version
            await act(table, view, move)
            view = await table.view(version)
            views.append(view)
            table_log.follow(view)
        await table.close()
        return table_log, view, views

    return asyncio.run(go())


async def act_carefully(table, view, _):
    claims = [token for token in view.you.legal if token[0] in "ts"]
    await table.command(Act(claims[0] if claims else view.you.legal[0]), view.version)
