"""Every sentence of docs/rules.md that states a rule leads to a test of the engine that proves it.

A sentence of sections 1 to 6 ends with its id, `<!--r:bust-->`, or says that it states no rule,
`<!--note-->`. Between `<!--reasons-->` and `<!--/reasons-->` only rules are marked.
"""

import re
from pathlib import Path

import pytest

from pickomino import Action, Rules, problems, scores, start, step, total, winners
from pickomino.core.rules import PRESETS
from pickomino.core.tiles import TILES, worms
from support.short_positions import EVERY, NAMES, at, legal, play

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text("utf-8")
MARK = re.compile(r"<!--(?:r:(?P<id>[a-z0-9-]+)|note)-->")

PROVED = {
    "sixteen-tiles": "test_the_game_starts_with_sixteen_tiles_face_up",
    "worms-on-tiles": "test_tiles_show_forty_worms",
    "dice": "test_chance_weights_add_up_to_six_to_the_number_of_dice",
    "worm-counts-five": "test_a_worm_counts_five_points",
    "two-symbols": "test_five_and_worm_are_two_symbols",
    "players": "test_two_to_seven_can_play",
    "start": "test_the_game_starts_with_sixteen_tiles_face_up",
    "seat-order": "test_a_turn_that_ended_is_told_and_the_next_seat_follows",
    "who-starts": "test_the_seat_that_the_host_chose_begins",
    "next-game": "test_in_the_next_game_the_next_seat_begins_or_the_lot_is_drawn_again",
    "roll-the-rest": "test_dice_are_always_eight_or_nine_with_the_golden_die",
    "first-roll": "test_the_first_roll_has_all_eight_dice",
    "bust": "test_8_no_new_symbol_fails",
    "choose-a-symbol": "test_1_symbols_can_be_chosen_once_a_turn",
    "set-aside-all": "test_all_dice_of_the_chosen_symbol_are_set_aside",
    "sum": "test_1_symbols_can_be_chosen_once_a_turn",
    "claim": "test_2_takes_the_exact_tile",
    "claim-needs-a-worm": "test_there_is_no_claim_without_a_worm",
    "roll-on": "test_six_symbols_end_the_turn_with_dice_left",
    "stop-with-nothing": "test_stopping_with_nothing_needs_dice_to_roll_and_no_claim",
    "stopping-fails": "test_stopping_with_nothing_is_a_failure",
    "fails-by-itself": "test_10_no_tile_for_the_total_fails",
    "claim-is-a-decision": "test_a_single_claim_is_still_an_action",
    "must-claim": "test_a_claim_may_be_passed_over_by_rolling_on_but_not_by_stopping",
    "on-top": "test_7_only_the_top_of_a_stack_can_be_stolen",
    "only-the-top": "test_a_covered_tile_cannot_be_stolen",
    "tile-returns": "test_11_the_top_tile_returns_and_the_highest_is_turned",
    "highest-is-turned": "test_a_turned_tile_stays_face_down",
    "returned-is-highest": "test_12_the_returned_tile_is_the_highest",
    "empty-stack": "test_failing_with_an_empty_stack_turns_only_with_emptyflip",
    "claim-next": "test_5_takes_the_next_lower_tile",
    "claim-any": "test_15_any_tile_up_to_the_total",
    "steal": "test_3_steals_the_exact_top_tile",
    "never-the-own": "test_the_own_top_tile_cannot_be_stolen",
    "steal-forced": "test_a_steal_forbids_other_claims_only_when_forced",
    "steal-optional": "test_6_an_optional_steal_is_passed_over",
    "sum-above-36": "test_a_total_above_36_takes_at_most_the_highest_tile",
    "no-steal-above-36": "test_a_total_above_36_steals_nothing",
    "rule-sets": "test_rule_sets_are_the_combinations_of_the_table",
    "mini": "test_rule_sets_are_the_combinations_of_the_table",
    "returned-turned": "test_the_returned_highest_tile_is_turned_only_with_returned_turned",
    "returned-down": "test_12_every_returned_tile_goes_face_down_with_returned_down",
    "returned-down-ends": "test_12_every_returned_tile_goes_face_down_with_returned_down",
    "end": "test_taking_the_last_tile_ends_the_game",
    "most-worms": "test_most_worms_win",
    "tie": "test_a_tie_is_won_by_the_highest_single_tile",
    "shared-win": "test_a_tie_is_won_by_the_highest_single_tile",
    "end-by-turning": "test_a_returned_tile_leaves_a_face_up_tile",
    "turned-ends-too": "test_a_flip_ends_the_game",
    "turn-limit": "test_the_turn_limit_stops_a_game",
    "every-rule-set": (
        "test_extrawurm_is_added_to_a_rule_set_and_specialists_start_on_their_tiles"
    ),
    "extra-tiles": "test_11_and_13_lie_left_of_21_with_one_worm_each",
    "extra-exact": "test_only_their_own_sum_with_a_worm_claims_11_and_13",
    "extra-safe": "test_a_failure_under_11_or_13_returns_nothing",
    "extra-covers": "test_a_tile_under_11_or_13_is_covered",
    "extra-turned": "test_11_and_13_are_turned_when_they_are_the_highest_and_keep_the_game_going",
    "specialists-start": (
        "test_extrawurm_is_added_to_a_rule_set_and_specialists_start_on_their_tiles"
    ),
    "gain": "test_taking_a_tile_gains_the_specialist_on_it",
    "stolen-with-the-tile": "test_whoever_steals_the_top_tile_takes_the_specialist_too",
    "one-at-most": "test_a_second_specialist_sends_the_first_back",
    "from-next-turn": "test_a_specialist_helps_with_the_dice_from_the_next_turn_on",
    "homeless": "test_23_a_specialist_moves_off_the_turned_tile",
    "placing": "test_homeless_specialists_are_placed_in_order_on_the_lowest_free_tiles",
    "waiting": "test_specialists_without_a_tile_wait_for_the_next_placing",
    "failure-order": "test_17_a_lost_specialist_lands_on_the_returned_tile",
    "hen-saves": "test_the_hen_is_lost_in_place_of_the_top_tile",
    "hen-saves-the-grill": "test_the_hen_is_lost_in_place_of_the_top_tile",
    "extrawurm-return": "test_17_a_lost_specialist_lands_on_the_returned_tile",
    "extra-on-top": "test_a_failure_under_11_or_13_returns_nothing",
    "extra-flip": "test_a_failure_under_11_or_13_returns_nothing",
    "hen-on-extra": "test_the_hen_saves_nothing_with_11_or_13_on_top",
    "specialist-lost": "test_21_the_hen_is_lost_with_an_empty_stack",
    "placing-after-failure": "test_17_a_lost_specialist_lands_on_the_returned_tile",
    "canned-worm": "test_18_the_canned_worm_is_a_worm_of_five",
    "canned-no-symbol": "test_the_canned_worm_is_no_symbol_and_prevents_no_bust",
    "canned-stays": "test_the_canned_worm_is_not_used_up",
    "hen-stolen": "test_20_the_hen_is_stolen_in_place_of_the_tile",
    "hen-forced": "test_20_the_hen_is_stolen_in_place_of_the_tile",
    "hen-success": "test_20_the_hen_is_stolen_in_place_of_the_tile",
    "hen-out-of-reach": "test_the_hen_is_out_of_reach_with_11_or_13_on_top",
    "hen-bratwurms": "test_the_hen_does_not_guard_bratwurms",
    "raven-not-held": "test_the_raven_brings_a_bratwurm_and_is_never_held",
    "raven": "test_the_raven_brings_a_bratwurm_and_is_never_held",
    "raven-on-extra": "test_the_raven_may_stand_on_11_or_13",
    "raven-robs": "test_22_the_raven_takes_a_bratwurm_before_the_game_ends",
    "raven-nothing": "test_the_raven_brings_nothing_when_nobody_has_a_bratwurm",
    "raven-turned": "test_a_raven_whose_tile_is_turned_brings_nothing",
    "weasel": "test_the_weasel_rolls_again_once_a_turn_and_stays",
    "weasel-stands": "test_the_weasel_rolls_again_once_a_turn_and_stays",
    "weasel-stays": "test_the_weasel_rolls_again_once_a_turn_and_stays",
    "weasel-bust": "test_the_weasel_saves_a_bust_only_with_weaselbust",
    "golden": "test_the_golden_die_is_a_ninth_die_for_the_whole_turn",
    "golden-nine": "test_the_golden_die_is_a_ninth_die_for_the_whole_turn",
    "golden-faces": "test_the_golden_die_has_three_ones_and_three_worms_or_plain_faces",
    "golden-assumed": "test_the_golden_die_has_three_ones_and_three_worms_or_plain_faces",
    "golden-plain": "test_the_golden_die_has_three_ones_and_three_worms_or_plain_faces",
    "golden-ordinary": "test_golden_ones_are_ordinary_ones",
    "golden-45": "test_a_sum_reaches_45_with_the_golden_die",
    "bratwurms": "test_an_empty_supply_gives_no_bratwurm",
    "bratwurm-for-ones": "test_two_or_more_ones_in_one_choice_gain_one_bratwurm_at_once",
    "bratwurm-scores": "test_a_bratwurm_scores_like_a_worm",
    "bratwurm-tie": "test_bratwurms_score_but_do_not_break_ties",
    "both-extra": "test_both_extra_tiles_only_without_bothextra_no",
}
"""The test of the engine behind each id of the page."""
every = pytest.mark.parametrize("rules", EVERY)


