"""Prometheus metrics of a server."""

from __future__ import annotations

import collections

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)


class Metrics:
    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        registry = self._registry
        ProcessCollector(registry=registry)
        self.connections = Gauge(
            "pickomino_connections", "Open live connections.", registry=registry
        )
        self._commands = Counter(
            "pickomino_commands", "Commands, by outcome.", ["outcome"], registry=registry
        )
        self.client_errors = Counter(
            "pickomino_client_errors",
            "Client errors, by kind.",
            ["kind"],
            registry=registry,
        )
        self.storage_works = Gauge(
            "pickomino_storage_works", "1 while storage works, else 0.", registry=registry
        )
        self.storage_works.set(1)
        self.redis_works = Gauge(
            "pickomino_redis_works",
            "1 while this node gets messages through Redis, or uses no Redis, else 0.",
            registry=registry,
        )
        self.redis_works.set(1)
        self.forged_messages = Counter(
            "pickomino_forged_messages",
            "Messages in Redis that no node with this key has sent.",
            registry=registry,
        )
        self.given_up = Counter(
            "pickomino_node_given_up",
            "How often the other nodes evicted this one as dead.",
            registry=registry,
        )
        self.taken_over = Counter(
            "pickomino_rooms_taken_over",
            "Rooms taken over from nodes that left, died or froze.",
            registry=registry,
        )
        self._views = Counter("pickomino_views", "Views sent to clients.", registry=registry)
        self.views = 0
        """Views not yet added to the Prometheus counter, which is slow because it takes a lock."""
        self.outcomes: collections.Counter[str] = collections.Counter({"done": 0})
        """Outcomes of commands not yet added to the Prometheus counter."""
        self.seconds = Histogram(
            "pickomino_command_seconds", "Time from a command to its response.", registry=registry
        )

    def render(self) -> bytes:
        """Return all metrics in the Prometheus text format."""
        self._views.inc(self.views)
        self.views = 0
        for outcome, count in self.outcomes.items():
            self._commands.labels(outcome).inc(count)
            self.outcomes[outcome] = 0
        return generate_latest(self._registry)
