"""The dice just rolled and set aside, the sum, and what stopping would win."""

from __future__ import annotations

import random
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from pickomino.core.extrawurm import WAITING, Specialist
from pickomino.core.position import Phase
from pickomino.core.roll import FACES, SYMBOLS, WORM
from pickomino.i18n.narration import describe_targets
from pickomino.narration.targets import aim_lines, stop_line
from pickomino.tui.board_state import BoardState
from pickomino.tui.drawing.blocks import Block, centre, fit, join_blocks, join_rows, row
from pickomino.tui.drawing.dice import Die, DieSize, chips, die_block, faces_of, strip
from pickomino.tui.drawing.tiles import big_number
from pickomino.tui.game_app import ViewSize
from pickomino.tui.widgets.board_widget import BoardWidget

GAP: Final = "   "


class DiceWidget(BoardWidget):
    """The dice on the table; after the game there are none."""

    is_tumbling = False
    """Whether the dice are still rolling and therefore show random faces."""

    def render_board(self, board: BoardState) -> Content:
        if board.seat is None:
            return Content("")
        if self.view_size is ViewSize.LARGE:
            return join_rows(self._rows_with_dice(board, DieSize.LARGE))
        if self.view_size is ViewSize.WIDE:
            return join_rows(self._rows_with_dice(board, DieSize.SMALL))
        rows = [*self._rolled(board, DieSize.SMALL)]
        kept = board.set_aside
        if self.view_size is ViewSize.SMALL:
            line = strip(kept, self.palette) + self._sum(board)
            return join_rows([*rows, line, self._aim(board)])
        label = board.narrator.texts.gettext("Set aside")
        aside = row((f"{label}  ", self.palette.style("faint")), chips(kept, self.palette))
        sums = [self._sum(board), self._aim(board)]
        return join_rows([*rows, self._beside_grill(board), aside, *sums])

    def _rows_with_dice(self, board: BoardState, size: DieSize) -> list[Content]:
        """Draw pictures of the dice set aside; smaller terminals show only their symbols."""
        gettext = board.narrator.texts.gettext
        faint = self.palette.style("faint")
        kept = [Die(face, is_golden) for face, is_golden in faces_of(board.set_aside)]
        blocks = [die_block(die, size, self.palette) for die in kept]
        aside = join_blocks(blocks) or [Content("")] * size.height
        number = big_number(board.total, self.palette.style("ember", bold=True))
        room = self.size.width - number[0].cell_length - len(GAP)
        beside_number = [self._sum(board), *self._aims(board, room)]
        return [
            *self._rolled(board, size),
            self._beside_grill(board),
            row((gettext("Set aside"), faint)),
            *aside,
            Content(""),
            *(a + GAP + b for a, b in zip(number, beside_number, strict=True)),
        ]

    def _rolled(self, board: BoardState, size: DieSize) -> Block:
        """Draw the dice just rolled, or blank ones for the next roll, and their keys."""
        dice = self._dice(board)
        if not dice:
            return [Content("")] * (size.height + 1)
        blocks = [die_block(die, size, self.palette) for die in dice]
        block = join_blocks(blocks)
        return [*block, Content(" ").join([self._key(die, size) for die in dice])]

    def _dice(self, board: BoardState) -> list[Die]:
        if self.is_tumbling:
            return [Die(random.choice(FACES), is_golden) for _, is_golden in faces_of(board.rolled)]
        if board.rolled.size == 0:
            phases = (Phase.ROLL, Phase.DECIDE)
            is_waiting = board.seat is not None and board.position.turn.phase in phases
            return [Die(0, look="faint")] * board.dice_left if is_waiting else []
        selectable = board.selectable_faces
        return [
            self._die(board, face, is_golden, is_legal=face in selectable)
            for face, is_golden in faces_of(board.rolled)
        ]

    def _die(self, board: BoardState, face: int, is_golden: bool, *, is_legal: bool) -> Die:  # noqa: FBT001
        if board.is_failed:
            return Die(face, is_golden, look="bad")
        if is_legal:
            return Die(face, is_golden, f"screen.play('k{SYMBOLS[face - 1]}')")
        is_used = board.set_aside.has(face)
        return Die(face, is_golden, look="faint" if is_used else "die")

    def _key(self, die: Die, size: DieSize) -> Content:
        if not die.action:
            return Content(" " * size.width)
        key = "w" if die.face == WORM else str(die.face)
        return Content.styled(centre(f"[{key}]", size.width), self.palette.style("ember"))

    def _beside_grill(self, board: BoardState) -> Content:
        """Return the Extrawurm pieces that no player has: waiting specialists, spare Bratwurms."""
        extrawurm = board.position.extrawurm
        if extrawurm is None:
            return Content("")
        waiting = [
            specialist for specialist in Specialist if extrawurm.specialists[specialist] == WAITING
        ]
        names = [board.narrator.specialist(specialist) for specialist in waiting]
        what = " · ".join([*names, board.narrator.bratwurms(extrawurm.supply)])
        text = board.narrator.texts.gettext("Beside the grill: {what}").format(what=what)
        return row((fit(text, self.size.width), self.palette.style("faint")))

    def _sum(self, board: BoardState) -> Content:
        texts = board.narrator.texts
        if not board.set_aside.size:
            return Content("")
        left = texts.ngettext("{count} die left", "{count} dice left", board.dice_left)
        dice = left.format(count=board.dice_left)
        total = texts.gettext("Sum {total}").format(total=board.total)
        worm = texts.gettext("worm ✓") if board.has_worm else texts.gettext("no worm yet")
        tone = "good" if board.has_worm else "bad"
        return row(
            (f"{total}  ", self.palette.style("text", bold=True)),
            (worm, self.palette.style(tone, bold=True)),
            (f"  {dice}", self.palette.style("faint")),
        )

    def _aims(self, board: BoardState, width: int) -> list[Content]:
        """Return two lines: the sums to aim for, and what stopping would win."""
        need = fit(_need(board), width)
        return [row((need, self.palette.style("text"))), self._stopping(board, width)]

    def _aim(self, board: BoardState) -> Content:
        """Return one line: what stopping would win and, if it fits, what higher sums would win."""
        width = self.size.width
        if not board.claims:
            return row((fit(_need(board), width), self.palette.style("text")))
        line = self._stopping(board, width)
        for text in board.narrator.render_all(aim_lines(board.position)):
            longer = row(line, (f" · {text}", self.palette.style("text")))
            line = longer if longer.cell_length <= width else line
        return line

    def _stopping(self, board: BoardState, width: int) -> Content:
        if board.position.turn.phase is not Phase.DECIDE:
            return Content("")
        text = board.narrator.render(stop_line(board.position))
        if cell_len(text) > width:
            text = fit(board.narrator.render(stop_line(board.position, is_short=True)), width)
        tone = self.palette.style("glow", bold=True) if board.claims else None
        return row((text, tone or self.palette.style("faint")))


def _need(board: BoardState) -> str:
    is_turn = board.seat is not None and not board.is_failed
    return describe_targets(board.position, board.narrator) if is_turn else ""
