"""The dice: those just rolled, those set aside, the sum and what stopping would win."""

from __future__ import annotations

import random
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from pickomino.core.extrawurm import WAITING, Specialist
from pickomino.core.position import Phase
from pickomino.core.roll import FACES, SYMBOLS, WORM
from pickomino.i18n.narration import stopping_said
from pickomino.i18n.needs import aims_said, need_said
from pickomino.tui.drawing.blocks import Block, beside, centred, fitted, row, stacked
from pickomino.tui.drawing.dice import Die, DieSize, chips, die_block, faces_of, strip
from pickomino.tui.drawing.tiles import big_number
from pickomino.tui.game_app import ViewSize
from pickomino.tui.scene import Scene
from pickomino.tui.widgets.scene_widget import SceneWidget

GAP: Final = "   "


class Dice(SceneWidget):
    """The dice on the table."""

    is_tumbling = False
    """Whether the dice still roll: then any face shows."""

    def drawn(self, scene: Scene) -> Content:
        """Draw the dice in the size there is; none are left on the table after the end."""
        if scene.seat is None:
            return Content("")
        if self.view_size is ViewSize.LARGE:
            return stacked(self._roomy(scene, DieSize.LARGE))
        if self.view_size is ViewSize.WIDE:
            return stacked(self._roomy(scene, DieSize.SMALL))
        rows = [*self._rolled(scene, DieSize.SMALL)]
        kept = scene.set_aside
        if self.view_size is ViewSize.SMALL:
            line = strip(kept, self.palette) + self._sum(scene)
            return stacked([*rows, line, self._aim(scene)])
        label = scene.speaker.texts.gettext("Set aside")
        aside = row((f"{label}  ", self.palette.style("faint")), chips(kept, self.palette))
        sums = [self._sum(scene), self._aim(scene)]
        return stacked([*rows, self._beside_grill(scene), aside, *sums])

    def _roomy(self, scene: Scene, size: DieSize) -> list[Content]:
        gettext = scene.speaker.texts.gettext
        faint = self.palette.style("faint")
        kept = [Die(face, is_golden) for face, is_golden in faces_of(scene.set_aside)]
        blocks = [die_block(die, size, self.palette) for die in kept]
        aside = beside(blocks) or [Content("")] * size.height
        number = big_number(scene.total, self.palette.style("ember", bold=True))
        room = self.size.width - number[0].cell_length - len(GAP)
        beside_number = [self._sum(scene), *self._aims(scene, room)]
        return [
            *self._rolled(scene, size),
            self._beside_grill(scene),
            row((gettext("Set aside"), faint)),
            *aside,
            Content(""),
            *(a + GAP + b for a, b in zip(number, beside_number, strict=True)),
        ]

    def _rolled(self, scene: Scene, size: DieSize) -> Block:
        """Draw the dice just rolled, or those that a next roll would have, and their keys."""
        dice = self._dice(scene)
        if not dice:
            return [Content("")] * (size.height + 1)
        blocks = [die_block(die, size, self.palette) for die in dice]
        block = beside(blocks)
        return [*block, Content(" ").join([self._key(die, size) for die in dice])]

    def _dice(self, scene: Scene) -> list[Die]:
        if self.is_tumbling:
            return [Die(random.choice(FACES), is_golden) for _, is_golden in faces_of(scene.rolled)]
        if scene.rolled.size == 0:
            phases = (Phase.ROLL, Phase.DECIDE)
            is_waiting = scene.seat is not None and scene.position.turn.phase in phases
            return [Die(0, look="faint")] * scene.dice_left if is_waiting else []
        chosen = scene.chosen_faces
        return [
            self._die(scene, face, is_golden, is_legal=face in chosen)
            for face, is_golden in faces_of(scene.rolled)
        ]

    def _die(self, scene: Scene, face: int, is_golden: bool, *, is_legal: bool) -> Die:  # noqa: FBT001
        if scene.is_failed:
            return Die(face, is_golden, look="bad")
        if is_legal:
            return Die(face, is_golden, f"screen.play('k{SYMBOLS[face - 1]}')")
        is_used = scene.set_aside.has(face)
        return Die(face, is_golden, look="faint" if is_used else "die")

    def _key(self, die: Die, size: DieSize) -> Content:
        if not die.action:
            return Content(" " * size.width)
        key = "w" if die.face == WORM else str(die.face)
        return Content.styled(centred(f"[{key}]", size.width), self.palette.style("ember"))

    def _beside_grill(self, scene: Scene) -> Content:
        """Return what of Extrawurm nobody has: specialists that wait, and Bratwurms to gain."""
        extrawurm = scene.position.extrawurm
        if extrawurm is None:
            return Content("")
        waiting = [each for each in Specialist if extrawurm.specialists[each] == WAITING]
        names = [scene.speaker.specialist(each) for each in waiting]
        what = " · ".join([*names, scene.speaker.bratwurms(extrawurm.supply)])
        text = scene.speaker.texts.gettext("Beside the grill: {what}").format(what=what)
        return row((fitted(text, self.size.width), self.palette.style("faint")))

    def _sum(self, scene: Scene) -> Content:
        texts = scene.speaker.texts
        if not scene.set_aside.size:
            return Content("")
        left = texts.ngettext("{count} die left", "{count} dice left", scene.dice_left)
        dice = left.format(count=scene.dice_left)
        total = texts.gettext("Sum {total}").format(total=scene.total)
        worm = texts.gettext("worm ✓") if scene.has_worm else texts.gettext("no worm yet")
        tone = "good" if scene.has_worm else "bad"
        return row(
            (f"{total}  ", self.palette.style("text", bold=True)),
            (worm, self.palette.style(tone, bold=True)),
            (f"  {dice}", self.palette.style("faint")),
        )

    def _aims(self, scene: Scene, width: int) -> list[Content]:
        """Return what the sum still lacks, and below it what stopping would win."""
        need = fitted(_need(scene), width)
        return [row((need, self.palette.style("text"))), self._stopping(scene, width)]

    def _aim(self, scene: Scene) -> Content:
        """Return both in one line: what a higher sum would win, as far as there is room."""
        width = self.size.width
        if not scene.claims:
            return row((fitted(_need(scene), width), self.palette.style("text")))
        line = self._stopping(scene, width)
        for text in aims_said(scene.position, scene.speaker):
            longer = row(line, (f" · {text}", self.palette.style("text")))
            line = longer if longer.cell_length <= width else line
        return line

    def _stopping(self, scene: Scene, width: int) -> Content:
        if scene.position.turn.phase is not Phase.DECIDE:
            return Content("")
        text = stopping_said(scene.position, scene.speaker)
        if cell_len(text) > width:
            text = fitted(stopping_said(scene.position, scene.speaker, is_short=True), width)
        tone = self.palette.style("glow", bold=True) if scene.claims else None
        return row((text, tone or self.palette.style("faint")))


def _need(scene: Scene) -> str:
    is_turn = scene.seat is not None and not scene.is_failed
    return need_said(scene.position, scene.speaker) if is_turn else ""
