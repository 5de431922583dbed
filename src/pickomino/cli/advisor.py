"""Advice at a real table: you type what fell, it says what to do, a line each.

An entry is a roll (`1134ww55`), a choice (`4`, `r`, `t25`), or how a rival's turn ended (`25`,
`f`). Whoever follows the advice types the next roll or the rival's result straight after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from pickomino.analysis.advice import advise
from pickomino.cli.files import write_text
from pickomino.cli.fitting_dice import FAILED, HIGHEST_SUM, MADE_UP, Move, fitting_moves
from pickomino.cli.odds import print_advice, print_odds, worth_said
from pickomino.cli.plain.asking import read_answer, understood
from pickomino.cli.plain.table import table_lines
from pickomino.cli.real_table import LEAVE, Leaving, RealTable
from pickomino.core import turns
from pickomino.core.actions import TAKE, Action
from pickomino.core.errors import InvalidNotation, PickominoError, quoted
from pickomino.core.play import apply, claims_of_total, dice_left, legal_actions, step, step_roll
from pickomino.core.position import CHANCE, NEW_TURN, OVER, Phase, Position, seat_letter
from pickomino.core.roll import Roll
from pickomino.core.rules import Rules
from pickomino.core.turns import TurnEnded
from pickomino.i18n import Texts, error_said
from pickomino.i18n.narration import told
from pickomino.i18n.numbers import percent
from pickomino.i18n.ranking import ranking_lines, winner_line
from pickomino.i18n.words import Speaker
from pickomino.record.game import Game
from pickomino.record.state import Acted, Rolled

UNDO, ODDS, TABLE, HELP, STOP, FAIL = "u", "o", "g", "?", "s", "f"


class Advisor:
    """Follows a table entry by entry; the first seat is the one that is advised."""

    def __init__(self, texts: Texts, aim: str, rules: Rules, record: str | None = None) -> None:
        self.texts = texts
        self.aim = aim
        self.rules = rules
        self.record = record
        self.position = Position.from_wfen("standard oooooooooooooooo -/- a - ~")
        self.moves: list[Move] = []
        self.plan: list[Action] = []
        """What the advice is, until another one is given."""
        self._ends: list[str] = []
        """How turns ended by the entry that is being read; it may yet be refused."""

    def run(self) -> None:
        """Ask and advise until the game is over or the answers end."""
        try:
            self.position = begun = RealTable(self.texts, self.rules).asked()
            self._help()
            self._advise()
            before: list[tuple[Position, list[Move], list[Action]]] = []
            while self.position.to_act != OVER:
                entry = self._entry()
                if entry.lower() == UNDO:
                    if before:
                        self.position, self.moves, self.plan = before.pop()
                        print(self.texts.gettext("Taken back."))
                    self._advise()
                    continue
                before.append((self.position, list(self.moves), list(self.plan)))
                if not self._understand(entry):
                    self.position, self.moves, self.plan = before.pop()
                self._keep(begun)
        except Leaving:
            return
        speaker = self._speaker()
        for line in (*ranking_lines(self.position, speaker), winner_line(self.position, speaker)):
            print(line)

    def _entry(self) -> str:
        dice = dice_left(self.position) if self.position.to_act == CHANCE else 0
        mine = self.position.seat == 0
        answer = read_answer(f"{seat_letter(self.position.seat)}{dice if mine and dice else ''}> ")
        if answer is None or answer.lower() == LEAVE:
            raise Leaving
        return answer

    def _understand(self, entry: str) -> bool:
        """Take an entry, or say why not; return whether anything happened."""
        match entry.lower():
            case "?":
                self._help()
            case "o":
                self._tell_odds()
            case "g":
                self._tell_table()
            case _:
                self._ends = []
                try:
                    for word in entry.lower().split() or [""]:
                        self._take(word)
                except PickominoError as error:
                    print(error_said(self.texts, error))
                else:
                    for line in self._ends:
                        print(line)
                    self._advise()
                    return True
        return False

    # What an entry means

    def _take(self, word: str) -> None:
        position = self.position
        if position.to_act == OVER:
            _refuse(word)
        elif position.seat != 0:
            self._rival(word)
        elif position.to_act == CHANCE:
            self._roll(word)
        else:
            self._decide(word)

    def _roll(self, word: str) -> None:
        count = dice_left(self.position)
        roll = Roll.parse(word.replace(",", ""))
        if roll.size != count:
            raise InvalidNotation("bad_dice_count", found=roll.size, expected=count)
        self._happen(roll)

    def _decide(self, word: str) -> None:
        """Take a choice, or what shows that the advice was followed."""
        action = understood(self.position, word) if word else None
        rolls_on = bool(self.plan) and self.plan[-1].kind in "rz"
        if not word or (rolls_on and self._is_next_roll(word)):
            self._follow(self.plan)
            if word:
                self._roll(word)
        elif action is not None:
            self._happen(action)
        elif self.position.turn.phase is Phase.CHOOSE and self.plan and self._comes_after(word):
            self._follow(self.plan[:1])
            self._decide(word)
        elif word == STOP and len(stops := self._stops()) == 1:
            self._happen(stops[0])
        elif self.plan and self.plan[-1].kind in "tsq" and _is_result(word):
            self._follow(self.plan)
            self._take(word)
        else:
            _refuse(word)

    def _is_next_roll(self, word: str) -> bool:
        """Return whether an entry is a roll; one with too many or too few dice is refused."""
        after = self.position
        for action in self.plan:
            after = apply(after, action)
        if after.to_act != CHANCE or set(word) - set("12345wg"):
            return False
        count = dice_left(after)
        if len(word) not in (1, count):
            raise InvalidNotation("bad_dice_count", found=len(word), expected=count)
        return len(word) == count

    def _comes_after(self, word: str) -> bool:
        """Return whether a choice is one of the next step, after the advised symbol."""
        after = apply(self.position, self.plan[0])
        if after.seat != 0 or after.to_act == CHANCE:
            return False
        return word == STOP or understood(after, word) is not None

    def _stops(self) -> list[Action]:
        return [action for action in legal_actions(self.position) if action.kind in "tsq"]

    def _follow(self, actions: Sequence[Action]) -> None:
        for action in tuple(actions):
            self._happen(action)

    def _rival(self, word: str) -> None:
        """Take how a rival's turn ended: a tile taken or stolen, or a failure."""
        position = self.position
        if position.turn.phase is Phase.RAVEN:
            action = understood(position, word)
            self._happen(action or _refuse(word))
            return
        if word == FAIL:
            following, moves = turns.fail(position, "nothing_to_claim"), list(FAILED)
        else:
            claim = _claim(position, word)
            act = turns.take if claim in TAKE.values() else turns.steal
            following = act(position, claim.value)
            moves = [] if position.extrawurm else fitting_moves(position, claim)
        self.position, ended = following
        self.moves += moves
        # Only the rival knows why a turn failed.
        self._tell(None, position, None if ended is None else ended._replace(reason=None))

    def _happen(self, move: Move) -> None:
        before, seat = self.position, self.position.seat
        self.plan = []
        self.moves.append(move)
        if isinstance(move, Roll):
            self.position, ended = step_roll(before, move)
            self._tell(Rolled(seat, move), before, ended)
        else:
            self.position, ended = step(before, move)
            self._tell(Acted(seat, move) if move.kind == "k" else None, before, ended)

    # What is said

    def _advise(self) -> None:
        """Say in one line what to do now and then, if that is the advised one's to decide."""
        if self.position.seat != 0 or self.position.to_act in (CHANCE, OVER):
            return
        advice = advise(self.position, self.aim)
        assert advice.best is not None, "there is something to decide"  # noqa: S101
        self.plan = [advice.best]
        after = apply(self.position, advice.best)
        if after.seat == 0 and after.to_act not in (CHANCE, OVER) and after.turn is not NEW_TURN:
            following = advise(after, self.aim).best
            self.plan += [] if following is None else [following]
        first, *others = self.plan
        speaker = self._speaker()
        then = [speaker.choice(after, action) for action in others]
        what = ", ".join([speaker.action(first), *then])
        text = self.texts.gettext("→ {advice}. Worth {value}; risk of failing {failure}.")
        value = worth_said(advice.aim, advice.value, self.texts).strip()
        failure = percent(advice.failure, self.texts)
        print(text.format(advice=what, value=value, failure=failure))

    def _tell(
        self, event: Rolled | Acted | None, before: Position, ended: TurnEnded | None
    ) -> None:
        """Note the end of a turn in one line; the rest people have seen themselves."""
        if ended is None:
            return
        events = [each for each in (event, ended) if each is not None]
        speaker, after = self._speaker(), self.position
        lines = (line for each in events for line in told(each, before, after, speaker))
        self._ends.append(" ".join(lines))

    def _tell_table(self) -> None:
        for line in table_lines(self.position, self._speaker()):
            print(line)

    def _tell_odds(self) -> None:
        if self.position.turn.phase is not Phase.RAVEN or self.position.seat == 0:
            advice = advise(self.position, self.aim)
            print_odds(advice, self.texts)
            print_advice(advice, self.texts)

    def _help(self) -> None:
        gettext = self.texts.gettext
        print(
            gettext(
                "Type what you roll (1134ww55), then follow the advice "
                "or say what you do instead: 4, r, t25."
            )
        )
        print(
            gettext(
                "Typing your next roll means that you followed the advice; for a rival, type the "
                "tile (25) or f for failed."
            )
        )
        print(gettext("Also: o odds, g grill and stacks, u take back, ? help, x leave."))

    def _speaker(self) -> Speaker:
        rivals = [seat_letter(seat) for seat in range(1, self.position.players)]
        return Speaker(self.texts, [self.texts.gettext("a (you)"), *rivals])

    def _keep(self, begun: Position) -> None:
        """Write the record, with dice for the rivals that fit how their turns ended."""
        if self.record is None:
            return
        game = Game.from_position(begun)
        game.tags[MADE_UP] = "dice made up to fit the results"
        for move in self.moves:
            if isinstance(move, Roll):
                game.roll(move)
            else:
                game.play(move)
        write_text(self.record, game.wgn())


def _is_result(word: str) -> bool:
    return word == FAIL or word.lstrip("ts").isdigit()


def _claim(position: Position, word: str) -> Action:
    """Find the claim of a rival; its number is enough if it is clear."""
    sums = range(HIGHEST_SUM + 1)
    possible = {claim for total in sums for claim in claims_of_total(position, total)}
    wanted = {claim for claim in possible if word in (str(claim), str(claim.value))}
    if len(wanted) != 1:
        _refuse(word)
    return wanted.pop()


def _refuse(text: str) -> NoReturn:
    raise InvalidNotation("bad_answer", text=quoted(text))
