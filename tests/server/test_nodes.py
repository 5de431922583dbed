"""Several servers on one PostgreSQL: all know what one writes, and a dead one stops nothing."""

import asyncio
import contextlib
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from pickomino import PickominoError
from pickomino.server.housekeeping import Housekeeper
from pickomino.server.settings import ServerSettings
from pickomino.server.state import ServerState
from pickomino.service import (
    BotSeat,
    CreateRoom,
    Logged,
    OpenSeat,
    PersonSeat,
    React,
    Settings,
    Start,
    Update,
)
from pickomino.service.events import GameEnded
from pickomino.service.messages import Join
from pickomino.service.store import LostRace
from pickomino.service.tokens import hashed
from server.daemons import ordered
from server.stores import entries
from service.room_harness import InstantBots

SECONDS = 20
PRIVATE = CreateRoom((PersonSeat("Ann"), OpenSeat()), Settings())
PUBLIC = CreateRoom((PersonSeat("Ann"), OpenSeat(), OpenSeat()), Settings(is_public=True))
PRACTICE = CreateRoom((BotSeat("random"), BotSeat("random")), Settings(practice=True, turn_limit=9))


@asynccontextmanager
async def node(address, redis="", **more):
    state = ServerState(
        ServerSettings(
            database=address, key_file=address.key_file, redis=redis, bot_pause=0, **more
        ),
        InstantBots(),
    )
    await state.open()
    try:
        yield state
    finally:
        await state.close()


def among(address, count, work, redis="", **more):
    """Let several nodes work together in this process."""

    async def run():
        async with AsyncExitStack() as stack:
            nodes = [
                await stack.enter_async_context(node(address, redis, **more)) for _ in range(count)
            ]
            return await work(*nodes)

    return asyncio.run(run())


async def until(is_it):
    async with asyncio.timeout(SECONDS):
        while not (truth := await is_it()):  # noqa: ASYNC110 - a database has no events
            await asyncio.sleep(0.02)
    return truth


def die(state):
    """Let a node give no sign of life any more, as if its process were frozen."""

    state._nodes._beat = nothing


async def nothing():
    pass


async def asked(state, sql, *parameters):
    return await state.store.database.ask(sql, parameters)


async def told(subscription, version):
    """Wait for the news of a version."""
    async with asyncio.timeout(SECONDS):
        while (update := await subscription.next()).version < version:
            pass
    return update


@pytest.mark.parametrize("has_redis", [True, False])
def test_what_one_node_writes_the_other_tells_and_shows(postgres, redis, has_redis):
    async def work(one, two):
        made = await one.service.create(PRIVATE)
        following = await two.service.subscribe(made.code)
        done = await one.service.command(made.code, None, Join("Ben", 1))
        update = await told(following, done.version)
        shown = await two.service.view(made.code, done.token)
        back = await one.service.subscribe(made.code)
        answer = await two.service.command(made.code, done.token, React(1, "hello"))
        await told(back, answer.version)
        return update, shown, done.version, made.code

    address = redis.address if has_redis else ""
    update, shown, version, code = among(postgres, 2, work, address)
    assert isinstance(update, Update)
    assert update.code == code
    assert (shown.version, shown.you.seats) == (version, (1,))


def test_what_redis_carries_need_not_be_read_and_what_does_not_fit_is(postgres, redis, monkeypatch):
    async def work(one, two):
        made = await one.service.create(PRIVATE)
        following = await two.service.subscribe(made.code)
        await one.service.subscribe(made.code)
        await until(lambda: is_heard(two, made.code))
        first = await one.service.command(made.code, None, Join("Ben", 1))
        await told(following, first.version)
        await until(lambda: is_shared(one, made.code))
        reads = []
        load_after = two.store.load_after

        async def read(code, version):
            reads.append(version)
            return await load_after(code, version)

        monkeypatch.setattr(two.store, "load_after", read)
        second = await one.service.command(made.code, first.token, React(1, "hello"))
        await told(following, second.version)
        carried = list(reads)
        two._nodes.hear(made.code, second.version + 1, ['{"broken'])
        monkeypatch.setattr(one._nodes, "rows", lambda *_: ["nonsense"])
        third = await one.service.command(made.code, made.token, React(0, "hello"))
        await told(following, third.version)
        shown = [(await state.service.view(made.code)).version for state in (one, two)]
        return carried, bool(reads), shown, third.version

    async def is_shared(state, code):
        return code in state.pubsub._shared

    carried, is_read, shown, version = among(postgres, 2, work, redis.address)
    assert carried == []
    assert is_read
    assert shown == [version, version]


