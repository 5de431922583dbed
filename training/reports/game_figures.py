"""The tables and pictures of docs/the-game.md, from results of `python -m training statistics`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from training.reports import charts
from training.reports.markdown import percentage, table

Line = dict[str, Any]
CHAMPION, STANDARD = "champion", "standard"
TWO_PLAYERS = 2
BOTS = ("expert", "thumb", "family", "beginner")
BOT_NAMES = {"thumb": "rule of thumb"}
CURVE_END = 0.999
"""The share of finished games at which a curve ends."""
MISTAKES_SHOWN = 6
FOUR_OR_MORE = 4


class GameResults:
    """The saved results, which can be looked up by rules, players and bots."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines

    def find(self, rules: str, players: int, bot: str = CHAMPION) -> Line:
        """Return the results of games with one kind of bot in all seats."""
        return next(
            line
            for line in self.lines
            if line["rules"] == rules and line["seats"] == [bot] * players
        )

    @property
    def main(self) -> Line:
        """The results that most tables show: two champions with standard rules."""
        return self.find(STANDARD, TWO_PLAYERS)

    @property
    def champions(self) -> list[Line]:
        """The results of champions, ordered by the number of players."""
        lines = [line for line in self.lines if set(line["seats"]) == {CHAMPION}]
        return sorted(lines, key=lambda line: line["players"])

    @property
    def bots(self) -> list[Line]:
        """The results of bots other than the champion, the best bot first."""
        lines = [line for line in self.lines if line["seats"][0] in BOTS]
        return sorted(lines, key=lambda line: BOTS.index(line["seats"][0]))


def tables(results: GameResults) -> dict[str, Callable[[], str]]:
    """Return the functions that make the page's tables, keyed by table name."""
    return {
        "made": lambda: _runs(results),
        "edge": lambda: _first_player_edge(results),
        "course": lambda: _game_lengths(results),
        "first-roll": lambda: _first_rolls(results),
        "comebacks": lambda: _comebacks(results),
        "tiles": lambda: _tiles(results.main),
        "rolls": lambda: _rolls(results.main),
        "given-away": lambda: _given_away(results),
        "mistakes": lambda: _mistakes(results),
    }


