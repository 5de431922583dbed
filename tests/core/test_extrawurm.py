"""The expansion: section 6 of the rules, sentence by sentence."""

import re

import pytest

from pickomino import (
    CHANCE,
    OVER,
    Action,
    Roll,
    Rules,
    chance_outcomes,
    scores,
    start,
    step,
    step_roll,
    total,
)
from pickomino.core.tiles import EXTRA_TILES, TILES, worms
from support.short_positions import EXTRAWURM, at, format_extrawurm, legal, play, without_extrawurm

BUST = "wwwwwww"
every = pytest.mark.parametrize("rules", EXTRAWURM)


def board(face_up, stacks, dice, field, rules="standard+extrawurm"):
    """Set up a table by its face-up tiles; tiles not in a stack are face down."""
    taken = {int(tile) for tile in re.findall(r"\d+", stacks)}
    marks = (
        "o" if tile in face_up else "." if tile in taken else "x" for tile in (*EXTRA_TILES, *TILES)
    )
    return at(rules, f"{''.join(marks)} {stacks} {dice} {field}")


# Tiles 11 and 13


@every
def test_11_and_13_lie_left_of_21_with_one_worm_each(rules):
    assert start(Rules.parse(rules), 2).grill[:3] == (11, 13, 21)
    assert (worms(11), worms(13)) == (1, 1)


@every
def test_11_and_13_need_their_exact_sum_with_a_worm(rules):
    field = "-,-,-,-,-/0,0/-"
    assert legal(board({11, 13}, "-/-", "a 44w -", field, rules)) == {"t13", "r"}
    assert legal(board({11, 13}, "-/-", "a 15w -", field, rules)) == {"t11", "r"}
    assert legal(board({11, 13}, "-/-", "a 445 -", field, rules)) == {"r", "q"}
    assert legal(board({11, 13}, "-/-", "a 1555w -", field, rules)) == {"r", "q"}


@every
def test_11_and_13_are_never_stolen(rules):
    before = board({30}, "-/24,13", "a 44w -", "-,-,-,-,-/0,0/-", rules)
    assert legal(before) == {"r", "q"}


@every
def test_tile_under_11_or_13_is_covered(rules):
    before = board({30}, "-/24,13", "a 1445ww -", "-,-,-,-,-/0,0/-", rules)
    assert total(before) == 24
    assert legal(before) == {"r", "q"}


def test_11_and_13_are_turned_if_they_are_the_highest():
    rules = "standard+extrawurm(emptyflip=yes)"
    position = board({11, 13}, "-/-", "a w ~", "-,-,-,-,-/0,0/-", rules)
    position, ended = play(position, BUST)
    assert (ended.turned, position.to_act) == (13, CHANCE)
    position, ended = play(position, "1wwwwwww", "kw", "r", "w")
    assert (ended.turned, position.to_act) == (11, OVER)


# Specialists


@every
def test_extrawurm_can_be_added_to_every_rule_set(rules):
    position = start(Rules.parse(rules), 3)
    base = start(Rules.parse(rules.partition("+")[0]), 3)
    assert (position.grill[2:], position.stacks) == (base.grill, base.stacks)


@every
def test_specialists_start_on_their_tiles(rules):
    assert format_extrawurm(start(Rules.parse(rules), 3)) == "11,21,23,25,27/0,0,0/-"


@every
def test_taking_a_tile_gains_the_specialist_on_it(rules):
    before = board({25, 30}, "-/-", "a 5555w -", "b,30,-,25,-/0,0/-", rules)
    assert legal(before) == {"t25", "r"}
    assert format_extrawurm(play(before, "t25")[0]) == "b,30,-,a,-/0,0/-"


@every
def test_stealing_a_tile_takes_its_specialist(rules):
    before = board({30}, "26/22,24", "a 1445ww -", "-,a,-,b,-/0,0/-", rules)
    after, ended = play(before, "s24")
    assert after.stacks == ((26, 24), (22,))
    assert format_extrawurm(after) == "30,-,-,a,-/0,0/-"
    assert without_extrawurm(ended).robbed == 1


@every
def test_second_specialist_sends_the_first_back(rules):
    before = board({27, 30}, "-/-", "a 25555w -", "b,-,30,a,27/0,0/-", rules)
    assert format_extrawurm(play(before, "t27")[0]) == "b,-,30,-,a/0,0/-"
    before = board({21, 27, 30}, "-/-", "a 25555w -", "b,30,-,a,27/0,0/-", rules)
    assert format_extrawurm(play(before, "t27")[0]) == "b,30,21,-,a/0,0/-"


@every
def test_gained_golden_die_is_rolled_from_the_next_turn_on(rules):
    before = board({27, 30, 31}, "-/-", "a 25555w -", "30,-,-,-,27/0,0/-", rules)
    after, _ = play(before, "t27")
    assert sum(weight for _, weight in chance_outcomes(after)) == 6**8
    after, _ = play(after, "1222wwww", "kw", "q")
    assert sum(weight for _, weight in chance_outcomes(after)) == 6**9


