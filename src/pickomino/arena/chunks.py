"""How many groups a worker gets at once: few while they take long, many while they are quick."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from time import monotonic
from typing import Final, NamedTuple, Protocol

from pickomino.arena.game import StopRequested
from pickomino.arena.groups import GroupResult, play_group
from pickomino.arena.settings import MatchSettings
from pickomino.bots.protocol import Bot

_LARGEST_STEP: Final = 4
"""A chunk grows at most by this factor: the first groups may be quick by luck."""


class Chunk(NamedTuple):
    """Groups that one worker played in a row."""

    results: tuple[GroupResult, ...]
    seconds: float


class ChunkScheduler:
    """Deals out groups in order, in chunks that take about the time asked for."""

    def __init__(self, groups: Sequence[int], seconds: float, workers: int) -> None:
        """Take the groups to play, how long a chunk should take, and who plays them."""
        self._left = len(groups)
        self._groups = iter(groups)
        self._seconds = seconds
        self._workers = workers
        self._size = 1

    def next_chunk(self) -> tuple[int, ...]:
        """Return the next groups; none when all are dealt."""
        # Towards the end chunks shrink, so that no worker idles while another has many left.
        fair = max(1, self._left // (2 * self._workers))
        chunk = tuple(islice(self._groups, min(self._size, fair)))
        self._left -= len(chunk)
        return chunk

    def learn(self, chunk: Chunk) -> None:
        """Adapt the size of the next chunks to how long this one took."""
        if chunk.results:
            each = max(chunk.seconds / len(chunk.results), 1e-6)
            most = _LARGEST_STEP * len(chunk.results)
            self._size = max(1, min(int(self._seconds / each), most))

    def stop(self) -> None:
        """Deal out nothing more."""
        self._groups, self._left = iter(()), 0


class StopFlag(Protocol):
    """Says whether somebody asked to stop, as the events of threads and processes do."""

    def is_set(self) -> bool:
        """Return whether to stop."""
        ...


class NeverStop:
    """The sign that never says stop."""

    def is_set(self) -> bool:
        """Report that play goes on."""
        return False


def play_chunk(
    settings: MatchSettings, groups: Sequence[int], bots: Sequence[Bot], stop: StopFlag
) -> Chunk:
    """Play groups in a row; when asked to stop, return those that are complete."""
    begun = monotonic()
    results: list[GroupResult] = []
    try:
        for group in groups:
            results.append(play_group(settings, group, bots, stop.is_set))  # noqa: PERF401 - kept when stopped
    except StopRequested:
        pass
    return Chunk(tuple(results), monotonic() - begun)
