"""The expansion as compiled functions, following `pickomino.core.extrawurm`.

`specialists` is packed as in `GameArrays`.
"""

from __future__ import annotations

from pickomino.envs.vector.chance import bit_index
from pickomino.envs.vector.layout import (
    BOTHEXTRA_NO,
    BRATWURMS_AT,
    CANNED_WORM,
    DICE,
    EXTRAS,
    EXTRAS_UP,
    FIRST_RAVEN,
    FIRST_TAKE,
    GOLDEN_AT,
    GOLDEN_DIE,
    HEN,
    OWNER_AT,
    RAVEN,
    RAVENS_CHOICE,
    SEATS_AT,
    SPECIALISTS,
    SUPPLY,
    WAITING_AT,
    WEASEL,
    WEASEL_USED,
)
from pickomino.envs.vector.stacks import PackedTable, PackedTurn, as_set, top_of
from pickomino.solver.compiling import compiled, inlined

LOWEST_EXTRA, HIGHEST_EXTRA = 11, 13

# ---------------------------------------------------------------- specialists and Bratwurms


@inlined
def with_specialists(table: PackedTable, specialists: int) -> PackedTable:
    """Return the table with its specialists and Bratwurms replaced."""
    face_up, face_down, below, tops, shown, extra_tiles, _ = table
    return PackedTable(face_up, face_down, below, tops, shown, extra_tiles, specialists)


@inlined
def is_at(specialists: int, which: int, place: int) -> bool:
    """Return whether a specialist is at a place."""
    return (specialists >> 5 * which) & 31 == place


@inlined
def holds(specialists: int, seat: int, which: int) -> bool:
    """Return whether a seat holds a specialist."""
    return is_at(specialists, which, SEATS_AT + seat)


@inlined
def move_specialist(specialists: int, which: int, place: int) -> int:
    """Return the specialists after one of them has moved to a place."""
    return (specialists & ~(31 << 5 * which)) | (place << 5 * which)


@compiled
def release_specialist(specialists: int, seat: int) -> int:
    """Take a seat's specialist away, if it has one; the specialist then waits to be placed."""
    for which in range(SPECIALISTS):
        if holds(specialists, seat, which):
            return move_specialist(specialists, which, WAITING_AT)
    return specialists


@compiled
def transfer_specialist(specialists: int, seat: int, place: int) -> int:
    """If a specialist is at a place, give it to a seat and release the one that the seat held."""
    for which in range(SPECIALISTS):
        if is_at(specialists, which, place):
            return move_specialist(release_specialist(specialists, seat), which, SEATS_AT + seat)
    return specialists


@inlined
def bratwurms_of(specialists: int, seat: int) -> int:
    """Return how many Bratwurms a seat has."""
    return (specialists >> (BRATWURMS_AT + 3 * seat)) & 7


@inlined
def one_bratwurm(seat: int) -> int:
    """Return one Bratwurm of a seat as a packed number."""
    return 1 << (BRATWURMS_AT + 3 * seat)


@compiled
def has_supply(specialists: int, players: int) -> bool:
    """Return whether a Bratwurm is left in the supply."""
    owned = 0
    for seat in range(players):
        owned += bratwurms_of(specialists, seat)
    return owned < SUPPLY


@compiled
def place_specialists(table: PackedTable) -> PackedTable:
    """Place every specialist without a tile or seat, in order, on the lowest free face-up tile."""
    up = (table.face_up << EXTRAS) | (table.extra_tiles & EXTRAS_UP)
    specialists, free = table.specialists & ~WEASEL_USED, up
    for which in range(SPECIALISTS):
        place = (specialists >> 5 * which) & 31
        if place < SEATS_AT:
            free &= ~(1 << place)
            if not (up >> place) & 1:
                specialists = move_specialist(specialists, which, WAITING_AT)
    for which in range(SPECIALISTS):
        if free and is_at(specialists, which, WAITING_AT):
            specialists = move_specialist(specialists, which, bit_index(free & -free))
            free &= free - 1
    return with_specialists(table, specialists)


# ---------------------------------------------------------------- dice and claims


@inlined
def first_roll_dice(specialists: int, seat: int) -> int:
    """Return the number of dice in a seat's first roll."""
    return DICE + holds(specialists, seat, GOLDEN_DIE)


@inlined
def rolls_golden(table: PackedTable, turn: PackedTurn) -> bool:
    """Return whether the next roll includes the golden die."""
    return turn.set_aside >> GOLDEN_AT == 0 and holds(table.specialists, turn.seat, GOLDEN_DIE)


@inlined
def can_use_weasel(specialists: int, seat: int) -> bool:
    """Return whether a seat holds the Weasel and has not used it in this turn."""
    return not specialists & WEASEL_USED and holds(specialists, seat, WEASEL)


@inlined
def has_canned_worm(table: PackedTable, seat: int) -> bool:
    """Return whether a seat holds the Canned Worm."""
    return holds(table.specialists, seat, CANNED_WORM)


@compiled
def claims_extra(table: PackedTable, seat: int, options: int, total: int) -> int:
    """Return the claim of 11 or 13 that an exact total allows, as an action bit; 0 if none."""
    extra = 0 if total == LOWEST_EXTRA else 1 if total == HIGHEST_EXTRA else EXTRAS
    if extra == EXTRAS or not (table.extra_tiles >> extra) & 1:
        return 0
    owner_of_other = (table.extra_tiles >> (OWNER_AT + 3 * (1 - extra))) & 7
    if options & BOTHEXTRA_NO and owner_of_other == seat + 1:
        return 0
    return 1 << (FIRST_TAKE + extra)


@inlined
def hen_guards(table: PackedTable, seat: int) -> bool:
    """Return whether a seat holds the Hen and she guards its top tile, which must be 21 to 36."""
    return as_set(top_of(table.tops, seat)) != 0 and holds(table.specialists, seat, HEN)


# ---------------------------------------------------------------- the Raven


@compiled
def raven_choices(specialists: int, seat: int, players: int) -> int:
    """Return the opponents whose Bratwurm the Raven may take, as action bits."""
    choices = 0
    for rival in range(players):
        if rival != seat and bratwurms_of(specialists, rival):
            choices |= 1 << (FIRST_RAVEN + rival)
    return choices


@compiled
def after_taking(
    table: PackedTable, turn: PackedTurn, players: int, number: int
) -> tuple[PackedTable, PackedTurn]:
    """Gain the specialist on a taken tile; the Raven takes effect at once or awaits a choice."""
    seat, specialists, place = turn.seat, table.specialists, number - 1
    if not is_at(specialists, RAVEN, place):
        return with_specialists(table, transfer_specialist(specialists, seat, place)), turn
    specialists = move_specialist(specialists, RAVEN, WAITING_AT)
    if has_supply(specialists, players):
        return with_specialists(table, specialists + one_bratwurm(seat)), turn
    choices = raven_choices(specialists, seat, players)
    if choices:
        turn = PackedTurn(turn.number, seat, RAVENS_CHOICE, 0, 0, DICE, 0, choices)
    return with_specialists(table, specialists), turn
