"""Playing at a real server: sit down, begin, play, lose the server and get it back."""

import asyncio
import stat

import pytest

from pickomino import Game, PickominoError, verify
from pickomino.rooms.protocol.messages import OpenSeat, React, Start
from pickomino.tables.addresses import TableAddress
from pickomino.tables.seat_tokens import SeatTokens
from support.tui.app_driver import new_app, play_by_keys, running, until
from support.tui.online_players import OnlinePlayer, Server
from support.tui.screen_text import screen_text, table_screen


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("server")) as running_server:
        yield running_server


@pytest.mark.parametrize(
    "link",
    [
        "",
        "ABCD2345",
        "http://host/table/",
        "http://host/rooms/ABCD2345",
        "ftp://host/table/ABCD2345",
        "http://me@host/table/ABCD2345",
        "http://host:99999999/table/ABCD2345",
        "http:///table/ABCD2345",
        "http://host/table/../ABCD",
    ],
)
def test_bad_links_are_refused(link):
    with pytest.raises(PickominoError) as caught:
        TableAddress.parse(link)
    assert caught.value.code == "bad_table_link"


def test_links_of_every_kind_are_read():
    plain = TableAddress.parse("http://10.0.0.7:8400/table/abcd2345/")
    assert plain.socket == "ws://10.0.0.7:8400/api/rooms/ABCD2345/live"
    behind = TableAddress.parse("https://example.org/games/table/ABCD2345")
    assert behind.socket == "wss://example.org/games/api/rooms/ABCD2345/live"


def test_tokens_are_kept_for_their_owner_alone(tmp_path):
    address = TableAddress.parse("http://host/table/ABCD2345")
    file = tmp_path / "new" / "tables.json"
    token = "x" * 43
    SeatTokens(file).keep(address, token)
    assert SeatTokens(file).get(address) == token
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text("[]")
    assert SeatTokens(file).get(address) is None
    SeatTokens(file).keep(address, None)
    assert SeatTokens(file).get(address) is None


def test_two_people_play_a_game_and_the_dice_can_be_checked(server, tmp_path):
    address, token = server.new_room()

    async def play():
        ann = OnlinePlayer(address, tmp_path / "ann", token)
        ben = OnlinePlayer(address, tmp_path / "ben")
        await ann.join("Ann")
        await ben.join("Ben")
        await ann.start()
        await asyncio.gather(*(_play_on(person) for person in (ann, ben)))
        record = await ann.table.record()
        checked = await ben.table.check_dice(ben.view.room.game_id, ())
        stories = ann.table_log, ben.table_log
        await ann.close()
        await ben.close()
        return record, stories, checked

    record, stories, checked = asyncio.run(play())
    assert verify(record).is_valid
    assert checked == verify(record)
    for table_log in stories:
        heard = [step.game_step for step in table_log.steps]
        assert heard == list(Game.from_wgn(record).steps), "an event was missed or came twice"


async def _play_on(person, moves=10_000):
    for _ in range(moves):
        if not await person.move():
            return


def test_a_killed_server_comes_back_and_the_game_goes_on(tmp_path):
    async def play(server):
        address, token = server.new_room(turn_limit=20)
        ann = OnlinePlayer(address, tmp_path / "ann", token)
        ben = OnlinePlayer(address, tmp_path / "ben")
        await ann.join("Ann")
        await ben.join("Ben")
        await ann.start()
        await asyncio.gather(_play_some(ann), _play_some(ben))
        before = ann.view.version
        await asyncio.to_thread(server.kill)
        with pytest.raises(PickominoError) as caught:
            await ann.table.act("r", before)
        await asyncio.to_thread(server.start)
        await asyncio.gather(_play_on(ann), _play_on(ben))
        states, table_log = ann.states, ann.table_log
        record = await ben.table.record()
        await ann.close()
        await ben.close()
        return caught.value.code, states, table_log, record

    with Server(tmp_path) as server:
        code, states, table_log, record = asyncio.run(play(server))
    assert code == "no_connection"
    assert False in states[1:]
    assert states[-2:] == [True, False] or states[-1] is True
    assert [step.game_step for step in table_log.steps] == list(Game.from_wgn(record).steps)
    assert verify(record).is_valid


async def _play_some(person, last=24):
    """Play until the table has come so far."""
    while True:
        view = await person.until(lambda view: view.you.is_your_turn or view.version >= last)
        if view.version >= last:
            return
        await person.move()


def test_a_restart_of_the_terminal_keeps_the_seat(server, tmp_path):
    address, _ = server.new_room()

    async def play():
        ann = OnlinePlayer(address, tmp_path)
        await ann.join("Ann")
        await ann.close()
        again = OnlinePlayer(address, tmp_path)
        view = await again.until(lambda _: True)
        await again.close()
        return view

    view = asyncio.run(play())
    assert view.you.seats == (0,)


def test_an_unknown_table_is_told(server, tmp_path):
    async def ask():
        app = new_app(tmp_path, join=lambda: _table(server, tmp_path))
        async with running(app) as pilot:
            await until(pilot, lambda: "there is no table ZZZZZZZZ" in screen_text(app))
            return type(app.screen).__name__

    assert asyncio.run(ask()) == "HomeScreen"


def _table(server, folder, code="ZZZZZZZZ"):
    from pickomino.tables.online import OnlineTable

    address = TableAddress.parse(f"{server.url}/table/{code}")
    return OnlineTable(address, SeatTokens(folder / "tables.json"))


def test_the_app_sits_down_plays_and_talks_by_keys(server, tmp_path):
    address, token = server.new_room(OpenSeat(), OpenSeat(), OpenSeat(), hints=True, turn_limit=12)

    async def play():
        ben = OnlinePlayer(address, tmp_path / "ben", token)
        app = new_app(tmp_path, join=lambda: _table(server, tmp_path, address.code))
        app.player_name = "Ann"
        async with running(app) as pilot:
            await until(pilot, lambda: f"Table {address.code}" in screen_text(app))
            await pilot.press("enter")
            await until(pilot, lambda: "you" in screen_text(app))
            await ben.join("Ben")
            await ben.until(
                lambda view: sum(seat.kind == "person" for seat in view.room.seats) == 2
            )
            await ben.table.command(Start(), ben.view.version)
            playing = asyncio.create_task(_play_on(ben))
            await until(pilot, lambda: table_screen(app).view.phase == "playing")
            await pilot.press("e")
            await pilot.press("enter")
            await ben.table.command(React(1, "good_luck"))
            await until(pilot, lambda: "Hello!" in _log(app) and "Good luck!" in _log(app))
            await play_by_keys(pilot)
            await playing
            await until(pilot, lambda: "The game was stopped after 12 turns." in screen_text(app))
            await until(pilot, lambda: "rolls recomputed: all are right." in _log(app))
        await ben.close()

    asyncio.run(play())


def _log(app):
    from pickomino.i18n.room_text import narrator_for

    table = table_screen(app)
    lines = table.table_log.lines(narrator_for(table.view, app.texts), 1000)
    return "\n".join(line.text for line in lines)
