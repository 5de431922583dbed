"""Puzzles: every puzzle of the packs is checked with the solver, one per seed."""

from pickomino.analysis.reasons import reason_for
from pickomino.analysis.solved_turns import best_choice, solve_turns
from pickomino.evaluation.judge import best_judge
from pickomino.evaluation.look_ahead import LookAhead
from pickomino.puzzles.packs import packs
from pickomino.puzzles.puzzle import parse_puzzle

CLOSE = 0.005
"""The allowed difference between a newer evaluator and a published pack."""
CLEAR = 0.01
"""How much better the best choice must be according to the newer evaluator."""


def all_lines():
    return [line for pack in packs() for line in pack.lines]


def check_seed(seed: int) -> int:
    """Evaluate every choice of a puzzle two turns deep; return the number of choices."""
    lines = all_lines()
    puzzle = parse_puzzle(lines[seed % len(lines)])
    position = puzzle.position
    (solved,) = solve_turns([position], LookAhead(best_judge()))
    again = {choice.action: choice for choice in solved.choices(position)}
    best = best_choice([*again.values()])
    assert best.action == puzzle.best, position.wfen()
    for choice in puzzle.choices:
        now = again[choice.action]
        assert abs(now.chance - choice.chance) < CLOSE, (position.wfen(), str(choice.action))
        assert abs(now.failure - choice.failure) < CLOSE, (position.wfen(), str(choice.action))
        if choice.reason is not None:
            assert now.chance < best.chance - CLEAR, (position.wfen(), str(choice.action))
            reason = reason_for(position, best, now, solved.chance_after_failure)
            assert reason.code == choice.reason.code, position.wfen()
    return len(puzzle.choices)
