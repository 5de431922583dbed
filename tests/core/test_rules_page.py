"""Every rule stated in docs/rules.md has a test of the engine.

Each sentence of sections 1 to 6 ends with the id of a rule, `<!--r:bust-->`, or with `<!--note-->`
if it states no rule. Between `<!--reasons-->` and `<!--/reasons-->` only rules are marked.
"""

import re
from pathlib import Path

import pytest

from pickomino import Action, Rules, problems, scores, start, step, total, winners
from pickomino.core.rules import EXTRAWURM_OPTIONS, OPTIONS, PRESETS
from pickomino.core.tiles import TILES, worms
from support.short_positions import EVERY, NAMES, at, legal, play
from support.worked_examples import EXAMPLES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text("utf-8")
MARK = re.compile(r"<!--(?:r:(?P<id>[a-z0-9-]+)|note)-->")

PROVED = {  # Each rule with a test of the engine, or with the name of a worked example.
    "sixteen-tiles": "test_game_starts_with_sixteen_tiles_face_up",
    "worms-on-tiles": "test_tiles_show_forty_worms",
    "dice": "test_chance_weights_add_up_to_six_to_the_number_of_dice",
    "worm-counts-five": "test_worm_counts_five_points",
    "two-symbols": "test_five_and_worm_are_two_symbols",
    "players": "test_two_to_seven_players_can_play",
    "start": "test_game_starts_with_sixteen_tiles_face_up",
    "seat-order": "test_next_seat_follows_the_end_of_a_turn",
    "who-starts": "test_seat_chosen_by_the_host_begins",
    "next-game": "test_next_game_is_begun_by_the_next_seat",
    "roll-the-rest": "test_dice_are_always_eight_or_nine_with_the_golden_die",
    "first-roll": "test_first_roll_has_all_eight_dice",
    "bust": "no new symbol fails",
    "choose-a-symbol": "a symbol can be chosen once a turn",
    "set-aside-all": "test_all_dice_of_the_chosen_symbol_are_set_aside",
    "sum": "a symbol can be chosen once a turn",
    "claim": "the exact tile is taken",
    "claim-needs-a-worm": "test_claim_needs_a_worm",
    "roll-on": "test_six_symbols_end_the_turn_with_dice_left",
    "stop-with-nothing": "test_stopping_needs_dice_to_roll_and_no_claim",
    "stopping-fails": "test_stopping_with_nothing_is_a_failure",
    "fails-by-itself": "no tile for the total fails",
    "claim-is-a-decision": "test_single_claim_is_still_an_action",
    "must-claim": "test_stopping_needs_dice_to_roll_and_no_claim",
    "on-top": "a tile is taken on top of the others",
    "only-the-top": "test_covered_tile_cannot_be_stolen",
    "tile-returns": "the top tile returns and the highest is turned",
    "highest-is-turned": "test_turned_tile_stays_face_down",
    "returned-is-highest": "the returned tile is the highest and stays",
    "empty-stack": "test_failing_with_empty_stack_turns_only_with_emptyflip",
    "claim-next": "the next lower tile is taken",
    "claim-any": "any tile up to the total may be taken",
    "steal": "the exact top tile is stolen",
    "never-the-own": "test_own_top_tile_cannot_be_stolen",
    "steal-forced": "test_steal_forbids_other_claims_only_when_forced",
    "steal-optional": "an optional steal is passed over",
    "sum-above-36": "test_total_above_36_takes_at_most_the_highest_tile",
    "no-steal-above-36": "test_total_above_36_steals_nothing",
    "rule-sets": "test_presets_match_the_table_of_the_page",
    "mini": "test_presets_match_the_table_of_the_page",
    "returned-turned": "test_returned_option_decides_if_highest_tile_turns",
    "returned-down": "every returned tile goes face down",
    "returned-down-ends": "a return that leaves no tile face up ends the game",
    "all-symbols": "test_allsymbols_rolls_lets_six_symbols_roll_on_and_fail",
    "end": "test_taking_the_last_tile_ends_the_game",
    "most-worms": "test_most_worms_win",
    "tie": "test_tie_is_won_by_the_highest_single_tile",
    "shared-win": "test_tie_is_won_by_the_highest_single_tile",
    "end-by-turning": "test_returned_tile_leaves_a_face_up_tile",
    "turned-ends-too": "test_turning_the_last_tile_ends_the_game",
    "turn-limit": "test_turn_limit_stops_a_game",
    "every-rule-set": "test_extrawurm_can_be_added_to_every_rule_set",
    "extra-tiles": "test_11_and_13_lie_left_of_21_with_one_worm_each",
    "extra-exact": "test_11_and_13_need_their_exact_sum_with_a_worm",
    "extra-safe": "test_failure_under_11_or_13_returns_nothing",
    "extra-covers": "test_tile_under_11_or_13_is_covered",
    "extra-turned": "test_11_and_13_are_turned_if_they_are_the_highest",
    "specialists-start": "test_specialists_start_on_their_tiles",
    "gain": "test_taking_a_tile_gains_the_specialist_on_it",
    "stolen-with-the-tile": "test_stealing_a_tile_takes_its_specialist",
    "one-at-most": "test_second_specialist_sends_the_first_back",
    "from-next-turn": "test_gained_golden_die_is_rolled_from_the_next_turn_on",
    "homeless": "a specialist moves off the turned tile",
    "placing": "test_specialists_are_placed_in_order_on_lowest_free_tiles",
    "waiting": "test_specialists_without_a_free_tile_wait",
    "failure-order": "a lost specialist lands on the returned tile",
    "hen-saves": "test_hen_is_lost_in_place_of_the_top_tile",
    "hen-saves-the-grill": "test_hen_is_lost_in_place_of_the_top_tile",
    "extrawurm-return": "a lost specialist lands on the returned tile",
    "extra-on-top": "test_failure_under_11_or_13_returns_nothing",
    "extra-flip": "test_failure_under_11_or_13_returns_nothing",
    "hen-on-extra": "test_hen_saves_nothing_with_11_or_13_on_top",
    "specialist-lost": "the Hen is lost with an empty stack",
    "placing-after-failure": "a raven that waits is placed before the lost specialist",
    "canned-worm": "the Canned Worm is a worm of five",
    "canned-no-symbol": "test_canned_worm_is_not_a_symbol",
    "canned-stays": "test_canned_worm_stays_after_it_counted",
    "hen-stolen": "the Hen is stolen in place of the tile",
    "hen-forced": "the Hen is stolen in place of the tile",
    "hen-success": "the Hen is stolen in place of the tile",
    "hen-out-of-reach": "test_hen_is_out_of_reach_with_11_or_13_on_top",
    "hen-bratwurms": "test_hen_does_not_guard_bratwurms",
    "raven-not-held": "test_raven_is_never_held",
    "raven": "test_raven_brings_a_bratwurm",
    "raven-on-extra": "test_raven_may_stand_on_11_or_13",
    "raven-robs": "the Raven takes a Bratwurm before the game ends",
    "raven-nothing": "test_raven_brings_nothing_if_no_rival_has_a_bratwurm",
    "raven-turned": "test_raven_whose_tile_is_turned_brings_nothing",
    "weasel": "test_weasel_rerolls_once_a_turn",
    "weasel-stands": "test_weasel_rerolls_once_a_turn",
    "weasel-stays": "test_weasel_rerolls_once_a_turn",
    "weasel-bust": "test_weasel_saves_a_bust_only_with_weaselbust",
    "golden": "test_golden_die_is_a_ninth_die",
    "golden-nine": "test_golden_die_is_a_ninth_die",
    "golden-faces": "test_option_golden_sets_the_faces_of_the_golden_die",
    "golden-assumed": "test_option_golden_sets_the_faces_of_the_golden_die",
    "golden-plain": "test_option_golden_sets_the_faces_of_the_golden_die",
    "golden-ordinary": "test_golden_ones_are_ordinary_ones",
    "golden-45": "test_sum_reaches_45_with_the_golden_die",
    "bratwurms": "test_empty_supply_gives_no_bratwurm",
    "bratwurm-for-ones": "test_two_ones_in_one_choice_gain_one_bratwurm",
    "bratwurm-scores": "test_bratwurm_scores_like_a_worm",
    "bratwurm-tie": "test_bratwurms_do_not_break_ties",
    "both-extra": "test_bothextra_no_forbids_both_extra_tiles",
    "both-extra-limit": "test_games_with_bothextra_no_stop_after_250_turns",
}
"""The test or worked example that proves each rule of the page."""
every = pytest.mark.parametrize("rules", EVERY)


