"""Advice: published odds, every aim, and the best choice."""

import json
from pathlib import Path

import pytest

from pickomino import Action, PickominoError, Position, Rules, legal_actions, start
from pickomino.analysis.advice import advise

ODDS = json.loads((Path(__file__).parents[1] / "data" / "turn_odds.json").read_text())
START = start(Rules.preset("standard"), 2)


def test_start_of_a_turn_has_the_published_odds():
    advice = advise(START)
    for tile in range(21, 37):
        assert advice.at_least[tile] == pytest.approx(ODDS["at_least"][str(tile)], abs=1e-9)
        assert advice.exactly[tile] == pytest.approx(ODDS["exactly"][str(tile)], abs=1e-9)
    worms = ODDS["expected_worms_full_grill"]["0"]
    assert advice.expected_worms == pytest.approx(worms, abs=1e-9)
    assert advice.best is None
    assert advice.choices == {}


def test_aiming_for_a_tile_maximises_its_chance():
    advice = advise(START, "24")
    # The tile is on the grill, so no higher total takes it.
    assert advice.value >= advice.exactly[24]
    assert advice.results[Action.parse("t24")] == pytest.approx(advice.value)


@pytest.mark.parametrize("aim", ["worms", "win", "25"])
def test_best_choice_is_the_most_valuable_legal_action(aim):
    position = Position.from_wfen("classic o.o.oooooo.oooox 24,31/-/22 b 55ww 1134")
    advice = advise(position, aim)
    assert set(advice.choices) == set(legal_actions(position))
    assert advice.choices[advice.best] == pytest.approx(max(advice.choices.values()))
    assert advice.value == pytest.approx(advice.choices[advice.best])
    assert sum(advice.results.values()) == pytest.approx(1)
    assert advice.failure == pytest.approx(advice.results.get(None, 0))


@pytest.mark.parametrize("aim", ["", "love", "20", "37", "11", "2５"])
def test_unknown_aim_is_rejected(aim):
    with pytest.raises(PickominoError) as caught:
        advise(START, aim)
    assert caught.value.code == "bad_aim"


def test_finished_game_has_no_advice():
    with pytest.raises(PickominoError) as caught:
        advise(Position.from_wfen("standard xxxxxxxxxxxx.... 33,35/34,36 - - -"))
    assert caught.value.code == "no_dice_in_play"