def prose():
    """Return sections 1 to 6 without headings, tables and reasons."""
    text = PAGE.partition("## 1.")[2].partition("## 7.")[0]
    text = re.sub(r"<!--reasons-->.*?<!--/reasons-->", "", text, flags=re.DOTALL)
    lines = text.split("\n")[1:]
    return "\n".join(line for line in lines if not line.startswith(("#", "|", "What the values")))


def test_every_sentence_has_an_id_or_says_that_it_states_no_rule():
    *sentences, rest = re.split(r"<!--[^>]*-->", prose())
    assert rest.strip() == ""
    for sentence in sentences:
        inner = re.sub(r"\*\*[^*]+\.\*\*|^\s*\d\. ", "", sentence)
        assert len(re.findall(r"\.(?=\s|$)", inner.strip())) <= 1, sentence
    assert len(MARK.findall(prose())) == len(sentences)


def test_every_id_leads_to_a_test_of_the_engine_that_exists():
    marked = [found["id"] for found in MARK.finditer(PAGE) if found["id"]]
    assert sorted(marked) == sorted(PROVED)
    others = (ROOT / "tests/record/test_game.py", ROOT / "tests/rooms/test_match.py")
    files = [*(ROOT / "tests" / "core").glob("test_*.py"), *others]
    code = "".join(path.read_text("utf-8") for path in files)
    assert set(PROVED.values()) <= set(re.findall(r"^def (test_\w+)", code, re.MULTILINE))


