"""What is done to many games at once, structure of arrays: read a game, play it, write it back.

A generator is seeded by two numbers of splitmix64, as its authors advise.
"""

from __future__ import annotations

import numpy as np

from pickomino.envs.vector.bots import (
    EXPERT,
    RANDOM,
    Floats,
    Habits,
    ValueLayout,
    choose_as_expert,
    choose_by_habit,
    write_turn_payoffs,
)
from pickomino.envs.vector.chance import int64, next_bits, nth_action
from pickomino.envs.vector.compiling import compiled, kernel
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
from pickomino.envs.vector.rules import (
    after_action,
    after_roll,
    new_table,
    new_turn,
    roll_dice,
)
from pickomino.envs.vector.stacks import PackedBaseTable, PackedRules, PackedTable, PackedTurn, rank

LEAVE, ACT, RESTART, ACTED, RESTARTED, DONE = 0, 1, 2, 3, 4, 5
"""What `advance` is told to do with a game; ACTED and RESTARTED go on after a bot's turn."""
EVERY_SEAT = -1
"""As an agent's seat: no seat is played by a bot."""
PAST_BITS = 64


@compiled
def read_table(arrays: GameArrays, game: int) -> PackedTable:
    """Read grill and stacks."""
    face_up, face_down = int64(arrays.face_up[game]), int64(arrays.face_down[game])
    below, tops, shown = arrays.below[game], arrays.tops[game], int64(arrays.shown[game])
    if len(arrays) == BASE_ARRAYS:
        return PackedBaseTable(face_up, face_down, below, tops, shown)  # pyright: ignore[reportReturnType] - see BaseTable
    extra_tiles = int64(arrays.extra_tiles[game])
    return PackedTable(
        face_up, face_down, below, tops, shown, extra_tiles, arrays.specialists[game]
    )


@compiled
def read_turn(arrays: GameArrays, game: int) -> PackedTurn:
    """Read the turn."""
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
    """Write down scores and winners as the table stands."""
    best = 0
    for seat in range(players):
        mine = rank(table, seat)
        results.scores[game, seat] = mine // 32
        best = max(best, mine)
    for seat in range(players):
        results.winners[game, seat] = rank(table, seat) == best


# ---------------------------------------------------------------- kernels


@kernel
def seed_games(random: UInt64s, seeds: UInt64s) -> None:
    """Seed each game's generator with two numbers of splitmix64 that starts at its seed."""
    for game in range(len(seeds)):
        state = seeds[game]
        for word in range(2):
            state += np.uint64(0x9E3779B97F4A7C15)
            mixed = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            random[game, word] = mixed ^ (mixed >> np.uint64(31))


@kernel
def first_illegal(mask: Int64s, actions: Int64s, orders: Int8s) -> int:
    """Return the first game that is told to do what is not legal, or -1."""
    for game in range(len(mask)):
        if orders[game] == ACT and mask[game]:
            action = actions[game]
            if action < 0 or action >= PAST_BITS or not (mask[game] >> action) & 1:
                return game
    return -1


@kernel
def spread_masks(mask: Int64s, found: Int8s) -> None:
    """Write the bits of each mask as a row of zeros and ones."""
    for game in range(len(mask)):
        for action in range(found.shape[1]):
            found[game, action] = (mask[game] >> action) & 1


@kernel
def draw_seats(random: UInt64s, orders: Int8s, seats: Int8s, players: int) -> None:
    """Draw a seat in every game that is told to restart."""
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
    """Write down scores and winners of all games as they stand."""
    for game in range(len(arrays.seat)):
        write_result(results, game, read_table(arrays, game), players)


@kernel
def roll_games(arrays: GameArrays, rule: PackedRules, rolls: Int64s) -> int:
    """Roll once in every game that waits for dice: what is given, or at random where that is 0."""
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
    """Do one legal action in every game that is told so and waits for one."""
    steps = 0
    for game in range(len(arrays.seat)):
        turn = read_turn(arrays, game)
        if orders[game] == ACT and turn.mask:
            table, turn = after_action(rule, read_table(arrays, game), turn, actions[game])
            write_game(arrays, game, table, turn)
            steps += 1
    return steps


