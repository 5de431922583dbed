"""The files in `deploy/` match the program: metrics, settings and hosts."""

import json
import re
from pathlib import Path

import pytest
import yaml

from pickomino.server.ops.metrics import Metrics
from pickomino.server.settings import from_environment

DEPLOY = Path(__file__).parents[2] / "deploy"


def read(name):
    return yaml.safe_load((DEPLOY / name).read_text())


def exported():
    """Return the names in `/metrics`, and those that Prometheus adds."""
    text = Metrics().render().decode()
    kinds = re.findall(r"^# TYPE (\S+)", text, re.MULTILINE)
    return {*kinds, *re.findall(r"^([a-z_]+)[ {]", text, re.MULTILINE), "up"}


def alarms():
    return [rule["expr"] for group in read("alarms.yaml")["groups"] for rule in group["rules"]]


def dashboard():
    panels = json.loads((DEPLOY / "grafana.json").read_text())["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


@pytest.mark.parametrize("source", [alarms, dashboard])
def test_watched_metrics_are_exported(source):
    expressions = source()
    named = [re.findall(r"\b(?:pickomino|process)_\w+|\bup\b", one) for one in expressions]
    assert all(named)
    assert {name for names in named for name in names} <= exported()


def test_every_metric_has_an_alarm_or_a_panel():
    watched = " ".join([*alarms(), *dashboard()])
    own = {name for name in exported() if name.startswith("pickomino_")}
    unwatched = {
        name
        for name in own
        if re.sub("_(total|bucket|sum|count|created)$", "", name) not in watched
    }
    assert unwatched == set()


def test_compose_demands_a_password_for_redis():
    services = read("compose.yaml")["services"]
    *_, option, password = services["valkey"]["command"]
    assert (option, password) == ("--requirepass", "${REDIS_PASSWORD:?}")
    nodes = [service for name, service in services.items() if name.startswith("node-")]
    addresses = {node["environment"]["PICKOMINO_REDIS"] for node in nodes}
    assert addresses == {f"redis://:{password}@valkey"}


def test_compose_limits_the_length_of_messages():
    """Reading a message of 30 MB takes a node a tenth of a second; 1 MB is the least limit."""
    command = read("compose.yaml")["services"]["valkey"]["command"]
    assert command[command.index("--proto-max-bulk-len") + 1] == "1mb"


def test_compose_nodes_accept_the_hosts_of_their_clients():
    """With a public URL, a node refuses all host names but its own."""
    compose = read("compose.yaml")
    upstreams = re.findall(r"node-\d:8000", (DEPLOY / "Caddyfile").read_text())
    (job,) = read("prometheus.yaml")["scrape_configs"]
    (targets,) = job["static_configs"]
    names = {f"{name}:8000" for name in compose["services"] if name.startswith("node-")}
    assert {*upstreams} == {*targets["targets"]} == names
    for name in names:
        node = compose["services"][name.partition(":")[0]]
        text = json.dumps(node["environment"]).replace("${DOMAIN:?}", "games.example.org")
        settings = from_environment(json.loads(text))
        assert all(settings.is_own_host(name) for name in (*names, "games.example.org"))
