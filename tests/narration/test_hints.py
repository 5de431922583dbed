"""The hints of a guided game match what happened."""

import pytest

from pickomino import Action, Position, Roll, step, step_roll
from pickomino.i18n import texts_in
from pickomino.i18n.narrator import Narrator
from pickomino.narration.hints import choice_hints, goal_hints, turn_end_hints

NARRATOR = Narrator(texts_in("en"), ("Ann", "Clara"))
STACKS = "standard ooo.oooooooooooo 24/-"


@pytest.mark.parametrize(
    ("wfen", "text"),
    [
        ("standard oooooooooooooooo -/- a - 1234455w", "Choose a symbol"),
        ("standard oooooooooooooooo -/- a 55 1234ww", "only once a turn"),
        ("standard oooooooooooooooo -/- a 55 -", "you need 21 and at least one worm"),
        ("standard .ooooooooooooooo -/21 a 5w -", "you need 21. Roll"),
        ("standard ...ooooooooooooo -/21,22,23 a 5w -", "you need 23. Roll"),
        ("standard oooooooooooooooo -/- a 555ww -", "Stop to win the tile that glows"),
        ("standard oooo.ooooooooooo -/25 a 555ww -", "exactly 25, the number of your rival’s"),
    ],
)
def test_hint_fits_the_choice(wfen, text):
    position = Position.from_wfen(wfen)
    assert text in NARRATOR.render_all(choice_hints(position))[0]


@pytest.mark.parametrize(
    "wfen",
    [
        "standard oooooooooooooooo -/- a - ~",
        "standard oooooooooooooooo -/- a 12345ww -",
        "standard xxxxxxxxxxxxxxxo -/- a 111w -",
    ],
)
def test_there_is_no_hint_without_a_choice(wfen):
    assert choice_hints(Position.from_wfen(wfen)) == ()


def failure_texts(wfen, *, is_rival, roll="", action="q"):
    before = Position.from_wfen(wfen)
    played = step_roll(before, Roll.parse(roll)) if roll else step(before, Action.parse(action))
    return NARRATOR.render_all(turn_end_hints(played[1], before, is_rival=is_rival))


def test_failure_hint_names_the_reason():
    no_symbol = failure_texts(f"{STACKS} a 55w ~", is_rival=False, roll="555ww")
    no_worm = failure_texts(f"{STACKS} a 55 -", is_rival=False)
    too_low = failure_texts(f"{STACKS} a 5w -", is_rival=False)
    assert no_symbol[0].startswith("All the dice you rolled show symbols that you have set aside")
    assert no_worm[0] == "Without a worm you win nothing: your turn fails."
    assert too_low[0] == "No tile can be won with 10: your turn fails."


def test_returned_and_turned_tiles_are_named():
    back = "You lose your top tile: 24 goes back to the grill."
    turned = "The highest tile there, 36, is turned face down: it is out of the game."
    texts = failure_texts(f"{STACKS} a 55w ~", is_rival=False, roll="555ww")
    assert texts[1:] == [back, turned]


def test_tile_turned_with_an_empty_stack_is_named():
    wfen = "standard(emptyflip=yes) ooo.oooooooooooo 24/- b 55w ~"
    texts = failure_texts(wfen, is_rival=True, roll="555ww")
    assert texts[1:] == [
        "No tile is lost: there was none to lose.",
        "The highest tile there, 36, is turned face down: it is out of the game.",
    ]


def test_returned_tile_that_goes_face_down_is_named():
    wfen = "standard(returned=down) ooo.oooooooooooo 24/- a 55w ~"
    texts = failure_texts(wfen, is_rival=False, roll="555ww")
    assert texts[2:] == [
        "The highest tile there, 36, is turned face down: it is out of the game.",
        "Tile 24 is turned face down.",
    ]


def test_own_failure_is_explained_after_a_rivals():
    """Lines are shown once a game, and both failures used to have the same ones."""
    wfen = "standard ooo.oooooooooooo {} {} 55w ~"
    own, rivals = (
        turn_end_hints(step_roll(before, Roll.parse("555ww"))[1], before, is_rival=is_rival)
        for before, is_rival in (
            (Position.from_wfen(wfen.format("24/-", "a")), False),
            (Position.from_wfen(wfen.format("-/24", "b")), True),
        )
    )
    assert {line.key for line in own} & {line.key for line in rivals} == {"hint_turned"}


def test_returned_tile_that_stays_is_not_called_turned():
    highest = "standard oooooooooooo.... 33,35/34,36 a 55ww ~"
    texts = failure_texts(highest, is_rival=False, roll="55ww")
    assert len(texts) == 2
    assert "35 goes back" in texts[1]


def test_nothing_goes_back_from_an_empty_stack():
    texts = failure_texts(f"{STACKS} b 55w ~", is_rival=True, roll="555ww")
    assert texts == [
        "Clara failed: the dice showed no new symbol.",
        "No tile is lost: there was none to lose.",
    ]


@pytest.mark.parametrize(
    ("wfen", "action", "is_rival", "text"),
    [
        (f"{STACKS} b 555w -", "q", True, "Clara failed: no tile can be won with 20."),
        (f"{STACKS} b 1555w -", "t21", True, "Clara has won tile 21. If your sum is exactly 21"),
        (f"{STACKS} b 4555w -", "s24", True, "Clara reached exactly 24, the number of your top"),
        (f"{STACKS} a 1555w -", "t21", False, "Your tile!"),
        (
            "standard oooo.ooooooooooo -/25 a 555ww -",
            "s25",
            False,
            "Stolen! Clara has lost tile 25 to you.",
        ),
    ],
)
def test_hint_says_whose_turn_it_was(wfen, action, is_rival, text):
    assert text in failure_texts(wfen, is_rival=is_rival, action=action)[0]


def test_goal_comes_first_with_what_is_arranged():
    goal, arranged = NARRATOR.render_all(goal_hints(1))
    assert goal.startswith("The goal: the most worms.")
    assert arranged.startswith("The first dice of Clara are arranged")
