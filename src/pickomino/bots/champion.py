"""The champion: solves its turn exactly, using networks to value the positions after the turn."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from pickomino.bots.arguments import checked
from pickomino.bots.protocol import Thinking
from pickomino.bots.strategist import StrategistBot
from pickomino.core.actions import Action
from pickomino.core.position import Position
from pickomino.evaluation.network_files import require_players


class ChampionBot(StrategistBot):
    """Maximises its win chance; `depth` is the number of turns it solves, its own first.

    In the endgame it looks one turn further. If no network supports the rules, it plays like the
    strategist.
    """

    def __init__(self, depth: str = "1", network: str | None = None) -> None:
        """`network` is a network file; by default the package has one for each table."""
        from pickomino.evaluation.endgame_look_ahead import EndgameChance
        from pickomino.evaluation.features import supports
        from pickomino.evaluation.network_chance import NetworkChance

        self._supports = supports
        self._file = Path(network or "")
        self._network = None
        if network is not None:
            # Imported here: it needs NumPy, which browsers do not have.
            from pickomino.evaluation.network import read_network

            self._network = read_network(self._file)
        super().__init__(depth, EndgameChance(NetworkChance(self._network)))

    def require_players(self, players: int) -> None:
        """Raise an error that names the network file if it is for another number of players."""
        if self._network is not None:
            require_players(self._file, self._network.players, players)

    @checked
    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Return the action with the best win chance."""
        self.require_players(position.players)
        bot = super() if self._supports(position.rules) else self._strategist
        return bot.choose(position, thinking)

    @cached_property
    def _strategist(self) -> StrategistBot:
        return StrategistBot()
