"""Plain text gives a screen reader everything needed to play."""

import asyncio
import os
import re
import sys

import pytest

from pickomino import Game, Position, legal_actions
from pickomino.cli.commands.play import play
from pickomino.cli.files import data_folder
from pickomino.cli.plain import prompts
from pickomino.cli.plain.session import PlainSession
from pickomino.core.position import Phase, scores
from pickomino.core.turns import total
from pickomino.i18n import texts_in
from pickomino.i18n.narration import describe_targets
from pickomino.i18n.narrator import Narrator
from pickomino.rooms import FileStore, RoomService, Settings
from pickomino.tables.offline import GamePlan, InProcessBots, OfflineTable, seat_plan
from pickomino.tables.saved_games import last_unfinished, saved_games
from support.cli_runner import pickomino

NAMES = ("Ann", "Gus")


async def new_session(read, *tags, seed, rules="standard"):
    """Return a session at a table that is not saved."""
    bots = InProcessBots()
    plan = GamePlan(tuple(map(seat_plan, tags)), Settings(rules, hints=True), seed)
    table = await OfflineTable.new(None, plan, bots)
    return PlainSession(table, texts_in("en"), is_new=True, bots=bots, read=read)


class Listener:
    """Plays by the printed text, and checks before each answer that it is complete."""

    def __init__(self, capsys, rules):
        self.capsys = capsys
        self.rules = rules
        self.output = ""
        self.asked = 0

    async def play(self):
        self.session = await new_session(self.answer, "Ann", "Gus", seed=5, rules=self.rules)
        await self.session.run()
        return self.output + self.capsys.readouterr().out

    def answer(self):
        self.asked += 1
        new = self.capsys.readouterr().out
        self.output += new
        view = self.session.view
        if view.phase == "over":
            return ""
        position = Position.from_wfen(view.table.wfen)
        heading = f"Turn {view.table.turn.rstrip('ab')}: {NAMES[position.seat]}"
        self.check(position, self.output[self.output.rindex(heading) :], new)
        legal = legal_actions(position)
        claims = [action for action in legal if action.kind in "ts"]
        return str(claims[0] if claims else max(legal, key=lambda action: action.value))

    def check(self, position, turn, new):
        for seat, name in enumerate(NAMES):
            worms = scores(position)[seat]
            assert f"{name}: {worms} worm" in turn, "what each player holds"
        need = describe_targets(position, Narrator(texts_in("en"), NAMES))
        assert f"{need[0].upper()}{need[1:]}." in new, "what the total still needs"
        if position.turn.phase is Phase.CHOOSE:
            assert Narrator(texts_in("en"), NAMES).dice(position.turn.rolled) in turn, "the dice"
        else:
            assert f"Sum {total(position)}" in new, "the sum"
            claims = [action for action in legal_actions(position) if action.kind in "ts"]
            for claim in claims:
                assert str(claim.value) in new, "what may be won"
        for action in legal_actions(position):
            assert f"{action} " in new, "every answer there is"


@pytest.mark.parametrize("rules", ["standard", "classic"])
def test_plain_text_suffices_to_play_a_whole_game(capsys, rules):
    listener = Listener(capsys, rules)
    output = asyncio.run(listener.play())
    assert listener.asked > 20
    assert "The game is over." in output
    assert not any(sign in output for sign in "█▀▄░│"), "no pictures"


def output_after(capsys, *answers, rules="standard"):
    """Return the output when a person gives some answers and leaves, and the last turn."""

    async def run():
        given = iter([*answers, "x"])
        session = await new_session(lambda: next(given), "Ann", "Gus", seed=7, rules=rules)
        await session.run()
        return session.view.table.turn

    turn = asyncio.run(run())
    return capsys.readouterr().out, turn


def test_coach_answers_in_plain_text(capsys):
    text, _ = output_after(capsys, "c")
    assert "Coach: k" in text
    assert "Chance to win" in text
    assert "k2 " in text


def test_coach_calls_advice_with_extrawurm_an_estimate(capsys):
    text, _ = output_after(capsys, "c", rules="classic+extrawurm")
    assert "Only an estimate" in text
    assert re.search(r"Chance to win \d+%, risk of failing \d+%\.", text)
    assert re.search(r"\d\.\d", text) is None


def test_giving_up_a_turn_needs_confirmation(capsys):
    text, turn = output_after(capsys, "2", "q", "r")
    assert "The turn would fail. Type q again to stop with nothing." in text
    assert turn == "1a"
    _, turn = output_after(capsys, "2", "q", "q")
    assert turn == "1b"


class FirstChoicePlayer:
    """A terminal whose player takes the first choice and otherwise gives the next of `replies`."""

    def __init__(self, capsys, monkeypatch, folder, *replies):
        monkeypatch.setenv("XDG_DATA_HOME", str(folder))
        monkeypatch.setattr(sys, "stdin", self)
        monkeypatch.setattr(prompts, "wait_for_line", lambda _: None)
        self.capsys = capsys
        self.replies = list(replies)
        self.output = ""

    def isatty(self):
        return True

    def readline(self, *_):
        new = self.capsys.readouterr().out
        self.output += new
        match = re.search(r"choose: (\w+) ", new)
        return f"{match[1] if match else self.replies.pop(0)}\n"

    def play(self, **options):
        assert play(plain=True, language="en", **options) == 0
        assert not self.replies
        return self.output + self.capsys.readouterr().out


