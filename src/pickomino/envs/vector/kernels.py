"""Kernels over many games in a structure of arrays: read a game, play it, write it back.

Generators are seeded with two numbers from splitmix64, as the generators' authors recommend.
"""

from __future__ import annotations

import numpy as np

from pickomino.envs.vector.bots import (
    EXPERT,
    RANDOM,
    Floats,
    ValueLayout,
    choose_as_expert,
    choose_by_habit,
    write_turn_payoffs,
)
from pickomino.envs.vector.chance import int64, next_bits, nth_action
from pickomino.envs.vector.layout import (
    BASE_ARRAYS,
    DRAWN_BITS,
    OVER_PHASE,
    ROLL,
    GameArrays,
    Int8s,
    Int64s,
    Results,
    UInt64s,
)
from pickomino.envs.vector.rules import after_action, after_roll, roll_dice
from pickomino.envs.vector.stacks import PackedBaseTable, PackedRules, PackedTable, PackedTurn, rank
from pickomino.solver.compiling import compiled, kernel

LEAVE, ACT, RESTART, ACTED, RESTARTED, DONE = 0, 1, 2, 3, 4, 5
"""What `advance` should do in a game; ACTED and RESTARTED make it continue after a bot's turn."""
EVERY_SEAT = -1
"""The value of an agent's seat if the agent plays all seats, without bots."""
MASK_BITS = 64


@compiled
def read_table(arrays: GameArrays, game: int) -> PackedTable:
    """Return the grill and stacks of a game."""
    face_up, face_down = int64(arrays.face_up[game]), int64(arrays.face_down[game])
    below, tops, shown = arrays.below[game], arrays.tops[game], int64(arrays.shown[game])
    if len(arrays) == BASE_ARRAYS:
        return PackedBaseTable(face_up, face_down, below, tops, shown)  # pyright: ignore[reportReturnType] - see PackedBaseTable
    extra_tiles = int64(arrays.extra_tiles[game])
    return PackedTable(
        face_up, face_down, below, tops, shown, extra_tiles, arrays.specialists[game]
    )


@compiled
def read_turn(arrays: GameArrays, game: int) -> PackedTurn:
    """Return the turn of a game."""
    return PackedTurn(
        int64(arrays.turns[game]),
        int64(arrays.seat[game]),
        int64(arrays.phase[game]),
        int64(arrays.set_aside[game]),
        int64(arrays.points[game]),
        int64(arrays.dice_left[game]),
        int64(arrays.rolled[game]),
        arrays.mask[game],
    )


@compiled
def write_game(arrays: GameArrays, game: int, table: PackedTable, turn: PackedTurn) -> None:
    """Write a game back."""
    arrays.face_up[game] = table.face_up
    arrays.face_down[game] = table.face_down
    arrays.below[game] = table.below
    arrays.tops[game] = table.tops
    arrays.shown[game] = table.shown
    arrays.turns[game] = turn.number
    arrays.seat[game] = turn.seat
    arrays.phase[game] = turn.phase
    arrays.set_aside[game] = turn.set_aside
    arrays.points[game] = turn.points
    arrays.dice_left[game] = turn.dice_left
    arrays.rolled[game] = turn.rolled
    arrays.mask[game] = turn.mask
    if len(arrays) != BASE_ARRAYS:
        arrays.extra_tiles[game] = table.extra_tiles
        arrays.specialists[game] = table.specialists


@compiled
def write_result(results: Results, game: int, table: PackedTable, players: int) -> None:
    """Write the current scores and winners of a game to the results."""
    best = 0
    for seat in range(players):
        own = rank(table, seat)
        results.scores[game, seat] = own // 32
        best = max(best, own)
    for seat in range(players):
        results.winners[game, seat] = rank(table, seat) == best


# ---------------------------------------------------------------- kernels


@kernel
def seed_games(random: UInt64s, seeds: UInt64s) -> None:
    """Seed each generator with two numbers from a splitmix64 that starts at the game's seed."""
    for game in range(len(seeds)):
        state = seeds[game]
        for word in range(2):
            state += np.uint64(0x9E3779B97F4A7C15)
            mixed = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            random[game, word] = mixed ^ (mixed >> np.uint64(31))


