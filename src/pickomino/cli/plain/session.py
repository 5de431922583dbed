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
from pickomino.cli.plain import prompts
from pickomino.cli.plain.coach import coach_lines
from pickomino.cli.plain.saving import save_game
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


class PlainPlayer(NamedTuple):
    """A person, or a bot with its random generator."""

    bot: Bot | None = None
    thinking: Thinking = Thinking(random.Random(0))


@dataclass(eq=False)
class Session:
    """Runs a new or continued game and prints it."""

    game: Game
    players: Sequence[PlainPlayer]
    narrator: Narrator
    record: str | None
    saved: Path | None = None
    """The file of the unfinished game."""

    def __post_init__(self) -> None:
        # A continued game is narrated from its current turn.
        self.narrated = _last_turn(self.game)
        self.titled_turn = -1

    def run(self) -> None:
        """Play until the game is over or the players leave."""
        self.save()
        self.narrate_new()
        while not self.game.is_over:
            action = self.decide()
            if action is None:
                break
            is_person = self.players[self.game.position.seat].bot is None
            turn = self.game.turn
            self.game.play(action)
            self.narrate_new()
            if is_person or self.game.turn != turn:
                self.save()
        self.print_end()

    def decide(self) -> Action | None:
        """Return the next action of a bot or a person, or None if the person leaves."""
        player = self.players[self.game.position.seat]
        if player.bot is not None:
            return player.bot.choose(self.game.position, player.thinking)
        return self.ask()

    def ask(self) -> Action | None:
        """Ask a person until the answer is legal; return None if the person leaves."""
        while True:
            position = self.game.position
            print_lines(prompts.question(position, self.narrator))
            answer = prompts.read_answer()
            if answer is None or answer.lower() == prompts.LEAVE:
                return None
            action = prompts.parse_answer(position, answer)
            read = prompts.read_answer
            if action is not None and prompts.is_sure(position, answer, self.narrator, read):
                return action
            if answer.lower() == prompts.UNDO:
                self.undo()
            elif action is None:
                explain(answer, position, self.narrator)

    def undo(self) -> None:
        """Take back moves up to the last decision that a person made."""
        try:
            self.game.undo()
            while self.players[self.game.position.seat].bot is not None:
                self.game.undo()
        except PickominoError as error:
            print(describe_error(self.narrator.texts, error))
            return
        self.narrated = len(self.game.events)
        self.titled_turn = self.game.turn
        self.save()
        print_lines(table_lines(self.game.position, self.narrator))
        print(dice_line(self.game.position, self.narrator))

    def narrate_new(self) -> None:
        """Print the events since the last call."""
        steps = self.game.steps
        turn = self.titled_turn
        for index in range(self.narrated, len(steps)):
            before = steps[index - 1].position if index else self.game.start
            new_turn = self.game.turn_at(index)
            if new_turn != turn:
                turn = new_turn
                print()
                print(turn_title(self.game.turn_label(turn), before.seat, self.narrator))
                print_lines(table_lines(before, self.narrator))
            event, after = steps[index]
            print_lines(narrate(event, before, after, self.narrator))
        self.narrated, self.titled_turn = len(steps), turn

    def save(self) -> None:
        """Save the game and its record, so that nothing is lost if the process dies."""
        if self.saved is not None:
            save_game(self.saved, self.game)
        if self.record is None:
            return
        try:
            write_text(self.record, self.game.wgn())
        except PickominoError as error:
            if not self.game.turn and not self.narrated:
                raise
            # A full disk must not end a running game; the next save may succeed.
            print(describe_error(self.narrator.texts, error))

    def print_end(self) -> None:
        """Print how the game ended, and who won or leads."""
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
            self.record_in_profile()
            if self.record is not None and any(player.bot is None for player in self.players):
                text = gettext("`pickomino review {file}` tells luck from skill in this game.")
                print(text.format(file=self.record))
        self.print_faults()

    def record_in_profile(self) -> None:
        """Add the game to the profile if exactly one person played it at a terminal."""
        people = [seat for seat, player in enumerate(self.players) if player.bot is None]
        if self.saved is None or len(people) != 1:
            return
        if not record_game(data_folder(), self.game, people[0], int(time.time())):
            print(not_saved_text(self.narrator.texts))

    def print_faults(self) -> None:
        """Print how often bot programs crashed, timed out or gave illegal answers."""
        for name, player in zip(self.narrator.names, self.players, strict=True):
            if isinstance(player.bot, ExternalBot) and player.bot.faults:
                print(describe_faults(name, player.bot.faults, self.narrator.texts))


def _last_turn(game: Game) -> int:
    """Return the index of the current turn's first event."""
    return len(game.steps) - len(game.steps_in_turn(game.turn)) if game.turn else 0


def explain(answer: str, position: Position, narrator: Narrator) -> None:
    """Print the reply to an answer that is not a move."""
    if answer == prompts.HELP:
        print_lines(prompts.help_lines(narrator))
    elif answer.lower() == prompts.TABLE:
        print_lines(table_lines(position, narrator))
    elif answer.lower() == prompts.COACH:
        print_lines(coach_lines(position, narrator))
    elif answer:
        text = narrator.texts.gettext("That is not possible here: {answer}")
        print(text.format(answer=repr(answer)))


def print_lines(lines: Sequence[str]) -> None:
    for line in lines:
        print(line)
