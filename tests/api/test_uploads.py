"""Replays of records: what a browser needs to verify the dice is in them."""

import asyncio

import pytest

from pickomino import Game, Rules, SeededDice
from pickomino.api.uploads import replay_record
from pickomino.rooms import BotSeat, CreateRoom, LocalPubSub, PersonSeat, Settings, Start
from pickomino.rooms.views.replay import replay
from support.room_harness import exchange_nonces, play_to_the_end, room_service

DICE = ("commitment", "nonces", "dice_time", "dice_round", "dice_starter", "secret", "dice_game")
DICE += ("dice_seats", "voided_rounds", "names", "rules")


async def play_game():
    """Play a game with sealed dice; return its log and its record."""
    async with room_service(pubsub=LocalPubSub(max_queued=1000)) as service:
        seats = PersonSeat("Ann"), BotSeat("random")
        created = await service.create(CreateRoom(seats, Settings(turn_limit=8)))
        await service.command(created.code, created.token, Start(), created.version)
        await exchange_nonces(service, created.code, created.token)
        await play_to_the_end(service, created.code, created.token)
        return await service.log(created.code), await service.record(created.code)


@pytest.fixture(scope="module")
def finished():
    return asyncio.run(play_game())


def test_replay_of_a_record_has_the_same_dice(finished):
    log, record = finished
    played, uploaded = replay(log), replay_record(record, "content-id")
    for field in DICE:
        assert getattr(uploaded, field) == getattr(played, field), field
    assert uploaded.secret
    assert (uploaded.dice_room, uploaded.dice_game_id) == (played.code, played.game_id)
    rolls = [
        [frame.event.roll for frame in shown.frames if hasattr(frame.event, "roll")]
        for shown in (played, uploaded)
    ]
    assert rolls[0] == rolls[1]


def test_replay_of_a_changed_commitment_keeps_the_change(finished):
    record = finished[1]
    commitment = Game.from_wgn(record).tags["DiceCommit"]
    changed = record.replace(commitment, "sha256:" + "0" * 64)
    assert replay_record(changed, "id").commitment == "sha256:" + "0" * 64


@pytest.mark.parametrize("tag", ["DiceVersion", "DiceTime", "GameId"])
def test_replay_without_a_part_of_the_dice_cannot_be_verified(finished, tag):
    record = finished[1]
    value = Game.from_wgn(record).tags[tag]
    damaged = record.replace(f'[{tag} "{value}"]', f'[{tag} "?"]')
    assert damaged != record
    assert replay_record(damaged, "id").secret == ""


def test_replay_of_practice_dice_has_no_secret():
    game = Game(Rules.preset("mini"), 2, SeededDice(1), turn_limit=2)
    assert replay_record(game.wgn(), "id").secret == ""
