"""An ONNX network as a bot: python examples/onnx_network.py MODEL.onnx [GAMES]

The model's input is a batch of `pickomino.position_features` for two players, and its output a
row of chances for each, beginning with the seat to roll. Any library can write such a file. Needs
onnxruntime.
"""

# onnxruntime has no types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false

import sys

import numpy as np
import onnxruntime

from pickomino import EvaluatorBot, Match, NetworkEvaluator


def main(path: str, games: str = "200") -> None:
    session = onnxruntime.InferenceSession(path)
    name = session.get_inputs()[0].name
    evaluator = NetworkEvaluator(lambda rows: np.asarray(session.run(None, {name: rows})[0]))
    match = Match(EvaluatorBot(evaluator), "beginner", games=int(games), adjusted=False)
    result = match.play(workers=1)  # a session cannot be sent to other processes
    for bot in result.statistics.bots if result.statistics else ():
        print(f"{bot.label:12} wins {bot.win_share.mean:.0%}")


if __name__ == "__main__":
    main(*sys.argv[1:])