@kernel
def first_illegal(mask: Int64s, actions: Int64s, orders: Int8s) -> int:
    """Return the first game whose action is illegal, or -1."""
    for game in range(len(mask)):
        if orders[game] == ACT and mask[game]:
            action = actions[game]
            if action < 0 or action >= MASK_BITS or not (mask[game] >> action) & 1:
                return game
    return -1


@kernel
def spread_masks(mask: Int64s, bits: Int8s) -> None:
    """Write the bits of each mask as a row of zeros and ones."""
    for game in range(len(mask)):
        for action in range(bits.shape[1]):
            bits[game, action] = (mask[game] >> action) & 1


@kernel
def draw_seats(random: UInt64s, orders: Int8s, seats: Int8s, players: int) -> None:
    """Draw the agent's seat in every game whose order is RESTART."""
    for game in range(len(seats)):
        if orders[game] == RESTART:
            bits, random[game, 0], random[game, 1] = next_bits(random[game, 0], random[game, 1])
            fraction = int64(bits >> np.uint64(64 - DRAWN_BITS))
            seats[game] = (fraction * players) >> DRAWN_BITS


@kernel
def count_worms(arrays: GameArrays, seats: Int8s, worms: Int64s) -> None:
    """Count the worms of one seat in every game."""
    for game in range(len(seats)):
        worms[game] = rank(read_table(arrays, game), int64(seats[game])) // 32


@kernel
def write_results(arrays: GameArrays, results: Results, players: int) -> None:
    """Write the current scores and winners of all games to the results."""
    for game in range(len(arrays.seat)):
        write_result(results, game, read_table(arrays, game), players)


@kernel
def roll_games(arrays: GameArrays, rule: PackedRules, rolls: Int64s) -> int:
    """Roll once in every game that waits for dice; an entry of 0 in `rolls` means a random roll."""
    steps = 0
    for game in range(len(arrays.seat)):
        table, turn = read_table(arrays, game), read_turn(arrays, game)
        if turn.phase != ROLL:
            continue
        rolled = rolls[game]
        if rolled == 0:
            one, two = arrays.random[game, 0], arrays.random[game, 1]
            rolled, one, two = roll_dice(rule, table, turn, one, two)
            arrays.random[game, 0], arrays.random[game, 1] = one, two
        table, turn = after_roll(rule, table, turn, rolled)
        write_game(arrays, game, table, turn)
        steps += 1
    return steps


@kernel
def act_games(arrays: GameArrays, rule: PackedRules, actions: Int64s, orders: Int8s) -> int:
    """Apply a legal action in every game whose order is ACT and that waits for a decision."""
    steps = 0
    for game in range(len(arrays.seat)):
        turn = read_turn(arrays, game)
        if orders[game] == ACT and turn.mask:
            table, turn = after_action(rule, read_table(arrays, game), turn, actions[game])
            write_game(arrays, game, table, turn)
            steps += 1
    return steps


@kernel
def advance(  # noqa: C901, PLR0913, PLR0917 - kernels take many arguments
    arrays: GameArrays,
    results: Results,
    rule: PackedRules,
    orders: Int8s,
    waiting: Int8s,
    actions: Int64s,
    agents: Int8s,
    kinds: Int8s,
    starts: GameArrays,
    restart: bool,  # noqa: FBT001 - kernels take no keywords
    first: int,
    last: int,
) -> int:
    """Apply the agent's actions and play until the agent must act again; return the step count.

    Random bots play here. At the turn of any other bot the game pauses, and `waiting` is set to the
    order with which to continue after that turn. The results of games that end are written; with
    `restart`, these games are restarted. Games begin as the only game in `starts`.
    """
    steps = 0
    for game in range(first, last):
        order = orders[game]
        if order == DONE:
            continue
        waiting[game] = DONE
        results.ended[game] = False
        if order == LEAVE:
            continue
        table, turn, agent = read_table(arrays, game), read_turn(arrays, game), agents[game]
        one, two = arrays.random[game, 0], arrays.random[game, 1]
        if order == RESTART or (order == ACT and turn.phase == OVER_PHASE):
            table, turn = read_table(starts, 0), read_turn(starts, 0)
        elif order == ACT and turn.mask:
            table, turn = after_action(rule, table, turn, actions[game])
            steps += 1
        # As in the readable environments, the limit does not apply before the agent's first action.
        limit = rule.turn_limit if order in (ACT, ACTED) else 0
        while True:
            if turn.phase == ROLL:
                rolled, one, two = roll_dice(rule, table, turn, one, two)
                table, turn = after_roll(rule, table, turn, rolled)
                steps += 1
                continue
            stopped = turn.phase != OVER_PHASE and 0 < limit <= turn.number
            if turn.phase == OVER_PHASE or stopped:
                write_result(results, game, table, rule.players)
                results.ended[game], results.stopped[game] = True, stopped
                if not restart:
                    break
                table, turn, limit = read_table(starts, 0), read_turn(starts, 0), 0
            elif agent in (EVERY_SEAT, turn.seat):
                break
            else:
                if kinds[turn.seat - (turn.seat > agent)] != RANDOM:
                    waiting[game] = ACTED if limit else RESTARTED
                    break
                bits, one, two = next_bits(one, two)
                table, turn = after_action(rule, table, turn, nth_action(turn.mask, bits))
                steps += 1
        arrays.random[game, 0], arrays.random[game, 1] = one, two
        write_game(arrays, game, table, turn)
    return steps


