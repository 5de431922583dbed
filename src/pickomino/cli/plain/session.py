"""A whole game in plain text, between people at this terminal and bots."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pickomino.bots.external import ExternalBot
from pickomino.bots.protocol import Bot, Thinking
from pickomino.cli.files import write_text
from pickomino.cli.folders import data_folder
from pickomino.cli.plain import asking
from pickomino.cli.plain.coach import coach_lines
from pickomino.cli.plain.saving import keep
from pickomino.cli.plain.table import table_lines
from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError
from pickomino.core.position import OVER, Position
from pickomino.i18n import describe_error
from pickomino.i18n.narration import dice_line, narrate, turn_title
from pickomino.i18n.narrator import Narrator, describe_faults
from pickomino.i18n.profile_text import not_saved_text
from pickomino.i18n.ranking import ranking_lines, winner_line
from pickomino.profile.recorder import record_game
from pickomino.record.game import Game


class Player(NamedTuple):
    """Who sits on a seat: a person, or a bot with its generator."""

    bot: Bot | None = None
    thinking: Thinking = Thinking(random.Random(0))


@dataclass(eq=False)
class Session:
    """Runs a game, new or to go on with, and prints it."""

    game: Game
    players: Sequence[Player]
    narrator: Narrator
    record: str | None
    saved: Path | None = None
    """Where it is kept until it is over."""

    def __post_init__(self) -> None:
        # Of a game that goes on, only where it stands is told.
        self.told = _last_turn(self.game)
        self.titled = -1

    def run(self) -> None:
        """Play until the game is over or the people leave."""
        self.save()
        self.tell()
        while not self.game.is_over:
            action = self.decide()
            if action is None:
                break
            is_person = self.players[self.game.position.seat].bot is None
            turn = self.game.turn
            self.game.play(action)
            self.tell()
            if is_person or self.game.turn != turn:
                self.save()
        self.say_end()

    def decide(self) -> Action | None:
        """Get the next action from a bot or a person; None to leave."""
        player = self.players[self.game.position.seat]
        if player.bot is not None:
            return player.bot.choose(self.game.position, player.thinking)
        return self.ask()

    def ask(self) -> Action | None:
        """Ask a person until an answer is legal; None to leave."""
        while True:
            position = self.game.position
            print_lines(asking.question(position, self.narrator))
            answer = asking.read_answer()
            if answer is None or answer.lower() == asking.LEAVE:
                return None
            action = asking.understood(position, answer)
            read = asking.read_answer
            if action is not None and asking.is_sure(position, answer, self.narrator, read):
                return action
            if answer.lower() == asking.UNDO:
                self.take_back()
            elif action is None:
                explain(answer, position, self.narrator)

    def take_back(self) -> None:
        """Take back to the last decision of a person."""
        try:
            self.game.undo()
            while self.players[self.game.position.seat].bot is not None:
                self.game.undo()
        except PickominoError as error:
            print(describe_error(self.narrator.texts, error))
            return
        self.told = len(self.game.events)
        self.titled = self.game.turn
        self.save()
        print_lines(table_lines(self.game.position, self.narrator))
        print(dice_line(self.game.position, self.narrator))

    def tell(self) -> None:
        """Say what happened since the last time."""
        moments = self.game.moments
        turn = self.titled
        for index in range(self.told, len(moments)):
            before = moments[index - 1].position if index else self.game.start
            new_turn = self.game.turn_at(index)
            if new_turn != turn:
                turn = new_turn
                print()
                print(turn_title(self.game.turn_label(turn), before.seat, self.narrator))
                print_lines(table_lines(before, self.narrator))
            event, after = moments[index]
            print_lines(narrate(event, before, after, self.narrator))
        self.told, self.titled = len(moments), turn

    def save(self) -> None:
        """Write the record, so that nothing is lost when this process dies."""
        if self.saved is not None:
            keep(self.saved, self.game)
        if self.record is None:
            return
        try:
            write_text(self.record, self.game.wgn())
        except PickominoError as error:
            if not self.game.turn and not self.told:
                raise
            # A full disk must not end a game that people play; the next save may do.
            print(describe_error(self.narrator.texts, error))

    def say_end(self) -> None:
        """Say how it ended, and who won or leads."""
        gettext = self.narrator.texts.gettext
        print()
        if self.game.position.to_act == OVER:
            print(gettext("The game is over."))
        elif self.game.is_stopped:
            limit = self.game.state.turn_limit
            text = self.narrator.texts.ngettext(
                "The game was stopped after {count} turn. As it stands:",
                "The game was stopped after {count} turns. As it stands:",
                limit,
            )
            print(text.format(count=limit))
        else:
            print(gettext("The game was left unfinished. As it stands:"))
        print_lines(ranking_lines(self.game.position, self.narrator))
        if not self.game.is_over and self.saved is not None:
            print(gettext("`pickomino play --plain` continues it."))
        if self.game.is_over:
            print(winner_line(self.game.position, self.narrator))
            self.note()
            if self.record is not None and any(player.bot is None for player in self.players):
                text = gettext("`pickomino review {file}` tells luck from skill in this game.")
                print(text.format(file=self.record))
        self.say_faults()

    def note(self) -> None:
        """Keep the game in the profile, where one person played it at a terminal."""
        people = [seat for seat, player in enumerate(self.players) if player.bot is None]
        if self.saved is None or len(people) != 1:
            return
        if not record_game(data_folder(), self.game, people[0], int(time.time())):
            print(not_saved_text(self.narrator.texts))

    def say_faults(self) -> None:
        """Say how often programs that play as bots crashed, hung or answered nonsense."""
        for name, player in zip(self.narrator.names, self.players, strict=True):
            if isinstance(player.bot, ExternalBot) and player.bot.faults:
                print(describe_faults(name, player.bot.faults, self.narrator.texts))


def _last_turn(game: Game) -> int:
    """Return the first event of the turn that is being played."""
    return len(game.moments) - len(game.moments_of(game.turn)) if game.turn else 0


def explain(answer: str, position: Position, narrator: Narrator) -> None:
    """Answer what is not a move."""
    if answer == asking.HELP:
        print_lines(asking.help_lines(narrator))
    elif answer.lower() == asking.TABLE:
        print_lines(table_lines(position, narrator))
    elif answer.lower() == asking.COACH:
        print_lines(coach_lines(position, narrator))
    elif answer:
        text = narrator.texts.gettext("That is not possible here: {answer}")
        print(text.format(answer=repr(answer)))


def print_lines(lines: Sequence[str]) -> None:
    """Print lines."""
    for line in lines:
        print(line)
