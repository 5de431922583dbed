"""The worked examples of the rules, section 7, by their numbers."""

import pytest

from pickomino import (
    CHANCE,
    OVER,
    Action,
    Game,
    Rules,
    TurnEnd,
    chance_outcomes,
    scores,
    start,
    total,
    winners,
)
from support.short_positions import (
    EVERY,
    EXTRAWURM,
    FORCED,
    at,
    format_extrawurm,
    format_table,
    legal,
    play,
    without_extrawurm,
)

every = pytest.mark.parametrize("rules", EVERY)
every_extrawurm = pytest.mark.parametrize("rules", EXTRAWURM)
empty_flips = pytest.mark.parametrize(
    "rules", ["manual", "manual+extrawurm", "standard(emptyflip=yes)"]
)


def flips(rules, tile):
    """Return the tile that a failure with an empty stack turns."""
    return tile if rules.startswith("manual") else None


@every
@pytest.mark.parametrize("players", [2, 7])
def test_1_symbols_can_be_chosen_once_a_turn(rules, players):
    position, _ = play(start(Rules.parse(rules), players), "112345ww")
    assert legal(position) == {"k1", "k2", "k3", "k4", "k5", "kw"}
    position, _ = play(position, "kw")
    assert total(position) == 10
    position, _ = play(position, "r", "445www")
    assert legal(position) == {"k4", "k5"}
    position, _ = play(position, "k4")
    assert total(position) == 18
    position, _ = play(position, "r", "445w")
    assert legal(position) == {"k5"}
    position, _ = play(position, "k5", "r")
    assert total(position) == 23
    assert sum(weight for _, weight in chance_outcomes(position)) == 6**3
    assert legal(play(position, "123")[0]) == {"k1", "k2", "k3"}


@every
def test_2_takes_the_exact_tile(rules):
    before = at(rules, "oxooxoxxxxxxxxxx -/- a 44ww 2224")
    assert legal(before) == {"k2"}
    before, _ = play(before, "k2")
    takes = {"t21", "t23", "t24"} if rules.startswith("manual") else {"t24"}
    assert legal(before) == takes | {"r"}
    after, ended = play(before, "t24")
    assert format_table(after) == "oxo.xoxxxxxxxxxx 24/- b - ~"
    assert without_extrawurm(ended) == TurnEnd(0, "took", total=24, tile=24)


@every
def test_3_steals_the_exact_top_tile(rules):
    before = at(rules, ".xooxoxooxxxxxxx -/21 a 2255w 115")
    assert legal(before) == {"k1"}
    before, _ = play(before, "k1")
    assert legal(before) == {"s21", "r"}
    after, ended = play(before, "s21")
    assert format_table(after) == ".xooxoxooxxxxxxx 21/- b - ~"
    assert without_extrawurm(ended) == TurnEnd(0, "stole", total=21, tile=21, robbed=1)


@every
def test_4_takes_a_lower_tile_when_the_own_top_equals_the_total(rules):
    before = at(rules, "o..ooxoxxxxxxxx. 23/22,36 a 23355w -")
    assert legal(before) == {"t21", "r"}
    after, ended = play(before, "t21")
    assert format_table(after) == "...ooxoxxxxxxxx. 23,21/22,36 b - ~"
    assert without_extrawurm(ended) == TurnEnd(0, "took", total=23, tile=21)


@every
def test_5_takes_the_next_lower_tile(rules):
    before, _ = play(at(rules, "xxxxxxooxxxxooxx -/- a 44555w 13"), "k3")
    takes = {"t27", "t28"} if rules.startswith("manual") else {"t28"}
    assert legal(before) == takes | {"r"}
    after, ended = play(before, "t28")
    assert format_table(after) == "xxxxxxo.xxxxooxx 28/- b - ~"
    assert without_extrawurm(ended) == TurnEnd(0, "took", total=31, tile=28)


@every
def test_6_a_steal_is_forced_or_optional(rules):
    before = at(rules, ".xxxo.oxoooxxxxx 21/26 a 1244www -")
    takes = set() if rules.startswith(FORCED) else {"t25"}
    assert legal(before) == {"s26", "r"} | takes
    after, ended = play(before, "s26")
    assert format_table(after) == ".xxxo.oxoooxxxxx 21,26/- b - ~"
    assert without_extrawurm(ended) == TurnEnd(0, "stole", total=26, tile=26, robbed=1)


