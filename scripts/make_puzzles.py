"""Find puzzles in games of bots, confirm them with another evaluator, and arrange them as a pack.

A puzzle is a decision whose best choice is 2 to 10% of a win better than the second, evaluated two
turns deep, while the expert or the family player would choose another. Running the same command
again resumes it. More than one NumPy thread only slows it down.

    export OPENBLAS_NUM_THREADS=1
    nice -n 19 python scripts/make_puzzles.py find --wanted 3000
    nice -n 19 python scripts/make_puzzles.py check
    python scripts/make_puzzles.py pack
    python -m training rollouts src/pickomino/puzzles/pack-1.txt \
        --output build/puzzles/rollouts.jsonl
    python scripts/make_puzzles.py drop

With new networks, `renew` evaluates a pack again; `reasons` only explains its answers again.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from pickomino import OVER, Game, Position, Rules, SeededDice, scores
from pickomino.analysis.reasons import reason_for
from pickomino.analysis.review import review
from pickomino.analysis.review_types import Choice, ReviewedDecision
from pickomino.analysis.solved_turns import SolvedTurn, best_choice, solve_turns
from pickomino.bots.protocol import Bot, Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.position import Phase, rotate
from pickomino.core.turns import fail
from pickomino.evaluation.features import arrays_from_positions
from pickomino.evaluation.judge import best_judge
from pickomino.evaluation.look_ahead import LookAhead
from pickomino.evaluation.network import network_for
from pickomino.evaluation.protocol import Chances, final_chances
from pickomino.evaluation.win_chance import WinChance
from pickomino.puzzles.packs import PUZZLES_PER_DAY, Pack, format_pack, parse_day, parse_pack, today
from pickomino.puzzles.puzzle import Puzzle, PuzzleChoice, format_puzzle, parse_puzzle

PLAYERS = ("champion", "expert", "family")
TABLES = (2, 2, 3, 4)
RULES = ("standard", "standard", "classic", "standard+extrawurm")
CLEAR = (0.02, 0.1)
"""The win chance by which the best choice must be better than the second."""
LIKELY = (0.015, 0.12)
"""The same, evaluated one turn deep only, to select candidates."""
MAX_PER_GAME = 3
FEW_TILES = 2
FAR_BEHIND = 4
CLOSE = 0.04
CONFIRMED = 0.01
"""The least margin for the other networks and for rollouts; the formula need only agree."""
MARKER = "# game "
EXTRAWURM = "extrawurm"


def play_game(seed: int) -> Game:
    """Play a game whose table and dice are determined by the seed."""
    chance = random.Random(f"puzzles {seed}")
    rules = Rules.parse(chance.choice(RULES))
    bots = [make_bot(chance.choice(PLAYERS)) for _ in range(chance.choice(TABLES))]
    game = Game(rules, len(bots), SeededDice(seed))
    thinking = Thinking(chance)
    while not game.is_over:
        game.play(bots[game.position.seat].choose(game.position, thinking))
    return game


def puzzles_in(game: Game, weaker_bots: list[Bot]) -> list[Puzzle]:
    """Return the puzzles of a game, at most one per turn."""
    reviewed = review(game)
    puzzles: list[Puzzle] = []
    turns = list(reviewed.turns)
    random.Random(len(turns)).shuffle(turns)
    for turn in turns:
        for decision in turn.decisions:
            position = game.position_before(decision.event)
            puzzle = _puzzle(position, decision, weaker_bots)
            if puzzle is not None:
                puzzles.append(puzzle)
                break
        if len(puzzles) == MAX_PER_GAME:
            break
    return puzzles


def _puzzle(
    position: Position, decision: ReviewedDecision, weaker_bots: list[Bot]
) -> Puzzle | None:
    if not _is_within(LIKELY, decision.choices):
        return None
    errs = [
        bot.choose(position, Thinking(random.Random(0))) != decision.best for bot in weaker_bots
    ]
    if not any(errs):
        return None
    solved = evaluate_deeply(position)
    choices = solved.choices(position)
    if best_choice(choices).action != decision.best or not _is_within(CLEAR, choices):
        return None
    return _make_puzzle(solved, expert_errs=errs[0])


def evaluate_deeply(position: Position) -> SolvedTurn:
    """Evaluate every choice two turns deep: this turn and the next player's."""
    (solved,) = solve_turns([position], LookAhead(best_judge()))
    return solved