# What no other file proves


@every
def test_the_game_starts_with_sixteen_tiles_face_up(rules):
    position = start(Rules.parse(rules), 2)
    assert position.grill[-16:] == tuple(range(21, 37))
    assert position.stacks == ((), ())
    assert position.seat == 0


def test_tiles_show_forty_worms():
    assert [worms(tile) for tile in TILES] == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4
    assert sum(map(worms, TILES)) == 40


def test_two_to_seven_can_play():
    for players in range(2, 8):
        assert len(start(Rules.preset("standard"), players).stacks) == players
    for players in (0, 1, 8):
        with pytest.raises(ValueError, match=r"2 to 7"):
            start(Rules.preset("standard"), players)


@every
def test_a_worm_counts_five_points(rules):
    assert total(at(rules, "oooooooooooooooo -/- a ww -")) == 10


@every
def test_the_first_roll_has_all_eight_dice(rules):
    before = at(rules, "oooooooooooooooo -/- a - ~")
    assert legal(play(before, "11234455")[0]) == {"k1", "k2", "k3", "k4", "k5"}
    with pytest.raises(ValueError, match="1123445"):
        play(before, "1123445")


@every
def test_stopping_with_nothing_needs_dice_to_roll_and_no_claim(rules):
    assert "q" in legal(at(rules, "oooooooooooooooo -/- a 5w -"))
    assert "q" not in legal(at(rules, "oooooooooooooooo -/- a 1555w -"))
    assert "q" not in legal(at(rules, "oooooooooooooooo -/- a 5w 111111"))
    _, ended = play(at(rules, "xxxxxxxxxxxxxxoo -/- a 5w 111111"), "k1")
    assert ended.result == "failed"


@every
def test_a_turned_tile_stays_face_down(rules):
    before = at(rules, "oooooooooooooo.o 35/- a w ~")
    after, ended = play(before, "wwwwwww")
    assert ended.turned == 36
    assert 36 in after.face_down
    again, _ = play(after, "1wwwwwww", "kw", "r", "1", "k1")
    assert total(again) == 36
    assert "t36" not in legal(again)
    later, _ = step(again, Action.parse("t35"))
    assert 36 in later.face_down
    assert problems(later) == ()


def test_rule_sets_are_the_combinations_of_the_table():
    """The page's own table says what each preset plays."""
    lines = [line for line in PAGE.splitlines() if line.startswith("| `")]
    columns = (("standard", "mini"), ("classic",), ("short",), ("manual",))
    for line in lines:
        option = re.match(r"\| `(\w+)`", line)[1]
        values = [cell.strip() for cell in line.split("|")[2:-1]]
        for names, value in zip(columns, values, strict=True):
            assert {getattr(Rules.preset(name), option) for name in names} == {value}
    assert len(lines) == 4
    assert set(NAMES) == set(PRESETS) == {name for names in columns for name in names}


@every
def test_most_worms_win(rules):
    over = at(rules, "..xxxxxxxxxxxxx. 36/21,22 - - -")
    assert (scores(over), winners(over)) == ((4, 2), (0,))
