"""`pickomino play`: a game in the terminal."""

from __future__ import annotations

import random
import re
import secrets
import sys
from typing import Final

from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import BOTS, make_bot
from pickomino.cli.files import refuse_existing
from pickomino.cli.names import BOT_TAG, shown_names
from pickomino.cli.options import Flag, Language, chosen_rules
from pickomino.cli.plain.session import Player, Session
from pickomino.cli.plain.words import Speaker
from pickomino.core.dice import HIGHEST_SEED, SeededDice
from pickomino.core.errors import InvalidNotation, quoted
from pickomino.core.position import seat_letter
from pickomino.core.rules import MOST_PLAYERS
from pickomino.i18n import chosen_texts
from pickomino.record.game import TURN_LIMIT, Game

LONGEST_NAME: Final = 40
USUAL_BOT: Final = "family"
"""Who sits down when only a number of bots is asked for."""


def play(
    *,
    people: int = 1,
    bots: str = "1",
    names: str = "",
    rules: str = "standard",
    extrawurm: Flag = False,
    seed: int | None = None,
    language: Language | None = None,
    record: str | None = None,
    turn_limit: int = TURN_LIMIT,
    plain: Flag = False,
) -> int:
    """Play in the terminal, with people and bots.

    Parameters
    ----------
    people
        How many people sit at this terminal.
    bots
        How many bots, or which: family,expert,strategist:depth=1 (see `pickomino bots`).
    names
        The names of the people, separated by commas.
    rules
        standard, classic, short, manual or mini, with options as in "classic(steal=forced)".
    extrawurm
        Play with the Extrawurm expansion.
    seed
        Fix the dice, and what the bots do.
    language
        The language of the game; by default that of the system.
    record
        Keep a record of the game (WGN) in this new file, after every turn and every answer.
    turn_limit
        Stop a game that does not end.
    plain
        Lines of plain text (the only form so far).
    """
    del plain
    texts = chosen_texts(language)
    seed = secrets.randbelow(HIGHEST_SEED) if seed is None else seed
    tags = [*_people(people, names), *(f"{BOT_TAG}{spec}" for spec in _bot_specs(bots))]
    rule_set = chosen_rules(rules, extrawurm=extrawurm)
    game = Game(rule_set, len(tags), SeededDice(seed), turn_limit=turn_limit)
    game.tags = {seat_letter(seat): tag for seat, tag in enumerate(tags)}
    players = [_player(tag, f"{seed}/{seat}") for seat, tag in enumerate(tags)]
    if record is not None:
        refuse_existing(record)
    speaker = Speaker(texts, shown_names(tags, texts))
    print(texts.gettext("Pickomino, rule set {rules}.").format(rules=rule_set))
    session = Session(game, players, speaker, record)
    try:
        session.run()
    except KeyboardInterrupt:
        session.say_end()
        raise
    sys.stdout.flush()
    return 0


def _people(people: int, names: str) -> list[str]:
    if people < 0:
        raise InvalidNotation("bad_players", players=people)
    if not names:
        return ["?"] * min(people, MOST_PLAYERS + 1)
    given = [_checked(name.strip()) for name in names.split(",")]
    if len(given) != people:
        raise InvalidNotation("bad_names", found=len(given), people=people)
    return given


def _player(tag: str, seed: str) -> Player:
    if not tag.startswith(BOT_TAG):
        return Player()
    return Player(make_bot(tag.removeprefix(BOT_TAG)), Thinking(random.Random(seed)))


def _bot_specs(bots: str) -> list[str]:
    if not bots.isascii() or not bots:
        raise InvalidNotation("bad_bots", text=quoted(bots))
    if bots.isdigit() and len(bots) <= LONGEST_NAME:
        return [USUAL_BOT] * min(int(bots), MOST_PLAYERS + 1)
    # A comma begins a new bot only before a bot's name: options have commas too.
    return re.split(rf",(?=(?:{'|'.join(BOTS)})(?:[:,]|$))", bots)


def _checked(name: str) -> str:
    if not name.isprintable() or not 0 < len(name) <= LONGEST_NAME or name.startswith(BOT_TAG):
        raise InvalidNotation("bad_name", name=quoted(name))
    return name
