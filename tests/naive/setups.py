"""Random valid positions, many of them hard to reach by playing."""

from __future__ import annotations

import random

from .extrawurm import lift_specialist
from .rules import NaiveGame, points
from .wfen import SPECIALISTS, all_tiles, symbol

PHASES = ["about to roll", "rolled", "decide"]


def random_setup(rng: random.Random, rules_text: str, players: int) -> str:
    """The WFEN of a random position that is valid; play may not be able to reach it."""
    while True:
        game = NaiveGame.start(rules_text, players)
        game.seat = rng.randrange(players)
        game.phase = random_phase(rng, game)
        deal_tiles(rng, game)
        if game.extrawurm:
            deal_bratwurms(rng, game)
            deal_specialists(rng, game)
        deal_dice(rng, game)
        if rng.random() < 0.4:
            offer_a_steal(rng, game)
        if is_valid(game):
            return game.wfen()


def random_phase(rng: random.Random, game: NaiveGame) -> str:
    if rng.random() < 0.02:
        return "over"
    if game.extrawurm and rng.random() < 0.1:
        return "raven"
    return rng.choice(PHASES)


def deal_tiles(rng: random.Random, game: NaiveGame) -> None:
    """Each tile face up, face down or on a stack; the shares differ from position to position."""
    shares = [rng.random(), 0.5 * rng.random(), 1.5 * rng.random()]
    if game.phase == "over":
        shares[0] = 0
    if game.phase == "raven" and rng.random() < 0.3:
        shares[0] = 0
    stack_shares = [rng.random() ** 2 + 0.01 for _ in range(game.players)]
    game.face_up = set()
    for tile in all_tiles(game.extrawurm):
        place = rng.choices(["up", "down", "stack"], shares)[0]
        if place == "up":
            game.face_up.add(tile)
        elif place == "down":
            game.face_down.add(tile)
        else:
            owner = rng.choices(range(game.players), stack_shares)[0]
            game.stacks[owner].append(tile)
    for stack in game.stacks:
        rng.shuffle(stack)


def deal_bratwurms(rng: random.Random, game: NaiveGame) -> None:
    count = rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 7, 7])
    if game.phase == "raven":
        count = 7
    # All at one seat leave the Raven no rival to rob.
    seats = [rng.randrange(game.players)] if rng.random() < 0.3 else range(game.players)
    for _ in range(count):
        game.bratwurms[rng.choice(seats)] += 1


def deal_specialists(rng: random.Random, game: NaiveGame) -> None:
    """Specialists in random places; the seat to act often holds one."""
    game.on_tile = {}
    free_seats = list(range(game.players))
    free_tiles = sorted(game.face_up)
    if rng.random() < 0.6:
        specialist = rng.choice([name for name in SPECIALISTS if name != "raven"])
        game.held_by[specialist] = game.seat
        free_seats.remove(game.seat)
    for specialist in rng.sample(SPECIALISTS, len(SPECIALISTS)):
        if specialist in game.held_by:
            continue
        place = rng.choice(["tile", "tile", "seat", "seat", "waiting"])
        if specialist == "raven" and place == "seat":
            place = "tile"
        if specialist == "raven" and game.phase == "raven":
            place = "waiting"
        if place == "tile" and free_tiles:
            tile = rng.choice(free_tiles)
            free_tiles.remove(tile)
            game.on_tile[specialist] = tile
        if place == "seat" and free_seats:
            seat = rng.choice(free_seats)
            free_seats.remove(seat)
            game.held_by[specialist] = seat
    if game.held_by.get("weasel") == game.seat and game.phase != "over":
        game.weasel_used = rng.random() < 0.4


def deal_dice(rng: random.Random, game: NaiveGame) -> None:
    if game.phase in ("over", "raven"):
        return
    choose_set_aside(rng, game)
    if game.phase == "rolled":
        game.rolled = [rng.choice(faces) for faces in game.faces_to_roll()]
        # A roll without a new symbol, which is valid only where the Weasel may follow it.
        if game.set_aside and game.held_by.get("weasel") == game.seat and rng.random() < 0.3:
            game.rolled = [rng.choice(game.set_aside) for _ in game.rolled]


def choose_set_aside(rng: random.Random, game: NaiveGame) -> None:
    """Prefer high totals, low totals (for 11 and 13), or neither."""
    dice = game.dice_in_play()
    style = rng.choice(["high", "high", "low", "any", "any"])
    if style == "high":
        symbols = rng.choice(["w", "5w", "5w", "45w", "4w", "35w"])
        count = rng.randint(dice - 2, dice)
    elif style == "low":
        symbols = "".join(rng.sample("12345w", 2))
        count = rng.randint(1, 4)
    else:
        symbols = "".join(rng.sample("12345w", rng.randint(1, 6)))
        count = rng.randint(0, dice)
    if game.rolls_golden_die() and count > 0 and rng.random() < count / dice:
        faces = game.golden_faces()
        matching = [face for face in faces if symbol(face) in symbols]
        game.set_aside.append(rng.choice(matching or faces))
    while len(game.set_aside) < count:
        # Ordinary dice only: the golden die is already set aside or still to be rolled.
        if game.rolls_golden_die() and len(game.set_aside) == dice - 1:
            break
        game.set_aside.insert(0, rng.choice(symbols))


def offer_a_steal(rng: random.Random, game: NaiveGame) -> None:
    """Move the tile that the total, now or after some choice, equals to an opponent's top."""
    total = game.total()
    if game.phase == "rolled":
        choice = symbol(rng.choice(game.rolled or ["w"]))
        total += sum(points(die) for die in game.rolled if symbol(die) == choice)
    if game.phase not in ("rolled", "decide") or total not in range(21, 37):
        return
    game.face_up.discard(total)
    game.face_down.discard(total)
    lift_specialist(game, total)
    for stack in game.stacks:
        if total in stack:
            stack.remove(total)
    opponents = [seat for seat in range(game.players) if seat != game.seat]
    hen_holder = game.held_by.get("hen", game.seat)
    if hen_holder != game.seat and rng.random() < 0.5:
        opponents = [hen_holder]
    game.stacks[rng.choice(opponents)].append(total)


def is_valid(game: NaiveGame) -> bool:
    if not tiles_fit(game):
        return False
    if game.phase == "over":
        return True
    if game.phase == "raven":
        return bool(game.stacks[game.seat]) and sum(game.bratwurms) == 7 and bool(game.legal())
    return dice_fit(game)


def dice_fit(game: NaiveGame) -> bool:
    # A roll, past or to come, needs a die, and a symbol left over unless allsymbols=rolls.
    can_roll = game.may_roll_on()
    if game.phase == "about to roll":
        return can_roll
    if game.phase == "rolled":
        return can_roll and bool(game.legal())
    return bool(game.set_aside) and bool(game.legal())


def tiles_fit(game: NaiveGame) -> bool:
    # Over without a face-up tile, and never otherwise but during the Raven's choice.
    if game.phase == "over" and game.face_up:
        return False
    if game.phase in PHASES and not game.face_up:
        return False
    # Section 6, option bothextra: no player has both.
    if game.extrawurm and game.options["bothextra"] == "no":
        return not any(11 in stack and 13 in stack for stack in game.stacks)
    return True
