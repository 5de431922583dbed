"""Section 5: worms, and who wins."""

from __future__ import annotations


def worms_on(tile: int) -> int:
    # Section 6: 11 and 13 have one worm each.
    if tile in (11, 13):
        return 1
    # Section 1.
    if tile <= 24:
        return 1
    if tile <= 28:
        return 2
    if tile <= 32:
        return 3
    return 4


def count_worms(stacks: list[list[int]], bratwurms: list[int]) -> list[int]:
    # Section 5; section 6, Bratwurms: each scores 1.
    scores = []
    for stack, bratwurm_count in zip(stacks, bratwurms, strict=True):
        scores.append(sum(worms_on(tile) for tile in stack) + bratwurm_count)
    return scores


def find_winners(scores: list[int], stacks: list[list[int]]) -> list[int]:
    # Section 5: most worms.
    tied = [seat for seat in range(len(stacks)) if scores[seat] == max(scores)]
    # Section 5: then the highest tile, no tile counting as 0; players still tied share.
    highest = {seat: max(stacks[seat], default=0) for seat in tied}
    return [seat for seat in tied if highest[seat] == max(highest.values())]
