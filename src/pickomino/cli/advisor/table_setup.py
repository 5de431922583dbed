"""Questions about a physical table, asked before any advice: players, tiles, whose turn it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from pickomino.cli.plain.prompts import read_answer
from pickomino.core.errors import InvalidNotation, PickominoError, quote
from pickomino.core.position import Position, seat_letter, start
from pickomino.core.problems import problems
from pickomino.core.rules import Rules
from pickomino.i18n import Texts, describe_error, describe_problem

LEAVE, TILES = "x", "t"

_T = TypeVar("_T")


class UserQuit(Exception):
    """The user asked to leave."""


class TableSetup:
    """Asks for the position at a physical table; the first seat is the advised player's."""

    def __init__(self, texts: Texts, rules: Rules) -> None:
        self._texts = texts
        self._rules = rules

    def ask(self) -> Position:
        """Ask for the players and, if the game is in progress, for the tiles."""
        gettext = self._texts.gettext
        question = gettext(
            "How many players are there? "
            "(3b: three, and b begins; t: asks for the tiles; or a WFEN)"
        )
        position = self._ask(question, "2", self._parse_start)
        return self._ask_tiles() if position is None else position

    def _parse_start(self, text: str) -> Position | None:
        if text.lower() == TILES:
            return None
        if re.fullmatch(r"[0-9]+ ?[a-z]?", text, re.IGNORECASE):
            count = int(re.sub(r"[^0-9]", "", text))
            fresh = start(self._rules, count)
            seat = text[-1].lower() if text[-1].isalpha() else "a"
            return fresh._replace(seat=_seats(fresh).index(seat))
        return Position.from_wfen(text)

    def _ask_tiles(self) -> Position:
        gettext = self._texts.gettext
        count = gettext("How many players are there?")
        fresh = self._ask(count, "2", lambda text: start(self._rules, int(text)))
        while True:
            position = self._with_tiles(fresh)
            defects = problems(position)
            if not defects:
                break
            for problem in defects:
                print(describe_problem(self._texts, problem))
        question = gettext("Whose turn is it, {seats}? (a is you)")
        seats = _seats(position)
        seat = self._ask(question.format(seats="/".join(seats)), "a", seats.index)
        return position._replace(seat=seat)

    def _with_tiles(self, fresh: Position) -> Position:
        gettext = self._texts.gettext
        face_down = self._ask(gettext("Tiles face down?"), "-", _parse_tiles)
        stacks = [self._ask(gettext("Your tiles, bottom to top?"), "-", _parse_tiles)]
        for seat in range(1, fresh.players):
            question = gettext("Tiles of player {name}, bottom to top?")
            stacks.append(self._ask(question.format(name=seat_letter(seat)), "-", _parse_tiles))
        gone = set(face_down).union(*stacks)
        return fresh._replace(
            grill=tuple(tile for tile in fresh.grill if tile not in gone),
            face_down=tuple(sorted(face_down)),
            stacks=tuple(stacks),
        )

    def _ask(self, question: str, default: str, parse: Callable[[str], _T]) -> _T:
        while True:
            print(f"{question} [{default}]")
            answer = read_answer()
            if answer is None or answer.lower() == LEAVE:
                raise UserQuit
            try:
                return parse(answer or default)
            except PickominoError as error:
                print(describe_error(self._texts, error))
            except ValueError:
                text = self._texts.gettext("That is not possible here: {answer}")
                print(text.format(answer=repr(answer)))


def _seats(position: Position) -> list[str]:
    return [seat_letter(seat) for seat in range(position.players)]


def _parse_tiles(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    if not re.fullmatch(r"[0-9]{2}(?:[ ,]+[0-9]{2})*", text):
        raise InvalidNotation("bad_tile", text=quote(text))
    return tuple(map(int, re.split(r"[ ,]+", text)))
