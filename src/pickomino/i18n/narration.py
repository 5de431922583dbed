"""Events in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from pickomino.core.extrawurm import Specialist
from pickomino.core.play import claims, dice_left
from pickomino.core.position import Phase, Position
from pickomino.core.tiles import worms
from pickomino.core.turns import TurnEnded, has_worm, total
from pickomino.i18n.words import Speaker
from pickomino.record.state import Acted, Event, Rolled


def turn_title(turn: str, seat: int, speaker: Speaker) -> str:
    """Head a turn, named as in records, with its player."""
    text = speaker.texts.gettext("Turn {turn}: {name}")
    return text.format(turn=turn, name=speaker.names[seat])


def told(event: Event, before: Position, after: Position, speaker: Speaker) -> list[str]:
    """Return the lines of one event."""
    if isinstance(event, Rolled):
        text = speaker.texts.gettext("{name} rolls {dice}.")
        return [text.format(name=speaker.names[event.seat], dice=speaker.dice(event.roll))]
    if isinstance(event, Acted):
        return list(_action(event, before, after, speaker))
    return list(_turn_end(event, speaker))


def _action(event: Acted, before: Position, after: Position, speaker: Speaker) -> Iterator[str]:
    gettext, name = speaker.texts.gettext, speaker.names[event.seat]
    kind, value = event.action
    if kind == "k":
        count = before.turn.rolled.count(value)
        dice = ", ".join([speaker.symbol(value)] * count)
        yield gettext("{name} sets aside {dice}.").format(name=name, dice=dice)
        if after.seat == event.seat and after.turn.phase is Phase.DECIDE:
            yield sum_line(after, speaker)
        if _bratwurms(after, event.seat) > _bratwurms(before, event.seat):
            yield gettext("{name} gains a Bratwurm for the ones.").format(name=name)
    elif kind == "z":
        yield gettext("{name} lets the Weasel roll these dice again.").format(name=name)
    elif kind == "q":
        yield gettext("{name} stops.").format(name=name)


def _bratwurms(position: Position, seat: int) -> int:
    return 0 if position.extrawurm is None else position.extrawurm.bratwurms[seat]


def dice_line(position: Position, speaker: Speaker) -> str:
    """Return the dice that a person decides on."""
    if position.turn.phase is Phase.DECIDE:
        return sum_line(position, speaker)
    text = speaker.texts.gettext("Dice: {dice}.")
    return text.format(dice=speaker.dice(position.turn.rolled))


def sum_line(position: Position, speaker: Speaker) -> str:
    """Return the sum, the dice left, and what stopping would win."""
    gettext = speaker.texts.gettext
    left = dice_left(position)
    dice = speaker.texts.ngettext("{count} die left", "{count} dice left", left).format(count=left)
    line = gettext("Sum {total}, {dice}.").format(total=total(position), dice=dice)
    return f"{line} {stopping_said(position, speaker)}"


def stopping_said(position: Position, speaker: Speaker, *, is_short: bool = False) -> str:
    """Return what stopping would win, and why nothing if so; in short only the tiles."""
    gettext = speaker.texts.gettext
    claim = speaker.short_claim if is_short else speaker.claim
    found = [claim(position, action) for action in claims(position)]
    if is_short:
        found.reverse()  # Where the end is cut off, that is of the lowest tiles.
    if found:
        # i18n: {claims} is for example "take tile 25" or "steal tile 26 from Ann".
        return gettext("Stop now: {claims}.").format(claims=gettext(" / ").join(found))
    if has_worm(position):
        return gettext("Stop now: nothing to win.")
    return gettext("Stop now: nothing to win, there is no worm yet.")


def _turn_end(ended: TurnEnded, speaker: Speaker) -> Iterator[str]:
    if ended.result == "failed":
        yield from _failure(ended, speaker)
    else:
        yield from _success(ended, speaker)
    gettext = speaker.texts.gettext
    for specialist, _, after in ended.specialists:
        yield gettext("{specialist}: now {place}.").format(
            specialist=speaker.specialist(specialist), place=speaker.place(after)
        )
    for seat, change in enumerate(ended.bratwurms):
        name = speaker.names[seat]
        if change > 0:
            yield gettext("{name} gains a Bratwurm.").format(name=name)
        elif change < 0:
            yield gettext("{name} loses a Bratwurm.").format(name=name)


def _success(ended: TurnEnded, speaker: Speaker) -> Iterator[str]:
    gettext, name = speaker.texts.gettext, speaker.names[ended.seat]
    if ended.robbed is None and ended.tile is not None:
        text = gettext("{name} takes tile {tile} from the grill: {worms}.")
        yield text.format(name=name, tile=ended.tile, worms=speaker.worms(worms(ended.tile)))
    elif ended.robbed is not None:
        robbed = speaker.names[ended.robbed]
        if ended.tile is None:
            text = gettext("{name} takes the Sitting Hen from {robbed}, who keeps the tile.")
            yield text.format(name=name, robbed=robbed)
        else:
            text = gettext("{name} steals tile {tile} from {robbed}: {worms}.")
            count = speaker.worms(worms(ended.tile))
            yield text.format(name=name, tile=ended.tile, robbed=robbed, worms=count)


def _failure(ended: TurnEnded, speaker: Speaker) -> Iterator[str]:
    gettext, name = speaker.texts.gettext, speaker.names[ended.seat]
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
