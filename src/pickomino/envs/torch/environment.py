"""The step-level environment: states of many games, and the functions `init` and `step`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import torch
from torch import Tensor

from pickomino.core.actions import ROLL_ON, STEAL, STOP, TAKE, WEASEL
from pickomino.core.errors import InvalidNotation
from pickomino.core.position import CHANCE, NEW_TURN, OVER, Position
from pickomino.core.rules import Rules
from pickomino.core.tiles import EXTRA_TILES, TILES
from pickomino.envs.actions import COUNT, index_of
from pickomino.envs.starts import make_start
from pickomino.envs.torch import dice as turn_dice
from pickomino.envs.torch import tables
from pickomino.envs.torch.dice import FACES, TurnDice
from pickomino.envs.torch.observation import observe
from pickomino.envs.torch.tables import FAILURE, FIRST_GAIN, FIRST_ROBBERY, TILE_COUNT
from pickomino.evaluation.features import UP, TableArrays, arrays_from_positions, supports
from pickomino.solver.shape import MAX_TOTAL

ROLL, CHOOSE, DECIDE, RAVENS_CHOICE, OVER_PHASE = range(5)
"""Phases, numbered as in the observation."""
_ROLL_ON, _STOP, _RE_ROLL = index_of(ROLL_ON), index_of(STOP), index_of(WEASEL)
_FIRST_TAKE, _FIRST_STEAL = index_of(TAKE[EXTRA_TILES[0]]), index_of(STEAL[TILES[0]])
_FIRST_RAVEN: Final = _RE_ROLL + 1
_EXTRAS: Final = len(EXTRA_TILES)


class State(NamedTuple):
    """The games; every field is indexed by game.

    >>> state = TorchPickomino("standard", players=2).init(3)
    >>> state.terminated.tolist(), state.rewards.shape
    ([False, False, False], torch.Size([3, 2]))
    """

    arrays: TableArrays
    """The tables, in which seat 0 is the one whose turn it is."""
    dice: TurnDice
    phase: Tensor
    seat: Tensor
    """The seat whose turn it is, even when dice are to be rolled."""
    legal_action_mask: Tensor
    """Which actions are legal, indexed by game and action; all False when no seat has to act."""
    terminated: Tensor
    rewards: Tensor
    """What each seat gained in the last step: its share of the win when the game ends."""
    turns: Tensor
    """The number of turns that have ended in the game."""

    @property
    def to_act(self) -> Tensor:
        """The seat to act, CHANCE or OVER."""
        seat = torch.where(self.phase == ROLL, CHANCE, self.seat)
        return torch.where(self.phase == OVER_PHASE, OVER, seat)


class TorchPickomino:
    """Games with the same rules and number of players; all states are values.

    `step` never changes a state. Finished games stay as they are, with rewards of 0, until
    `restart`.

    >>> env = TorchPickomino("standard", players=2)
    >>> generator = torch.Generator().manual_seed(1)
    >>> state = env.init(1000, generator)
    >>> state = env.step(state, state.legal_action_mask.int().argmax(dim=1), generator)
    >>> env.observe(state).shape, state.rewards.shape
    (torch.Size([1000, 478]), torch.Size([1000, 2]))
    """

    def __init__(  # noqa: PLR0913 - an environment has many settings
        self,
        rules: str | Rules | None = None,
        players: int = 2,
        *,
        tiles: int | None = None,
        position: Position | None = None,
        wfen: str | None = None,
        device: str | torch.device = "cpu",
    ) -> None:
        """Set up games; `tiles`, `position` or `wfen` choose where they begin.

        They must begin at the start of a turn; see `pickomino.envs.starts.make_start`.
        """
        first = make_start(rules, players, tiles=tiles, position=position, wfen=wfen)
        if first.turn != NEW_TURN:
            raise _bad("the position", first.wfen(), "positions at the start of a turn")
        if not supports(first.rules):
            raise _bad("rules", str(first.rules), "rule sets that networks support")
        self.rules, self.players = first.rules, players
        self.device = torch.device(device)
        self._first_seat = first.seat
        arrays = arrays_from_positions([first])
        self._first = TableArrays._make(
            torch.from_numpy(column).to(self.device) for column in arrays
        )

    def init(self, count: int, generator: torch.Generator | None = None) -> State:
        """Start games and roll their first dice."""
        return self.roll_until_decision(self.start(count), generator)

    def start(self, count: int) -> State:
        """Return games before their first roll."""
        device = self.device
        zero = torch.zeros(count, dtype=torch.long, device=device)
        return State(
            TableArrays._make(column.expand(count, -1).clone() for column in self._first),
            TurnDice.none(count, device),
            zero + ROLL,
            zero + self._first_seat,
            torch.zeros(count, COUNT, dtype=torch.bool, device=device),
            torch.zeros(count, dtype=torch.bool, device=device),
            torch.zeros(count, self.players, device=device),
            zero,
        )

    def step(
        self, state: State, actions: Tensor, generator: torch.Generator | None = None
    ) -> State:
        """Act in every game, and roll until the next decision; all actions must be legal."""
        return self.roll_until_decision(self.act(state, actions), generator)

    def restart(
        self, state: State, which: Tensor, generator: torch.Generator | None = None
    ) -> State:
        """Restart some games, usually `state.terminated`; their rewards are kept."""
        fresh = self.init(len(which), generator)._replace(rewards=state.rewards)
        return select(which, fresh, state)

    def observe(self, state: State, seats: Tensor | None = None) -> Tensor:
        """Return the observation of one seat in each game, as `pickomino.envs.encoding`.

        The default is the seat whose turn it is.
        """
        views = state.seat if seats is None else seats
        return observe(self.rules, self.players, state, views)

    def act(self, state: State, actions: Tensor) -> State:
        """Act once, without rolling, in every game that waits for a decision."""
        waits = state.legal_action_mask.any(dim=1)
        _check_legal(state, actions, waits)
        cleared = state._replace(rewards=torch.zeros_like(state.rewards))
        after = select(waits & (actions < FACES), self._set_aside(cleared, actions), cleared)
        dice = after.dice
        re_rolls = waits & (actions == _RE_ROLL)
        rolls = re_rolls | (waits & (actions == _ROLL_ON))
        dice = dice._replace(
            rolled=torch.where(rolls[:, None], 0, dice.rolled),
            golden_rolled=torch.where(rolls, 0, dice.golden_rolled),
            weasel_used=dice.weasel_used | re_rolls,
        )
        after = after._replace(
            dice=dice,
            phase=torch.where(rolls, ROLL, after.phase),
            legal_action_mask=after.legal_action_mask & ~rolls[:, None],
        )
        ends, robs = self._ends(state, actions, waits)
        # Setting dice aside may have left nothing to claim or to roll.
        is_stuck = (after.phase == DECIDE) & ~after.legal_action_mask.any(dim=1)
        ends = torch.where(is_stuck & (ends < 0), FAILURE, ends)
        return self._end_turns(self._ask_raven(after, robs, actions), ends)

    def roll(
        self,
        state: State,
        generator: torch.Generator | None = None,
        thrown: tuple[Tensor, Tensor] | None = None,
    ) -> State:
        """Roll once in every game that waits for dice.

        `thrown` has the dice to use instead of random ones: the count of each face, Golden Die
        included, and the Golden Die's face from 1, or 0.
        """
        waits = state.phase == ROLL
        state = state._replace(rewards=torch.zeros_like(state.rewards))
        counts, golden = thrown or turn_dice.throw(state.arrays, state.dice, generator)
        dice = state.dice._replace(
            rolled=counts.to(torch.int8), golden_rolled=golden.to(torch.int8)
        )
        mask = torch.zeros_like(state.legal_action_mask)
        mask[:, :FACES] = (counts > 0) & dice.open_faces
        has_choice = mask.any(dim=1)
        re_rolls = turn_dice.can_use_weasel(state.arrays, dice)
        mask[:, _RE_ROLL] = re_rolls & (
            has_choice | turn_dice.weasel_saves_bust(state.arrays, dice)
        )
        rolled = state._replace(
            dice=dice, phase=torch.full_like(state.phase, CHOOSE), legal_action_mask=mask
        )
        is_bust = waits & ~mask.any(dim=1)
        return self._end_turns(select(waits, rolled, state), torch.where(is_bust, FAILURE, -1))

    def roll_until_decision(self, state: State, generator: torch.Generator | None = None) -> State:
        """Roll until every game waits for a decision or is over."""
        rewards = state.rewards
        while bool((state.phase == ROLL).any()):
            state = self.roll(state, generator)
            rewards = rewards + state.rewards
        return state._replace(rewards=rewards)

    def _set_aside(self, state: State, actions: Tensor) -> State:
        """Return the games after a face is set aside, at the decision that follows."""
        face = actions.clamp(max=FACES - 1)
        arrays, dice = turn_dice.set_face_aside(state.arrays, state.dice, face)
        total = turn_dice.total(arrays, dice).clamp(max=MAX_TOTAL)
        rows = torch.arange(len(face), device=face.device)
        claims = tables.find_claims(arrays, self.players).legal[rows, total]
        claims = claims & turn_dice.has_worm(arrays, dice)[:, None]
        is_up = arrays.place == UP
        rolls = turn_dice.can_roll(arrays, dice)
        mask = torch.zeros_like(state.legal_action_mask)
        mask[:, _FIRST_TAKE : _FIRST_TAKE + TILE_COUNT] = claims & is_up
        mask[:, _FIRST_STEAL:_RE_ROLL] = (claims & ~is_up)[:, _EXTRAS:]
        mask[:, _ROLL_ON] = rolls
        mask[:, _STOP] = rolls & ~claims.any(dim=1)
        phase = torch.full_like(state.phase, DECIDE)
        return state._replace(arrays=arrays, dice=dice, phase=phase, legal_action_mask=mask)

    def _ends(self, state: State, actions: Tensor, waits: Tensor) -> tuple[Tensor, Tensor]:
        """Return the end of each turn that ends now, or -1, and which takes the Raven interrupts.

        Ends are numbered as in `tables`.
        """
        steals = (actions >= _FIRST_STEAL) & (actions < _RE_ROLL)
        takes = (actions >= _FIRST_TAKE) & (actions < _FIRST_STEAL)
        tile = torch.where(takes, actions - _FIRST_TAKE, actions - _FIRST_STEAL + _EXTRAS)
        tile = tile.clamp(0, TILE_COUNT - 1)
        ends = torch.where(takes | steals, FIRST_GAIN + tile, -1)
        ends = torch.where(actions == _STOP, FAILURE, ends)
        rival = (actions - _FIRST_RAVEN - state.seat) % self.players
        robbery = FIRST_ROBBERY + rival - 1
        ends = torch.where(actions >= _FIRST_RAVEN, robbery, ends)
        robs = torch.zeros_like(waits)
        if self.rules.extrawurm:
            claims = tables.find_claims(state.arrays, self.players)
            robs = waits & takes & claims.robs[:, 0].gather(1, tile[:, None])[:, 0]
        return torch.where(waits & ~robs, ends, -1), robs

    def _ask_raven(self, state: State, robs: Tensor, actions: Tensor) -> State:
        """Return the games in which the player has taken the Raven's tile and now chooses."""
        rows = robs.nonzero()[:, 0]
        if not len(rows):
            return state
        arrays = TableArrays._make(column[rows] for column in state.arrays)
        taken = tables.take_raven_tile(arrays, self.players, actions[rows] - _FIRST_TAKE)
        rivals = torch.arange(1, self.players, device=self.device)
        mask = torch.zeros_like(state.legal_action_mask[rows])
        seats = (state.seat[rows, None] + rivals) % self.players
        mask.scatter_(1, _FIRST_RAVEN + seats, taken.bratwurms[:, 1:] > 0)
        return state._replace(
            arrays=_put(state.arrays, rows, taken),
            phase=torch.where(robs, RAVENS_CHOICE, state.phase),
            legal_action_mask=state.legal_action_mask.index_put((rows,), mask),
        )

    def _tables_after(self, arrays: TableArrays, ends: Tensor) -> TableArrays:
        """Return the table after the end of each turn."""
        possible = tables.enumerate_ends(arrays, self.players).after
        after = tables.select_end(possible, ends.clamp(max=FIRST_ROBBERY - 1))
        robs = ends >= FIRST_ROBBERY
        if not self.rules.extrawurm:
            return after
        rival = (ends - FIRST_ROBBERY + 1).clamp(min=1)
        robbed = tables.rob(arrays, self.players, rival)
        return TableArrays._make(
            torch.where(robs[:, None], one, other) for one, other in zip(robbed, after, strict=True)
        )

    def _end_turns(self, state: State, ends: Tensor) -> State:
        """Return the games after the turns with an end from 0 on have ended."""
        rows = (ends >= 0).nonzero()[:, 0]
        if not len(rows):
            return state
        after = self._tables_after(
            TableArrays._make(column[rows] for column in state.arrays), ends[rows]
        )
        over = tables.is_over(after)
        seat = (state.seat[rows] + 1) % self.players
        # Seat 0 of the table is now the next seat; chances are turned back to absolute seats.
        shares = tables.final_chances(after, self.players)
        columns = (torch.arange(self.players, device=self.device) - seat[:, None]) % self.players
        rewards = shares.gather(1, columns) * over[:, None]
        none = TurnDice.none(len(rows), self.device)
        return State(
            _put(state.arrays, rows, after),
            TurnDice._make(
                old.index_put((rows,), new) for old, new in zip(state.dice, none, strict=True)
            ),
            state.phase.index_put((rows,), torch.where(over, OVER_PHASE, ROLL)),
            state.seat.index_put((rows,), seat),
            state.legal_action_mask.index_put((rows,), torch.zeros_like(over)[:, None]),
            state.terminated.index_put((rows,), over),
            state.rewards.index_put((rows,), rewards),
            state.turns.index_put((rows,), state.turns[rows] + 1),
        )


