"""The tables of docs/strength.md and docs/solved.md: ratings of the networks, and solved games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import mul
from typing import Any

from pickomino.evaluation.network import network_for
from training.measuring.confidence import ONE_SIDED_99, TWO_SIDED_95
from training.reports.markdown import percentage, table

Line = dict[str, Any]
PRESETS = {"standard": "standard, mini"} | {name: name for name in ("classic", "short", "manual")}
"""The rule sets with their titles in tables; the rule set mini plays exactly like standard."""
EXTRAWURM_RULES = {
    **{f"{name}+extrawurm": name for name in PRESETS},
    "short(returned=down)": "`short(returned=down)`",
}
"""The rule sets in the table for Extrawurm, with their titles."""


def tables(solved: Sequence[Line], responses: Sequence[Line]) -> dict[str, Callable[[], str]]:
    """Return the functions that make the tables, keyed by table name."""
    return {
        "base-game": lambda: _expert_shares(PRESETS),
        "extrawurm": lambda: _expert_shares(EXTRAWURM_RULES),
        "solved": lambda: _solved_games(solved),
        "champion-gain": lambda: _gains(responses),
    }


def _read_ratings(players: int) -> dict[str, Any]:
    """Return the ratings from the manifest of a network of the package."""
    return network_for(players).manifest["rating"]


def _expert_shares(rules: Mapping[str, str]) -> str:
    """Return the champion's luck-adjusted shares at tables of experts; `rules` maps to titles."""
    rows: list[list[str]] = []
    for players in range(2, 8):
        ratings = _read_ratings(players)
        shares = [_format_share(ratings[name]) for name in rules]
        rows.append([str(players), percentage(1 / players), *shares])
    return table(["players", "equal share", *rules.values()], rows)


def _format_share(rating: Line) -> str:
    half_width = (rating["adjusted_high"] - rating["adjusted_low"]) / 2
    return f"{100 * rating['adjusted']:.1f} ± {100 * half_width:.1f}"


def _by_tiles(solved: Sequence[Line]) -> dict[int, dict[str, Line]]:
    """Return the lines, keyed by the number of tiles and then by rule set."""
    by_tiles: dict[int, dict[str, Line]] = {}
    for line in solved:
        by_tiles.setdefault(line["tiles"], {})[line["rules"]] = line
    return dict(sorted(by_tiles.items()))


def _solved_games(solved: Sequence[Line]) -> str:
    rows: list[list[str]] = []
    for tiles, lines in _by_tiles(solved).items():
        first = [f"{lines[name]['first']:.9f}" if name in lines else "" for name in PRESETS]
        rows.append([str(tiles), *first])
    return table(["tiles", *PRESETS.values()], rows)


def _gains(responses: Sequence[Line]) -> str:
    """Return what a deviator gains with each number of players, over all rule sets."""
    rows = [
        _gain_row(players, [line for line in responses if line["players"] == players])
        for players in dict.fromkeys(line["players"] for line in responses)
    ]
    return table(["players", "games", "gain", "at least (99%)"], rows)


def _gain_row(players: int, lines: Sequence[Line]) -> list[str]:
    """Return the table row for several runs, each weighted by its precision."""
    weights = [line["gain_error"] ** -2 for line in lines]
    gains = (line["gain"] for line in lines)
    gain = sum(map(mul, weights, gains)) / sum(weights)
    error = sum(weights) ** -0.5
    games = sum(players * line["groups"] for line in lines)
    measured = f"{100 * gain:z.2f} ± {100 * TWO_SIDED_95 * error:.2f}%"
    least = percentage(gain - ONE_SIDED_99 * error, 2)
    return [str(players), f"{games:,}", measured, least]
