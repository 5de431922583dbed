"""Soak suite of puzzles: every one in the packs against the solver. A seed names a puzzle."""

from pickomino.analysis.reasons import reason_for
from pickomino.analysis.solved_turns import best_option, solve_turns
from pickomino.evaluation.judge import best_judge
from pickomino.evaluation.look_ahead import LookAhead
from pickomino.puzzles.packs import packs
from pickomino.puzzles.puzzle import parse_puzzle

CLOSE = 0.005
"""How far a newer judge may be from what a frozen pack says."""
CLEAR = 0.01
"""How much better the best choice must be for it, too."""


def all_lines():
    return [line for pack in packs() for line in pack.lines]


def check_seed(seed: int) -> int:
    """Judge every choice of a puzzle through two turns; returns how many there were."""
    lines = all_lines()
    puzzle = parse_puzzle(lines[seed % len(lines)])
    position, seat = puzzle.position, puzzle.position.seat
    (solved,) = solve_turns([position], LookAhead(best_judge()))
    options = solved.options(position)
    assert best_option(options, seat) == puzzle.best, position.wfen()
    best = options[puzzle.best].chances[seat]
    for choice in puzzle.choices:
        chances, failure = options[choice.action]
        assert abs(chances[seat] - choice.chance) < CLOSE, (position.wfen(), str(choice.action))
        assert abs(failure - choice.failure) < CLOSE, (position.wfen(), str(choice.action))
        if choice.reason is not None:
            assert chances[seat] < best - CLEAR, (position.wfen(), str(choice.action))
            reason = reason_for(position, options, puzzle.best, choice.action)
            assert reason.code == choice.reason.code, position.wfen()
    return len(puzzle.choices)
