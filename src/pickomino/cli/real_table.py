"""Questions about a real table before advising there: players, tiles, whose turn it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from pickomino.cli.plain.asking import read_answer
from pickomino.core.errors import InvalidNotation, PickominoError, quoted
from pickomino.core.position import Position, seat_letter, start
from pickomino.core.problems import problems
from pickomino.core.rules import Rules
from pickomino.i18n import Texts, error_said, said

LEAVE, TILES = "x", "t"

_T = TypeVar("_T")


class Leaving(Exception):
    """Whoever answers wants to leave."""


class RealTable:
    """Asks for a table; the first seat is the one that is advised."""

    def __init__(self, texts: Texts, rules: Rules) -> None:
        self._texts = texts
        self._rules = rules

    def asked(self) -> Position:
        """Ask in one line, and for a game in progress also for the tiles."""
        gettext = self._texts.gettext
        question = gettext(
            "How many players are there? "
            "(3b: three, and b begins; t: asks for the tiles; or a WFEN)"
        )
        found = self._ask(question, "2", self._begun)
        return self._tiles_asked() if found is None else found

    def _begun(self, text: str) -> Position | None:
        if text.lower() == TILES:
            return None
        if re.fullmatch(r"[0-9]+ ?[a-z]?", text, re.IGNORECASE):
            count = int(re.sub(r"[^0-9]", "", text))
            fresh = start(self._rules, count)
            seat = text[-1].lower() if text[-1].isalpha() else "a"
            return fresh._replace(seat=_seats(fresh).index(seat))
        return Position.from_wfen(text)

    def _tiles_asked(self) -> Position:
        gettext = self._texts.gettext
        count = gettext("How many players are there?")
        fresh = self._ask(count, "2", lambda text: start(self._rules, int(text)))
        while True:
            position = self._with_tiles(fresh)
            found = problems(position)
            if not found:
                break
            for problem in found:
                print(said(self._texts, problem))
        question = gettext("Whose turn is it, {seats}? (a is you)")
        seats = _seats(position)
        seat = self._ask(question.format(seats="/".join(seats)), "a", seats.index)
        return position._replace(seat=seat)

    def _with_tiles(self, fresh: Position) -> Position:
        gettext = self._texts.gettext
        face_down = self._ask(gettext("Tiles face down?"), "-", _tiles)
        stacks = [self._ask(gettext("Your tiles, bottom to top?"), "-", _tiles)]
        for seat in range(1, fresh.players):
            question = gettext("Tiles of player {name}, bottom to top?")
            stacks.append(self._ask(question.format(name=seat_letter(seat)), "-", _tiles))
        gone = set(face_down).union(*stacks)
        return fresh._replace(
            grill=tuple(tile for tile in fresh.grill if tile not in gone),
            face_down=tuple(sorted(face_down)),
            stacks=tuple(stacks),
        )

    def _ask(self, question: str, usual: str, understand: Callable[[str], _T]) -> _T:
        while True:
            print(f"{question} [{usual}]")
            answer = read_answer()
            if answer is None or answer.lower() == LEAVE:
                raise Leaving
            try:
                return understand(answer or usual)
            except PickominoError as error:
                print(error_said(self._texts, error))
            except ValueError:
                text = self._texts.gettext("That is not possible here: {answer}")
                print(text.format(answer=repr(answer)))


def _seats(position: Position) -> list[str]:
    return [seat_letter(seat) for seat in range(position.players)]


def _tiles(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    if not re.fullmatch(r"[0-9]{2}(?:[ ,]+[0-9]{2})*", text):
        raise InvalidNotation("bad_tile", text=quoted(text))
    return tuple(map(int, re.split(r"[ ,]+", text)))
