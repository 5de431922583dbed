"""Rules that other implementations of this game often get wrong."""

import pytest

from pickomino import (
    OVER,
    Action,
    TurnEnd,
    apply,
    chance_outcomes,
    claims,
    scores,
    total,
    winners,
)
from support.short_positions import EVERY, FORCED, at, format_table, legal, play, without_extrawurm

every = pytest.mark.parametrize("rules", EVERY)


# A failed turn


def check_failure(before, returned, turned):
    """Fail with worms only, then compare the grill, which has all tiles, one perhaps turned."""
    after, ended = play(before, "wwwwwww")
    grill = "ooooooooooooooox" if turned else "oooooooooooooooo"
    assert format_table(after) == f"{grill} -/- b - ~"
    assert ended == TurnEnd(0, "failed", "no_new_symbol", 5, returned=returned, turned=turned)


@pytest.mark.parametrize(
    ("rules", "turned"),
    [
        ("standard", None),
        ("classic", None),
        ("short", None),
        ("mini", None),
        ("manual", 36),
        ("standard(emptyflip=yes)", 36),
        ("manual(emptyflip=no)", None),
        ("short(emptyflip=yes)", 36),
    ],
)
def test_failing_with_empty_stack_turns_only_with_emptyflip(rules, turned):
    check_failure(at(rules, "oooooooooooooooo -/- a w ~"), None, turned)


@pytest.mark.parametrize(
    ("rules", "turned"),
    [
        ("standard", None),
        ("classic", None),
        ("short", 36),
        ("manual", None),
        ("mini", None),
        ("standard(returned=turned)", 36),
        ("short(returned=stays)", None),
        ("manual(returned=turned)", 36),
    ],
)
def test_returned_option_decides_if_highest_tile_turns(rules, turned):
    check_failure(at(rules, "ooooooooooooooo. 36/- a w ~"), 36, turned)


@every
def test_returned_lower_tile_turns_the_highest(rules):
    after, ended = play(at(rules, "oooooooooooooo.o 35/- a w ~"), "wwwwwww")
    assert format_table(after) == "ooooooooooooooox -/- b - ~"
    assert (ended.returned, ended.turned) == (35, 36)


@every
def test_returned_tile_leaves_a_face_up_tile(rules):
    after, ended = play(at(rules, "oxxxxxxxxxxxxxx. 36/- a w ~"), "wwwwwww")
    assert ended.returned == 36
    assert after.grill == ((21,) if rules.startswith("short") else (21, 36))
    assert after.seat == 1


@every
def test_stopping_with_nothing_is_a_failure(rules):
    before = at(rules, "ooooooooooooo..o 34,35/- a 5w -")
    assert legal(before) == {"r", "q"}
    after, ended = play(before, "q")
    assert after.stacks == ((34,), ())
    expected = TurnEnd(0, "failed", "nothing_to_claim", 10, returned=35, turned=36)
    assert without_extrawurm(ended) == expected


@pytest.mark.parametrize("rules", ["manual", "manual+extrawurm", "mini(emptyflip=yes)"])
def test_turning_the_last_tile_ends_the_game(rules):
    after, ended = play(at(rules, "...xxxxxxxxxxxxo 21,22/23 b - ~"), "11122334", "k1", "q")
    assert after.stacks == ((21, 22), ())
    assert ended.turned == 36
    after, ended = play(at(rules, "..xxxxxxxxxxxxxo 21,22/- b - ~"), "11122334", "k1", "q")
    assert format_table(after) == "..xxxxxxxxxxxxxx 21,22/- - - -"
    assert after.to_act == OVER
    assert (ended.reason, ended.turned) == ("no_worm", 36)
    assert winners(after) == (0,)


@every
def test_taking_the_last_tile_ends_the_game(rules):
    after, _ = play(at(rules, "oxxxxxxxxxxxxxxx -/- b 1555w -"), "t21")
    assert format_table(after) == ".xxxxxxxxxxxxxxx -/21 - - -"
    assert winners(after) == (1,)
    assert legal(after) == set()


# Claims


@pytest.mark.parametrize(("kept", "value"), [("5555555w", 40), ("35555www", 38), ("25555www", 37)])
@every
def test_total_above_36_takes_at_most_the_highest_tile(rules, kept, value):
    before = at(rules, f"ooooooooooooooo. -/36 a {kept} -")
    assert total(before) == value
    takes = {f"t{tile}" for tile in range(21, 36)} if rules.startswith("manual") else {"t35"}
    assert legal(before) == takes


@every
def test_total_above_36_steals_nothing(rules):
    before = at(rules, "oxxxxxxxxxxxxxx. -/36 a 4555wwww -")
    assert total(before) == 39
    assert legal(before) == {"t21"}


@every
def test_claim_needs_a_worm(rules):
    before = at(rules, "ooooooooooooooo. -/36 a 44455 -")
    assert total(before) == 22
    assert claims(before) == ()
    assert legal(before) == {"r", "q"}


@every
def test_total_below_every_tile_claims_nothing(rules):
    before = at(rules, "xxxxxxxxxooooooo -/- a 4555ww -")
    assert total(before) == 29
    assert legal(before) == {"r", "q"}


@every
def test_own_top_tile_cannot_be_stolen(rules):
    before = at(rules, "xxxxxoooo.oooooo 30/- a 5555ww -")
    assert total(before) == 30
    takes = {"t26", "t27", "t28", "t29"} if rules.startswith("manual") else {"t29"}
    assert legal(before) == takes | {"r"}


