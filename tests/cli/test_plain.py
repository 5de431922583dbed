"""Plain text has all that a person needs who hears the screen instead of seeing it."""

import os
import sys

import pytest

from pickomino import Game, Rules, SeededDice, legal_actions
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.cli.plain import asking
from pickomino.cli.plain.session import Player, Session
from pickomino.core.position import Phase, scores
from pickomino.core.turns import total
from pickomino.i18n import texts_in
from pickomino.i18n.words import Speaker

NAMES = ("Ann", "Gus")


class Listener:
    """Plays a game by what is said, and checks before every answer that enough was said."""

    def __init__(self, capsys, monkeypatch, *, seed=5, rules="standard"):
        self.capsys = capsys
        self.heard = ""
        self.asked = 0
        self.game = Game(Rules.parse(rules), 2, SeededDice(seed))
        bot = Player(make_bot("family"), Thinking(__import__("random").Random(1)))
        self.session = Session(self.game, [Player(), bot], Speaker(texts_in("en"), NAMES), None)
        monkeypatch.setattr(asking, "read_answer", self.answer)

    def play(self):
        self.session.run()
        return self.heard + self.capsys.readouterr().out

    def answer(self, *_):
        self.asked += 1
        new = self.capsys.readouterr().out
        self.heard += new
        position = self.game.position
        turn = self.heard[self.heard.rindex(f"Turn {self.game.turn_label(self.game.turn)}") :]
        self.check(position, turn, new)
        legal = legal_actions(position)
        claims = [action for action in legal if action.kind in "ts"]
        return str(claims[0] if claims else max(legal, key=lambda each: each.value))

    def check(self, position, turn, new):
        assert NAMES[position.seat] in turn, "whose turn it is"
        for seat, name in enumerate(NAMES):
            worms = scores(position)[seat]
            assert f"{name}: {worms} worm" in turn, "what everybody holds"
        if position.turn.phase is Phase.CHOOSE:
            assert Speaker(texts_in("en"), NAMES).dice(position.turn.rolled) in turn, "the dice"
        else:
            assert f"Sum {total(position)}" in new, "the sum"
            claims = [action for action in legal_actions(position) if action.kind in "ts"]
            for claim in claims:
                assert str(claim.value) in new, "what may be won"
        for action in legal_actions(position):
            assert f"{action} " in new, "every answer there is"


@pytest.mark.parametrize("rules", ["standard", "classic"])
def test_a_whole_game_says_all_that_a_blind_player_needs(capsys, monkeypatch, rules):
    listener = Listener(capsys, monkeypatch, rules=rules)
    told = listener.play()
    assert listener.asked > 20
    assert "The game is over." in told
    assert any(sign not in told for sign in "█▀▄░│"), "no pictures"


def answered(capsys, monkeypatch, *answers, seed=7):
    """What is said when a person gives some answers and leaves."""
    given = iter([*answers, "x"])
    monkeypatch.setattr(asking, "read_answer", lambda *_: next(given))
    game = Game(Rules.preset("standard"), 2, SeededDice(seed))
    Session(game, [Player(), Player()], Speaker(texts_in("en"), NAMES), None).run()
    return capsys.readouterr().out, game


def test_the_coach_answers_in_words(capsys, monkeypatch):
    text, _ = answered(capsys, monkeypatch, "c")
    assert "Coach: k" in text
    assert "Chance to win" in text
    assert "k2 " in text


def test_a_turn_is_not_wasted_by_one_letter(capsys, monkeypatch):
    text, game = answered(capsys, monkeypatch, "2", "q", "r")
    assert "The turn would fail. Type q again to stop with nothing." in text
    assert game.turn == 0
    _, game = answered(capsys, monkeypatch, "2", "q", "q")
    assert game.turn == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_game_that_was_left_goes_on(tmp_path):
    from tui.terminal import Terminal

    with Terminal("play", "--plain", "--seed", "7", folder=tmp_path) as terminal:
        terminal.wait_for("Player 1, choose:")
        terminal.press("2\n")
        terminal.wait_for("Sum 6")
        terminal.press("x\n")
        terminal.wait_for("continues it")
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
