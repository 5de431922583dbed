"""The file store: incomplete lines, other files, concurrent processes, permissions."""

import asyncio
import os
import stat
import subprocess
import sys
import textwrap
from typing import get_args

import pytest

from pickomino import PickominoError
from pickomino.rooms import (
    CreateRoom,
    FileStore,
    LogEntry,
    PersonSeat,
    RoomService,
    Settings,
    encode,
)
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.log_chain import first_head, plain_batch
from pickomino.rooms.protocol.score import Score
from pickomino.rooms.storage.file_store import HEADER
from pickomino.rooms.storage.store import VersionConflict
from pickomino.tables.saved_games import saved_games
from support.room_harness import InstantBots

CODE = "ABCDEFGH"


def entries(first, count):
    return tuple(LogEntry(first + i, 1.0, events.Reacted(0, "hello")) for i in range(count))


def append_now(store, code, version, log):
    """Append events to a log that has this version."""
    before = store.load_now(code) if version else ()
    head = plain_batch(first_head(code), before).after
    store.append_now(code, store.batch(code, head._replace(version=version), log))


@pytest.fixture
def store(tmp_path):
    return FileStore(tmp_path / "rooms")


@pytest.fixture
def path(store):
    return store.folder / f"{CODE}.room"


def filled(store, batches=3):
    for batch in range(batches):
        append_now(store, CODE, 2 * batch, entries(2 * batch + 1, 2))
    return entries(1, 2 * batches)


def test_appended_events_are_loaded(store):
    log = filled(store)
    assert store.load_now(CODE) == log
    assert FileStore(store.folder).load_now(CODE) == log


def test_every_kind_of_event_round_trips(store):
    seat, settings = events.Seat("person", "Zoë", "", "ab"), Settings(rules="mini")
    kinds = (
        events.RoomCreated(
            CODE, settings, (seat, events.Seat()), "cd", 5, 1, Score(1, (1, 0), (3, 2))
        ),
        events.SettingsChanged(settings),
        events.SeatChanged(1, events.Seat("bot", bot="family")),
        events.StarterChosen(1),
        events.HostChanged(1, "ef"),
        events.HostAway(is_away=True),
        events.SeatsArranged((0, 2)),
        events.DiceCommitted("game", "sha256:00", "5e", "2026-11-16T12:00:00Z", 1),
        events.NonceCommitted(0, "sha256:01"),
        events.NonceGiven(0, "00ff"),
        events.GameStarted("game", "sha256:00", ("00ff", ""), starter=1),
        events.Rolled(0, "12345wwwI"),
        events.Acted(0, "kw", by_bot=True),
        events.TurnEnded(0),
        events.GameEnded((3, 2), (0,), False, "5e"),
        events.Undone(4),
        events.Absent(0),
        events.Returned(0),
        events.TakenOver(0, "family", "clock"),
        events.Voted(0, 1),
        events.TakenBack(0),
        events.Reacted(0, "ouch"),
        events.RematchOpened((0, 1), 1),
        events.Agreed(1),
    )
    assert {type(event) for event in kinds} == set(get_args(events.Event))
    log = tuple(LogEntry(version, 0.5, event) for version, event in enumerate(kinds, 1))
    append_now(store, CODE, 0, log)
    assert FileStore(store.folder).load_now(CODE) == log
    shown = encode(events.redact_log(log[:11]))
    for private in (b'"ab"', b'"cd"', b'"ef"', b'"5e"', b"seed"):
        assert private in encode(log)
        assert private not in shown


def test_append_to_another_version_conflicts(store):
    filled(store)
    for expected in (0, 5, 7):
        with pytest.raises(VersionConflict):
            append_now(store, CODE, expected, entries(expected + 1, 1))
    assert len(store.load_now(CODE)) == 6


def test_creating_a_room_twice_conflicts(store):
    filled(store)
    with pytest.raises(VersionConflict) as caught:
        append_now(FileStore(store.folder), CODE, 0, entries(1, 1))
    assert caught.value.code == "stale"


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_incomplete_last_line_is_cut_off(store, path, cut):
    log = filled(store)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    again = FileStore(store.folder)
    assert again.load_now(CODE) == log[:4]
    append_now(again, CODE, 4, log[4:])
    assert path.read_bytes() == whole


def test_incomplete_line_is_cut_off_before_an_append(store, path):
    filled(store)
    with path.open("ab") as file:
        file.write(b'[{"version":7,"at"')
    append_now(store, CODE, 6, entries(7, 1))
    assert len(FileStore(store.folder).load_now(CODE)) == 7


@pytest.mark.parametrize("garbage", [b"\0" * 50, b"[]]\n", b"\xff\n"])
def test_garbage_at_the_end_is_cut_off(store, path, garbage):
    log = filled(store)
    with path.open("ab") as file:
        file.write(garbage)
    assert FileStore(store.folder).load_now(CODE) == log


def test_garbage_in_the_middle_is_damage(store, path):
    filled(store)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1] + b"?\n" + lines[3])
    with pytest.raises(PickominoError) as caught:
        FileStore(store.folder).load_now(CODE)
    assert caught.value.code == "room_damaged"
    assert path.read_bytes().count(b"\n") == 4


def test_missing_line_is_damage(store, path):
    filled(store)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1] + lines[3])
    with pytest.raises(PickominoError, match="damaged"):
        FileStore(store.folder).load_now(CODE)


def test_file_of_another_format_is_not_changed(store, path):
    filled(store)
    path.write_bytes(b'{"format":"pickomino-room","version":2}\n')
    with pytest.raises(PickominoError, match="damaged"):
        FileStore(store.folder).load_now(CODE)
    assert HEADER not in path.read_bytes()


