"""What happened at a table: follows its views, and tells them move by move.

The room alone decides; this only puts the events of its views one after the other again, with the
core, so that every step can be shown and told. Where that is not possible (events are missing), it
goes on from the position that the view has.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError
from pickomino.core.position import Position, start
from pickomino.core.roll import NO_DICE, Roll
from pickomino.core.rules import Rules
from pickomino.core.turns import TurnEnded
from pickomino.i18n.narration import sum_line, told, turn_title
from pickomino.i18n.words import Speaker
from pickomino.record.state import Acted, GameState, Moment, Rolled
from pickomino.record.verification import Verification
from pickomino.service import events
from pickomino.service.views import RoomView
from pickomino.tui.room_words import room_event_said, verification_said


class Step(NamedTuple):
    """One event of the game and the positions around it."""

    before: Position
    moment: Moment


class Frame(NamedTuple):
    """Something to show for a while before the next thing happens."""

    position: Position
    rolled: Roll = NO_DICE
    """Dice that lie on the table although the position knows them no more."""
    is_roll: bool = False
    failed: TurnEnded | None = None
    ended: TurnEnded | None = None


class Line(NamedTuple):
    """A line of the log; a title heads a turn."""

    text: str
    kind: str = "event"
    """`title`, `event`, `failed`, `won` or `note`."""


class Story:
    """The game at one table as far as it is known."""

    def __init__(self) -> None:
        self.game: GameState | None = None
        self.notes: list[tuple[int, events.Event]] = []
        """What else happened, each after so many steps of the game."""
        self.verification: Verification | None = None
        """What came of checking the dice after the game."""

    @property
    def steps(self) -> list[Step]:
        """Every event so far."""
        return [] if self.game is None else steps_of(self.game.start, self.game.moments)

    def hear(self, view: RoomView) -> list[Step]:
        """Follow a view; gives the steps that are new, or none if they cannot be told apart."""
        known = 0 if self.game is None else len(self.game.moments)
        is_continued = self.game is not None
        for entry in _since_last_start(view):
            is_continued = self._happen(entry.event, view) and is_continued
        if view.wfen and (self.game is None or self.game.position.wfen() != view.wfen):
            self._begin_at(view)
            return []
        return self.steps[known:] if is_continued else []

    def lines(self, speaker: Speaker, most: int) -> list[Line]:
        """Tell the last so many lines."""
        if self.game is None:
            notes = [room_event_said(event, speaker) for _, event in self.notes]
            return [Line(text, "note") for text in notes if text][-most:]
        game, steps, found = self.game, self.steps, list[Line]()
        first = _turn_start(steps, len(steps) - most)
        waiting = [note for note in self.notes if note[0] >= first]
        turn, is_new = game.turn - _ended(game.moments[first:]), True
        for index, step in enumerate(steps[first:], first):
            while waiting and waiting[0][0] <= index:
                found += _note(waiting.pop(0)[1], speaker)
            if is_new:
                found.append(Line(turn_title(game.start, turn, speaker), "title"))
            found += told_step(step, speaker)
            is_new = isinstance(step.moment.event, TurnEnded)
            turn += is_new
        for _, event in waiting:
            found += _note(event, speaker)
        if self.verification is not None:
            kind = "note" if self.verification.is_right else "failed"
            found.append(Line(verification_said(self.verification, speaker.texts), kind))
        return found[-most:]

    def _happen(self, event: events.Event, view: RoomView) -> bool:
        """Add an event; tells whether the steps before it still stand."""
        count = 0 if self.game is None else len(self.game.moments)
        try:
            match event:
                case events.GameStarted():
                    rules = Rules.parse(view.settings.rules)
                    players = len(view.names) or len(view.seats)
                    self.game = GameState.begin(start(rules, players), view.settings.turn_limit)
                    self.notes, self.verification = [], None
                    return False
                case events.Rolled() if self.game is not None:
                    self.game = self.game.rolled(Roll.parse(event.roll))
                case events.Acted() if self.game is not None:
                    self.game = self.game.acted(Action.parse(event.action))
                case events.Undone() if self.game is not None:
                    self.game = self.game.kept(event.kept)
                    self.notes = [note for note in self.notes if note[0] <= event.kept]
                    return False
                case events.TurnEnded() | events.GameEnded():
                    pass
                case _:
                    self.notes.append((count, event))
        except PickominoError:
            self.game = None
            return False
        return True

    def _begin_at(self, view: RoomView) -> None:
        position = Position.from_wfen(view.wfen)
        rounds = int(view.turn[:-1]) - 1 if view.turn[:-1].isdigit() else 0
        turn = max(0, rounds * position.players)
        self.game = GameState.begin(position, view.settings.turn_limit, turn=turn)
        self.notes, self.verification = [], None


def steps_of(start: Position, moments: Iterable[Moment]) -> list[Step]:
    """Put the position before each event to it."""
    before, found = start, list[Step]()
    for moment in moments:
        found.append(Step(before, moment))
        before = moment.position
    return found


def told_step(step: Step, speaker: Speaker) -> list[Line]:
    """Tell one event."""
    event = step.moment.event
    kind = "event"
    if isinstance(event, TurnEnded):
        kind = "failed" if event.result == "failed" else "won"
    texts = told(event, step.before, step.moment.position, speaker)
    if isinstance(event, Acted) and event.action.kind == "k":
        # The sum and what stopping would win stand beside the dice already.
        texts = [text for text in texts if text != sum_line(step.moment.position, speaker)]
    return [Line(text, kind) for text in texts]


def frames(steps: list[Step]) -> list[Frame]:
    """Give what is worth showing of some steps, the last one as it is now."""
    found: list[Frame] = []
    for index, (before, moment) in enumerate(steps):
        after = steps[index + 1].moment.event if index + 1 < len(steps) else None
        failed = after if isinstance(after, TurnEnded) and after.result == "failed" else None
        match moment.event:
            case Rolled(roll=roll) if failed is not None:
                found.append(Frame(before, roll, is_roll=True, failed=failed))
            case Rolled():
                found.append(Frame(moment.position, is_roll=True))
            case Acted() if failed is not None:
                found.append(Frame(before, before.turn.rolled, failed=failed))
            case Acted(action=action) if action.kind == "k":
                found.append(Frame(moment.position))
            case TurnEnded() if moment.event.result != "failed":
                found.append(Frame(moment.position, ended=moment.event))
            case _:
                pass
    return found


def _since_last_start(view: RoomView) -> list[events.Logged]:
    for index in range(len(view.events) - 1, -1, -1):
        if isinstance(view.events[index].event, events.GameStarted):
            return list(view.events[index:])
    return list(view.events)


def _turn_start(steps: list[Step], at: int) -> int:
    """Give where the turn of a step begins."""
    while at > 0 and not isinstance(steps[at - 1].moment.event, TurnEnded):
        at -= 1
    return max(0, at)


def _ended(moments: tuple[Moment, ...]) -> int:
    return sum(isinstance(moment.event, TurnEnded) for moment in moments)


def _note(event: events.Event, speaker: Speaker) -> list[Line]:
    text = room_event_said(event, speaker)
    return [Line(text, "note")] if text else []