class Forgetful:
    """Commands to Redis whose cancellation gets lost."""

    def __init__(self):
        self.is_sending = asyncio.Event()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        pass

    def publish(self, *_):
        pass

    async def execute(self):
        self.is_sending.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        return [0]


def test_a_node_ends_though_the_client_of_redis_forgets_that_it_is_to(postgres, redis, monkeypatch):
    async def work(one):
        commands = Forgetful()
        monkeypatch.setattr(one.pubsub._redis, "pipeline", lambda **_: commands)
        await one.service.create(PRIVATE)
        async with asyncio.timeout(SECONDS):
            await commands.is_sending.wait()
            await one.close()

    among(postgres, 1, work, redis.address)


def test_a_node_ends_though_it_is_called_at_the_same_moment(postgres):
    async def work(one):
        async def is_waiting():
            return one._nodes._called._waiters

        await until(is_waiting)
        one._nodes.call()
        async with asyncio.timeout(SECONDS):
            await one._nodes.leave()

    among(postgres, 1, work)


async def is_heard(state, code):
    return state.pubsub._listener is not None and code in state.pubsub._heard


def test_a_redis_that_is_away_or_restarted_costs_only_time(postgres, redis):
    async def work(one, two):
        made = await one.service.create(PRIVATE)
        following = await two.service.subscribe(made.code)
        redis.stop()
        first = await one.service.command(made.code, made.token, React(0, "hello"))
        await told(following, first.version)
        redis.start()
        await until(lambda: is_heard(two, made.code))
        second = await one.service.command(made.code, None, Join("Ben", 1))
        return await told(following, second.version), second.version

    update, version = among(postgres, 2, work, redis.address)
    assert update.version == version


def test_a_room_that_was_seen_at_another_node_is_never_shown_older(postgres):
    async def work(one, two):
        made = await one.service.create(PRIVATE)
        await two.service.view(made.code)
        done = await one.service.command(made.code, made.token, React(0, "hello"))
        answer = await two.service.command(made.code, None, Join("Ben", 1), expected=done.version)
        return [answer.version] + [
            (await state.service.view(made.code)).version for state in (one, two)
        ]

    assert len(set(among(postgres, 2, work))) == 1


def test_bots_of_a_dead_node_go_on_at_another(postgres):
    async def work(one, two):
        one.service._drivers.bot_pause = 1000
        made = await one.service.create(PRACTICE)
        await one.service.command(made.code, made.token, Start(), made.version)
        die(one)

        async def is_over():
            return (await two.service.view(made.code)).phase == "over"

        return await until(is_over)

    assert among(postgres, 2, work)


async def ends_at_another(one, two):
    """Drain a node whose bots have begun a game, and see the other one end it."""
    one.service._drivers.bot_pause = 1000
    made = await one.service.create(PRACTICE)
    await one.service.command(made.code, made.token, Start(), made.version)
    await one.close()

    async def is_over():
        return (await two.service.view(made.code)).phase == "over"

    return await until(is_over)


def test_bots_of_a_drained_node_go_on_at_once(postgres, redis):
    assert among(postgres, 2, ends_at_another, redis.address)


def test_a_room_that_a_node_cannot_read_is_left_to_the_others(postgres):
    """During a deployment a newer version may write what an older one does not know."""

    async def work(one, two, three):
        two.service.resume = refusing("room_damaged", two.service.resume, times=1000)
        one.service._drivers.bot_pause = 1000
        made = await one.service.create(PRACTICE)
        await one.service.command(made.code, made.token, Start(), made.version)
        three._nodes._beat, beat = nothing, three._nodes._beat
        await one.close()

        async def is_left():
            return two._nodes._unreadable == {made.code} and not await driven_by_somebody(two)

        await until(is_left)
        three._nodes._beat = beat

        async def is_over():
            return (await three.service.view(made.code)).phase == "over"

        return await until(is_over)

    assert among(postgres, 3, work)


async def driven_by_somebody(state):
    return await asked(state, "SELECT 1 FROM rooms WHERE epoch <> 0")


