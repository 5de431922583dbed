"""Advice at a physical table: the user types each roll and gets one line of advice.

An entry is a roll (`1134ww55`), a choice (`4`, `r`, `t25`), or how a rival's turn ended (`25`,
`f`). After following the advice, the user types the next roll or the rival's result directly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from pickomino.analysis.advice import advise
from pickomino.cli.advisor.synthetic_rolls import (
    FAILED_TURN,
    MAX_TOTAL,
    SYNTHETIC_TAG,
    Move,
    synthesize_moves,
)
from pickomino.cli.advisor.table_setup import LEAVE, TableSetup, UserQuit
from pickomino.cli.commands.odds import format_value, print_advice, print_odds
from pickomino.cli.files import write_text
from pickomino.cli.plain.prompts import parse_answer, read_answer
from pickomino.cli.plain.table import table_lines
from pickomino.core import turns
from pickomino.core.actions import TAKE, Action
from pickomino.core.errors import InvalidNotation, PickominoError, quote
from pickomino.core.play import apply, claims_for_total, dice_left, legal_actions, step, step_roll
from pickomino.core.position import CHANCE, NEW_TURN, OVER, Phase, Position, seat_letter
from pickomino.core.roll import Roll
from pickomino.core.rules import Rules
from pickomino.core.turns import TurnEnd
from pickomino.i18n import Texts, describe_error
from pickomino.i18n.narration import narrate
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.numbers import format_percent
from pickomino.i18n.ranking import ranking_lines, winner_line
from pickomino.record.game import Game
from pickomino.record.state import ActionEvent, RollEvent

UNDO, ODDS, TABLE, HELP, STOP, FAIL = "u", "o", "g", "?", "s", "f"


class Advisor:
    """Tracks a physical table, one entry at a time, and advises the first seat."""

    def __init__(self, texts: Texts, aim: str, rules: Rules, record: str | None = None) -> None:
        self.texts = texts
        self.aim = aim
        self.rules = rules
        self.record = record
        self.position = Position.from_wfen("standard oooooooooooooooo -/- a - ~")
        self.moves: list[Move] = []
        self.plan: list[Action] = []
        """The current advice."""
        self._ends: list[str] = []
        """Lines about turns that the current entry ended, printed if the whole entry is valid."""

    def run(self) -> None:
        """Ask for entries and give advice until the game is over or the input ends."""
        try:
            self.position = first = TableSetup(self.texts, self.rules).ask()
            self._help()
            self._advise()
            history: list[tuple[Position, list[Move], list[Action]]] = []
            while self.position.to_act != OVER:
                entry = self._read_entry()
                if entry.lower() == UNDO:
                    if history:
                        self.position, self.moves, self.plan = history.pop()
                        print(self.texts.gettext("Taken back."))
                    self._advise()
                    continue
                history.append((self.position, list(self.moves), list(self.plan)))
                if not self._handle(entry):
                    self.position, self.moves, self.plan = history.pop()
                self._write_record(first)
        except UserQuit:
            return
        narrator = self._narrator()
        for line in (*ranking_lines(self.position, narrator), winner_line(self.position, narrator)):
            print(line)

    def _read_entry(self) -> str:
        dice = dice_left(self.position) if self.position.to_act == CHANCE else 0
        is_own = self.position.seat == 0
        shown = dice if is_own and dice else ""
        answer = read_answer(f"{seat_letter(self.position.seat)}{shown}> ")
        if answer is None or answer.lower() == LEAVE:
            raise UserQuit
        return answer

    def _handle(self, entry: str) -> bool:
        """Apply an entry, or print why it is refused; return whether anything changed."""
        match entry.lower():
            case "?":
                self._help()
            case "o":
                self._print_odds()
            case "g":
                self._print_table()
            case _:
                self._ends = []
                try:
                    for word in entry.lower().split() or [""]:
                        self._apply_word(word)
                except PickominoError as error:
                    print(describe_error(self.texts, error))
                else:
                    for line in self._ends:
                        print(line)
                    self._advise()
                    return True
        return False

    # Interpreting entries

    def _apply_word(self, word: str) -> None:
        position = self.position
        if position.to_act == OVER:
            _refuse(word)
        elif position.seat != 0:
            self._apply_rival_result(word)
        elif position.to_act == CHANCE:
            self._apply_roll(word)
        else:
            self._apply_choice(word)

    def _apply_roll(self, word: str) -> None:
        count = dice_left(self.position)
        roll = Roll.parse(word.replace(",", ""))
        if roll.size != count:
            raise InvalidNotation("bad_dice_count", found=roll.size, expected=count)
        self._play(roll)

    def _apply_choice(self, word: str) -> None:
        """Apply a choice, or an entry that implies that the advice was followed."""
        action = parse_answer(self.position, word) if word else None
        rolls_on = bool(self.plan) and self.plan[-1].kind in "rz"
        if not word or (rolls_on and self._is_next_roll(word)):
            self._follow(self.plan)
            if word:
                self._apply_roll(word)
        elif action is not None:
            self._play(action)
        elif self.position.turn.phase is Phase.CHOOSE and self.plan and self._comes_after(word):
            self._follow(self.plan[:1])
            self._apply_choice(word)
        elif word == STOP and len(stops := self._stops()) == 1:
            self._play(stops[0])
        elif self.plan and self.plan[-1].kind in "tsq" and _is_result(word):
            self._follow(self.plan)
            self._apply_word(word)
        else:
            _refuse(word)

    def _is_next_roll(self, word: str) -> bool:
        """Return whether an entry is the next roll; raise an error for a wrong number of dice."""
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
        """Return whether an entry is a legal choice once the advised symbol is set aside."""
        after = apply(self.position, self.plan[0])
        if after.seat != 0 or after.to_act == CHANCE:
            return False
        return word == STOP or parse_answer(after, word) is not None

    def _stops(self) -> list[Action]:
        return [action for action in legal_actions(self.position) if action.kind in "tsq"]

    def _follow(self, actions: Sequence[Action]) -> None:
        for action in tuple(actions):
            self._play(action)

    def _apply_rival_result(self, word: str) -> None:
        """Apply the end of a rival's turn: a tile taken or stolen, or a failure."""
        position = self.position
        if position.turn.phase is Phase.RAVEN:
            action = parse_answer(position, word)
            self._play(action or _refuse(word))
            return
        if word == FAIL:
            following, moves = turns.fail(position, "nothing_to_claim"), list(FAILED_TURN)
        else:
            claim = _claim(position, word)
            act = turns.take if claim in TAKE.values() else turns.steal
            following = act(position, claim.value)
            moves = [] if position.extrawurm else synthesize_moves(position, claim)
        self.position, ended = following
        self.moves += moves
        # Why the rival failed is not known.
        self._add_turn_end(None, position, None if ended is None else ended._replace(reason=None))

    def _play(self, move: Move) -> None:
        before, seat = self.position, self.position.seat
        self.plan = []
        self.moves.append(move)
        if isinstance(move, Roll):
            self.position, ended = step_roll(before, move)
            self._add_turn_end(RollEvent(seat, move), before, ended)
        else:
            self.position, ended = step(before, move)
            self._add_turn_end(ActionEvent(seat, move) if move.kind == "k" else None, before, ended)

    # Output

    def _advise(self) -> None:
        """Print one line with the current advice, if the advised player has to decide."""
        if self.position.seat != 0 or self.position.to_act in (CHANCE, OVER):
            return
        advice = advise(self.position, self.aim)
        assert advice.best is not None, "a decision has a best choice"  # noqa: S101
        self.plan = [advice.best]
        after = apply(self.position, advice.best)
        if after.seat == 0 and after.to_act not in (CHANCE, OVER) and after.turn is not NEW_TURN:
            following = advise(after, self.aim).best
            self.plan += [] if following is None else [following]
        first, *others = self.plan
        narrator = self._narrator()
        then = [narrator.choice(after, action) for action in others]
        what = ", ".join([narrator.action(first), *then])
        text = self.texts.gettext("→ {advice}. Worth {value}; risk of failing {failure}.")
        value = format_value(advice.aim, advice.value, self.texts).strip()
        failure = format_percent(advice.failure, self.texts)
        print(text.format(advice=what, value=value, failure=failure))

    def _add_turn_end(
        self, event: RollEvent | ActionEvent | None, before: Position, ended: TurnEnd | None
    ) -> None:
        """Add one line if a turn ended; other events need none, because the players saw them."""
        if ended is None:
            return
        events = [item for item in (event, ended) if item is not None]
        narrator, after = self._narrator(), self.position
        lines = (line for item in events for line in narrate(item, before, after, narrator))
        self._ends.append(" ".join(lines))

    def _print_table(self) -> None:
        for line in table_lines(self.position, self._narrator()):
            print(line)

    def _print_odds(self) -> None:
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

    def _narrator(self) -> Narrator:
        rivals = [seat_letter(seat) for seat in range(1, self.position.players)]
        return Narrator(self.texts, [self.texts.gettext("a (you)"), *rivals])

    def _write_record(self, first: Position) -> None:
        """Write the record; the rivals' dice are synthetic and fit their results."""
        if self.record is None:
            return
        game = Game.from_position(first)
        game.tags[SYNTHETIC_TAG] = "dice made up to fit the results"
        for move in self.moves:
            if isinstance(move, Roll):
                game.roll(move)
            else:
                game.play(move)
        write_text(self.record, game.wgn())


def _is_result(word: str) -> bool:
    return word == FAIL or word.lstrip("ts").isdigit()


def _claim(position: Position, word: str) -> Action:
    """Return the possible claim with this token, or the only possible claim on this tile."""
    sums = range(MAX_TOTAL + 1)
    possible = {claim for total in sums for claim in claims_for_total(position, total)}
    matches = {claim for claim in possible if word in (str(claim), str(claim.value))}
    if len(matches) != 1:
        _refuse(word)
    return matches.pop()


def _refuse(text: str) -> NoReturn:
    raise InvalidNotation("bad_answer", text=quote(text))
