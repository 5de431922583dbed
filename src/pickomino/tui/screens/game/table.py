"""The table at which a game is played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from textual.events import Key
from textual.worker import Worker

from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError
from pickomino.i18n import describe_problem
from pickomino.i18n.options import REACTION_TEXTS
from pickomino.i18n.room_text import (
    can_request_rematch,
    describe_exception,
    describe_log_mark,
    narrator_for,
)
from pickomino.record.verification import Verification
from pickomino.rooms.protocol.messages import Act, React, TakeBack, Undo, Vote
from pickomino.rooms.protocol.views import RoomView
from pickomino.tables.answers import needs_confirmation
from pickomino.tables.log_watch import log_mark
from pickomino.tables.table import Table, TableRequest
from pickomino.tui.action_keys import refusal_reason
from pickomino.tui.board_state import BoardState, board_from_view, tile_legend
from pickomino.tui.game_app import PACES
from pickomino.tui.keys import keys
from pickomino.tui.screens.dialogs.dialog import ChoiceDialog
from pickomino.tui.screens.dialogs.giving_up import GiveUpDialog
from pickomino.tui.screens.dialogs.help import HelpPage, table_keys
from pickomino.tui.screens.dialogs.log import LogScreen
from pickomino.tui.screens.game.end import EndScreen
from pickomino.tui.screens.game.lobby import LobbyScreen
from pickomino.tui.screens.game.playback import PlaybackScreen, playback_steps
from pickomino.tui.widgets.banner import Banner
from pickomino.tui.widgets.choice_list import ChoiceList
from pickomino.tui.widgets.coach_panel import CoachPanel
from pickomino.tui.widgets.key_bar import HELP, KeyHint

LOG_LINES: Final = 50


class TableScreen(PlaybackScreen):
    """Shows a room and sends the actions of the players at this terminal."""

    BINDINGS = keys(
        *("escape,x leave", "question_mark,f1,h app.help", "u undo", "c coach", "l log"),
        *("p pace", "space hurry", "e react", "b take_back", "n rematch"),
    )

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.view: RoomView | None = None
        self.is_connected = True
        self._failures = 0
        """How often the connection has failed or been lost."""
        self._following: Worker[None] | None = None
        self._advising: Worker[None] | None = None
        self._ended = ""
        self._noticed = ""
        """The last game about whose dice a notice was shown."""
        """The id of the last game whose end was shown."""
        self._lobby: LobbyScreen | None = None

    # Following the room

    def on_mount(self) -> None:
        if self.table.is_online:
            self._show_connection(is_connected=False)
        self.table.on_connection_change(self._handle_connection_change)
        self._following = self.run_worker(self._follow, group="follow", exclusive=True)

    async def _follow(self) -> None:
        try:
            async for view in self.table.views():
                await self._handle_view(view)
        except PickominoError as error:
            self.game.show_warning(error)
            self.action_leave()

    def _handle_connection_change(self, is_connected: bool) -> None:  # noqa: FBT001 - a callback
        self._failures += not is_connected
        self._show_connection(is_connected=is_connected)

    def _show_connection(self, *, is_connected: bool) -> None:
        self.is_connected = is_connected
        for banner in self.query(Banner):
            if self.board is None:
                banner.news = "" if is_connected else self._connecting_text()
            else:
                banner.corner = self.corner(self.board)
            banner.refresh()

    def _connecting_text(self) -> str:
        gettext = self.game.texts.gettext
        if not self._failures:
            return gettext("Connecting…")
        return gettext("The server does not answer; trying again. Esc leaves.")

    def corner(self, board: BoardState) -> str:
        """Return the usual text, or the warning that the connection is lost."""
        if not self.is_connected:
            return self.game.texts.gettext("no connection, trying again")
        return super().corner(board)

    async def _handle_view(self, view: RoomView) -> None:
        self.table_log.follow(view)
        before, self.view = self.view, view
        self._show_alarm()
        self._show_dice_notice(view.room.game_id)
        if before is not None and _overlay(before) not in ("", _overlay(view)):
            self._close_overlays()
        if view.phase in ("lobby", "nonces"):
            self._show_lobby(view)
            return
        if before is not None and before.phase == "playing":
            self.table.hold_bots()
            await self.play_back(playback_steps(view), view)
        self.show_view()
        self.table.release_bots()
        if view.phase == "playing":
            await self.game.save_record(self.table, view.room.game_id)
        elif view.room.game_id != self._ended:
            self._ended = view.room.game_id
            await self.game.save_record(self.table, view.room.game_id)
            await self.game.add_to_profile(self.table, view.you.seats)
            self.game.push_screen(EndScreen(view), self._after_end)
            self.run_worker(partial(self._check_dice, view), group="check", exclusive=True)

    def _show_alarm(self) -> None:
        """Warn at once, and in the log, that the dice or the log cannot be trusted."""
        alarm, known = self.table.alarm, self.table_log.verification
        if alarm is None or (known is not None and not known.is_valid):
            return
        self.table_log.verification = Verification(0, alarm)
        self.game.show_warning(PickominoError(alarm.code, **alarm.parameters))

    def _show_dice_notice(self, game_id: str) -> None:
        """Say once per game what this client cannot vouch for in its dice."""
        notice = self.table.dice_notice
        if notice is not None and self._noticed != game_id:
            self._noticed = game_id
            self.notify(describe_problem(self.game.texts, notice), markup=False)

    async def _check_dice(self, view: RoomView) -> None:
        """Add to the log whether the dice of the game were as promised."""
        seen = [step.game_step for step in self.table_log.steps]
        has_alarm = self.table.alarm is not None
        try:
            verification = await self.table.check_dice(view.room.game_id, seen)
        except PickominoError as error:
            self.game.show_warning(error)
            return
        if verification is None or self.view is None or has_alarm:
            return
        if self.view.room.game_id != view.room.game_id:
            return
        self.table_log.verification = verification
        problem = verification.problem
        if problem is not None:
            self.game.show_warning(PickominoError(problem.code, **problem.parameters))
        self.show_view()

    # Showing

    def show_view(self) -> None:
        view = self.view
        if view is None or not view.table.wfen:
            return
        narrator = narrator_for(view, self.game.texts)
        self.draw(board_from_view(view, narrator))
        self.show_log(self.table_log.lines(narrator, LOG_LINES))
        if view.you.is_your_turn:
            self.query_one(ChoiceList).focus()
        self.show_hints()
        self._ask_coach()

    async def rebuild(self) -> None:
        self._show_connection(is_connected=self.is_connected)
        self.show_view()
        self.show_hints()

    def hints(self) -> Sequence[KeyHint]:
        gettext = self.game.texts.gettext
        view = self.view
        hints = [HELP.translate(self.game.texts)]
        leave = KeyHint("Esc", gettext("Leave"), "screen.leave")
        if view is None:
            return [*hints, leave]
        if can_request_rematch(view):
            hints.append(KeyHint("n", gettext("Again"), "screen.rematch"))
        if view.you.can_undo:
            hints.append(KeyHint("u", gettext("Take back"), "screen.undo"))
        if view.room.settings.hints:
            hints.append(KeyHint("c", gettext("Coach"), "screen.coach"))
        if any(view.room.seats[number].stand_in for number in view.you.seats):
            hints.insert(0, KeyHint("b", gettext("Take my seat back"), "screen.take_back"))
        if not view.you.is_your_turn and view.phase == "playing":
            hints.append(KeyHint("␣", gettext("Hurry"), "screen.hurry"))
        hints.append(leave)
        if self.table.is_online:
            hints.append(KeyHint("e", gettext("Say"), "screen.react"))
        else:
            hints.append(KeyHint("p", gettext("Pace"), "screen.pace"))
        return [*hints, KeyHint("l", gettext("Log"), "screen.log")]

    def help_page(self) -> HelpPage:
        page = super().help_page()
        sentences = list(page.sentences)
        if self.board is not None and not self.game.view_size.has_names_on_tiles:
            sentences = [*filter(None, [tile_legend(self.board)]), *sentences]
        view = self.view
        if self.table.is_online and view is not None and (mark := log_mark(view)):
            sentences = [describe_log_mark(view.version, mark, self.game.texts), "", *sentences]
        return page._replace(sentences=sentences, keys=table_keys(self.game.texts))

    def _show_lobby(self, view: RoomView) -> None:
        if self._lobby is None:
            self._lobby = LobbyScreen(self.table, view)
            self.game.push_screen(self._lobby, self._after_lobby)
        else:
            self._lobby.show(view)

    def _close_overlays(self) -> None:
        """Close all screens over the table: the lobby or the end, and dialogs on top of them."""
        self._lobby = None
        while self in self.game.screen_stack and self.game.screen is not self:
            self.game.pop_screen()

    def _after_lobby(self, is_leaving: bool | None) -> None:  # noqa: FBT001 - a callback
        self._lobby = None
        if is_leaving:
            self.action_leave()

    # The coach

    def _ask_coach(self) -> None:
        panel, view = self.query_one(CoachPanel), self.view
        is_wanted = self.game.is_coach_on and view is not None and view.room.settings.hints
        self.query_one("#side").set_class(is_wanted, "-coach")
        self.query_one(ChoiceList).show_values({}, None)
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
            panel.show(None, None, describe_exception(self.game.texts, error))
            return
        if self.view is view and self.board is not None and advice.wfen == view.table.wfen:
            panel.show(advice, self.board)
            values = {choice.action: choice.value for choice in advice.choices}
            self.query_one(ChoiceList).show_values(
                values, advice.best, is_estimate=advice.is_estimate
            )

    # What the player does

    def on_key(self, event: Key) -> None:
        key = (event.character or event.key).lower()
        if self.is_playing_back and (event.key == "enter" or key in "12345wrsqz"):
            event.stop()
            event.prevent_default()
            self.skip()
            return
        choices = self.query_one(ChoiceList)
        action = choices.type_key(key)
        if action is not None:
            event.stop()
            self.act(action)
        elif choices.typed:
            event.stop()
            self.game.clear_notifications()
            self.notify(f"{choices.typed}…", timeout=2, markup=False)
        elif self.board is not None and (reason := refusal_reason(key, self.board)):
            event.stop()
            self.game.clear_notifications()
            self.notify(reason, timeout=3, markup=False)

    def on_choice_list_chosen(self, event: ChoiceList.Chosen) -> None:
        self.act(event.action)

    def action_play(self, token: str) -> None:
        self.act(Action.parse(token))

    def act(self, action: Action) -> None:
        view = self.view
        if self.is_playing_back:
            self.skip()
        elif view is not None and self.board is not None and action in self.board.legal:
            if needs_confirmation(action, self.board.legal):
                self._confirm_giving_up(view)
            else:
                self._play(str(action), view)

    def _confirm_giving_up(self, view: RoomView) -> None:
        def answer(choice: str | None) -> None:
            if choice in view.you.legal:
                self._play(choice, view)

        self.game.push_screen(GiveUpDialog(self.game.texts), answer)

    def _play(self, token: str, view: RoomView) -> None:
        self._send(partial(self.table.command, Act(token), view.version))

    def action_undo(self) -> None:
        if self.view is not None and self.view.you.can_undo:
            self.skip()
            self._send(partial(self.table.command, Undo(), self.view.version))

    def action_take_back(self) -> None:
        """Take back this terminal's seats from the bots that play for them."""
        if self.view is not None:
            for number in self.view.you.seats:
                if self.view.room.seats[number].stand_in:
                    self._send(partial(self.table.command, TakeBack(number)))

    def action_rematch(self) -> None:
        if self.view is not None and can_request_rematch(self.view):
            self._send(self.table.rematch)

    def action_coach(self) -> None:
        if self.view is not None and not self.view.room.settings.hints:
            self.game.show_warning(PickominoError("no_hints"))
            return
        self.game.is_coach_on = not self.game.is_coach_on
        self._ask_coach()

    def action_hurry(self) -> None:
        """Skip animations and the pause before a bot's move."""
        self.skip()
        self.table.hurry()

    def action_pace(self) -> None:
        gettext = self.game.texts.gettext
        names = (gettext("usual"), gettext("quick"), gettext("at once"), gettext("slow"))
        at = (PACES.index(self.game.pace) + 1) % len(PACES) if self.game.pace in PACES else 0
        self.game.pace = PACES[at]
        self.notify(gettext("Pace: {pace}").format(pace=names[at]), timeout=2)
        self.action_hurry()

    def action_log(self) -> None:
        if self.view is not None:
            narrator = narrator_for(self.view, self.game.texts)
            title = self.game.texts.gettext("What happened")
            self.game.push_screen(LogScreen(self.table_log.lines(narrator, 10_000), title))

    def action_react(self) -> None:
        """Offer short sentences, because there is no free chat, and votes to remove a player."""
        view, gettext = self.view, self.game.texts.gettext
        if not self.table.is_online or view is None or not view.you.seats:
            return
        seat, vote = view.you.seats[0], gettext("Vote to remove {name}")
        choices = [(code, gettext(text)) for code, text in REACTION_TEXTS.items()]
        names = narrator_for(view, self.game.texts).names
        choices += [(str(other), vote.format(name=names[other])) for other in view.you.voteable]

        def react(code: str | None) -> None:
            if code is not None:
                command = Vote(int(code)) if code.isdigit() else React(seat, code)
                self._send(partial(self.table.command, command))

        self.game.push_screen(ChoiceDialog(gettext("Say to the others"), choices), react)

    def action_leave(self) -> None:
        """Go back to the previous screen; the game is kept."""
        for worker in (self._following, self._advising):
            if worker is not None:
                worker.cancel()
        self.game.leave_table(self.table)

    def _after_end(self, answer: str | None) -> None:
        if answer == "again":
            self._send(self.table.rematch)
        elif answer in ("replay", "review"):
            self.run_worker(
                partial(self.game.replay_table, self.table, with_review=answer == "review")
            )
        elif answer == "leave":
            self.action_leave()

    def _send(self, request: TableRequest) -> None:
        self.run_worker(partial(self._await_answer, request), group="act")

    async def _await_answer(self, request: TableRequest) -> None:
        try:
            await request()
        except PickominoError as error:
            if error.code != "stale":
                self.game.show_warning(error)


def _overlay(view: RoomView) -> str:
    """Return which screen covers the table in the view's phase; empty for none."""
    match view.phase:
        case "lobby" | "nonces":
            return "lobby"
        case "over":
            return f"end of {view.room.game_id}"
        case "playing":
            return ""
