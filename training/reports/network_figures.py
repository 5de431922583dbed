"""The tables of docs/strength.md, docs/solved.md and docs/review.md: what the networks achieve."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from operator import mul
from typing import Any

from pickomino.analysis.confidence import student_quantile
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
LEVELS = ("champion", "strategist", "expert", "family", "beginner")
NOT_MEASURED = ""


def tables(read_results: Callable[[str], list[Line]]) -> dict[str, Callable[[], str]]:
    """Return the functions that make the tables, keyed by table name."""
    return {
        "base-game": lambda: _expert_shares(PRESETS),
        "extrawurm": lambda: _expert_shares(EXTRAWURM_RULES),
        "residuals": lambda: _residuals(read_results("residuals.jsonl")),
        "old-champions": lambda: _matches(read_results("champions.jsonl")),
        "remainders": lambda: _remainders(read_results("remainders.jsonl")),
        "solved": lambda: _solved_games(read_results("solved.jsonl")),
        "champion-gain": lambda: _gains(read_results("responses.jsonl")),
    }


def _read_ratings(players: int) -> dict[str, Any]:
    """Return the ratings from the manifest of a network of the package."""
    return network_for(players).manifest["rating"]


def _expert_shares(rules: Mapping[str, str]) -> str:
    """Return the champion's luck-adjusted shares at tables of experts; `rules` maps to titles."""
    rows: list[list[str]] = []
    for players in range(2, 8):
        ratings = _read_ratings(players)
        shares = [_format_share(ratings[name], players) for name in rules]
        (games,) = {ratings[name]["games"] for name in rules}
        rows.append([str(players), percentage(1 / players), str(games), *shares])
    return table(["players", "equal share", "games each", *rules.values()], rows)


def _format_share(rating: Line, players: int, digits: int = 1) -> str:
    """Return the share with Student's interval; the bounds of matches are for many groups."""
    widening = student_quantile(rating["games"] // players - 1) / TWO_SIDED_95
    half_width = widening * (rating["adjusted_high"] - rating["adjusted_low"]) / 2
    return f"{100 * rating['adjusted']:.{digits}f} ± {100 * half_width:.{digits}f}"


def _residuals(lines: Sequence[Line]) -> str:
    """Return the residuals of the champion for each rule set and number of players."""
    samples: dict[tuple[int, str], list[Line]] = {}
    for line in lines:
        samples.setdefault((line["players"], line["rules"]), []).append(line)
    rows = [
        [
            f"{title}, with Extrawurm" if extra else title,
            *(_format_residual(samples.get((players, name + extra))) for players in range(2, 8)),
        ]
        for extra in ("", "+extrawurm")
        for name, title in PRESETS.items()
    ]
    return table(["rule set", *(f"{players} players" for players in range(2, 8))], rows)


def _format_residual(samples: Sequence[Line] | None) -> str:
    """Return the residual of all samples together."""
    if samples is None:
        return NOT_MEASURED
    squares = sum(line["turns"] * line["residual"] ** 2 for line in samples)
    return f"{sqrt(squares / sum(line['turns'] for line in samples)):.4f}"


def _matches(lines: Sequence[Line]) -> str:
    """Return the champion's shares at tables of other networks."""
    rows = [
        [
            str(line["players"]),
            f"`{line['rules']}`",
            f"{line['games']:,}",
            percentage(1 / line["players"]),
            _format_share(line, line["players"], digits=2),
            percentage(line["adjusted"] - ONE_SIDED_99 * line["adjusted_error"], 2),
        ]
        for line in sorted(lines, key=lambda line: line["players"])
    ]
    return table(["players", "rules", "games", "equal share", "share", "at least (99%)"], rows)


def _remainders(lines: Sequence[Line]) -> str:
    """Return the spread of the remainders for each number of players and level of the bots."""
    rows: list[list[str]] = []
    for rules, players in dict.fromkeys((line["rules"], line["players"]) for line in lines):
        own = {
            line["level"]: line
            for line in lines
            if (line["rules"], line["players"]) == (rules, players)
        }
        cells = [_format_spread(own.get(level)) for level in LEVELS]
        rows.append([f"`{rules}`", str(players), *cells])
    return table(["rules", "players", *LEVELS], rows)


def _format_spread(line: Line | None) -> str:
    return NOT_MEASURED if line is None else f"{100 * line['spread']:.1f}% ({line['games']})"


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
    by_table: dict[str, list[Line]] = {}
    for line in responses:
        extra = ", with Extrawurm" if "+extrawurm" in line["rules"] else ""
        by_table.setdefault(f"{line['players']}{extra}", []).append(line)
    rows = [_gain_row(name, lines) for name, lines in by_table.items()]
    return table(["players", "games", "gain", "at least (99%)"], rows)


def _gain_row(name: str, lines: Sequence[Line]) -> list[str]:
    """Return the table row for several runs, each weighted by its precision."""
    weights = [line["gain_error"] ** -2 for line in lines]
    gains = (line["gain"] for line in lines)
    gain = sum(map(mul, weights, gains)) / sum(weights)
    error = sum(weights) ** -0.5
    games = sum(line["players"] * line["groups"] for line in lines)
    quantile = student_quantile(sum(line["groups"] - 1 for line in lines))
    measured = f"{100 * gain:z.2f} ± {100 * quantile * error:.2f}%"
    least = percentage(gain - ONE_SIDED_99 * error, 2)
    return [name, f"{games:,}", measured, least]
