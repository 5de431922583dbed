"""Help pages and usage errors in every language."""

import io
import re

import pytest
from rich.console import Console

from pickomino.cli.app import app
from pickomino.cli.help_pages import translate_help
from pickomino.i18n import LANGUAGES, texts_in
from support.cli_runner import pickomino, run_alone

COMMANDS = (
    *("play", "serve", "backup", "restore", "transfer", "unarchive", "odds", "bots", "arena"),
    "bench",
    *(
        "replay",
        "verify",
        "convert",
        "export",
        "review",
        "daily",
        "practice",
        "profile",
        "help",
        "completion",
        "site",
    ),
)


def pages(language):
    """Every page, cut into what can be translated."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LANGUAGE", language)
        # Pages are translated in place: in the end each is put back as it was.
        patch.setattr(app, "help_formatter", app.help_formatter)
        for page in (app, *map(app.__getitem__, COMMANDS)):
            patch.setattr(page, "help_epilogue", page.help_epilogue)
        return [printed(command) for command in ([], *([name] for name in COMMANDS))]


def printed(command):
    translate_help(app, [*command, "--help"])
    page = io.StringIO()
    app.help_print(command, console=Console(file=page, width=400, color_system=None))
    return page.getvalue()


@pytest.fixture(scope="module")
def english():
    return pages("en")


def test_every_command_has_help_with_examples(english):
    overview, *others = english
    commands = re.findall(r"^[│ ]+([a-z]+) {2,}\S", overview, re.MULTILINE)
    assert sorted(commands) == sorted(COMMANDS)
    for command, page in zip(COMMANDS, others, strict=True):
        assert f"  pickomino {command}" in page


def sentences(page):
    """The second column of the tables, without values in brackets."""
    rows = [line.strip("│ ") for line in page.splitlines() if line.startswith("│")]
    texts = [re.split(" {2,}", row, maxsplit=1)[1] for row in rows]
    return {re.sub(r" \[[^]]*\]$", "", text) for text in texts}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_help_pages_are_translated(english, language):
    same = set()
    for ours, theirs in zip(pages(language), english, strict=True):
        assert ours.splitlines()[0] != theirs.splitlines()[0], "the usage"
        assert sentences(ours)
        same |= sentences(ours) & sentences(theirs)
        assert len(sentences(ours)) == len(sentences(theirs))
    assert same == set()


def test_help_examples_can_be_parsed(english):
    for command, page in zip(COMMANDS, english[1:], strict=True):
        examples = page.partition("Examples:\n")[2].splitlines()
        assert any(f"pickomino {command}" in line for line in examples)
        assert all(len(line) <= 80 for line in examples)


def test_no_command_shows_translated_start_hint():
    code, output, errors = pickomino(LANGUAGE="it")
    assert (code, errors) == (0, "")
    assert texts_in("it").gettext("Start with: pickomino play") in output


def test_language_option_selects_help_language():
    code, output, _ = pickomino("play", "--language", "de", "--help")
    assert code == 0
    assert texts_in("de").gettext("Play with the Extrawurm expansion.") in output
    assert texts_in("de").gettext("Examples:") in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("play", "--peple", "2"), "unknown option {option}"),
        (("dance",), "unknown command; `pickomino --help` lists them"),
        (("replay",), "a value is missing for {option}"),
        (("play", "--people", "many"), "the value of {option} is not valid"),
    ],
)
def test_usage_errors_are_translated(arguments, message):
    code, output, errors = pickomino(*arguments, LANGUAGE="nl", COLUMNS="100")
    assert (code, output) == (2, "")
    assert texts_in("nl").gettext(message).partition("{")[0] in errors
    code, _, errors = pickomino(*arguments, LANGUAGE="en")
    assert code == 2
    assert re.search("Unknown option|Unknown command|requires an argument|Invalid value", errors)


@pytest.mark.parametrize("command", ["arena", "help"])
def test_help_of_a_command_is_its_help_page(command):
    assert run_alone("help", command) == pickomino(command, "--help")


def test_help_alone_lists_the_commands():
    assert run_alone("help") == pickomino("--help")


def test_help_of_an_unknown_command_is_refused():
    code, _, errors = run_alone("help", "nonsense")
    assert (code, "Unknown command" in errors) == (2, True)
