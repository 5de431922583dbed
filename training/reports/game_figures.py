"""The tables and pictures of docs/the-game.md, from the figures that `statistics` saved."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from training.reports import charts
from training.reports.markdown import per_cent, table

Line = dict[str, Any]
CHAMPION, STANDARD = "champion", "standard"
PAIR = 2
BOTS = ("expert", "thumb", "family", "beginner")
CALLED = {"thumb": "rule of thumb"}
CURVE_ENDS = 0.999
"""A curve ends when so many games are over."""
SHOWN = 6
FOUR_OR_MORE = 4


class Games:
    """The saved figures, by what was played."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines

    def of(self, rules: str, players: int, bot: str = CHAMPION) -> Line:
        """Return the figures of one setting."""
        return next(
            line
            for line in self.lines
            if line["rules"] == rules and line["seats"] == [bot] * players
        )

    @property
    def main(self) -> Line:
        """The figures of most games: two champions, standard."""
        return self.of(STANDARD, PAIR)

    @property
    def champions(self) -> list[Line]:
        """The tables of champions: two players first, then more."""
        found = [line for line in self.lines if set(line["seats"]) == {CHAMPION}]
        return sorted(found, key=lambda line: line["players"])

    @property
    def bots(self) -> list[Line]:
        """The tables of other bots, the best first."""
        found = [line for line in self.lines if line["seats"][0] in BOTS]
        return sorted(found, key=lambda line: BOTS.index(line["seats"][0]))


def tables(games: Games) -> dict[str, Callable[[], str]]:
    """Return the tables of the page by name."""
    return {
        "made": lambda: _made(games),
        "edge": lambda: _edge(games),
        "course": lambda: _course(games),
        "first-roll": lambda: _first_roll(games),
        "comebacks": lambda: _comebacks(games),
        "tiles": lambda: _tiles(games.main),
        "rolls": lambda: _rolls(games.main),
        "given-away": lambda: _given_away(games),
        "mistakes": lambda: _mistakes(games),
    }


def pictures(games: Games) -> dict[str, str]:
    """Return the pictures of the page by file name."""
    main = games.main
    several = [line for line in games.champions if line["rules"] == STANDARD]
    tiles = main["tiles"]
    curves = {
        f"{line['players']} players": [100 * value for value in _decided(line)[1:]]
        for line in several
        if line["players"] in (2, 4, 7)
    }
    first, last = _quantile(main["turns"], 0.0005), _quantile(main["turns"], 0.9995)
    length = [100 * count / main["games"] for count in main["turns"][first : last + 1]]
    return {
        "game-length.svg": charts.bars(
            "How many turns a game of two takes",
            "turns of both together",
            [str(number) for number in range(first, last + 1)],
            {"games": length},
        ),
        "game-decided.svg": charts.lines(
            "Games in which somebody's chance is 90 % or more, or that are over",
            "turns played by all together",
            curves,
        ),
        "game-tiles.svg": charts.bars(
            "Win chance of a tile, against a turn that fails (two players)",
            "tile",
            list(tiles),
            {
                "taken from the grill": [100 * each["taken_worth"] for each in tiles.values()],
                "stolen": [100 * each["stolen_worth"] for each in tiles.values()],
            },
        ),
    }


def _name(line: Line) -> str:
    return f"{line['players']}, {line['rules'].replace('+extrawurm', ' with Extrawurm')}"


def _made(games: Games) -> str:
    rows = []
    for line in games.lines:
        bot = line["seats"][0]
        options = [f"--count {line['games']}", f"--at-once {line['at_once']}"]
        options += [f"--rules {line['rules']}"] if line["rules"] != STANDARD else []
        options += [f"--players {line['players']}"] if line["players"] != PAIR else []
        options += [f"--bots {bot}"] if bot != CHAMPION else []
        options += [f"--seed {line['seed']}"] if line["seed"] != 1 else []
        where = "GPU" if line["device"] == "cuda" else "processor"
        rows.append(
            [
                _name(line),
                CALLED.get(bot, bot),
                f"{line['games']:,}",
                f"{line['seconds']:.0f} s, {where}",
                f"`{' '.join(options)}`",
            ]
        )
    return table(["players, rules", "who plays", "games", "took", "options"], rows)


def _edge(games: Games) -> str:
    rows = [
        [
            _name(line),
            per_cent(1 / line["players"]),
            f"{per_cent(line['share'][0], 2)} ± {196 * line['share_error'][0]:.2f}",
            per_cent(line["start"][0], 2),
            ", ".join(f"{100 * share:.1f}" for share in line["share"][1:]),
        ]
        for line in games.champions
    ]
    head = ["players, rules", "fair share", "first player won (95 %)", "the network says", "others"]
    return table(head, rows)


def _course(games: Games) -> str:
    rows = []
    for line in games.champions:
        turns = _mean(line["turns"])
        rows.append(
            [
                _name(line),
                f"{turns:.1f}",
                f"{_quantile(line['turns'], 0.05)} to {_quantile(line['turns'], 0.95)}",
                str(len(line["turns"]) - 1),
                per_cent(line["failed_turns"]),
                f"{_mean(line['steals']):.1f}",
                f"{_mean(line['lead_changes']):.1f}",
            ]
        )
    head = [
        "players, rules", "turns a game", "nine of ten games", "longest", "turns that fail",
        "steals a game", "changes of the lead",
    ]  # fmt: skip
    return table(head, rows)


