"""Game events, sums and targets in sentences, as the terminal prints them."""

from __future__ import annotations

from string import ascii_lowercase

from pickomino.core.play import dice_left
from pickomino.core.position import Phase, Position
from pickomino.core.turns import total
from pickomino.i18n.narrator import Narrator
from pickomino.narration.events import event_lines
from pickomino.narration.line import line
from pickomino.narration.targets import stop_line, target_lines
from pickomino.record.state import ActionEvent, GameEvent


def turn_title(turn: str, seat: int, narrator: Narrator) -> str:
    """Return the heading of a turn: its player, and its number without the letter of the seat.

    >>> from pickomino.i18n import texts_in
    >>> turn_title("2b", 1, Narrator(texts_in("en"), ("Ann", "Ben")))
    'Turn 2: Ben'
    """
    return narrator.render(line("turn", turn=turn.rstrip(ascii_lowercase), name=seat))


def narrate(event: GameEvent, before: Position, after: Position, narrator: Narrator) -> list[str]:
    """Return the sentences about one event; after dice are set aside, the sum follows."""
    lines = narrator.render_all(event_lines(event, before, after))
    is_choice = isinstance(event, ActionEvent) and event.action.kind == "k"
    if is_choice and after.seat == event.seat and after.turn.phase is Phase.DECIDE:
        lines.insert(1, sum_line(after, narrator))
    return lines


def dice_line(position: Position, narrator: Narrator) -> str:
    """Return a line about the roll, or about the sum if the player may roll again or stop."""
    if position.turn.phase is Phase.DECIDE:
        return sum_line(position, narrator)
    return narrator.render(line("dice", dice=position.turn.rolled.text))


def sum_line(position: Position, narrator: Narrator) -> str:
    """Return the sum, the dice left, and what stopping would win."""
    left = line("dice_left", count=dice_left(position))
    lines = line("sum", total=total(position), dice=left), stop_line(position)
    return " ".join(narrator.render_all(lines))


def describe_targets(position: Position, narrator: Narrator) -> str:
    """Return the totals worth aiming for; empty when no turn is being played.

    >>> from pickomino.i18n import texts_in
    >>> narrator = Narrator(texts_in("en"), ("Ann", "Ben"))
    >>> describe_targets(Position.from_wfen("classic oooo.ooooooooooo -/25 a 5www -"), narrator)
    '1 more for 21 · 25 for Ben’s tile'
    """
    return " · ".join(narrator.render_all(target_lines(position)))
