"""The tables of docs/training.md and docs/solved.md: ratings of the networks, and solved games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from operator import mul
from pathlib import Path
from typing import Any

from pickomino.evaluation.network import read_network
from training.reports.markdown import per_cent, table

Line = dict[str, Any]
PRESETS = ("standard", "classic", "short", "manual")
CALLED = {"standard": "standard, mini"}
ONE_SIDED_99 = 2.3263
"""So many standard errors below what was measured, with 99 % confidence."""
GAINED = ["players", "rule set", "games", "gain", "at least (99 %)"]
FULL = (*(f"{name}+extrawurm" for name in PRESETS), "short(returned=down)")


def tables(
    residuals: Sequence[Line],
    solved: Sequence[Line],
    responses: Sequence[Line],
    apart: Sequence[Line],
    champions: Sequence[Line],
) -> dict[str, Callable[[], str]]:
    """Return the tables by name."""
    return {
        "two-players": lambda: _two(_alone(residuals)),
        "several-residuals": lambda: _agreement(_alone(residuals)),
        "champion-residuals": lambda: _agreement(_whole(residuals)),
        "champion-experts": lambda: _shares(_against(champions, "experts"), PRESETS),
        "champion-former": lambda: _gains(_against(champions, "former")),
        "full-game": _full,
        "full-again": lambda: _shares(_against(champions, "shipped"), FULL),
        "solved": lambda: _solved(solved),
        "solved-loss": lambda: _loss(solved),
        "response-found": lambda: _found(responses),
        "response-gain": lambda: _gain(_alone(responses)),
        "several-gain": lambda: _several_gain(_alone(responses)),
        "champion-gain": lambda: _champion_gain(_whole(responses)),
        "apart-gain": lambda: _gains(apart),
        "apart-residuals": lambda: _agreement([line for line in apart if "residual" in line]),
    }


def _ratings(name: str) -> dict[str, Any]:
    """Return what `match` said of a network of the package."""
    path = Path(str(files("pickomino.evaluation") / "nets" / f"{name}.npz"))
    return read_network(path).manifest["rating"]


def _residual(residuals: Sequence[Line], players: int, rules: str) -> Line:
    return next(line for line in residuals if line["players"] == players and line["rules"] == rules)


def _two(residuals: Sequence[Line]) -> str:
    ratings = _ratings("2")
    rows = []
    for rules in ("classic", "standard", "short", "manual"):
        rated, line = ratings[rules], _residual(residuals, 2, rules)
        low, high = 100 * rated["low"], 100 * rated["high"]
        share = f"{per_cent(rated['share'], 2)} ({low:.2f} to {high:.2f})"
        first = f"{line['first']:.4f}"
        rows.append([CALLED.get(rules, rules), share, f"{line['residual']:.4f}", first])
    return table(["rule set", "win share (95 %)", "residual, RMS", "first player's chance"], rows)


def _agreement(residuals: Sequence[Line]) -> str:
    """Show how well the networks for three and more players agree with themselves."""
    rows = []
    for players in range(3, 8):
        lines = [_residual(residuals, players, rules) for rules in PRESETS]
        shown = [f"{line['residual']:.4f}" for line in lines]
        rows.append([str(players), *shown, f"{lines[0]['first']:.4f}"])
    return table(["players", *_called(), "first player, standard"], rows)


def _called() -> list[str]:
    return [CALLED.get(name, name) for name in PRESETS]


def _full() -> str:
    rows = []
    for players in range(2, 8):
        ratings = _ratings(f"{players}-full")
        shares = [_share(ratings[rules]) for rules in FULL]
        rows.append([str(players), f"{100 / players:.1f}", *shares])
    return table(["players", "equal share", *PRESETS, "`short(returned=down)`"], rows)


def _share(rated: Line) -> str:
    """Write a share with its bounds, with the luck taken out where that was done."""
    kind = "adjusted_" if "adjusted" in rated else ""
    share = rated["adjusted" if kind else "share"]
    bound = (rated[f"{kind}high"] - rated[f"{kind}low"]) / 2
    return f"{100 * share:.1f} ± {100 * bound:.1f}"


def _by_tiles(solved: Sequence[Line]) -> dict[int, dict[str, Line]]:
    found: dict[int, dict[str, Line]] = {}
    for line in solved:
        found.setdefault(line["tiles"], {})[line["rules"]] = line
    return dict(sorted(found.items()))


def _solved(solved: Sequence[Line]) -> str:
    rows = []
    for tiles, lines in _by_tiles(solved).items():
        known = f"{tiles} (21)" if tiles == 1 else f"{tiles} (21–{20 + tiles})"
        first = [f"{lines[name]['first']:.9f}" if name in lines else "" for name in PRESETS]
        rows.append([known, f"{lines['standard']['tables']:,}", *first])
    head = ["tiles", "tables (standard)", *_called()]
    return table(head, rows)


def _loss(solved: Sequence[Line]) -> str:
    rows = []
    for tiles, lines in _by_tiles(solved).items():
        lost = [per_cent(lines[name]["loss"], 4) if name in lines else "" for name in PRESETS]
        rows.append([str(tiles), *lost])
    return table(["tiles", *_called()], rows)


def _found(responses: Sequence[Line]) -> str:
    """Show how much of a known loss a response finds."""
    rows = [
        [str(tiles), *(per_cent(lines[name]["share"], 0) for name in PRESETS)]
        for tiles, lines in _by_tiles([line for line in responses if "tiles" in line]).items()
    ]
    return table(["tiles", *_called()], rows)


def _gain(responses: Sequence[Line]) -> str:
    """Show what a response wins in the whole game of two players, by rule set."""
    lines = _with_players(responses, 2)
    rows = [_gained(2, name, [line for line in lines if line["rules"] == name]) for name in PRESETS]
    return table(GAINED, [*rows, _gained(2, "all of them", lines)])


def _several_gain(responses: Sequence[Line]) -> str:
    """Show what a response wins from more players, all rule sets together."""
    rows = [
        _gained(players, "all of them", _with_players(responses, players))
        for players in range(3, 8)
    ]
    return table(GAINED, rows)


def _with_players(responses: Sequence[Line], players: int) -> list[Line]:
    return [line for line in responses if line.get("players") == players]


def _champion_gain(responses: Sequence[Line]) -> str:
    """Show what a response wins from the whole champion, rule sets together."""
    rows = []
    for players in dict.fromkeys(line["players"] for line in responses):
        lines = _with_players(responses, players)
        rules = lines[0]["rules"] if len(lines) == 1 else "all of them"
        rows.append(_gained(players, rules, lines))
    return table(GAINED, rows)


def _whole(lines: Sequence[Line]) -> list[Line]:
    """Return what was measured with the champion's further look in the endgame."""
    return [line for line in lines if "endgame" in line]