@pytest.mark.parametrize("rules", [rules for rules in EVERY if not rules.startswith(FORCED)])
def test_6_an_optional_steal_is_passed_over(rules):
    after, ended = play(at(rules, ".xxxo.oxoooxxxxx 21/26 a 1244www -"), "t25")
    assert format_table(after) == ".xxx..oxoooxxxxx 21,25/26 b - ~"
    assert without_extrawurm(ended) == TurnEnd(0, "took", total=26, tile=25)


@every
def test_7_only_the_top_of_a_stack_can_be_stolen(rules):
    after, _ = play(at(rules, "x.xx.xxoxoxxxxxx 25,22/- a 35555w -"), "t28")
    assert format_table(after) == "x.xx.xx.xoxxxxxx 25,22,28/- b - ~"
    covered, _ = play(after, "1244wwww", "kw", "r", "1244", "k2")
    assert total(covered) == 22
    assert legal(covered) == {"r", "q"}
    on_top, _ = play(after, "35555w11", "k5", "r", "3w11", "k3", "r", "w11", "kw")
    assert total(on_top) == 28
    assert legal(on_top) == {"s28", "r"}


@every
def test_8_no_new_symbol_fails(rules):
    after, ended = play(at(rules, "ooxxxxxxxoxxxxxx -/- a 355www ~"), "5w")
    turned = flips(rules, 30)
    grill = "ooxxxxxxxxxxxxxx" if turned else "ooxxxxxxxoxxxxxx"
    assert format_table(after) == f"{grill} -/- b - ~"
    assert without_extrawurm(ended) == TurnEnd(0, "failed", "no_new_symbol", 28, turned=turned)


@every
def test_9_no_worm_fails(rules):
    after, ended = play(at(rules, "oxxxxxxxxxoxxxxx -/- a 333444 55"), "k5")
    turned = flips(rules, 31)
    grill = "oxxxxxxxxxxxxxxx" if turned else "oxxxxxxxxxoxxxxx"
    assert format_table(after) == f"{grill} -/- b - ~"
    assert without_extrawurm(ended) == TurnEnd(0, "failed", "no_worm", 31, turned=turned)


@every
def test_10_no_tile_for_the_total_fails(rules):
    after, ended = play(at(rules, "xxxx.oxoxoxxxxxx 25/- a 23355w 11"), "k1")
    assert format_table(after) == "xxxxooxoxxxxxxxx -/- b - ~"
    told = TurnEnd(0, "failed", "nothing_to_claim", 25, returned=25, turned=30)
    assert without_extrawurm(ended) == told


@every
def test_11_the_top_tile_returns_and_the_highest_is_turned(rules):
    stacks = "27/21,22,23,24,25,26,28,29,30,32"
    after, ended = play(at(rules, f"..........o.ooxx {stacks} a 1w ~"), "111www")
    assert format_table(after) == "......o...o.oxxx -/21,22,23,24,25,26,28,29,30,32 b - ~"
    assert without_extrawurm(ended) == TurnEnd(
        0, "failed", "no_new_symbol", 6, returned=27, turned=34
    )


@every
def test_12_the_returned_tile_is_the_highest(rules):
    stacks = "30/21,22,23,24,25,26,27,31,32"
    after, ended = play(at(rules, f".......oo...xxxx {stacks} a 1w ~"), "111www")
    turned = 30 if rules.startswith("short") else None
    grill = ".......oox..xxxx" if turned else ".......ooo..xxxx"
    assert format_table(after) == f"{grill} -/21,22,23,24,25,26,27,31,32 b - ~"
    assert without_extrawurm(ended) == TurnEnd(
        0, "failed", "no_new_symbol", 6, returned=30, turned=turned
    )