def test_a_room_taken_over_while_the_database_goes_away_is_resumed_when_it_is_back(postgres):
    async def work(one, two):
        two.service.resume = refusing("store_failed", two.service.resume, times=2)
        return await ends_at_another(one, two)

    assert among(postgres, 2, work)


def refusing(error, method, times):
    """Let a method fail so many times."""
    left = [error] * times

    async def refused(code):
        if left:
            raise PickominoError(left.pop(), room=code, version=1, reason="away")
        await method(code)

    return refused


def test_a_node_that_was_given_up_writes_nothing_until_it_has_joined_again(postgres):
    async def work(one, two):
        made = await one.service.create(PRIVATE)
        die(one)
        epoch = one.store.epoch

        async def is_buried():
            return not await asked(two, "SELECT 1 FROM nodes WHERE epoch = $1", epoch)

        await until(is_buried)
        with pytest.raises(PickominoError) as refused:
            await one.service.command(made.code, made.token, React(0, "hello"))
        log = await two.store.load(made.code)
        making = asyncio.create_task(one.service.create(PRIVATE))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(making), 0.2)
        rooms = await two.store.codes()
        del one._nodes._beat
        await one._nodes._beat()
        await making
        done = await one.service.command(made.code, made.token, React(0, "hello"))
        versions = made.version, done.version
        return refused.value.code, len(log), rooms, versions, made.code, one.store.epoch > epoch

    code, length, rooms, (before, after), room, is_new = among(postgres, 2, work)
    assert code == "stale"
    assert length == before
    assert rooms == (room,)
    assert (after, is_new) == (before + 1, True)


def test_only_the_node_that_drives_a_room_moves_for_its_bots(postgres):
    async def work(one, two):
        for state in (one, two):
            state.service._drivers.bot_pause = 1000
        made = await one.service.create(PRACTICE)
        await one.service.command(made.code, made.token, Start(), made.version)
        log = await one.store.load(made.code)
        about = deciding_about(await two.service.view(made.code))
        with pytest.raises(LostRace):
            await two.store.append(made.code, len(log), log[-1:], about)
        return len(log), len(await one.store.load(made.code))

    before, after = among(postgres, 2, work)
    assert before == after


def deciding_about(view):
    from pickomino.service.store import About

    return About(view.phase, is_waiting=True, is_driven=True)


def test_a_node_appends_to_many_rooms_at_once_and_loses_only_those_it_is_late_for(postgres):
    async def work(one, two):
        made = [(await one.service.create(PRIVATE)).code for _ in range(4)]
        version = len(await one.store.load(made[0]))
        await two.store.append(made[1], version, entries(version + 1, 1))
        commits = one.store.commits
        results = await asyncio.gather(
            *(one.store.append(code, version, entries(version + 1, 2)) for code in made),
            return_exceptions=True,
        )
        lengths = [len(await two.store.load(code)) - version for code in made]
        epochs = dict(await asked(two, "SELECT code, epoch FROM rooms"))
        drivers = [epochs[code] == one.store.epoch for code in made]
        return results, lengths, drivers, one.store.commits - commits

    results, lengths, drivers, commits = among(postgres, 2, work)
    assert [isinstance(result, LostRace) for result in results] == [False, True, False, False]
    assert lengths == [2, 1, 2, 2]
    assert drivers == [True, False, True, True]
    assert commits <= 2


def test_a_game_that_ends_keeps_no_other_append_from_the_short_way(postgres, monkeypatch):
    """What ends a game takes many statements; the appends beside it still share one."""

    async def work(one):
        made = [(await one.service.create(PRIVATE)).code for _ in range(4)]
        version = len(await one.store.load(made[0]))
        end = Logged(version + 1, 1.0, GameEnded((), ()))
        together = []
        database = one.store.database
        ask = database.ask

        async def asked(sql, parameters):
            if parameters and parameters[0] == [version + 1] * (len(made) - 1):
                together.append(sorted(parameters[6]))
            return await ask(sql, parameters)

        monkeypatch.setattr(database, "ask", asked)
        monkeypatch.setattr("pickomino.server.appends.keep_last_game", lambda *_: None)
        logs = [(end,), *[entries(version + 1, 1)] * 3]
        await asyncio.gather(
            *(one.store.append(code, version, log) for code, log in zip(made, logs, strict=True))
        )
        return made, together, [len(await one.store.load(code)) - version for code in made]

    made, together, lengths = among(postgres, 1, work)
    assert together == [sorted(made[1:])]
    assert lengths == [1] * 4


