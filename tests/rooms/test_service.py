"""The service: tokens, clocks, restarts, storage failures, subscribers, closing."""

import asyncio
import logging

import pytest

from pickomino import PickominoError
from pickomino.rooms import LocalPubSub, Resync
from pickomino.rooms.bots.driver import GRACE_SECONDS
from pickomino.rooms.protocol import events, messages
from pickomino.rooms.storage.memory_store import MemoryStore
from support.room_harness import (
    ManualClock,
    error_code,
    idle,
    play_to_the_end,
    practice_room,
    practice_view,
    room_service,
    wait_for_bots,
)

TWO = (messages.PersonSeat("Ann"), messages.PersonSeat("Ida"))


async def test_wrong_tokens_and_room_codes_are_refused():
    async with room_service() as service:
        code, token = await practice_room(service)
        other, foreign = await practice_room(service)
        before = await service.store.load(code)
        act = messages.Act("r")
        forged = token[:-1] + ("A" if token[-1] != "A" else "B")
        for wrong in (forged, foreign, "", "x" * 99, "\ud800", None):
            assert await error_code(service.command(code, wrong, act, 1)) == "bad_token"
            if wrong is not None:
                assert await error_code(service.view(code, wrong)) == "bad_token"
        join = service.command(code, forged, messages.Join("Eve"))
        assert await error_code(join) == "bad_token"
        for wrong in ("ZZZZZZZZ", "../../et", "", "a" * 999, "ABCDEFG0"):
            assert await error_code(service.view(wrong, token)) == "unknown_room"
            assert await error_code(service.command(wrong, token, act, 1)) == "unknown_room"
            assert await error_code(service.subscribe(wrong)) == "unknown_room"
            assert await error_code(service.record(wrong)) == "unknown_room"
            assert await error_code(service.archive(wrong)) == "unknown_room"
        assert code != other
        assert await service.store.load(code) == before


async def test_invalid_rooms_are_refused():
    async with room_service() as service:
        for seats, settings, code in (
            ((), messages.Settings(), "bad_players"),
            (TWO * 4, messages.Settings(), "bad_players"),
            (TWO, messages.Settings(rules="nonsense"), "unknown_rules"),
            (TWO, messages.Settings(rules="("), "bad_rules"),
            (TWO, messages.Settings(turn_seconds=2), "bad_turn_seconds"),
            (TWO, messages.Settings(turn_limit=0), "bad_turn_limit"),
            (TWO, messages.Settings(turn_limit=5001), "turn_limit_too_high"),
            ((messages.PersonSeat("\n"),), messages.Settings(), "bad_name"),
            ((messages.BotSeat("nobody"),), messages.Settings(), "unknown_bot"),
        ):
            assert await error_code(service.create(messages.CreateRoom(seats, settings))) == code
        command = messages.CreateRoom(TWO, messages.Settings())
        assert await error_code(service.create(command, seed=1)) == "bad_seed"
        assert await error_code(service.create(command, token="weak")) == "bad_token"  # noqa: S106
        assert await service.store.codes() == ()


async def test_tokens_are_stored_hashed():
    async with room_service() as service:
        code, token = await practice_room(service)
        log = await service.store.load(code)
    assert token not in repr(log)
    assert len(token) == 43


async def test_player_takes_a_seat_back_after_the_clock():
    clock = ManualClock()
    async with room_service(clock=clock) as service:
        settings = messages.Settings(practice=True, turn_seconds=20)
        code, token, view = await practice_view(service, *TWO, settings=settings)
        assert view.deadline == clock.now() + 20
        await clock.advance(19)
        assert (await service.view(code, token)).version == view.version
        await clock.advance(1)
        await wait_for_bots(service, code)
        later = await service.view(code, token, since=view.version)
        assert later.room.seats[0].stand_in
        assert isinstance(later.frames[0].event, events.TakenOver)
        assert any(getattr(frame.event, "by_bot", False) for frame in later.frames)
        await service.command(code, token, messages.TakeBack(0))
        view = await service.view(code, token)
    assert not view.room.seats[0].stand_in


async def test_bot_plays_for_an_absent_player():
    clock = ManualClock()
    async with room_service(clock=clock) as service:
        seats = messages.PersonSeat("Ann"), messages.OpenSeat()
        code, token = await practice_room(service, *seats, start=False)
        await service.command(code, None, messages.Join("Ben"))
        await service.command(code, token, messages.Start(), 2)
        await service.set_presence(code, token, is_here=False)
        assert (await service.view(code)).room.seats[0].is_absent
        await service.set_presence(code, token, is_here=True)
        await clock.advance(100)
        assert not (await service.view(code)).room.seats[0].stand_in
        await service.set_presence(code, token, is_here=False)
        await clock.advance(100)
        assert (await service.view(code)).room.seats[0].stand_in


async def test_reactions_do_not_restart_a_thinking_bot():
    clock = ManualClock()
    async with room_service(clock=clock, bot_pause=5.0) as service:
        seats = messages.BotSeat("random"), messages.PersonSeat("Ann")
        code, token = await practice_room(service, *seats)
        await idle()
        await clock.advance(3)
        await service.command(code, token, messages.React(1, "hurry"))
        await clock.advance(2)
        assert service.bots.asked == 1


