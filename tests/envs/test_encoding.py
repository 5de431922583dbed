"""The observation vector, against a plain second version written from its description."""

import random
import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from pickomino import OVER, Phase, Position, Rules, scores, start, total
from pickomino.core.play import dice_to_roll
from pickomino.core.rules import EXTRAWURM_OPTIONS, OPTIONS
from pickomino.core.turns import has_worm
from pickomino.envs.encoding import SIZE, SLICES, VERSION, encode
from pickomino.envs.vector.layout import options_of
from support.random_play import random_play, random_start

TILES = [11, 13, *range(21, 37)]
PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def one_hot(index, size):
    return [float(place == index) for place in range(size)]


def plain(position, seat):
    """Write the vector number by number, in the order of docs/environments.md."""
    rules, players = position.rules, position.players
    phases = [Phase.ROLL, Phase.CHOOSE, Phase.DECIDE, Phase.RAVEN, Phase.OVER]
    is_over = position.seat == OVER
    found = one_hot(phases.index(position.turn.phase), 5)
    found += one_hot(-1 if is_over else (position.seat - seat) % players, 7)
    found += one_hot(players - 2, 6)
    found += [
        rules.claim == "any",
        rules.steal == "optional",
        rules.returned == "turned",
        rules.flip_when_empty,
        rules.returned == "down",
        rules.extrawurm,
        rules.weasel_saves_bust,
        rules.golden == "plain",
        not rules.both_extra_tiles,
    ]
    found += [tile in position.grill for tile in TILES]
    found += [tile in position.face_down for tile in TILES]
    for relative in range(7):
        stack = position.stacks[(seat + relative) % players] if relative < players else ()
        found += [(stack.index(tile) + 1) / 18 if tile in stack else 0 for tile in TILES]
        found += [bool(stack) and stack[-1] == tile for tile in TILES]
        found += [scores(position)[(seat + relative) % players] / 50 if relative < players else 0]
    if position.turn.phase in {Phase.RAVEN, Phase.OVER}:
        found += [0] * 17
    else:
        _, set_aside, rolled = position.turn
        found += [count / 9 for count in set_aside.counts]
        found += [count / 9 for count in rolled.counts]
        ordinary, golden = dice_to_roll(position)
        found += [bool(set_aside.golden), bool(rolled.golden), total(position) / 45]
        found += [has_worm(position), (ordinary + bool(golden)) / 9]
    if position.extrawurm is None:
        return found + [0] * 138
    for place in position.extrawurm.specialists:
        found += [place == tile for tile in TILES]
        is_held = 0 <= place < players
        found += one_hot((place - seat) % players if is_held else -1, 7)
        found += [place == -1]
    for relative in range(7):
        bratwurms = position.extrawurm.bratwurms
        found += [bratwurms[(seat + relative) % players] / 7 if relative < players else 0]
    return [*found, position.extrawurm.weasel_used]


def test_the_size_is_that_of_version_1():
    assert (VERSION, SIZE) == (2, 477)
    assert [part.start for part in SLICES.values()] == [
        0,
        *[part.stop for part in SLICES.values()][:-1],
    ]


@pytest.mark.parametrize("seed", range(25))
def test_every_position_is_encoded_as_described(seed):
    rng = random.Random(seed)
    for played in random_play(random_start(rng), seed):
        position = played.after
        if rng.random() < 0.1 or position.turn.phase in {Phase.RAVEN, Phase.OVER}:
            seat = rng.randrange(position.players)
            vector = encode(position, seat)
            assert vector.dtype == np.float32
            assert np.array_equal(vector, np.array(plain(position, seat), np.float32))
            assert 0 <= vector.min() <= vector.max() <= 1


def test_the_ravens_choice_is_encoded_as_described():
    position = Position.from_wfen(
        "standard+extrawurm oo.ooooooooooooooo 21/-/- a - b 11,22,-,25,a/0,4,3/-"
    )
    for seat in range(3):
        assert np.array_equal(encode(position, seat), np.array(plain(position, seat), np.float32))


def test_the_observer_is_always_seat_0():
    position = start(Rules.preset("standard"), 5)
    for seat in range(5):
        assert encode(position, seat)[SLICES["turn"]].argmax() == (0 - seat) % 5


def test_every_vector_is_a_new_array():
    position = start(Rules.preset("standard", extrawurm=True), 2)
    encode(position, 0)[:] = 7
    assert encode(position, 0).max() == 1


def test_the_page_lists_every_part_at_its_place():
    rows = re.findall(
        r"^\| `([a-z0-9_]+)` \| (\d+) to (\d+) \|", PAGE.read_text("utf-8"), re.MULTILINE
    )
    told = {name: slice(int(first), int(last) + 1) for name, first, last in rows}
    seats = {name: part for name, part in SLICES.items() if not re.search(r"_[1-6]$", name)}
    assert told == seats


def every_rules(*, extrawurm):
    """Every combination of all values of all options."""
    options = [each for each in OPTIONS if extrawurm or each not in EXTRAWURM_OPTIONS]
    for values in product(*(OPTIONS[option] for option in options)):
        given = dict(zip(options, values, strict=True))
        yield Rules.preset("standard", extrawurm, **given)


def test_no_two_rules_look_alike():
    """An option or a value that the encoding does not show makes players blind for it."""
    rules = [*every_rules(extrawurm=False), *every_rules(extrawurm=True)]
    shown = {tuple(encode(start(each, 2), 0)[SLICES["rules"]]) for each in rules}
    assert len(shown) == len(rules)


def test_no_two_rules_look_alike_to_the_vector_engine():
    rules = [*every_rules(extrawurm=False), *every_rules(extrawurm=True)]
    assert len({options_of(each) for each in rules}) == len(rules)
