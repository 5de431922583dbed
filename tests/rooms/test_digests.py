"""Views carry the digest of the log, so that a client notices a log that changed under it."""

import msgspec

from pickomino.rooms import Act, LogEntry, PersonSeat
from pickomino.rooms.domain.tokens import hash_token
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.log_chain import LogHead, LogTail, short_digest
from pickomino.rooms.protocol.views import RoomView
from support.room_harness import practice_view, room_service

SEATS = (PersonSeat("Ann"), PersonSeat("Ida"))


async def play_some(service, code, token, moves=4):
    for _ in range(moves):
        view = await service.view(code, token)
        await service.command(code, token, Act(view.you.legal[0]), view.version)


async def test_view_names_the_digest_of_the_version_seen():
    """Whether the service has kept the last changes, or must load the log."""
    async with room_service() as service, room_service(service.store) as other:
        code, token, _ = await practice_view(service, *SEATS)
        await play_some(service, code, token)
        digests = [
            short_digest(digest) for digest in (await service.store.load_with_digests(code)).digests
        ]
        for rooms in (service, other):
            views = [await rooms.view(code, token, since + 1) for since in range(len(digests))]
            assert [view.digest_before for view in views] == digests
            assert {view.digest for view in views} == {digests[-1]}
    assert len(set(digests)) == len(digests)


async def test_first_view_names_no_earlier_digest():
    async with room_service() as service:
        code, token, _ = await practice_view(service, *SEATS)
        for since in (None, 0, 1000):
            assert (await service.view(code, token, since)).digest_before == ""


async def test_update_says_what_it_continues_only_to_clients_that_were_sent_another_log():
    """The digest before is 35 of about 500 bytes, and a client has it from its last view."""
    async with room_service() as service:
        code, token, view = await practice_view(service, *SEATS)
        await service.command(code, token, Act(view.you.legal[0]), view.version)
        seen = code, hash_token(token), view.version
        update = service.cached_update(*seen, view.digest)
        assert update is not None
        assert update == (service.cached_version(code), update.digest, update.text)
        assert msgspec.json.decode(update.text, type=RoomView).digest_before == ""
        assert service.cached_update(*seen, "00ff00ff00ff00ff") is None
        built = await service.build_update(*seen)
        assert msgspec.json.decode(built.text, type=RoomView).digest_before == view.digest


async def test_events_that_do_not_continue_the_log_are_refused():
    async with room_service() as service:
        code, _, view = await practice_view(service, *SEATS)
        head = service.cached_head(code)
        entry = LogEntry(view.version + 1, 2e9, events.Reacted(0, "hello"))
        forged = service.store.batch(code, head._replace(digest="0" * 64), (entry,))
        honest = service.store.batch(code, head, (entry,))
        gap = LogHead(view.version + 2, honest.after.digest)
        for after in (forged.after, gap):
            tail = LogTail(honest.log, honest.rows, after)
            assert not await service.on_remote_update(code, tail)
        assert service.cached_head(code) == head
        assert await service.on_remote_update(code, LogTail(honest.log, honest.rows, honest.after))
        assert service.cached_head(code) == honest.after