async def test_restart_continues_from_the_log():
    store = MemoryStore()
    async with room_service(store, clock=ManualClock(), bot_pause=5.0) as service:
        bots = await practice_room(service, messages.BotSeat("random"), messages.BotSeat("random"))
        settings = messages.Settings(practice=True, turn_seconds=20)
        slow = await practice_room(service, *TWO, settings=settings)
        idle_room = await practice_room(service, *TWO)
    before = dict(store.logs)
    clock = ManualClock(now=5000.0)
    async with room_service(store, clock=clock) as service:
        assert await service.resume_all() == 2
        await wait_for_bots(service, bots[0])
        assert (await service.view(bots[0])).phase == "over"
        assert not (await service.view(slow[0])).room.seats[0].stand_in
        await clock.advance(GRACE_SECONDS)
        assert (await service.view(slow[0])).room.seats[0].stand_in
    for code, log in before.items():
        assert store.logs[code][: len(log)] == log
    assert store.logs[idle_room[0]] == before[idle_room[0]]


def test_damaged_room_does_not_stop_the_others(caplog):
    async def play():
        store = MemoryStore()
        async with room_service(store, bot_pause=5.0) as service:
            code, _ = await practice_room(
                service, messages.BotSeat("random"), messages.BotSeat("random")
            )
        store.logs["DAMAGED2"] = store.logs[code][1:]
        async with room_service(store) as service:
            assert await service.resume_all() == 1
            assert await error_code(service.view("DAMAGED2")) == "room_damaged"

    with caplog.at_level(logging.CRITICAL):
        asyncio.run(play())


async def test_closed_service_refuses_everything():
    async with room_service() as service:
        code, token = await practice_room(service)
        subscription = await service.subscribe(code)
        await service.close()
        assert (
            await error_code(service.command(code, token, messages.Act("r"), 1)) == "service_closed"
        )
        assert await error_code(service.create(messages.CreateRoom(TWO))) == "service_closed"
        assert await error_code(service.subscribe(code)) == "service_closed"
        assert [update async for update in subscription] == []


class FailingStore(MemoryStore):
    fails = False

    async def append(self, *change):
        if self.fails:
            raise PickominoError("store_failed", reason="full")
        await super().append(*change)


@pytest.mark.parametrize("late", [-1, 1])
async def test_players_get_grace_after_a_storage_failure(late):
    """The deadline passed just before or just after the store worked again."""
    store, clock = FailingStore(), ManualClock()
    async with room_service(store, clock=clock) as service:
        settings = messages.Settings(practice=True, turn_seconds=20)
        code, _ = await practice_room(service, *TWO, settings=settings)
        store.fails = True
        await clock.advance(20 + late)
        store.fails = False
        service.grant_grace_period()
        await clock.advance(GRACE_SECONDS - 1)
        early = (await service.view(code)).room.seats[0].stand_in
        await clock.advance(1)
        assert (early, (await service.view(code)).room.seats[0].stand_in) == ("", "family")


async def test_bots_retry_after_a_failed_append():
    store, clock = FailingStore(), ManualClock()
    async with room_service(store, clock=clock) as service:
        code, token = await practice_room(service)
        view = await service.view(code, token)
        store.fails = True
        act = messages.Act(view.you.legal[0])
        subscription = await service.subscribe(code)
        assert await error_code(service.command(code, token, act, view.version)) == "store_failed"
        assert (await service.view(code, token)).table.wfen == view.table.wfen
        store.fails = False
        while (view := await service.view(code, token)).you.is_your_turn:
            await service.command(code, token, messages.Act(view.you.legal[0]), view.version)
        store.fails = True
        await idle()
        stuck = await service.view(code, token)
        store.fails = False
        await clock.advance(2)
        await wait_for_bots(service, code)
        subscription.close()
        after = await service.view(code, token)
    assert after.version > stuck.version


async def test_only_a_slow_subscriber_is_dropped():
    async with room_service(pubsub=LocalPubSub(max_queued=3, max_subscribers=3)) as service:
        code, token = await practice_room(service)
        slow, quick, spare = [await service.subscribe(code) for _ in range(3)]
        assert await error_code(service.subscribe(code)) == "too_many_watchers"
        spare.close()
        versions = []

        async def follow():
            async for update in quick:
                versions.extend(range(update.since + 1, update.version + 1))

        following = asyncio.create_task(follow())
        view = await play_to_the_end(service, code, token)
        await idle()
        quick.close()
        await following
        first, *rest = [item async for item in slow]
        assert isinstance(first, Resync)
        assert rest == []
    assert versions == list(range(versions[0], view.version + 1))


async def test_archived_room_is_unknown():
    async with room_service() as service:
        code, token = await practice_room(service)
        await service.archive(code)
        assert await error_code(service.view(code, token)) == "unknown_room"
        assert await service.store.codes() == ()
        assert code in service.store.archived


async def test_start_requires_the_current_version():
    async with room_service() as service:
        code, token = await practice_room(service, *TWO, start=False)
        assert await error_code(service.command(code, token, messages.Start())) == "no_version"
        assert await error_code(service.command(code, token, messages.Start(), 99)) == "stale"
        assert await error_code(service.record(code)) == "not_running"
