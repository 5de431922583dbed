"""Plain text has all that a person needs who hears the screen instead of seeing it."""

import os
import re
import sys

import pytest

from pickomino import Game, Rules, SeededDice, legal_actions
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.cli.plain import prompts
from pickomino.cli.plain.match import PlainMatch, new_game
from pickomino.cli.plain.saving import unfinished
from pickomino.cli.plain.session import Player, Session
from pickomino.core.position import Phase, scores
from pickomino.core.turns import total
from pickomino.i18n import texts_in
from pickomino.i18n.targets import describe_targets
from pickomino.i18n.narrator import Narrator
from pickomino.rooms import Settings
from pickomino.rooms.protocol.score import Score, match_tags

NAMES = ("Ann", "Gus")


class Listener:
    """Plays a game by what is said, and checks before every answer that enough was said."""

    def __init__(self, capsys, monkeypatch, *, seed=5, rules="standard"):
        self.capsys = capsys
        self.heard = ""
        self.asked = 0
        self.game = Game(Rules.parse(rules), 2, SeededDice(seed))
        bot = Player(make_bot("family"), Thinking(__import__("random").Random(1)))
        self.session = Session(self.game, [Player(), bot], Narrator(texts_in("en"), NAMES), None)
        monkeypatch.setattr(prompts, "read_answer", self.answer)

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
        need = describe_targets(position, Narrator(texts_in("en"), NAMES))
        assert f"{need[0].upper()}{need[1:]}." in new, "what the sum still lacks"
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
def test_a_whole_game_says_all_that_a_blind_player_needs(capsys, monkeypatch, rules):
    listener = Listener(capsys, monkeypatch, rules=rules)
    told = listener.play()
    assert listener.asked > 20
    assert "The game is over." in told
    assert not any(sign in told for sign in "█▀▄░│"), "no pictures"


def answered(capsys, monkeypatch, *answers, seed=7):
    """What is said when a person gives some answers and leaves."""
    given = iter([*answers, "x"])
    monkeypatch.setattr(prompts, "read_answer", lambda *_: next(given))
    game = Game(Rules.preset("standard"), 2, SeededDice(seed))
    Session(game, [Player(), Player()], Narrator(texts_in("en"), NAMES), None).run()
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


class Hasty:
    """Plays the first thing there is; when a game is over, what is in `wishes`."""

    def __init__(self, capsys, monkeypatch, folder, *wishes):
        monkeypatch.setenv("XDG_DATA_HOME", str(folder))
        self.capsys = capsys
        self.wishes = list(wishes)
        self.heard = ""
        monkeypatch.setattr(prompts, "read_answer", self.answer)

    def answer(self, *_):
        new = self.capsys.readouterr().out
        self.heard += new
        found = re.search(r"choose: (\w+) ", new)
        return found[1] if found else self.wishes.pop(0)

    def play(self, saved, match=None, tags=("Ann", "bot:random")):
        game = unfinished(saved) if match is None else None
        if game is None:
            game = new_game(tags, Rules.preset("standard"), 1, 0, 2)
            game.tags |= match_tags(match, Score(), 2, is_over=False)
        PlainMatch(texts_in("en"), None, saved).run(game)
        return self.heard + self.capsys.readouterr().out


def test_a_match_goes_on_after_it_was_left_between_two_games(capsys, monkeypatch, tmp_path):
    saved = tmp_path / "plain.wgn"
    match = Settings(match_games=3)
    told = Hasty(capsys, monkeypatch, tmp_path, "", "x").play(saved, match)
    assert told.count("The game was stopped after 2 turns.") == 2
    assert "1 of 3 games played" in told
    assert told.index("Turn 1a: Ann") < told.index("Turn 1b: Pecking Pip"), "who begins next"
    assert "2 of 3 games played" in told
    assert "`pickomino play --plain` continues it." in told
    told = Hasty(capsys, monkeypatch, tmp_path, "").play(saved)
    assert re.search("wins the match!|The match win is shared", told)
    assert not saved.exists()


def test_a_review_tells_every_cost_in_sentences(capsys, monkeypatch, tmp_path):
    hasty = Hasty(capsys, monkeypatch, tmp_path, "r", "")
    told = hasty.play(tmp_path / "plain.wgn", Settings())
    review = told[told.index("Reviewing the game") :]
    assert "Ann: Win chance at the start" in review
    assert "Turn 1a: Ann. Win chance from " in review
    assert re.search(r": costs .+ %.*\. Better: ", review)
    assert "Each player's luckiest and unluckiest roll:" in review
    assert not any(sign in review for sign in "█▀▄░│→"), "no pictures"
    assert review.count("r tells how the game was played, Enter ends.") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_game_that_was_left_goes_on(tmp_path):
    from support.tui.terminal import Terminal

    with Terminal("play", "--plain", "--seed", "7", folder=tmp_path) as terminal:
        terminal.wait_for("Player 1, choose:")
        terminal.press("2\n")
        terminal.wait_for("Sum 6")
        terminal.press("x\n")
        terminal.wait_for("continues it")
        stands, told = terminal.text().decode().partition("As it stands:")[1:]
        assert stands
        assert told.split()[:2] == ["Player", "1:"], "the result comes right after it is announced"
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
