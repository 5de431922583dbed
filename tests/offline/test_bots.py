"""Bots in the browser's worker when what they need is neither on this device nor online."""

import asyncio

import pytest

from pickomino import Position
from pickomino.core.errors import PickominoError
from pickomino.offline.bots import BrowserBots

WFEN = "standard o..oooooo.oxxxxx -/30,22,23 b w 12345ww"
CHAMPION, STRATEGIST, QUICK = "k3", "k2", "k5"
"""What they set aside in this position."""
WITH_EXTRAWURM = (
    "standard+extrawurm ...ooooxxx..xx.xxx 21,29,33,30,13,11/- b w - a,22,23,24,25/3,4/-"
)
NETWORK, TURNS, EXTRAWURM_TURNS = (2, False), (0, False), (0, True)


class Device:
    """A device without a network, on which files are missing."""

    def __init__(self, *missing):
        self.missing = set(missing)
        self.wanted = []
        self.bots = BrowserBots(self._prepare)

    async def _prepare(self, players, extrawurm):
        self.wanted.append((players, extrawurm))
        if (players, extrawurm) in self.missing:
            raise ConnectionError
        return "the network's version"

    def choose(self, bot, wfen=WFEN):
        return str(asyncio.run(self.bots.choose(bot, Position.from_wfen(wfen), "seed")))


def test_champion_plays_with_its_network():
    assert Device().choose("champion") == CHAMPION


def test_strategist_plays_for_a_champion_without_network():
    device = Device(NETWORK)
    assert device.choose("champion") == STRATEGIST
    device.missing.clear()
    assert device.choose("champion") == CHAMPION


@pytest.mark.parametrize("bot", ["champion", "strategist", "expert"])
def test_strong_bots_without_any_file_choose_quickly(bot):
    assert Device(NETWORK, TURNS).choose(bot) == QUICK


def test_weak_bots_need_no_file():
    device = Device()
    device.choose("beginner")
    assert device.wanted == []


def test_extrawurm_needs_tables_of_its_own():
    device = Device()
    device.choose("expert", WITH_EXTRAWURM)
    assert device.wanted == [EXTRAWURM_TURNS]


def test_coach_without_its_network_says_so():
    device = Device(NETWORK)
    with pytest.raises(PickominoError) as raised:
        asyncio.run(device.bots.advise(Position.from_wfen(WFEN)))
    assert raised.value.code == "bots_not_loaded"
