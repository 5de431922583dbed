"""The tables of docs/strength.md and docs/solved.md: ratings of the networks, and solved games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from operator import mul
from pathlib import Path
from typing import Any

from pickomino.evaluation.network import read_network
from training.measuring.confidence import ONE_SIDED_99, TWO_SIDED_95
from training.reports.markdown import percentage, table

Line = dict[str, Any]
PRESETS = ("standard", "classic", "short", "manual")
RULE_SET_NAMES = {"standard": "standard, mini"}
"""The names in tables; the rule set mini plays exactly like standard."""
EXTRAWURM_RULES = {
    "standard+extrawurm": "standard",
    "manual+extrawurm": "manual",
    "short(returned=down)": "`short(returned=down)`",
}
"""The rule sets shown for the networks that know Extrawurm, with their names in the table."""


def tables(
    solved: Sequence[Line], responses: Sequence[Line], champions: Sequence[Line]
) -> dict[str, Callable[[], str]]:
    """Return the functions that make the tables, keyed by table name."""
    return {
        "two-players": _two_players,
        "champion-experts": lambda: _shares(champions),
        "full-game": _extrawurm_ratings,
        "solved": lambda: _solved_games(solved),
        "champion-gain": lambda: _gains(responses),
    }


def _read_ratings(name: str) -> dict[str, Any]:
    """Return the ratings from the manifest of a network in `pickomino.evaluation`."""
    path = Path(str(files("pickomino.evaluation") / "nets" / f"{name}.npz"))
    return read_network(path).manifest["rating"]


def _rule_set_names() -> list[str]:
    return [RULE_SET_NAMES.get(name, name) for name in PRESETS]


def _two_players() -> str:
    ratings = _read_ratings("2")
    rows: list[list[str]] = []
    for rules in PRESETS:
        rating = ratings[rules]
        low, high = 100 * rating["low"], 100 * rating["high"]
        share = f"{percentage(rating['share'], 2)} ({low:.2f} to {high:.2f})"
        rows.append([RULE_SET_NAMES.get(rules, rules), share])
    return table(["rule set", "win share (95 %)"], rows)


def _extrawurm_ratings() -> str:
    rows: list[list[str]] = []
    for players in range(2, 8):
        ratings = _read_ratings(f"{players}-full")
        shares = [_format_share(ratings[rules]) for rules in EXTRAWURM_RULES]
        rows.append([str(players), f"{100 / players:.1f}", *shares])
    return table(["players", "equal share", *EXTRAWURM_RULES.values()], rows)


def _format_share(rating: Line) -> str:
    """Return a share with its bounds, adjusted for luck if the rating has adjusted figures."""
    prefix = "adjusted_" if "adjusted" in rating else ""
    share = rating["adjusted" if prefix else "share"]
    bound = (rating[f"{prefix}high"] - rating[f"{prefix}low"]) / 2
    return f"{100 * share:.1f} ± {100 * bound:.1f}"


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
    return table(["tiles", *_rule_set_names()], rows)


def _gains(responses: Sequence[Line]) -> str:
    """Return what a deviator gains with each number of players, over all rule sets."""
    rows = [
        _gain_row(players, [line for line in responses if line["players"] == players])
        for players in dict.fromkeys(line["players"] for line in responses)
    ]
    return table(["players", "games", "gain", "at least (99 %)"], rows)


def _gain_row(players: int, lines: Sequence[Line]) -> list[str]:
    """Return the table row for several runs, each weighted by its precision."""
    weights = [line["gain_error"] ** -2 for line in lines]
    gains = (line["gain"] for line in lines)
    gain = sum(map(mul, weights, gains)) / sum(weights)
    error = sum(weights) ** -0.5
    games = sum(players * line["groups"] for line in lines)
    measured = f"{100 * gain:z.2f} ± {100 * TWO_SIDED_95 * error:.2f} %"
    least = percentage(gain - ONE_SIDED_99 * error, 2)
    return [str(players), f"{games:,}", measured, least]


def _shares(matches: Sequence[Line]) -> str:
    """Return luck-adjusted shares, for each number of players and rule set."""
    cells = {
        (line["players"], line["rules"]): f"{100 * line['adjusted']:.2f} ± {_bound(line):.2f}"
        for line in matches
    }
    rows = [
        [str(players), percentage(1 / players), *(cells[players, name] for name in PRESETS)]
        for players in range(3, 8)
    ]
    return table(["players", "equal share", *_rule_set_names()], rows)


def _bound(match: Line) -> float:
    """Return the half width of a share's 95 % interval, in percentage points."""
    return 100 * TWO_SIDED_95 * match["adjusted_error"]
