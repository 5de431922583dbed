"""The naive implementation plays every worked example of section 7."""

from __future__ import annotations

import pytest

from .positions import BOTH, EXTRAWURM, FORCED, face_up, position, turn
from .rules import NaiveGame

every = pytest.mark.parametrize("rules", BOTH)
every_extrawurm = pytest.mark.parametrize("rules", EXTRAWURM)


@every
def test_example_1_one_symbol_at_a_time(rules: str) -> None:
    game = NaiveGame.start(rules, 2)
    game.roll("112345ww")
    assert game.legal() == {"k1", "k2", "k3", "k4", "k5", "kw"}
    game.act("kw")
    assert game.total() == 10
    game.act("r")
    game.roll("445www")
    assert game.legal() == {"k4", "k5"}
    game.act("k4")
    assert game.total() == 18
    game.act("r")
    game.roll("445w")
    assert game.legal() == {"k5"}
    game.act("k5")
    assert game.total() == 23
    game.act("r")
    assert sum(game.outcomes().values()) == 6**3
    game.roll("123")
    assert game.legal() == {"k1", "k2", "k3"}


@every
def test_example_2_exact_tile(rules: str) -> None:
    game = position(rules, [21, 23, 24, 26], "-/-", "44ww", "2224")
    assert game.legal() == {"k2"}
    game.act("k2")
    takes = {"t21", "t23", "t24"} if "manual" in rules else {"t24"}
    assert game.legal() == takes | {"r"}
    game.act("t24")
    assert game.stacks[0] == [24]
    assert turn(game, "seat", "result", "reason", "total", "tile") == (0, "took", None, 24, 24)


@every
def test_example_3_steal(rules: str) -> None:
    game = position(rules, [23, 24, 26, 28, 29], "-/21", "2255w", "115")
    assert game.legal() == {"k1"}
    game.act("k1")
    assert game.legal() == {"s21", "r"}
    game.act("s21")
    assert game.stacks == [[21], []]
    assert turn(game, "result", "total", "tile", "robbed") == ("stole", 21, 21, 1)


@every
def test_example_4_never_ones_own_top(rules: str) -> None:
    game = position(rules, [21, 24, 25, 27], "23/22,36", "23355w", "-")
    assert game.legal() == {"t21", "r"}
    game.act("t21")
    assert game.stacks[0] == [23, 21]


@every
def test_example_5_next_lower_tile(rules: str) -> None:
    game = position(rules, [27, 28, 33, 34], "-/-", "44555w", "13")
    assert game.legal() == {"k1", "k3"}
    game.act("k3")
    assert game.legal() == ({"t27", "t28", "r"} if "manual" in rules else {"t28", "r"})
    game.act("t28")
    assert turn(game, "total", "tile") == (31, 28)


@every
def test_example_6_steal_forced_or_optional(rules: str) -> None:
    game = position(rules, [25, 27, 29, 30, 31], "21/26", "1244www", "-")
    if rules.startswith(FORCED):
        assert game.legal() == {"s26", "r"}
    else:
        assert game.legal() == {"s26", "t25", "r"}
    game.act("s26")
    assert game.stacks == [[21, 26], []]


@every
def test_example_7_only_the_top_can_be_stolen(rules: str) -> None:
    game = position(rules, [28, 30], "25,22/-", "35555w", "-")
    game.act("t28")
    assert game.stacks[0] == [25, 22, 28]
    game.roll("1244wwww")
    game.act("kw")
    game.act("r")
    game.roll("1244")
    game.act("k2")
    assert game.total() == 22
    assert game.legal() == {"r", "q"}
    other = position(rules, [30], "25,22,28/-", "35555w", "-", seat="b")
    assert other.legal() == {"s28", "r"}


@every
def test_example_8_bust(rules: str) -> None:
    game = position(rules, [21, 22, 30], "-/-", "355www", "~")
    game.roll("5w")
    assert turn(game, "result", "reason", "total") == ("failed", "no_new_symbol", 28)
    assert game.wfen().split()[3:6] == ["b", "-", "~"]


@every
def test_example_9_no_worm(rules: str) -> None:
    game = position(rules, [21, 31], "-/-", "333444", "55")
    game.act("k5")
    assert turn(game, "result", "reason", "total") == ("failed", "no_worm", 31)


