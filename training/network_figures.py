"""The tables of docs/training.md and docs/solved.md: ratings of the networks, and solved games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from pickomino.evaluation.network import read_network
from training.markdown import per_cent, table

Line = dict[str, Any]
PRESETS = ("standard", "classic", "short", "manual")
CALLED = {"standard": "standard, mini"}
FULL = (*(f"{name}+extrawurm" for name in PRESETS), "short(returned=down)")


def tables(residuals: Sequence[Line], solved: Sequence[Line]) -> dict[str, Callable[[], str]]:
    """Return the tables by name."""
    return {
        "two-players": lambda: _two(residuals),
        "several-players": lambda: _several(residuals),
        "full-game": _full,
        "solved": lambda: _solved(solved),
        "solved-loss": lambda: _loss(solved),
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


def _several(residuals: Sequence[Line]) -> str:
    rows = []
    for players in range(3, 8):
        ratings, line = _ratings(str(players)), _residual(residuals, players, "classic")
        shares = [_share(ratings[rules]) for rules in ("classic", "standard", "short", "manual")]
        known = [f"{line['residual']:.4f}", f"{line['first']:.3f}"]
        rows.append([str(players), per_cent(1 / players), *shares, *known])
    head = [
        "players", "equal share", "classic", "standard, mini", "short", "manual",
        "residual, classic", "first player, classic",
    ]  # fmt: skip
    return table(head, rows)


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
    head = ["tiles", "tables (standard)", *(CALLED.get(name, name) for name in PRESETS)]
    return table(head, rows)


def _loss(solved: Sequence[Line]) -> str:
    rows = []
    for tiles, lines in _by_tiles(solved).items():
        if all("loss" in line for line in lines.values()):
            lost = [per_cent(lines[name]["loss"], 4 if tiles < 5 else 3) for name in PRESETS]  # noqa: PLR2004
            rows.append([str(tiles), *lost])
    return table(["tiles", *(CALLED.get(name, name) for name in PRESETS)], rows)
