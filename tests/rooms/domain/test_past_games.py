"""Records and replays of the earlier games of a room."""

import pytest

from pickomino import Game, PickominoError
from pickomino.rooms import RoomState
from pickomino.rooms.domain.past_games import fold_without_past_moves, log_of_game, record_of
from pickomino.rooms.domain.room import fold
from pickomino.rooms.protocol import events
from pickomino.rooms.views.replay import replay
from support.room_harness import play_short_games, room_service


async def test_every_game_of_a_room_keeps_its_record():
    async with room_service() as service:
        code, records = await play_short_games(service)
        again = {game_id: await service.record(code, game_id) for game_id in records}
        log = await service.store.load(code)
    assert again == records
    assert len(set(records.values())) == 3
    for game_id, record in records.items():
        assert len(log_of_game(log, game_id)) < len(log) / 2
        shown = replay(log, game_id)
        assert (shown.game_id, shown.is_over) == (game_id, True)
        assert shown.frames[-1].wfen == Game.from_wgn(record).position.wfen()
    assert replay(log).game_id not in records, "the latest game is another one"


@pytest.mark.parametrize("find", [record_of, replay])
def test_unknown_game_is_refused_before_folding(find):
    log = tuple(
        events.LogEntry(version, 0.0, events.Rolled(0, "12345www")) for version in range(1, 9)
    )
    assert RoomState().game is None, "folding this log would raise another error"
    with pytest.raises(PickominoError) as refused:
        find(log, "unknown")
    assert refused.value.code == "not_running"


async def test_moves_of_earlier_games_do_not_affect_the_fold():
    async with room_service() as service:
        code, _ = await play_short_games(service)
        log = await service.store.load(code)
    for length in range(len(log) + 1):
        assert fold_without_past_moves(log[:length]) == fold(log[:length])
