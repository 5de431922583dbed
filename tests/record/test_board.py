"""Games and positions as text and as pictures, and the turns of a game."""

import random
from itertools import islice
from xml.etree import ElementTree as ET

import pytest

from pickomino import Game, Position, Rules, SeededDice, play_game, start
from support.random_play import random_play, random_start

NAMES = {"a": "Ann & <Ben>", "b": "bot:family"}
SVG = "{http://www.w3.org/2000/svg}"


def parse(picture):
    return ET.fromstring(picture)  # noqa: S314 - our own picture


def texts(picture):
    return [element.text for element in parse(picture).iter(f"{SVG}text")]


@pytest.mark.parametrize("seed", range(6))
def test_every_position_can_be_drawn(seed):
    begin = random_start(random.Random(seed))
    for played in islice(random_play(begin, seed), 40):
        position = played.after
        assert len(str(position).splitlines()) == position.players + 3
        picture = parse(position._repr_svg_())
        assert picture.find(f"{SVG}title").text == str(position)
        assert picture.get("role") == "img"
        assert len(texts(position._repr_svg_())) >= position.players


def test_picture_has_the_drawings_of_the_browser():
    position = Position.from_wfen("classic o.o.oooooo.oooox 24,31/-/22 b 55ww 1134")
    picture = parse(position._repr_svg_())
    drawings = [element.get("class") for element in picture.iter(f"{SVG}svg")]
    grill_tiles, stack_tiles = 13, 3
    assert drawings.count("art art-tile") == grill_tiles + stack_tiles
    assert drawings.count("art art-die") == 8
    assert drawings.count("art art-chicken") == 3
    assert {"22", "24", "31"} <= set(texts(position._repr_svg_())), "empty places have numbers"


def test_golden_dice_and_specialists_are_drawn():
    wfen = "classic+extrawurm(steal=forced) ooo.oo.ooooooooooo 25/-/22 a 11w 3445w 11,21,23,a,b"
    position = Position.from_wfen(f"{wfen}/1,0,2/z")
    picture = parse(position._repr_svg_())
    drawings = [element.get("class") for element in picture.iter(f"{SVG}svg")]
    assert drawings.count("art art-specialist") == 5
    assert drawings.count("art art-bratwurm") == 3


def test_names_are_escaped_in_pictures_and_pages():
    game = Game(Rules(), 2, SeededDice(1)).add_tags(NAMES)
    assert "Ann & <Ben>" in texts(game._repr_svg_())
    page = game._repr_html_()
    assert "<Ben>" not in page
    assert "Ann &amp; &lt;Ben&gt;" in page
    assert "Ann & <Ben>" in str(game)


def test_text_of_a_game_says_the_turn_the_winner_or_the_limit():
    game = Game(Rules(), 2, SeededDice(1)).add_tags(NAMES)
    assert str(game).startswith("standard, turn 1a\n")
    over = play_game(["beginner", "beginner"], "mini")
    assert str(over).splitlines()[-1] == f"over, won by {over.names[over.winners()[0]]}"
    stopped = play_game(["beginner", "beginner"], turn_limit=2)
    assert str(stopped).splitlines()[-1] == "stopped at the turn limit"


def test_turns_and_decisions_cover_every_event():
    game = play_game(["beginner", "random"], "mini", seed=4)
    assert [turn.label for turn in game] == [game.turn_label(turn) for turn in range(game.turn)]
    assert [step for turn in game.turns for step in turn.steps] == list(game.steps)
    for decision in game.decisions:
        assert game.events[decision.event].action == decision.action
        assert game.position_before(decision.event) == decision.position
        assert decision.action in Game.from_position(decision.position).legal_actions()
    assert all(turn.end is not None for turn in game.turns)


def test_unfinished_turn_has_no_end():
    game = Game(Rules(), 2)
    assert game.turns == ()
    game.roll("12345www")
    (turn,) = game.turns
    assert turn.end is None
    assert turn.decisions == ()
    assert turn.start == start(Rules(), 2)


def test_undo_returns_the_decision_it_took_back():
    game = Game(Rules(), 2, SeededDice(1))
    game.play("k5")
    game.play("r")
    assert [str(game.undo()), str(game.undo())] == ["r", "k5"]
    assert game.decisions == ()
