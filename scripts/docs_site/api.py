"""Writes the pages of the API reference; mkdocstrings fills them from the docstrings."""

import ast
import inspect
from importlib import import_module
from itertools import pairwise
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
        (
            *("protocol", "judge", "network_chance", "network", "win_chance", "look_ahead"),
            *("endgame_look_ahead", "outcome_values", "strength"),
        ),
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
            "external",
        ),
    ),
    "arena": Package(
        "Matches between bots",
        (
            *("match", "settings", "statistics", "plot", "ratings", "intervals", "sprt"),
            "game_records",
        ),
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
THEMES = {
    "positions": Package("Rules, positions and dice", ("core",)),
    "games": Package("Games and records", ("record", "game_files")),
    "playing": Package("Bots and matches", ("bots", "arena", "evaluation")),
    "analysis": Package("Advice and review", ("analysis",)),
}
"""Where `pickomino` takes its names from, by page."""
INTRODUCTION = """# Python

`import pickomino` gives every name of the first tables, and loads in milliseconds. The packages at
the end are for experiments: they may change in any version, except `solved`, `bench` and what
[Environments](../environments.md) describes. Everything here has an example that tests run.

"""
INTERNALS = "The modules on this page are for callers. All others of the package are internals."
PACKAGE_TABLE = "## Packages\n\n| package | purpose |\n|---|---|\n"


def write_api(folder):
    """Write the pages; return them, the overview first."""
    folder.mkdir(parents=True)
    overview = folder / "index.md"
    rows = [
        f"| [`pickomino.{name}`]({name}.md) | {package.title} |\n"
        for name, package in PACKAGES.items()
    ]
    tables = [_table(name, theme) for name, theme in THEMES.items()]
    overview.write_text("".join([INTRODUCTION, *tables, PACKAGE_TABLE, *rows]), "utf-8")
    return [
        overview,
        *(_write_theme(folder, name, theme) for name, theme in THEMES.items()),
        *(_write_package(folder, name, *package) for name, package in PACKAGES.items()),
    ]


def exported_by(theme):
    """Return the public names that come from the packages of a theme."""
    return [
        name
        for module, names in pickomino._MODULES.items()
        if module.partition(".")[0] in theme.modules
        for name in names
    ]


def _table(page, theme):
    """Return a table with the first sentence about each name."""
    rows = [
        f"| [`{name}`]({page}.md#pickomino.{name}) | {_purpose(name)} |\n"
        for name in exported_by(theme)
    ]
    return f"## {theme.title}\n\n| name | purpose |\n|---|---|\n{''.join(rows)}\n"


def _purpose(name):
    value = getattr(pickomino, name)
    is_documented = inspect.isclass(value) or inspect.isfunction(value)
    text = (value.__doc__ or "") if is_documented else _text_below(name)
    return text.partition("\n")[0].replace("|", "\\|")


def _text_below(name):
    """Return what the source says below a plain value."""
    source = import_module(f"pickomino.{pickomino._HOMES[name]}")
    for node, text in pairwise(ast.parse(inspect.getsource(source)).body):
        match node, text:
            case (
                ast.Assign(targets=[ast.Name(id=target)])
                | ast.AnnAssign(target=ast.Name(id=target)),
                ast.Expr(value=ast.Constant(value=str(value))),
            ) if target == name:
                return value
            case _:
                pass
    raise ValueError(f"{name} has no text below it")


def _write_theme(folder, name, theme):
    blocks = [_block(f"pickomino.{exported}") for exported in exported_by(theme)]
    page = folder / f"{name}.md"
    page.write_text(f"# {theme.title}\n\n{''.join(blocks)}", "utf-8")
    return page


def _write_package(folder, name, title, modules):
    lines = [
        f"# {title}\n\n::: pickomino.{name}\n    options:\n      members: false\n\n",
        f"{INTERNALS}\n\n",
    ]
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