@kernel
def advance(  # noqa: C901, PLR0913, PLR0917 - what a kernel needs, in one piece
    arrays: GameArrays,
    results: Results,
    rule: PackedRules,
    orders: Int8s,
    waiting: Int8s,
    actions: Int64s,
    agents: Int8s,
    kinds: Int8s,
    again: bool,  # noqa: FBT001 - kernels take no keywords
    first: int,
    last: int,
) -> int:
    """Do the agent's action in each game and play on to its next one; returns the steps made.

    Other seats play at random; where another bot is at its turn, the game is left to it, and
    `waiting` has the order for afterwards. A game that ends is told in the results, and begins anew
    with `again`.
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
            table, turn = new_table(arrays), new_turn()
        elif order == ACT and turn.mask:
            table, turn = after_action(rule, table, turn, actions[game])
            steps += 1
        # As in the readable environments, no limit holds before the agent's first action.
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
                if not again:
                    break
                table, turn, limit = new_table(arrays), new_turn(), 0
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
def write_payoffs(  # noqa: PLR0913, PLR0917 - what a kernel needs
    arrays: GameArrays,
    rule: PackedRules,
    solved: ValueLayout,
    games: Int64s,
    stop: Floats,
    failure: Floats,
) -> None:
    """Write what the results of the turns of some games are worth, as the solver wants it."""
    for place in range(len(games)):
        table, seat = read_table(arrays, games[place]), int64(arrays.seat[games[place]])
        write_turn_payoffs(rule, table, seat, stop[place, 0], failure[place, 0], solved.tie)


@kernel
def play_turns(  # noqa: PLR0913, PLR0917 - what a kernel needs
    arrays: GameArrays,
    rule: PackedRules,
    kind: int,
    habits: Habits,
    solved: ValueLayout,
    values: Floats,
    games: Int64s,
) -> int:
    """Let bots of one kind play the turns of some games to their ends; returns the steps made.

    Only the expert looks at the values of the solved turns.
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
                    action = choose_by_habit(rule, table, turn, kind, habits, bits)
                table, turn = after_action(rule, table, turn, action)
            steps += 1
        arrays.random[game, 0], arrays.random[game, 1] = one, two
        write_game(arrays, game, table, turn)
    return steps


@kernel
def roll_out(  # noqa: PLR0913, PLR0917 - what a kernel needs
    arrays: GameArrays,
    results: Results,
    rule: PackedRules,
    steps: int,
    first: int,
    last: int,
    told: Int64s,
) -> None:
    """Play a number of steps of each game at random; `told` counts games, turns and wins by seat.

    A step is one roll or one action, with the mask after it.
    """
    for game in range(first, last):
        table, turn = read_table(arrays, game), read_turn(arrays, game)
        one, two = arrays.random[game, 0], arrays.random[game, 1]
        if turn.phase == OVER_PHASE:
            table, turn = new_table(arrays), new_turn()
        for _ in range(steps):
            if turn.phase == ROLL:
                rolled, one, two = roll_dice(rule, table, turn, one, two)
                table, turn = after_roll(rule, table, turn, rolled)
            else:
                bits, one, two = next_bits(one, two)
                table, turn = after_action(rule, table, turn, nth_action(turn.mask, bits))
            if turn.phase == OVER_PHASE or 0 < rule.turn_limit <= turn.number:
                write_result(results, game, table, rule.players)
                told[0] += 1
                told[1] += turn.number
                for seat in range(rule.players):
                    told[2 + seat] += results.winners[game, seat]
                table, turn = new_table(arrays), new_turn()
        arrays.random[game, 0], arrays.random[game, 1] = one, two
        write_game(arrays, game, table, turn)