@every
def test_example_10_nothing_to_claim(rules: str) -> None:
    game = position(rules, [26, 28, 30], "25/-", "23355w", "11")
    game.act("k1")
    assert face_up(game) == [25, 26, 28]
    expected = ("failed", "nothing_to_claim", 25, 25, 30)
    assert turn(game, "result", "reason", "total", "returned", "turned") == expected


@every
def test_example_11_highest_is_turned(rules: str) -> None:
    game = position(rules, [31, 33, 34], "27/-", "1w", "~")
    game.roll("111www")
    assert face_up(game) == [27, 31, 33]
    assert turn(game, "returned", "turned") == (27, 34)


@every
def test_example_12_returned_is_highest(rules: str) -> None:
    game = position(rules, [28, 29], "30/-", "1w", "~")
    game.roll("111www")
    if "short" in rules:
        assert face_up(game) == [28, 29]
        assert turn(game, "returned", "turned") == (30, 30)
    else:
        assert face_up(game) == [28, 29, 30]
        assert turn(game, "returned", "turned") == (30, None)


@every
def test_example_13_long_turn(rules: str) -> None:
    forced = rules.startswith(FORCED)
    game = position(rules, [27, 35], "-/32")
    for roll, choices, choice in [
        ("11234445", {"k1", "k2", "k3", "k4", "k5"}, "k4"),
        ("1235w", {"k1", "k2", "k3", "k5", "kw"}, "kw"),
        ("55ww", {"k5"}, "k5"),
    ]:
        game.roll(roll)
        assert game.legal() == choices
        game.act(choice)
        if choice != "k5":
            assert game.legal() == {"r", "q"}
            game.act("r")
    assert game.total() == 27
    assert game.legal() == {"t27", "r"}
    game.act("r")
    game.roll("13")
    game.act("k3")
    assert game.legal() == {"t27", "r"}
    game.act("r")
    game.roll("2")
    game.act("k2")
    assert game.legal() == ({"s32"} if forced else {"s32", "t27"})
    game.act("s32")
    assert game.stacks == [[32], []]


@every
def test_example_14_bust_returns(rules: str) -> None:
    game = position(rules, [21, 33, 35], "24,29/-")
    for roll, choice in [("112334ww", "k3"), ("12555w", "k5"), ("11w", "kw")]:
        game.roll(roll)
        game.act(choice)
        game.act("r")
    assert game.total() == 26
    game.roll("3w")
    assert turn(game, "reason", "total", "returned", "turned") == ("no_new_symbol", 26, 29, 35)
    assert game.stacks[0] == [24]
    assert face_up(game) == [21, 29, 33]


@pytest.mark.parametrize("rules", ["manual", "manual+extrawurm", "standard(claim=any)"])
def test_example_15_any_lower_tile(rules: str) -> None:
    game = position(rules, [22, 24, 30], "28/-", "1445ww", "-")
    assert game.total() == 24
    assert game.legal() == {"t22", "t24", "r"}


@pytest.mark.parametrize("rules", ["manual", "manual+extrawurm", "standard(emptyflip=yes)"])
def test_example_16_empty_stack_turns(rules: str) -> None:
    game = position(rules, [21, 36], "-/-", "w")
    game.roll("wwwwwww")
    assert turn(game, "returned", "turned") == (None, 36)
    assert face_up(game) == [21]
    game.roll("1wwwwwww")
    game.act("kw")
    assert game.legal() == {"t21", "r"}
    game.act("r")
    game.roll("w")
    assert game.to_act() == "over"
    assert game.wfen().split()[3:6] == ["-", "-", "-"]
    assert game.winners() == [0, 1]


# The Raven is never held, so in example 17 it lies on a tile besides those named, or waits; if it
# waits, the order of placing puts it on 25 before the Weasel.
@every_extrawurm
@pytest.mark.parametrize(
    ("grill", "raven", "on_tile"),
    [
        ([13, 30, 31], "13", {"raven": 13, "weasel": 25}),
        ([30, 31], "-", {"raven": 25, "weasel": 30}),
    ],
)
def test_example_17_weasel_lands(
    rules: str, grill: list[int], raven: str, on_tile: dict[str, int]
) -> None:
    game = position(rules, grill, "25/-/-/-", "w", "~", extra=f"b,c,{raven},a,d/0,0,0,0/-")
    game.roll("wwwwwww")
    assert turn(game, "returned", "turned") == (25, 31)
    assert game.on_tile == on_tile


