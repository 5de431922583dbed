"""Whole games through the service, compared with their records."""

import asyncio
import random

import pytest

from pickomino import Game, TurnEnd, legal_actions, scores, verify, winners
from pickomino.record import state as record
from pickomino.rooms import LocalPubSub, encode, fold
from pickomino.rooms.domain.decide import PlayForBot
from pickomino.rooms.protocol import events, messages
from pickomino.rooms.storage.memory_store import MemoryStore
from pickomino.rooms.views.room_views import summary_of
from support.room_harness import (
    ManualClock,
    PureRoom,
    ann_and_bot,
    error_code,
    exchange_nonces,
    idle,
    nonce_of,
    play_to_the_end,
    practice_room,
    room_service,
    wait_for_bots,
)
from support.short_positions import EVERY


def room_events(game):
    """Return the events of a game as a room logs them."""
    for event in game.events:
        match event:
            case record.RollEvent(seat, roll):
                yield events.Rolled(seat, str(roll))
            case record.ActionEvent(seat, action):
                yield events.Acted(seat, str(action))
            case TurnEnd():
                pass  # implied by the others


@pytest.mark.parametrize("rules", EVERY)
def test_fold_agrees_with_the_record_at_every_step(rules):
    rng = random.Random(rules)
    table = PureRoom(
        *[messages.PersonSeat("Ann"), messages.BotSeat("random"), messages.BotSeat("family")],
        rules=rules,
        practice=True,
    )
    table.do(messages.Start())
    steps = 0
    while (seat := table.state.to_act) is not None:
        steps += 1
        if steps < 40 or steps % 40 == 0 or table.position.turn.phase.value == "raven":
            compare(table)
        actions = legal_actions(table.position)
        action = actions[0] if actions[-1].kind == "q" else rng.choice(actions)
        if seat == 0:
            table.do(messages.Act(str(action)))
        else:
            table.do(PlayForBot(seat, action), "")
    compare(table)
    table.check()
    assert verify(table.state.record()).is_valid


def compare(table):
    game = Game.from_wgn(table.state.record())
    state = table.state.game
    assert game.position == state.position
    assert game.events == tuple(step.event for step in state.steps)
    if not game.is_over:
        assert game.turn_label(game.turn) == state.turn_label
    kinds = events.Rolled | events.Acted
    logged = [entry.event for entry in table.log if isinstance(entry.event, kinds)]
    plain = [
        events.Acted(event.seat, event.action) if isinstance(event, events.Acted) else event
        for event in logged
    ]
    assert list(room_events(game)) == plain


def test_record_of_a_running_game_hides_the_seed():
    table = ann_and_bot(practice=True)
    table.do(messages.Start())
    assert "DiceSeed" not in table.state.record()


@pytest.mark.parametrize("rules", EVERY)
async def test_people_and_bots_play_a_whole_game(rules):
    async with room_service() as service:
        seats = (
            messages.PersonSeat("Ann"),
            messages.BotSeat("random"),
            messages.PersonSeat("Ida"),
            messages.BotSeat("expert"),
        )
        settings = messages.Settings(rules=rules, practice=True)
        code, token = await practice_room(service, *seats, settings=settings)
        view = await play_to_the_end(service, code, token)
        log = await service.store.load(code)
        wgn, state = await service.record(code), fold(log)
    game = Game.from_wgn(wgn)
    assert view.phase == "over"
    assert view.table.scores == scores(game.position)
    assert view.table.winners == winners(game.position)
    assert view.version == state.version
    assert view.room.names == ("Ann", "bot:random", "Ida", "bot:expert")
    assert verify(wgn).rolls == state.game.rolls


async def test_friends_play_with_committed_dice():
    async with room_service() as service:
        seats = (
            messages.PersonSeat("Ann"),
            messages.OpenSeat(),
            messages.BotSeat("random"),
            messages.OpenSeat(),
        )
        created = await service.create(messages.CreateRoom(seats, messages.Settings()))
        code, ann = created.code, created.token
        ben = (await service.command(code, None, messages.Join("Ben"))).token
        view = await service.view(code, ann)
        await service.command(code, ann, messages.Start(), view.version)
        commitment = (await service.view(code)).room.commitment
        await exchange_nonces(service, code, ann, ben)
        await play_all(service, code, (ann, ben))
        nonces = nonce_of(ann), nonce_of(ben)
        wgn, log = await service.record(code), await service.log(code)
    game = Game.from_wgn(wgn)
    assert game.tags["DiceVersion"] == "4"
    assert game.tags["DiceCommit"] == commitment
    assert (game.tags["Nonce_a"], game.tags["Nonce_b"]) == nonces
    assert "Nonce_c" not in game.tags
    assert verify(wgn).is_valid
    assert verify(wgn).doubts == ()
    assert verify(wgn).rolls > 10
    assert log[-1].event.secret == game.tags["DiceSecret"]