def _is_within(limits: tuple[float, float], choices: Sequence[Choice]) -> bool:
    if len(choices) < 2:
        return False
    second, best = sorted(choice.chance for choice in choices)[-2:]
    return limits[0] <= best - second <= limits[1]


def _make_puzzle(solved: SolvedTurn, *, expert_errs: bool) -> Puzzle:
    position = solved.start
    choices = solved.choices(position)
    ranked = sorted(choices, key=lambda choice: -choice.chance)
    puzzle_choices = explain(position, ranked, solved.chance_after_failure)
    difficulty = 1 + expert_errs + (ranked[0].chance - ranked[1].chance < CLOSE)
    return Puzzle(position, _theme(position, choices), difficulty, puzzle_choices)


def explain(
    position: Position, choices: Sequence[Choice], failed: float
) -> tuple[PuzzleChoice, ...]:
    """Return choices, the best first, with the reasons why the others are worse."""
    best, *others = choices
    return (
        PuzzleChoice(best.action, best.chance, best.failure),
        *(
            PuzzleChoice(
                other.action,
                other.chance,
                other.failure,
                reason_for(position, best, other, failed),
            )
            for other in others
        ),
    )


def _theme(position: Position, choices: Sequence[Choice]) -> str:
    worms = scores(position)
    if position.extrawurm is not None:
        return EXTRAWURM
    if any(choice.action.kind == "s" for choice in choices):
        return "steal"
    if len(position.grill) <= FEW_TILES:
        return "end"
    if max(worms) - worms[position.seat] >= FAR_BEHIND:
        return "behind"
    if position.players > 2:
        return "many"
    return "symbol" if position.turn.phase is Phase.CHOOSE else "stop"


def find(folder: Path, wanted: int) -> None:
    """Search game after game for puzzles, and save them at once."""
    file = folder / "found.txt"
    lines = _lines(file)
    games = [int(line.removeprefix(MARKER)) for line in lines if line.startswith(MARKER)]
    known = {line for line in lines if not line.startswith("#")}
    weaker_bots: list[Bot] = [make_bot("expert"), make_bot("family")]
    started, before, seed = time.process_time(), len(known), max(games, default=-1) + 1
    while len(known) < wanted:
        new = [format_puzzle(puzzle) for puzzle in puzzles_in(play_game(seed), weaker_bots)]
        new = [line for line in new if line not in known]
        known.update(new)
        with file.open("a") as output:
            output.write("".join(f"{line}\n" for line in [*new, f"{MARKER}{seed}"]))
        seed += 1
        if seed % 20 == 0:
            spent = (time.process_time() - started) / max(1, len(known) - before)
            print(
                f"{seed} games, {len(known)} of {wanted} puzzles, {spent:.2f} CPU-seconds each",
                flush=True,
            )


def load_found(folder: Path) -> list[str]:
    """Return the puzzles that `find` has saved."""
    return [line for line in _lines(folder / "found.txt") if not line.startswith("#")]


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


