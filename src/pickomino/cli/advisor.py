"""Advice at a real table: you tell the grill, the stacks and every roll, it tells what to do."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn, TypeVar

from pickomino.analysis.advice import advise
from pickomino.cli.odds import print_advice, print_odds
from pickomino.cli.plain.asking import read_answer, understood
from pickomino.cli.plain.narration import told
from pickomino.cli.plain.table import ranking_lines, table_lines, winner_line
from pickomino.cli.plain.words import Speaker
from pickomino.core import turns
from pickomino.core.actions import Action
from pickomino.core.errors import InvalidNotation, PickominoError, quoted
from pickomino.core.play import claims_of_total, dice_to_roll, step, step_roll
from pickomino.core.position import CHANCE, OVER, Position, seat_letter, start
from pickomino.core.problems import problems
from pickomino.core.roll import NO_GOLDEN, Roll
from pickomino.core.rules import Rules
from pickomino.core.turns import TurnEnded
from pickomino.i18n import Texts, error_said, said
from pickomino.record.game import Acted, Rolled

_T = TypeVar("_T")


class _Leaving(Exception):
    pass


class Advisor:
    """Asks for the table, then follows it turn by turn; the first seat is the one advised."""

    def __init__(self, texts: Texts, aim: str, rules: Rules) -> None:
        self.texts = texts
        self.aim = aim
        self.rules = rules

    def run(self) -> None:
        """Ask and advise until the game is over or the answers end."""
        gettext = self.texts.gettext
        print(gettext("An empty answer takes what stands in brackets; x leaves."))
        try:
            position = self._table()
            while position.to_act != OVER:
                speaker = self._speaker(position)
                for line in table_lines(position, speaker):
                    print(line)
                position = (
                    self._own_turn(position) if position.seat == 0 else self._rival_turn(position)
                )
        except _Leaving:
            return
        speaker = self._speaker(position)
        for line in ranking_lines(position, speaker):
            print(line)
        print(winner_line(position, speaker))

    def _speaker(self, position: Position) -> Speaker:
        gettext = self.texts.gettext
        rivals = [seat_letter(seat) for seat in range(1, position.players)]
        return Speaker(self.texts, [gettext("a (you)"), *rivals])

    def _table(self) -> Position:
        """Ask for the players, the stacks and the tiles face down."""
        gettext = self.texts.gettext
        fresh = self._asked(
            gettext("How many players are you?"), "2", lambda text: start(self.rules, int(text))
        )
        if fresh.extrawurm is not None:
            question = gettext("The position as WFEN, with you as seat a?")
            return self._asked(question, fresh.wfen(), Position.from_wfen)
        while True:
            position = self._tiles(fresh)
            found = problems(position)
            if not found:
                return position
            for problem in found:
                print(said(self.texts, problem))

    def _tiles(self, fresh: Position) -> Position:
        gettext = self.texts.gettext
        face_down = self._asked(gettext("Tiles face down?"), "-", _tiles)
        stacks = [self._asked(gettext("Your tiles, bottom to top?"), "-", _tiles)]
        for seat in range(1, fresh.players):
            question = gettext("Tiles of player {name}, bottom to top?")
            stacks.append(self._asked(question.format(name=seat_letter(seat)), "-", _tiles))
        gone = set(face_down).union(*stacks)
        return fresh._replace(
            grill=tuple(tile for tile in fresh.grill if tile not in gone),
            face_down=tuple(sorted(face_down)),
            stacks=tuple(stacks),
        )

    def _own_turn(self, position: Position) -> Position:
        """Advise roll by roll until the turn is over."""
        print_odds(advise(position, self.aim), self.texts)
        while True:
            if position.to_act == CHANCE:
                position, ended = self._roll(position)
            else:
                position, ended = self._decide(position)
            if ended is not None:
                return position

    def _roll(self, position: Position) -> turns.Step:
        ordinary, golden = dice_to_roll(position)
        count = ordinary + (golden != NO_GOLDEN)
        question = self.texts.ngettext(
            "Roll {count} die. What fell?", "Roll {count} dice. What fell?", count
        )

        def rolled(text: str) -> tuple[Roll, turns.Step]:
            roll = Roll.parse(re.sub(r"[ ,]", "", text))
            return roll, step_roll(position, roll)

        roll, after = self._asked(question.format(count=count), None, rolled)
        self._tell(Rolled(position.seat, roll), position, after)
        return after

    def _decide(self, position: Position) -> turns.Step:
        advice = advise(position, self.aim)
        print_advice(advice, self.texts)

        def chosen(text: str) -> Action:
            action = understood(position, text)
            if action is None:
                _refuse(text)
            return action

        question = self.texts.gettext("What do you do?")
        action = self._asked(question, str(advice.best), chosen)
        after = step(position, action)
        self._tell(Acted(position.seat, action), position, after)
        return after

    def _rival_turn(self, position: Position) -> Position:
        """Ask what a rival's turn came to: a tile taken or stolen, or a failure."""
        question = self.texts.gettext("Turn of {name}: what came of it? (t25, s26 or f for failed)")
        name = seat_letter(position.seat)

        def result(text: str) -> turns.Step:
            if text == "f":
                return turns.fail(position, "nothing_to_claim")
            return _claimed(position, Action.parse(text))

        after = self._asked(question.format(name=name), "f", result)
        return after[0]

    def _tell(self, event: Rolled | Acted, before: Position, after: turns.Step) -> None:
        speaker = self._speaker(before)
        position, ended = after
        events: list[Rolled | Acted | TurnEnded] = [event] if ended is None else [event, ended]
        for each in events:
            for line in told(each, before, position, speaker):
                print(line)

    def _asked(self, question: str, usual: str | None, understand: Callable[[str], _T]) -> _T:
        """Ask until the answer is understood."""
        while True:
            print(question if usual is None else f"{question} [{usual}]")
            answer = read_answer()
            if answer is None or answer == "x":
                raise _Leaving
            try:
                return understand(answer or usual or "")
            except PickominoError as error:
                print(error_said(self.texts, error))
            except ValueError:
                print(
                    self.texts.gettext("That is not possible here: {answer}").format(
                        answer=repr(answer)
                    )
                )


def _claimed(position: Position, action: Action) -> turns.Step:
    possible = {claim for total in range(46) for claim in claims_of_total(position, total)}
    if action not in possible:
        _refuse(str(action))
    return (turns.take if action.kind == "t" else turns.steal)(position, action.value)


def _tiles(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    if not re.fullmatch(r"[0-9]{2}(?:[ ,]+[0-9]{2})*", text):
        raise InvalidNotation("bad_tile", text=quoted(text))
    return tuple(map(int, re.split(r"[ ,]+", text)))


def _refuse(text: str) -> NoReturn:
    raise InvalidNotation("bad_answer", text=quoted(text))
