"""Figures of many games: who wins, how long, what tiles are worth, where players go wrong.

All is counted in sums on the device while games are played; batches add up.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from pickomino.analysis import review_types
from pickomino.core.tiles import worms
from pickomino.evaluation.features import DOWN, FIRST_SEAT
from pickomino.evaluation.full_features import ALL_TILES
from training.games.base_tables import TILE_COUNT
from training.games.base_turns import DICE
from training.games.variants import Tables
from training.recording.dataset import generator_of
from training.recording.dice_codes import numbers_of, texts
from training.recording.self_play import NOBODY, TURN_LIMIT, PlayedTurn, Setting, play_games
from training.recording.turn_recorder import FACES, ROLL_ON, Roll

TILE_NUMBERS = 37
MOST = 64
"""More than there are steals, failures or changes of the lead in nearly all games."""
PER_CENT = 101
DECIDED = 0.9
MOVED = 0.05
LIMITS = tuple(sorted(limit for _, limit in review_types.LIMITS))
"""From here on a decision is an inaccuracy, a mistake, a blunder."""
EARLY, FAR, OTHER_TILE = range(3)
STOP_KINDS = ("early", "far", "other tile")
_WORMS = 5


class Sums:
    """Counts and sums by name, on a device."""

    def __init__(self) -> None:
        self.found: dict[str, Tensor] = {}

    def add(self, name: str, places: Tensor, size: int, weights: Tensor | None = None) -> None:
        """Count places, or add up weights by place."""
        given = None if weights is None else weights.double()
        counted = torch.bincount(places.clamp(max=size - 1), given, size).double()
        self.found[name] = self.found[name] + counted if name in self.found else counted

    def add_all(self, name: str, values: Tensor) -> None:
        """Add up values over the first dimension."""
        summed = values.double().sum(dim=0)
        self.found[name] = self.found[name] + summed if name in self.found else summed

    def numbers(self, name: str) -> list[float]:
        """Return the sums of a name, nothing if it never came up."""
        return self.found[name].reshape(-1).tolist() if name in self.found else []

    def number(self, name: str) -> float:
        """Return all that was summed under a name."""
        return math.fsum(self.numbers(name))


class Batch:
    """What is counted in a batch of games that are played at the same time."""

    def __init__(self, sums: Sums, setting: Setting, count: int, device: torch.device) -> None:
        self.sums, self.setting = sums, setting
        nothing = torch.zeros(count, dtype=torch.long, device=device)
        self.turns, self.failures, self.steals, self.changes = (nothing.clone() for _ in range(4))
        self.leader = nothing + NOBODY
        self.lowest = torch.ones(count, setting.players, device=device)
        self.result = torch.zeros_like(self.lowest)

    def watch(self, turn: PlayedTurn) -> None:
        """Count a turn."""
        game = turn.game
        self.turns[game] += 1
        self.failures[game] += turn.failed
        self.steals[game] += turn.robbed != NOBODY
        self.lowest[game] = torch.minimum(self.lowest[game], turn.start)
        self.result[game] = turn.result
        self._watch_lead(turn)
        self._watch_tile(turn)
        self._watch_luck(turn)
        self._watch_end(turn)
        for number, roll in enumerate(turn.rolls):
            self._watch_roll(turn, number, roll)

    def _watch_lead(self, turn: PlayedTurn) -> None:
        scores = scores_of(turn.after, self.setting.players).roll(turn.seat + 1, dims=1)
        best, leader = scores.max(dim=1)
        leads = (scores == best[:, None]).sum(dim=1) == 1
        before = self.leader[turn.game]
        self.changes[turn.game] += leads & (before != NOBODY) & (before != leader)
        self.leader[turn.game] = torch.where(leads, leader, before)

    def _watch_tile(self, turn: PlayedTurn) -> None:
        change = (turn.end - turn.start)[:, turn.seat]
        saved = turn.end[:, turn.seat] - turn.failure
        for name, rows in (
            ("taken", (turn.gained > 0) & (turn.robbed == NOBODY)),
            ("stolen", turn.robbed != NOBODY),
        ):
            tile = turn.gained[rows]
            self.sums.add(name, tile, TILE_NUMBERS)
            self.sums.add(f"{name} change", tile, TILE_NUMBERS, change[rows])
            self.sums.add(f"{name} worth", tile, TILE_NUMBERS, saved[rows])
        self.sums.add_all("failed change", change[turn.failed][:, None])

    def _watch_luck(self, turn: PlayedTurn) -> None:
        place = torch.full_like(turn.game, turn.number)
        decided = turn.start.amax(dim=1) >= DECIDED
        self.sums.add("decided", place[decided], TURN_LIMIT)
        if not turn.rolls:
            luck = ((turn.end - turn.start) ** 2).sum(dim=1)
            self.sums.add("luck", place, TURN_LIMIT, luck)
        if turn.number == 0:
            self.sums.add_all("start", turn.start)

    def _watch_end(self, turn: PlayedTurn) -> None:
        """Count who holds the tiles at the end, and what the holders won."""
        rows = turn.is_last.nonzero()[:, 0]
        place = turn.after.place[rows].long()
        owned = place >= FIRST_SEAT
        seat = ((place - FIRST_SEAT).clamp(min=0) + turn.seat + 1) % self.setting.players
        self.sums.add_all("held", owned)
        self.sums.add_all("held won", turn.result[rows].gather(1, seat) * owned)
        self.sums.add_all("turned", place == DOWN)

    def _watch_roll(self, turn: PlayedTurn, number: int, roll: Roll) -> None:
        luck = roll.after - roll.before
        place = torch.full_like(roll.face, turn.number)
        self.sums.add("luck", place, TURN_LIMIT, (luck**2).sum(dim=1))
        self.sums.add("rolls", torch.full_like(roll.face, number), FACES)
        self.sums.add("busts", torch.full_like(roll.face, number)[roll.face < 0], FACES)
        if turn.number == 0 and number == 0:
            rolled = numbers_of(roll.counts)
            self.sums.add("first roll", rolled, len(texts()))
            self.sums.add("first roll chance", rolled, len(texts()), roll.after[:, turn.seat])
            self.sums.add_all("first roll luck", (luck**2).sum(dim=1, keepdim=True))
            moved = luck[:, turn.seat].abs() > MOVED
            self.sums.add_all("first roll moved", moved[:, None])
        self._watch_decisions(self.setting.seats[turn.seat], turn.seat, roll)

    def _watch_decisions(self, name: str, seat: int, roll: Roll) -> None:
        chosen = roll.face >= 0
        face_cost = (roll.after - roll.kept)[:, seat]
        stop_cost = (roll.kept - roll.then)[:, seat]
        for cost in (face_cost, stop_cost):
            self.sums.add_all(f"{name} cost", cost[:, None])
            over = torch.stack([cost >= limit for limit in LIMITS], dim=1)
            self.sums.add_all(f"{name} over", over)
        self.sums.add_all(f"{name} decisions", chosen[:, None])
        wrong = (face_cost >= LIMITS[0]).nonzero()[:, 0]
        place = roll.face[wrong] * FACES + roll.best_face[wrong]
        self.sums.add(f"{name} faces", place, FACES**2)
        self.sums.add(f"{name} faces cost", place, FACES**2, face_cost[wrong])
        wrong = (stop_cost >= LIMITS[0]).nonzero()[:, 0]
        place = _stop_place(roll, wrong)
        self.sums.add(f"{name} stops", place, len(STOP_KINDS) * DICE * _WORMS)
        self.sums.add(
            f"{name} stops cost", place, len(STOP_KINDS) * DICE * _WORMS, stop_cost[wrong]
        )

    def finish(self) -> None:
        """Count the games."""
        sums = self.sums
        sums.add("turns", self.turns, TURN_LIMIT + 1)
        for name in ("failures", "steals", "changes"):
            sums.add(name, getattr(self, name), MOST)
        sums.add_all("won", self.result)
        sums.add_all("won squared", self.result**2)
        alone, winner = self.result.max(dim=1)
        low = self.lowest.gather(1, winner[:, None])[:, 0]
        sums.add("lowest", (100 * low[alone == 1]).long(), PER_CENT)
        for seat, name in enumerate(self.setting.seats):
            sums.add_all(f"{name} games", torch.ones_like(self.result[:, seat : seat + 1]))


def _stop_place(roll: Roll, rows: Tensor) -> Tensor:
    """Return the place of wrong stops: by kind, dice left, and worms of the tile at hand."""
    end, best = roll.end[rows], roll.best_end[rows]
    kind = torch.where(best == ROLL_ON, EARLY, torch.where(end == ROLL_ON, FAR, OTHER_TILE))
    set_aside = roll.counts[rows].gather(1, roll.face[rows][:, None])[:, 0]
    left = roll.state.dice[rows] - set_aside
    counts = torch.tensor([0, *(worms(tile) for tile in ALL_TILES[-TILE_COUNT:])]).to(end.device)
    tile = counts[torch.where(end == ROLL_ON, best, end)]
    return (kind * DICE + left) * _WORMS + tile


def scores_of(arrays: Tables, players: int) -> Tensor:
    """Return the worms of every seat, the one to roll first."""
    tiles = ALL_TILES[-arrays.place.shape[1] :]
    counts = torch.tensor([worms(tile) for tile in tiles], device=arrays.place.device)
    seats = range(FIRST_SEAT, FIRST_SEAT + players)
    scores = torch.stack([((arrays.place == seat) * counts).sum(dim=1) for seat in seats], dim=1)
    return scores + arrays.bratwurms if hasattr(arrays, "bratwurms") else scores


def measure(
    setting: Setting, count: int, at_once: int, seed: int, device: torch.device
) -> dict[str, Any]:
    """Play games, so many at once, and return their figures."""
    began = time.monotonic()
    sums, network = Sums(), setting.network(device)
    batches = -(-count // at_once)
    for number in range(batches):
        size = min(at_once, count - number * at_once)
        batch = Batch(sums, setting, size, device)
        for turn in play_games(network, setting, size, generator_of(seed, number, device)):
            batch.watch(turn)
        batch.finish()
        seconds = time.monotonic() - began
        done = f"{setting.rules} {','.join(setting.seats)} {number + 1}/{batches}: {seconds:.0f} s"
        print(done, file=sys.stderr, flush=True)
    made = {"seed": seed, "at_once": at_once, "device": device.type, "seconds": round(seconds, 1)}
    return figures(sums, setting) | made | {"network": setting.network_hash()}


def figures(sums: Sums, setting: Setting) -> dict[str, Any]:
    """Return the figures of all games."""
    games, players = sums.number("turns"), setting.players
    share = [each / games for each in sums.numbers("won")]
    squares = [each / games for each in sums.numbers("won squared")]
    errors = [math.sqrt((s - m * m) / games) for s, m in zip(squares, share, strict=True)]
    turns = _total(sums, "turns")
    found = {
        "rules": str(setting.rules),
        "seats": list(setting.seats),
        "players": players,
        "games": int(games),
        "start": _rounded([each / games for each in sums.numbers("start")]),
        "share": _rounded(share),
        "share_error": _rounded(errors),
        "turns": _histogram(sums, "turns"),
        "failures": _histogram(sums, "failures"),
        "failed_turns": round(_total(sums, "failures") / turns, 6),
        "failure_change": round(sums.number("failed change") / _total(sums, "failures"), 6),
        "steals": _histogram(sums, "steals"),
        "lead_changes": _histogram(sums, "changes"),
        "lowest": _histogram(sums, "lowest"),
        "decided": _rounded(_trimmed([each / games for each in sums.numbers("decided")])),
        "luck": _rounded(_trimmed(_shares(sums.numbers("luck")))),
        "tiles": _tiles(sums, games),
    }
    if sums.numbers("rolls"):
        found |= {
            "rolls": _ints(sums.numbers("rolls")),
            "busts": _ints(sums.numbers("busts")),
            "first_roll": _first_roll(sums, games),
            "decisions": {name: _decisions(sums, name) for name in dict.fromkeys(setting.seats)},
        }
    return found


def _total(sums: Sums, name: str) -> float:
    """Return the sum over all games of what a histogram counts."""
    return math.fsum(number * count for number, count in enumerate(sums.numbers(name)))


def _histogram(sums: Sums, name: str) -> list[int]:
    return _ints(_trimmed(sums.numbers(name)))


def _trimmed(numbers: Sequence[float]) -> list[float]:
    last = max((place for place, number in enumerate(numbers) if number), default=-1)
    return list(numbers[: last + 1])


def _shares(numbers: Sequence[float]) -> list[float]:
    """Return parts of the sum; of squared luck, whose sum is the variance of the result."""
    return [number / math.fsum(numbers) for number in numbers]


def _ints(numbers: Sequence[float]) -> list[int]:
    return [round(number) for number in numbers]


def _rounded(numbers: Sequence[float]) -> list[float]:
    return [round(number, 6) for number in numbers]


def _tiles(sums: Sums, games: float) -> dict[str, dict[str, float]]:
    """Return for every tile how often it was gained a game, and what that was worth.

    The change is that of the chance since the start of the turn; the worth is the difference to a
    turn that fails.
    """
    held, won, turned = (sums.numbers(name) for name in ("held", "held won", "turned"))
    found = {}
    for place, tile in enumerate(ALL_TILES[-len(held) :]):
        by_tile = {
            "held": held[place] / games,
            "held_won": won[place] / max(held[place], 1),
            "turned": turned[place] / games,
        }
        for name in ("taken", "stolen"):
            count = sums.numbers(name)[tile]
            by_tile[name] = count / games
            for figure in ("change", "worth"):
                total = sums.numbers(f"{name} {figure}")[tile]
                by_tile[f"{name}_{figure}"] = total / max(count, 1)
        found[str(tile)] = {name: round(value, 6) for name, value in by_tile.items()}
    return found


def _first_roll(sums: Sums, games: float) -> dict[str, Any]:
    counts, chances = sums.numbers("first roll"), sums.numbers("first roll chance")
    seen = [(chances[i] / counts[i], text) for i, text in enumerate(texts()) if counts[i]]
    ranked = [{"roll": text, "chance": round(chance, 6)} for chance, text in sorted(seen)]
    return {
        "moved": round(sums.number("first roll moved") / games, 6),
        "share_of_luck": round(sums.number("first roll luck") / sums.number("luck"), 6),
        "worst": ranked[:3],
        "best": ranked[::-1][:3],
    }


def _decisions(sums: Sums, name: str) -> dict[str, Any]:
    """Return what one kind of player gave away, by game of one such player."""
    games = sums.number(f"{name} games")
    return {
        "games": int(games),
        "cost": round(sums.number(f"{name} cost") / games, 6),
        "over": _rounded([each / games for each in sums.numbers(f"{name} over")]),
        "faces": _wrong_faces(sums, name, games),
        "stops": _wrong_stops(sums, name, games),
    }


def _wrong_faces(sums: Sums, name: str, games: float) -> list[dict[str, Any]]:
    """Return the wrong symbols: chosen and best, how often a game, and the mean cost."""
    counts, costs = sums.numbers(f"{name} faces"), sums.numbers(f"{name} faces cost")
    return [
        {
            "chosen": place // FACES + 1,
            "best": place % FACES + 1,
            "often": round(count / games, 6),
            "cost": round(costs[place] / count, 6),
        }
        for place, count in enumerate(counts)
        if count
    ]


def _wrong_stops(sums: Sums, name: str, games: float) -> list[dict[str, Any]]:
    counts, costs = sums.numbers(f"{name} stops"), sums.numbers(f"{name} stops cost")
    return [
        {
            "kind": STOP_KINDS[place // (DICE * _WORMS)],
            "dice": place // _WORMS % DICE,
            "worms": place % _WORMS,
            "often": round(count / games, 6),
            "cost": round(costs[place] / count, 6),
        }
        for place, count in enumerate(counts)
        if count
    ]


def replace_line(path: Path, found: dict[str, Any]) -> None:
    """Add figures to a file of JSON lines, in place of those of the same games."""
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    same = ("rules", "seats")
    others = [line for line in lines if any(line[name] != found[name] for name in same)]
    written = "".join(json.dumps(line) + "\n" for line in [*others, found])
    unfinished = path.with_suffix(".part")
    unfinished.write_text(written)
    unfinished.rename(path)
