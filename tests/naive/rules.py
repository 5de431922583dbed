"""The game of sections 1 to 5; comments mark where section 6 changes it."""

from __future__ import annotations

import itertools

from . import extrawurm as extra
from . import scoring
from . import wfen as notation
from .wfen import SEAT_LETTERS, is_golden, symbol

DETAILS = ("reason", "total", "tile", "robbed", "returned", "turned", "also_turned")
"""Details of the end of a turn."""


def points(die: str) -> int:
    # Section 1: a worm counts 5.
    if symbol(die) == "w":
        return 5
    return int(symbol(die))


class NaiveGame:
    def __init__(self, rules_text: str, players: int) -> None:
        self.name, self.extrawurm, self.options = notation.parse_rules(rules_text)
        self.players = players
        # Section 1: all tiles face up on the grill, seat 0 starts.
        self.face_up: set[int] = set(notation.all_tiles(self.extrawurm))
        self.face_down: set[int] = set()
        self.stacks: list[list[int]] = [[] for _ in range(players)]
        self.seat = 0
        self.phase = "about to roll"  # or "rolled", "decide", "raven", "over"
        self.set_aside: list[str] = []
        self.rolled: list[str] = []
        # Section 6. A specialist that is in neither dict waits beside the grill.
        self.on_tile: dict[str, int] = {}
        self.held_by: dict[str, int] = {}
        self.bratwurms = [0] * players
        self.weasel_used = False
        extra.set_up(self)
        self.last_turn: dict | None = None
        self.taken_with_raven: tuple[int | None, int] | None = None  # total, tile

    @classmethod
    def start(cls, rules_text: str, players: int) -> NaiveGame:
        return cls(rules_text, players)

    @classmethod
    def from_wfen(cls, text: str) -> NaiveGame:
        rules_text, _, stacks = text.split(" ")[:3]
        game = cls(rules_text, len(stacks.split("/")))
        notation.parse_position(game, text)
        if game.phase == "raven":
            # WFEN does not have the total of the take.
            game.taken_with_raven = (None, game.stacks[game.seat][-1])
        return game

    def wfen(self) -> str:
        return notation.format_position(self)

    def to_act(self) -> str:
        if self.phase == "over":
            return "over"
        if self.phase == "about to roll":
            return "chance"
        return SEAT_LETTERS[self.seat]

    # Dice.

    def dice_in_play(self) -> int:
        # Section 6, Golden Die: a ninth die.
        if extra.holds(self, self.seat, "golden_die"):
            return 9
        # Section 1.
        return 8

    def dice_left(self) -> int:
        return self.dice_in_play() - len(self.set_aside)

    def rolls_golden_die(self) -> bool:
        if not extra.holds(self, self.seat, "golden_die"):
            return False
        return not any(is_golden(die) for die in self.set_aside)

    def golden_faces(self) -> list[str]:
        # Section 6, Golden Die: option golden.
        if self.options["golden"] == "plain":
            return ["g1", "g2", "g3", "g4", "g5", "gw"]
        return ["I", "I", "I", "W", "W", "W"]

    def faces_to_roll(self) -> list[list[str]]:
        """The six faces of each die about to be rolled."""
        # Section 2.1: every die not yet set aside.
        ordinary = self.dice_left()
        dice = []
        if self.rolls_golden_die():
            ordinary -= 1
            dice.append(self.golden_faces())
        return [["1", "2", "3", "4", "5", "w"]] * ordinary + dice

    def outcomes(self) -> dict[str, int]:
        assert self.phase == "about to roll"
        weights: dict[str, int] = {}
        for dice in itertools.product(*self.faces_to_roll()):
            text = notation.format_dice(list(dice))
            weights[text] = weights.get(text, 0) + 1
        return weights

    def may_roll_on(self) -> bool:
        if self.dice_left() == 0:
            return False
        # Section 2.4 and option allsymbols.
        return self.options["allsymbols"] == "rolls" or len(self.symbols_set_aside()) < 6

    def symbols_set_aside(self) -> set[str]:
        return {symbol(die) for die in self.set_aside}

    # The total and its claims.

    def canned_worm_counts(self) -> bool:
        # Section 6, Canned Worm: only while no worm die is set aside.
        if "w" in self.symbols_set_aside():
            return False
        return extra.holds(self, self.seat, "canned_worm")

    def has_worm(self) -> bool:
        return "w" in self.symbols_set_aside() or self.canned_worm_counts()

    def total(self) -> int:
        total = sum(points(die) for die in self.set_aside)
        # Section 6, Canned Worm: T includes 5 for it.
        if self.canned_worm_counts():
            total += 5
        return total

    def grill_claims(self) -> set[int]:
        """G of section 4."""
        total = self.total()
        # Section 6: 11 and 13 only by T equal to them, and never "below T" or "up to T".
        if total in (11, 13):
            if total in self.face_up and self.may_have_both_extras(total):
                return {total}
            return set()
        lower = [tile for tile in sorted(self.face_up) if tile >= 21 and tile <= total]
        # Section 4: claim=any.
        if self.options["claim"] == "any":
            return set(lower)
        # Section 4: T itself if it is face up.
        if total in self.face_up:
            return {total}
        # Section 4: claim=next.
        if lower:
            return {lower[-1]}
        return set()

    def may_have_both_extras(self, tile: int) -> bool:
        # Section 6: option bothextra.
        if self.options["bothextra"] == "yes":
            return True
        other = 24 - tile
        return other not in self.stacks[self.seat]

    def steal_claims(self) -> set[int]:
        """S of section 4."""
        steals = set()
        for seat in range(self.players):
            # Section 4: never one's own.
            if seat == self.seat:
                continue
            # Section 2.5: only the top of a stack.
            if not self.stacks[seat] or self.stacks[seat][-1] != self.total():
                continue
            # Section 6: 11 and 13 are never stolen, and the Hen is out of reach under them.
            if self.stacks[seat][-1] in (11, 13):
                continue
            steals.add(self.stacks[seat][-1])
        return steals

    def claims(self) -> set[str]:
        # Section 2: there is a claim only with a worm.
        if not self.has_worm():
            return set()
        steals = {f"s{tile}" for tile in self.steal_claims()}
        takes = {f"t{tile}" for tile in self.grill_claims()}
        # Section 4: steal=forced.
        if self.options["steal"] == "forced" and steals:
            return steals
        # Section 4: steal=optional.
        return steals | takes

    # Legal actions.

    def legal(self) -> set[str]:
        if self.phase == "rolled":
            return self.legal_after_a_roll()
        if self.phase == "decide":
            return self.legal_after_setting_aside()
        if self.phase == "raven":
            # Section 6, Raven: an opponent who has a Bratwurm.
            return {"b" + SEAT_LETTERS[seat] for seat in extra.opponents_with_bratwurm(self)}
        return set()

    def legal_after_a_roll(self) -> set[str]:
        # Section 2.3: a rolled symbol that was not set aside before.
        actions = set()
        for die in self.rolled:
            if symbol(die) not in self.symbols_set_aside():
                actions.add("k" + symbol(die))
        # Section 6, Weasel: once per turn.
        if not extra.holds(self, self.seat, "weasel") or self.weasel_used:
            return actions
        # Section 6, Weasel: after a roll that offers a choice; option weaselbust.
        if actions or self.options["weaselbust"] == "yes":
            actions.add("z")
        return actions

    def legal_after_setting_aside(self) -> set[str]:
        # Section 2.4.
        actions = self.claims()
        may_roll_on = self.may_roll_on()
        # Section 2.4: stop with nothing, only if no claim exists.
        if may_roll_on and not actions:
            actions.add("q")
        if may_roll_on:
            actions.add("r")
        return actions

    # Play.

    def roll(self, dice: str) -> None:
        assert self.phase == "about to roll"
        self.last_turn = None
        rolled = notation.parse_dice(dice)
        assert notation.format_dice(rolled) == dice
        assert len(rolled) == self.dice_left()
        assert any(is_golden(die) for die in rolled) == self.rolls_golden_die()
        self.rolled = rolled
        self.phase = "rolled"
        # Section 2.2.
        if not self.legal():
            self.fail("no_new_symbol")

    def act(self, token: str) -> None:
        assert token in self.legal(), (token, self.wfen(), self.legal())
        self.last_turn = None
        verb = token[0]
        if verb == "r":
            self.phase = "about to roll"
        elif verb == "z":
            self.reroll_with_weasel()
        elif verb == "q":
            self.fail(self.reason_without_claim())
        elif verb == "k":
            self.choose(token[1])
        elif verb == "t":
            self.take(int(token[1:]))
        elif verb == "s":
            self.steal(int(token[1:]))
        elif verb == "b":
            self.take_bratwurm(SEAT_LETTERS.index(token[1]))

    def choose(self, chosen: str) -> None:
        # Section 2.3: all dice showing it.
        matching = [die for die in self.rolled if symbol(die) == chosen]
        self.set_aside += matching
        self.rolled = []
        self.phase = "decide"
        # Section 6, Bratwurms: two or more ones in one choice.
        if self.extrawurm and chosen == "1" and len(matching) >= 2:
            extra.gain_bratwurm_from_supply(self, self.seat)
        # Section 2.4: if nothing is legal, the turn fails.
        if not self.legal():
            self.fail(self.reason_without_claim())

    def reroll_with_weasel(self) -> None:
        # Section 6, Weasel: all the dice just rolled, once per turn.
        self.rolled = []
        self.weasel_used = True
        self.phase = "about to roll"

    def reason_without_claim(self) -> str:
        if not self.has_worm():
            return "no_worm"
        return "nothing_to_claim"

    def take(self, tile: int) -> None:
        total = self.total()
        self.face_up.remove(tile)
        # Section 2.5: on top of the own stack.
        self.stacks[self.seat].append(tile)
        specialist = extra.lift_specialist(self, tile)
        if specialist == "raven":
            # Section 6, Raven: never held; a choice comes before placing and before the end.
            if extra.raven_needs_a_choice(self):
                self.set_aside = []
                self.phase = "raven"
                self.taken_with_raven = (total, tile)
                return
        elif specialist is not None:
            extra.gain_specialist(self, self.seat, specialist)
        self.end_turn("took", total=total, tile=tile)

    def take_bratwurm(self, opponent: int) -> None:
        self.bratwurms[opponent] -= 1
        self.bratwurms[self.seat] += 1
        assert self.taken_with_raven is not None
        total, tile = self.taken_with_raven
        self.taken_with_raven = None
        self.end_turn("took", total=total, tile=tile)

    def steal(self, tile: int) -> None:
        total = self.total()
        for owner in range(self.players):
            if self.stacks[owner] and self.stacks[owner][-1] == tile:
                break
        # Section 6, Sitting Hen: takes the Hen and no tile.
        if extra.holds(self, owner, "hen"):
            extra.lose_specialist(self, owner)
            extra.gain_specialist(self, self.seat, "hen")
            self.end_turn("stole", total=total, robbed=owner)
            return
        # Section 2.5: on top of the own stack.
        self.stacks[self.seat].append(self.stacks[owner].pop())
        # Section 6, specialists: the top tile brings the specialist along.
        specialist = extra.held_specialist(self, owner)
        if specialist is not None:
            extra.lose_specialist(self, owner)
            extra.gain_specialist(self, self.seat, specialist)
        self.end_turn("stole", total=total, tile=tile, robbed=owner)

    # A failed turn.

    def fail(self, reason: str) -> None:
        total = self.total()
        returned = turned = also_turned = None
        stack = self.stacks[self.seat]
        has_top_to_return = bool(stack) and stack[-1] >= 21
        if extra.holds(self, self.seat, "hen") and has_top_to_return:
            # Section 6, failure (a): only the Hen is lost.
            extra.lose_specialist(self, self.seat)
        elif has_top_to_return:
            # Section 3; section 6, failure (b) and (d).
            returned = stack.pop()
            turned, also_turned = self.take_back(returned)
            extra.lose_specialist(self, self.seat)
        else:
            # Section 3, empty stack; section 6, failure (c) and (d).
            if self.options["emptyflip"] == "yes":
                turned = self.turn_highest()
            extra.lose_specialist(self, self.seat)
        tiles = {"returned": returned, "turned": turned, "also_turned": also_turned}
        self.end_turn("failed", reason=reason, total=total, **tiles)

    def take_back(self, returned: int) -> tuple[int | None, int | None]:
        """Return a tile to the grill; return the tile turned, and a second one if there is one."""
        if self.options["returned"] == "down":
            # Section 4, returned=down: the returned tile goes face down.
            self.face_down.add(returned)
            if returned > max(self.face_up):
                return returned, None
            return self.turn_highest(), returned
        # Section 3: the returned tile is itself the highest; option returned.
        self.face_up.add(returned)
        if returned == max(self.face_up) and self.options["returned"] == "stays":
            return None, None
        return self.turn_highest(), None

    def turn_highest(self) -> int:
        tile = max(self.face_up)
        self.face_up.remove(tile)
        self.face_down.add(tile)
        # Section 6, placing: a specialist on a turned tile waits to be placed.
        extra.lift_specialist(self, tile)
        return tile

    # The end of a turn and of the game.

    def end_turn(self, result: str, **details: int | str | None) -> None:
        self.last_turn = dict.fromkeys(DETAILS) | {"seat": self.seat, "result": result} | details
        # Section 6, placing: after all tiles have moved.
        extra.place_specialists(self)
        self.set_aside = []
        self.rolled = []
        self.weasel_used = False
        # Section 5: no face-up tile on the grill.
        if not self.face_up:
            self.phase = "over"
            self.seat = 0
            return
        # Section 1: round in seat order.
        self.seat = (self.seat + 1) % self.players
        self.phase = "about to roll"

    def scores(self) -> list[int]:
        return scoring.count_worms(self.stacks, self.bratwurms)

    def winners(self) -> list[int]:
        """Return the seats that win, or would win now."""
        return scoring.find_winners(self.scores(), self.stacks)