@pytest.mark.parametrize(
    ("grill", "own", "after", "turned", "also_turned"),
    [
        (".......oo...xxxx", 30, ".......oox..xxxx", 30, None),
        (".......oo...xxxx", 22, ".x.....ox...xxxx", 29, 22),
        (".......o....xxxx", 22, ".x.....x....xxxx", 28, 22),
    ],
)
def test_12_every_returned_tile_goes_face_down_with_returned_down(
    grill, own, after, turned, also_turned
):
    others = [tile for tile, mark in zip(range(21, 37), grill, strict=True) if mark == "."]
    stacks = f"{own}/{','.join(str(tile) for tile in others if tile != own)}"
    position, ended = play(at("short(returned=down)", f"{grill} {stacks} a 1w ~"), "111www")
    assert position.wfen().split()[1] == after
    assert ended == TurnEnd(
        0, "failed", "no_new_symbol", 6, returned=own, turned=turned, also_turned=also_turned
    )
    # A return may leave no tile face up: then the game is over.
    assert (position.to_act == OVER) == ("o" not in after)


@every
def test_13_a_long_turn_ends_with_a_steal(rules):
    before = at(rules, "xxxxxxoxxxx.xxox -/32 a - ~")
    before, _ = play(before, "11234445", "k4", "r", "1235w", "kw")
    assert total(before) == 17
    before, _ = play(before, "r", "55ww")
    assert legal(before) == {"k5"}
    before, _ = play(before, "k5")
    assert total(before) == 27
    assert legal(before) == {"t27", "r"}
    before, _ = play(before, "r", "13", "k3")
    assert total(before) == 30
    assert legal(before) == {"t27", "r"}
    before, _ = play(before, "r", "2", "k2")
    assert legal(before) == ({"s32"} if rules.startswith(FORCED) else {"s32", "t27"})
    after, ended = play(before, "s32")
    assert format_table(after) == "xxxxxxoxxxx.xxox 32/- b - ~"
    assert without_extrawurm(ended) == TurnEnd(0, "stole", total=32, tile=32, robbed=1)


@every
def test_14_a_bust_late_in_the_turn(rules):
    before = at(rules, "oxx.xxxx.xxxoxox 24,29/- a - ~")
    before, _ = play(before, "112334ww", "k3", "r", "12555w", "k5", "r", "11w", "kw", "r")
    after, ended = play(before, "3w")
    assert format_table(after) == "oxx.xxxxoxxxoxxx 24/- b - ~"
    assert without_extrawurm(ended) == TurnEnd(
        0, "failed", "no_new_symbol", 26, returned=29, turned=35
    )


@pytest.mark.parametrize("rules", ["manual", "manual+extrawurm", "standard(claim=any)"])
def test_15_any_tile_up_to_the_total(rules):
    before = at(rules, "xoxoxxx.xoxxxxxx 28/- a 1445ww -")
    assert legal(before) == {"t22", "t24", "r"}
    after, ended = play(before, "t22")
    assert format_table(after) == "x.xoxxx.xoxxxxxx 28,22/- b - ~"
    assert without_extrawurm(ended) == TurnEnd(0, "took", total=24, tile=22)


@empty_flips
def test_16_failing_with_an_empty_stack_turns_the_highest(rules):
    after, ended = play(at(rules, "oxxxxxxxxxxxxxxo -/- a w ~"), "wwwwwww")
    assert format_table(after) == "oxxxxxxxxxxxxxxx -/- b - ~"
    assert without_extrawurm(ended) == TurnEnd(0, "failed", "no_new_symbol", 5, turned=36)


@empty_flips
def test_16_turning_the_only_tile_ends_the_game(rules):
    after, ended = play(at(rules, "xxxxxxxxxxxxxxxo -/- a w ~"), "wwwwwww")
    assert format_table(after) == "xxxxxxxxxxxxxxxx -/- - - -"
    assert after.to_act == after.seat == OVER
    assert without_extrawurm(ended) == TurnEnd(0, "failed", "no_new_symbol", 5, turned=36)


@every_extrawurm
def test_17_a_lost_specialist_lands_on_the_returned_tile(rules):
    grill, field = "xoxxxx.xxxxooxxxxx", "b,c,13,a,d/0,0,0,0/-"
    after, ended = play(at(rules, f"{grill} 25/-/-/- a w ~ {field}"), "wwwwwww")
    assert format_table(after) == "xxxxoxxxxoxxxxxx -/-/-/- b - ~"
    assert format_extrawurm(after) == "b,c,13,25,d/0,0,0,0/-"
    assert without_extrawurm(ended) == TurnEnd(
        0, "failed", "no_new_symbol", 5, returned=25, turned=31
    )


