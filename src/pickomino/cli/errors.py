"""Error codes of the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.core.errors import message

MESSAGES: Final[Mapping[str, str]] = {
    "no_records": message("give one or more records to review, or - for standard input"),
    "one_game_only": message("a chart shows one game, but there are {count}"),
    "bad_dice_count": message("{found} dice given, but {expected} dice must be rolled"),
    "bad_answer": message("{text} is not possible here"),
    "needs_position": message("--json needs a position; without one you would be asked questions"),
    "no_extrawurm_record": message("the adviser cannot record games with Extrawurm"),
    "bad_bots": message("{text} is neither a number of bots nor a list of bot names"),
    "bad_names": message(
        "the number of names ({found}) does not match the number of people ({people})"
    ),
}
