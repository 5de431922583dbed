"""Figures from many games: winners, lengths, the worth of tiles and the cost of mistakes."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from pickomino.atomic_file import atomic_write
from pickomino.evaluation.features import ALL_TILES
from training.games.turns import DICE
from training.recording.dataset import batch_generator
from training.recording.dice_codes import dice_texts
from training.recording.game_counts import STOP_KINDS, WORM_COUNTS, BatchCounter, Sums
from training.recording.self_play import GameSetup, play_games
from training.recording.turn_recorder import FACES


def measure_games(
    setup: GameSetup, count: int, at_once: int, seed: int, device: torch.device
) -> dict[str, Any]:
    """Play games in batches of `at_once`, and return their figures."""
    began = time.monotonic()
    sums, network = Sums(), setup.network(device)
    batches = -(-count // at_once)
    for number in range(batches):
        size = min(at_once, count - number * at_once)
        counter = BatchCounter(sums, setup, size, device)
        for turn in play_games(network, setup, size, batch_generator(seed, number, device)):
            counter.count_turn(turn)
        counter.finish()
        seconds = time.monotonic() - began
        done = f"{setup.rules} {','.join(setup.seats)} {number + 1}/{batches}: {seconds:.0f} s"
        print(done, file=sys.stderr, flush=True)
    run = {
        "seed": seed,
        "at_once": at_once,
        "device": device.type,
        "seconds": round(time.monotonic() - began, 1),
    }
    return figures(sums, setup) | run | {"network": setup.network_hash()}


def figures(sums: Sums, setup: GameSetup) -> dict[str, Any]:
    """Return the figures of all games, in the format of docs/results/the-game.jsonl."""
    games, players = sums.total("turns"), setup.players
    share = _per_game(sums, "won", games)
    squares = _per_game(sums, "won squared", games)
    errors = [math.sqrt((s - m * m) / games) for s, m in zip(squares, share, strict=True)]
    turns = _histogram_total(sums, "turns")
    failures = _histogram_total(sums, "failures")
    line: dict[str, Any] = {
        "rules": str(setup.rules),
        "seats": list(setup.seats),
        "players": players,
        "games": int(games),
        "start": _round(_per_game(sums, "start", games)),
        "share": _round(share),
        "share_error": _round(errors),
        "turns": _histogram(sums, "turns"),
        "failures": _histogram(sums, "failures"),
        "failed_turns": round(failures / turns, 6),
        "steals": _histogram(sums, "steals"),
        "lowest": _histogram(sums, "lowest"),
        "decided": _round(_trim(_per_game(sums, "decided", games))),
        "luck": _round(_trim(_shares(sums.values("luck")))),
        "tiles": _tiles(sums, games),
    }
    if sums.values("rolls"):
        line |= {
            "rolls": _to_ints(sums.values("rolls")),
            "busts": _to_ints(sums.values("busts")),
            "first_roll": _first_roll(sums, games),
            "decisions": {name: _decisions(sums, name) for name in dict.fromkeys(setup.seats)},
        }
    return line


def _per_game(sums: Sums, name: str, games: float) -> list[float]:
    return [value / games for value in sums.values(name)]


def _histogram_total(sums: Sums, name: str) -> float:
    """Return the sum over all games of the quantity that a histogram counts."""
    return math.fsum(number * count for number, count in enumerate(sums.values(name)))


def _histogram(sums: Sums, name: str) -> list[int]:
    return _to_ints(_trim(sums.values(name)))


def _trim(numbers: Sequence[float]) -> list[float]:
    """Return numbers without trailing zeros."""
    last = max((index for index, number in enumerate(numbers) if number), default=-1)
    return list(numbers[: last + 1])


def _shares(numbers: Sequence[float]) -> list[float]:
    """Return each number as a share of the sum of all.

    For squared luck, these are shares of the variance of the result, because the squared luck of
    all turns sums to that variance.
    """
    return [number / math.fsum(numbers) for number in numbers]


def _to_ints(numbers: Sequence[float]) -> list[int]:
    return [round(number) for number in numbers]


def _round(numbers: Sequence[float]) -> list[float]:
    return [round(number, 6) for number in numbers]


def _tiles(sums: Sums, games: float) -> dict[str, dict[str, float]]:
    """Return how often per game every tile was taken, stolen and held, and its value.

    `worth` is how much higher the roller's win chance is after the turn that gained the tile than
    if the turn had failed.
    """
    held, won = sums.values("held"), sums.values("held won")
    by_tile: dict[str, dict[str, float]] = {}
    for index, tile in enumerate(ALL_TILES[-len(held) :]):
        numbers = {
            "held": held[index] / games,
            "held_won": won[index] / max(held[index], 1),
        }
        for name in ("taken", "stolen"):
            count = sums.values(name)[tile]
            numbers[name] = count / games
            numbers[f"{name}_worth"] = sums.values(f"{name} worth")[tile] / max(count, 1)
        by_tile[str(tile)] = {name: round(value, 6) for name, value in numbers.items()}
    return by_tile


def _first_roll(sums: Sums, games: float) -> dict[str, Any]:
    counts, chances = sums.values("first roll"), sums.values("first roll chance")
    seen = [(chances[i] / counts[i], text) for i, text in enumerate(dice_texts()) if counts[i]]
    ranked = [{"roll": text, "chance": round(chance, 6)} for chance, text in sorted(seen)]
    return {
        "moved": round(sums.total("first roll moved") / games, 6),
        "share_of_luck": round(sums.total("first roll luck") / sums.total("luck"), 6),
        "worst": ranked[:3],
        "best": ranked[::-1][:3],
    }


def _decisions(sums: Sums, name: str) -> dict[str, Any]:
    """Return how much win chance one kind of player gave away, per game and player."""
    games = sums.total(f"{name} games")
    return {
        "games": int(games),
        "cost": round(sums.total(f"{name} cost") / games, 6),
        "over": _round(_per_game(sums, f"{name} over", games)),
        "faces": _wrong_faces(sums, name, games),
        "stops": _wrong_stops(sums, name, games),
    }


def _wrong_faces(sums: Sums, name: str, games: float) -> list[dict[str, Any]]:
    """Return wrong choices of a symbol: chosen symbol, best symbol, number per game, mean cost."""
    counts, costs = sums.values(f"{name} faces"), sums.values(f"{name} faces cost")
    return [
        {
            "chosen": index // FACES + 1,
            "best": index % FACES + 1,
            "often": round(count / games, 6),
            "cost": round(costs[index] / count, 6),
        }
        for index, count in enumerate(counts)
        if count
    ]


def _wrong_stops(sums: Sums, name: str, games: float) -> list[dict[str, Any]]:
    """Return wrong stops and rolls: kind, dice left, tile's worms, number per game, mean cost."""
    counts, costs = sums.values(f"{name} stops"), sums.values(f"{name} stops cost")
    return [
        {
            "kind": STOP_KINDS[index // (DICE * WORM_COUNTS)],
            "dice": index // WORM_COUNTS % DICE,
            "worms": index % WORM_COUNTS,
            "often": round(count / games, 6),
            "cost": round(costs[index] / count, 6),
        }
        for index, count in enumerate(counts)
        if count
    ]


def replace_line(path: Path, new: dict[str, Any]) -> None:
    """Add figures to a file of JSON lines, replacing the line with the same rules and seats."""
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    key = ("rules", "seats")
    others = [line for line in lines if any(line[name] != new[name] for name in key)]
    with atomic_write(path) as file:
        file.writelines(f"{json.dumps(line)}\n".encode() for line in [*others, new])