@pytest.mark.parametrize("code", ["../ABCDE", "", "abcdefgh", "ABCDEFG", "A" * 300, "ABCDEFG\0"])
def test_no_code_escapes_the_folder(store, code):
    for attempt in (
        lambda: store.load_now(code),
        lambda: append_now(store, code, 0, entries(1, 1)),
    ):
        with pytest.raises(PickominoError) as caught:
            attempt()
        assert caught.value.code == "unknown_room"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no file modes")
def test_files_are_readable_only_by_their_owner(store, path):
    filled(store)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700


def test_codes_list_the_last_changed_room_first(store):
    filled(store)
    append_now(store, "BBBBBBBB", 0, entries(1, 1))
    os.utime(store.folder / f"{CODE}.room", (1, 1))
    (store.folder / "notes.room").write_text("another file")
    (store.folder / ".CCCCCCCC.room.1a2b3c4d").write_text("never finished")
    assert asyncio.run(store.codes()) == ("BBBBBBBB", CODE)
    assert asyncio.run(FileStore(store.folder / "nowhere").codes()) == ()


def test_archived_and_deleted_rooms_are_gone(store):
    filled(store)
    append_now(store, "BBBBBBBB", 0, entries(1, 1))
    asyncio.run(store.archive(CODE))
    asyncio.run(store.delete("BBBBBBBB"))
    assert store.codes_now() == ()
    assert (store.folder / "archive" / f"{CODE}.room").exists()
    for remove in (store.archive, store.delete):
        with pytest.raises(PickominoError) as caught:
            asyncio.run(remove(CODE))
        assert caught.value.code == "unknown_room"


def test_unwritable_folder_is_reported(tmp_path):
    (tmp_path / "file").write_text("in the way")
    store = FileStore(tmp_path / "file")
    with pytest.raises(PickominoError) as caught:
        append_now(store, CODE, 0, entries(1, 1))
    assert caught.value.code == "store_failed"


WRITER = textwrap.dedent(
    """
    import sys
    from pickomino.rooms import FileStore, LogEntry
    from pickomino.rooms.protocol import events
    from pickomino.rooms.protocol.log_chain import first_head, plain_batch
    from pickomino.rooms.storage.store import VersionConflict

    store, wanted, won = FileStore(sys.argv[1]), 60, 0
    while won < wanted:
        log = store.load_now("ABCDEFGH")
        entry = LogEntry(len(log) + 1, 1.0, events.Reacted(0, sys.argv[2]))
        head = plain_batch(first_head("ABCDEFGH"), log).after
        try:
            store.append_now("ABCDEFGH", store.batch("ABCDEFGH", head, (entry,)))
        except VersionConflict:
            continue
        won += 1
    """
)


def test_two_processes_write_to_one_room(store):
    filled(store, 1)
    command = [sys.executable, "-c", WRITER, str(store.folder)]
    writers = [subprocess.Popen([*command, name]) for name in ("hello", "ouch")]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    log = store.load_now(CODE)
    reactions = [entry.event.reaction for entry in log[2:]]
    assert sorted(reactions) == ["hello"] * 60 + ["ouch"] * 60
    assert [entry.version for entry in log] == list(range(1, 123))


@pytest.mark.parametrize(
    "entry",
    [
        b'{"version":7,"at":1.0,"event":{"type":"Cheered","seat":0}}',
        b'{"version":7,"at":1e300,"event":{"type":"Absent","seat":0}}',
    ],
)
def test_complete_line_of_a_newer_version_is_kept(store, path, entry):
    """Such a line was once cut off like an incomplete one."""
    filled(store)
    with path.open("ab") as file:
        file.write(b"[" + entry + b"]\n")
    written = path.read_bytes()
    with pytest.raises(PickominoError, match="damaged"):
        store.load_now(CODE)
    assert path.read_bytes() == written


async def test_inconsistent_room_does_not_break_the_list(store, path):
    good = await RoomService(store, bots=InstantBots()).create(CreateRoom((PersonSeat("Ann"),)))
    await asyncio.to_thread(path.write_bytes, HEADER + encode(entries(1, 1)) + b"\n")
    games, unreadable = await saved_games(store.folder, 9)
    assert [game.code for game in games] == [good.code]
    assert unreadable == [path.name]


@pytest.mark.parametrize("line", [1, 3])
def test_file_with_a_changed_event_is_not_loaded(store, path, line):
    filled(store)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line] = lines[line].replace(b"hello", b"ouch")
    path.write_bytes(b"".join(lines))
    with pytest.raises(PickominoError) as caught:
        FileStore(store.folder).load_now(CODE)
    assert (caught.value.code, caught.value.parameters["version"]) == ("room_damaged", 2 * line)


def test_file_without_digests_is_continued(store, path):
    log = entries(1, 3)
    store.folder.mkdir()
    path.write_bytes(HEADER + encode(log[:2]) + b"\n" + encode(log[2:]) + b"\n")
    append_now(store, CODE, 3, entries(4, 1))
    digest = plain_batch(first_head(CODE), entries(1, 4)).after.digest
    assert FileStore(store.folder).load_now(CODE) == entries(1, 4)
    assert path.read_bytes().endswith(f',"{digest}"]\n'.encode())


def test_append_to_another_history_is_refused(store):
    filled(store)
    forked = plain_batch(first_head(CODE), entries(2, 6)).after
    with pytest.raises(VersionConflict):
        store.append_now(CODE, store.batch(CODE, forked, entries(7, 1)))
    assert len(store.load_now(CODE)) == 6