@every
def test_hen_guards_at_once(rules):
    before = board({21, 30}, "-/-", "a 1555w -", "-,21,-,-,-/0,0/-", rules)
    after, _ = play(before, "t21", "1222wwww", "kw", "r", "1222", "k1", "s21")
    assert after.stacks == ((21,), ())
    assert format_extrawurm(after).split(",")[1] == "b"


# Placing


@every
def test_specialists_are_placed_in_order_on_lowest_free_tiles(rules):
    before = board({13, 21, 22, 30}, "-/-", "a 255w5 -", "-,-,21,-,-/0,0/-", rules)
    assert total(before) == 22
    assert format_extrawurm(play(before, "t22")[0]) == "13,30,21,-,-/0,0/-"


@every
def test_specialists_without_a_free_tile_wait(rules):
    after, _ = play(board({30}, "24/-", "a w ~", "30,-,-,-,-/0,0/-", rules), BUST)
    assert format_extrawurm(after) == "24,-,-,-,-/0,0/-"
    before = board({21, 30}, "24/-", "a w ~", "21,30,-,-,-/0,0/-", rules)
    after, _ = play(before, BUST)
    assert format_extrawurm(after) == "21,24,-,-,-/0,0/-"


# Failures


@every
def test_hen_is_lost_in_place_of_the_top_tile(rules):
    after, ended = play(board({30}, "25/-", "a w ~", "b,a,30,-,-/0,0/-", rules), BUST)
    assert (ended.returned, ended.turned) == (None, None)
    assert (after.stacks, after.grill) == (((25,), ()), (30,))
    assert format_extrawurm(after) == "b,-,30,-,-/0,0/-"


@pytest.mark.parametrize("tile", [11, 13])
@every
def test_failure_under_11_or_13_returns_nothing(rules, tile):
    before = board({21, 30}, f"24,{tile}/-", "a w ~", "b,21,30,a,-/0,0/-", rules)
    after, ended = play(before, BUST)
    assert ended.returned is None
    assert after.stacks[0] == (24, tile)
    assert ended.turned == (30 if rules.startswith("manual") else None)
    assert "a" not in format_extrawurm(after)


def test_hen_saves_nothing_with_11_or_13_on_top():
    field = "b,a,21,-,-/0,0/-"
    after, ended = play(board({21, 30}, "24,11/-", "a w ~", field, "manual+extrawurm"), BUST)
    assert (ended.returned, ended.turned) == (None, 30)
    assert format_extrawurm(after) == "b,-,21,-,-/0,0/-"
    after, ended = play(board({21, 30}, "24,11/-", "a w ~", field), BUST)
    assert (ended.returned, ended.turned, after.grill) == (None, None, (21, 30))
    assert format_extrawurm(after) == "b,30,21,-,-/0,0/-"


# Canned Worm


@every
def test_canned_worm_is_not_a_symbol(rules):
    before = board({21, 30}, "-/-", "a 445 ~", "a,21,30,-,-/0,0/-", rules)
    rolled, _ = play(before, "1345w")
    assert legal(rolled) == {"k1", "k3", "kw"}
    with_worm, _ = play(rolled, "kw")
    assert total(with_worm) == 18
    _, ended = play(before, "44455")
    assert (ended.reason, ended.total) == ("no_new_symbol", 18)


@every
def test_canned_worm_stays_after_it_counted(rules):
    before = board({11, 30}, "-/-", "a 15 -", "a,11,30,-,-/0,0/-", rules)
    assert format_extrawurm(play(before, "t11")[0]).startswith("-")
    before = board({13, 21, 30}, "-/-", "a 4444 -", "a,13,30,-,-/0,0/-", rules)
    assert format_extrawurm(play(before, "t21")[0]).startswith("a")


# Sitting Hen


@every
def test_hen_is_out_of_reach_with_11_or_13_on_top(rules):
    for stack, dice in (("24,13", "44w"), ("24,11", "15w"), ("24,11", "1445ww")):
        assert legal(board({30}, f"-/{stack}", f"a {dice} -", "-,b,-,-,-/0,0/-", rules)) == {
            "r",
            "q",
        }


@every
def test_hen_does_not_guard_bratwurms(rules):
    before = board({23, 30}, "-/24", "a 3555w -", "-,b,23,-,-/6,1/-", rules)
    choice, _ = play(before, "t23")
    assert legal(choice) == {"bb"}


# Raven


@every
def test_raven_brings_a_bratwurm(rules):
    before = board({23, 30}, "-/-", "a 3555w -", "-,30,23,a,-/1,0/-", rules)
    after, _ = play(before, "t23")
    assert after.stacks == ((23,), ())
    assert format_extrawurm(after).split("/")[1:] == ["2,0", "-"]


@every
def test_raven_is_never_held(rules):
    before = board({23, 30}, "-/-", "a 3555w -", "-,30,23,a,-/1,0/-", rules)
    after, _ = play(before, "t23")
    assert format_extrawurm(after).split("/")[0] == "-,30,-,a,-"


@every
def test_raven_may_stand_on_11_or_13(rules):
    before = board({13, 30}, "-/-", "a 44w -", "-,30,13,-,-/0,0/-", rules)
    assert format_extrawurm(play(before, "t13")[0]).endswith("/1,0/-")