@kernel
def write_payoffs(
    arrays: GameArrays, rule: PackedRules, games: Int64s, stop: Floats, failure: Floats
) -> None:
    """Write what the outcomes of the turn are worth in some games, in the solver's format."""
    for place in range(len(games)):
        table, seat = read_table(arrays, games[place]), int64(arrays.seat[games[place]])
        write_turn_payoffs(rule, table, seat, stop[place, 0], failure[place, 0])


@kernel
def play_turns(  # noqa: PLR0913, PLR0917 - kernels take many arguments
    arrays: GameArrays,
    rule: PackedRules,
    kind: int,
    solved: ValueLayout,
    values: Floats,
    games: Int64s,
) -> int:
    """Let one kind of bot play the turns of some games to their ends; return the step count.

    Only the expert uses the values of the solved turns.
    """
    steps, lanes = 0, values.shape[3]
    for place in range(len(games)):
        game = games[place]
        table, turn = read_table(arrays, game), read_turn(arrays, game)
        one, two = arrays.random[game, 0], arrays.random[game, 1]
        number = turn.number
        while turn.number == number:
            if turn.phase == ROLL:
                rolled, one, two = roll_dice(rule, table, turn, one, two)
                table, turn = after_roll(rule, table, turn, rolled)
            else:
                if kind == EXPERT:
                    column = values[place // lanes, 0, :, place % lanes]
                    action = choose_as_expert(rule, table, turn, solved, column)
                else:
                    bits, one, two = next_bits(one, two)
                    action = choose_by_habit(rule, table, turn, kind, bits)
                table, turn = after_action(rule, table, turn, action)
            steps += 1
        arrays.random[game, 0], arrays.random[game, 1] = one, two
        write_game(arrays, game, table, turn)
    return steps


@kernel
def roll_out(  # noqa: PLR0913, PLR0917 - kernels take many arguments
    arrays: GameArrays,
    results: Results,
    rule: PackedRules,
    starts: GameArrays,
    steps: int,
    first: int,
    last: int,
    counts: Int64s,
) -> None:
    """Play random steps in each game; count games, turns and each seat's wins in `counts`.

    A step is one roll or one action and includes computing the mask of legal actions after it.
    """
    for game in range(first, last):
        table, turn = read_table(arrays, game), read_turn(arrays, game)
        one, two = arrays.random[game, 0], arrays.random[game, 1]
        if turn.phase == OVER_PHASE:
            table, turn = read_table(starts, 0), read_turn(starts, 0)
        for _ in range(steps):
            if turn.phase == ROLL:
                rolled, one, two = roll_dice(rule, table, turn, one, two)
                table, turn = after_roll(rule, table, turn, rolled)
            else:
                bits, one, two = next_bits(one, two)
                table, turn = after_action(rule, table, turn, nth_action(turn.mask, bits))
            if turn.phase == OVER_PHASE or 0 < rule.turn_limit <= turn.number:
                write_result(results, game, table, rule.players)
                counts[0] += 1
                counts[1] += turn.number
                for seat in range(rule.players):
                    counts[2 + seat] += results.winners[game, seat]
                table, turn = read_table(starts, 0), read_turn(starts, 0)
        arrays.random[game, 0], arrays.random[game, 1] = one, two
        write_game(arrays, game, table, turn)
