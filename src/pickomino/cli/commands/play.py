"""`pickomino play`: a game in the terminal app or in plain text."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final, cast

from pickomino.bots.registry import BOTS, missing_libraries
from pickomino.cli.files import RecordFiles, data_folder, refuse_existing
from pickomino.cli.options import (
    Flag,
    Language,
    NetworkFile,
    WholeNumber,
    parse_rules,
    use_network,
)
from pickomino.core.dice import BY_LOT, SeededDice
from pickomino.core.errors import InvalidNotation, PickominoError, quote
from pickomino.core.position import start
from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from pickomino.i18n import describe_error, select_texts
from pickomino.operating_system import IS_WINDOWS
from pickomino.record.names import BOT_TAG, normalize_name
from pickomino.record.state import TURN_LIMIT
from pickomino.rooms import Settings
from pickomino.rooms.domain.validation import validate_settings
from pickomino.tables.offline import GamePlan, require_bot, seat_plan

MAX_DIGITS: Final = 40
DEFAULT_BOT: Final = "family"
"""The bot that plays when only a number of bots is given."""
_APP_LIBRARIES: Final = ("textual", "websockets")
"""Libraries that the app needs, installed by the extra `tui`."""
_DUMB: Final = ("", "dumb", "unknown")
"""Values of TERM for terminals that cannot move the cursor."""


def play(
    *,
    people: WholeNumber | None = None,
    bots: str | None = None,
    names: str = "",
    rules: str | None = None,
    extrawurm: Flag = False,
    seed: WholeNumber | None = None,
    language: Language = None,
    record: str | None = None,
    turn_limit: WholeNumber | None = None,
    starter: str | None = None,
    match_games: WholeNumber | None = None,
    match_wins: WholeNumber | None = None,
    join: str | None = None,
    name: str = "",
    network: NetworkFile = None,
    plain: Flag = False,
) -> int:
    """Play in the terminal, with people and bots.

    Without a choice of players, rules, seed or turn limit it begins with a menu, from which games
    can be continued; with --plain, through a pipe or on a simple terminal it begins at once.

    Parameters
    ----------
    people
        How many people play at this terminal; 1 by default.
    bots
        The number of bots, or their names: family,expert,strategist:depth=1 (see `pickomino bots`).
    names
        The names of the people, separated by commas.
    rules
        The rule set: standard, classic, short, manual or mini, with options such as
        "classic(steal=forced)".
    extrawurm
        Play with the Extrawurm expansion.
    seed
        The seed for the dice and the bots’ choices.
    record
        Write a record (WGN) to this new file and update it after every turn and every decision;
        further games go into files next to it (game-2.wgn).
    turn_limit
        Stop a game after this many turns (default and maximum: 5000).
    starter
        The number of the seat that begins (people come before bots), or `lot` to draw lots; 1 by
        default.
    match_games
        Play a match of this many games.
    match_wins
        Play a match to this many wins.
    join
        Join the online table at this link instead of starting a game.
    name
        Your name at the online table.
    plain
        Play in plain text instead of the full-screen app.
    """
    texts = select_texts(language)
    if record is not None:
        refuse_existing(record)
    options = (people, bots, rules, seed, turn_limit, starter, match_games, match_wins)
    is_chosen = bool(names) or any(option is not None for option in options)
    tags = _tags(people, bots, names)
    if name:
        normalize_name(name)
    can_show_app = not plain and _can_show_app()
    missing = missing_libraries(_APP_LIBRARIES) if can_show_app else ()
    if missing:
        _refuse_missing_bots(tags, missing)
        problem = PickominoError("needs_extra", package=", ".join(missing), extra="tui")
        print(describe_error(texts, problem), file=sys.stderr)
    rule_set = parse_rules(rules or "standard", extrawurm=extrawurm)
    seat = _starting_seat(starter or "1", len(tags))
    settings = Settings(
        str(rule_set),
        practice=True,
        hints=True,
        turn_limit=TURN_LIMIT if turn_limit is None else turn_limit,
        starter="lot" if seat is None else "host",
        match_games=1 if match_games is None else match_games,
        match_wins=match_wins or 0,
    )
    plan = _plan(tags, settings, seed, seat or 0)
    use_network(network, [len(tags)] if is_chosen else ())
    records = None if record is None else RecordFiles(record)
    if can_show_app and not missing:
        # Imported by name: no shell imports another one, and the app's extra may be missing.
        run_app = cast("Callable[..., int]", import_module("pickomino.tui.start").run_app)
        return run_app(
            data_folder(),
            language,
            plan=plan if is_chosen and join is None else None,
            form_values={"extrawurm": "yes"} if rule_set.extrawurm else {},
            join=join,
            name=name,
            write_record=None if records is None else records.write,
        )
    from pickomino.cli.plain.start import join_table, play_at_this_device

    if join is not None:
        return join_table(join, name or texts.gettext("Chick"), records, texts)
    can_continue = not is_chosen and record is None
    return play_at_this_device(plan, records, texts, can_continue=can_continue)


def _plan(tags: Sequence[str], settings: Settings, seed: int | None, starter: int) -> GamePlan:
    """Return the game that the options describe; refuse invalid options before the app starts."""
    start(Rules.parse(settings.rules), len(tags))
    SeededDice(seed or 0)
    for tag in tags:
        if tag.startswith(BOT_TAG):
            require_bot(tag.removeprefix(BOT_TAG), len(tags))
    return GamePlan(tuple(map(seat_plan, tags)), validate_settings(settings), seed, starter)


def _starting_seat(text: str, players: int) -> int | None:
    """Return the starting seat, or None to draw lots.

    >>> _starting_seat("2", 3), _starting_seat("lot", 3)
    (1, None)
    """
    if text == BY_LOT:
        return None
    seats = [str(seat + 1) for seat in range(players)]
    if text not in seats:
        raise InvalidNotation("bad_seat", text=quote(text), known=", ".join([*seats, BY_LOT]))
    return seats.index(text)


def _refuse_missing_bots(tags: list[str], missing: Sequence[str]) -> None:
    """If bots lack libraries too, raise one error for bots and app: one command installs both."""
    names = [tag.removeprefix(BOT_TAG).partition(":")[0] for tag in tags if tag.startswith(BOT_TAG)]
    needed = {library for name in names if name in BOTS for library in BOTS[name].needs}
    more = missing_libraries(sorted(needed))
    if more:
        raise PickominoError("needs_extra", package=", ".join((*more, *missing)), extra="bots,tui")


def _can_show_app() -> bool:
    """Return whether the terminal can show the app."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return IS_WINDOWS or os.environ.get("TERM", "") not in _DUMB


