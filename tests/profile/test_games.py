"""The game log of a device, the statistics over it, and the whole profile."""

import json
import random
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import asdict, replace

from pickomino import Game, PickominoError, Rules, SeededDice
from pickomino.analysis.review import review
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import BOTS, make_bot
from pickomino.i18n import texts_in
from pickomino.i18n.profile_text import ladder_section, profile_sections
from pickomino.profile.export import delete_profile, export_profile, read_profile
from pickomino.profile.game_log import GameLog, PlayedGame, game_key, played_game
from pickomino.profile.practice_log import PracticeLog
from pickomino.profile.recorder import record_game, record_review
from pickomino.puzzles.from_review import puzzles_from_review
from pickomino.puzzles.packs import packs
from pickomino.puzzles.puzzle import format_puzzle, parse_puzzle

DAY = packs()[0].starts
WON = PlayedGame(1, "standard", 0, ("bot:family",), 1.0, 15, 2, 4, 31, 0.02, 0.1)
LOST = PlayedGame(2, "classic", 1, ("bot:family", "Ann"), 0.0, 10, 0, 5, 28, 0.04, -0.3)
PLAIN = PlayedGame(3, "classic", 0, ("Ann",), 0.5, 12, 1, 3, 25)


def test_game_is_logged_from_the_seat_of_the_player(game):
    entries = [played_game(game, seat, 7) for seat in range(game.start.players)]
    assert sum(entry.won for entry in entries) == 1
    assert sum(entry.turns for entry in entries) == game.turn
    for entry in entries:
        assert entry.players == game.start.players
        assert entry.steals + entry.busts <= entry.turns
        assert entry.best in range(41)


def test_review_adds_luck_cost_and_own_decisions(game, tmp_path):
    assert record_game(tmp_path, game, 1, 7)
    assert record_game(tmp_path, game, 1, 9)
    reviewed = review(game)
    assert record_review(tmp_path, game, reviewed, DAY)
    (logged,) = GameLog(tmp_path).games.values()
    assert logged.at == 7, "the second time is ignored"
    assert logged.given_away == pytest.approx(reviewed.seats[1].given_away, abs=1e-4)
    assert logged.luck == pytest.approx(reviewed.seats[1].luck, abs=1e-4)
    cards = PracticeLog(tmp_path).cards
    puzzles = puzzles_from_review(game, reviewed, 1)
    assert [card.line for card in cards] == list(map(format_puzzle, puzzles))
    assert cards
    for puzzle in puzzles:
        again = parse_puzzle(format_puzzle(puzzle))
        assert again.best == puzzle.best
        assert max(choice.chance for choice in again.choices) == again.choices[0].chance


def test_games_keep_their_keys():
    """Another key would separate a review from a game that an earlier version logged."""
    record = Path(__file__).parents[1] / "data/earlier_layout/game.wgn"
    assert game_key(Game.from_wgn(record.read_text())) == "580349fe6789bd3d"


def test_review_of_a_game_played_elsewhere_is_not_saved(game, tmp_path):
    assert record_review(tmp_path, game, review(game), DAY)
    assert read_profile(tmp_path) == {"daily": {}, "practice": {}, "games": {}}


def test_ladder_names_the_next_bot_to_beat():
    texts = texts_in("en")
    empty, begun = ladder_section([], texts), ladder_section([WON], texts)
    assert empty.rows[0] == ("Pecking Pip", "Beat Pecking Pip to meet Careful Clara.")
    assert all(not status for _, status in empty.rows[1:])
    assert begun.rows[0] == empty.rows[0], "a skipped step stays open"
    assert begun.rows[2] == ("Uncle Gus", "beaten")
    assert len(empty.rows) == len(BOTS) - 1
    best = [replace(WON, rivals=(f"bot:{name}",)) for name in BOTS]
    assert {status for _, status in ladder_section(best, texts).rows} == {"beaten"}


def test_profile_is_shown_in_every_language():
    for language in ("en", "de", "fr", "it", "pt_BR", "nl", "es"):
        sections = profile_sections([*[WON] * 5, LOST, PLAIN], texts_in(language))
        assert len(sections) == 6
        assert dict(sections[4].rows).popitem()[1].count("%") == 3, "a mean and its interval"


@pytest.mark.parametrize(
    "value",
    [
        "7",
        '{"a": 1}',
        '{"a": {"rules": "mini"}}',
        json.dumps({"a": asdict(WON) | {"turns": "many"}}),
        json.dumps({"a": asdict(WON) | {"rivals": []}}),
        json.dumps({"a": asdict(WON) | {"luck": float("nan")}}),
    ],
)
def test_damaged_game_log_is_detected(tmp_path, value):
    (tmp_path / "games.json").write_text(value)
    log = GameLog(tmp_path)
    assert log.is_damaged
    assert log.games == {}
    assert log.add("b", WON)
    assert GameLog(tmp_path).games == {"b": WON}


def test_profile_can_be_deleted(tmp_path):
    GameLog(tmp_path).add("a", WON)
    assert read_profile(tmp_path)["games"]["a"]["rules"] == "standard"
    delete_profile(tmp_path)
    delete_profile(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(scope="module")
def game():
    """A short game of two bots that make many mistakes."""
    game = Game(Rules.preset("mini"), 2, SeededDice(3))
    game.add_tags({"a": "bot:random", "b": "Ann"})
    bots, thinking = [make_bot("random"), make_bot("beginner")], Thinking(random.Random(3))
    while not game.is_over:
        game.play(bots[game.position.seat].choose(game.position, thinking))
    assert game_key(game) == game_key(Game.from_wgn(game.wgn()))
    return game


def test_profile_that_cannot_be_exported_names_the_reason(tmp_path, monkeypatch):
    """The reason was a question mark."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pickomino-profile-2026-11-19.json").mkdir()
    with pytest.raises(PickominoError, match=r"2026-11-19\.json': Is a directory"):
        export_profile(tmp_path, date(2026, 11, 19))
