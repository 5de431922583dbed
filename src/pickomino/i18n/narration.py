"""Game events in sentences: rolls, actions, and how turns end."""

from __future__ import annotations

from collections.abc import Iterator

from pickomino.core.extrawurm import Specialist
from pickomino.core.play import claims, dice_left
from pickomino.core.position import Phase, Position
from pickomino.core.tiles import worms
from pickomino.core.turns import TurnEnd, has_worm, total
from pickomino.i18n.narrator import Narrator
from pickomino.record.state import ActionEvent, GameEvent, RollEvent


def turn_title(turn: str, seat: int, narrator: Narrator) -> str:
    """Return the heading of a turn: its player, and its number as records write it."""
    text = narrator.texts.gettext("Turn {turn}: {name}")
    return text.format(turn=turn, name=narrator.names[seat])


def narrate(event: GameEvent, before: Position, after: Position, narrator: Narrator) -> list[str]:
    """Return the lines that describe one event."""
    if isinstance(event, RollEvent):
        text = narrator.texts.gettext("{name} rolls {dice}.")
        return [text.format(name=narrator.names[event.seat], dice=narrator.dice(event.roll))]
    if isinstance(event, ActionEvent):
        return list(_action(event, before, after, narrator))
    return list(_turn_end(event, narrator))


def _action(
    event: ActionEvent, before: Position, after: Position, narrator: Narrator
) -> Iterator[str]:
    gettext, name = narrator.texts.gettext, narrator.names[event.seat]
    kind, value = event.action
    if kind == "k":
        count = before.turn.rolled.count(value)
        dice = ", ".join([narrator.symbol(value)] * count)
        yield gettext("{name} sets aside {dice}.").format(name=name, dice=dice)
        if after.seat == event.seat and after.turn.phase is Phase.DECIDE:
            yield sum_line(after, narrator)
        if _bratwurms(after, event.seat) > _bratwurms(before, event.seat):
            yield gettext("{name} gains a Bratwurm for the ones.").format(name=name)
    elif kind == "z":
        yield gettext("{name} lets the Weasel roll these dice again.").format(name=name)
    elif kind == "q":
        yield gettext("{name} stops.").format(name=name)


def _bratwurms(position: Position, seat: int) -> int:
    return 0 if position.extrawurm is None else position.extrawurm.bratwurms[seat]


def dice_line(position: Position, narrator: Narrator) -> str:
    """Return a line about the roll, or about the sum if the player may roll again or stop."""
    if position.turn.phase is Phase.DECIDE:
        return sum_line(position, narrator)
    text = narrator.texts.gettext("Dice: {dice}.")
    return text.format(dice=narrator.dice(position.turn.rolled))


def sum_line(position: Position, narrator: Narrator) -> str:
    """Return the sum, the dice left, and what stopping would win."""
    gettext = narrator.texts.gettext
    left = dice_left(position)
    dice = narrator.texts.ngettext("{count} die left", "{count} dice left", left).format(count=left)
    line = gettext("Sum {total}, {dice}.").format(total=total(position), dice=dice)
    return f"{line} {describe_stopping(position, narrator)}"


def describe_stopping(position: Position, narrator: Narrator, *, is_short: bool = False) -> str:
    """Return what stopping would win, if anything; the short form names only tiles and owners."""
    gettext = narrator.texts.gettext
    claim = narrator.short_claim if is_short else narrator.claim
    options = [claim(position, action) for action in claims(position)]
    if is_short:
        options.reverse()  # a line cut off at its end loses the lowest tiles
    if options:
        # i18n: {claims} is for example "take tile 25" or "steal tile 26 from Ann".
        return gettext("Stop now: {claims}.").format(claims=gettext(" / ").join(options))
    if has_worm(position):
        return gettext("Stop now: nothing to win.")
    return gettext("Stop now: nothing to win, there is no worm yet.")


def _turn_end(ended: TurnEnd, narrator: Narrator) -> Iterator[str]:
    if ended.result == "failed":
        yield from _failure(ended, narrator)
    else:
        yield from _success(ended, narrator)
    gettext = narrator.texts.gettext
    for specialist, _, after in ended.specialists:
        yield gettext("{specialist}: now {place}.").format(
            specialist=narrator.specialist(specialist), place=narrator.place(after)
        )
    for seat, change in enumerate(ended.bratwurms):
        name = narrator.names[seat]
        if change > 0:
            yield gettext("{name} gains a Bratwurm.").format(name=name)
        elif change < 0:
            yield gettext("{name} loses a Bratwurm.").format(name=name)


def _success(ended: TurnEnd, narrator: Narrator) -> Iterator[str]:
    gettext, name = narrator.texts.gettext, narrator.names[ended.seat]
    if ended.robbed is None and ended.tile is not None:
        text = gettext("{name} takes tile {tile} from the grill: {worms}.")
        yield text.format(name=name, tile=ended.tile, worms=narrator.worms(worms(ended.tile)))
    elif ended.robbed is not None:
        robbed = narrator.names[ended.robbed]
        if ended.tile is None:
            text = gettext("{name} takes the Sitting Hen from {robbed}, who keeps the tile.")
            yield text.format(name=name, robbed=robbed)
        else:
            text = gettext("{name} steals tile {tile} from {robbed}: {worms}.")
            count = narrator.worms(worms(ended.tile))
            yield text.format(name=name, tile=ended.tile, robbed=robbed, worms=count)


def _failure(ended: TurnEnd, narrator: Narrator) -> Iterator[str]:
    gettext, name = narrator.texts.gettext, narrator.names[ended.seat]
    if ended.reason == "no_new_symbol":
        yield gettext("The turn fails: {name} rolled no new symbol.").format(name=name)
    elif ended.reason == "no_worm":
        yield gettext("The turn fails: {name} set aside no worm.").format(name=name)
    elif ended.reason == "nothing_to_claim":
        text = gettext("The turn fails: {name} can claim nothing with {total}.")
        yield text.format(name=name, total=ended.total)
    else:
        yield gettext("The turn of {name} fails.").format(name=name)
    if ended.returned is not None:
        yield gettext("Tile {tile} goes back to the grill.").format(tile=ended.returned)
    elif any(
        move.specialist is Specialist.HEN and move.before == ended.seat
        for move in ended.specialists
    ):
        yield gettext("{name} loses the Sitting Hen.").format(name=name)
    else:
        yield gettext("No tile goes back.")
    if ended.turned is not None:
        yield gettext("Tile {tile} is turned face down.").format(tile=ended.turned)
        if ended.also_turned is not None:
            text = gettext("Tile {tile} is turned face down.")
            yield text.format(tile=ended.also_turned)
    else:
        yield gettext("No tile is turned.")
