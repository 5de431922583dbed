"""Help pages and usage errors of the command line in the user's language.

Cyclopts lays out the pages; texts are translated when they are printed. `scripts/extract_texts.py`
extracts parameter descriptions from docstrings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from cyclopts import App, CycloptsError
from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)
from cyclopts.help import DefaultFormatter, HelpEntry, HelpPanel
from rich.console import Console, ConsoleOptions
from rich.panel import Panel
from rich.text import Text

from pickomino.core.errors import message, quote
from pickomino.i18n import LANGUAGES, Texts, preferred_language, texts_in

_WORDS: Final = (
    message("Commands"),
    message("Parameters"),
    message("Arguments"),
    message("Display this message and exit."),
    message("Display application version."),
)
"""Texts that Cyclopts adds."""


def requested_texts(arguments: Sequence[str]) -> Texts:
    """Return the translations for --language or, without it, for the system's language."""
    languages = [
        value
        for option, value in pairwise(arguments)
        if option == "--language" and value in LANGUAGES
    ]
    return texts_in(languages[-1] if languages else preferred_language())


def translate_help(app: App, arguments: Sequence[str]) -> None:
    texts = requested_texts(arguments)
    app.help_formatter = _TranslatedPages(texts)
    named = [app[word] for word in arguments[:1] if word in app]
    for page in (app, *named):
        heading, _, rest = (page.help_epilogue or "").partition("\n")
        page.help_epilogue = "\n".join(filter(None, (_translate(heading, texts), rest)))


def print_usage_error(error: CycloptsError, arguments: Sequence[str]) -> None:
    """Print what is wrong with a command line; in English this is Cyclopts' own message."""
    texts = requested_texts(arguments)
    is_clear = texts is texts_in("en") and not isinstance(error, UnusedCliTokensError)
    text = str(error) if is_clear else _describe(error, texts.gettext)
    Console(stderr=True).print(Panel(Text(text), border_style="red"))


def _describe(error: CycloptsError, gettext: Callable[[str], str]) -> str:
    match error:
        case UnknownOptionError():
            option = error.token.keyword or error.token.value
            return gettext("unknown option {option}").format(option=option)
        case UnknownCommandError():
            return gettext("unknown command; `pickomino --help` lists them")
        case UnusedCliTokensError():
            values = " ".join(map(quote, error.unused_tokens or ()))
            return gettext("unexpected: {values}").format(values=values)
        case MissingArgumentError():
            name = "?" if error.argument is None else error.argument.name
            return gettext("a value is missing for {option}").format(option=name)
        case CoercionError():
            name = "?" if error.argument is None else error.argument.name
            return gettext("the value of {option} is not valid").format(option=name)
        case _:
            return str(error)


class _TranslatedPages(DefaultFormatter):
    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self._texts = texts

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        entries = [self._entry(entry) for entry in panel.entries]
        title = _translate(str(panel.title), self._texts)
        super().__call__(console, options, panel.copy(title=title, entries=entries))

    def render_usage(self, console: Console, options: ConsoleOptions, usage: object) -> None:
        del options
        if usage:
            text = self._texts.gettext("Usage: {usage}").format(usage=usage)
            console.print(text, style="bold", markup=False, highlight=False)

    def render_description(
        self, console: Console, options: ConsoleOptions, description: object
    ) -> None:
        del options
        text = _translate(_plain(description), self._texts)
        console.print(text, markup=False, highlight=False)
        console.print()

    def _entry(self, entry: HelpEntry) -> HelpEntry:
        gettext = self._texts.gettext
        parts = [_translate(_plain(entry.description), self._texts)]
        if entry.choices:
            parts.append(gettext("[choices: {values}]").format(values=", ".join(entry.choices)))
        if entry.default not in (None, '""'):
            parts.append(gettext("[default: {value}]").format(value=entry.default))
        if entry.required:
            parts.append(gettext("[required]"))
        text = " ".join(filter(None, parts))
        return entry.copy(description=text, choices=None, default=None, required=False)


def _plain(description: object) -> str:
    """Return the text of a docstring on one line."""
    inner = getattr(description, "primary_renderable", description)
    return " ".join(str(inner or "").split())


def _translate(text: str, texts: Texts) -> str:
    # gettext("") returns the catalog header.
    return texts.gettext(text) if text else ""
