"""Finds puzzles in games of bots, has some of them judged again, and arranges them as a pack.

A puzzle is a decision whose best choice is 2 to 10 % of a win better than the second, judged
through two turns, while the expert or the family player would choose another. The same command goes
on where it was stopped. More threads than one for NumPy only slow it down.

    export OPENBLAS_NUM_THREADS=1
    nice -n 19 python scripts/make_puzzles.py find --wanted 3000
    nice -n 19 python scripts/make_puzzles.py check --sample 100
    python scripts/make_puzzles.py pack
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from functools import cache
from hashlib import sha256
from pathlib import Path

from pickomino import Action, Game, Position, Rules, SeededDice, apply, scores
from pickomino.analysis.reasons import reason_for
from pickomino.analysis.review import review
from pickomino.analysis.reviewed import ReviewedDecision
from pickomino.analysis.solved_turns import Options, best_option, solve_turns
from pickomino.bots.protocol import Bot, Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.position import Phase
from pickomino.evaluation.judge import best_judge
from pickomino.evaluation.look_ahead import LookAhead
from pickomino.puzzles.packs import A_DAY, Pack, day_of, read_pack, written_pack
from pickomino.puzzles.puzzle import Choice, Puzzle, read, written

PLAYERS = ("champion", "expert", "family")
TABLES = (2, 2, 3, 4)
RULES = ("standard", "standard", "classic")
CLEAR = (0.02, 0.1)
"""How much better than the second the best choice must be, in win chance."""
LIKELY = (0.015, 0.12)
"""The same before it was judged through a second turn."""
MOST_OF_A_GAME = 3
FEW_TILES = 2
FAR_BEHIND = 4
CLOSE = 0.04
MARKER = "# game "


def played(seed: int) -> Game:
    """Play a game whose table and dice the seed decides."""
    chance = random.Random(f"puzzles {seed}")
    rules = Rules.preset(chance.choice(RULES))
    bots = [make_bot(chance.choice(PLAYERS)) for _ in range(chance.choice(TABLES))]
    game = Game(rules, len(bots), SeededDice(seed))
    thinking = Thinking(chance)
    while not game.is_over:
        game.play(bots[game.position.seat].choose(game.position, thinking))
    return game


def puzzles_in(game: Game, errant: list[Bot]) -> list[Puzzle]:
    """Return the puzzles of a game, at most one of a turn."""
    reviewed = review(game)
    found: list[Puzzle] = []
    turns = list(reviewed.turns)
    random.Random(len(turns)).shuffle(turns)
    for turn in turns:
        for decision in turn.decisions:
            position = game.position_before(decision.event)
            puzzle = _puzzle(position, decision, errant)
            if puzzle is not None:
                found.append(puzzle)
                break
        if len(found) == MOST_OF_A_GAME:
            break
    return found


def _puzzle(position: Position, decision: ReviewedDecision, errant: list[Bot]) -> Puzzle | None:
    shallow = [choice.chances[decision.seat] for choice in decision.choices]
    if not _is_within(LIKELY, shallow):
        return None
    errs = [bot.choose(position, Thinking(random.Random(0))) != decision.best for bot in errant]
    if not any(errs):
        return None
    options = deeply(position)
    deep = [outlook.chances[position.seat] for outlook in options.values()]
    if best_option(options, position.seat) != decision.best or not _is_within(CLEAR, deep):
        return None
    return _told(position, options, expert_errs=errs[0])


def deeply(position: Position) -> Options:
    """Judge every choice through two turns: this one and the next player's."""
    (solved,) = solve_turns([position], LookAhead(best_judge()))
    return solved.options(position)


def _is_within(limits: tuple[float, float], chances: list[float]) -> bool:
    if len(chances) < 2:
        return False
    second, best = sorted(chances)[-2:]
    return limits[0] <= best - second <= limits[1]


def _told(position: Position, options: Options, *, expert_errs: bool) -> Puzzle:
    seat = position.seat
    best, *others = sorted(options, key=lambda action: -options[action].chances[seat])
    margin = options[best].chances[seat] - options[others[0]].chances[seat]
    choices = [Choice(best, options[best].chances[seat], options[best].failure)]
    for action in others:
        chances, failure = options[action]
        reason = reason_for(position, options, best, action)
        choices.append(Choice(action, chances[seat], failure, reason))
    difficulty = 1 + expert_errs + (margin < CLOSE)
    return Puzzle(position, _theme(position, options), difficulty, tuple(choices))


def _theme(position: Position, options: Options) -> str:
    worms = scores(position)
    if any(action.kind == "s" for action in options):
        return "steal"
    if len(position.grill) <= FEW_TILES:
        return "end"
    if max(worms) - worms[position.seat] >= FAR_BEHIND:
        return "behind"
    if position.players > 2:
        return "many"
    return "symbol" if position.turn.phase is Phase.CHOOSE else "stop"


