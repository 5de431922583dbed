"""Writes the pages of the API reference; mkdocstrings fills them from the docstrings."""

from typing import NamedTuple

import pickomino


class Package(NamedTuple):
    title: str
    modules: tuple[str, ...]
    """The modules that are for readers of the page; all other modules are internals."""


PACKAGES = {
    "solver": Package("The exact solution of one turn", ("odds", "solution", "outcomes", "shape")),
    "evaluation": Package(
        "The chance of winning",
        ("protocol", "judge", "network_chance", "win_chance", "outcome_values", "strength"),
    ),
    "bots": Package(
        "Computer players",
        (
            "protocol",
            "registry",
            "games",
            "ratings",
            "evaluator_bot",
            "exact_turn",
            "expert",
            "rule_of_thumb",
        ),
    ),
    "arena": Package(
        "Matches between bots",
        ("match", "settings", "statistics", "ratings", "intervals", "sprt", "game_records"),
    ),
    "solved": Package("Small games, solved exactly", ("game", "starts")),
    "bench": Package("The benchmark", ("runner", "decisions", "exact_loss", "text")),
    "envs": Package(
        "Environments for reinforcement learning",
        (
            "gymnasium",
            "pettingzoo",
            "openspiel",
            "vector.games",
            "vector.environment",
            "torch.environment",
            "stable_baselines3",
            "encoding",
            "actions",
            "starts",
        ),
    ),
}
INTRODUCTION = """# Python

`import pickomino` gives everything on this page, and loads in milliseconds. The packages below are
for experiments: they may change in any version, except what [Environments](../environments.md)
describes. Everything here has an example that tests run.

"""


def write_api(folder):
    """Write the pages; return them, the overview first."""
    folder.mkdir(parents=True)
    overview = folder / "index.md"
    rows = [
        f"| [`pickomino.{name}`]({name}.md) | {package.title} |"
        for name, package in PACKAGES.items()
    ]
    table = "| package | purpose |\n|---|---|\n" + "\n".join(rows) + "\n\n"
    exported = [name for name in pickomino.__all__ if not name.startswith("_")]
    blocks = [_block(f"pickomino.{name}") for name in exported]
    overview.write_text(INTRODUCTION + table + "".join(blocks), "utf-8")
    return [
        overview,
        *(_write_package(folder, name, *package) for name, package in PACKAGES.items()),
    ]


def _write_package(folder, name, title, modules):
    lines = [f"# {title}\n\n::: pickomino.{name}\n    options:\n      members: false\n\n"]
    for module in modules:
        heading = f"## `{name}.{module}`\n\n"
        lines.append(heading + _block(f"pickomino.{name}.{module}", level=3))
    page = folder / f"{name}.md"
    page.write_text("".join(lines), "utf-8")
    return page


def _block(path, level=2):
    options = [f"heading_level: {level}"]
    if level == 2:
        options += ["show_root_heading: true", "show_root_toc_entry: true"]
    lines = "".join(f"      {option}\n" for option in options)
    return f"::: {path}\n    options:\n{lines}\n"
