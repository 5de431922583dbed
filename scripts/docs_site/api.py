"""Writes the pages of the API reference; mkdocstrings fills them from the docstrings."""

import importlib
import pkgutil

import pickomino

PACKAGES = {
    "solver": "The exact solution of one turn",
    "evaluation": "The chance of winning",
    "bots": "Computer players",
    "arena": "Matches between bots",
    "envs": "Environments for reinforcement learning",
}
INTRODUCTION = """# Python

`import pickomino` gives everything on this page, and loads in milliseconds. The packages below have
further modules, for reading and for experiments: they may change in any version, except what
[Environments](../environments.md) describes.

"""


def write_api(folder):
    """Write the pages; return them, the overview first."""
    folder.mkdir(parents=True)
    overview = folder / "index.md"
    rows = [f"| [`pickomino.{name}`]({name}.md) | {title} |" for name, title in PACKAGES.items()]
    table = "| package | purpose |\n|---|---|\n" + "\n".join(rows) + "\n\n"
    exported = [name for name in pickomino.__all__ if not name.startswith("_")]
    blocks = [_block(f"pickomino.{name}") for name in exported]
    overview.write_text(INTRODUCTION + table + "".join(blocks), "utf-8")
    return [overview, *(_write_package(folder, name, title) for name, title in PACKAGES.items())]


def _write_package(folder, name, title):
    package = importlib.import_module(f"pickomino.{name}")
    modules = [module.name for module in pkgutil.iter_modules(package.__path__)]
    lines = [f"# {title}\n\n::: pickomino.{name}\n    options:\n      members: false\n\n"]
    for module in modules:
        if not module.startswith("_") and module != "errors":
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