@every_extrawurm
def test_example_18_canned_worm(rules: str) -> None:
    game = position(rules, [11, 30], "-/-", "1", "2345www", extra="a,-,-,-,-/0,0/-")
    game.act("k5")
    assert game.legal() == {"t11", "r"}
    game.act("t11")
    assert turn(game, "result", "total", "tile") == ("took", 11, 11)
    assert game.stacks[0] == [11]


@every_extrawurm
def test_example_19_extra_tile_only_exactly(rules: str) -> None:
    game = position(rules, [11], "-/-", "1111111w", "-")
    assert game.total() == 12
    assert game.legal() == set()
    game = position(rules, [11, 13], "-/-", "111111", "1w", extra="-,-,-,-,-/3,4/-")
    game.act("kw")
    assert game.total() == 11
    assert game.legal() == {"t11", "r"}
    game = position(rules, [11], "-/-", "111111w", "1")
    assert game.legal() == set()
    game = position(rules, [11], "-/-", "11w", "55555")
    game.act("k5")
    assert turn(game, "reason", "total") == ("nothing_to_claim", 32)
    game = position(rules, [11, 13], "-/-", "11w", "-")
    assert game.legal() == {"r", "q"}


@every_extrawurm
def test_example_20_hen_instead_of_tile(rules: str) -> None:
    game = position(rules, [23], "24/-", "1445ww", "-", extra="-,a,-,b,-/0,0/-", seat="b")
    if rules.startswith(FORCED):
        assert game.legal() == {"s24", "r"}
    else:
        assert game.legal() == {"s24", "t23", "r"}
    game.act("s24")
    assert turn(game, "result", "total", "tile", "robbed") == ("stole", 24, None, 0)
    assert game.stacks == [[24], []]
    assert game.held_by == {"hen": 1}
    assert game.on_tile == {"canned_worm": 23}


@every_extrawurm
def test_example_21_hen_with_empty_stack(rules: str) -> None:
    game = position(rules, [21, 22], "-/-", "w", "~", extra="-,a,-,-,-/0,0/-")
    game.roll("wwwwwww")
    turned = 22 if "manual" in rules else None
    assert turn(game, "returned", "turned") == (None, turned)
    assert game.held_by == {}
    assert game.on_tile.get("hen") == (None if turned else 22)


@every_extrawurm
def test_example_22_raven_takes_a_bratwurm(rules: str) -> None:
    game = position(rules, [23], "-/-/-", "44555", "-", extra="-,-,23,-,-/5,0,2/-")
    assert game.legal() == {"r", "q"}
    game = position(rules, [23], "-/-/-", "3555w", "-", extra="-,-,23,-,-/5,0,2/-")
    game.act("t23")
    assert game.last_turn is None
    assert game.to_act() == "a"
    assert game.legal() == {"bc"}
    assert game.wfen().split()[3:] == ["a", "-", "b", "-,-,-,-,-/5,0,2/-"]
    reread = NaiveGame.from_wfen(game.wfen())
    assert reread.legal() == {"bc"}
    game.act("bc")
    assert game.to_act() == "over"
    assert game.bratwurms == [6, 0, 1]
    assert turn(game, "result", "total", "tile", "robbed") == ("took", 23, 23, None)
    assert game.scores() == [7, 0, 1]
    assert game.winners() == [0]
    reread.act("bc")
    assert reread.wfen() == game.wfen()


@pytest.mark.parametrize("rules", ["manual+extrawurm", "standard+extrawurm(emptyflip=yes)"])
def test_example_23_golden_die_moves(rules: str) -> None:
    game = position(rules, [21, 24, 30], "-/-/-", "w", "~", extra="b,c,21,-,30/0,0,0/-")
    game.held_by["weasel"] = 0
    game.roll("wwwwwww")
    assert turn(game, "turned") == (30,)
    assert game.on_tile == {"raven": 21, "weasel": 24}
    game = position(rules, [21, 24, 30], "-/-/-/-", "w", "~", extra="b,c,21,d,30/0,0,0,0/-")
    game.roll("wwwwwww")
    assert game.on_tile == {"raven": 21, "golden_die": 24}
