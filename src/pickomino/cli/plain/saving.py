"""Saves an unfinished plain-text game, so that it can be continued."""

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
    """Return the file for a game at this terminal; games played through a pipe are not saved."""
    return data_folder() / "plain.wgn" if sys.stdin.isatty() else None


def load_unfinished(file: Path) -> Game | None:
    """Return the game to continue, if there is a readable one."""
    try:
        game = Game.from_wgn(read_text(str(file)))
        seed = int(game.tags["DiceSeed"])
    except (PickominoError, KeyError, ValueError):
        return None
    if game.is_over:
        return None
    game.continue_with(SeededDice(seed))
    return game


def save_game(file: Path, game: Game) -> None:
    """Save an unfinished game; remove the file of a finished one."""
    with contextlib.suppress(OSError, PickominoError):
        if game.is_over:
            file.unlink(missing_ok=True)
        else:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # A record states its turn limit only if the limit ended the game.
            limit = {"TurnLimit": str(game.state.turn_limit)}
            write_text(
                str(file), Game.from_state(game.state, game.dice).add_tags(game.tags | limit).wgn()
            )
