"""The tables and pictures of docs/the-game.md, from results of `python -m training statistics`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from training.reports import charts
from training.reports.markdown import percentage, table

Line = dict[str, Any]
CHAMPION, STANDARD = "champion", "standard"
BOTS = ("expert", "thumb", "family", "beginner")
BOT_NAMES = {"thumb": "rule of thumb"}
CURVE_END = 0.999
"""The share of finished games at which a curve ends."""
MISTAKES_SHOWN = 2
DICE_LEFT = ("no die", "one die", "two dice", "three dice", "four dice or more")


class GameResults:
    """The saved results, grouped by who played."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines

    @property
    def main(self) -> Line:
        """The results that most tables show: two champions with standard rules."""
        return self.standard[0]

    @property
    def champions(self) -> list[Line]:
        """The results of champions, ordered by the number of players."""
        lines = [line for line in self.lines if set(line["seats"]) == {CHAMPION}]
        return sorted(lines, key=lambda line: line["players"])

    @property
    def standard(self) -> list[Line]:
        """The results of champions with standard rules, ordered by the number of players."""
        return [line for line in self.champions if line["rules"] == STANDARD]

    @property
    def bots(self) -> list[Line]:
        """The results of bots other than the champion, the best bot first."""
        lines = [line for line in self.lines if line["seats"][0] in BOTS]
        return sorted(lines, key=lambda line: BOTS.index(line["seats"][0]))


def tables(results: GameResults) -> dict[str, Callable[[], str]]:
    """Return the functions that make the page's tables, keyed by table name."""
    return {
        "course": lambda: _courses(results),
        "comebacks": lambda: _comebacks(results),
        "given-away": lambda: _given_away(results),
        "mistakes": lambda: _mistakes(results),
    }


def pictures(results: GameResults) -> dict[str, str]:
    """Return the pictures of the page, keyed by file name."""
    main = results.main
    tiles = main["tiles"]
    curves = {
        f"{line['players']} players": [100 * value for value in _decided_shares(line)[1:]]
        for line in results.standard
        if line["players"] in (2, 4, 7)
    }
    first, last = _quantile(main["turns"], 0.0005), _quantile(main["turns"], 0.9995)
    length = [100 * count / main["games"] for count in main["turns"][first : last + 1]]
    return {
        "game-length.svg": charts.bar_chart(
            "How many turns a game of two takes",
            "turns of both together",
            [str(number) for number in range(first, last + 1)],
            {"games": length},
        ),
        "game-decided.svg": charts.line_chart(
            "Games that are over, or in which a player's chance is 90% or more",
            "turns of all players together",
            curves,
        ),
        "game-tiles.svg": charts.bar_chart(
            "Win chance of a tile, against a turn that fails (two players)",
            "tile",
            list(tiles),
            {
                "taken from the grill": [100 * tile["taken_worth"] for tile in tiles.values()],
                "stolen": [100 * tile["stolen_worth"] for tile in tiles.values()],
            },
        ),
    }


def _name(line: Line) -> str:
    return f"{line['players']}, {line['rules'].replace('+extrawurm', ' with Extrawurm')}"


def _courses(results: GameResults) -> str:
    rows = [
        [
            _name(line),
            f"{percentage(line['share'][0], 2)} ± {196 * line['share_error'][0]:.2f}",
            f"{_mean(line['turns']):.1f}",
            f"{_quantile(line['turns'], 0.05)} to {_quantile(line['turns'], 0.95)}",
            percentage(line["failed_turns"]),
            f"{_mean(line['steals']):.1f}",
        ]
        for line in results.champions
    ]
    head = [
        "players, rules", "first player wins (95%)", "turns a game", "9 of 10 games",
        "turns that fail", "steals a game",
    ]  # fmt: skip
    return table(head, rows)


def _comebacks(results: GameResults) -> str:
    limits = (5, 10)
    rows: list[list[str]] = []
    for line in results.standard:
        won = sum(line["lowest"])
        below = [percentage(sum(line["lowest"][:limit]) / won) for limit in limits]
        rows.append([str(line["players"]), *below])
    return table(["players", *(f"below {limit}%" for limit in limits)], rows)


def _given_away(results: GameResults) -> str:
    rows: list[list[str]] = []
    for line in results.bots:
        bot: str = line["seats"][0]
        decisions = line["decisions"][bot]
        rows.append(
            [
                BOT_NAMES.get(bot, bot),
                percentage(decisions["cost"]),
                *(f"{often:.2f}" for often in decisions["over"][::2]),
            ]
        )
    head = [
        "player", "win chance given away a game", "decisions that cost 1% or more",
        "5% or more",
    ]  # fmt: skip
    return table(head, rows)


def _mistakes(results: GameResults) -> str:
    rows: list[list[str]] = []
    for line in results.bots:
        bot: str = line["seats"][0]
        kinds = group_mistakes(line["decisions"][bot])
        ranked = sorted(kinds.items(), key=lambda kind: -kind[1][1])
        for mistake, (often, cost) in ranked[:MISTAKES_SHOWN]:
            name = BOT_NAMES.get(bot, bot)
            rows.append([name, mistake, f"{often:.2f}", percentage(cost, 2)])
    return table(["player", "mistake", "times a game", "cost a game"], rows)


def group_mistakes(decisions: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """Return, for each kind of costly decision, its number and its total cost per game."""
    named = [(_name_face_mistake(mistake), mistake) for mistake in decisions["faces"]]
    named += [(_name_stop_mistake(mistake), mistake) for mistake in decisions["stops"]]
    kinds: dict[str, tuple[float, float]] = {}
    for name, mistake in named:
        often, cost = kinds.get(name, (0.0, 0.0))
        kinds[name] = (often + mistake["often"], cost + mistake["often"] * mistake["cost"])
    return kinds


def _name_face_mistake(mistake: dict[str, Any]) -> str:
    worm = 6
    if mistake["best"] == worm:
        return "left the worms and took a number"
    if mistake["chosen"] == worm:
        return "took the worms where a number was better"
    which = "higher" if mistake["chosen"] > mistake["best"] else "lower"
    return f"took the {which} of two numbers"


def _name_stop_mistake(mistake: dict[str, Any]) -> str:
    if mistake["kind"] == "other tile":
        return "claimed the wrong tile"
    verb = "stopped" if mistake["kind"] == "early" else "rolled on"
    return f"{verb} with {DICE_LEFT[min(mistake['dice'], len(DICE_LEFT) - 1)]} left"


def _decided_shares(line: Line) -> list[float]:
    """Return the share of games that are over or have a 90 % favourite after 0, 1, 2, … turns."""
    curve: list[float] = []
    over = 0.0
    for number, decided in enumerate(line["decided"]):
        over += line["turns"][number] / line["games"] if number < len(line["turns"]) else 0
        curve.append(decided + over)
        if over > CURVE_END:
            break
    return curve


def _mean(histogram: Sequence[int]) -> float:
    return math.fsum(number * count for number, count in enumerate(histogram)) / sum(histogram)


def _quantile(histogram: Sequence[int], fraction: float) -> int:
    """Return the smallest number that this fraction of the games does not exceed."""
    reached, wanted = 0, fraction * sum(histogram)
    for number, count in enumerate(histogram):
        reached += count
        if count and reached >= wanted:
            return number
    return len(histogram) - 1
