"""How many bytes a server sends, which decides how many tables a connection carries."""

from pickomino.rooms import Act, CreateRoom, OpenSeat, PersonSeat, Start
from pickomino.rooms.domain.tokens import hash_token
from pickomino.rooms.protocol.messages import Join, encode
from support.room_harness import exchange_nonces, room_service

MAX_BYTES = 2250
"""What four players get for an action, with its answer: 2.2 KiB, as in `docs/performance.md`."""
ACTIONS = 120


async def test_action_at_a_table_of_four_takes_few_bytes():
    async with room_service() as service:
        room = await service.create(CreateRoom((PersonSeat("Ann"), *[OpenSeat()] * 3)))
        names = "Ben 1", "Ben 2", "Ben 3"
        joined = [await service.command(room.code, None, Join(name)) for name in names]
        tokens = [room.token, *(done.token for done in joined)]
        await service.command(room.code, room.token, Start(), joined[-1].version)
        await exchange_nonces(service, room.code, *tokens)
        views = [await service.view(room.code, token) for token in tokens]
        size = 0
        for _ in range(ACTIONS):
            acting = next(seat for seat, view in enumerate(views) if view.you.is_your_turn)
            legal = views[acting].you.legal
            action = next((token for token in legal if token[0] in "rk"), legal[0])
            seen = views[acting].version, views[acting].digest
            done = await service.command(room.code, tokens[acting], Act(action), seen[0])
            size += len(encode(done))
            for token in tokens:
                size += len(service.cached_update(room.code, hash_token(token), *seen).text)
            views = [await service.view(room.code, token) for token in tokens]
    assert size / ACTIONS < MAX_BYTES
