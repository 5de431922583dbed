"""The exact values of small games."""

import re
from pathlib import Path

import pytest

from pickomino import (
    CHANCE,
    OVER,
    Action,
    IllegalAction,
    InvalidNotation,
    InvalidPosition,
    Position,
    Rules,
    apply,
    chance_outcomes,
    legal_actions,
    solved,
    start,
)
from pickomino.core.play import step_roll
from pickomino.solved import SolvedGame, small_start

PAGE = (Path(__file__).parents[2] / "docs" / "solved.md").read_text()
BASE, EXTRAWURM = PAGE.split("## With Extrawurm")


def published_values(text):
    """Return every published value with its rule set and number of tiles."""
    rows = re.findall(r"^\|(.*)\|$", text.replace("standard, mini", "standard"), re.MULTILINE)
    names, _, *lines = ([cell.strip() for cell in row.split("|")] for row in rows)
    return {
        (name, int(line[0])): float(cell)
        for line in lines
        for name, cell in zip(names[1:], line[1:], strict=True)
        if cell
    }


@pytest.mark.parametrize("rules", ["standard", "classic", "short", "manual"])
def test_values_match_the_published_ones(rules):
    """The page was computed by `training solve`, which has its own implementation of the rules."""
    published, game = published_values(BASE), SolvedGame(Rules.parse(rules))
    for tiles in range(1, 7):
        value = game.value(small_start(game.rules, tiles))
        assert value == pytest.approx(published[rules, tiles], abs=1e-9)


@pytest.mark.parametrize("rules", ["standard", "classic", "short", "manual"])
def test_values_with_extrawurm_match_the_published_ones(rules):
    published, game = published_values(EXTRAWURM), SolvedGame(Rules.parse(f"{rules}+extrawurm"))
    for tiles in (1, 2, 3):
        value = game.value(small_start(game.rules, tiles))
        assert value == pytest.approx(published[rules, tiles], abs=1e-9)


@pytest.mark.parametrize(
    "wfen",
    [
        "standard ooxxxxxxxxxxxxxx -/- a 122334w -",
        "manual .oxxxxxxxxxxxxxx 21/- b 11223w -",
        "classic+extrawurm xxoxxxxxxxxxxxxxxx -/- b 12233w - 21,-,-,-,-/3,4/-",
    ],
)
def test_values_agree_with_one_step_through_the_engine(wfen):
    """A decision is worth its best action; a roll is worth the average over all dice."""
    position = Position.from_wfen(wfen)
    game, to_check = SolvedGame(position.rules), [position]
    for _ in range(8):
        position = to_check.pop(0)
        if position.to_act == OVER:
            continue
        if position.to_act == CHANCE:
            outcomes = chance_outcomes(position)
            total = sum(weight for _, weight in outcomes)
            ends = [(step_roll(position, roll)[0], weight) for roll, weight in outcomes]
            if len(ends) < 30:
                to_check += [end for end, _ in ends]
            value = sum(weight * own_value(game, end, position.seat) for end, weight in ends)
            assert game.value(position) == pytest.approx(value / total, abs=1e-9)
            assert game.choices(position) == {}
        else:
            after = {action: apply(position, action) for action in legal_actions(position)}
            values = {a: own_value(game, end, position.seat) for a, end in after.items()}
            to_check += after.values()
            assert game.choices(position) == pytest.approx(values, abs=1e-9)
            assert game.value(position) == pytest.approx(max(values.values()), abs=1e-9)
            best = game.best_actions(position)
            for action, value in values.items():
                regret = game.regret(position, action)
                assert regret == pytest.approx(max(values.values()) - value, abs=1e-9)
                assert (action in best) == (regret < 1e-8)
        if not to_check:
            break


def own_value(game, position, seat):
    """Return the value of a position for a seat."""
    value = game.value(position)
    return value if position.seat == seat or (position.to_act == OVER and seat == 0) else 1 - value


def test_values_do_not_depend_on_the_seat():
    game = SolvedGame(Rules.parse("classic+extrawurm"))
    one = Position.from_wfen("classic+extrawurm xx.oxxxxxxxxxxxxxx 21/- a - ~ a,22,-,-,-/1,2/-")
    other = Position.from_wfen("classic+extrawurm xx.oxxxxxxxxxxxxxx -/21 b - ~ b,22,-,-,-/2,1/-")
    assert game.value(one) == pytest.approx(game.value(other), abs=1e-9)


def test_later_positions_reuse_the_values():
    game = SolvedGame(Rules.preset("standard"))
    game.value(small_start(game.rules, 3))
    solved_tables = len(game)
    game.value(Position.from_wfen("standard .ooxxxxxxxxxxxxx 21/- b 5w 223344"))
    assert len(game) == solved_tables > 10


def test_progress_is_reported():
    reports = []
    game = SolvedGame(Rules.preset("standard"), reports.append)
    game.value(small_start(game.rules, 4))
    assert reports[-1].solved == reports[-1].found == len(game)
    assert [report.solved for report in reports] == sorted(report.solved for report in reports)


def test_finished_game_is_worth_its_result():
    position = Position.from_wfen("standard .xxxxxxxxxxxxxxx -/21 - - -")
    assert solved.value(position) == 0
    assert solved.choices(position) == {}


def test_illegal_action_has_no_regret():
    position = Position.from_wfen("standard oxxxxxxxxxxxxxxx -/- a 1 1222333")
    with pytest.raises(IllegalAction, match="k1 is not legal"):
        solved.regret(position, Action.parse("k1"))


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (start(Rules.preset("standard"), 2), "tiles in play cannot be 16"),
        (small_start(Rules.preset("standard"), 2, players=3), "players cannot be 3"),
        (
            small_start(Rules.preset("standard", extrawurm=True), 4),
            "tiles in play cannot be 4; choose from 1 to 3",
        ),
    ],
)
def test_positions_that_cannot_be_solved_are_rejected(position, message):
    with pytest.raises(InvalidNotation, match=message):
        solved.value(position)


def test_impossible_position_is_rejected():
    position = small_start(Rules.preset("standard"), 2)
    with pytest.raises(InvalidPosition, match="tile 21 is in 2 places"):
        solved.value(position._replace(stacks=((21,), ())))


def test_other_rules_are_rejected():
    with pytest.raises(InvalidNotation, match="rules cannot be 'short'"):
        SolvedGame(Rules.preset("standard")).value(small_start(Rules.preset("short"), 1))


@pytest.mark.parametrize("tiles", [0, 17, True, "3"])
def test_bad_number_of_tiles_is_rejected(tiles):
    with pytest.raises(InvalidNotation, match="tiles cannot be"):
        small_start(Rules.preset("standard"), tiles)
