"""The game in plain text that was not finished, kept so that people can go on with it."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from pickomino.cli.files import write_text
from pickomino.cli.folders import data_folder
from pickomino.core.dice import SeededDice
from pickomino.core.errors import PickominoError
from pickomino.record.files import read_text
from pickomino.record.game import Game


def saved_file() -> Path | None:
    """Return where the game at this terminal is kept; games through a pipe are not."""
    return data_folder() / "plain.wgn" if sys.stdin.isatty() else None


def unfinished(file: Path) -> Game | None:
    """Return the game to go on with, if there is one that can be read."""
    try:
        game = Game.from_wgn(read_text(str(file)))
        seed = int(game.tags["DiceSeed"])
    except (PickominoError, KeyError, ValueError):
        return None
    if game.is_over:
        return None
    game.continue_with(SeededDice(seed))
    return game


def keep(file: Path, game: Game) -> None:
    """Keep a game as it stands; one that is over need not be kept."""
    with contextlib.suppress(OSError, PickominoError):
        if game.is_over:
            file.unlink(missing_ok=True)
        else:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # A record says how long its game may be only when that has stopped it.
            limit = {"TurnLimit": str(game.state.turn_limit)}
            write_text(
                str(file), Game.from_state(game.state, game.dice).named(game.tags | limit).wgn()
            )
