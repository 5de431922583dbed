"""Counts and sums over many games, kept on the device while the games are played."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from pickomino.core.tiles import worms
from pickomino.evaluation.features import ALL_TILES, FIRST_SEAT
from training.games.turns import DICE
from training.recording.dice_codes import dice_numbers, dice_texts
from training.recording.self_play import NO_SEAT, TURN_LIMIT, GameSetup, PlayedTurn
from training.recording.turn_recorder import FACES, ROLL_ON, RecordedRoll

TILE_NUMBERS = 37
HISTOGRAM_SIZE = 64
"""The number of bins; hardly any game has as many steals or failures."""
PERCENTAGES = 101
DECIDED = 0.9
"""A game counts as decided when any seat's chance is at least this."""
MOVED = 0.05
"""A first roll counts as important when it changes the roller's chance by more than this."""
LIMITS = (0.01, 0.025, 0.05)
"""The costs from which a choice counts as an inaccuracy, a mistake or a blunder, as in a review."""
EARLY, FAR, OTHER_TILE = range(3)
STOP_KINDS = ("early", "far", "other tile")
WORM_COUNTS = 5


class Sums:
    """Named histograms and sums on a device, to which every batch is added."""

    def __init__(self) -> None:
        self._sums: dict[str, Tensor] = {}

    def count(self, name: str, bins: Tensor, size: int, weights: Tensor | None = None) -> None:
        """Add 1 (or the weight) to the given bins; the last bin includes all larger numbers."""
        doubles = None if weights is None else weights.double()
        self._add(name, torch.bincount(bins.clamp(max=size - 1), doubles, size).double())

    def add(self, name: str, values: Tensor) -> None:
        """Add values, summed over the first dimension, to the sums stored under a name."""
        self._add(name, values.double().sum(dim=0))

    def _add(self, name: str, added: Tensor) -> None:
        self._sums[name] = self._sums[name] + added if name in self._sums else added

    def values(self, name: str) -> list[float]:
        """Return the sums stored under a name; empty if nothing was added."""
        return self._sums[name].reshape(-1).tolist() if name in self._sums else []

    def total(self, name: str) -> float:
        """Return the total of all sums stored under a name."""
        return math.fsum(self.values(name))


