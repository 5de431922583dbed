"""Writes a page for every command of the command line, from the commands themselves."""

from pickomino.cli.app import app

INTRODUCTION = """# The command line

Every command prints this help with `--help`, in seven languages (`--language de`). Exit codes: 0
success; 1 failure; 2 bad input, and nothing was changed; 130 interrupted with Ctrl-C.

| command | purpose |
|---|---|
"""


def write_commands(folder):
    """Write the pages; return them, the overview first."""
    folder.mkdir(parents=True)
    names = [name for name in app if not name.startswith("-")]
    overview = folder / "index.md"
    rows = [f"| [`{name}`]({name}.md) | {app[name].help} |" for name in names]
    overview.write_text(INTRODUCTION + "\n".join(rows) + "\n", "utf-8")
    pages = [overview]
    for name in names:
        page = folder / f"{name}.md"
        page.write_text(f"# {name}\n{_body(name)}{_examples(app[name])}", "utf-8")
        pages.append(page)
    return pages


def _body(name):
    """Return what Cyclopts says about a command, below its own heading."""
    _, _, body = app[name].generate_docs(output_format="markdown").partition("\n")
    return body.replace(f"```console\n{name}", f"```console\npickomino {name}", 1)


def _examples(command):
    heading, _, examples = (command.help_epilogue or "").partition("\n")
    if not examples:
        return ""
    lines = "\n".join(line.removeprefix("  ") for line in examples.splitlines())
    return f"\n{heading}\n\n```sh\n{lines}\n```\n"
