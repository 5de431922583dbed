"""What a turn can win: the sums to aim for, the line about them, and a preview of each choice."""

import pytest

from pickomino import Position
from pickomino.analysis.winning_sums import winning_sums
from pickomino.i18n import texts_in
from pickomino.i18n.narration import describe_targets
from pickomino.i18n.narrator import Narrator
from pickomino.narration.choices import previews

NARRATOR = Narrator(texts_in("en"), ("Ann", "Gus"))
TABLE = "standard oo.ooooooooooooo -/23 a"


@pytest.mark.parametrize(
    ("wfen", "expected"),
    [
        ("standard oooooooooooooooo -/- a - ~", [(21, "t21")]),
        ("standard oooooooooooooooo -/- a 55w -", [(21, "t21")]),
        ("standard oo.ooooooooooooo -/23 a 55w -", [(21, "t21"), (23, "s23")]),
        ("standard .ooooooooooooooo -/21 a 55w 12345", [(21, "s21")]),
        ("standard oooooooooooooooo -/- a 44w555 -", [(29, "t29")]),
        ("standard oooo....oooooooo 25,26,27,28/- a 55554 -", [(24, "t24")]),
        ("standard oooo....oooooooo 25,26,27,28/- a 5555w -", [(29, "t29")]),
        ("standard oooooooooooooooo -/- a wwww5555 -", []),
        ("standard xxxxxxxxxxxxxxxo -/- a 111w -", []),
        ("standard oooooooooooooooo -/- a 12345ww -", []),
        ("standard+extrawurm oooooooooooooooooo -/- a w ~ 11,21,23,25,27/0,0/-", [(11, "t11")]),
        ("standard oooooooooooooooo -/- a 555541 -", [(25, "t25")]),
    ],
)
def test_winning_sums_are_the_next_claim_and_the_next_steal(wfen, expected):
    sums = winning_sums(Position.from_wfen(wfen))
    assert [(aim.total, str(aim.claim)) for aim in sums] == expected


@pytest.mark.parametrize(
    ("wfen", "need"),
    [
        (f"{TABLE} - 12345www", "Needed: 21 and a worm"),
        (f"{TABLE} ww -", "11 more for 21"),
        (f"{TABLE} www -", "6 more for 21 · 23 for Gus’s tile"),
        (f"{TABLE} 555 -", "6 more for 21, and a worm · 23 for Gus’s tile"),
        (f"{TABLE} 5554411 -", "25, but no worm yet"),
        ("standard xxxxxxxxxxxxxxxo -/- a 1112 -", "no tile is in reach"),
        ("standard oooooooooooooooo -/- a www15 -", "21 now · next: 22"),
        (f"{TABLE} www25 -", "22 now · 23 for Gus’s tile"),
        ("standard oooooooooooooooo -/- a wwwwwwww -", "40 now"),
        (
            "standard+extrawurm oooo.ooooooooooooo -/23 a wwww - -,b,-,-,-/0,0/-",
            "1 more for 21 · 23 for Gus’s Sitting Hen",
        ),
        ("standard xxxxxxxxxxxxxxxx -/- - - -", ""),
    ],
)
def test_targets_line_says_what_is_needed(wfen, need):
    assert describe_targets(Position.from_wfen(wfen), NARRATOR) == need


@pytest.mark.parametrize(
    ("wfen", "action", "text", "claims"),
    [
        ("standard xxxxxxxxxxxxxoox -/- a 5555www 3", "k3", "38: take tile 35", ("t35",)),
        (f"{TABLE} www 35555", "k3", "18: 3 more for 21 · 23 for Gus’s tile", ()),
        (f"{TABLE} 55ww 1134", "k3", "23: steal tile 23 from Gus", ("s23",)),
        (f"{TABLE} 5551 1145", "k4", "20: 1 more for 21, and a worm · 23 for Gus’s tile", ()),
        ("standard oooooooooooooooo -/- a 5555 1234", "k1", "21, but no worm yet", ()),
        ("standard oooooooooooooooo -/- a 1133444 2", "k2", "22: the turn would fail", ()),
    ],
)
def test_preview_shows_the_sum_and_what_it_wins_or_misses(wfen, action, text, claims):
    preview = previews(Position.from_wfen(wfen))[action]
    assert " · ".join(NARRATOR.render_all(preview.lines)) == text
    assert preview.claims == claims


@pytest.mark.parametrize(
    ("stacks", "cost"),
    [
        ("-/23", ""),
        ("22/23", " Tile 22 would go back to the grill. Tile 36 would be turned face down."),
    ],
)
def test_stopping_with_nothing_is_shown_with_its_cost(stacks, cost):
    grill = "oo.ooooooooooooo" if stacks.startswith("-") else "o..ooooooooooooo"
    preview = previews(Position.from_wfen(f"standard {grill} {stacks} a 55 -"))["q"]
    lines = NARRATOR.render_all(preview.lines)
    assert " ".join(lines) == f"There is nothing to win now: the turn would fail.{cost}"


def test_stopping_with_nothing_names_a_lost_specialist():
    wfen = "standard+extrawurm oooo.ooooooooooooo 23/- a 44 - -,a,-,-,-/0,0/-"
    preview = previews(Position.from_wfen(wfen))["q"]
    assert NARRATOR.render(preview.lines[-1]) == "You would lose: Sitting Hen."
