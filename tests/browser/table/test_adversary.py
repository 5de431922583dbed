"""A malicious server against the browser client: every attack is harmless or raises the alarm."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from support.adversary.browser import PageAttack, attack_watcher, prepare
from support.adversary.deviations import DEVIATIONS, HONEST, MALFORMED, STAGES, hide_dice
from support.adversary.malicious_room import MaliciousRoom
from support.adversary.terminal import attack_terminal
from support.browser.play import make_table, remember


@pytest.fixture
def victim(page):
    """Return a page that runs the client's modules."""
    prepare(page)
    return page


def test_every_deviation_is_harmless_or_raises_the_alarm(victim):
    for stage in STAGES:
        for deviation in DEVIATIONS:
            attack_watcher(victim, stage, (deviation,)).check()


def test_what_honest_servers_do_raises_no_alarm(victim):
    for stage in STAGES:
        for script in ((), *((deviation,) for deviation in HONEST)):
            outcome = attack_watcher(victim, stage, script)
            assert (outcome.alarm, outcome.is_verified, script) == ("", True, script)
            is_out = (stage, script) in (
                ("committed", ("victim_out",)),
                ("revealed", ("victim_out",)),
                ("committed", ("time_out",)),
            )
            assert bool(outcome.notice) == is_out


def test_busy_server_raises_no_alarm(victim):
    """The record of the last game, which the next one waits for, comes a little later."""
    outcome = attack_watcher(victim, "playing", ("busy", "next_game"))
    assert (outcome.alarm, outcome.notice, outcome.is_verified) == ("", "", True)
    assert outcome.room.has_own_nonce


def test_game_deleted_by_housekeeping_is_no_alarm(victim):
    """The record of a game that the browser had not seen end was once missed with an alarm."""
    script = ("delete_record", "next_game")
    assert attack_watcher(victim, "playing", script).alarm == "secret_withheld"
    victim.evaluate("() => { let now = Date.now(); Date.now = () => { now += 1e8; return now; }; }")
    outcome = attack_watcher(victim, "playing", script)
    assert (outcome.alarm, outcome.notice) == ("", "games_deleted")
    assert outcome.room.has_own_nonce


def test_rounds_without_an_offline_player_raise_no_alarm(victim):
    """A player who had revealed a nonce was missed only in a later round."""
    for stage in STAGES:
        outcome = attack_watcher(victim, stage, ("offline", "bot_in", "time_out"))
        assert outcome.alarm == ""
        assert outcome.room.state.phase == "over"
        assert outcome.room.has_own_nonce is not bool(outcome.notice)


def test_hidden_seat_does_not_end_the_checks(victim):
    """A player shown as a spectator once got neither alarm nor notice."""
    for script in (("time_out", "hide_seat"), ("hide_seat", "victim_out")):
        attack_watcher(victim, "committed", script).check()
    attack_watcher(victim, "revealed", ("early", "hide_seat", "call_silent")).check()


def test_other_history_in_a_terminal_has_other_dice(victim, tmp_path):
    """A server shows one history of a game to a browser, and another to a terminal."""

    def play_in_terminal():
        return asyncio.run(attack_terminal(tmp_path, "committed", (), MaliciousRoom(victim=1)))

    browser = attack_watcher(victim, "committed", ())
    with ThreadPoolExecutor() as pool:  # Playwright's event loop runs in this thread
        terminal = pool.submit(play_in_terminal).result()
    for outcome in (browser, terminal):
        assert (outcome.alarm, outcome.notice, outcome.is_verified) == ("", "", True)
        assert outcome.room.is_fair
    dice, other = browser.room.state.dice, terminal.room.state.dice
    assert dice.commitment == other.commitment
    assert dice.nonces != other.nonces


def test_malformed_views_raise_the_alarm(victim):
    """The checks once ended with an error of which the player learned nothing."""
    for stage in STAGES:
        for deviation in MALFORMED:
            outcome = attack_watcher(victim, stage, (deviation,))
            assert (stage, deviation, outcome.alarm) == (stage, deviation, "bad_dice_rounds")


def test_alarm_outlives_a_reload(new_page, server):
    """A practice game after a reload once passed for one that had never been promised dice."""
    page, made = new_page(has_own_sockets=True), make_table(server, practice=False)
    remember(page, made)
    attack = PageAttack(page, made, "revealed", ())
    attack.run()
    hide_dice(attack.room)
    attack.show_again()
    expect(page.get_by_role("alert").filter(has_text="could choose the dice")).to_be_visible()


@pytest.mark.parametrize(
    ("stage", "deviation", "text"),
    [
        ("committed", "early", "before every player had committed to one"),
        ("revealed", "new_id", "although no player had dropped out"),
        ("revealed", "new_round", "although no player had dropped out"),
        ("revealed", "withhold_secret", "keeps the secret of a finished game"),
        ("revealed", "downgrade", "could choose the dice"),
        ("playing", "hide_dice", "could choose the dice"),
        ("playing", "relabel", "a turn that the rules do not allow"),
        ("playing", "swap_you", "another seat than the one that added to the dice"),
    ],
)
def test_page_shows_the_alarm(new_page, server, stage, deviation, text):
    # The server has no profile entry of a game that it pretends to have ended.
    new_page.refusals.append(("404", "/profile"))
    page, made = new_page(has_own_sockets=True), make_table(server, practice=False)
    remember(page, made)
    PageAttack(page, made, stage, (deviation,)).run()
    expect(page.get_by_role("alert").filter(has_text=text)).to_be_visible()


@pytest.mark.parametrize("how", ["victim_out", "time_out"])
def test_page_says_when_the_dice_were_made_without_it(new_page, server, how):
    page, made = new_page(has_own_sockets=True), make_table(server, practice=False)
    remember(page, made)
    PageAttack(page, made, "committed", (how,)).run()
    expect(
        page.get_by_text("This browser contributed no random number to these dice")
    ).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
