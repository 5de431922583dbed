"""Section 6: specialists and Bratwurms. Without Extrawurm all these are empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .wfen import SPECIALISTS

if TYPE_CHECKING:
    from .rules import NaiveGame

START_TILES = {"canned_worm": 11, "hen": 21, "raven": 23, "weasel": 25, "golden_die": 27}
SUPPLY = 7


def set_up(game: NaiveGame) -> None:
    if game.extrawurm:
        game.on_tile = dict(START_TILES)


def holds(game: NaiveGame, seat: int, specialist: str) -> bool:
    return specialist in game.held_by and game.held_by[specialist] == seat


def held_specialist(game: NaiveGame, seat: int) -> str | None:
    for specialist in SPECIALISTS:
        if holds(game, seat, specialist):
            return specialist
    return None


def lose_specialist(game: NaiveGame, seat: int) -> None:
    """The specialist held waits to be placed."""
    specialist = held_specialist(game, seat)
    if specialist is not None:
        del game.held_by[specialist]


def gain_specialist(game: NaiveGame, seat: int, specialist: str) -> None:
    # Section 6, specialists: at most one is held; a second sends the first back.
    lose_specialist(game, seat)
    game.held_by[specialist] = seat


def specialist_on(game: NaiveGame, tile: int) -> str | None:
    for specialist in SPECIALISTS:
        if specialist in game.on_tile and game.on_tile[specialist] == tile:
            return specialist
    return None


def lift_specialist(game: NaiveGame, tile: int) -> str | None:
    """Take the specialist, if any, off a tile; it waits until a seat gains it."""
    specialist = specialist_on(game, tile)
    if specialist is not None:
        del game.on_tile[specialist]
    return specialist


def place_specialists(game: NaiveGame) -> None:
    # Section 6, placing: fixed order, each on the lowest free face-up tile, else it waits.
    if not game.extrawurm:
        return
    for specialist in SPECIALISTS:
        if specialist in game.on_tile or specialist in game.held_by:
            continue
        for tile in sorted(game.face_up):
            if specialist_on(game, tile) is None:
                game.on_tile[specialist] = tile
                break


def gain_bratwurm_from_supply(game: NaiveGame, seat: int) -> bool:
    # Section 6, Bratwurms: seven in the supply, none when it is empty.
    if sum(game.bratwurms) == SUPPLY:
        return False
    game.bratwurms[seat] += 1
    return True


def opponents_with_bratwurm(game: NaiveGame) -> list[int]:
    opponents = [seat for seat in range(game.players) if seat != game.seat]
    return [seat for seat in opponents if game.bratwurms[seat] > 0]


def raven_needs_a_choice(game: NaiveGame) -> bool:
    """The seat to act has just taken the Raven's tile; True if it must choose a rival."""
    # Section 6, Raven: one from the supply first.
    if gain_bratwurm_from_supply(game, game.seat):
        return False
    # Section 6, Raven: from an opponent if one has any, else nothing.
    return bool(opponents_with_bratwurm(game))
