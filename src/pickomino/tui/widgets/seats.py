"""The players: name, top tile, tiles and worms; whose turn it is stands out."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content

from pickomino.tui.drawing.blocks import Block, beside, clickable, fitted, fitted_name, row, stacked
from pickomino.tui.drawing.palette import SEAT_MARKS, Palette
from pickomino.tui.drawing.tiles import chip
from pickomino.tui.game_app import ViewSize
from pickomino.tui.scene import Scene
from pickomino.tui.widgets.scene_widget import SceneWidget

WIDEST = 26


class Seats(SceneWidget):
    """All players side by side."""

    def drawn(self, scene: Scene) -> Content:
        """Draw every seat."""
        seats = range(scene.position.players)
        width = min(WIDEST, (self.size.width + 1) // len(seats) - 1)
        return stacked(beside([self._card(scene, seat, width) for seat in seats]))

    def _card(self, scene: Scene, seat: int, width: int) -> Block:
        rows = [self._heading(scene, seat, width), self._stack(scene, seat, width)]
        more = self._more(scene, seat)
        if self.view_size is ViewSize.SMALL:
            return [*rows, self._worms(scene, seat, width, more)]
        faint = self.palette.style("faint", "surface")
        return [*rows, self._worms(scene, seat, width), row((fitted(more, width), faint))]

    def _heading(self, scene: Scene, seat: int, width: int) -> Content:
        is_turn = scene.seat == seat
        mark = "▶" if is_turn else SEAT_MARKS[seat]
        name = f"{mark} {fitted_name(scene.speaker.names[seat], width - 2)}"
        return row((name, self.palette.seat(seat, is_filled=is_turn)))

    def _stack(self, scene: Scene, seat: int, width: int) -> Content:
        stack = scene.position.stacks[seat]
        if not stack:
            return fitted_row(self._empty(scene, width), width, self.palette)
        text, style = chip(stack[-1], self.palette, is_won=scene.steal_from(seat) is not None)
        faint = self.palette.style("faint", "surface")
        top = Content.styled(text, clickable(style, self._action(scene, seat)))
        under = f" +{len(stack) - 1}" if len(stack) > 1 else ""
        if self.view_size is ViewSize.LARGE:
            under = "".join(f" {tile}" for tile in stack[-2::-1])
        return fitted_row(row(top, (under, faint)), width, self.palette)

    def _worms(self, scene: Scene, seat: int, width: int, more: str = "") -> Content:
        count = scene.scores[seat] if scene.scores else 0
        text = scene.speaker.worms(count)
        if more or len(text) > width:
            text = f"{count} ~  {more}"
        return row((fitted(text, width), self.palette.style("text", "surface", bold=True)))

    def _more(self, scene: Scene, seat: int) -> str:
        """Return what else there is: games won, a specialist, Bratwurms, a lost connection."""
        gettext = scene.speaker.texts.gettext
        parts = [f"★{scene.wins[seat]}"] if scene.wins else []
        extrawurm = scene.position.extrawurm
        if extrawurm is not None:
            held = extrawurm.held_by(seat)
            if held is not None:
                parts.append(scene.speaker.specialist(held))
            if extrawurm.bratwurms[seat]:
                parts.append(scene.speaker.bratwurms(extrawurm.bratwurms[seat]))
        if seat < len(scene.seats):
            view = scene.seats[seat]
            if view.stand_in:
                parts.append(gettext("a bot plays"))
            elif view.is_absent:
                parts.append(gettext("away"))
        return " · ".join(parts)

    def _empty(self, scene: Scene, width: int) -> Content:
        text = scene.speaker.texts.gettext("no tiles")
        faint = self.palette.style("faint", "surface")
        return row((text if cell_len(text) <= width else "–", faint))

    def _action(self, scene: Scene, seat: int) -> str:
        steal = scene.steal_from(seat)
        return f"screen.play('{steal}')" if steal is not None and steal in scene.legal else ""


def fitted_row(content: Content, width: int, palette: Palette) -> Content:
    """Cut or fill a line to a width."""
    if content.cell_length > width:
        return content.truncate(width, ellipsis=True)
    rest = " " * (width - content.cell_length)
    return row(content, (rest, palette.style("faint", "surface")))