def check(folder: Path) -> None:
    """Evaluate all puzzles with another evaluator, and list those that it does not confirm."""
    file = folder / "checked.txt"
    done = {line: margin for margin, line in (text.split(" ", 1) for text in _lines(file))}
    lines = load_found(folder)
    for number, line in enumerate(lines, 1):
        if line not in done:
            done[line] = f"{margin_of(parse_puzzle(line)):+.4f}"
            with file.open("a") as output:
                output.write(f"{done[line]} {line}\n")
        if number % 100 == 0 or number == len(lines):
            agreed = sum(float(margin) > 0 for margin in done.values())
            print(f"{agreed} of {len(done)} have the same best choice", flush=True)
    unclear = [line for line, margin in done.items() if float(margin) <= _min_margin(line)]
    (folder / "dropped.txt").write_text("".join(f"{line}\n" for line in unclear))


def _min_margin(line: str) -> float:
    return 0.0 if theme_of(line) == EXTRAWURM else CONFIRMED


def margin_of(puzzle: Puzzle) -> float:
    """Return how much better the best choice is than any other according to another evaluator.

    That is the networks of another training run, or the strategist's formula for Extrawurm, which
    only one training run knows.
    """
    position = puzzle.position
    other = WinChance() if puzzle.theme == EXTRAWURM else OtherNetworks()
    (solved,) = solve_turns([position], LookAhead(other))
    chances = {choice.action: choice.chance for choice in solved.choices(position)}
    best = chances.pop(puzzle.best)
    return best - max(chances.values())