async def play_all(service, code, tokens):
    """Play for several players until the game is over."""
    while True:
        await wait_for_bots(service, code)
        views = [await service.view(code, token) for token in tokens]
        if views[0].phase == "over":
            return
        (turn,) = [i for i, view in enumerate(views) if view.you.is_your_turn]
        others = [view for i, view in enumerate(views) if i != turn]
        assert not any(view.you.legal for view in others)
        assert views[turn].you.legal
        await service.command(
            code, tokens[turn], messages.Act(views[turn].you.legal[0]), views[turn].version
        )


async def test_dice_secrets_are_hidden_until_the_end():
    draws = []
    rng = random.Random(5)

    def draw(count):
        draws.append(rng.randbytes(count))
        return draws[-1]

    async with room_service(draw=draw, pubsub=LocalPubSub(max_queued=1000)) as service:
        seats = messages.PersonSeat("Ann"), messages.BotSeat("random")
        created = await service.create(messages.CreateRoom(seats, messages.Settings(turn_limit=8)))
        code, token = created.code, created.token
        await service.command(code, token, messages.Start(), 1)
        secret = fold(await service.store.load(code)).dice.secret
        assert secret.encode() in encode(await service.store.load(code))
        assert any(secret == drawn.hex() for drawn in draws)
        await exchange_nonces(service, code, token)
        seen = []
        while True:
            await wait_for_bots(service, code)
            view = await service.view(code, token, since=0)
            if view.phase == "over":
                break
            watched = await service.view(code, since=0)
            listed = summary_of(fold(await service.store.load(code)))
            log, wgn = await service.log(code), await service.record(code)
            seen += [encode(part) for part in (view, watched, listed, log, wgn)]
            seen.append(repr(fold(await service.store.load(code))).encode())
            await service.command(code, token, messages.Act(view.you.legal[0]), view.version)
    last = encode(view)
    assert secret.encode() in last
    assert len(seen) > 50
    for part in seen:
        assert secret.encode() not in part
    for part in [*seen, last]:
        assert token.encode() not in part
        assert b'"host":"' not in part
        assert b'"token":"' not in part


async def test_earlier_games_of_a_room_keep_their_records():
    async with room_service() as service:
        settings = messages.Settings(rules="mini", practice=True)
        code, token = await practice_room(service, settings=settings)
        view = await play_to_the_end(service, code, token)
        first, first_id = await service.record(code), view.room.game_id
        done = await service.command(code, token, messages.Rematch(), view.version)
        await service.command(code, token, messages.Start(), done.version)
        await play_to_the_end(service, code, token)
        assert await error_code(service.record(code, "nothing")) == "not_running"
        again, second = await service.record(code, first_id), await service.record(code)
    assert first == again
    assert first != second


async def test_undo_includes_the_moves_of_bots():
    async with room_service() as service:
        code, token = await practice_room(service)
        before = await service.view(code, token)
        while (view := await service.view(code, token)).table.turn == before.table.turn:
            await service.command(code, token, messages.Act(view.you.legal[0]), view.version)
            await wait_for_bots(service, code)
        while (view := await service.view(code, token)).you.can_undo:
            await service.command(code, token, messages.Undo(), view.version)
            await wait_for_bots(service, code)
        after = view
    assert before.table.wfen == after.table.wfen
    assert after.version > before.version


async def test_undo_cancels_a_thinking_bot():
    clock = ManualClock()
    async with room_service(clock=clock, bot_pause=5.0) as service:
        code, token = await practice_room(service)
        while (view := await service.view(code, token)).you.is_your_turn:
            await service.command(code, token, messages.Act(view.you.legal[0]), view.version)
        assert not view.you.legal
        await service.command(code, token, messages.Undo(), view.version)
        asked = service.bots.asked
        await clock.advance(60)
        asked_later, view = service.bots.asked, await service.view(code, token)
    assert asked == asked_later
    assert view.you.is_your_turn


async def test_view_includes_events_since_a_version():
    async with room_service() as service:
        code, token = await practice_room(service)
        view = await service.view(code, token)
        assert [frame.event for frame in view.frames] == [None]
        await service.command(code, token, messages.Act(view.you.legal[0]), view.version)
        await idle()
        before, after = view, await service.view(code, token, since=view.version)
    assert after.version == before.version + 1
    assert [type(frame.event) for frame in after.frames] == [events.Acted]
    assert not after.is_whole


async def test_taken_room_code_is_drawn_again():
    store = MemoryStore()
    async with room_service(store) as one, room_service(store) as other:
        first, second = (await practice_room(one))[0], (await practice_room(other))[0]
    assert first != second


def test_same_random_bytes_give_the_same_log():
    table = ann_and_bot(seed=3)
    again = ann_and_bot(seed=3)
    for room in (table, again):
        room.do(messages.Start())
        room.commit(0)
        room.reveal(0)
    assert table.log == again.log


async def test_events_are_stored_before_they_are_published():
    class Watching(MemoryStore):
        async def append(self, *change):
            await super().append(*change)
            await asyncio.sleep(0)

    async with room_service(Watching()) as service:
        code, token = await practice_room(service)
        subscription = await service.subscribe(code)
        view = await service.view(code, token)
        await service.command(code, token, messages.Act(view.you.legal[0]), view.version)
        update = await subscription.next()
        stored = await service.store.load(code)
        assert stored[-1].version >= update.version
        subscription.close()
