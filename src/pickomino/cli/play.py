"""`pickomino play`: a game in the terminal."""

from __future__ import annotations

import random
import re
import secrets
import sys
from typing import Annotated, Final, Literal

from cyclopts import Parameter

from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import BOTS, make_bot
from pickomino.cli.files import refuse_existing
from pickomino.cli.plain.session import Player, Session
from pickomino.cli.plain.words import Speaker
from pickomino.core.dice import HIGHEST_SEED, SeededDice
from pickomino.core.errors import InvalidNotation, quoted
from pickomino.core.position import seat_letter
from pickomino.core.rules import Rules
from pickomino.i18n import Texts, chosen_texts
from pickomino.record.game import TURN_LIMIT, Game

USUAL_BOT: Final = "family"
"""Who sits down when only a number of bots is asked for."""

Language = Literal["en", "de", "fr", "it", "pt_BR", "nl", "es"]


def play(
    *,
    people: int = 1,
    bots: str = "1",
    names: str = "",
    rules: str = "standard",
    extrawurm: Annotated[bool, Parameter(negative="")] = False,
    seed: int | None = None,
    language: Language | None = None,
    record: str | None = None,
    turn_limit: int = TURN_LIMIT,
    plain: Annotated[bool, Parameter(negative="")] = False,
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
        Keep a record of the game (WGN) in this new file, after every action.
    turn_limit
        Stop a game that does not end.
    plain
        Lines of plain text (the only form so far).
    """
    del plain
    texts = chosen_texts(language)
    seed = secrets.randbelow(HIGHEST_SEED) if seed is None else seed
    players = _players(people, bots, names, seed, texts)
    rule_set = Rules.parse(rules)
    if extrawurm and not rule_set.extrawurm:
        rule_set = Rules.preset(rule_set.name, extrawurm=True, **rule_set.deviations())
    game = Game(rule_set, len(players), SeededDice(seed), turn_limit=turn_limit)
    if record is not None:
        refuse_existing(record)
    speaker = Speaker(texts, [player.name for player in players])
    game.tags = {seat_letter(seat): player.name for seat, player in enumerate(players)}
    print(texts.gettext("Pickomino, rule set {rules}.").format(rules=rule_set))
    session = Session(game, players, speaker, record)
    try:
        session.run()
    except KeyboardInterrupt:
        session.say_end()
        raise
    sys.stdout.flush()
    return 0


def _players(people: int, bots: str, names: str, seed: int, texts: Texts) -> list[Player]:
    given = [name.strip() for name in names.split(",")] if names else []
    if given and len(given) != people:
        raise InvalidNotation("bad_names", found=len(given), people=people)
    if people < 0:
        raise InvalidNotation("bad_players", players=people)
    if not given:
        numbers = range(1, people + 1)
        given = [texts.gettext("Player {number}").format(number=number) for number in numbers]
    players = [Player(_checked(name)) for name in given]
    for number, name in enumerate(_bot_names(bots), 1):
        thinking = Thinking(random.Random(f"{seed}/{number}"))
        title = texts.gettext("Bot {number} ({name})").format(number=number, name=name)
        players.append(Player(title, make_bot(name), thinking))
    return players


def _bot_names(bots: str) -> list[str]:
    if not bots.isascii() or not bots:
        raise InvalidNotation("bad_bots", text=quoted(bots))
    if bots.isdigit():
        return [USUAL_BOT] * min(int(bots), 99)
    # A comma begins a new bot only before a bot's name: options have commas too.
    return re.split(rf",(?=(?:{'|'.join(BOTS)})(?:[:,]|$))", bots)


def _checked(name: str) -> str:
    if not name.isprintable() or not 0 < len(name) <= 40:  # noqa: PLR2004 - fits every shell
        raise InvalidNotation("bad_name", name=quoted(name))
    return name