def prose():
    """Return sections 1 to 6 without headings, tables and reasons."""
    text = PAGE.partition("## 1.")[2].partition("## 7.")[0]
    text = re.sub(r"<!--reasons-->.*?<!--/reasons-->", "", text, flags=re.DOTALL)
    lines = text.split("\n")[1:]
    return "\n".join(
        line
        for line in lines
        if not line.startswith(("#", "|", "What the values", "The sentences of"))
    )


def test_every_sentence_has_a_rule_id_or_is_a_note():
    *sentences, rest = re.split(r"<!--[^>]*-->", prose())
    assert rest.strip() == ""
    for sentence in sentences:
        inner = re.sub(r"\*\*[^*]+\.\*\*|^\s*\d\. ", "", sentence)
        assert len(re.findall(r"\.(?=\s|$)", inner.strip())) <= 1, sentence
    assert len(MARK.findall(prose())) == len(sentences)


def test_every_rule_id_has_a_test():
    marked = [match["id"] for match in MARK.finditer(PAGE) if match["id"]]
    assert sorted(marked) == sorted(PROVED)
    others = (ROOT / "tests/record/test_game.py", ROOT / "tests/rooms/domain/test_matches.py")
    files = [*(ROOT / "tests" / "core").glob("test_*.py"), *others]
    code = "".join(path.read_text("utf-8") for path in files)
    examples = {example["name"] for example in EXAMPLES}
    assert set(PROVED.values()) <= examples | set(
        re.findall(r"^def (test_\w+)", code, re.MULTILINE)
    )