def _tags(people: int | None, bots: str | None, names: str) -> list[str]:
    """Return the players as records name them."""
    person_count = 1 if people is None else people
    specs = [] if bots is None or _is_count(bots) else _bot_specs(bots)
    bot_count = len(specs) or int(bots or 1)
    players = person_count + bot_count
    if person_count < 0 or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise InvalidNotation("bad_seats", people=person_count, bots=bot_count, players=players)
    seated = specs or [DEFAULT_BOT] * bot_count
    return [*_people(person_count, names), *(f"{BOT_TAG}{spec}" for spec in seated)]


def _is_count(bots: str) -> bool:
    return bots.isascii() and bots.isdigit() and len(bots) <= MAX_DIGITS


def _people(people: int, names: str) -> list[str]:
    if not names:
        return ["?"] * people
    given = [normalize_name(name) for name in names.split(",")]
    if len(given) != people:
        raise InvalidNotation("bad_names", found=len(given), people=people)
    return given


def _bot_specs(bots: str) -> list[str]:
    head = bots.partition(":")[0]  # options may have other letters, in the name of a file
    if not head.isascii() or not bots:
        raise InvalidNotation("bad_bots", text=quote(bots))
    for name in (names := head.split(",")):
        if len(names) > 1 and name not in BOTS:
            raise InvalidNotation("unknown_bot", name=quote(name), known=", ".join(BOTS))
    # A comma separates bots only before a bot's name: options contain commas too.
    return re.split(rf",(?=(?:{'|'.join(BOTS)})(?:[:,]|$))", bots)
