"""Reasons: what makes one choice better than another."""

import pytest

from pickomino import Action, Position
from pickomino.analysis.reasons import reason_for
from pickomino.analysis.review_types import Choice
from pickomino.i18n import texts_in
from pickomino.i18n.lines import LINES
from pickomino.i18n.narrator import Narrator
from pickomino.narration.reasons import reason_line
from pickomino.puzzles.packs import packs
from pickomino.puzzles.puzzle import parse_puzzle

BEHIND = "short .o......xxxxxxxx 25,26,27,24/28/-/21,23 b 3455w -"
"""Tile 22 is the last one on the grill, and the first player has most worms."""
AHEAD = "standard o..x..x.xxxxxxxx 26/28/23,22/25 a 445ww -"
"""Tile 21 is the last one on the grill, and the player then has most worms."""
MIDDLE = "standard ..oo.ooo..oxxxxx -/-/30,22,29,25,21 b wwwww -"
LAST = "standard o......xx.xxxxxx -/25/24,23,22,27,26/30 a 111155w -"
STEALABLE = "classic oooo.ooooooooooo -/25 a 55www -"
"""A sum of 25 steals tile 25, or takes tile 24 from the grill."""
NEAR_END = "standard o.oo....oxxxxxxx -/22/-/28,26,25,27 c 125www -"
"""Four tiles are left, and the fourth player leads by far."""
BEFORE_STEAL = "standard oooo.ooooooooooo 25/- b 45www 125"
"""Setting aside the one makes the sum of the rival's tile 25."""
TOWARDS_STEAL = "standard o.......o.ox.xxx 23,30,28,27,22,24/33,26,25 a 4555 1345"
"""With a sum of 20, three dice can still reach the rival's tile 25; with 22, hardly."""
HIGHER_TILE = "standard ..o.oo.xxxxxxxxx 27,22,24/21/- a 45www -"
"""Most rolls reach tile 26, but the player is far ahead with tile 23 already."""
EXTRAWURM = "standard+extrawurm xxoooooooooooooooo -/- a 55w - 21,22,36,a,23/0,4/-"
FULL = "oooooooooooooooo -/- a"


def reason(wfen, better, chosen, failed=0.1):
    """Return the code of a reason; a choice is written as `action chance failure`."""
    return reason_for(Position.from_wfen(wfen), choice(better), choice(chosen), failed)


def choice(text):
    action, chance, failure = text.split()
    return Choice(Action.parse(action), float(chance), float(failure))


@pytest.mark.parametrize(
    ("wfen", "better", "chosen", "failed", "code"),
    [
        (BEHIND, "r .0293 .84", "t22 0 0", 0.01, "ends_lost"),
        (AHEAD, "t21 1 0", "r .6 .4", 0.2, "ends_won"),
        (MIDDLE, "r .10 .14", "t24 .03 0", 0.05, "failing_better"),
        (MIDDLE, "r .10 .14", "t24 .05 0", 0.045, "nothing_to_lose"),
        (MIDDLE, "r .60 .14", "t24 .55 0", 0.3, "roll_wins_more"),
        (MIDDLE, "t24 .60 0", "r .40 .50", 0.1, "sure_tile"),
        (MIDDLE, "t24 .60 0", "r .58 .14", 0.2, "failure_costs"),
        (MIDDLE, "t24 .60 0", "r .40 .50", 0.3, "little_gain"),
        (MIDDLE, "t24 .60 0", "r .562 .10", 0.2, "little_gain"),
        (NEAR_END, "r .08 .63", "t23 .05 0", 0.07, "rival_leads"),
        (NEAR_END, "r .08 .63", "t23 .05 0", 0.045, "rival_leads"),
        (NEAR_END, "q .08 1", "r .05 .63", 0.08, "rival_leads"),
        (NEAR_END, "r .30 .50", "t23 .20 0", 0.1, "roll_may_steal"),
        (MIDDLE, "q .08 1", "r .05 .63", 0.08, "success_hurts"),
        (STEALABLE, "s25 .6 0", "r .5 .3", 0.5, "steal_from"),
        (STEALABLE, "s25 .6 0", "t24 .5 0", 0.3, "steal_from"),
        (BEFORE_STEAL, "k1 .52 0", "k2 .48 0", 0.2, "can_steal"),
        (TOWARDS_STEAL, "k1 .65 .44", "k3 .62 .44", 0.5, "steal_likelier"),
        (f"standard {FULL} 55www 114", "k4 .6 .1", "k1 .5 .11", 0.5, "more_points"),
        (LAST, "q .035 1", "r .017 .5", 0.035, "last_tile"),
        (STEALABLE, "t24 .6 0", "s25 .5 0", 0.3, "end_nearer"),
        (f"standard {FULL} - 1112355w", "kw .5 .2", "k1 .4 .4", 0.1, "needs_worm"),
        (f"standard {FULL} 555www 14", "k4 .6 0", "k1 .4 .4", 0.1, "cannot_fail"),
        (f"standard {FULL} 555www 14", "k4 .6 0", "k1 0 1", 0.1, "saves_turn"),
        (f"standard {FULL} 55www 114", "k4 .6 0", "k1 .5 0", 0.1, "more_points"),
        (f"standard {FULL} w 1112234", "k3 .5 .2", "k1 .48 .2", 0.1, "more_dice"),
    ],
)
def test_reason_is_the_one_that_decides(wfen, better, chosen, failed, code):
    assert reason(wfen, better, chosen, failed).code == code


