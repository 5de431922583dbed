"""A PyTorch network as a bot: python examples/torch_network.py [EPOCHS [GAMES]]

Learns from games of the expert who wins from which position, and plays against the beginner. Any
function from features to chances makes a bot; the turn itself is solved exactly.
"""

# torch has types for some parameters only.
# pyright: reportUnknownMemberType=false

import sys

import torch
from torch import Tensor, nn

from pickomino import (
    EvaluatorBot,
    Match,
    NetworkEvaluator,
    Position,
    play_game,
    position_features,
)


def examples(games: int) -> tuple[Tensor, Tensor]:
    """Return features at the start of turns, and who won, from the seat to roll on."""
    positions: list[Position] = []
    winners: list[list[float]] = []
    for seed in range(games):
        game = play_game(["expert", "expert"], "standard", seed)
        for turn in game.turns:
            positions.append(turn.start)
            won = [float(seat in game.winners()) for seat in (turn.seat, 1 - turn.seat)]
            winners.append([share / sum(won) for share in won])
    return torch.from_numpy(position_features(positions)), torch.tensor(winners)


def main(epochs: int = 100, games: int = 200) -> None:
    torch.manual_seed(1)
    torch.set_num_threads(1)
    features, winners = examples(games)
    model = nn.Sequential(nn.Linear(features.shape[1], 64), nn.ReLU(), nn.Linear(64, 2))
    optimizer = torch.optim.Adam(model.parameters(), weight_decay=1e-3)
    for _ in range(epochs):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(features), winners)
        loss.backward()
        optimizer.step()

    evaluator = NetworkEvaluator(
        lambda rows: model(torch.from_numpy(rows)).softmax(dim=1).detach().numpy()
    )
    match = Match(EvaluatorBot(evaluator), "beginner", games=games, adjusted=False)
    result = match.play(workers=1)
    for bot in result.statistics.bots if result.statistics else ():
        print(f"{bot.label:12} wins {bot.win_share.mean:.0%}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
