"""An online table in plain text, on a real server."""

import asyncio

from pickomino import Position, legal_actions
from pickomino.cli.plain import start
from pickomino.cli.plain.session import PlainSession
from pickomino.i18n import texts_in
from pickomino.tables.addresses import TableAddress
from pickomino.tables.online import OnlineTable
from pickomino.tables.seat_tokens import SeatTokens
from support.cli_runner import pickomino
from support.server.serving import ANN, OPEN, dice_command, serving


class Person:
    """Asks for help and the table, mistypes, then plays the first legal action."""

    def __init__(self):
        self.answers = ["?", "g", "c", "nonsense"]
        self.session = None
        self.reviews = 0

    def __call__(self):
        if self.answers:
            return self.answers.pop(0)
        view = self.session.table._view
        if view.phase != "playing":
            self.reviews += 1
            return "r" if self.reviews == 2 else ""
        return str(legal_actions(Position.from_wfen(view.table.wfen))[0])


async def play_as_host(server, code, token):
    """Start when the guest has joined, add to the dice, and play the first legal action."""
    async with server.live(code, token) as host:
        view = await host.next_view()
        while view["phase"] != "over" or not view["score"]["winners"]:
            added = dice_command(view)
            kinds = [seat["kind"] for seat in view["seats"]]
            if view["phase"] == "lobby" and not view["score"]["games"] and "open" not in kinds:
                await host.ask("Start")
            elif added is not None:
                await host.ask(added[0], **added[1], expected=None)
            elif view["phase"] == "over":
                await host.ask("PlayAgain", expected=None)
            elif view["is_your_turn"]:
                await host.ask("Act", action=view["legal"][0])
            view = await host.next_view() if host.view is view else host.view


def test_online_match_can_be_played_in_plain_text(tmp_path, capsys):
    async def go(server):
        code, token = server.create(ANN, OPEN, turn_limit=3, match_games=2)
        address = TableAddress.parse(f"{server.url}/table/{code}")
        person = Person()
        table = OnlineTable(address, SeatTokens(tmp_path / "tables.json"))
        session = person.session = PlainSession(table, texts_in("en"), "Ben", read=person)
        async with asyncio.timeout(60):
            await asyncio.gather(session.run(), play_as_host(server, code, token))

    with serving(tmp_path) as server:
        asyncio.run(go(server))
    output = capsys.readouterr().out
    for text in (
        "The host starts the game.",
        "Ben, choose: ",
        "Check code at step ",
        "Grill: ",
        "there are no hints at this table",
        "That is not possible here: 'nonsense'",
        "The game was stopped after 3 turns.",
        "Ann: ",
        "win",
        "rolls recomputed: all are right.",
        "1 of 2 games played",
        "Enter starts the next game of the match",
        "Busts: ",
        "r reviews the game, Enter ends.",
        "Ben: Win chance at the start",
    ):
        assert text in output, output
    assert output.count("The game was stopped") == 2
    assert "match" in output[output.rindex("The game was stopped") :]


def test_dead_server_is_given_up(tmp_path, monkeypatch):
    """It was retried for ever, and no message named the address."""
    monkeypatch.setattr(start, "GIVE_UP_SECONDS", 0.5)
    link = "http://127.0.0.1:9/table/ABCD2345"
    code, output, errors = pickomino("play", "--plain", "--join", link, XDG_DATA_HOME=str(tmp_path))
    assert code == 1
    assert output.splitlines() == [
        "Connecting to http://127.0.0.1:9…",
        "No connection to http://127.0.0.1:9, trying again.",
    ]
    assert errors.startswith("the server at 'http://127.0.0.1:9' has not answered for ")


def test_open_seats_are_not_listed_as_people(tmp_path, capsys):
    """Each open seat was listed as a player."""

    async def go(server):
        code, _ = server.create(ANN, OPEN, OPEN, OPEN)
        table = OnlineTable(
            TableAddress.parse(f"{server.url}/table/{code}"), SeatTokens(tmp_path / "tables.json")
        )
        session = PlainSession(table, texts_in("en"), "Ben")
        views = table.views()
        async with asyncio.timeout(60):
            await session.wait(await anext(views))
            await session.wait(await anext(views))
        await table.close()
        return code

    with serving(tmp_path) as server:
        code = asyncio.run(go(server))
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Table ")]
    assert lines == [
        f"Table {code}: Ann; 3 open seats",
        f"Table {code}: Ann, Ben; 2 open seats",
    ]
