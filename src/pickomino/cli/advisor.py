"""Advice at a real table: you tell the grill, the stacks and every roll, it tells what to do."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn, TypeVar

from pickomino.analysis.advice import advise
from pickomino.cli.odds import print_advice, print_odds
from pickomino.cli.plain.asking import read_answer, understood
from pickomino.cli.plain.table import table_lines
from pickomino.core import turns
from pickomino.core.actions import TAKE, Action
from pickomino.core.errors import InvalidNotation, PickominoError, quoted
from pickomino.core.play import claims_of_total, dice_left, legal_actions, step, step_roll
from pickomino.core.position import CHANCE, NEW_TURN, OVER, Phase, Position, seat_letter, start
from pickomino.core.problems import problems
from pickomino.core.roll import Roll
from pickomino.core.rules import Rules
from pickomino.core.turns import Step
from pickomino.i18n import Texts, error_said, said
from pickomino.i18n.narration import told
from pickomino.i18n.ranking import ranking_lines, winner_line
from pickomino.i18n.words import Speaker
from pickomino.record.state import Acted, Event, Rolled

LEAVE, UNDO, FAILED = "x", "u", "f"
HIGHEST_SUM = 45

_T = TypeVar("_T")


class _Leaving(Exception):
    pass


class _TakingBack(Exception):
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
        print(gettext("An empty answer takes what stands in brackets; u takes back, x leaves."))
        try:
            positions = [self._first_table()]
            while positions[-1].to_act != OVER:
                try:
                    positions.append(self._next(positions[-1]))
                except _TakingBack:
                    positions = positions[: max(1, len(positions) - 1)]
        except _Leaving:
            return
        speaker = self._speaker(positions[-1])
        for line in (*ranking_lines(positions[-1], speaker), winner_line(positions[-1], speaker)):
            print(line)

    def _next(self, position: Position) -> Position:
        """Ask for the next thing that happens, and advise where it is yours to decide."""
        if position.turn is NEW_TURN:
            for line in table_lines(position, self._speaker(position)):
                print(line)
        if position.seat != 0:
            is_ravens = position.turn.phase is Phase.RAVEN
            return self._rival_raven(position) if is_ravens else self._rival_turn(position)
        if position.to_act != CHANCE:
            return self._decide(position)
        if position.turn is NEW_TURN:
            print_odds(advise(position, self.aim), self.texts)
        return self._roll(position)

    def _speaker(self, position: Position) -> Speaker:
        rivals = [seat_letter(seat) for seat in range(1, position.players)]
        return Speaker(self.texts, [self.texts.gettext("a (you)"), *rivals])

    # The table

    def _first_table(self) -> Position:
        while True:
            try:
                return self._table()
            except _TakingBack:
                continue  # the questions begin again

    def _table(self) -> Position:
        """Ask for the players, the stacks, the tiles face down and whose turn it is."""
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
                break
            for problem in found:
                print(said(self.texts, problem))
        letters = [seat_letter(seat) for seat in range(position.players)]
        question = gettext("Whose turn is it, {seats}? (a is you)").format(seats="/".join(letters))
        return position._replace(seat=self._asked(question, "a", letters.index))

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

    # A turn

    def _roll(self, position: Position) -> Position:
        count = dice_left(position)
        question = self.texts.ngettext(
            "Roll {count} die. What fell?", "Roll {count} dice. What fell?", count
        ).format(count=count)

        def rolled(text: str) -> Roll:
            roll = Roll.parse(re.sub(r"[ ,]", "", text))
            if roll.size != count:
                raise InvalidNotation("bad_dice_count", found=roll.size, expected=count)
            step_roll(position, roll)
            return roll

        roll = self._asked(question, None, rolled)
        return self._happens(Rolled(position.seat, roll), position, step_roll(position, roll))

    def _decide(self, position: Position) -> Position:
        advice = advise(position, self.aim)
        print_advice(advice, self.texts)
        return self._chosen(position, self.texts.gettext("What do you do?"), str(advice.best))

    def _chosen(self, position: Position, question: str, usual: str | None) -> Position:
        def chosen(text: str) -> Action:
            action = understood(position, text)
            if action is None:
                _refuse(text)
            return action

        action = self._asked(question, usual, chosen)
        return self._happens(Acted(position.seat, action), position, step(position, action))

    def _rival_raven(self, position: Position) -> Position:
        question = self.texts.gettext("What does {name} do with the Raven? ({choices})")
        choices = " ".join(map(str, legal_actions(position)))
        name = seat_letter(position.seat)
        return self._chosen(position, question.format(name=name, choices=choices), None)

    def _rival_turn(self, position: Position) -> Position:
        """Ask what a rival's turn came to: a tile taken or stolen, or a failure."""
        question = self.texts.gettext("Turn of {name}: what came of it? (t25, s26 or f for failed)")

        def result(text: str) -> Step:
            if text.lower() == FAILED:
                return turns.fail(position, "nothing_to_claim")
            return _claimed(position, text)

        after, ended = self._asked(question.format(name=seat_letter(position.seat)), None, result)
        if ended is not None:
            # Only the rival knows why a turn failed.
            self._tell(ended._replace(reason=None), position, after)
        return after

    def _happens(self, event: Event, before: Position, following: Step) -> Position:
        position, ended = following
        for each in (event, *([] if ended is None else [ended])):
            self._tell(each, before, position)
        return position

    def _tell(self, event: Event, before: Position, after: Position) -> None:
        for line in told(event, before, after, self._speaker(before)):
            print(line)

    def _asked(self, question: str, usual: str | None, understand: Callable[[str], _T]) -> _T:
        """Ask until the answer is understood."""
        while True:
            print(question if usual is None else f"{question} [{usual}]")
            answer = read_answer()
            if answer is None or answer.lower() == LEAVE:
                raise _Leaving
            if answer.lower() == UNDO:
                raise _TakingBack
            try:
                return understand(answer or usual or "")
            except PickominoError as error:
                print(error_said(self.texts, error))
            except ValueError:
                text = self.texts.gettext("That is not possible here: {answer}")
                print(text.format(answer=repr(answer)))


def _claimed(position: Position, text: str) -> Step:
    """Give what follows when a rival took or stole a tile; its number is enough if it is clear."""
    sums = range(HIGHEST_SUM + 1)
    possible = {claim for total in sums for claim in claims_of_total(position, total)}
    wanted = {claim for claim in possible if text.lower() in (str(claim), str(claim.value))}
    if len(wanted) != 1:
        _refuse(text)
    claim = wanted.pop()
    return (turns.take if claim in TAKE.values() else turns.steal)(position, claim.value)


def _tiles(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    if not re.fullmatch(r"[0-9]{2}(?:[ ,]+[0-9]{2})*", text):
        raise InvalidNotation("bad_tile", text=quoted(text))
    return tuple(map(int, re.split(r"[ ,]+", text)))


def _refuse(text: str) -> NoReturn:
    raise InvalidNotation("bad_answer", text=quoted(text))