@every
def test_covered_tile_cannot_be_stolen(rules):
    before = at(rules, "xxxxxxxxoo.x.ooo -/33,31 a 355555w -")
    assert total(before) == 33
    assert "s33" not in legal(before)
    assert "s31" not in legal(before)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        *((name, {"s26"}) for name in FORCED),
        ("classic", {"s26", "t25"}),
        ("short", {"s26", "t25"}),
        ("manual", {"s26", "t24", "t25"}),
        ("classic(steal=forced)", {"s26"}),
        ("manual(steal=forced)", {"s26"}),
        ("standard(steal=optional)", {"s26", "t25"}),
        ("standard(claim=any,steal=optional)", {"s26", "t24", "t25"}),
    ],
)
def test_steal_forbids_other_claims_only_when_forced(rules, expected):
    before = at(rules, "xxxoo.oooooooooo -/26 a 1244www -")
    assert total(before) == 26
    assert set(map(str, claims(before))) == expected
    assert legal(before) == expected | {"r"}


@every
def test_single_claim_is_still_an_action(rules):
    after, ended = play(at(rules, "oxxxxxxxxxxxxxxo -/- a 11155w 22"), "k2")
    assert ended is None
    assert legal(after) == {"t21"}


# Dice


@every
def test_five_and_worm_are_two_symbols(rules):
    position, _ = play(at(rules, "oooooooooooooooo -/- a - ~"), "1234555w", "k5")
    assert total(position) == 15
    assert legal(position) == {"r", "q"}
    position, _ = play(position, "r", "5555w")
    assert legal(position) == {"kw"}
    position, ended = play(at(rules, "oooooooooooooooo -/- a 5w ~"), "55555w")
    assert ended.reason == "no_new_symbol"


@every
def test_all_dice_of_the_chosen_symbol_are_set_aside(rules):
    position, _ = play(at(rules, "oooooooooooooooo -/- a - ~"), "1333333w", "k3")
    assert format_table(position) == "oooooooooooooooo -/- a 333333 -"


@every
def test_six_symbols_end_the_turn_with_dice_left(rules):
    before = at(rules, "ooooxxxxxxxxxxxx -/- a 12345 ww1")
    claimed, ended = play(before, "kw")
    assert total(claimed) == 25
    assert ended is None
    takes = {"t21", "t22", "t23", "t24"} if rules.startswith("manual") else {"t24"}
    assert legal(claimed) == takes
    failed, ended = play(at(rules, "xxxxxxxxxxxxxxxo -/- a 12345 ww1"), "kw")
    assert without_extrawurm(ended)._replace(turned=None) == TurnEnd(
        0, "failed", "nothing_to_claim", 25
    )
    assert failed.turn.set_aside.size == 0


@pytest.mark.parametrize(
    "rules", ["standard(allsymbols=rolls)", "manual+extrawurm(allsymbols=rolls)"]
)
def test_allsymbols_rolls_lets_six_symbols_roll_on_and_fail(rules):
    """The last tile would end the game and lose it, so this player prefers to fail."""
    before = at(rules, "oxxxxxxxx.xxxx.. 30/35,36 a 123455w -")
    assert legal(before) == {"t21", "r"}
    assert chance_outcomes(apply(before, Action.parse("r"))) != ()
    after, ended = play(before, "r", "3")
    assert without_extrawurm(ended)._replace(turned=None) == TurnEnd(
        0, "failed", "no_new_symbol", 25, returned=30
    )
    assert after.seat == 1
    assert legal(at(rules, "xxxxxxxxxxxxxxxo -/- a 1234ww5 -")) == {"r", "q"}


def test_allsymbols_rolls_needs_a_die_left():
    assert legal(at("standard(allsymbols=rolls)", "ooooxxxxxxxxxxxx -/- a 123455ww -")) == {"t24"}


# The end


@pytest.mark.parametrize(
    ("stacks", "field", "expected"),
    [
        ("33/21,22,23,24", "0,0", (0,)),
        ("21,25/29", "0,0", (1,)),
        ("21,25/22,26/29", "0,0,0", (2,)),
        ("33/34/35/36", "0,0,0,0", (3,)),
        ("-/-/21", "0,0,0", (2,)),
        ("-/-/-", "0,0,0", (0, 1, 2)),
        ("-/-", "0,0", (0, 1)),
    ],
)
def test_tie_is_won_by_the_highest_single_tile(stacks, field, expected):
    for rules in EVERY:
        position = at(rules, _finished_table(stacks, rules, field))
        assert winners(position) == expected


@pytest.mark.parametrize(
    ("stacks", "bratwurms", "points", "expected"),
    [
        ("21/-", "0,1", (1, 1), (0,)),
        ("-/-", "2,2", (2, 2), (0, 1)),
        ("-/-/-", "1,2,2", (1, 2, 2), (1, 2)),
        ("25/21", "0,1", (2, 2), (0,)),
        ("25/21", "0,6", (2, 7), (1,)),
        ("11/13", "0,0", (1, 1), (1,)),
        ("11/21", "1,1", (2, 2), (1,)),
    ],
)
def test_bratwurms_do_not_break_ties(stacks, bratwurms, points, expected):
    rules = "standard+extrawurm"
    position = at(rules, _finished_table(stacks, rules, bratwurms))
    assert scores(position) == points
    assert winners(position) == expected


def _finished_table(stacks, rules, bratwurms):
    """Return the table of a finished game: tiles not in a stack are face down."""
    tiles = [*range(21, 37)] if "+" not in rules else [11, 13, *range(21, 37)]
    grill = "".join("." if str(tile) in stacks else "x" for tile in tiles)
    field = f" -,-,-,-,-/{bratwurms}/-" if "+" in rules else ""
    return f"{grill} {stacks} - - -{field}"
