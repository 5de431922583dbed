"""Plays the groups of a match on a Ray cluster whose nodes all have this version of pickomino."""

from __future__ import annotations

import importlib
import socket
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final
from uuid import uuid4

from pickomino._version import __version__
from pickomino.arena.chunks import Chunk, ChunkScheduler, play_chunk
from pickomino.arena.entrants import register_kinds, registered_kinds
from pickomino.arena.groups import make_bots
from pickomino.arena.local_runner import GroupStream
from pickomino.arena.settings import MatchSettings
from pickomino.bots.protocol import Bot
from pickomino.bots.registry import BotKind
from pickomino.core.errors import PickominoError, quote
from pickomino.operating_system import termination_handler_restored

CHUNK_SECONDS: Final = 2.0
"""The target time of a chunk: longer than on one machine, because sending a task takes time."""
_POLL_SECONDS: Final = 0.1
_CONNECT_SECONDS: Final = 5.0


def play_on_ray(
    settings: MatchSettings, groups: Sequence[int], should_stop: Callable[[], bool], address: str
) -> GroupStream:
    """Play on the cluster at `address`; the address `local` starts a cluster on this machine."""
    ray = _ray()
    with _connected(ray, address):
        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        scheduler = ChunkScheduler(groups, CHUNK_SECONDS, workers)
        # Retries are safe: a group played again gives the same games.
        task = ray.remote(max_retries=2)(_play_as_task)
        # Stored once: a bot may hold a large model.
        match = ray.put((settings, registered_kinds(settings.bots)))
        match_id = uuid4().hex
        running: list[Any] = []
        try:
            while not should_stop():
                while len(running) < 2 * workers and (chunk := scheduler.next_chunk()):
                    running.append(task.remote(match, match_id, __version__, chunk))
                if not running:
                    return
                done, running = ray.wait(running, timeout=_POLL_SECONDS)
                for ready in done:
                    chunk = _result(ray, ready)
                    scheduler.adapt(chunk)
                    yield chunk.results
        finally:
            for reference in running:
                ray.cancel(reference)


def check_ray(address: str) -> None:
    """Raise PickominoError if Ray is not installed or nothing listens at the address.

    Ray itself would retry for minutes.
    """
    _ray()
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return  # `local` and `auto` have no host
    try:
        socket.create_connection((host.strip("[]"), int(port)), _CONNECT_SECONDS).close()
    except (OSError, ValueError, OverflowError) as error:
        raise _unreachable(address, error) from error


def _unreachable(address: str, error: Exception) -> PickominoError:
    return PickominoError("ray_unreachable", address=quote(address), reason=error)


def _ray() -> Any:  # noqa: ANN401 - ray loads only here and comes with an extra
    try:
        return importlib.import_module("ray")
    except ImportError as error:
        raise PickominoError("needs_extra", package="ray", extra="ray") from error


@contextmanager
def _connected(ray: Any, address: str) -> Generator[None]:  # noqa: ANN401
    if ray.is_initialized():
        yield
        return
    with _sigterm_handler_restored():
        try:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except Exception as error:
            raise _unreachable(address, error) from error
    try:
        yield
    finally:
        ray.shutdown()


@contextmanager
def _sigterm_handler_restored() -> Generator[None]:
    """Restore the SIGTERM handler, which Ray replaces with one that exits at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    with termination_handler_restored():
        yield


def _result(ray: Any, reference: Any) -> Chunk:  # noqa: ANN401
    try:
        return ray.get(reference)
    except PickominoError:
        raise
    except ray.exceptions.RayTaskError as error:
        cause = getattr(error, "cause", error)
        if isinstance(cause, PickominoError):
            raise cause from error
        raise PickominoError("ray_failed", reason=cause) from error
    except ray.exceptions.RayError as error:
        raise PickominoError("ray_failed", reason=error) from error


_made: dict[str, tuple[Bot, ...]] = {}
"""In a worker process, the bots of the match that it played last, by the id of the match."""


def _play_as_task(
    match: tuple[MatchSettings, Sequence[BotKind]],
    match_id: str,
    version: str,
    groups: Sequence[int],
) -> Chunk:
    if version != __version__:
        raise PickominoError("ray_version", found=__version__, expected=version)
    settings, kinds = match
    if match_id not in _made:
        _made.clear()
        register_kinds(kinds)
        _made[match_id] = make_bots(settings)
    return play_chunk(settings, groups, _made[match_id])
