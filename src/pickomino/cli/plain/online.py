"""An online table in plain text: what happens is said line by line, and questions are asked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from pickomino.analysis.review import review as review_game
from pickomino.cli.plain import asking
from pickomino.cli.plain.review import review_lines
from pickomino.cli.plain.session import explain, print_lines
from pickomino.cli.plain.table import table_lines
from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError
from pickomino.core.position import Position
from pickomino.i18n import Texts, error_said, said
from pickomino.i18n.narration import dice_line
from pickomino.i18n.ranking import ranking_lines, winner_line
from pickomino.i18n.room_words import (
    highlights_said,
    is_match_open,
    match_line,
    names_of,
    speaker_of,
    verification_said,
)
from pickomino.record.game import Game
from pickomino.rooms.protocol.messages import Join
from pickomino.rooms.protocol.views import RoomView
from pickomino.tables.game_log import Story, lines_of
from pickomino.tables.table import Table


class OnlineSession:
    """Sits down at a table, says what happens there, and asks when it is one's turn."""

    def __init__(
        self, table: Table, name: str, texts: Texts, read: asking.Read = asking.read_answer
    ) -> None:
        """Take the table and one's name there; `read` gets a line from the person."""
        self.table = table
        self.name = name
        self.texts = texts
        self.read = read
        self.story = Story()
        self.told = 0
        """How many steps of the game were told."""
        self.noted = 0
        self.title = ""
        self.asked = ""
        """The turn in which the person was last asked."""
        self.lobby = ""
        self.is_alarmed = False
        self.ended = ""
        """The last game whose end was told."""
        table.watch(self.say_connection)

    async def run(self) -> None:
        """Stay until the game is over, or the person leaves."""
        try:
            async for view in self.table.views():
                if not await self.follow(view):
                    return
        finally:
            self.table.watch(lambda _is_there: None)
            await self.table.close()

    def say_connection(self, is_there: bool) -> None:
        """Say when the connection is lost."""
        if not is_there:
            print(self.texts.gettext("no connection, trying again"))

    async def follow(self, view: RoomView) -> bool:
        """Tell a view and answer it; returns whether to stay."""
        self.story.hear(view)
        self.say_alarm()
        if view.is_whole:
            self.told = self.noted = 0
        if view.phase in ("lobby", "nonces"):
            await self.wait(view)
            return True
        self.tell(view)
        if view.phase == "over":
            return self.ended == view.room.game_id or await self.end(view)
        return not view.you.is_your_turn or await self.ask(view)

    async def end(self, view: RoomView) -> bool:
        """Say how a game ended; returns whether to stay for the next one of a match."""
        self.ended = view.room.game_id
        self.say_end(view)
        await self.carried_out(self.check_dice(view))
        is_last = not is_match_open(view)
        while True:
            print(asking.after_game(self.texts, is_last=is_last))
            answer = await asyncio.to_thread(self.read)
            if answer is None or answer.lower() != asking.REVIEW:
                break
            await self.carried_out(self.review(view))
        if is_last or answer is None or answer.lower() == asking.LEAVE:
            return False
        await self.carried_out(self.table.rematch())
        return True

    async def review(self, view: RoomView) -> None:
        """Say how the game was played."""
        game = Game.from_wgn(await self.table.record())
        print(self.texts.gettext("Reviewing the game…"), flush=True)
        found = await asyncio.to_thread(review_game, game)
        print_lines(review_lines(game, found, speaker_of(view, self.texts)))

    async def wait(self, view: RoomView) -> None:
        """Say who is there, and take an open seat."""
        gettext, seats = self.texts.gettext, view.room.seats
        title = gettext("Table {code}").format(code=view.room.code)
        line = f"{title}: {names_of(seats, self.texts)}"
        if line != self.lobby:
            self.lobby = line
            print(line)
        if view.you.seats or not any(seat.kind == "open" for seat in seats):
            return
        await self.carried_out(self.table.command(Join(self.name)))
        print(gettext("The host starts the game."))

    def tell(self, view: RoomView) -> None:
        """Say what happened since the last time; of a game that runs, only the present turn."""
        steps, speaker = self.story.steps, speaker_of(view, self.texts)
        if not self.told and steps:
            self.told = next(i for i, step in enumerate(steps) if step.turn == steps[-1].turn)
        notes = self.story.notes[self.noted :]
        for line in lines_of(steps, speaker, self.told, notes):
            # Of a turn that is told piece by piece, the title comes once.
            if line.kind != "title" or line.text != self.title:
                print(line.text)
            self.title = line.text if line.kind == "title" else self.title
        self.told, self.noted = len(steps), len(self.story.notes)

    async def ask(self, view: RoomView) -> bool:
        """Ask until something was played; returns whether to stay."""
        position, speaker = Position.from_wfen(view.table.wfen), speaker_of(view, self.texts)
        if self.asked != view.table.turn:
            self.asked = view.table.turn
            print_lines(table_lines(position, speaker))
        print(dice_line(position, speaker))
        while True:
            print_lines(asking.question(position, speaker))
            answer = await asyncio.to_thread(self.read)
            if answer is None or answer.lower() == asking.LEAVE:
                return False
            action = asking.understood(position, answer)
            if action is not None and asking.is_sure(position, answer, speaker, self.read):
                return await self.play(action, view)
            if answer.lower() == asking.COACH and not view.room.settings.hints:
                print(error_said(self.texts, PickominoError("no_hints")))
            elif action is None:
                explain(answer, position, speaker)

    async def play(self, action: Action, view: RoomView) -> bool:
        """Play an action; what was refused is said, and the next view asks again."""
        await self.carried_out(self.table.act(str(action), view.version))
        return True

    async def carried_out(self, asked: Awaitable[None]) -> None:
        """Wait for the server, and say why it refused."""
        try:
            await asked
        except PickominoError as error:
            print(error_said(self.texts, error))

    def say_alarm(self) -> None:
        """Say at once that the dice cannot be trusted."""
        if self.table.alarm is not None and not self.is_alarmed:
            self.is_alarmed = True
            print(said(self.texts, self.table.alarm))

    async def check_dice(self, view: RoomView) -> None:
        """Say whether the dice were what was promised before the game."""
        seen = [step.moment for step in self.story.steps]
        found = await self.table.check_dice(view.room.game_id, seen)
        if found is not None:
            print(verification_said(found, self.texts))

    def say_end(self, view: RoomView) -> None:
        """Say how it ended."""
        position, speaker = Position.from_wfen(view.table.wfen), speaker_of(view, self.texts)
        print(self.texts.gettext("The game is over."))
        print_lines(ranking_lines(position, speaker))
        print(winner_line(position, speaker))
        for line in (highlights_said(view, self.texts), match_line(view, self.texts)):
            if line:
                print(line)
