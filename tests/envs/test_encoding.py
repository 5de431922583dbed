"""The observation vector, compared with a plain implementation of docs/environments.md."""

import random
import re
from pathlib import Path

import numpy as np
import pytest

from envs.episodes import all_rules
from pickomino import OVER, Phase, Position, Rules, scores, start, total
from pickomino.core.play import dice_to_roll
from pickomino.core.turns import has_worm
from pickomino.envs.encoding import SIZE, SLICES, VERSION, encode
from pickomino.envs.vector.layout import pack_options
from support.random_play import random_play, random_start

TILES = [11, 13, *range(21, 37)]
PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def one_hot(index, size):
    return [float(place == index) for place in range(size)]


def plain_encode(position, seat):
    """Return the vector number by number, in the order of docs/environments.md."""
    rules, players = position.rules, position.players
    phases = [Phase.ROLL, Phase.CHOOSE, Phase.DECIDE, Phase.RAVEN, Phase.OVER]
    is_over = position.seat == OVER
    numbers = one_hot(phases.index(position.turn.phase), 5)
    numbers += one_hot(-1 if is_over else (position.seat - seat) % players, 7)
    numbers += one_hot(players - 2, 6)
    numbers += [
        rules.claim == "any",
        rules.steal == "optional",
        rules.returned == "turned",
        rules.flip_when_empty,
        rules.returned == "down",
        rules.extrawurm,
        rules.weasel_saves_bust,
        rules.golden == "plain",
        not rules.both_extra_tiles,
        rules.rolls_with_all_symbols,
    ]
    numbers += [tile in position.grill for tile in TILES]
    numbers += [tile in position.face_down for tile in TILES]
    for relative in range(7):
        stack = position.stacks[(seat + relative) % players] if relative < players else ()
        numbers += [(stack.index(tile) + 1) / 18 if tile in stack else 0 for tile in TILES]
        numbers += [bool(stack) and stack[-1] == tile for tile in TILES]
        numbers += [scores(position)[(seat + relative) % players] / 50 if relative < players else 0]
    if position.turn.phase in {Phase.RAVEN, Phase.OVER}:
        numbers += [0] * 17
    else:
        _, set_aside, rolled = position.turn
        numbers += [count / 9 for count in set_aside.counts]
        numbers += [count / 9 for count in rolled.counts]
        ordinary, golden = dice_to_roll(position)
        numbers += [bool(set_aside.golden), bool(rolled.golden), total(position) / 45]
        numbers += [has_worm(position), (ordinary + bool(golden)) / 9]
    if position.extrawurm is None:
        return numbers + [0] * 138
    for place in position.extrawurm.specialists:
        numbers += [place == tile for tile in TILES]
        is_held = 0 <= place < players
        numbers += one_hot((place - seat) % players if is_held else -1, 7)
        numbers += [place == -1]
    for relative in range(7):
        bratwurms = position.extrawurm.bratwurms
        numbers += [bratwurms[(seat + relative) % players] / 7 if relative < players else 0]
    return [*numbers, position.extrawurm.weasel_used]


def test_slices_cover_the_whole_vector():
    assert (VERSION, SIZE) == (3, 478)
    assert [part.start for part in SLICES.values()] == [
        0,
        *[part.stop for part in SLICES.values()][:-1],
    ]


@pytest.mark.parametrize("seed", range(25))
def test_positions_are_encoded_as_described(seed):
    rng = random.Random(seed)
    for played in random_play(random_start(rng), seed):
        position = played.after
        if rng.random() < 0.1 or position.turn.phase in {Phase.RAVEN, Phase.OVER}:
            seat = rng.randrange(position.players)
            vector = encode(position, seat)
            assert vector.dtype == np.float32
            assert np.array_equal(vector, np.array(plain_encode(position, seat), np.float32))
            assert 0 <= vector.min() <= vector.max() <= 1


def test_raven_choice_is_encoded_as_described():
    position = Position.from_wfen(
        "standard+extrawurm oo.ooooooooooooooo 21/-/- a - b 11,22,-,25,a/0,4,3/-"
    )
    for seat in range(3):
        assert np.array_equal(
            encode(position, seat), np.array(plain_encode(position, seat), np.float32)
        )


def test_every_vector_is_a_new_array():
    position = start(Rules.preset("standard", extrawurm=True), 2)
    encode(position, 0)[:] = 7
    assert encode(position, 0).max() == 1


def test_documentation_lists_every_part_at_its_place():
    pattern = r"^\| `([a-z0-9_]+)…?`[^|]* \| (\d+)(?: to (\d+))? \|"
    rows = re.findall(pattern, PAGE.read_text("utf-8"), re.MULTILINE)
    starts = [int(first) for _, first, _ in rows]
    ends = [int(last or first) + 1 for _, first, last in rows]
    parts = [next(part for part in SLICES if part.startswith(name)) for name, *_ in rows]
    assert starts == [SLICES[part].start for part in parts] == [0, *ends[:-1]]
    assert ends[-1] == SIZE


def test_encoding_distinguishes_all_rules():
    """Otherwise a learner could not know by which option it plays."""
    rules = [*all_rules(extrawurm=False), *all_rules(extrawurm=True)]
    shown = {tuple(encode(start(rule_set, 2), 0)[SLICES["rules"]]) for rule_set in rules}
    assert len(shown) == len({pack_options(rule_set) for rule_set in rules}) == len(rules)