def test_whoever_is_at_one_node_is_absent_at_none(postgres):
    async def work(one, two):
        for state in (one, two):
            state.attendance._pause = 0.1
        made = await one.service.create(PRIVATE)
        key = made.code, made.token
        await one.attendance.came(*key)
        await two.attendance.came(*key)

        async def is_known(count):
            rows = await asked(one, "SELECT 1 FROM attendance WHERE room = $1", made.code)
            return len(rows) == count

        await until(lambda: is_known(2))
        one.attendance.went(*key)
        await one.attendance._leaving[made.code, hashed(made.token)]
        await until(lambda: is_known(1))
        elsewhere = await one._nodes.elsewhere(made.code)
        stays = (await one.service.view(made.code)).room.seats[0]
        await one.service.roll_call(made.code, elsewhere)
        two.attendance.went(*key)

        async def is_absent():
            return (await one.service.view(made.code)).room.seats[0].is_absent

        await until(is_absent)
        return elsewhere, stays.is_absent, hashed(made.token)

    elsewhere, stays, token = among(postgres, 2, work)
    assert elsewhere == {token}
    assert not stays


def test_people_of_a_dead_node_are_asked_for_later(postgres, monkeypatch):
    async def work(one, two):
        asked = []
        monkeypatch.setattr(two.attendance, "call_later", asked.extend)
        made = await one.service.create(PRIVATE)
        await one.attendance.came(made.code, made.token)

        async def is_known():
            return await two._nodes.elsewhere(made.code)

        await until(is_known)
        die(one)

        async def is_asked():
            return asked

        await until(is_asked)
        return asked, made.code, await two._nodes.elsewhere(made.code)

    asked, code, elsewhere = among(postgres, 2, work)
    assert asked == [code]
    assert elsewhere == frozenset()


def test_all_nodes_have_one_time_that_passes_only_while_one_is_at_work(postgres):
    async def work(one, two):
        early = one.clock.now()
        for state in (one, two):
            die(state)
        await ordered(postgres, "UPDATE cluster SET seen_at = seen_at - 1000")
        await two._nodes._keep_time()
        await one._nodes._keep_time()
        return early, one.clock.now(), two.clock.now()

    early, one, two = among(postgres, 2, work)
    assert abs(one - two) < 3
    assert 0 <= one - early < 20


def test_a_node_with_another_key_is_turned_away(postgres, tmp_path):
    from server.stores import Address

    async def work(_one):
        async with node(Address(postgres, tmp_path / "other.key")):
            pass

    with pytest.raises(PickominoError, match="KEY_FILE"):
        among(postgres, 1, work)


def test_a_public_room_is_listed_and_guarded_at_every_node(postgres):
    async def work(one, two):
        made = await one.create(PUBLIC, "10.0.0.1")
        listed = (await two.public_rooms()).rooms
        for name in ("Ben", "Eve"):
            await two.check_haste(Join(name), made.code, "10.0.0.2")
        with pytest.raises(PickominoError) as refused:
            await two.check_haste(Join("Kim"), made.code, "10.0.0.2")
        return [room.code for room in listed] == [made.code], refused.value.code

    assert among(postgres, 2, work, seats_per_address=2) == (True, "too_fast")


def test_one_node_tidies_up_at_a_time(postgres):
    async def work(one, two):
        for state in (one, two):
            await state._keeper.close()
        made = await one.service.create(PRIVATE)
        later = one.clock.now() + 1e9
        keepers = [Housekeeper(s.store, s.service, s.settings) for s in (one, two)]
        async with two.store.database.alone() as is_alone:
            kept = await keepers[0].tidy(later)
        done = await keepers[1].tidy(later)
        with pytest.raises(PickominoError) as gone:
            await one.service.view(made.code)
        return is_alone, kept, done, gone.value.code

    assert among(postgres, 2, work) == (True, (0, 0), (1, 1), "unknown_room")


def test_redis_needs_postgresql(tmp_path):
    settings = ServerSettings(database=str(tmp_path / "x.db"), redis="redis://127.0.0.1:9")
    with pytest.raises(PickominoError, match="PostgreSQL"):
        ServerState(settings)
