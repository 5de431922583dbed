"""Plain text gives a screen reader everything needed to play."""

import os
import re
import sys

import pytest

from pickomino import Game, Rules, SeededDice, legal_actions
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.cli.plain import prompts
from pickomino.cli.plain.match import PlainMatch, new_game
from pickomino.cli.plain.saving import load_unfinished
from pickomino.cli.plain.session import PlainPlayer, Session
from pickomino.core.position import Phase, scores
from pickomino.core.turns import total
from pickomino.i18n import texts_in
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.targets import describe_targets
from pickomino.rooms import Settings
from pickomino.rooms.protocol.score import Score, match_tags

NAMES = ("Ann", "Gus")


class Listener:
    """Plays by the printed text, and checks before each answer that it is complete."""

    def __init__(self, capsys, monkeypatch, *, seed=5, rules="standard"):
        self.capsys = capsys
        self.output = ""
        self.asked = 0
        self.game = Game(Rules.parse(rules), 2, SeededDice(seed))
        bot = PlainPlayer(make_bot("family"), Thinking(__import__("random").Random(1)))
        self.session = Session(
            self.game, [PlainPlayer(), bot], Narrator(texts_in("en"), NAMES), None
        )
        monkeypatch.setattr(prompts, "read_answer", self.answer)

    def play(self):
        self.session.run()
        return self.output + self.capsys.readouterr().out

    def answer(self, *_):
        self.asked += 1
        new = self.capsys.readouterr().out
        self.output += new
        position = self.game.position
        turn = self.output[self.output.rindex(f"Turn {self.game.turn_label(self.game.turn)}") :]
        self.check(position, turn, new)
        legal = legal_actions(position)
        claims = [action for action in legal if action.kind in "ts"]
        return str(claims[0] if claims else max(legal, key=lambda action: action.value))

    def check(self, position, turn, new):
        assert NAMES[position.seat] in turn, "whose turn it is"
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
def test_plain_text_suffices_to_play_a_whole_game(capsys, monkeypatch, rules):
    listener = Listener(capsys, monkeypatch, rules=rules)
    output = listener.play()
    assert listener.asked > 20
    assert "The game is over." in output
    assert not any(sign in output for sign in "█▀▄░│"), "no pictures"


def output_after(capsys, monkeypatch, *answers, seed=7):
    """Return the output when a person gives some answers and leaves."""
    given = iter([*answers, "x"])
    monkeypatch.setattr(prompts, "read_answer", lambda *_: next(given))
    game = Game(Rules.preset("standard"), 2, SeededDice(seed))
    Session(game, [PlainPlayer(), PlainPlayer()], Narrator(texts_in("en"), NAMES), None).run()
    return capsys.readouterr().out, game


def test_coach_answers_in_plain_text(capsys, monkeypatch):
    text, _ = output_after(capsys, monkeypatch, "c")
    assert "Coach: k" in text
    assert "Chance to win" in text
    assert "k2 " in text


def test_giving_up_a_turn_needs_confirmation(capsys, monkeypatch):
    text, game = output_after(capsys, monkeypatch, "2", "q", "r")
    assert "The turn would fail. Type q again to stop with nothing." in text
    assert game.turn == 0
    _, game = output_after(capsys, monkeypatch, "2", "q", "q")
    assert game.turn == 1


class FirstChoicePlayer:
    """Plays the first legal action; after a game, the next of `replies`."""

    def __init__(self, capsys, monkeypatch, folder, *replies):
        monkeypatch.setenv("XDG_DATA_HOME", str(folder))
        self.capsys = capsys
        self.replies = list(replies)
        self.output = ""
        monkeypatch.setattr(prompts, "read_answer", self.answer)

    def answer(self, *_):
        new = self.capsys.readouterr().out
        self.output += new
        match = re.search(r"choose: (\w+) ", new)
        return match[1] if match else self.replies.pop(0)

    def play(self, saved, match=None, tags=("Ann", "bot:random")):
        game = load_unfinished(saved) if match is None else None
        if game is None:
            game = new_game(tags, Rules.preset("standard"), 1, 0, 2)
            game.tags |= match_tags(match, Score(), 2, is_over=False)
        PlainMatch(texts_in("en"), None, saved).run(game)
        return self.output + self.capsys.readouterr().out


def test_match_continues_after_leaving_between_games(capsys, monkeypatch, tmp_path):
    saved = tmp_path / "plain.wgn"
    match = Settings(match_games=3)
    output = FirstChoicePlayer(capsys, monkeypatch, tmp_path, "", "x").play(saved, match)
    assert output.count("The game was stopped after 2 turns.") == 2
    assert "1 of 3 games played" in output
    assert output.index("Turn 1a: Ann") < output.index("Turn 1b: Pecking Pip"), "who begins next"
    assert "2 of 3 games played" in output
    assert "`pickomino play --plain` continues it." in output
    output = FirstChoicePlayer(capsys, monkeypatch, tmp_path, "").play(saved)
    assert re.search("wins the match!|The match win is shared", output)
    assert not saved.exists()


def test_plain_review_lists_every_cost(capsys, monkeypatch, tmp_path):
    player = FirstChoicePlayer(capsys, monkeypatch, tmp_path, "r", "")
    output = player.play(tmp_path / "plain.wgn", Settings())
    review = output[output.index("Reviewing the game") :]
    assert "Ann: Win chance at the start" in review
    assert "Turn 1a: Ann. Win chance from " in review
    assert re.search(r": costs .+%.*\. Better: ", review)
    assert "Each player's luckiest and unluckiest roll:" in review
    assert not any(sign in review for sign in "█▀▄░│→"), "no pictures"
    assert review.count("r tells how the game was played, Enter ends.") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_left_game_can_be_continued(tmp_path):
    from support.tui.terminal import Terminal

    with Terminal("play", "--plain", "--seed", "7", folder=tmp_path) as terminal:
        terminal.wait_for("Player 1, choose:")
        terminal.press("2\n")
        terminal.wait_for("Sum 6")
        terminal.press("x\n")
        terminal.wait_for("continues it")
        stands, output = terminal.text().decode().partition("As it stands:")[1:]
        assert stands
        assert output.split()[:2] == ["Player", "1:"], "the result follows at once"
    with Terminal("play", "--plain", folder=tmp_path) as terminal:
        terminal.wait_for("Continue the game of Player 1")
        terminal.press("\n")
        terminal.wait_for("Sum 6")
        terminal.press("x\n")
        terminal.wait_for("continues it")
        terminal.drain(60)
        assert os.waitstatus_to_exitcode(terminal.status) == 0
    with Terminal("play", "--plain", folder=tmp_path) as terminal:
        terminal.wait_for("Continue the game")
        terminal.press("n\n")
        terminal.wait_for("Turn 1a")
