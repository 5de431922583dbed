"""Advice at a physical table: the user types each roll and gets one line of advice.

An entry is a roll (`1134ww55`), a choice (`4`, `r`, `t25`), or how a rival's turn ended (`25`,
`f`). After following the advice, the user types the next roll or the rival's result directly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NoReturn

from pickomino.analysis.advice import WIN, advise, is_estimate
from pickomino.cli.advisor.synthetic_rolls import (
    FAILED_TURN,
    MAX_TOTAL,
    SYNTHETIC_TAG,
    Move,
    synthesize_moves,
)
from pickomino.cli.advisor.table_setup import LEAVE, TableSetup, UserQuit
from pickomino.cli.commands.odds import format_chance, format_value, print_advice, print_odds
from pickomino.cli.files import write_text
from pickomino.cli.options import use_network
from pickomino.cli.plain.prompts import read_answer
from pickomino.cli.plain.table import print_lines, table_lines
from pickomino.core import turns
from pickomino.core.actions import TAKE, Action
from pickomino.core.errors import InvalidNotation, PickominoError, Problem, quote
from pickomino.core.play import apply, claims_for_total, dice_left, legal_actions, step, step_roll
from pickomino.core.position import CHANCE, NEW_TURN, OVER, Phase, Position, seat_letter
from pickomino.core.roll import Roll
from pickomino.core.rules import Rules
from pickomino.core.turns import TurnEnd
from pickomino.i18n import Texts, describe_error
from pickomino.i18n.narration import narrate
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.ranking import ranking_lines, winner_line
from pickomino.narration.line import line
from pickomino.record.game import Game
from pickomino.record.state import ActionEvent, RollEvent
from pickomino.tables.answers import needs_confirmation, parse_answer

UNDO, FAIL = "u", "f"
COACH: Final = ("c", "o")
"""`c` is the coach as in the game; `o` stands for the odds."""


class Advisor:
    """Tracks a physical table, one entry at a time, and advises the first seat."""

    def __init__(
        self,
        texts: Texts,
        aim: str,
        rules: Rules,
        record: str | None = None,
        names: Sequence[str] = (),
        *,
        network: str | None = None,
    ) -> None:
        self.texts = texts
        self.aim = aim
        self.rules = rules
        self.record = record
        self.network = network
        """A network file that values positions instead of the package's network."""
        self.names = list(names)
        """The players' names, or empty: then they are called by their seats."""
        self.position = Position.from_wfen("standard oooooooooooooooo -/- a - ~")
        self.moves: list[Move] = []
        self.plan: list[Action] = []
        self._ends: list[str] = []
        """Lines about turns that the current entry ended, printed if the whole entry is valid."""

    def run(self) -> None:
        try:
            setup = TableSetup(self.texts, self.rules, self.names)
            self.position = first = setup.ask()
            use_network(self.network, [first.players])
            self.names = setup.names
            self._help()
            if is_estimate(first.rules, self.aim):
                print(self._narrator().render(line("estimate")))
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
        print_lines([*ranking_lines(self.position, narrator), winner_line(self.position, narrator)])

    def _read_entry(self) -> str:
        dice = dice_left(self.position) if self.position.to_act == CHANCE else 0
        is_own = self.position.seat == 0
        shown = dice if is_own and dice else ""
        seat = self.position.seat
        name = f"{self.names[seat]} " if self.names else seat_letter(seat)
        answer = read_answer(f"{f'{name}{shown}'.rstrip()}> ")
        if answer is None or answer.lower() == LEAVE:
            raise UserQuit
        return answer

    def _handle(self, entry: str) -> bool:
        """Apply an entry, or print why it is refused; return whether anything changed."""
        match entry.lower():
            case "?":
                self._help()
            case word if word in COACH:
                self._print_odds()
            case "g":
                print_lines(table_lines(self.position, self._narrator()))
            case _:
                self._ends = []
                try:
                    if not entry:
                        self._follow_advice()
                    for word in entry.lower().split():
                        self._apply_word(word)
                except PickominoError as error:
                    print(describe_error(self.texts, error))
                else:
                    print_lines(self._ends)
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

    def _follow_advice(self) -> None:
        """Do what was advised, and say so."""
        position, gettext = self.position, self.texts.gettext
        if self.plan:
            self._follow(self.plan)
            self._ends.insert(0, gettext("You followed the advice."))
            return
        if position.seat == 0:
            expected = Problem("expected_roll", {"count": dice_left(position)})
        else:
            expected = Problem("expected_result", {"name": self._narrator().names[position.seat]})
        raise InvalidNotation("nothing_followed", expected=expected)

    def _apply_roll(self, word: str) -> None:
        count = dice_left(self.position)
        roll = Roll.parse(word.replace(",", ""))
        if roll.size != count:
            raise InvalidNotation("bad_dice_count", found=roll.size, expected=count)
        self._play(roll)

    def _apply_choice(self, word: str) -> None:
        """Apply a choice, or an entry that implies that the advice was followed."""
        action = parse_answer(self.position, word)
        rolls_on = bool(self.plan) and self.plan[-1].kind in "rz"
        if rolls_on and self._is_next_roll(word):
            self._follow(self.plan)
            self._apply_roll(word)
        elif action is not None:
            self._play_own(action, word)
        elif self.position.turn.phase is Phase.CHOOSE and self.plan and self._comes_after(word):
            self._follow(self.plan[:1])
            self._apply_choice(word)
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
        return parse_answer(after, word) is not None

    def _play_own(self, action: Action, word: str) -> None:
        """Play what the player did; giving up the turn must be confirmed, even if it is advised."""
        if needs_confirmation(action, legal_actions(self.position)):
            text = self.texts.gettext(
                "The turn would fail. Type {answer} again to stop with nothing."
            )
            print(text.format(answer=word))
            again = read_answer()
            if again is None or again.lower() != word:
                raise InvalidNotation("not_given_up")
        self._play(action)

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
        gettext = self.texts.gettext
        text = gettext("→ {advice}. Worth {value}; risk of failing {failure}.")
        if self.aim == WIN:
            text = gettext("→ {advice}. Chance to win {value}; risk of failing {failure}.")
        value = format_value(advice, advice.value, self.texts).strip()
        failure = format_chance(advice, advice.failure, self.texts)
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
                "or say what you do instead: 4, r, s, t25, q."
            )
        )
        print(
            gettext(
                "Enter alone, or your next roll, means that you followed the advice; for a rival, "
                "type the tile (25) or f for failed."
            )
        )
        print(gettext("Also: c coach, g grill and stacks, u take back, ? help, x leave."))

    def _narrator(self) -> Narrator:
        names = self.names or [seat_letter(seat) for seat in range(self.position.players)]
        own = self.texts.gettext("{name} (you)").format(name=names[0])
        return Narrator(self.texts, [own, *names[1:]])

    def _write_record(self, first: Position) -> None:
        """Write the record; the rivals' dice are synthetic and fit their results."""
        if self.record is None:
            return
        game = Game.from_position(first)
        for seat, name in enumerate(self.names):
            game.tags[seat_letter(seat)] = name
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
