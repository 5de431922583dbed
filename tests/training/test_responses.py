from dataclasses import replace

import pytest
import torch

from pickomino import Rules
from tiny_training import CPU, TINY
from training import matches, response, small_games
from training.networks import Network
from training.responses import Responder, Response

SHORT = replace(
    TINY,
    steps=40,
    tables=32,
    tiles=(2,),
    minibatch=16,
    exploration=0.1,
    exploring=0.5,
    restarts=0.2,
)


class Exact(Response):
    """Judges the tables of a small game by what is known of them, two players."""

    def __init__(self, game, judged):
        super().__init__(Network(2, (1,)), Network(2, (1,)))
        mine, theirs = response.best_response(game, judged)
        self.__dict__["known"] = {
            key: (mover, 1 - mover, *deviator)
            for key, mover, *deviator in zip(
                keys(game.arrays), judged.tolist(), mine.tolist(), theirs.tolist(), strict=True
            )
        }

    def both(self, arrays):
        final = self.game.final_chances(arrays, 2).tolist()
        over = self.game.is_over(arrays).tolist()
        rows = zip(keys(arrays), final, over, strict=True)
        found = [2 * last if is_over else self.known[key] for key, last, is_over in rows]
        return torch.tensor(found, dtype=torch.float64)


def keys(arrays):
    pairs = zip(arrays.place.tolist(), arrays.height.tolist(), strict=True)
    return [(tuple(place), tuple(height)) for place, height in pairs]


def small_game(tiles, rules):
    game = small_games.small_game(Rules.preset(rules), tiles, CPU)
    generator = torch.Generator().manual_seed(2)
    noise = 0.1 * torch.randn(len(game.final), generator=generator, dtype=torch.float64)
    judged = (small_games.solve(game) + noise).clamp(0, 1)
    return game, torch.where(game.final.isnan(), judged, game.final)


@pytest.mark.parametrize("rules", ["classic", "manual"])
def test_targets_of_an_exact_response_are_its_own_values(rules):
    game, judged = small_game(2, rules)
    mine, theirs = response.best_response(game, judged)
    exact = Exact(game, judged)
    is_open = game.final.isnan()
    arrays = type(game.arrays)(*(each[is_open] for each in game.arrays))
    wanted = torch.stack([mine, theirs], dim=1)[is_open]
    assert torch.allclose(exact.turns(arrays).target, wanted, atol=1e-8)
    ahead = exact.looking_ahead(arrays)
    assert torch.allclose(ahead, wanted, atol=1e-8)
    assert torch.allclose(response.looking_ahead(game, judged, mine), theirs, atol=1e-8)


def test_whoever_decides_by_exact_values_finds_the_whole_loss():
    game, judged = small_game(3, "standard")
    _, theirs = response.best_response(game, judged)
    lost = response.loss(game, judged)
    assert lost > 0.001
    assert response.loss(game, judged, theirs) == pytest.approx(lost, abs=1e-7)
    # The judge's own values find nothing against itself.
    assert response.loss(game, judged, 1 - judged) == pytest.approx(0, abs=1e-7)


@pytest.fixture(scope="module")
def learned():
    """A response to a player that has learned nothing."""
    torch.manual_seed(1)
    responder = Responder(SHORT, Network(2, (8,)))
    list(responder.lines())
    return responder


def test_a_response_to_a_bad_player_finds_nearly_all_of_its_loss(learned):
    game = small_games.small_game(Rules.preset("standard"), 2, CPU)
    believed, _, own, others = learned.response.both(game.arrays).double().unbind(dim=1)
    lost = response.loss(game, believed)
    assert lost > 0.1
    answered = response.looking_ahead(game, believed, own)
    assert response.loss(game, believed, answered) > 0.99 * lost
    assert response.loss(game, believed, others) > 0.5 * lost


def test_a_response_begins_with_the_frozen_networks_chances():
    frozen = Network(3, (8,))
    responder = Responder(replace(SHORT, players=3, tiles=(16,)), frozen)
    believed, deviators = responder.response.both(responder.arrays).chunk(2, dim=1)
    assert torch.allclose(believed, frozen.chances(responder.arrays))
    assert torch.allclose(deviators, believed, atol=1e-5)


def test_a_checkpoint_of_a_response_to_another_network_is_refused(learned, tmp_path):
    learned.save(tmp_path / "checkpoint.pt")
    again = Responder(SHORT, learned.response.frozen)
    again.load(tmp_path / "checkpoint.pt")
    tables = learned.arrays
    assert torch.equal(again.response.chances(tables), learned.response.chances(tables))
    with pytest.raises(ValueError, match="other settings"):
        Responder(SHORT, Network(2, (8,))).load(tmp_path / "checkpoint.pt")


def test_a_gain_has_the_luck_taken_out_and_a_bound(learned):
    result = matches.against_frozen(learned.response, Rules.preset("short"), groups=8, seed=1)
    spread = result["error"] + result["adjusted_error"]
    assert result["adjusted"] == pytest.approx(result["share"], abs=4 * spread)
    assert result["gain"] == pytest.approx(result["adjusted"] - 0.5)
    assert result["gain_at_least"] < result["gain"]
    assert result["games"] == 16