def _alone(lines: Sequence[Line]) -> list[Line]:
    """Return what was measured with networks alone."""
    return [line for line in lines if "endgame" not in line]


def _against(matches: Sequence[Line], others: str) -> list[Line]:
    return [
        line
        | {"gain": line["adjusted"] - 1 / line["players"], "gain_error": line["adjusted_error"]}
        for line in matches
        if line["against"] == others
    ]


def _gains(matches: Sequence[Line]) -> str:
    """Show what somebody wins beyond an equal share, by players and rule set."""
    shown = {
        (line["players"], line["rules"]): f"{100 * line['gain']:z.2f} ± {_bound(line):.2f} %"
        for line in matches
    }
    players = dict.fromkeys(line["players"] for line in matches)
    rows = [[str(each), *(shown.get((each, name), "") for name in PRESETS)] for each in players]
    return table(["players", *_called()], rows)


def _shares(matches: Sequence[Line], rule_sets: Sequence[str]) -> str:
    """Show shares with the luck taken out, by players and rule set."""
    shown = {
        (line["players"], line["rules"]): f"{100 * line['adjusted']:.2f} ± {_bound(line):.2f}"
        for line in matches
    }
    players = dict.fromkeys(line["players"] for line in matches)
    rows = [
        [str(each), per_cent(1 / each), *(shown[each, name] for name in rule_sets)]
        for each in players
    ]
    called = [CALLED.get(name, name) for name in rule_sets]
    return table(["players", "equal share", *called], rows)


def _bound(line: Line) -> float:
    """Return the distance of both bounds, 95 %, in per cent."""
    return 196 * line["gain_error"]


def _gained(players: int, rules: str, lines: Sequence[Line]) -> list[str]:
    """Take the runs together, each by its precision."""
    weights = [line["gain_error"] ** -2 for line in lines]
    gains = (line["gain"] for line in lines)
    gain = sum(map(mul, weights, gains)) / sum(weights)
    error = sum(weights) ** -0.5
    games = sum(players * line["groups"] for line in lines)
    measured = f"{100 * gain:z.2f} ± {196 * error:.2f} %"
    least = per_cent(gain - ONE_SIDED_99 * error, 2)
    return [str(players), CALLED.get(rules, rules), f"{games:,}", measured, least]