@pytest.mark.parametrize(
    ("wfen", "better", "chosen", "code"),
    [
        ("standard ...oxxxxxxxxxxxx 23/21,22 a 345www -", "t24 1 0", "r .9 .5", "ends_tie_won"),
        ("standard o...xxxxxxxxxxxx 22/23,24 a 3355w -", "r .3 .3", "t21 0 0", "ends_tie_lost"),
    ],
)
def test_tie_break_is_given_as_the_reason(wfen, better, chosen, code):
    assert reason(wfen, better, chosen).code == code


def test_reason_names_the_rival_who_loses_the_tile():
    code = reason_for(Position.from_wfen(BEFORE_STEAL), choice("k1 .52 0"), choice("k2 .48 0"), 0.2)
    text = Narrator(texts_in("en"), ("Ann", "Ben")).render(reason_line(code))
    assert text == "It gives exactly the sum needed to steal tile 25 from Ann."


def test_extrawurm_reason_invents_no_chance_after_success():
    """The coach once gave as the reason that winning a tile lowered the win chance to 0.0%."""
    roll, stop = Choice(Action.parse("r"), 0.3, 0.5), Choice(Action.parse("q"), 0.35, 1)
    given = reason_for(Position.from_wfen(EXTRAWURM), stop, roll, 0.35)
    assert (given.code, given.parameters) == ("worth_more", {"better": 0.35, "chosen": 0.3})


def test_reason_for_a_risk_does_not_praise_the_tile():
    """ "Rolling on still wins a tile in 15.8 % of cases, which is worth more than tile 22" was once
    the reason for a risk of 84 %, where tile 22 ended the game and lost it."""
    code = reason_for(
        Position.from_wfen(BEHIND),
        Choice(Action.parse("r"), 0.0293, 0.842),
        Choice(Action.parse("t22"), 0.0, 0.0),
        0.01,
    )
    text = Narrator(texts_in("en"), ("Ann", "Ben", "Cem", "Dan")).render(reason_line(code))
    assert text == "Tile 22 ends the game, and Ann wins it."


def test_reason_against_rolling_on_speaks_of_the_win_chance():
    """ "You would hardly win more than tile 23" was once the reason where most rolls reach 26."""
    code = reason_for(
        Position.from_wfen(HIGHER_TILE), choice("t23 .862 0"), choice("r .823 .125"), 0.571
    )
    text = Narrator(texts_in("en"), ("Ann", "Ben", "Cem")).render(reason_line(code))
    assert text == (
        "Rolling on would hardly raise your win chance even if you won a tile, and it fails in"
        " 12.5% of cases."
    )


def test_every_reason_of_the_packs_has_words():
    puzzles = [parse_puzzle(line) for pack in packs() for line in pack.lines]
    reasons = [choice.reason for puzzle in puzzles for choice in puzzle.choices[1:]]
    assert {reason_line(reason).key for reason in reasons if reason is not None} <= set(LINES)
