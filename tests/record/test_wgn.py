"""WGN: every game can be formatted and parsed back."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naive.setups import random_setup
from pickomino import (
    Action,
    Game,
    InvalidNotation,
    Phase,
    Position,
    Roll,
    ScriptedDice,
    SeededDice,
    legal_actions,
)
from support.random_play import STANDARD, play_on, play_out, random_rules, random_start, seeds

EXAMPLE = """[Rules "standard"]
[a "Ann"]
[b "bot:rooster"]
[Result "*"]
1a. 11345www:w 12455:5 t25
1b. 12233445:4 11223w:2 2244#
"""

# A tag value can hold everything but control, direction and surrogate characters.
names = st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs"]), max_size=20)
comments = st.text(
    st.characters(exclude_categories=["Cc", "Cf", "Cs"], exclude_characters="{}")
    | st.sampled_from("\t\n\r")
)


def check_round_trip(game):
    text = game.wgn()
    again = Game.from_wgn(text)
    assert again.steps == game.steps
    assert again.start == game.start
    assert again.wgn() == text


@settings(max_examples=25)
@given(seeds)
def test_record_round_trips_at_every_step(seed):
    game = Game.from_position(random_start(random.Random(seed)))
    check_round_trip(game)
    game.continue_with(SeededDice(seed))
    for _ in play_on(game, seed, 40):
        check_round_trip(game)


@settings(max_examples=15)
@given(seeds)
def test_whole_game_round_trips(seed):
    game = Game.from_position(random_start(random.Random(seed)), SeededDice(seed))
    play_out(game, seed)
    assert game.position.to_act == -2
    check_round_trip(game)


@settings(max_examples=60)
@given(seeds)
def test_game_from_a_setup_round_trips_at_every_step(seed):
    rng = random.Random(seed)
    begin = Position.from_wfen(random_setup(rng, str(random_rules(rng)), rng.randint(2, 7)))
    game = Game.from_position(begin)
    check_round_trip(game)
    assert f'[WFEN "{begin.wfen()}"]' in game.wgn()
    game.continue_with(SeededDice(seed))
    for _ in play_on(game, seed, 8):
        check_round_trip(game)


@pytest.mark.parametrize(
    ("wfen", "phase", "first_line"),
    [
        ("standard oooooooooooooooo -/- b 5 ~", Phase.ROLL, "1b. 1123www:w r"),
        ("standard oooooooooooooooo -/- b 5 1123www", Phase.CHOOSE, "1b. 1123www:w r"),
        ("standard oooooooooooooooo -/- b 1555w -", Phase.DECIDE, "1b. t21"),
        (
            "standard+extrawurm ooooo.oooooooooooo 24/- a - b 11,21,-,25,27/0,7/-",
            Phase.RAVEN,
            "1a. bb",
        ),
        ("standard xxxxxxxxxxxxxxxx -/- - - -", Phase.OVER, None),
    ],
)
def test_record_can_start_in_every_phase(wfen, phase, first_line):
    begin = Position.from_wfen(wfen)
    assert begin.turn.phase is phase
    text = f'[Rules "{begin.rules}"][WFEN "{wfen}"]\n'
    assert Game.from_wgn(text).start == begin
    if first_line is None:
        assert Game.from_wgn(text).is_over
        return
    game = Game.from_wgn(text + first_line)
    assert game.wgn().splitlines()[-1] == first_line
    check_round_trip(game)


def test_example_of_the_notation_round_trips():
    game = Game.from_wgn(EXAMPLE)
    assert game.wgn() == EXAMPLE
    assert game.turn == 2
    assert game.tags["b"] == "bot:rooster"
    assert game.position.stacks == ((25,), ())


@pytest.mark.parametrize(
    ("rolls", "tokens", "line"),
    [
        (["1111wwww", "wwww"], ["kw", "r"], "1a. 1111wwww:w wwww#"),
        (["11123333", "1122"], ["k3", "r", "k2", "q"], "1a. 11123333:3 1122:2 q"),
        (["11111122", "11"], ["k1", "r"], "1a. 11111122:1 11#"),
        (["11112222", "2222"], ["k1", "r", "k2"], "1a. 11112222:1 2222:2#"),
        (["wwww1111", "1111"], ["kw", "r", "k1", "t24"], "1a. 1111wwww:w 1111:1 t24"),
    ],
)
def test_end_of_turn_is_formatted_as_documented(rolls, tokens, line):
    game = Game(STANDARD, 2, ScriptedDice(rolls))
    for token in tokens:
        game.play(Action.parse(token))
    assert game.turn == 1
    assert game.wgn().splitlines()[-1] == line
    check_round_trip(game)


def test_weasel_and_ravens_choice_round_trip():
    wfen = "standard+extrawurm xxxxoxxxxxxxxxxxxo -/-/- a 35 ~ -,-,23,a,-/5,0,2/-"
    dice = ScriptedDice(["12344w", "11w444", "11111"])
    game = Game.from_position(Position.from_wfen(wfen), dice)
    for token in ("z", "kw", "r", "k1"):
        game.play(Action.parse(token))
    assert game.wgn().splitlines()[-1].startswith("1a. 12344w:z 11444w:w 11111:1")
    text = '[Rules "{0}"][WFEN "{0} xxxxoxxxxxxxxxxxxo -/-/- a 3555w - -,-,23,b,-/5,0,2/-"]'
    game = Game.from_wgn(text.format("standard+extrawurm") + " 1a. t23 bc")
    assert game.wgn().splitlines()[-1] == "1a. t23 bc"
    check_round_trip(game)


@settings(max_examples=60)
@given(st.lists(names, min_size=2, max_size=7), st.dictionaries(st.integers(-1, 1), comments))
def test_names_and_comments_round_trip(seats, notes):
    game = Game(STANDARD, len(seats))
    for roll, choice in [("12345www", "k5"), ("1234445w", "k4")]:
        game.roll(Roll.parse(roll))
        game.play(Action.parse(choice))
        game.play(Action.parse("q"))
    game.add_tags(dict(zip("abcdefg", seats, strict=False)))
    game.comments.update(notes)
    again = Game.from_wgn(game.wgn())
    assert [again.tags[letter] for letter in "abcdefg"[: len(seats)]] == seats
    assert again.comments == game.comments
    assert again.wgn() == game.wgn()


@pytest.mark.parametrize("name", ['"', "\\", '\\"', "]", '"]', "{x}", "[a]", "Zoë 🐔", "1a.", ""])
def test_names_with_special_characters_round_trip(name):
    game = Game(STANDARD, 2).add_tags({"a": name, "Event": name})
    again = Game.from_wgn(game.wgn())
    assert (again.tags["a"], again.tags["Event"]) == (name, name)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: " ".join(text.split()),
        lambda text: text.replace("\n", "\n\n\n"),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace(" ", " \t "),
        lambda text: text.replace("]\n", "]"),
        lambda text: re.sub(r" (?=[0-9t]+)", "\n  ", text),
        lambda text: "\n\n" + text.strip(),
        lambda text: text.replace("[Result", "[ Result").replace('"]', '" ]'),
        lambda text: text.replace('[Result "*"]\n', "") + '[Result "*"]',
        lambda text: text.replace("1b.", "{good}1b.{bad}"),
        lambda text: text.replace("12455:5", "r 54152:5"),
    ],
)
def test_layout_does_not_matter(change):
    text = change(EXAMPLE)
    assert text != EXAMPLE
    game = Game.from_wgn(text)
    assert game.steps == Game.from_wgn(EXAMPLE).steps


def test_comments_of_a_turn_are_joined():
    game = Game.from_wgn(EXAMPLE.replace("1b.", "{good}{ luck }1b.{bad}"))
    assert game.comments == {0: "good  luck ", 1: "bad"}


def test_result_tag_may_be_open_or_missing():
    begin = '[Rules "mini"][WFEN "mini oxxxxxxxxxxxxxxx -/- a 1555w -"]'
    assert Game.from_wgn(f"{begin} 1a. t21").is_over
    assert Game.from_wgn(f'{begin}[Result "*"] 1a. t21').wgn().count('[Result "a"]') == 1


def test_shared_win_names_every_winner():
    begin = "mini(emptyflip=yes) xxxxxxxxxxxxxxxo -/-/- a 1 ~"
    game = Game.from_position(Position.from_wfen(begin), ScriptedDice(["1111111"]))
    assert '[Result "abc"]' in game.wgn()
    check_round_trip(game)


@pytest.mark.parametrize(
    ("tags", "notes"),
    [({"a": "two\nlines"}, {}), ({}, {-1: "{braces}"}), ({}, {-1: "a } b"}), ({}, {-1: "\0"})],
)
def test_unparsable_tags_and_comments_are_refused(tags, notes):
    game = Game(STANDARD, 2).add_tags(tags)
    game.comments.update(notes)
    with pytest.raises(InvalidNotation):
        game.wgn()


def test_tag_named_like_a_seat_adds_no_player():
    with pytest.raises(InvalidNotation):
        Game(STANDARD, 2).add_tags({"c": "Cat"}).wgn()


@pytest.mark.parametrize("trick", ["\x1b[2J", "\x07", "\x9b31m", "\u202eabc", "\x7f"])
def test_control_characters_in_records_are_refused(trick):
    tags = '[Rules "mini"][a "A"][b "B"]'
    with pytest.raises(InvalidNotation):
        Game.from_wgn(f"{tags} {{{trick}}}")
    with pytest.raises(InvalidNotation):
        Game.from_wgn(f'[c "{trick}"]{tags}')


def test_stopped_game_is_parsed_as_stopped():
    game = Game(STANDARD, 2, SeededDice(1), turn_limit=2)
    while not game.is_stopped:
        game.play(legal_actions(game.position)[0])
    again = Game.from_wgn(game.wgn())
    assert again.is_stopped
    assert again.wgn() == game.wgn()


def test_comment_on_a_future_turn_is_refused():
    game = Game(STANDARD, 2)
    game.comments[0] = "hello"
    with pytest.raises(InvalidNotation):
        game.wgn()


@pytest.mark.parametrize("seed", [1, 2])
def test_dice_tags_are_dropped_when_the_dice_change(seed):
    game = Game(STANDARD, 2, SeededDice(1))
    again = Game.from_wgn(game.wgn())
    again.play(legal_actions(again.position)[0])
    again.continue_with(SeededDice(seed))
    assert ("DiceSeed" in again.wgn()) == (seed == 1)


def test_external_rolls_remove_the_seed_tag():
    game = Game(STANDARD, 2)
    game.roll(Roll.parse("12345www"))
    game.continue_with(SeededDice(1))
    game.play(Action.parse("kw"))
    game.play(Action.parse("r"))
    assert "DiceSeed" not in game.wgn()


def test_undo_drops_the_comments_of_later_turns():
    game = Game(STANDARD, 2, ScriptedDice(["12355www", "12355", "12345www"]))
    for token in ("kw", "r", "k5", "t25"):
        game.play(Action.parse(token))
    game.comments.update({0: "kept", 1: "gone"})
    game.undo()
    assert game.comments == {0: "kept"}
