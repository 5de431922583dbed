"""An online table in lines of plain text, at a real server."""

import asyncio

from pickomino import Position, legal_actions
from pickomino.cli.plain.online import OnlineSession
from pickomino.i18n import texts_in
from pickomino.tui.addresses import TableAddress, Tokens
from pickomino.tui.remote import RemoteTable
from server.serving import ANN, OPEN, addition_to_dice, serving


class Person:
    """Asks for help and for the table, mistypes, then plays the first thing there is."""

    def __init__(self):
        self.answers = ["?", "g", "c", "nonsense"]
        self.session = None

    def __call__(self):
        if self.answers:
            return self.answers.pop(0)
        view = self.session.table._view
        return str(legal_actions(Position.from_wfen(view.table.wfen))[0])


async def play_as_host(server, code, token):
    """Start when somebody has come, add to the dice, and play the first thing there is, too."""
    async with server.live(code, token) as host:
        view = await host.shown()
        while view["phase"] != "over":
            added = addition_to_dice(view)
            if view["phase"] == "lobby" and all(seat["kind"] != "open" for seat in view["seats"]):
                await host.ask("Start")
            elif added is not None:
                await host.ask(added[0], **added[1], expected=None)
            elif view["is_your_turn"]:
                await host.ask("Act", action=view["legal"][0])
            view = await host.shown() if host.view is view else host.view


def test_a_whole_game_at_an_online_table_in_plain_text(tmp_path, capsys):
    async def go(server):
        code, token = server.create(ANN, OPEN, turn_limit=3)
        address = TableAddress.parse(f"{server.url}/table/{code}")
        person = Person()
        table = RemoteTable(address, Tokens(tmp_path / "tables.json"))
        session = person.session = OnlineSession(table, "Ben", texts_in("en"), person)
        async with asyncio.timeout(60):
            await asyncio.gather(session.run(), play_as_host(server, code, token))

    with serving(tmp_path) as server:
        asyncio.run(go(server))
    said = capsys.readouterr().out
    for text in (
        "The host starts the game.",
        "Ben, choose: ",
        "Grill: ",
        "this table plays without hints",
        "That is not possible here: 'nonsense'",
        "The game is over.",
        "Ann: ",
        "win",
        "rolls recomputed: all are right.",
    ):
        assert text in said, said
