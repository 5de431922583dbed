"""The text of every line of `pickomino.narration`, which `Narrator` fills in.

The browser gets the same table by key, and fills it in with `client/shared/lines.js`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.core.errors import message


def plural(one: str, many: str) -> tuple[str, str]:
    """Mark a message with a singular and a plural for the translation catalogs."""
    return one, many


SHARED_LINES: Final[dict[str, str | tuple[str, str]]] = {
    "player": "{name}",
    "tile": "{tile}",
    "worms": plural("{count} worm", "{count} worms"),
    "beside_grill": message("beside the grill"),
    "with_player": message("with {name}"),
    "on_tile": message("on tile {tile}"),
    # What happens in a turn
    "rolls": message("{name} rolls {dice}."),
    "ones": message("{name} gains a Bratwurm for the ones."),
    "takes": message("{name} takes tile {tile} from the grill: {worms}."),
    "steals": message("{name} steals tile {tile} from {robbed}: {worms}."),
    "takes_hen": message("{name} takes the Sitting Hen from {robbed}, who keeps the tile."),
    "no_new_symbol": message("The turn fails: {name} rolled no new symbol."),
    "no_worm": message("The turn fails: {name} set aside no worm."),
    "nothing_to_claim": message("The turn fails: {name} can claim nothing with {total}."),
    "goes_back": message("Tile {tile} goes back to the grill."),
    "none_back": message("No tile goes back."),
    "loses_hen": message("{name} loses the Sitting Hen."),
    "turned": message("Tile {tile} is turned face down."),
    "none_turned": message("No tile is turned."),
    "moves": message("{specialist}: now {place}."),
    "gains_bratwurm": message("{name} gains a Bratwurm."),
    "loses_bratwurm": message("{name} loses a Bratwurm."),
    "wins": message("{name} wins."),
    "wins_tie": message("{name} wins the tie with the highest tile, {tile}."),
    "shared_win": message("Shared win: {names}."),
    # What an action does
    "keep_worms": plural("set aside {count} worm", "set aside {count} worms"),
    "keep_dice": plural(
        "set aside {count} die with {symbol}", "set aside {count} dice with {symbol}"
    ),
    "roll_on": message("roll on"),
    "take": message("take tile {tile}"),
    "take_hen": message("take the Sitting Hen from {name}"),
    "steal": message("steal tile {tile} from {name}"),
    "stop_empty": message("stop with nothing"),
    "weasel": message("Weasel: roll these dice again"),
    "take_bratwurm": message("take a Bratwurm from {name}"),
    # What the sum needs or wins
    "needed": message("Needed: {total} and a worm"),
    "more": message("{count} more for {total}"),
    "more_and_worm": message("{count} more for {total}, and a worm"),
    "worm_missing": message("{total}, but no worm yet"),
    "takes_tile_of": message("{total} takes {name}’s tile"),
    "takes_hen_of": message("{total} takes {name}’s Sitting Hen"),
    "aim_or_stop": message("{goal}, or stop with {total}"),
    "sum_or_stop": message("{goal} or stop with {total}"),
    "stop_with": message("stop with {total}"),
    "out_of_reach": message("no tile is in reach"),
    "sum_wins": message("{total}: {claim}"),
    "sum_fails": message("{total}: the turn would fail"),
    "would_fail": message("There is nothing to win now: the turn would fail."),
    "would_go_back": message("Tile {tile} would go back to the grill."),
    "would_be_turned": message("Tile {tile} would be turned face down."),
    "would_lose": message("You would lose: {specialist}."),
    # What happens around a game
    "absent": message("{name} has lost the connection."),
    "returned": message("{name} is back."),
    "votes": message("{name} votes to remove {other}."),
    "taken_back": message("{name} has taken over from the bot."),
    "says": message("{name} says: {text}"),
    "undone": message("The last move was taken back."),
    "stands_in": message("{bot} plays for {name} now."),
    "stands_in_host": message("The host lets {bot} play for {name}."),
    "stands_in_removed": message("The host removed {name}: {bot} plays now."),
    "stands_in_vote": message("{name} was voted out: {bot} plays now."),
    "stands_in_dice": message("{name} did not add to the dice in time: {bot} plays now."),
    # What the coach says
    "why_new_symbol": message(
        "After it, {better} of rolls bring a new symbol; {other}: only {chosen}."
    ),
    "why_fails_less": message("The turn then fails in {better} of cases; {other}: in {chosen}."),
    "why_worth_more": message("It leads to a win chance of {better}; {other}: {chosen}."),
    "why_sure_tile": message("Tile {tile} is sure; rolling on fails in {failure} of cases."),
    "why_risk_pays": message(
        "Rolling on still wins a tile in {success} of cases, which is worth more than tile {tile}."
    ),
    "why_still_alive": message("Rolling on wins a tile in {success} of cases."),
    "why_steal": message("Tile {tile} can be stolen, which also sets a rival back."),
    "why_other_tile": message("Tile {better} is worth more here than tile {chosen}."),
    "why_reroll": message(
        "With the Weasel the turn fails in {better} of cases, without it in {chosen}."
    ),
    "why_keep_roll": message("These dice fail in {better} of cases, the new roll in {chosen}."),
    "why_raven": message("Losing a Bratwurm hurts {name} most."),
    "equally_good": message("Equally good: {choices}; this one is the least likely to fail."),
    "only_choice": message("There is nothing else to do."),
    "tile_of": message("{tile} of {name}"),
    "win_chance_lost": message("−{percent} win chance"),
    "good": message("Your move was good."),
    "inaccurate": message("Your move was inaccurate: {cost}. Better: {better}."),
    "costly": message("Your move was costly: {cost}. Better: {better}."),
}
"""The lines that the browser shows too."""

REASON_LINES: Final[dict[str, str | tuple[str, str]]] = {
    # i18n: why the better choice is better; {better} and {chosen} are percentages.
    "reason_new_symbol": message(
        "After it, {better} of rolls bring a new symbol; after the choice made, {chosen}."
    ),
    "reason_fails_less": message("The turn then fails in {better} of cases instead of {chosen}."),
    "reason_worth_more": message("It leads to a win chance of {better} instead of {chosen}."),
    "reason_sure_tile": message(
        "Tile {tile} was sure, and rolling on fails in {failure} of cases."
    ),
    "reason_risk_pays": message(
        "Rolling on still wins a tile in {success} of cases, which is worth more than tile {tile}."
    ),
    "reason_still_alive": message("Rolling on wins a tile in {success} of cases."),
    "reason_steal": message("Tile {tile} could be stolen, which also sets a rival back."),
    "reason_other_tile": message("Tile {better} is worth more here than tile {chosen}."),
    "reason_reroll": message(
        "With the Weasel the turn fails in {better} of cases, without it in {chosen}."
    ),
    "reason_keep_roll": message("These dice fail in {better} of cases, the new roll in {chosen}."),
    "reason_raven": message("Losing a Bratwurm hurts {name} most."),
}
"""Why a choice was better, in reviews and puzzles."""

LINES: Final[Mapping[str, str | tuple[str, str]]] = {
    **SHARED_LINES,
    **REASON_LINES,
    "sets_aside": message("{name} sets aside {dice}."),
    "rerolls": message("{name} lets the Weasel roll these dice again."),
    "stops": message("{name} stops."),
    "fails": message("The turn of {name} fails."),
    "host_now": message("{name} is the host now."),
    "turn": message("Turn {turn}: {name}"),
    "dice": message("Dice: {dice}."),
    "dice_left": plural("{count} die left", "{count} dice left"),
    "sum": message("Sum {total}, {dice}."),
    # i18n: {claims} is for example "take tile 25" or "steal tile 26 from Ann".
    "stop_now": message("Stop now: {claims}."),
    "stop_nothing": message("Stop now: nothing to win."),
    "stop_no_worm": message("Stop now: nothing to win, there is no worm yet."),
    "tile_from": "{tile} ← {name}",
    # i18n: dice that show a number; keep it short.
    "dice_with": plural("{count} die with {symbol}", "{count} dice with {symbol}"),
    "roll_dice": plural("roll {count} die", "roll {count} dice"),
    "set_aside": message("set aside {symbol}"),
    "keep_all_worms": message("set aside the worms"),
    "steal_any": message("steal tile {tile}"),
    "score": message("{name}: {worms}."),
}
"""The lines of every user interface."""
