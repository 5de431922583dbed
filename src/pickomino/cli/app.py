"""The commands of `pickomino` and their exit codes.

Exit codes: 0 success; 1 failure (wrong dice, a bot with faults); 2 bad input, nothing changed;
130 interrupted with Ctrl-C.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cyclopts import App, CycloptsError

from pickomino._version import __version__
from pickomino.core.errors import PickominoError, message

EXIT_FAILURE: Final = 1
EXIT_BAD_INPUT: Final = 2
EXIT_INTERRUPTED: Final = 130
HELP: Final = ("--help", "-h")
EXAMPLES: Final = message("Examples:")

app = App(
    name="pickomino",
    help=message("Play Pickomino (Heckmeck am Bratwurmeck), review games and verify their dice."),
    version=__version__,
    help_format="plaintext",
    result_action="return_value",
    help_epilogue=message("Start with: pickomino play"),
)


def _add(command: str, summary: str, *examples: str) -> None:
    """Add a command with examples below its help; its module is imported when it is called."""
    epilogue = "\n".join([EXAMPLES, *(f"  {example}" for example in examples)])
    app.command(f"pickomino.cli.commands.{command}", help=summary, help_epilogue=epilogue)


_add(
    "play:play",
    message("Play in the terminal, with people and bots."),
    "pickomino play",
    "pickomino play --people 3 --bots 0 --names Ann,Ben,Cleo",
    "pickomino play --rules classic --extrawurm --bots 2 --language de",
    'pickomino play --rules "standard(steal=optional)" --record game.wgn',
    "pickomino play --bots expert,strategist",
    "pickomino play --people 0 --bots random,family --seed 7",
    "pickomino play --join http://192.168.1.20:8000/table/ABCD2345 --name Ann",
)
_add(
    "serve:serve",
    message(
        "Serve the game to browsers: on this machine, on the local network or on the internet."
    ),
    "pickomino serve",
    "pickomino serve --lan",
    "pickomino serve --port 8080 --public-url https://games.example.org",
)
_add(
    "serve:backup",
    message("Back up a server’s database, even while the server is running."),
    "pickomino backup --output friday.db",
    "pickomino backup --database games.db --output friday.db",
)
_add(
    "serve:restore",
    message("Replace a server’s database with a backup while the server is stopped."),
    "pickomino restore --input friday.db",
    "pickomino restore --input friday.db --database games.db",
)
_add(
    "serve:transfer",
    message("Copy all games to another database while the server is stopped."),
    "pickomino transfer --from games.db --to postgresql://me@db.example.org/games",
)
_add(
    "serve:unarchive",
    message("Reopen a table that was archived because it was inactive."),
    "pickomino unarchive ABCD2345",
    "pickomino unarchive ABCD2345 --database games.db",
)
_add(
    "site:site",
    message("Build the game as static files, which any web server can serve."),
    "pickomino site --output public --runtime build/runtime",
)
_add(
    "odds:odds",
    message(
        "Show the odds and the best choice in a position; without a position, advise you at a"
        " real table."
    ),
    "pickomino odds",
    'pickomino odds "classic ooo.oooooooooooo 24/- b 55ww 1134"',
    "pickomino odds standard_oooooooooooooooo_-/-_a_-_~ --aim worms",
    "pickomino odds standard_oooooooooooooooo_-/-_a_5ww_12345 --aim 25 --json",
)
_add(
    "bots:bots",
    message("List the bots, from the weakest to the strongest."),
    "pickomino bots",
    "pickomino bots --json",
)
_add(
    "arena:arena",
    message("Play many games between bots, and show which is better and how certain that is."),
    "pickomino arena expert family",
    "pickomino arena expert family beginner random --games 4000 --rules classic",
    "pickomino arena strategist expert --sprt 0.50,0.52 --results match.jsonl",
    "pickomino arena mypackage:MyBot expert --records games.parquet",
    "pickomino arena expert family --plot match.svg --json > match.json",
)
_add(
    "bench:bench",
    message("Run a bot through the tasks of the benchmark; without a bot, list the tasks."),
    "pickomino bench",
    "pickomino bench expert --output expert.json",
    "pickomino bench mypackage:MyBot --tasks decisions-v1,expert-v1 --json",
)
_add(
    "records:replay",
    message("Replay recorded games as text, or show one turn of a game."),
    "pickomino replay game.wgn",
    "pickomino replay games.wgn --game 2",
    "pickomino replay game.wgn --turn 3b",
    "pickomino replay - --json < game.wgn",
)
_add(
    "records:verify",
    message("Recompute every roll of recorded games. Exit code 1 if one is wrong."),
    "pickomino verify game.wgn",
    "pickomino verify - --json < game.wgn",
)
_add(
    "records:convert",
    message("Convert records from WGN to JSON or back; invalid records are refused."),
    "pickomino convert games.wgn > games.json",
    "pickomino convert games.json --output games.wgn",
    "pickomino convert ABCD2345.room",
)
_add(
    "records:export",
    message("Export the games saved on this device as records."),
    "pickomino export > games.wgn",
    "pickomino export --last 1 | pickomino review -",
    "pickomino export --to json --output games.json",
)
_add(
    "review:review",
    message("Separate luck from skill in recorded games."),
    "pickomino review game.wgn",
    "pickomino review game.wgn --svg game.svg --annotate game-with-comments.wgn",
    "pickomino review games/*.wgn",
    "pickomino review - --json < game.wgn",
)
_add(
    "daily:daily",
    message("Solve the five puzzles of the day, which are the same for every player."),
    "pickomino daily",
    "pickomino daily --date 2026-11-16",
    "pickomino daily --past",
    "pickomino daily --json",
)
_add(
    "practice:practice",
    message("Practise with puzzles, or with decisions from your own games."),
    "pickomino practice",
    "pickomino practice --theme steal",
    "pickomino practice --own",
)
_add(
    "profile:profile",
    message("Show what this device remembers about your games."),
    "pickomino profile",
    "pickomino profile --json > profile.json",
    "pickomino profile --import profile.json",
    "pickomino profile --delete",
)
_add(
    "help:help_",
    message("Show the help for a command."),
    "pickomino help",
    "pickomino help arena",
)
_add(
    "completion:completion",
    message("Print the completion script for a shell."),
    'eval "$(pickomino completion bash)"',
    "pickomino completion zsh > ~/.zfunc/_pickomino",
    "pickomino completion fish > ~/.config/fish/completions/pickomino.fish",
    "pickomino completion powershell >> $PROFILE",
)


def main() -> None:
    _prepare_streams()
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader closed the pipe, as `head` does.
        _mute()
        code = 0
    except OSError as error:
        # Most likely the disk behind the output is full; errors of named files are PickominoErrors.
        _mute()
        print(f"pickomino: {error.strerror or error}", file=sys.stderr)
        code = EXIT_FAILURE
    sys.exit(code)


def _prepare_streams() -> None:
    """Replace undecodable characters; write the same bytes to files and pipes on every system."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream: object = getattr(sys, name)
        if stream is None:  # closed by the caller
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
            if name == "stdout" and not stream.isatty():
                stream.reconfigure(encoding="utf-8", newline="\n")


def _mute() -> None:
    """Discard remaining output, so that flushing at exit does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(arguments: Sequence[str]) -> int:
    """Run a command; return its exit code."""
    if not arguments or any(option in arguments for option in HELP):
        from pickomino.cli.help_pages import translate_help

        translate_help(app, arguments)
    try:
        code: object = app(arguments, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        from pickomino.cli.help_pages import print_usage_error

        print_usage_error(error, arguments)
        return EXIT_BAD_INPUT
    except PickominoError as error:
        from pickomino.i18n import describe_error, preferred_language, texts_in

        print(describe_error(texts_in(preferred_language()), error), file=sys.stderr)
        return EXIT_BAD_INPUT
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return code if isinstance(code, int) else 0
