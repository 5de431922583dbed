"""A table in plain text, on this device or on a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ParamSpec, TypeVar

from pickomino.analysis.review import review as review_game
from pickomino.cli.files import RecordFiles
from pickomino.cli.plain import prompts
from pickomino.cli.plain.review import review_lines
from pickomino.cli.plain.table import print_lines, table_lines
from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError
from pickomino.core.position import Position
from pickomino.i18n import Texts, describe_error, describe_problem
from pickomino.i18n.narration import dice_line, narrate, turn_title
from pickomino.i18n.narrator import Narrator, describe_faults
from pickomino.i18n.numbers import format_percent, percent_pattern
from pickomino.i18n.profile_text import not_saved_text
from pickomino.i18n.ranking import end_line, ranking_lines, winner_line
from pickomino.i18n.room_text import (
    describe_highlights,
    describe_log_mark,
    describe_room_event,
    is_match_open,
    match_line,
    narrator_for,
    seats_line,
)
from pickomino.i18n.verification_text import describe_verification
from pickomino.narration.line import line
from pickomino.profile.recorder import record_review
from pickomino.puzzles.packs import today
from pickomino.record.game import Game
from pickomino.rooms.protocol.events import Undone
from pickomino.rooms.protocol.messages import Act, Join, Undo
from pickomino.rooms.protocol.views import RoomView
from pickomino.tables.answers import parse_answer
from pickomino.tables.log_watch import log_mark
from pickomino.tables.offline import InProcessBots
from pickomino.tables.table import Table
from pickomino.tables.table_log import TableLog

_P = ParamSpec("_P")
_T = TypeVar("_T")


@dataclass(eq=False)
class PlainSession:
    """Narrates what happens at a table, and asks when a person at this terminal must act."""

    table: Table
    texts: Texts
    name: str = ""
    """The name with which to join an online table."""
    is_new: bool = False
    """Whether to narrate the first game from its start, not from the current turn."""
    bots: InProcessBots | None = None
    """The bots of a table on this device."""
    folder: Path | None = None
    """The data folder; None if nothing is saved."""
    records: RecordFiles | None = None
    read: prompts.Read = prompts.read_answer
    server: str = ""
    """The address of an online table's server."""

    def __post_init__(self) -> None:
        self.view: RoomView | None = None
        self.table_log = TableLog()
        self.narrated = 0
        """How many steps of the game have been narrated."""
        self.noted = 0
        self.games: list[str] = []
        """The ids of the games seen, in order."""
        self.recorded_turn = ""
        self.lobby = ""
        self.is_alarmed = False
        self.is_lost = False
        """Whether it was printed that the connection is lost."""
        self.noticed = ""
        """The last game about whose dice a notice was printed."""
        self.ended = ""
        """The last game whose end was printed."""
        self.table.on_connection_change(self.print_connection)

    async def run(self) -> None:
        """Play until the game or match is over or the players leave."""
        try:
            async for view in self.table.views():
                if not await self.follow(view):
                    return
        finally:
            self.table.on_connection_change(lambda _is_connected: None)
            await self.table.close()

    async def follow(self, view: RoomView) -> bool:
        """Narrate a view and respond to it; return whether to stay."""
        self.view = view
        self.table_log.follow(view)
        self.print_alarm()
        self.print_dice_notice(view.room.game_id)
        if view.phase in ("lobby", "nonces"):
            await self.wait(view)
            return True
        self.narrate_new(view)
        await self.save_record(view)
        if view.phase == "over":
            return self.ended == view.room.game_id or await self.end(view)
        return not view.you.is_your_turn or await self.ask(view)

    async def wait(self, view: RoomView) -> None:
        """Print who is seated, and take an open seat."""
        gettext, seats = self.texts.gettext, view.room.seats
        title = gettext("Table {code}").format(code=view.room.code)
        line = f"{title}: {seats_line(seats, self.texts)}"
        if line != self.lobby:
            self.lobby = line
            print(line)
        if view.you.seats or not any(seat.kind == "open" for seat in seats):
            return
        await self.send(self.table.command(Join(self.name)))
        print(gettext("The host starts the game."))

    # What happens at the table

    def narrate_new(self, view: RoomView) -> None:
        """Print the events since the last call."""
        narrator, steps = narrator_for(view, self.texts), self.table_log.steps
        if view.is_whole:
            self.restart_narration(view)
        for index in range(self.narrated, len(steps)):
            self.print_notes(index, narrator)
            before, (event, position), turn = steps[index]
            if not index or turn != steps[index - 1].turn:
                print()
                print(turn_title(turn, event.seat, narrator))
                print_lines(table_lines(before, narrator))
            print_lines(narrate(event, before, position, narrator))
        self.print_notes(len(steps), narrator)
        self.narrated = len(steps)

    def restart_narration(self, view: RoomView) -> None:
        """Choose where the narration continues.

        This is called when a game begins, is joined or is resumed, and after an undo.
        """
        turns, game_id = [step.turn for step in self.table_log.steps], view.room.game_id
        is_first = game_id not in self.games
        self.narrated = turns.index(turns[-1]) if turns else 0
        if isinstance(view.table.event, Undone):
            self.narrated = len(turns)
            position, narrator = _position(view), narrator_for(view, self.texts)
            print_lines([*table_lines(position, narrator), dice_line(position, narrator)])
        elif is_first and (self.games or self.is_new):
            self.narrated = 0
        self.noted = sum(at < self.narrated for at, _ in self.table_log.notes)
        self.games += [game_id] if is_first else []

    def print_notes(self, index: int, narrator: Narrator) -> None:
        """Print events other than moves, such as votes, up to a step of the game."""
        notes = self.table_log.notes
        while self.noted < len(notes) and notes[self.noted][0] <= index:
            text = describe_room_event(notes[self.noted][1], narrator)
            print_lines([text] if text else [])
            self.noted += 1

    def print_connection(self, is_connected: bool) -> None:
        if not is_connected and not self.is_lost:
            text = self.texts.gettext("No connection to {address}, trying again.")
            print(text.format(address=self.server), flush=True)
        self.is_lost = not is_connected

    def print_alarm(self) -> None:
        """Print once that the dice or the log cannot be trusted."""
        if self.table.alarm is not None and not self.is_alarmed:
            self.is_alarmed = True
            print(describe_problem(self.texts, self.table.alarm))

    def print_dice_notice(self, game_id: str) -> None:
        """Print once per game what this client cannot vouch for in its dice."""
        if self.table.dice_notice is not None and self.noticed != game_id:
            self.noticed = game_id
            print(describe_problem(self.texts, self.table.dice_notice))

    async def save_record(self, view: RoomView) -> None:
        """Write the record after every turn and every decision of a person here."""
        turn = f"{view.room.game_id} {view.table.turn}"
        is_due = view.you.is_your_turn or view.phase == "over" or turn != self.recorded_turn
        self.recorded_turn = turn
        if self.records is not None and is_due:
            # A full disk must not end a running game; the next attempt may succeed.
            await self.send(self.write_record(self.records, view.room.game_id))

    async def write_record(self, records: RecordFiles, game_id: str) -> None:
        records.write(game_id, await self.table.record())

    # A decision

    async def ask(self, view: RoomView) -> bool:
        """Ask until an action is chosen, and play it; return whether to stay."""
        position, narrator = _position(view), narrator_for(view, self.texts)
        while True:
            print_lines(prompts.question(position, narrator))
            answer = await self.call(self.read)
            if answer is None or answer.lower() == prompts.LEAVE:
                self.print_left()
                return False
            action = parse_answer(position, answer)
            if action is not None:
                if await self.call(prompts.is_sure, position, answer, narrator, self.read):
                    # If it is refused, the next view asks again.
                    await self.send(self.table.command(Act(str(action)), view.version))
                    return True
            elif answer.lower() == prompts.UNDO:
                if await self.send(self.table.command(Undo(), view.version)):
                    return True
            elif answer.lower() == prompts.COACH:
                await self.send(self.print_advice(position, narrator))
            else:
                explain(answer, position, narrator)
                if answer == prompts.HELP and self.table.is_online:
                    print(describe_log_mark(view.version, log_mark(view), self.texts))

    async def call(self, function: Callable[_P, _T], *args: _P.args, **options: _P.kwargs) -> _T:
        """Call a function that waits for the player or thinks.

        Online, another thread calls it, because this one must keep answering the server.
        """
        if self.table.is_online:
            return await asyncio.to_thread(function, *args, **options)
        return function(*args, **options)

    async def send(self, request: Awaitable[None]) -> bool:
        """Await the answer to a request; if it is refused, print the reason and return False."""
        try:
            await request
        except PickominoError as error:
            print(describe_error(self.texts, error))
            return False
        return True

    async def print_advice(self, position: Position, narrator: Narrator) -> None:
        """Print the best choice, its chances, and the value of every choice."""
        advice, texts = await self.table.coach(), self.texts
        if advice.best is None:
            return
        text = texts.gettext("Coach: {best}. Chance to win {value}, risk of failing {failure}.")
        best = f"{advice.best} {narrator.choice(position, Action.parse(advice.best))}"
        pattern = percent_pattern(is_estimate=advice.is_estimate)
        value, failure = (
            format_percent(chance, texts, pattern) for chance in (advice.value, advice.failure)
        )
        print(text.format(best=best, value=value, failure=failure))
        values = (
            f"{choice.action} {format_percent(choice.value, texts, pattern)}"
            for choice in advice.choices
        )
        print("; ".join(values))
        print_lines([narrator.render(line("estimate"))] if advice.is_estimate else [])

    # The end

    async def end(self, view: RoomView) -> bool:
        """Print how a game ended; return whether to stay for the next game of the match."""
        gettext, self.ended = self.texts.gettext, view.room.game_id
        self.print_end(view)
        await self.send(self.add_to_profile(view))
        if self.records is not None and view.you.seats:
            text = self.texts.gettext(
                "`pickomino review {file}` separates luck from skill in this game."
            )
            print(text.format(file=self.records.name(view.room.game_id)))
        self.print_faults(view)
        score = match_line(view, self.texts)
        print_lines([score] if score else [])
        await self.send(self.check_dice(view))
        is_last = not is_match_open(view)
        is_watching = not self.table.is_online and not view.you.seats
        if not is_watching and not await self.wants_next_game(view, is_last=is_last):
            if not is_last and self.folder is not None and not self.table.is_online:
                await self.table.rematch()
                print(gettext("`pickomino play --plain` continues it."))
            return False
        return not is_last and (await self.send(self.table.rematch()) or self.table.is_online)

    async def wants_next_game(self, view: RoomView, *, is_last: bool) -> bool:
        """Offer the review and the next game; return False if the players leave."""
        while True:
            print(prompts.after_game(self.texts, is_last=is_last))
            answer = await self.call(self.read)
            if answer is None or answer.lower() != prompts.REVIEW:
                return answer is not None and answer.lower() != prompts.LEAVE
            await self.send(self.review(view))

    async def review(self, view: RoomView) -> None:
        print(self.texts.gettext("Reviewing the game…"), flush=True)
        game = Game.from_wgn(await self.table.record())
        review = await self.call(review_game, game)
        if self.folder is not None:
            record_review(self.folder, game, review, today())
        print_lines(review_lines(game, review, narrator_for(view, self.texts)))

    def print_end(self, view: RoomView) -> None:
        position, narrator = _position(view), narrator_for(view, self.texts)
        is_over = view.phase == "over"
        print()
        if is_over:
            print(end_line(position, view.room.settings.turn_limit, self.texts))
        else:
            print(self.texts.gettext("The game was left unfinished. As it stands:"))
        print_lines(ranking_lines(position, narrator))
        if is_over:
            print(winner_line(position, narrator))
        if is_over and self.table.is_online:
            print(describe_highlights(view, self.texts))

    def print_left(self) -> None:
        """Print how a game on this device stands; an online game goes on without this player."""
        if self.table.is_online or self.view is None or self.view.phase != "playing":
            return
        self.print_end(self.view)
        if self.folder is not None:
            print(self.texts.gettext("`pickomino play --plain` continues it."))
        self.print_faults(self.view)

    def print_faults(self, view: RoomView) -> None:
        """Print how often bot programs crashed, timed out or gave illegal answers."""
        names = narrator_for(view, self.texts).names
        for seat, faults in ({} if self.bots is None else self.bots.take_faults()).items():
            if faults:
                print(describe_faults(names[seat], faults, self.texts))

    async def add_to_profile(self, view: RoomView) -> None:
        folder, seats = self.folder, view.you.seats
        if folder is not None and not await self.table.add_to_profile(folder, seats):
            print(not_saved_text(self.texts))

    async def check_dice(self, view: RoomView) -> None:
        """Print whether the dice match the commitments made before the game."""
        seen = [step.game_step for step in self.table_log.steps]
        verification = await self.table.check_dice(view.room.game_id, seen)
        if verification is not None:
            self.is_alarmed |= not verification.is_valid
            print(describe_verification(verification, self.texts))


def explain(answer: str, position: Position, narrator: Narrator) -> None:
    """Print the reply to an answer that is not a move."""
    if answer == prompts.HELP:
        print_lines(prompts.help_lines(position.rules, narrator))
    elif answer.lower() == prompts.TABLE:
        print_lines(table_lines(position, narrator))
    elif answer:
        text = narrator.texts.gettext("That is not possible here: {answer}")
        print(text.format(answer=repr(answer)))


def _position(view: RoomView) -> Position:
    return Position.from_wfen(view.table.wfen)
