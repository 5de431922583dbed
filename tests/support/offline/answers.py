"""What bots, coach and review answer, in this process or as in a browser.

`python -m support.offline.answers FOLDER` answers as in a browser: it reads a line of JSON per
request and writes a line per answer.
"""

import json
import random
import subprocess
import sys
from pathlib import Path

import msgspec

from pickomino import Game, Position
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.evaluation.judge import judge_version
from pickomino.rooms.bots.coach import coach

BOTS = ("champion", "strategist", "expert")
SECONDS = 5.0


def answer_position(wfen, bots=BOTS, with_coach=True):
    """Return each bot's choice, and the coach's view as JSON values."""
    position = Position.from_wfen(wfen)
    thinking = Thinking(random.Random(0), SECONDS)
    choices = {bot: str(make_bot(bot).choose(position, thinking)) for bot in bots}
    view = msgspec.to_builtins(coach(position)) if with_coach else None
    judge = judge_version(position.rules, position.players)
    return {"choices": choices, "coach": view, "judge": judge}


def answer_game(wgn):
    """Return the review of a game as JSON values."""
    from pickomino.analysis import review_json
    from pickomino.analysis.review import review

    return json.loads(review_json.encode(review(Game.from_wgn(wgn))))


class OfflineProcess:
    """A process with the kernels in Node, and without numba and NumPy.

    `files` are `KernelFiles`; exporting them needs NumPy, so that process does not import them.
    """

    def __init__(self, files) -> None:
        self._files = files
        command = [sys.executable, "-m", "support.offline.answers", files.path]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
            text=True,
        )

    def ask(self, rules, players, name, *arguments):
        """Return the answer of a function of this module, about a game with these rules."""
        self._files.add_network(players)
        self._ask("prepare", players, rules.extrawurm)
        return self._ask(name, *arguments)

    def _ask(self, name, *arguments):
        self._process.stdin.write(json.dumps([name, arguments]) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the process has stopped"
        return json.loads(line)

    def close(self) -> None:
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


def main(folder):
    from support.offline.node_kernels import become_browser

    kernels = become_browser(Path(folder))
    functions = {"position": answer_position, "game": answer_game}
    try:
        for line in sys.stdin:
            name, arguments = json.loads(line)
            if name == "prepare":
                result = kernels.prepare_now(*arguments)
            else:
                result = functions[name](*arguments)
            print(json.dumps(result), flush=True)
    finally:
        kernels.close()


if __name__ == "__main__":
    main(sys.argv[1])
