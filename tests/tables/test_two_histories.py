"""A server that shows two histories of one game to two real clients."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from pickomino.core.dice_terms import nonce_commitment
from pickomino.rooms.protocol.messages import Start
from pickomino.tables import dice_promises
from pickomino.tables.log_watch import log_mark
from support.adversary.deviations import OTHER_NONCE
from support.adversary.malicious_room import Json, MaliciousRoom, rolls_of
from support.adversary.outcome import Outcome
from support.adversary.terminal import attack_terminal, terminal_at


@pytest.fixture(autouse=True)
def same_nonces(monkeypatch):
    """Let every run draw the same nonces, so that two rolls are never equal by chance."""
    draw = random.Random(1)
    fixed = SimpleNamespace(token_hex=lambda size: draw.randbytes(size).hex())
    monkeypatch.setattr(dice_promises, "secrets", fixed)


async def play_as(folder, seat) -> Outcome:
    """Play the history in which only this seat belongs to a real player."""
    folder.mkdir()
    return await attack_terminal(folder, "committed", (), MaliciousRoom(victim=seat))


async def test_two_histories_have_different_dice(tmp_path):
    """Each client is safe in its own history, and they cannot be brought together again."""
    ann, ben = await play_as(tmp_path / "a", 0), await play_as(tmp_path / "b", 1)
    for outcome in (ann, ben):
        assert (outcome.alarm, outcome.notice, outcome.is_verified) == ("", "", True)
        assert outcome.room.is_fair
    assert ann.room.state.dice.commitment == ben.room.state.dice.commitment
    assert rolls_of(ann.room) != rolls_of(ben.room)


def forge_hash(view: Json) -> None:
    """Show another hash of seat c."""
    shown = view["room"]
    if shown["nonce_commitments"][2:] not in ([], [""]):
        shown["nonce_commitments"][2] = nonce_commitment(shown["commitment"], 2, OTHER_NONCE)


async def test_two_hashes_for_two_clients_raise_an_alarm(tmp_path):
    """Both clients play one game, in which seat c can keep only one of its promises."""
    ann, ben = MaliciousRoom(), MaliciousRoom(victim=1)
    ben.room = ann.room
    ann.changes.append(forge_hash)
    del ann.accomplices[1]
    async with (
        terminal_at(ann, tmp_path / "a") as first,
        terminal_at(ben, tmp_path / "b") as second,
    ):
        ann.room.do(Start())
        for step in (ann.accomplices_commit, ann.accomplices_reveal, lambda: None):
            for _ in range(2):
                await first.run(ann.show())
                await second.run(ben.show())
            step()
        assert ann.state.phase == "playing"
        assert (len(ann.exposures), len(ben.exposures)) == (1, 1)
        assert first.player.table.alarm.code == "other_nonce_changed"
        assert second.player.table.alarm is None


async def test_clients_of_two_histories_have_different_marks(tmp_path):
    """A server that shows both the same digest still shows them different tables."""
    marks = set()
    for seat, folder in enumerate((tmp_path / "a", tmp_path / "b")):
        room = MaliciousRoom(victim=seat)
        room.changes.append(lambda view: view.update(digest="00ff00ff00ff00ff"))
        async with terminal_at(room, folder) as client:
            await client.run(room.to_stage("playing"))
            marks.add(log_mark(await client.player.until(lambda view: view.phase == "playing")))
    assert len(marks) == 2