def _first_roll(games: Games) -> str:
    rows = [
        [
            _name(line),
            per_cent(line["first_roll"]["share_of_luck"], 2),
            per_cent(line["first_roll"]["moved"], 2),
            _opening(line["first_roll"]["best"][0]),
            _opening(line["first_roll"]["worst"][0]),
            per_cent(line["luck"][0], 2),
        ]
        for line in games.champions
        if "first_roll" in line
    ]
    head = [
        "players, rules", "share of all luck", "first rolls that move the chance by more than 5 %",
        "best roll", "worst roll", "luck of the whole first turn",
    ]  # fmt: skip
    return table(head, rows)


def _opening(roll: dict[str, Any]) -> str:
    return f"`{roll['roll']}`: {per_cent(roll['chance'])}"


def _comebacks(games: Games) -> str:
    limits = (5, 10, 20, 30)
    rows = []
    for line in games.champions:
        won = sum(line["lowest"])
        below = [per_cent(sum(line["lowest"][:limit]) / won) for limit in limits]
        middle = _turn_decided(line)
        rows.append([_name(line), *below, str(middle)])
    head = ["players, rules", *(f"below {limit} %" for limit in limits), "half decided after turn"]
    return table(head, rows)


def _tiles(line: Line) -> str:
    rows = [
        [
            tile,
            f"{each['taken']:.2f}",
            f"{each['stolen']:.2f}",
            per_cent(each["taken_worth"]) if each["taken"] else "",
            per_cent(each["stolen_worth"]) if each["stolen"] else "",
            per_cent(each["taken_change"]) if each["taken"] else "",
            per_cent(each["held"], 0),
            per_cent(each["held_won"], 0),
        ]
        for tile, each in line["tiles"].items()
    ]
    head = [
        "tile", "taken a game", "stolen a game", "worth, taken", "worth, stolen",
        "change in the turn, taken", "somebody has it at the end", "its owner wins",
    ]  # fmt: skip
    return table(head, rows)


def _rolls(line: Line) -> str:
    rows = [
        [str(number), per_cent(rolls / line["rolls"][0]), per_cent(busts / max(rolls, 1))]
        for number, (rolls, busts) in enumerate(zip(line["rolls"], line["busts"], strict=True), 1)
    ]
    return table(["roll of a turn", "turns that come to it", "it is a bust"], rows)


def _given_away(games: Games) -> str:
    rows = []
    for line in games.bots:
        bot = line["seats"][0]
        each = line["decisions"][bot]
        rows.append(
            [
                CALLED.get(bot, bot),
                per_cent(each["cost"]),
                *(f"{often:.2f}" for often in each["over"]),
                f"{_mean(line['turns']):.1f}",
                per_cent(line["failed_turns"]),
            ]
        )
    head = [
        "player", "win chance given away a game", "decisions that cost 1 % or more",
        "2.5 % or more", "5 % or more", "turns a game", "turns that fail",
    ]  # fmt: skip
    return table(head, rows)


def _mistakes(games: Games) -> str:
    rows = []
    for line in games.bots:
        bot = line["seats"][0]
        ranked = sorted(classes(line["decisions"][bot]).items(), key=lambda each: -each[1][1])
        for what, (often, cost) in ranked[:SHOWN]:
            name = CALLED.get(bot, bot)
            rows.append([name, what, f"{often:.2f}", per_cent(cost / often), per_cent(cost, 2)])
    return table(["player", "mistake", "a game", "mean cost", "cost a game"], rows)


def classes(decisions: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """Sort costly decisions by kind: how often a game, and the cost of them a game."""
    found: dict[str, tuple[float, float]] = {}
    named = [(_face_class(each), each) for each in decisions["faces"]]
    named += [(_stop_class(each), each) for each in decisions["stops"]]
    for name, each in named:
        often, cost = found.get(name, (0.0, 0.0))
        found[name] = (often + each["often"], cost + each["often"] * each["cost"])
    return found


def _face_class(each: dict[str, Any]) -> str:
    worm = 6
    if each["best"] == worm:
        return "left the worms and took a number"
    if each["chosen"] == worm:
        return "took the worms where a number was better"
    return (
        "took the higher of two numbers" if each["chosen"] > each["best"]
        else "took the lower of two numbers"
    )  # fmt: skip


def _stop_class(each: dict[str, Any]) -> str:
    if each["kind"] == "other tile":
        return "claimed the wrong tile"
    dice = "four dice or more" if each["dice"] >= FOUR_OR_MORE else _dice(each["dice"])
    return f"stopped with {dice} left" if each["kind"] == "early" else f"rolled on with {dice} left"


def _dice(count: int) -> str:
    return {0: "no die", 1: "one die", 2: "two dice", 3: "three dice"}[count]


def _decided(line: Line) -> list[float]:
    """Return by turns played the games that are over or in which one has a chance of 90 %."""
    found, over = [], 0.0
    for number, decided in enumerate(line["decided"]):
        over += line["turns"][number] / line["games"] if number < len(line["turns"]) else 0
        found.append(decided + over)
        if over > CURVE_ENDS:
            break
    return found


def _turn_decided(line: Line) -> int:
    return next(turn for turn, part in enumerate(_decided(line)) if part >= 0.5)  # noqa: PLR2004


def _mean(histogram: Sequence[int]) -> float:
    return math.fsum(place * count for place, count in enumerate(histogram)) / sum(histogram)


def _quantile(histogram: Sequence[int], part: float) -> int:
    """Return the least number that so many of the games do not exceed."""
    reached, wanted = 0, part * sum(histogram)
    for place, count in enumerate(histogram):
        reached += count
        if count and reached >= wanted:
            return place
    return len(histogram) - 1