# Rules that no other file tests


@every
def test_game_starts_with_sixteen_tiles_face_up(rules):
    position = start(Rules.parse(rules), 2)
    assert position.grill[-16:] == tuple(range(21, 37))
    assert position.stacks == ((), ())
    assert position.seat == 0


def test_tiles_show_forty_worms():
    assert [worms(tile) for tile in TILES] == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4
    assert sum(map(worms, TILES)) == 40


def test_two_to_seven_players_can_play():
    for players in range(2, 8):
        assert len(start(Rules.preset("standard"), players).stacks) == players
    for players in (0, 1, 8):
        with pytest.raises(ValueError, match=r"2 to 7"):
            start(Rules.preset("standard"), players)


@every
def test_worm_counts_five_points(rules):
    assert total(at(rules, "oooooooooooooooo -/- a ww -")) == 10


@every
def test_first_roll_has_all_eight_dice(rules):
    before = at(rules, "oooooooooooooooo -/- a - ~")
    assert legal(play(before, "11234455")[0]) == {"k1", "k2", "k3", "k4", "k5"}
    with pytest.raises(ValueError, match="1123445"):
        play(before, "1123445")


@every
def test_stopping_needs_dice_to_roll_and_no_claim(rules):
    assert "q" in legal(at(rules, "oooooooooooooooo -/- a 5w -"))
    assert "q" not in legal(at(rules, "oooooooooooooooo -/- a 1555w -"))
    assert "q" not in legal(at(rules, "oooooooooooooooo -/- a 5w 111111"))
    _, ended = play(at(rules, "xxxxxxxxxxxxxxoo -/- a 5w 111111"), "k1")
    assert ended.result == "failed"


@every
def test_turned_tile_stays_face_down(rules):
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


def test_presets_match_the_table_of_the_page():
    lines = [line for line in PAGE.splitlines() if line.startswith("| `")]
    columns = (("standard", "mini"), ("classic",), ("short",), ("manual",))
    for line in lines:
        option = re.match(r"\| `(\w+)`", line)[1]
        values = [cell.strip() for cell in line.split("|")[2:-1]]
        for names, value in zip(columns, values, strict=True):
            assert {getattr(Rules.preset(name), option) for name in names} == {value}
    assert len(lines) == len(OPTIONS) - len(EXTRAWURM_OPTIONS)
    assert set(NAMES) == set(PRESETS) == {name for names in columns for name in names}


@every
def test_most_worms_win(rules):
    over = at(rules, "..xxxxxxxxxxxxx. 36/21,22 - - -")
    assert (scores(over), winners(over)) == ((4, 2), (0,))