def find(folder: Path, wanted: int) -> None:
    """Look through game after game; what is found is kept at once."""
    file = folder / "found.txt"
    lines = file.read_text().splitlines() if file.exists() else []
    games = [int(line.removeprefix(MARKER)) for line in lines if line.startswith(MARKER)]
    known = {line for line in lines if not line.startswith("#")}
    errant = [make_bot("expert"), make_bot("family")]
    began, before, seed = time.process_time(), len(known), max(games, default=-1) + 1
    while len(known) < wanted:
        new = [written(puzzle) for puzzle in puzzles_in(played(seed), errant)]
        new = [line for line in new if line not in known]
        known.update(new)
        with file.open("a") as output:
            output.write("".join(f"{line}\n" for line in [*new, f"{MARKER}{seed}"]))
        seed += 1
        if seed % 20 == 0:
            spent = (time.process_time() - began) / max(1, len(known) - before)
            print(
                f"{seed} games, {len(known)} of {wanted} puzzles, {spent:.2f} CPU-seconds each",
                flush=True,
            )


def found_in(folder: Path) -> list[str]:
    """Return what was found and not dropped."""
    dropped = folder / "dropped.txt"
    out = set(dropped.read_text().splitlines()) if dropped.exists() else set()
    lines = (folder / "found.txt").read_text().splitlines()
    return [line for line in lines if not line.startswith("#") and line not in out]


def check(folder: Path, sample: int, games: int) -> None:
    """Play a sample of puzzles out, the best choice and the second, and drop what goes wrong.

    The champion plays all seats to the end; luck is taken out of every game, whose mean that leaves
    as it is, so that a few games tell as much as thousands.
    """
    lines = found_in(folder)
    checked = folder / "checked.txt"
    done = checked.read_text().splitlines() if checked.exists() else []
    # By their digests, so that the same ones are chosen when more were found.
    chosen = sorted(lines, key=lambda line: sha256(line.encode()).digest())[:sample]
    agreed = 0
    for number, line in enumerate(chosen, 1):
        told = next((each for each in done if each.endswith(line)), None)
        if told is None:
            mean, error = played_out(read(line), games)
            told = f"{mean:+.4f} {error:.4f} {line}"
            with checked.open("a") as output:
                output.write(f"{told}\n")
        agrees = float(told.split()[0]) > 0
        agreed += agrees
        if not agrees:
            with (folder / "dropped.txt").open("a") as output:
                output.write(f"{line}\n")
        print(f"{agreed} of {number} agree: {told[:60]}", flush=True)


def played_out(puzzle: Puzzle, games: int) -> tuple[float, float]:
    """Return how much better the best choice did than the second, and the standard error."""
    gains = []
    for number in range(games):
        best, second = (
            _adjusted(puzzle.position, choice.action, seed)
            for seed, choice in zip((2 * number, 2 * number + 1), puzzle.choices, strict=False)
        )
        gains.append(best - second)
    mean = sum(gains) / games
    spread = (sum((gain - mean) ** 2 for gain in gains) / (games - 1)) ** 0.5
    return mean, spread / games**0.5


@cache
def champion() -> Bot:
    """Return the one who plays puzzles out."""
    return make_bot("champion")


def _adjusted(position: Position, action: Action, seed: int) -> float:
    """Play a game on after a choice; returns its result with the luck taken out."""
    game = Game.from_position(apply(position, action), SeededDice(seed))
    bot, thinking = champion(), Thinking(random.Random(seed))
    while not game.is_over:
        game.play(bot.choose(game.position, thinking))
    return review(game).seats[position.seat].adjusted


def pack(folder: Path, file: Path, starts: str) -> None:
    """Add what was found to a pack, in whole days; the days that it has stay as they are."""
    old = read_pack(file.read_text()) if file.exists() else Pack(1, day_of(starts), ())
    taken = {line.split()[0] for line in old.lines}
    new = [line for line in found_in(folder) if line.split()[0] not in taken]
    ordered = arranged(new)
    whole = len(ordered) // A_DAY * A_DAY
    days = [ordered[first : first + A_DAY] for first in range(0, whole, A_DAY)]
    lines = [line for day in days for line in sorted(day, key=lambda each: each.split()[2])]
    file.write_text(written_pack(old._replace(lines=(*old.lines, *lines))))
    print(f"{len(old.lines) + len(lines)} puzzles, {Counter(map(theme_of, lines))}")


def arranged(lines: list[str]) -> list[str]:
    """Mix puzzles so that every theme is spread evenly over all days."""
    chance = random.Random("pack")
    places: dict[str, float] = {}
    for theme in sorted(set(map(theme_of, lines))):
        own = [line for line in lines if theme_of(line) == theme]
        chance.shuffle(own)
        places |= {line: (place + chance.random()) / len(own) for place, line in enumerate(own)}
    return sorted(lines, key=lambda line: places[line])


def theme_of(line: str) -> str:
    """Return the theme of a puzzle."""
    return line.split()[1]


def main() -> None:
    """Do one of the three steps."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("step", choices=("find", "check", "pack"))
    parser.add_argument("--folder", type=Path, default=Path("build/puzzles"))
    parser.add_argument("--wanted", type=int, default=3000, help="puzzles to find")
    parser.add_argument("--sample", type=int, default=100, help="puzzles to play out")
    parser.add_argument("--games", type=int, default=12, help="games after each of two choices")
    parser.add_argument("--file", type=Path, default=Path("src/pickomino/puzzles/pack-1.txt"))
    parser.add_argument("--starts", default="2026-11-16", help="when a new pack begins to count")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if arguments.step == "find":
        find(arguments.folder, arguments.wanted)
    elif arguments.step == "check":
        check(arguments.folder, arguments.sample, arguments.games)
    else:
        pack(arguments.folder, arguments.file, arguments.starts)


if __name__ == "__main__":
    sys.exit(main())