@every_extrawurm
def test_18_the_canned_worm_is_a_worm_of_five(rules):
    before = at(rules, "oxxxxxxxxxxoxxxxxx -/- a 1 2345www a,-,-,-,-/0,0/-")
    before, _ = play(before, "k5")
    assert total(before) == 11
    assert legal(before) == {"t11", "r"}
    after, ended = play(before, "t11")
    assert after.stacks == ((11,), ())
    assert without_extrawurm(ended) == TurnEnd(0, "took", total=11, tile=11)


@every_extrawurm
def test_19_an_extra_tile_is_not_below_the_total(rules):
    before = at(rules, "oxxxxxxxxxxoxxxxxx -/- a w 1111111 -,-,-,-,-/0,0/-")
    after, ended = play(before, "k1")
    turned = flips(rules, 30)
    assert after.grill == ((11,) if turned else (11, 30))
    assert without_extrawurm(ended) == TurnEnd(0, "failed", "nothing_to_claim", 12, turned=turned)


@every_extrawurm
def test_20_the_hen_is_stolen_in_place_of_the_tile(rules):
    before = at(rules, "xxxxo.xxxxxxxxxxxx 24/- b 1445ww - -,a,-,b,-/0,0/-")
    takes = set() if rules.startswith(FORCED) else {"t23"}
    assert legal(before) == {"s24", "r"} | takes
    after, ended = play(before, "s24")
    assert after.stacks == ((24,), ())
    assert format_extrawurm(after) == "23,b,-,-,-/0,0/-"
    assert without_extrawurm(ended) == TurnEnd(1, "stole", total=24, robbed=0)


@every_extrawurm
def test_21_the_hen_is_lost_with_an_empty_stack(rules):
    before = at(rules, "xxooxxxxxxxxxxxxxx -/- a w ~ -,a,-,-,-/0,0/-")
    after, ended = play(before, "wwwwwww")
    turned = flips(rules, 22)
    assert format_extrawurm(after) == ("21,-,-,-,-/0,0/-" if turned else "21,22,-,-,-/0,0/-")
    assert without_extrawurm(ended) == TurnEnd(0, "failed", "no_new_symbol", 5, turned=turned)


@every_extrawurm
def test_22_the_raven_takes_a_bratwurm_before_the_game_ends(rules):
    before = at(rules, "xxxxoxxxxxxxxxxxxx -/-/- a 3555w - -,-,23,-,-/5,0,2/-")
    asked, ended = play(before, "t23")
    assert ended is None
    assert format_table(asked) == "xx.xxxxxxxxxxxxx 23/-/- a - b"
    assert asked.to_act == 0
    assert legal(asked) == {"bc"}
    after, ended = play(asked, "bc")
    assert format_table(after) == "xx.xxxxxxxxxxxxx 23/-/- - - -"
    assert format_extrawurm(after) == "-,-,-,-,-/6,0,1/-"
    assert (scores(after), winners(after)) == ((7, 0, 1), (0,))
    assert without_extrawurm(ended) == TurnEnd(0, "took", tile=23)


@every_extrawurm
def test_22_a_game_knows_the_total_of_the_ravens_tile(rules):
    before = at(rules, "xxxxoxxxxxxxxxxxxx -/-/- a 3555w - -,-,23,-,-/5,0,2/-")
    game = Game.from_position(before)
    for token in ("t23", "bc"):
        game.play(Action.parse(token))
    assert without_extrawurm(game.events[-1]) == TurnEnd(0, "took", total=23, tile=23)


@pytest.mark.parametrize("rules", ["manual+extrawurm", "standard+extrawurm(emptyflip=yes)"])
def test_23_a_specialist_moves_off_the_turned_tile(rules):
    grill, field = "xxoxxoxxxxxoxxxxxx", "b,c,21,d,30/0,0,0,0/-"
    after, ended = play(at(rules, f"{grill} -/-/-/- a w ~ {field}"), "wwwwwww")
    assert format_table(after) == "oxxoxxxxxxxxxxxx -/-/-/- b - ~"
    assert format_extrawurm(after) == "b,c,21,d,24/0,0,0,0/-"
    assert without_extrawurm(ended) == TurnEnd(0, "failed", "no_new_symbol", 5, turned=30)
    assert after.to_act == CHANCE
