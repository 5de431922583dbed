"""Splits a match into chunks of groups for workers; the faster the groups, the larger a chunk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from time import monotonic
from typing import Final, NamedTuple

from pickomino.arena.game import StopRequested
from pickomino.arena.groups import GroupResult, play_group
from pickomino.arena.settings import MatchSettings
from pickomino.bots.protocol import Bot

_MAX_GROWTH: Final = 4
"""A chunk grows by at most this factor, because the first groups may be quick by chance."""


class Chunk(NamedTuple):
    """Groups that one worker played in one task, and how long they took."""

    results: tuple[GroupResult, ...]
    seconds: float


class ChunkScheduler:
    """Splits groups, in order, into chunks that take about a given time each."""

    def __init__(self, groups: Sequence[int], seconds: float, workers: int) -> None:
        """Schedule `groups` for `workers` workers, in chunks that take about `seconds` each."""
        self._left = len(groups)
        self._groups = iter(groups)
        self._seconds = seconds
        self._workers = workers
        self._size = 1

    def next_chunk(self) -> tuple[int, ...]:
        """Return the next groups to play, or an empty tuple if none are left."""
        # Chunks shrink towards the end, so that no worker idles while another has many groups left.
        fair = max(1, self._left // (2 * self._workers))
        chunk = tuple(islice(self._groups, min(self._size, fair)))
        self._left -= len(chunk)
        return chunk

    def adapt(self, chunk: Chunk) -> None:
        """Adapt the size of the next chunks to the time that this chunk took."""
        if chunk.results:
            seconds = max(chunk.seconds / len(chunk.results), 1e-6)
            max_size = _MAX_GROWTH * len(chunk.results)
            self._size = max(1, min(int(self._seconds / seconds), max_size))

    def stop(self) -> None:
        """Schedule no more chunks."""
        self._groups, self._left = iter(()), 0


def play_chunk(
    settings: MatchSettings,
    groups: Sequence[int],
    bots: Sequence[Bot],
    should_stop: Callable[[], bool] = bool,
) -> Chunk:
    """Play groups one after another; when asked to stop, return the complete groups."""
    started = monotonic()
    results: list[GroupResult] = []
    try:
        for group in groups:
            results.append(play_group(settings, group, bots, should_stop))  # noqa: PERF401 - kept when stopped
    except StopRequested:
        pass
    return Chunk(tuple(results), monotonic() - started)
