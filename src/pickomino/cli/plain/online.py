"""An online table in plain text."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from pickomino.analysis.review import review as review_game
from pickomino.cli.plain import prompts
from pickomino.cli.plain.review import review_lines
from pickomino.cli.plain.session import explain, print_lines
from pickomino.cli.plain.table import table_lines
from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError
from pickomino.core.position import Position
from pickomino.i18n import Texts, describe_error, describe_problem
from pickomino.i18n.narration import dice_line
from pickomino.i18n.ranking import ranking_lines, winner_line
from pickomino.i18n.room_text import (
    describe_highlights,
    describe_verification,
    is_match_open,
    match_line,
    narrator_for,
    seat_names,
)
from pickomino.record.game import Game
from pickomino.rooms.protocol.messages import Join
from pickomino.rooms.protocol.views import RoomView
from pickomino.tables.table import Table
from pickomino.tables.table_log import TableLog, log_lines


class OnlineSession:
    """Joins a table, narrates what happens, and asks when it is the player's turn."""

    def __init__(
        self, table: Table, name: str, texts: Texts, read: prompts.Read = prompts.read_answer
    ) -> None:
        """Prepare to play at `table` under `name`; `read` reads a line from the player."""
        self.table = table
        self.name = name
        self.texts = texts
        self.read = read
        self.table_log = TableLog()
        self.narrated = 0
        """How many steps of the game have been narrated."""
        self.noted = 0
        self.title = ""
        self.asked = ""
        """The turn in which the player was last asked to choose."""
        self.lobby = ""
        self.is_alarmed = False
        self.ended = ""
        """The last game whose end was printed."""
        table.on_connection_change(self.print_connection)

    async def run(self) -> None:
        """Play until the game is over or the player leaves."""
        try:
            async for view in self.table.views():
                if not await self.follow(view):
                    return
        finally:
            self.table.on_connection_change(lambda _is_connected: None)
            await self.table.close()

    def print_connection(self, is_connected: bool) -> None:
        if not is_connected:
            print(self.texts.gettext("no connection, trying again"))

    async def follow(self, view: RoomView) -> bool:
        """Narrate a view and respond to it; return whether to stay."""
        self.table_log.follow(view)
        self.print_alarm()
        if view.is_whole:
            self.narrated = self.noted = 0
        if view.phase in ("lobby", "nonces"):
            await self.wait(view)
            return True
        self.narrate_new(view)
        if view.phase == "over":
            return self.ended == view.room.game_id or await self.end(view)
        return not view.you.is_your_turn or await self.ask(view)

    async def end(self, view: RoomView) -> bool:
        """Print how a game ended; return whether to stay for the next one of a match."""
        self.ended = view.room.game_id
        self.print_end(view)
        await self.send(self.check_dice(view))
        is_last = not is_match_open(view)
        while True:
            print(prompts.after_game(self.texts, is_last=is_last))
            answer = await asyncio.to_thread(self.read)
            if answer is None or answer.lower() != prompts.REVIEW:
                break
            await self.send(self.review(view))
        if is_last or answer is None or answer.lower() == prompts.LEAVE:
            return False
        await self.send(self.table.rematch())
        return True

    async def review(self, view: RoomView) -> None:
        game = Game.from_wgn(await self.table.record())
        print(self.texts.gettext("Reviewing the game…"), flush=True)
        result = await asyncio.to_thread(review_game, game)
        print_lines(review_lines(game, result, narrator_for(view, self.texts)))

    async def wait(self, view: RoomView) -> None:
        """Print who is seated, and take an open seat."""
        gettext, seats = self.texts.gettext, view.room.seats
        title = gettext("Table {code}").format(code=view.room.code)
        line = f"{title}: {seat_names(seats, self.texts)}"
        if line != self.lobby:
            self.lobby = line
            print(line)
        if view.you.seats or not any(seat.kind == "open" for seat in seats):
            return
        await self.send(self.table.command(Join(self.name)))
        print(gettext("The host starts the game."))

    def narrate_new(self, view: RoomView) -> None:
        """Print the events since the last call; the first call prints only the current turn."""
        steps, narrator = self.table_log.steps, narrator_for(view, self.texts)
        if not self.narrated and steps:
            self.narrated = next(i for i, step in enumerate(steps) if step.turn == steps[-1].turn)
        notes = self.table_log.notes[self.noted :]
        for line in log_lines(steps, narrator, self.narrated, notes):
            # A turn narrated in pieces gets its title once.
            if line.kind != "title" or line.text != self.title:
                print(line.text)
            self.title = line.text if line.kind == "title" else self.title
        self.narrated, self.noted = len(steps), len(self.table_log.notes)

    async def ask(self, view: RoomView) -> bool:
        """Ask until an action is chosen, and play it; return whether to stay."""
        position, narrator = Position.from_wfen(view.table.wfen), narrator_for(view, self.texts)
        if self.asked != view.table.turn:
            self.asked = view.table.turn
            print_lines(table_lines(position, narrator))
        print(dice_line(position, narrator))
        while True:
            print_lines(prompts.question(position, narrator))
            answer = await asyncio.to_thread(self.read)
            if answer is None or answer.lower() == prompts.LEAVE:
                return False
            action = prompts.parse_answer(position, answer)
            if action is not None and prompts.is_sure(position, answer, narrator, self.read):
                return await self.play(action, view)
            if answer.lower() == prompts.COACH and not view.room.settings.hints:
                print(describe_error(self.texts, PickominoError("no_hints")))
            elif action is None:
                explain(answer, position, narrator)

    async def play(self, action: Action, view: RoomView) -> bool:
        """Play an action; if the server refuses it, print why. The next view asks again."""
        await self.send(self.table.act(str(action), view.version))
        return True

    async def send(self, command: Awaitable[None]) -> None:
        """Wait for the server's answer; if it is a refusal, print the reason."""
        try:
            await command
        except PickominoError as error:
            print(describe_error(self.texts, error))

    def print_alarm(self) -> None:
        """Print once that the dice cannot be trusted."""
        if self.table.alarm is not None and not self.is_alarmed:
            self.is_alarmed = True
            print(describe_problem(self.texts, self.table.alarm))

    async def check_dice(self, view: RoomView) -> None:
        """Print whether the dice match the commitments made before the game."""
        seen = [step.game_step for step in self.table_log.steps]
        verification = await self.table.check_dice(view.room.game_id, seen)
        if verification is not None:
            print(describe_verification(verification, self.texts))

    def print_end(self, view: RoomView) -> None:
        position, narrator = Position.from_wfen(view.table.wfen), narrator_for(view, self.texts)
        print(self.texts.gettext("The game is over."))
        print_lines(ranking_lines(position, narrator))
        print(winner_line(position, narrator))
        for line in (describe_highlights(view, self.texts), match_line(view, self.texts)):
            if line:
                print(line)
