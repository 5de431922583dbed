import pytest
import torch

from pickomino import Rules
from training.measuring import matches
from training.players.deviator import Response, turns_ahead
from training.players.network import Network
from training.solving import exact_response, small_games
from training.solving.end_chances import end_chances

CPU = torch.device("cpu")


class Told(Network):
    """Judges the tables of a small game as it is told to, two players."""

    def __init__(self, game, judged):
        super().__init__(2, (1,))
        self.told = dict(zip(keys(game.arrays), judged.tolist(), strict=True))

    def chances(self, arrays):
        final = self.game.final_chances(arrays, 2)[:, 0].tolist()
        over = self.game.is_over(arrays).tolist()
        rows = zip(keys(arrays), final, over, strict=True)
        mine = [last if is_over else self.told[key] for key, last, is_over in rows]
        return torch.tensor([[each, 1 - each] for each in mine], dtype=torch.float64)


def keys(arrays):
    pairs = zip(arrays.place.tolist(), arrays.height.tolist(), strict=True)
    return [(tuple(place), tuple(height)) for place, height in pairs]


def small_game(tiles, rules):
    game = small_games.small_game(Rules.preset(rules), tiles, CPU)
    generator = torch.Generator().manual_seed(2)
    noise = 0.1 * torch.randn(len(game.final), generator=generator, dtype=torch.float64)
    judged = (small_games.solve(game) + noise).clamp(0, 1)
    return game, torch.where(game.final.isnan(), judged, game.final)


def test_whoever_decides_by_exact_values_finds_the_whole_loss():
    game, judged = small_game(3, "standard")
    _, theirs = exact_response.best_response(game, judged)
    lost = exact_response.loss(game, judged)
    assert lost > 0.001
    assert exact_response.loss(game, judged, theirs) == pytest.approx(lost, abs=1e-7)
    # The judge's own values find nothing against itself.
    assert exact_response.loss(game, judged, 1 - judged) == pytest.approx(0, abs=1e-7)


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("rules", ["standard", "classic", "short", "manual"])
def test_the_loss_of_the_worst_judges_is_found_as_by_playing_turn_after_turn(rules, seed):
    game = small_games.small_game(Rules.preset(rules), 2, CPU)
    judged = torch.rand(len(game.final), generator=torch.Generator().manual_seed(seed)).double()
    is_open = game.final.isnan()
    numbers = is_open.nonzero()[:, 0]
    chances = end_chances(*small_games.stakes(game, numbers, 1 - judged))
    mine = torch.where(is_open, 0, game.final)
    theirs = torch.where(is_open, 0, 1 - game.final)
    for _ in range(1000):
        mine[numbers] = small_games.turn_values(game, numbers, theirs)
        theirs[numbers] = (chances * mine[game.next_tables[numbers].clamp(min=0)]).sum(dim=1)
    found = exact_response.best_response(game, judged)
    assert torch.allclose(torch.stack(found), torch.stack([mine, theirs]), atol=5e-7)


@pytest.mark.parametrize("rules", ["standard", "manual"])
def test_a_response_looks_ahead_on_any_tables_as_it_does_in_a_small_game(rules):
    game, judged = small_game(2, rules)
    told = Response(Told(game, judged), budget=1)
    for turns in range(1, 4):
        ahead = torch.full_like(game.layer, turns)
        wanted = exact_response.looking_ahead(game, judged, ahead)
        assert torch.allclose(told.ahead(game.arrays, 1, turns).double(), wanted, atol=1e-6)


def test_whoever_looks_far_ahead_finds_nearly_the_whole_loss_of_a_bad_player():
    game, judged = small_game(3, "standard")
    lost = exact_response.loss(game, judged)
    shares = [
        exact_response.loss(game, judged, exact_response.looking_ahead(game, judged, ahead)) / lost
        for ahead in (torch.full_like(game.layer, turns) for turns in (1, 3, 12))
    ]
    assert 0 < shares[0] < shares[1] < shares[2]
    assert shares[2] > 0.99


def test_a_response_looks_further_ahead_where_a_turn_can_end_in_fewer_ways():
    ways = torch.tensor([1, 2, 4, 16, 17, 60])
    assert turns_ahead(ways, budget=16**3).tolist() == [8, 8, 6, 3, 2, 2]
    assert turns_ahead(ways, budget=1).tolist() == [1] * 6


@pytest.mark.parametrize("players", [2, 3])
def test_a_gain_has_the_luck_taken_out_and_a_bound(players):
    torch.manual_seed(1)
    untrained = Response(Network(players, (8,)), budget=20)
    result = matches.against_frozen(untrained, Rules.preset("short"), groups=4, seed=1)
    spread = result["error"] + result["adjusted_error"]
    assert result["adjusted"] == pytest.approx(result["share"], abs=4 * spread)
    assert result["gain"] == pytest.approx(result["adjusted"] - 1 / players)
    assert result["gain_at_least"] < result["gain"]
    assert result["games"] == 4 * players