def _put(arrays: TableArrays, rows: Tensor, new: TableArrays) -> TableArrays:
    """Return the tables with some rows replaced."""
    return TableArrays._make(
        old.index_put((rows,), one.to(old.dtype)) for old, one in zip(arrays, new, strict=True)
    )


def select(which: Tensor, new: State, old: State) -> State:
    """Return the games of `new` where `which` is set, and those of `old` elsewhere.

    >>> env = TorchPickomino("standard", players=2)
    >>> old, new = env.init(2), env.init(2)
    >>> chosen = select(torch.tensor([True, False]), new, old)
    >>> bool((chosen.legal_action_mask[0] == new.legal_action_mask[0]).all())
    True
    """

    def choose(one: Tensor, other: Tensor) -> Tensor:
        return torch.where(which.reshape(-1, *[1] * (one.dim() - 1)), one, other)

    def choose_all(ones: Sequence[Tensor], others: Sequence[Tensor]) -> list[Tensor]:
        return [choose(one, other) for one, other in zip(ones, others, strict=True)]

    return State(
        TableArrays._make(choose_all(new.arrays, old.arrays)),
        TurnDice._make(choose_all(new.dice, old.dice)),
        *choose_all(new[2:], old[2:]),
    )


def _check_legal(state: State, actions: Tensor, waits: Tensor) -> None:
    """Raise InvalidNotation if the actions are not legal, in games that wait for a decision."""
    if actions.shape != waits.shape or actions.is_floating_point():
        value = f"{actions.dtype} of shape {tuple(actions.shape)}"
        raise _bad("actions", value, f"whole numbers of shape {tuple(waits.shape)}")
    inside = (actions >= 0) & (actions < COUNT)
    chosen = state.legal_action_mask.gather(1, actions.long().clamp(0, COUNT - 1)[:, None])[:, 0]
    wrong = waits & ~(inside & chosen)
    if bool(wrong.any()):
        game = int(wrong.int().argmax())
        legal = state.legal_action_mask[game].nonzero()[:, 0].tolist()
        raise _bad(f"the action of game {game}", str(int(actions[game])), str(legal))


def _bad(option: str, value: str, allowed: str) -> InvalidNotation:
    return InvalidNotation("bad_option_value", option=option, value=value, allowed=allowed)
