"""`pickomino play`: a game in the terminal app or in plain text."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, cast

from pickomino.bots.registry import BOTS, make_bot, missing_libraries, require_libraries
from pickomino.cli.files import RecordFiles, refuse_existing
from pickomino.cli.folders import data_folder
from pickomino.cli.options import Flag, Language, parse_rules
from pickomino.cli.plain.match import PlainMatch, new_game
from pickomino.cli.plain.prompts import read_answer
from pickomino.cli.plain.saving import load_unfinished, saved_file
from pickomino.core.dice import BY_LOT, SeededDice
from pickomino.core.errors import InvalidNotation, PickominoError, quote
from pickomino.core.rules import MAX_PLAYERS, Rules
from pickomino.i18n import Texts, describe_error, select_texts
from pickomino.i18n.names import display_names
from pickomino.record.game import Game
from pickomino.record.names import BOT_TAG, normalize_name
from pickomino.record.state import TURN_LIMIT

if TYPE_CHECKING:
    from pickomino.tables.offline import GamePlan

MAX_DIGITS: Final = 40
DEFAULT_BOT: Final = "family"
"""The bot that plays when only a number of bots is given."""
_APP_LIBRARIES: Final = ("textual", "websockets")
"""Libraries that the app needs, installed by the extra `tui`."""
_DUMB: Final = ("", "dumb", "unknown")
"""Values of TERM for terminals that cannot move the cursor."""


def play(
    *,
    people: int | None = None,
    bots: str | None = None,
    names: str = "",
    rules: str | None = None,
    extrawurm: Flag = False,
    seed: int | None = None,
    language: Language = None,
    record: str | None = None,
    turn_limit: int | None = None,
    starter: str | None = None,
    match_games: int | None = None,
    match_wins: int | None = None,
    join: str | None = None,
    name: str = "",
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
        The seed for the dice and the bots' choices.
    record
        Write a record (WGN) to this new file and update it after every turn and every decision;
        further games go into files next to it (game-2.wgn).
    turn_limit
        Stop a game after this many turns: 5000 by default and at most.
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
    rule_set = parse_rules(rules or "standard", extrawurm=extrawurm)
    match = 1 if match_games is None else match_games, match_wins or 0
    if not plain and _can_show_app():
        missing = missing_libraries(_APP_LIBRARIES)
        if not missing:
            write = None if record is None else RecordFiles(record).write
            seat = _starting_seat(starter or "1", len(tags))
            plan = _Plan(tags, rule_set, _app_limit(turn_limit), seed, seat, *match)
            chosen = plan if is_chosen else None
            return _run_app(
                chosen, write, join, name, is_extrawurm=rule_set.extrawurm, language=language
            )
        _refuse_missing_bots(tags, missing)
        problem = PickominoError("needs_extra", package=", ".join(missing), extra="tui")
        print(describe_error(texts, problem), file=sys.stderr)
    if join is not None:
        return _join_plain(join, name, texts)
    saved = saved_file()
    if saved is not None and not is_chosen and record is None:
        game = load_unfinished(saved)
        if game is not None and _wants_to_continue(game, texts):
            PlainMatch(texts, None, saved).run(game)
            return 0
    seat = _starting_seat(starter or "1", len(tags))
    limit = TURN_LIMIT if turn_limit is None else turn_limit
    game = new_game(tags, rule_set, seed, seat, limit)
    game.tags |= _match_tags(*match, len(tags))
    PlainMatch(texts, record, saved).run(game)
    return 0


def _match_tags(games: int, wins: int, players: int) -> dict[str, str]:
    """Return the record tags of the requested match."""
    if (games, wins) == (1, 0):
        return {}
    from pickomino.rooms.domain.validation import validate_settings
    from pickomino.rooms.protocol.messages import Settings
    from pickomino.rooms.protocol.score import Score, match_tags

    settings = validate_settings(Settings(match_games=games, match_wins=wins))
    return match_tags(settings, Score(), players, is_over=False)


class _Plan(NamedTuple):
    """The game that the options describe."""

    tags: list[str]
    rules: Rules
    turn_limit: int
    seed: int | None
    starter: int | None
    """The starting seat, or None to draw lots."""
    match_games: int
    match_wins: int


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
    """If bots lack libraries too, raise one error for bots and app: one command installs all."""
    names = [tag.removeprefix(BOT_TAG).partition(":")[0] for tag in tags if tag.startswith(BOT_TAG)]
    needed = {library for name in names if name in BOTS for library in BOTS[name].needs}
    more = missing_libraries(sorted(needed))
    if more:
        raise PickominoError("needs_extra", package=", ".join((*more, *missing)), extra="bots,tui")


def _can_show_app() -> bool:
    """Return whether the terminal can show the app."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return sys.platform == "win32" or os.environ.get("TERM", "") not in _DUMB


