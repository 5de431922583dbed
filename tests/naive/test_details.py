"""Rules that the worked examples of section 7 do not cover."""

from __future__ import annotations

import pytest

from .positions import position, turn
from .rules import NaiveGame


def test_start_position_is_formatted_as_wfen() -> None:
    assert NaiveGame.start("standard", 3).wfen() == "standard oooooooooooooooo -/-/- a - ~"
    text = "classic+extrawurm(steal=forced) oooooooooooooooooo -/- a - ~ 11,21,23,25,27/0,0/-"
    assert NaiveGame.start("classic+extrawurm(steal=forced)", 2).wfen() == text
    rules = "mini+extrawurm(bothextra=no,claim=any,golden=plain)"
    assert NaiveGame.start(rules, 2).wfen().split()[0] == rules
    assert NaiveGame.start("standard(steal=forced)", 2).wfen().split()[0] == "standard"


@pytest.mark.parametrize(
    ("rules", "dice", "weight"),
    [
        ("standard", "1134w", None),
        ("standard+extrawurm", "12wI", 6 * 3),
        ("standard+extrawurm(golden=plain)", "12wg3", 6),
    ],
)
def test_outcomes_are_weighted_by_their_chance(rules: str, dice: str, weight: int | None) -> None:
    if weight is None:
        game = position(rules, [30], "-/-", "555")
        assert game.outcomes()[dice] == 60
        assert sum(game.outcomes().values()) == 6**5
    else:
        game = position(rules, [30], "-/-", "55555", "~", extra="-,-,-,-,a/0,0/-")
        assert game.outcomes()[dice] == weight
        assert sum(game.outcomes().values()) == 6**4


def test_golden_die_is_set_aside_with_the_others() -> None:
    golden = "-,-,-,-,a/0,0/-"
    game = position("standard+extrawurm", [36], "-/-", "wwwwwww", "1I", extra=golden)
    game.act("k1")
    assert game.set_aside == ["w"] * 7 + ["1", "I"]
    assert game.bratwurms == [1, 0]
    assert game.legal() == {"t36"}
    game = position("standard+extrawurm", [36], "-/-", "5", "wwwwwwwW", extra=golden)
    game.act("kw")
    assert game.total() == 45
    assert game.wfen().split()[4] == "5wwwwwwwW"
    game = position("standard+extrawurm(golden=plain)", [36], "-/-", "5g3", "~", extra=golden)
    assert game.dice_left() == 7
    game.roll("1133555")
    assert game.legal() == {"k1"}


def test_canned_worm_does_not_block_worms() -> None:
    game = position("standard+extrawurm", [21], "-/-", "445", "~", extra="a,-,-,-,-/0,0/-")
    game.roll("1345w")
    assert game.legal() == {"k1", "k3", "kw"}
    game.act("kw")
    assert game.total() == 18
    game = position("standard+extrawurm", [21], "-/-", "445", "~", extra="a,-,-,-,-/0,0/-")
    game.roll("44455")
    assert turn(game, "reason", "total") == ("no_new_symbol", 18)


def test_canned_worm_changes_the_reason_of_failure() -> None:
    game = position("standard+extrawurm", [21], "-/-", "11", "-", extra="a,-,-,-,-/0,0/-")
    assert game.legal() == {"r", "q"}
    game.act("q")
    assert turn(game, "reason", "total") == ("nothing_to_claim", 7)


def test_weasel_works_once_per_turn() -> None:
    weasel = "-,-,-,a,-/0,0/-"
    game = position("standard+extrawurm", [21], "-/-", "5", "1115555", extra=weasel)
    assert game.legal() == {"k1", "z"}
    game.act("z")
    assert game.wfen().split()[4:] == ["5", "~", "-,-,-,a,-/0,0/z"]
    game.roll("1115555")
    assert game.legal() == {"k1"}
    game.act("k1")
    assert game.wfen().endswith("/1,0/z")
    game.act("q")
    assert game.wfen().endswith("/1,0/-")


def test_weasel_saves_a_bust_only_with_the_option() -> None:
    weasel = "-,-,-,a,-/0,0/-"
    game = position("standard+extrawurm", [21], "-/-", "5", "~", extra=weasel)
    game.roll("5555555")
    assert turn(game, "reason") == ("no_new_symbol",)
    game = position("standard+extrawurm(weaselbust=yes)", [21], "-/-", "5", "~", extra=weasel)
    game.roll("5555555")
    assert game.last_turn is None
    assert game.legal() == {"z"}
    game.act("z")
    game.roll("5555555")
    assert turn(game, "reason") == ("no_new_symbol",)


def test_hen_guards_the_top_tile() -> None:
    game = position("standard+extrawurm", [30], "25/-/-", "w", "~", extra="b,a,30,c,-/0,0,0/-")
    game.roll("wwwwwww")
    assert turn(game, "returned", "turned") == (None, None)
    assert game.stacks[0] == [25]
    assert "hen" not in game.held_by
    game = position("standard+extrawurm", [30], "25,11/-/-", "w", "~", extra="b,a,30,c,-/0,0,0/-")
    game.roll("wwwwwww")
    assert turn(game, "returned", "turned") == (None, None)
    assert "hen" not in game.held_by


def test_specialist_comes_with_the_stolen_tile() -> None:
    places = "-,a,-,b,-/0,0/-"
    game = position("standard+extrawurm", [30], "26/24", "1445ww", "-", extra=places)
    game.act("s24")
    assert game.held_by == {"weasel": 0}
    assert game.on_tile == {"canned_worm": 30}
    assert game.stacks == [[26, 24], []]


def test_raven_leaves_the_held_specialist() -> None:
    game = position("standard+extrawurm", [23, 30], "-/-", "3555w", "-", extra="-,-,23,a,-/1,0/-")
    game.act("t23")
    assert game.held_by == {"weasel": 0}
    assert game.bratwurms == [2, 0]
    assert game.on_tile == {"canned_worm": 30}


def test_raven_takes_nothing_without_a_rivals_bratwurm() -> None:
    game = position("standard+extrawurm", [23, 30], "-/-", "3555w", "-", extra="b,-,23,a,-/7,0/-")
    game.act("t23")
    assert turn(game, "result", "tile") == ("took", 23)
    assert game.bratwurms == [7, 0]


def test_option_forbids_taking_both_extra_tiles() -> None:
    for option, takes in [("", {"t13", "r"}), ("(bothextra=no)", {"r", "q"})]:
        game = position("standard+extrawurm" + option, [13, 30], "11,24/-", "44w", "-")
        assert game.legal() == takes


def test_extra_tile_is_not_stolen() -> None:
    game = position("standard+extrawurm", [30], "-/24,13", "44w", "-", extra="-,b,-,-,-/0,0/-")
    assert game.legal() == {"r", "q"}


def test_ties_are_broken_by_the_highest_tile() -> None:
    game = position("standard+extrawurm", [21], "24,25/27,23/29", extra="-,-,-,-,-/0,0,0/-")
    assert game.scores() == [3, 3, 3]
    assert game.winners() == [2]
    game = position("standard+extrawurm", [21], "24,25/27,23/29", extra="-,-,-,-,-/1,1,0/-")
    assert game.winners() == [1]
