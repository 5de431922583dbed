"""Questions about a physical table, asked before any advice: players, tiles, whose turn it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from pickomino.cli.plain.prompts import read_answer
from pickomino.core.errors import InvalidNotation, PickominoError, quote
from pickomino.core.position import Position, seat_letter, start
from pickomino.core.problems import problems
from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS, PRESETS, Rules
from pickomino.i18n import Texts, describe_error, describe_problem
from pickomino.record.names import normalize_name

LEAVE, TILES = "x", "t"

_T = TypeVar("_T")


class UserQuit(Exception):
    """The user asked to leave."""


class TableSetup:
    """Asks for the position at a physical table; the first seat is the advised player's."""

    def __init__(self, texts: Texts, rules: Rules, names: Sequence[str] = ()) -> None:
        self._texts = texts
        self._rules = rules
        self.names = list(names)
        """The players' names, or empty: then they are called by their seats."""

    def ask(self) -> Position:
        """Ask for the players and, if the game is in progress, for the tiles."""
        gettext = self._texts.gettext
        question = gettext(
            "How many players are there, or what are their names? "
            "(3b: three, and b begins; Ann,Ben: you are Ann; t: asks for the tiles; or a WFEN)"
        )
        position = None
        if not self.names:
            position = self._ask(question, "2", self._parse_start)
        if self.names:
            position = self._ask_first_player()
        return self._ask_tiles() if position is None else position

    def _ask_first_player(self) -> Position | None:
        """Ask which of the named players begins; return None if the tiles are to be asked for."""
        fresh = start(self._rules, len(self.names))
        text = self._texts.gettext(
            "Who begins: {names}? (t: the game has begun; asks for the tiles)"
        )
        question = text.format(names=", ".join(self.names))

        def parse(answer: str) -> Position | None:
            if answer.lower() == TILES:
                return None
            return fresh._replace(seat=self._parse_seat(answer, fresh))

        return self._ask(question, self.names[0], parse)

    def _parse_seat(self, text: str, fresh: Position) -> int:
        folded = [name.casefold() for name in self.names]
        if text.casefold() in folded:
            return folded.index(text.casefold())
        return _seats(fresh).index(text.lower())

    def _parse_start(self, text: str) -> Position | None:
        if text.lower() == TILES:
            return None
        if "," in text and not text.startswith(tuple(PRESETS)):
            self.names = parse_names(text)
            return None
        if re.fullmatch(r"[0-9]+ ?[a-z]?", text, re.IGNORECASE):
            count = int(re.sub(r"[^0-9]", "", text))
            fresh = start(self._rules, count)
            seat = text[-1].lower() if text[-1].isalpha() else "a"
            return fresh._replace(seat=_seats(fresh).index(seat))
        return Position.from_wfen(text)

    def _ask_tiles(self) -> Position:
        gettext = self._texts.gettext
        if self.names:
            fresh = start(self._rules, len(self.names))
        else:
            count = gettext("How many players are there?")
            fresh = self._ask(count, "2", lambda text: start(self._rules, int(text)))
        while True:
            position = self._with_tiles(fresh)
            defects = problems(position)
            if not defects:
                break
            for problem in defects:
                print(describe_problem(self._texts, problem))
        question = gettext("Whose turn is it, {seats}? (the first is you)")
        seats = self.names or _seats(position)
        question = question.format(seats="/".join(seats))
        seat = self._ask(question, seats[0], lambda text: self._parse_seat(text, position))
        return position._replace(seat=seat)

    def _with_tiles(self, fresh: Position) -> Position:
        gettext = self._texts.gettext
        face_down = self._ask(gettext("Tiles face down?"), "-", _parse_tiles)
        stacks = [self._ask(gettext("Your tiles, bottom to top?"), "-", _parse_tiles)]
        for seat in range(1, fresh.players):
            question = gettext("Tiles of player {name}, bottom to top?")
            stacks.append(self._ask(question.format(name=self._name(seat)), "-", _parse_tiles))
        gone = set(face_down).union(*stacks)
        return fresh._replace(
            grill=tuple(tile for tile in fresh.grill if tile not in gone),
            face_down=tuple(sorted(face_down)),
            stacks=tuple(stacks),
        )

    def _name(self, seat: int) -> str:
        return self.names[seat] if self.names else seat_letter(seat)

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


def parse_names(text: str) -> list[str]:
    """Return the names of the players, which must differ.

    >>> parse_names("Ann, Ben")
    ['Ann', 'Ben']
    """
    names = [normalize_name(name) for name in text.split(",")]
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise InvalidNotation("bad_players", players=len(names))
    for name in names:
        if sum(name.casefold() == other.casefold() for other in names) > 1:
            raise InvalidNotation("repeated_name", name=quote(name))
    return names


def _seats(position: Position) -> list[str]:
    return [seat_letter(seat) for seat in range(position.players)]


def _parse_tiles(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    if not re.fullmatch(r"[0-9]{2}(?:[ ,]+[0-9]{2})*", text):
        raise InvalidNotation("bad_tile", text=quote(text))
    return tuple(map(int, re.split(r"[ ,]+", text)))