SHORT = {"names": "Ann", "bots": "random", "seed": 1, "turn_limit": 2}


def test_match_continues_after_leaving_between_games(capsys, monkeypatch, tmp_path):
    match = SHORT | {"match_games": 3}
    output = FirstChoicePlayer(capsys, monkeypatch, tmp_path, "", "x").play(**match)
    assert output.count("The game was stopped after 2 turns.") == 2
    assert "1 of 3 games played" in output
    assert output.index("Turn 1: Ann") < output.index("Turn 1: Pecking Pip"), "who begins next"
    assert "2 of 3 games played" in output
    assert "`pickomino play --plain` continues it." in output
    output = FirstChoicePlayer(capsys, monkeypatch, tmp_path, "", "").play()
    assert output.startswith("Continue the game of Ann, Pecking Pip?")
    assert re.search("wins the match!|The match ends in a tie", output)
    assert asyncio.run(last_unfinished(data_folder() / "games")) is None


def test_plain_review_lists_every_cost(capsys, monkeypatch, tmp_path):
    output = FirstChoicePlayer(capsys, monkeypatch, tmp_path, "r", "").play(**SHORT)
    review = output[output.index("Reviewing the game") :]
    assert "Ann: Win chance at the start" in review
    assert "Turn 1: Ann. Win chance from " in review
    assert re.search(r" \(−[\d.]+%\)\. Better: ", review)
    assert review.index("Was Ann lucky?") < review.index("Win chance at the start")
    assert "Each player’s luckiest and unluckiest roll:" in review
    assert not any(sign in review for sign in "█▀▄░│→"), "no pictures"
    assert review.count("r reviews the game, Enter ends.") == 1


def test_game_that_cannot_be_saved_is_played(capsys, monkeypatch, tmp_path):
    (tmp_path / "pickomino").write_text("not a folder")
    output = FirstChoicePlayer(capsys, monkeypatch, tmp_path, "").play(**SHORT)
    assert "the game could not be saved" in output
    assert "The game was stopped after 2 turns." in output


OLD_SAVE = """\
[Rules "standard"]
[a "Ann"]
[b "bot:expert"]
[WFEN "standard oooooooooooooooo -/- b - ~"]
[Starter "lot"]
[MatchGames "3"]
[Round "2"]
[Score "1-0"]
[MatchWorms "5-2"]
[TurnLimit "3"]
[DiceSeed "7"]
[Result "*"]
1b. 11222344:4 2244ww:w 1345:5 112:1 t25
2a. 122235ww:w 11135w
"""
"""A game saved by the version that wrote records, with `play --plain --starter lot`."""


def test_game_saved_by_an_earlier_version_is_continued(capsys, monkeypatch, tmp_path):
    player = FirstChoicePlayer(capsys, monkeypatch, tmp_path, "", "x")
    saved = data_folder() / "plain.wgn"
    saved.parent.mkdir()
    saved.write_text(OLD_SAVE)
    output = player.play()
    turn = output[output.index("Turn 2: Ann") :]
    assert "Ann rolls 1, 1, 1, 3, 5, worm.\n11 more for 21.\n" in turn, "where it was left"
    assert "Ann sets aside 1, 1, 1." in turn
    assert "The game was stopped after 3 turns." in turn
    assert "2 of 3 games played  Ann 1 · Professor Coop 1" in turn
    assert not saved.exists()
    finished = next(game for game in list_saved() if game.phase == "over")
    record = asyncio.run(RoomService(FileStore(data_folder() / "games")).record(finished.code))
    moves = Game.from_wgn(record).wgn().partition("1b. ")[2]
    assert moves.startswith(OLD_SAVE.partition("1b. ")[2].strip())


def leave_after_a_choice(terminal):
    terminal.wait_for("Player 1, choose:")
    terminal.press("2\n")
    terminal.wait_for("Sum 6")
    terminal.press("x\n")
    terminal.wait_for("continues it")


def list_saved():
    return asyncio.run(saved_games(data_folder() / "games", 9)).games


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_left_game_can_be_continued(tmp_path):
    from support.tui.terminal import Terminal

    with Terminal("play", "--plain", "--seed", "7", folder=tmp_path) as terminal:
        leave_after_a_choice(terminal)
        stands, output = terminal.text().decode().partition("As it stands:")[1:]
        assert stands
        assert output.split()[:2] == ["Player", "1:"], "the result follows at once"
    with Terminal("play", "--plain", folder=tmp_path) as terminal:
        terminal.wait_for("Continue the game of Player 1")
        terminal.press("\n")
        terminal.wait_for("(? for help)\r\n> ")
        terminal.press("\x03")
        terminal.wait_for("continues it")
        terminal.drain(60)
        assert os.waitstatus_to_exitcode(terminal.status) == 130
    with Terminal("play", "--plain", folder=tmp_path) as terminal:
        terminal.wait_for("Continue the game")
        terminal.press("n\n")
        terminal.wait_for("Turn 1: ")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_game_in_plain_text_is_saved_and_exported(tmp_path):
    from support.tui.terminal import Terminal

    with Terminal("play", "--plain", "--seed", "7", folder=tmp_path) as terminal:
        leave_after_a_choice(terminal)
        terminal.drain(60)
    code, exported, errors = pickomino("export", XDG_DATA_HOME=str(tmp_path))
    assert (code, errors) == (0, "")
    decisions = Game.from_wgn(exported).decisions
    assert [str(decision.action) for decision in decisions] == ["k2"]
