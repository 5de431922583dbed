"""A table for a text chat: python examples/chat_bot.py

`ChatTable.reply` takes a message and returns the answer, so any chat program can use it; here the
messages are lines of standard input. Messages are `board`, `hint`, `undo`, `record`, or an action
such as `k5`, `r` or `t25`.
"""

import random
import sys

from pickomino import Game, PickominoError, Rules, SeededDice, advise, make_bot, play_bots


class ChatTable:
    """A game of one person, in seat a, against a bot."""

    def __init__(self, name: str, bot: str, seed: int) -> None:
        self.game = Game(Rules.preset("classic"), 2, SeededDice(seed))
        self.game.add_tags({"a": name, "b": f"bot:{bot}"})
        self.bots = [None, make_bot(bot)]

    def reply(self, message: str) -> str:
        """Return the answer to a message; a wrong message changes nothing."""
        try:
            return self.obey(message.strip().lower())
        except PickominoError as problem:
            return f"Sorry: {problem}."

    def obey(self, message: str) -> str:
        match message:
            case "board":
                return str(self.game)
            case "record":
                return self.game.wgn()
            case "hint":
                advice = advise(self.game.position, "win", fast=False)
                return f"I would play {advice.best}; the turn then fails with {advice.failure:.0%}."
            case "undo":
                return f"Took back {self.game.undo()}.\n{self.game}"
            case action:
                return self.play(action)

    def play(self, action: str) -> str:
        """Play an action and the turn of the bot, and return what happened."""
        turn = self.game.turn
        self.game.play(action)
        if self.game.turn > turn:
            play_bots(self.game, self.bots)
        ends = [end for played in self.game.turns[turn:] if (end := played.end)]
        news = [f"{self.game.names[end.seat]} {end.result} {end.tile or ''}" for end in ends]
        choices = " ".join(map(str, self.game.legal_actions()))
        return "\n".join([*news, str(self.game), f"You may play: {choices or 'nothing more'}"])


def main() -> None:
    seed = int(sys.argv[1]) if sys.argv[1:] else random.randrange(10**6)
    table = ChatTable("Ann", "family", seed)
    print(table.reply("board"))
    for line in sys.stdin:
        print(table.reply(line))


if __name__ == "__main__":
    main()
