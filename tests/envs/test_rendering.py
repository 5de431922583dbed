"""The render modes."""

import random

import numpy as np
import pytest

from pickomino import Position
from pickomino.core.board_text import draw_text as text
from pickomino.envs.gymnasium import PickominoEnv
from pickomino.envs.rendering import HEIGHT, WIDTH, picture
from support.random_play import random_play, random_start

EXTRAWURM = (
    "standard+extrawurm(golden=plain) .o.oo.oo.ooooo.oox 21,11/-/-/27/24,33/-/- c 1122ww 34gw "
    "13,a,25,-,c/2,2,1,0,0,1,0/-"
)


@pytest.mark.parametrize("seed", range(8))
def test_every_position_can_be_rendered(seed):
    rng = random.Random(seed)
    for played in random_play(random_start(rng), seed):
        if rng.random() < 0.005 or played.after.to_act == -2:
            pixels = picture(played.after, 0)
            assert (pixels.shape, pixels.dtype) == ((HEIGHT, WIDTH, 3), np.uint8)
            assert len(text(played.after, 0).splitlines()) == played.after.players + 3


def test_text_names_tiles_specialists_and_dice():
    assert text(Position.from_wfen(EXTRAWURM), 2).splitlines() == [
        "standard+extrawurm(golden=plain)",
        "grill   .  13(Canned Worm)  .  22 23  .  25(Raven) 26  .  28 29 30 31 32  .  34 35 ##",
        " a      4  21 11  Hen  Bratwurms: 2",
        " b      2  -  Bratwurms: 2",
        "*c <    1  -  Golden Die  Bratwurms: 1",
        " d      2  27",
        " e      5  24 33",
        " f      1  -  Bratwurms: 1",
        " g      0  -",
        "dice   1122ww = 16, rolled 34gw",
    ]


def test_raven_choice_is_rendered():
    position = Position.from_wfen(
        "standard+extrawurm oo.ooooooooooooooo 21/-/- a - b 11,22,-,25,a/0,4,3/-"
    )
    assert "Raven" in text(position).splitlines()[-1]
    assert picture(position).any()


def test_pictures_differ_only_where_positions_do():
    before = Position.from_wfen("classic o.o.oooooo.oooox 24,31/-/22 b 55ww 1134")
    after = Position.from_wfen("classic o.o.oooooo.oooox 24,31/-/22 b 55ww 1135")
    changed = np.argwhere((picture(before) != picture(after)).any(axis=2))
    assert changed.size
    assert changed[:, 0].min() > HEIGHT - 80, "only the dice changed"


def test_render_modes_return_text_or_pictures():
    for mode, kind in (("ansi", str), ("rgb_array", np.ndarray)):
        env = PickominoEnv(render_mode=mode)
        env.reset(seed=1)
        assert isinstance(env.render(), kind)
    assert PickominoEnv().render() is None