def pictures(results: GameResults) -> dict[str, str]:
    """Return the pictures of the page, keyed by file name."""
    main = results.main
    several = [line for line in results.champions if line["rules"] == STANDARD]
    tiles = main["tiles"]
    curves = {
        f"{line['players']} players": [100 * value for value in _decided_shares(line)[1:]]
        for line in several
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
            "Games that are over, or in which a player's chance is 90 % or more",
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


def _runs(results: GameResults) -> str:
    rows: list[list[str]] = []
    for line in results.lines:
        bot: str = line["seats"][0]
        options = [f"--count {line['games']}", f"--at-once {line['at_once']}"]
        options += [f"--rules {line['rules']}"] if line["rules"] != STANDARD else []
        options += [f"--players {line['players']}"] if line["players"] != TWO_PLAYERS else []
        options += [f"--bots {bot}"] if bot != CHAMPION else []
        options += [f"--seed {line['seed']}"] if line["seed"] != 1 else []
        where = "GPU" if line["device"] == "cuda" else "processor"
        rows.append(
            [
                _name(line),
                BOT_NAMES.get(bot, bot),
                f"{line['games']:,}",
                f"{line['seconds']:.0f} s, {where}",
                f"`{' '.join(options)}`",
            ]
        )
    return table(["players, rules", "who plays", "games", "took", "options"], rows)


def _first_player_edge(results: GameResults) -> str:
    rows = [
        [
            _name(line),
            percentage(1 / line["players"]),
            f"{percentage(line['share'][0], 2)} ± {196 * line['share_error'][0]:.2f}",
            percentage(line["start"][0], 2),
            ", ".join(f"{100 * share:.1f}" for share in line["share"][1:]),
        ]
        for line in results.champions
    ]
    head = [
        "players, rules",
        "fair share",
        "first player won (95 %)",
        "network's estimate",
        "others",
    ]
    return table(head, rows)


def _game_lengths(results: GameResults) -> str:
    rows: list[list[str]] = []
    for line in results.champions:
        turns = _mean(line["turns"])
        rows.append(
            [
                _name(line),
                f"{turns:.1f}",
                f"{_quantile(line['turns'], 0.05)} to {_quantile(line['turns'], 0.95)}",
                str(len(line["turns"]) - 1),
                percentage(line["failed_turns"]),
                f"{_mean(line['steals']):.1f}",
                f"{_mean(line['lead_changes']):.1f}",
            ]
        )
    head = [
        "players, rules", "turns a game", "nine of ten games", "longest", "turns that fail",
        "steals a game", "lead changes a game",
    ]  # fmt: skip
    return table(head, rows)


def _first_rolls(results: GameResults) -> str:
    rows = [
        [
            _name(line),
            percentage(line["first_roll"]["share_of_luck"], 2),
            percentage(line["first_roll"]["moved"], 2),
            _format_roll_chance(line["first_roll"]["best"][0]),
            _format_roll_chance(line["first_roll"]["worst"][0]),
            percentage(line["luck"][0], 2),
        ]
        for line in results.champions
        if "first_roll" in line
    ]
    head = [
        "players, rules", "share of all luck", "first rolls that move the chance by more than 5 %",
        "best roll", "worst roll", "luck of the whole first turn",
    ]  # fmt: skip
    return table(head, rows)


def _format_roll_chance(roll: dict[str, Any]) -> str:
    return f"`{roll['roll']}`: {percentage(roll['chance'])}"


def _comebacks(results: GameResults) -> str:
    limits = (5, 10, 20, 30)
    rows: list[list[str]] = []
    for line in results.champions:
        won = sum(line["lowest"])
        below = [percentage(sum(line["lowest"][:limit]) / won) for limit in limits]
        rows.append([_name(line), *below, str(_median_decided_turn(line))])
    head = ["players, rules", *(f"below {limit} %" for limit in limits), "half decided after turn"]
    return table(head, rows)


def _tiles(line: Line) -> str:
    rows = [
        [
            tile,
            f"{figures['taken']:.2f}",
            f"{figures['stolen']:.2f}",
            percentage(figures["taken_worth"]) if figures["taken"] else "",
            percentage(figures["stolen_worth"]) if figures["stolen"] else "",
            percentage(figures["taken_change"]) if figures["taken"] else "",
            percentage(figures["held"], 0),
            percentage(figures["held_won"], 0),
        ]
        for tile, figures in line["tiles"].items()
    ]
    head = [
        "tile", "taken a game", "stolen a game", "worth, taken", "worth, stolen",
        "change in the turn, taken", "held at the end", "its owner wins",
    ]  # fmt: skip
    return table(head, rows)


def _rolls(line: Line) -> str:
    rows = [
        [str(number), percentage(rolls / line["rolls"][0]), percentage(busts / max(rolls, 1))]
        for number, (rolls, busts) in enumerate(zip(line["rolls"], line["busts"], strict=True), 1)
    ]
    return table(["roll of a turn", "turns that reach it", "busts"], rows)


def _given_away(results: GameResults) -> str:
    rows: list[list[str]] = []
    for line in results.bots:
        bot: str = line["seats"][0]
        decisions = line["decisions"][bot]
        rows.append(
            [
                BOT_NAMES.get(bot, bot),
                percentage(decisions["cost"]),
                *(f"{often:.2f}" for often in decisions["over"]),
                f"{_mean(line['turns']):.1f}",
                percentage(line["failed_turns"]),
            ]
        )
    head = [
        "player", "win chance given away a game", "decisions that cost 1 % or more",
        "2.5 % or more", "5 % or more", "turns a game", "turns that fail",
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
            rows.append(
                [name, mistake, f"{often:.2f}", percentage(cost / often), percentage(cost, 2)]
            )
    return table(["player", "mistake", "a game", "mean cost", "cost a game"], rows)


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
    return (
        "took the higher of two numbers" if mistake["chosen"] > mistake["best"]
        else "took the lower of two numbers"
    )  # fmt: skip


def _name_stop_mistake(mistake: dict[str, Any]) -> str:
    if mistake["kind"] == "other tile":
        return "claimed the wrong tile"
    dice = (
        "four dice or more"
        if mistake["dice"] >= FOUR_OR_MORE
        else _format_dice_count(mistake["dice"])
    )
    verb = "stopped" if mistake["kind"] == "early" else "rolled on"
    return f"{verb} with {dice} left"


def _format_dice_count(count: int) -> str:
    return {0: "no die", 1: "one die", 2: "two dice", 3: "three dice"}[count]


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


def _median_decided_turn(line: Line) -> int:
    return next(turn for turn, share in enumerate(_decided_shares(line)) if share >= 0.5)  # noqa: PLR2004


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
