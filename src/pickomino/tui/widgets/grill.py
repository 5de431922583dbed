"""The grill: one row of small tiles, or two rows of large ones."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from pickomino.tui.board_state import BoardState
from pickomino.tui.drawing.blocks import centre_block, join_blocks, join_rows
from pickomino.tui.drawing.tiles import (
    FOUR_WORMS,
    LARGE_WIDTH,
    MIDDLE_WIDTH,
    Tile,
    large_tile,
    middle_tile,
    small_tile,
    specialists_row,
)
from pickomino.tui.game_app import ViewSize
from pickomino.tui.widgets.board_widget import BoardWidget

MIN_TILE_WIDTH: Final = 2


class Grill(BoardWidget):
    _shown: list[Tile] | None = None

    def show(self, board: BoardState) -> None:
        """Draw the tiles of a board if any has changed; most moves change none."""
        self.board = board
        before, self._shown = self._shown, board.tiles()
        if self._shown != before:
            self.refresh()

    def render_board(self, board: BoardState) -> Content:
        tiles = board.tiles()
        if self.view_size.has_names_on_tiles:
            half = len(tiles) // 2
            return join_rows([*self._row(tiles[:half]), *self._row(tiles[half:])])
        width = min(FOUR_WORMS, max(MIN_TILE_WIDTH, self.size.width // len(tiles) - 1))
        block = join_blocks([small_tile(tile, width, self.palette) for tile in tiles])
        whole = len(tiles) * (width + 1) - 1
        return join_rows(centre_block(block, whole, self.size.width))

    def _row(self, tiles: list[Tile]) -> list[Content]:
        is_large = self.view_size is ViewSize.LARGE
        draw, gap = (large_tile, "  ") if is_large else (middle_tile, " ")
        block = join_blocks([draw(tile, self.palette) for tile in tiles], gap)
        if any(tile.specialist for tile in tiles):
            width = LARGE_WIDTH if is_large else MIDDLE_WIDTH
            block[-1] = specialists_row(tiles, width, len(gap), self.palette)
        return centre_block(block, block[0].cell_length, self.size.width)