class BatchCounter:
    """Counts the turns and results of a batch of games that are played at the same time."""

    def __init__(self, sums: Sums, setup: GameSetup, count: int, device: torch.device) -> None:
        self.sums, self.setup = sums, setup
        nothing = torch.zeros(count, dtype=torch.long, device=device)
        self.turns, self.failures, self.steals = (nothing.clone() for _ in range(3))
        self.lowest = torch.ones(count, setup.players, device=device)
        self.result = torch.zeros_like(self.lowest)

    def count_turn(self, turn: PlayedTurn) -> None:
        """Count one turn of the games that are not over."""
        game = turn.game
        self.turns[game] += 1
        self.failures[game] += turn.failed
        self.steals[game] += turn.robbed != NO_SEAT
        self.lowest[game] = torch.minimum(self.lowest[game], turn.start)
        self.result[game] = turn.result
        self._count_tile(turn)
        self._count_luck(turn)
        self._count_end(turn)
        for number, roll in enumerate(turn.rolls):
            self._count_roll(turn, number, roll)

    def _count_tile(self, turn: PlayedTurn) -> None:
        saved = turn.end[:, turn.seat] - turn.failure
        for name, rows in (
            ("taken", (turn.gained > 0) & (turn.robbed == NO_SEAT)),
            ("stolen", turn.robbed != NO_SEAT),
        ):
            tile = turn.gained[rows]
            self.sums.count(name, tile, TILE_NUMBERS)
            self.sums.count(f"{name} worth", tile, TILE_NUMBERS, saved[rows])

    def _count_luck(self, turn: PlayedTurn) -> None:
        number = torch.full_like(turn.game, turn.number)
        decided = turn.start.amax(dim=1) >= DECIDED
        self.sums.count("decided", number[decided], TURN_LIMIT)
        if not turn.rolls:
            luck = ((turn.end - turn.start) ** 2).sum(dim=1)
            self.sums.count("luck", number, TURN_LIMIT, luck)
        if turn.number == 0:
            self.sums.add("start", turn.start)

    def _count_end(self, turn: PlayedTurn) -> None:
        """Count the tiles held at the end, and the holders' shares of the win."""
        rows = turn.is_last.nonzero()[:, 0]
        place = turn.after.place[rows].long()
        owned = place >= FIRST_SEAT
        seat = ((place - FIRST_SEAT).clamp(min=0) + turn.seat + 1) % self.setup.players
        self.sums.add("held", owned)
        self.sums.add("held won", turn.result[rows].gather(1, seat) * owned)

    def _count_roll(self, turn: PlayedTurn, number: int, roll: RecordedRoll) -> None:
        luck = roll.after - roll.before
        turn_number = torch.full_like(roll.face, turn.number)
        self.sums.count("luck", turn_number, TURN_LIMIT, (luck**2).sum(dim=1))
        self.sums.count("rolls", torch.full_like(roll.face, number), FACES)
        self.sums.count("busts", torch.full_like(roll.face, number)[roll.face < 0], FACES)
        if turn.number == 0 and number == 0:
            rolled = dice_numbers(roll.counts)
            self.sums.count("first roll", rolled, len(dice_texts()))
            self.sums.count(
                "first roll chance", rolled, len(dice_texts()), roll.after[:, turn.seat]
            )
            self.sums.add("first roll luck", (luck**2).sum(dim=1, keepdim=True))
            moved = luck[:, turn.seat].abs() > MOVED
            self.sums.add("first roll moved", moved[:, None])
        self._count_decisions(self.setup.seats[turn.seat], turn.seat, roll)

    def _count_decisions(self, name: str, seat: int, roll: RecordedRoll) -> None:
        face_cost = (roll.after - roll.kept)[:, seat]
        stop_cost = (roll.kept - roll.then)[:, seat]
        for cost in (face_cost, stop_cost):
            self.sums.add(f"{name} cost", cost[:, None])
            over = torch.stack([cost >= limit for limit in LIMITS], dim=1)
            self.sums.add(f"{name} over", over)
        wrong = (face_cost >= LIMITS[0]).nonzero()[:, 0]
        bins = roll.face[wrong] * FACES + roll.best_face[wrong]
        self.sums.count(f"{name} faces", bins, FACES**2)
        self.sums.count(f"{name} faces cost", bins, FACES**2, face_cost[wrong])
        wrong = (stop_cost >= LIMITS[0]).nonzero()[:, 0]
        bins, size = _stop_bins(roll, wrong), len(STOP_KINDS) * DICE * WORM_COUNTS
        self.sums.count(f"{name} stops", bins, size)
        self.sums.count(f"{name} stops cost", bins, size, stop_cost[wrong])

    def finish(self) -> None:
        """Count the results, once all games are over."""
        sums = self.sums
        sums.count("turns", self.turns, TURN_LIMIT + 1)
        for name in ("failures", "steals"):
            sums.count(name, getattr(self, name), HISTOGRAM_SIZE)
        sums.add("won", self.result)
        sums.add("won squared", self.result**2)
        alone, winner = self.result.max(dim=1)
        low = self.lowest.gather(1, winner[:, None])[:, 0]
        sums.count("lowest", (100 * low[alone == 1]).long(), PERCENTAGES)
        for seat, name in enumerate(self.setup.seats):
            sums.add(f"{name} games", torch.ones_like(self.result[:, seat : seat + 1]))


def _stop_bins(roll: RecordedRoll, rows: Tensor) -> Tensor:
    """Return the bin of each wrong stop or roll: its kind, the dice left and the tile's worms."""
    end, best = roll.end[rows], roll.best_end[rows]
    kind = torch.where(best == ROLL_ON, EARLY, torch.where(end == ROLL_ON, FAR, OTHER_TILE))
    set_aside = roll.counts[rows].gather(1, roll.face[rows][:, None])[:, 0]
    left = roll.turns.dice[rows] - set_aside
    counts = torch.tensor([0, *(worms(tile) for tile in ALL_TILES)]).to(end.device)
    tile = counts[torch.where(end == ROLL_ON, best, end)]
    return (kind * DICE + left) * WORM_COUNTS + tile
