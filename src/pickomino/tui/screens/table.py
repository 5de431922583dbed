"""The table at which a game is played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Final

from textual.binding import BindingType
from textual.events import Key
from textual.worker import Worker

from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError
from pickomino.i18n.room_words import can_ask_again, guarded_people, problem_said, speaker_of
from pickomino.record.verification import Verification
from pickomino.rooms.protocol.messages import Command, TakeBack, Undo
from pickomino.rooms.protocol.views import RoomView
from pickomino.tables.table import Ask, Table
from pickomino.tui.game_app import PACES
from pickomino.tui.keys import keys
from pickomino.tui.refusing import why_not
from pickomino.tui.scene import Scene, legend_of, scene_of_view
from pickomino.tui.screens.end import EndScreen
from pickomino.tui.screens.help import HelpPage, table_keys
from pickomino.tui.screens.lobby import LobbyScreen
from pickomino.tui.screens.log import LogScreen
from pickomino.tui.screens.playback import PlaybackScreen
from pickomino.tui.screens.reactions import ReactionScreen
from pickomino.tui.widgets.banner import Banner
from pickomino.tui.widgets.choice_list import ChoiceList
from pickomino.tui.widgets.coach_panel import CoachPanel
from pickomino.tui.widgets.key_bar import HELP, Hint

LOG_LINES: Final = 50


class TableScreen(PlaybackScreen):
    """Shows a room and plays for the people at this terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("escape leave", "question_mark,f1,h app.help", "u undo", "c coach", "l log"),
        *keys("p pace", "space hurry", "e react", "b take_back", "n rematch"),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.view: RoomView | None = None
        self.is_connected = True
        self._failures = 0
        """How often there was no connection, or it was lost."""
        self._following: Worker[None] | None = None
        self._advising: Worker[None] | None = None
        self._ended = ""
        self._lobby: LobbyScreen | None = None

    # Following the room

    def on_mount(self) -> None:
        """Follow the room from now on."""
        if self.table.is_online:
            self._say_connection(is_there=False)
        self.table.watch(self._hear_connection)
        self._following = self.run_worker(self._follow, group="follow", exclusive=True)

    async def _follow(self) -> None:
        try:
            async for view in self.table.views():
                await self._hear(view)
        except PickominoError as error:
            self.game.complain(error)
            self.action_leave()

    def _hear_connection(self, is_there: bool) -> None:  # noqa: FBT001 - a callback
        self._failures += not is_there
        self._say_connection(is_there=is_there)

    def _say_connection(self, *, is_there: bool) -> None:
        """Show in the first line whether the server is there."""
        self.is_connected = is_there
        for banner in self.query(Banner):
            if self.scene is None:
                banner.news = "" if is_there else self._connecting()
            else:
                banner.corner = self.corner(self.scene)
            banner.refresh()

    def _connecting(self) -> str:
        gettext = self.game.texts.gettext
        if not self._failures:
            return gettext("Connecting…")
        return gettext("The server does not answer; trying again. Esc leaves.")

    def corner(self, scene: Scene) -> str:
        """Say above all when the connection is lost."""
        if not self.is_connected:
            return self.game.texts.gettext("no connection, trying again")
        return super().corner(scene)

    async def _hear(self, view: RoomView) -> None:
        news = self.story.hear(view)
        before, self.view = self.view, view
        self._sound_alarm()
        if before is not None and _cover(before) not in ("", _cover(view)):
            self._uncover()
        if view.phase in ("lobby", "nonces"):
            self._show_lobby(view)
            return
        if before is not None and before.phase == "playing":
            self.table.shown(is_all=False)
            await self.show_steps(news, view)
        self.show_view()
        self.table.shown(is_all=True)
        if view.phase == "playing":
            await self.game.keep_record(self.table, view.room.game_id)
        elif view.room.game_id != self._ended:
            self._ended = view.room.game_id
            await self.game.keep_record(self.table, view.room.game_id)
            await self.game.note_game(self.table, view.you.seats)
            self.game.push_screen(EndScreen(view), self._after_end)
            self.run_worker(partial(self._check_dice, view), group="check", exclusive=True)

    def _sound_alarm(self) -> None:
        """Say at once, and in the log, that the dice cannot be trusted."""
        alarm = self.table.alarm
        if alarm is None or self.story.verification is not None:
            return
        self.story.verification = Verification(0, alarm)
        self.game.complain(PickominoError(alarm.code, **alarm.parameters))

    async def _check_dice(self, view: RoomView) -> None:
        """Say in the log whether the dice of the game were what was promised."""
        seen = [step.moment for step in self.story.steps]
        try:
            found = await self.table.check_dice(view.room.game_id, seen)
        except PickominoError as error:
            self.game.complain(error)
            return
        if found is None or self.view is None or self.view.room.game_id != view.room.game_id:
            return
        self.story.verification = found
        if found.problem is not None:
            self.game.complain(PickominoError(found.problem.code, **found.problem.parameters))
        self.show_view()

    # Showing

    def show_view(self) -> None:
        """Show the room as it is."""
        view = self.view
        if view is None or not view.table.wfen:
            return
        speaker = speaker_of(view, self.game.texts)
        self.draw(scene_of_view(view, speaker))
        self.tell(self.story.lines(speaker, LOG_LINES))
        if view.you.is_your_turn:
            self.query_one(ChoiceList).focus()
        self.show_hints()
        self._ask_coach()

    async def retold(self) -> None:
        """Say everything again in another language."""
        self._say_connection(is_there=self.is_connected)
        self.show_view()
        self.show_hints()

    def hints(self) -> Sequence[Hint]:
        """Return the keys of the table."""
        gettext = self.game.texts.gettext
        view = self.view
        found = [HELP.said(self.game.texts)]
        leaving = Hint("Esc", gettext("Leave"), "screen.leave")
        if view is None:
            return [*found, leaving]
        if can_ask_again(view):
            found.append(Hint("n", gettext("Again"), "screen.rematch"))
        if view.you.can_undo:
            found.append(Hint("u", gettext("Take back"), "screen.undo"))
        if view.room.settings.hints:
            found.append(Hint("c", gettext("Coach"), "screen.coach"))
        if any(view.room.seats[number].stand_in for number in view.you.seats):
            found.insert(0, Hint("b", gettext("Take my seat back"), "screen.take_back"))
        if not view.you.is_your_turn and view.phase == "playing":
            found.append(Hint("␣", gettext("Hurry"), "screen.hurry"))
        found.append(leaving)
        if self.table.is_online:
            found.append(Hint("e", gettext("Say"), "screen.react"))
        else:
            found.append(Hint("p", gettext("Pace"), "screen.pace"))
        return [*found, Hint("l", gettext("Log"), "screen.log")]

    def help_page(self) -> HelpPage:
        """Return the help with every key of the table."""
        page = super().help_page()
        sentences = list(page.sentences)
        if self.scene is not None and not self.game.view_size.has_names_on_tiles:
            sentences = [*filter(None, [legend_of(self.scene)]), *sentences]
        return page._replace(sentences=sentences, keys=table_keys(self.game.texts))

    def _show_lobby(self, view: RoomView) -> None:
        if self._lobby is None:
            self._lobby = LobbyScreen(self.table, view)
            self.game.push_screen(self._lobby, lambda leaves: self._lobby_closed(is_leaving=leaves))
        else:
            self._lobby.show(view)

    def _uncover(self) -> None:
        """Close what lies over the table: the lobby or the end, and dialogs on top of them."""
        self._lobby = None
        while self in self.game.screen_stack and self.game.screen is not self:
            self.game.pop_screen()

    def _lobby_closed(self, *, is_leaving: bool | None) -> None:
        self._lobby = None
        if is_leaving:
            self.action_leave()

    # The coach

    def _ask_coach(self) -> None:
        panel, view = self.query_one(CoachPanel), self.view
        is_wanted = self.game.is_coach_on and view is not None and view.room.settings.hints
        self.query_one("#side").set_class(is_wanted, "-coach")
        self.query_one(ChoiceList).value({}, None)
        if self._advising is not None:
            self._advising.cancel()
        if not is_wanted or view is None:
            return
        gettext = self.game.texts.gettext
        if view.phase == "playing" and view.you.is_your_turn:
            panel.show(None, None, gettext("The coach is thinking."))
            self._advising = self.run_worker(
                partial(self._advise, view), group="coach", exclusive=True
            )
        elif view.phase == "playing":
            panel.show(None, None, gettext("The coach waits for your turn."))
        else:
            panel.show(None, None, gettext("The game is over."))

    async def _advise(self, view: RoomView) -> None:
        panel = self.query_one(CoachPanel)
        try:
            advice = await self.table.coach()
        except PickominoError as error:
            panel.show(None, None, problem_said(self.game.texts, error))
            return
        if self.view is view and self.scene is not None and advice.wfen == view.table.wfen:
            panel.show(advice, self.scene)
            values = {choice.action: choice.value for choice in advice.choices}
            self.query_one(ChoiceList).value(values, advice.best)

    # What people do

    def on_key(self, event: Key) -> None:
        """Play the action of a key."""
        key = (event.character or event.key).lower()
        if self.is_showing and (event.key == "enter" or key in "12345wrsz"):
            event.stop()
            event.prevent_default()
            self.skip()
            return
        action = self.query_one(ChoiceList).action_of(key)
        if action is not None:
            event.stop()
            self.act(action)
        elif self.scene is not None and (reason := why_not(key, self.scene)):
            event.stop()
            self.game.clear_notifications()
            self.notify(reason, timeout=3, markup=False)

    def on_choice_list_chosen(self, event: ChoiceList.Chosen) -> None:
        """Play what was chosen in the list."""
        self.act(event.action)

    def action_play(self, token: str) -> None:
        """Play what was clicked."""
        self.act(Action.parse(token))

    def act(self, action: Action) -> None:
        """Play for the person whose turn it is."""
        view = self.view
        if self.is_showing:
            self.skip()
        elif view is not None and str(action) in view.you.legal:
            self._do(partial(self.table.act, str(action), view.version))

    def action_undo(self) -> None:
        """Take back the last decision of a person."""
        if self.view is not None and self.view.you.can_undo:
            self.skip()
            self._do(partial(self.table.command, Undo(), self.view.version))

    def action_take_back(self) -> None:
        """Take back one's seat from a bot."""
        if self.view is not None:
            for number in self.view.you.seats:
                if self.view.room.seats[number].stand_in:
                    self._do(partial(self.table.command, TakeBack(number)))

    def action_rematch(self) -> None:
        """Play again with the same people."""
        if self.view is not None and can_ask_again(self.view):
            self._do(self.table.rematch)

    def action_coach(self) -> None:
        """Switch the coach on or off."""
        if self.view is not None and not self.view.room.settings.hints:
            self.game.complain(PickominoError("no_hints"))
            return
        self.game.is_coach_on = not self.game.is_coach_on
        self._ask_coach()

    def action_hurry(self) -> None:
        """Go on at once."""
        self.skip()
        self.table.hurry()

    def action_pace(self) -> None:
        """Change how long things are shown."""
        gettext = self.game.texts.gettext
        names = (gettext("usual"), gettext("quick"), gettext("at once"), gettext("slow"))
        at = (PACES.index(self.game.pace) + 1) % len(PACES) if self.game.pace in PACES else 0
        self.game.pace = PACES[at]
        self.notify(gettext("Pace: {pace}").format(pace=names[at]), timeout=2)
        self.action_hurry()

    def action_log(self) -> None:
        """Show the whole log."""
        if self.view is not None:
            speaker = speaker_of(self.view, self.game.texts)
            title = self.game.texts.gettext("What happened")
            self.game.push_screen(LogScreen(self.story.lines(speaker, 10_000), title))

    def action_react(self) -> None:
        """Say something to the others."""
        view = self.view
        if self.table.is_online and view is not None:
            for number in view.you.seats[:1]:
                others = guarded_people(view, self.game.texts)
                self.game.push_screen(ReactionScreen(number, others), self._react)

    def action_leave(self) -> None:
        """Go back to the screen before; the game is kept."""
        for worker in (self._following, self._advising):
            if worker is not None:
                worker.cancel()
        self.game.leave_table(self.table)

    def _react(self, command: Command | None) -> None:
        if command is not None:
            self._do(partial(self.table.command, command))

    def _after_end(self, wish: str | None) -> None:
        if wish == "again":
            self._do(self.table.rematch)
        elif wish in ("replay", "review"):
            self.run_worker(
                partial(self.game.replay_table, self.table, is_reviewed=wish == "review")
            )
        elif wish == "leave":
            self.action_leave()

    def _do(self, asked: Ask) -> None:
        self.run_worker(partial(self._carried_out, asked), group="act")

    async def _carried_out(self, asked: Ask) -> None:
        try:
            await asked()
        except PickominoError as error:
            if error.code != "stale":
                self.game.complain(error)


def _cover(view: RoomView) -> str:
    """Name what lies over the table at this stage, if anything does."""
    match view.phase:
        case "lobby" | "nonces":
            return "lobby"
        case "over":
            return f"end of {view.room.game_id}"
        case "playing":
            return ""
