"""A best response to a frozen player, to see how much a single deviator can win against it.

For a table at the start of a turn, a response judges for each seat the chance of a deviator who
sits there, while everybody else plays as the frozen network does. Where the deviator rolls, the
turn is worth what the best play makes of it; where another one rolls, what the frozen network's
own play makes of it, exactly. So its targets have no noise of dice either.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from training.games import Game, Solved, Tables
from training.learning import Learner, Lesson, Settings
from training.networks import Network, of_ends, own_first

NEARLY_SURE = 1e-6
CHUNK = 1 << 14
"""Tables that are looked ahead from at once."""


class Turns(NamedTuple):
    """The turns of many tables, if the deviator rolls and if another one does."""

    own: Solved
    others: Solved
    target: Tensor
    """By row and seat, the chance of a deviator there."""


@dataclass(frozen=True)
class Response:
    """A frozen network, and what is added to its logits for a deviator."""

    frozen: Network
    correction: Network

    @property
    def game(self) -> Game:
        """The game that both play."""
        return self.frozen.game

    @property
    def players(self) -> int:
        """How many sit at a table, the deviator among them."""
        return self.frozen.players

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.frozen.device

    def chances(self, arrays: Tables) -> Tensor:
        """Judge tables: by row and seat, the chance of a deviator there."""
        return self.both(arrays)[:, self.players :]

    @torch.no_grad()
    def both(self, arrays: Tables) -> Tensor:
        """Judge tables as the frozen network does, and beside it for deviators."""
        encoded = self.game.encode(arrays, self.players, torch)
        believed = self.frozen(encoded).softmax(dim=1)
        judged = (known(believed) + self.correction(encoded)).sigmoid()
        final = self.game.final_chances(arrays, self.players)
        is_over = self.game.is_over(arrays)[:, None]
        return torch.cat([torch.where(is_over, final, each) for each in (believed, judged)], dim=1)

    def turns(self, arrays: Tables) -> Turns:
        """Solve the turns of tables exactly."""
        ends = self.game.ends_of(arrays, self.players)
        judged = of_ends(self._own_first, ends)
        believed, deviators = judged[..., :1], judged[..., 1:]
        own = self.game.decide(arrays, ends, deviators[..., :1])
        aims = torch.cat([believed, deviators[..., 1:]], dim=-1)
        others = self.game.decide(arrays, ends, aims)
        target = torch.cat([own.at_start, others.at_start[:, 1:]], dim=1)
        return Turns(own, others, target.clamp(0, 1))

    def _own_first(self, after: Tables) -> Tensor:
        """Judge tables after a turn: what its roller believes, then the deviators."""
        believed, judged = map(own_first, self.both(after).chunk(2, dim=1))
        return torch.cat([believed[:, :1], judged], dim=1)

    def looking_ahead(self, arrays: Tables) -> Tensor:
        """Judge tables for deviators after one more turn, which is played exactly."""
        parts = [
            type(arrays)(*(each[first : first + CHUNK] for each in arrays))
            for first in range(0, len(arrays.place), CHUNK)
        ]
        judged = torch.cat([self.turns(part).target for part in parts])
        final = self.game.final_chances(arrays, self.players)
        return torch.where(self.game.is_over(arrays)[:, None], final, judged)


def known(believed: Tensor) -> Tensor:
    """Return chances as logits, each seat's for itself."""
    return believed.logit(eps=NEARLY_SURE)


def fingerprint(network: Network) -> str:
    """Return what tells the weights of a network from others."""
    weights = [each.detach().cpu().numpy().tobytes() for each in network.parameters()]
    return hashlib.sha256(b"".join(weights)).hexdigest()[:16]


class Responder(Learner):
    """Learns the best response to a frozen network, beginning with what that one believes."""

    def __init__(self, settings: Settings, frozen: Network) -> None:
        settings = replace(settings, against=fingerprint(frozen), players=frozen.players)
        super().__init__(settings, frozen.device)
        # The corrections are small: they need every digit.
        torch.backends.cuda.matmul.allow_tf32 = False
        self.response = Response(frozen, self.averaged)
        for network in (self.network, self.averaged):
            last = network.layers[-1]
            nn.init.zeros_(last.weight)
            nn.init.zeros_(last.bias)

    def _lesson(self) -> Lesson:
        turns = self.response.turns(self.arrays)
        encoded = self.game.encode(self.arrays, self.settings.players, torch)
        believed = self.response.frozen(encoded).softmax(dim=1)
        return Lesson((turns.own, turns.others), turns.target, encoded, known(believed))

    def _chances(self, logits: Tensor) -> Tensor:
        return logits.sigmoid()

    def _loss(self, logits: Tensor, target: Tensor) -> Tensor:
        return nn.functional.binary_cross_entropy_with_logits(logits, target)

    def _rolled(self, turns: tuple[Solved, ...], exploration: float) -> Tensor:
        """Let the deviator roll on every table in turn: each row has one, whatever is dealt."""
        own, others = (self.game.roll_out(each, self.generator, exploration) for each in turns)
        rows = torch.arange(len(own), device=self.device)
        return torch.where((rows - self.step) % self.settings.players == 0, own, others)

    def _measured(self) -> dict[str, Any]:
        """Return what the response hopes to win beyond an equal share."""
        share = 1 / self.settings.players
        return {
            "gain": {
                name: float(self.response.turns(start).target.mean()) - share
                for name, start in self._starts()
            }
        }