@every
def test_raven_brings_nothing_if_no_rival_has_a_bratwurm(rules):
    before = board({23, 30}, "-/-", "a 3555w -", "b,30,23,a,-/7,0/-", rules)
    after, ended = play(before, "t23")
    assert (ended.result, ended.tile) == ("took", 23)
    assert format_extrawurm(after) == "b,30,-,a,-/7,0/-"


@pytest.mark.parametrize("rules", ["manual+extrawurm", "standard+extrawurm(emptyflip=yes)"])
def test_raven_whose_tile_is_turned_brings_nothing(rules):
    after, ended = play(board({21, 30}, "-/-", "a w ~", "21,-,30,-,-/0,0/-", rules), BUST)
    assert ended.turned == 30
    assert format_extrawurm(after) == "21,-,-,-,-/0,0/-"


# Weasel


@every
def test_weasel_rerolls_once_a_turn(rules):
    before = board({21, 30}, "-/-", "a 5 1115555", "21,30,-,a,-/0,0/-", rules)
    assert legal(before) == {"k1", "z"}
    again, _ = play(before, "z")
    assert again.to_act == CHANCE
    assert again.turn.set_aside.text == "5"
    chosen, _ = play(again, "1115555")
    assert legal(chosen) == {"k1"}
    assert format_extrawurm(chosen).split(",")[3] == "a"
    _, ended = play(again, "5555555")
    assert ended.reason == "no_new_symbol"


def test_weasel_saves_a_bust_only_with_weaselbust():
    field = "21,30,-,a,-/0,0/-"
    _, ended = play(board({21, 30}, "-/-", "a 5 ~", field), "5555555")
    assert ended.reason == "no_new_symbol"
    rules = "standard+extrawurm(weaselbust=yes)"
    saved, ended = play(board({21, 30}, "-/-", "a 5 ~", field, rules), "5555555")
    assert ended is None
    assert legal(saved) == {"z"}


# Golden Die


def test_option_golden_sets_the_faces_of_the_golden_die():
    field = "21,30,-,-,a/0,0/-"
    for option, faces in (("", {"I": 3, "W": 3}), ("(golden=plain)", dict.fromkeys("12345w", 1))):
        before = board({21, 30}, "-/-", "a 1111222w ~", field, f"standard+extrawurm{option}")
        outcomes = {roll.text.removeprefix("g"): weight for roll, weight in chance_outcomes(before)}
        assert outcomes == faces


@every
def test_golden_die_is_a_ninth_die(rules):
    before = board({21, 36}, "-/-", "a - ~", "21,36,-,-,a/0,0/-", rules)
    position, _ = step_roll(before, Roll.parse("1234555wW"))
    position, _ = step(position, Action.parse("kw"))
    assert position.turn.set_aside.text == "wW"
    position, _ = play(position, "r", "1245555", "k5", "r", "444")
    assert legal(position) == {"k4"}
    position, _ = play(position, "k4")
    assert total(position) == 42
    assert "r" not in legal(position)


@every
def test_sum_reaches_45_with_the_golden_die(rules):
    before = board({21, 36}, "-/-", "a 5 wwwwwwwW", "21,36,-,-,a/0,0/-", rules)
    assert total(play(before, "kw")[0]) == 45


@every
def test_golden_ones_are_ordinary_ones(rules):
    before = board({21, 36}, "-/-", "a 5 1234555I", "21,36,-,-,a/0,0/-", rules)
    after, _ = play(before, "k1")
    assert after.turn.set_aside.text == "15I"
    assert format_extrawurm(after).endswith("/1,0/-")


# Bratwurms


@every
def test_two_ones_in_one_choice_gain_one_bratwurm(rules):
    for ones, gained in (("1", 0), ("11", 1), ("1111", 1)):
        rolled = f"{ones}{'2' * (7 - len(ones))}"
        before = board({30}, "-/-", f"a w {rolled}", "30,-,-,-,-/0,0/-", rules)
        after, _ = play(before, "k1")
        assert format_extrawurm(after).endswith(f"/{gained},0/-")
    failed, _ = play(after, "q")
    assert format_extrawurm(failed).endswith("/1,0/-")


@every
def test_empty_supply_gives_no_bratwurm(rules):
    before = board({30}, "-/-", "a w 1111222", "30,-,-,-,-/3,4/-", rules)
    assert format_extrawurm(play(before, "k1")[0]).endswith("/3,4/-")


@every
def test_bratwurm_scores_like_a_worm(rules):
    assert scores(board({30}, "25/21", "a w ~", "30,-,-,-,-/0,2/-", rules)) == (2, 3)


@every
def test_bothextra_no_forbids_both_extra_tiles(rules):
    field = "30,-,-,-,-/0,0/-"
    assert "t13" in legal(board({13, 30}, "11,24/-", "a 44w -", field, rules))
    assert "t13" not in legal(
        board({13, 30}, "11,24/-", "a 44w -", field, f"{rules}(bothextra=no)")
    )