class _StartApp(Protocol):
    """The signature of `run_app` in `pickomino.tui.start`."""

    def __call__(
        self,
        folder: Path,
        language: str | None,
        *,
        plan: GamePlan | None,
        form_values: Mapping[str, str],
        join: str | None,
        name: str,
        write_record: Callable[[int, str], None] | None,
    ) -> int: ...


def _run_app(
    plan: _Plan | None,
    write_record: Callable[[int, str], None] | None,
    join: str | None,
    name: str,
    *,
    is_extrawurm: bool,
    language: Language,
) -> int:
    from pickomino.rooms import BotSeat, PersonSeat, Settings
    from pickomino.rooms.domain.validation import validate_settings
    from pickomino.tables.offline import GamePlan

    # By name: no shell imports another one, and the extra of the app may be missing.
    run_app = cast("_StartApp", import_module("pickomino.tui.start").run_app)
    game = None
    if plan is not None:
        tags = plan.tags
        _check(tags, plan.rules, plan.turn_limit, plan.seed)
        texts = select_texts(None)
        seats = tuple(
            BotSeat(tag.removeprefix(BOT_TAG)) if tag.startswith(BOT_TAG) else PersonSeat(shown)
            for tag, shown in zip(tags, display_names(tags, texts), strict=True)
        )
        settings = Settings(
            str(plan.rules),
            practice=True,
            hints=True,
            turn_limit=plan.turn_limit,
            starter="lot" if plan.starter is None else "host",
            match_games=plan.match_games,
            match_wins=plan.match_wins,
        )
        game = GamePlan(seats, validate_settings(settings), plan.seed, plan.starter or 0)
    return run_app(
        data_folder(),
        language,
        plan=game if join is None else None,
        form_values={"extrawurm": "yes"} if is_extrawurm else {},
        join=join,
        name=name,
        write_record=write_record,
    )


def _join_plain(join: str, name: str, texts: Texts) -> int:
    """Play at an online table in plain text."""
    require_libraries(("websockets",), "tui")
    from pickomino.cli.plain.online import OnlineSession
    from pickomino.tables.addresses import TableAddress
    from pickomino.tables.online import OnlineTable
    from pickomino.tables.seat_tokens import SeatTokens

    address = TableAddress.parse(join)

    async def play() -> None:
        table = OnlineTable(address, SeatTokens(data_folder() / "tables.json"))
        await OnlineSession(table, name or texts.gettext("Chick"), texts).run()

    asyncio.run(play())
    return 0


def _app_limit(turn_limit: int | None) -> int:
    """Return the turn limit of a game in the app, whose maximum is lower than in plain text."""
    if turn_limit is None:
        return TURN_LIMIT
    if turn_limit > TURN_LIMIT:
        raise InvalidNotation("turn_limit_too_high", turns=turn_limit, most=TURN_LIMIT)
    return turn_limit


def _check(tags: list[str], rule_set: Rules, turn_limit: int, seed: int | None) -> None:
    """Refuse invalid settings before the app takes over the screen."""
    from pickomino.rooms.domain.validation import validate_bot

    Game(rule_set, len(tags), SeededDice(seed or 0), turn_limit=turn_limit)
    for tag in tags:
        if tag.startswith(f"{BOT_TAG}external"):
            make_bot(tag.removeprefix(BOT_TAG))
        elif tag.startswith(BOT_TAG):
            validate_bot(tag.removeprefix(BOT_TAG), BOTS)
        else:
            normalize_name(tag)


def _wants_to_continue(game: Game, texts: Texts) -> bool:
    names = display_names(game.names, texts)
    text = texts.gettext("Continue the game of {names}? Enter continues, n starts a new one.")
    print(text.format(names=", ".join(names)))
    answer = read_answer()
    return answer is not None and not answer.lower().startswith("n")


def _tags(people: int | None, bots: str | None, names: str) -> list[str]:
    """Return the players as records name them."""
    seats = _people(1 if people is None else people, names)
    return [*seats, *(f"{BOT_TAG}{spec}" for spec in _bot_specs("1" if bots is None else bots))]


def _people(people: int, names: str) -> list[str]:
    if people < 0:
        raise InvalidNotation("bad_players", players=people)
    if not names:
        return ["?"] * min(people, MAX_PLAYERS + 1)
    given = [normalize_name(name) for name in names.split(",")]
    if len(given) != people:
        raise InvalidNotation("bad_names", found=len(given), people=people)
    return given


def _bot_specs(bots: str) -> list[str]:
    if not bots.isascii() or not bots:
        raise InvalidNotation("bad_bots", text=quote(bots))
    if bots.isdigit() and len(bots) <= MAX_DIGITS:
        return [DEFAULT_BOT] * min(int(bots), MAX_PLAYERS + 1)
    # A comma separates bots only before a bot's name: options contain commas too.
    return re.split(rf",(?=(?:{'|'.join(BOTS)})(?:[:,]|$))", bots)
