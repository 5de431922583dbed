"""A malicious server against the terminal client, and against the example of a client.

Every attack is harmless or raises the alarm.
"""

from pathlib import Path

import pytest

from pickomino.core.dice_terms import DiceTerms
from pickomino.record.verification import Verification
from pickomino.tables import dice_promises
from pickomino.tables.dice_promises import DicePromise
from pickomino.tables.dice_watch import DiceWatch
from support.adversary.deviations import DEVIATIONS, HONEST, STAGES
from support.adversary.example import attack_example
from support.adversary.terminal import attack_terminal

CHECKS = {
    "complete": (DicePromise, "is_complete", True),
    "hashes": (DicePromise, "find_break", lambda *_: None),
    "nonces": (DicePromise, "find_change", lambda *_: None),
    "games": (DiceWatch, "_others", lambda *_: []),
    "rounds": (DiceTerms, "has_valid_rounds", True),
    "seats": (DicePromise, "has_swapped_seats", lambda *_: False),
    "secret": (DicePromise, "find_wrong_secret", lambda *_: None),
    "record": (DicePromise, "check", lambda *_: Verification(1, None)),
}
"""The checks of the client, and what a client without them would return."""


@pytest.mark.parametrize("stage", STAGES)
async def test_honest_server_raises_no_alarm(tmp_path, stage):
    outcome = await attack_terminal(tmp_path, stage, ())
    assert (outcome.alarm, outcome.notice) == ("", "")
    assert outcome.room.state.phase == "over"
    assert outcome.room.is_fair


@pytest.mark.parametrize("deviation", sorted(HONEST))
@pytest.mark.parametrize("stage", STAGES)
async def test_what_honest_servers_do_raises_no_alarm(tmp_path, stage, deviation):
    outcome = await attack_terminal(tmp_path, stage, (deviation,))
    outcome.check()
    assert outcome.alarm == ""
    assert outcome.room.state.phase == "over"


async def test_busy_server_raises_no_alarm(tmp_path):
    """The record of the last game, which the next one waits for, comes a little later."""
    outcome = await attack_terminal(tmp_path, "playing", ("busy", "next_game"))
    assert (outcome.alarm, outcome.notice, outcome.is_verified) == ("", "", True)
    assert outcome.room.has_own_nonce


async def test_game_deleted_by_housekeeping_is_no_alarm(tmp_path, monkeypatch):
    """The record of a game that the client had not seen end was once missed with an alarm."""
    monkeypatch.setattr(dice_promises, "MIN_DAYS_KEPT", 0)
    outcome = await attack_terminal(tmp_path, "playing", ("delete_record", "next_game"))
    assert (outcome.alarm, outcome.notice) == ("", "games_deleted")
    assert outcome.room.has_own_nonce


async def test_game_deleted_at_once_raises_the_alarm(tmp_path):
    """A server could otherwise drop games whose dice it dislikes."""
    outcome = await attack_terminal(tmp_path, "playing", ("delete_record", "next_game"))
    assert outcome.alarm == "secret_withheld"


@pytest.mark.parametrize("stage", STAGES)
async def test_rounds_without_an_offline_player_raise_no_alarm(tmp_path, stage):
    """A player who had revealed a nonce was missed only in a later round."""
    outcome = await attack_terminal(tmp_path, stage, ("offline", "bot_in", "time_out"))
    assert outcome.alarm == ""
    assert outcome.room.state.phase == "over"
    assert outcome.room.has_own_nonce is not bool(outcome.notice)


def test_page_counts_the_deviations():
    page = (Path(__file__).parents[2] / "docs/fair-dice.md").read_text("utf-8")
    assert f"runs a server with {len(DEVIATIONS)} such deviations" in page


@pytest.mark.parametrize("deviation", DEVIATIONS)
@pytest.mark.parametrize("stage", STAGES)
async def test_every_deviation_is_harmless_or_raises_the_alarm(tmp_path, stage, deviation):
    (await attack_terminal(tmp_path, stage, (deviation,))).check()


@pytest.mark.parametrize(
    ("stage", "script"),
    [
        ("committed", ("time_out", "hide_seat")),
        ("committed", ("hide_seat", "victim_out")),
        ("revealed", ("early", "hide_seat", "call_silent")),
        ("playing", ("hide_seat", "other_room", "busy", "time_out")),
    ],
)
async def test_hidden_seat_does_not_end_the_checks(tmp_path, stage, script):
    """A player shown as a spectator once got neither alarm nor notice."""
    (await attack_terminal(tmp_path, stage, script)).check()


@pytest.mark.parametrize(
    ("missing", "stage", "deviation"),
    [
        ("complete hashes nonces", "committed", "early"),
        ("complete hashes nonces", "committed", "erase_hash"),
        ("hashes nonces record", "revealed", "replace_hash"),
        ("hashes nonces record", "revealed", "other_history"),
        ("hashes nonces record", "committed", "skip"),
        ("hashes nonces record", "revealed", "bot_keeps_nonce"),
        ("games", "revealed", "new_id"),
        ("games", "revealed", "new_number"),
        ("games", "revealed", "cut_short"),
        ("hashes rounds", "revealed", "new_round"),
        ("secret record", "playing", "withhold_secret"),
        ("record", "playing", "relabel"),
        ("record", "playing", "forge_end"),
        ("hashes record", "committed", "short_limit"),
        ("seats", "playing", "swap_you"),
    ],
)
async def test_suite_detects_a_client_without_its_checks(
    tmp_path, monkeypatch, missing, stage, deviation
):
    """The suite once took a nonce revealed too early for harmless if it was revealed again."""
    for check in missing.split():
        monkeypatch.setattr(*CHECKS[check])
    outcome = await attack_terminal(tmp_path, stage, (deviation,))
    with pytest.raises(AssertionError, match="server could choose the dice"):
        outcome.check()


@pytest.mark.parametrize("stage", STAGES)
def test_honest_server_raises_no_alarm_in_the_example(stage):
    outcome = attack_example(stage, ())
    assert (outcome.alarm, outcome.is_verified, outcome.room.is_fair) == ("", True, True)


@pytest.mark.parametrize("deviation", DEVIATIONS)
@pytest.mark.parametrize("stage", STAGES)
def test_every_deviation_raises_the_alarm_in_the_example(stage, deviation):
    """It once revealed its nonce whenever the server asked for it."""
    attack_example(stage, (deviation,)).check()


@pytest.mark.parametrize(
    ("deviation", "text"),
    [
        ("forge_end", "ended the game before it was over"),
        ("short_limit", "changed its commitment"),
        ("swap_you", "another seat"),
        ("relabel", "a turn of the record breaks the rules"),
        ("more_dice", "a turn of the record breaks the rules"),
    ],
)
def test_example_says_what_is_wrong(deviation, text):
    """It once took every record with a result for that of the whole game."""
    assert text in attack_example("playing", (deviation,)).alarm