class OtherNetworks:
    """The networks that know every rule; those for the base game are from another training run."""

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Evaluate positions at turn starts or game ends, all with the same number of players."""
        running = [position for position in positions if position.to_act != OVER]
        chances = iter(self._evaluate(running) if running else ())
        return [
            final_chances(position) if position.to_act == OVER else next(chances)
            for position in positions
        ]

    def _evaluate(self, positions: Sequence[Position]) -> Iterator[Chances]:
        network = network_for(positions[0].players)
        relative = network.chances(arrays_from_positions(positions)).tolist()
        for position, chances in zip(positions, relative, strict=True):
            yield rotate(chances, -position.seat)


def pack(folder: Path, file: Path, starts: str) -> None:
    """Append the confirmed puzzles to a pack, in whole days; existing days do not change."""
    old = parse_pack(file.read_text()) if file.exists() else Pack(1, parse_day(starts), ())
    taken = {line.split()[0] for line in old.lines}
    dropped = set(_lines(folder / "dropped.txt"))
    confirmed = [line for line in load_found(folder) if line not in dropped]
    new = [line for line in confirmed if line.split()[0] not in taken]
    ordered = arrange(new)
    whole = len(ordered) // PUZZLES_PER_DAY * PUZZLES_PER_DAY
    days = [ordered[first : first + PUZZLES_PER_DAY] for first in range(0, whole, PUZZLES_PER_DAY)]
    lines = [line for day in days for line in sorted(day, key=lambda line: line.split()[2])]
    file.write_text(format_pack(old._replace(lines=(*old.lines, *lines))))
    print(f"{len(old.lines) + len(lines)} puzzles, {Counter(map(theme_of, lines))}")


def arrange(lines: list[str]) -> list[str]:
    """Order puzzles randomly, with every theme spread evenly over all days."""
    chance = random.Random("pack")
    places: dict[str, float] = {}
    for theme in sorted(set(map(theme_of, lines))):
        own = [line for line in lines if theme_of(line) == theme]
        chance.shuffle(own)
        places |= {line: (place + chance.random()) / len(own) for place, line in enumerate(own)}
    return sorted(lines, key=lambda line: places[line])


def drop(folder: Path, file: Path) -> None:
    """Replace puzzles that rollouts do not clearly confirm with puzzles of the last days.

    Days that have begun do not change.
    """
    results = map(json.loads, _lines(folder / "rollouts.jsonl"))
    wrong = {result["puzzle"] for result in results if result["margin"] <= CONFIRMED}
    _write_without(wrong, parse_pack(file.read_text()), file)


def _write_without(wrong: set[str], old: Pack, file: Path) -> None:
    first = ((today() - old.starts).days + 1) * PUZZLES_PER_DAY
    lines = drop_puzzles(list(old.lines), wrong, max(first, 0))
    file.write_text(format_pack(old._replace(lines=tuple(lines))))
    print(f"{len(wrong)} are not confirmed; {len(lines)} puzzles, {Counter(map(theme_of, lines))}")


def renew(file: Path) -> None:
    """Evaluate a pack with the current networks, and drop puzzles without a clear answer."""
    old = parse_pack(file.read_text())
    lines: list[str] = []
    wrong: set[str] = set()
    for number, line in enumerate(old.lines, 1):
        again = evaluate_again(parse_puzzle(line))
        lines.append(line if again is None else format_puzzle(again))
        if again is None:
            wrong.add(line.split()[0])
        if number % 100 == 0:
            print(f"{number} of {len(old.lines)} evaluated, {len(wrong)} not confirmed", flush=True)
    _write_without(wrong, old._replace(lines=tuple(lines)), file)


def evaluate_again(puzzle: Puzzle) -> Puzzle | None:
    """Return a puzzle with current chances; None if its answer is unclear or has changed."""
    solved = evaluate_deeply(puzzle.position)
    choices = solved.choices(puzzle.position)
    if best_choice(choices).action != puzzle.best or not _is_within(CLEAR, choices):
        return None
    again = _make_puzzle(solved, expert_errs=False)
    return again._replace(theme=puzzle.theme, difficulty=puzzle.difficulty)


def explain_again(file: Path) -> None:
    """Write the reasons of a pack again; its positions and chances stay as they are."""
    old = parse_pack(file.read_text())
    judge = LookAhead(best_judge())
    lines: list[str] = []
    for line in old.lines:
        puzzle = parse_puzzle(line)
        position, choices = puzzle.position, puzzle.choices
        if position.turn.phase is not Phase.RAVEN:
            (chances,) = judge.evaluate([fail(position, "no_new_symbol")[0]])
            choices = explain(position, choices, chances[position.seat])
        lines.append(format_puzzle(puzzle._replace(choices=choices)))
    file.write_text(format_pack(old._replace(lines=tuple(lines))))


def drop_puzzles(lines: list[str], wrong: set[str], first: int) -> list[str]:
    """Drop wrong puzzles from index `first` on, and fill the gaps with those of the last days."""
    is_wrong = [place >= first and line.split()[0] in wrong for place, line in enumerate(lines)]
    whole = (len(lines) - sum(is_wrong)) // PUZZLES_PER_DAY * PUZZLES_PER_DAY
    spare = [line for place, line in enumerate(lines) if place >= whole and not is_wrong[place]]
    for place in range(whole):
        if is_wrong[place]:
            as_hard = [line for line in spare if line.split()[2] == lines[place].split()[2]]
            lines[place] = (as_hard or spare)[0]
            spare.remove(lines[place])
    return lines[:whole]


def theme_of(line: str) -> str:
    """Return the theme of a puzzle."""
    return line.split()[1]


def main() -> None:
    """Run one of the steps."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("step", choices=("find", "check", "pack", "drop", "renew", "reasons"))
    parser.add_argument("--folder", type=Path, default=Path("build/puzzles"))
    parser.add_argument("--wanted", type=int, default=3000, help="puzzles to find")
    parser.add_argument("--file", type=Path, default=Path("src/pickomino/puzzles/pack-1.txt"))
    parser.add_argument("--starts", default="2026-11-16", help="the first date of a new pack")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if arguments.step == "find":
        find(arguments.folder, arguments.wanted)
    elif arguments.step == "check":
        check(arguments.folder)
    elif arguments.step == "drop":
        drop(arguments.folder, arguments.file)
    elif arguments.step == "renew":
        renew(arguments.file)
    elif arguments.step == "reasons":
        explain_again(arguments.file)
    else:
        pack(arguments.folder, arguments.file, arguments.starts)


if __name__ == "__main__":
    sys.exit(main())
