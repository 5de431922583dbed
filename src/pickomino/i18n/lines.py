"""The text of every line of `pickomino.narration`, which `Narrator` fills in.

The browser gets the same table by key, and fills it in with `client/shared/lines.js`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.core.errors import message
from pickomino.i18n.lessons import HINT_LINES


def plural(one: str, many: str) -> tuple[str, str]:
    """Mark a message with a singular and a plural for the translation catalogs."""
    return one, many


SHARES: Final = ("better", "chosen", "failure", "failed", "success")
"""Arguments that are shown as percentages; values above 1 are tiles, shown as they are."""

SHARED_LINES: Final[dict[str, str | tuple[str, str]]] = {
    **HINT_LINES,
    "player": "{name}",
    "tile": "{tile}",
    "worms": plural("{count} worm", "{count} worms"),
    # i18n: stands between tiles that a player can choose from.
    "or": message(" / "),
    "beside_grill": message("beside the grill"),
    "with_player": message("with {name}"),
    "on_tile": message("on tile {tile}"),
    "bratwurms": plural("{count} Bratwurm", "{count} Bratwurms"),
    "dice_left": plural("{count} die left", "{count} dice left"),
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
    "tie_shared": message("The same number of worms and no tiles: the win is shared."),
    "tie_decided": message("Several players have {worms}: the highest single tile decides."),
    "match_won": message("{name} wins the match!"),
    "match_tied": message("The match ends in a tie: {names}"),
    "first_to": plural("First to {count} win", "First to {count} wins"),
    "games_of_match": message("{count} of {total} games played"),
    "games": plural("{count} game", "{count} games"),
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
    "takes_tile_of": message("{total} for {name}’s tile"),
    "takes_hen_of": message("{total} for {name}’s Sitting Hen"),
    "aim_or_stop": message("{total} now · {goal}"),
    "sum_or_stop": message("{total} now · next: {goal}"),
    "stop_with": message("{total} now"),
    # i18n: {claims} is for example "take tile 25" or "steal tile 26 from Ann".
    "stop_now": message("Stopping now: {claims}."),
    "stop_nothing": message("Stopping now: nothing to win."),
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
    "stands_in_dice": message("{name} did not contribute to the dice in time: {bot} plays now."),
    # What the coach says
    "why_new_symbol": message("Then {better} of rolls show a new symbol; {other}: only {chosen}."),
    "why_needs_worm": message(
        "Without a worm no tile can be won. The turn then fails in {better} of cases;"
        " {other}: in {chosen}."
    ),
    "why_cannot_fail": message(
        "Then the turn cannot fail any more; {other}: it fails in {chosen} of cases."
    ),
    "why_saves_turn": message("It saves the turn, which is sure to fail after “{other}”."),
    "why_fails_less": message("The turn then fails in {better} of cases; {other}: in {chosen}."),
    "why_worth_more": message("It leads to a win chance of {better}; {other}: {chosen}."),
    "seems_better": message("It seems to lead to a win a little more often."),
    "estimate": message(
        "Only an estimate: under these rules the win chances are not precise enough for a verdict."
    ),
    "equally_good": message("Equally good: {choices}; this one is the least likely to fail."),
    "only_choice": message("There is nothing else to do."),
    "tile_of": message("{name}’s {tile}"),
    "win_chance_lost": message("−{percent} win chance"),
    "good": message("Your move was good."),
    "inaccurate": message("Your move was inaccurate: {cost}. Better: {better}."),
    "costly": message("Your move was costly: {cost}. Better: {better}."),
    # Why a choice is better, in reviews and puzzles and by the coach
    # i18n: why the better choice is better; {better} and {chosen} are percentages.
    "reason_new_symbol": message(
        "Then {better} of rolls show a new symbol; after the choice that was made, {chosen}."
    ),
    "reason_needs_worm": message(
        "Without a worm no tile can be won. The turn then fails in {better} of cases"
        " instead of {chosen}."
    ),
    "reason_cannot_fail": message(
        "Then the turn cannot fail any more; after the choice that was made, it fails in {chosen}"
        " of cases."
    ),
    "reason_saves_turn": message(
        "It saves the turn, which is sure to fail after the choice that was made."
    ),
    "reason_fails_less": message("The turn then fails in {better} of cases instead of {chosen}."),
    "reason_worth_more": message("It leads to a win chance of {better} instead of {chosen}."),
    # i18n: the sum of the dice set aside
    "reason_more_points": message(
        "It brings {many} points instead of {few}, so higher tiles are in reach."
    ),
    "reason_more_dice": message(
        "It leaves more dice to roll ({many} instead of {few}), so more can still be won."
    ),
    "reason_ends_won": message("Tile {tile} ends the game, and that wins it."),
    "reason_ends_tie_won": message(
        "Tile {tile} ends the game with the worms level, and the highest tile then wins it."
    ),
    "reason_ends_lost": message("Tile {tile} ends the game, and {name} wins it."),
    "reason_ends_tie_lost": message(
        "Tile {tile} ends the game with the worms level, and {name} wins with the highest tile."
    ),
    "reason_sure_tile": message(
        "Tile {tile} is sure; if you roll on, your turn fails in {failure} of cases."
    ),
    "reason_failure_costs": message(
        "With tile {tile} the win chance is {better}. A roll that succeeds raises it to {success}"
        " on average, and a failure lowers it to {failed}."
    ),
    # In reviews and cards stored by earlier versions.
    "reason_no_gain": message(
        "Rolling on would hardly raise your win chance even if you won a tile."
    ),
    "reason_little_gain": message(
        "Rolling on would hardly raise your win chance even if you won a tile, and it fails in"
        " {failure} of cases."
    ),
    "reason_failing_better": message(
        "Even a failed turn leaves a win chance of {failed}; with tile {tile} it is only {chosen}."
    ),
    "reason_nothing_to_lose": message(
        "There is little to lose: the win chance is {failed} after a failure and {chosen} with"
        " tile {tile}. If you roll on, you win a tile in {success} of cases."
    ),
    "reason_roll_wins_more": message(
        "With tile {tile} the win chance is {chosen}. If you roll on, you win a tile in {success}"
        " of cases, and then it is {better}."
    ),
    "reason_risk_pays": message(
        "If you roll on, you still win a tile in {success} of cases, and that is worth the risk."
    ),
    "reason_still_alive": message("If you roll on, you win a tile in {success} of cases."),
    "reason_last_tile": message(
        "The last tile ends the game: the win chance is {success} with it and {failed} without it."
    ),
    "reason_success_hurts": message(
        "Winning a tile now would lower the win chance from {failed} to {success}."
    ),
    # Reviews and cards stored by earlier versions do not say whose tile it is.
    "reason_steal": message("Tile {tile} can be stolen, which also sets a rival back."),
    "reason_steal_from": message("You gain tile {tile}, and {name} loses it."),
    "reason_can_steal": message(
        "It gives exactly the sum needed to steal tile {tile} from {name}."
    ),
    "reason_steal_likelier": message(
        "Tile {tile} of {name} can then be stolen at best in {better} of cases, otherwise in"
        " {chosen}."
    ),
    "reason_roll_may_steal": message(
        "If you roll on, you win a tile in {success} of cases, and at best in {better} you can"
        " steal tile {tile} from {name}."
    ),
    "reason_rival_leads": message(
        "A tile from the grill brings the end nearer while {name} leads."
    ),
    "reason_end_nearer": message(
        "Tile {tile} comes from the grill, which brings the end of the game nearer."
    ),
    "reason_other_tile": message("Tile {better} is worth more here than tile {chosen}."),
    "reason_reroll": message(
        "With the Weasel the turn fails in {better} of cases, without it in {chosen}."
    ),
    "reason_keep_roll": message(
        "With these dice the turn fails in {better} of cases, with a new roll in {chosen}."
    ),
    "reason_raven": message("Losing a Bratwurm hurts {name} most."),
}
"""The lines that every page of the browser shows too."""

REVIEW_LINES: Final[dict[str, str | tuple[str, str]]] = {
    "best_choice": message("{chosen}: the best choice."),
    "equal_choice": message("{chosen}: as good as any."),
    "safer_choice": message("{chosen}: as good as any; {safer} fails less often."),
    # i18n: {cost} is like "−3.1%".
    "better_choice": message("{chosen} ({cost}). Better: {better}."),
    "lost": "−{percent}",
    "lost_about": message("about −{percent}"),
    "choice_costs": "{chosen} ({cost})",
    # i18n: answers to "Was I lucky?" and "Was Ann lucky?"
    "luck_very_good": message("Yes: the dice raised the win chance by {percent}."),
    "luck_rather_good": message("A little: the dice raised the win chance by {percent}."),
    "luck_none": message(
        "Neither lucky nor unlucky: the dice changed the win chance by only {percent}."
    ),
    "luck_rather_bad": message("Not really: the dice lowered the win chance by {percent}."),
    "luck_very_bad": message("No: the dice lowered the win chance by {percent}."),
    # i18n: answers to "Was I lucky?", before a colon
    "answer_very_good": message("Yes"),
    "answer_rather_good": message("A little"),
    "answer_none": message("Neither lucky nor unlucky"),
    "answer_rather_bad": message("Not really"),
    "answer_very_bad": message("No"),
    # i18n: {answer} is like "Yes" or "Not really".
    "own_dice_helped": message(
        "{answer}: own dice raised the win chance by {own}, rivals’ dice lowered it by {rivals}."
    ),
    "rivals_dice_helped": message(
        "{answer}: rivals’ dice raised the win chance by {rivals}, own dice lowered it by {own}."
    ),
    "share": "{percent}",
    # i18n: answers of a review that is only an estimate
    "rough_luck_good": message(
        "Probably: by the estimate the dice raised the win chance by about {about}."
    ),
    "rough_luck_none": message(
        "Hard to say: by the estimate the dice hardly changed the win chance."
    ),
    "rough_luck_bad": message(
        "Probably not: by the estimate the dice lowered the win chance by about {about}."
    ),
    "rough_mistake": message(
        "Perhaps in turn {turn}: by the estimate, “{option}” lowered the win chance by about"
        " {about}."
    ),
    "rough_mistake_none": message("Hard to say: by the estimate no decision cost much."),
    "lesson_rough": message("No lesson: under these rules the estimates are too rough."),
    # i18n: answers to "Where did I go wrong?"
    "mistake_worst": message(
        "Above all in turn {turn}: “{option}” lowered the win chance by {percent}; “{best}” was"
        " better."
    ),
    "mistake_small": message(
        "Hardly anywhere: the costliest decision, in turn {turn}, lowered the win chance by only"
        " {percent}."
    ),
    "mistake_none": message("Nowhere: no decision lowered the win chance by 1% or more."),
    # i18n: {lesson} is an answer to "What should I learn?", and {lost} is like "−8.3% win chance".
    "lesson": plural(
        "{lesson} ({count} decision: {lost}).", "{lesson} ({count} decisions: {lost})."
    ),
    # i18n: answers to "What should I learn?"; no full stop, because more follows.
    "lesson_roll_on": message("Roll on more often instead of stopping early"),
    "lesson_stop": message("Take a sure tile sooner instead of rolling on"),
    "lesson_keep_going": message("Roll on instead of stopping with nothing"),
    "lesson_give_up": message("Now and then, stopping with nothing beats rolling on"),
    "lesson_steal": message("Steal when the sum allows it: that also sets a rival back"),
    "lesson_take": message("Not every steal pays: look at the grill first"),
    "lesson_other_tile": message("Look at every tile that the sum allows before taking one"),
    "lesson_worms": message("Set worms aside earlier: without one, no tile can be won"),
    "lesson_worms_later": message("Do not hurry with the worms when other dice bring more points"),
    "lesson_high_numbers": message("Prefer high numbers to low ones when setting dice aside"),
    "lesson_fewer_dice": message("Set fewer dice aside at once, so that more are left to roll"),
    "lesson_sums": message("Look at which sums win a tile: a lower number can fit better"),
    "lesson_more_dice": message("Several dice with a low number can beat a single high one"),
    "lesson_weasel": message("Think about when the Weasel really helps"),
    "lesson_raven": message("Let the Raven rob the most dangerous rival"),
    "lesson_small": message("Nothing big: there were only small slips."),
    "lesson_none": message("Keep it up: there was no costly decision."),
}
"""The lines of a review."""

BOARD_LINES: Final[dict[str, str | tuple[str, str]]] = {
    "grill": message("Grill: {tiles}."),
    "grill_empty": message("Grill: no tile is face up."),
    "face_down": message("Face down: {tiles}."),
    # i18n: tiles are listed from the bottom of the stack to its top.
    "stack": message("{name}: {worms}; tiles {tiles}; on top {top}."),
    "stack_empty": message("{name}: {worms}; no tiles."),
    "tile_with": "{tile} ({specialist})",
    "holds": message("Holds: {specialist}."),
    # i18n: the worms counted before include the Bratwurms.
    "bratwurms_included": message("That includes {bratwurms}."),
    "supply": message("Supply: {bratwurms}."),
    "specialist": "{specialist}",
    "beside": message("Beside the grill: {names}."),
    "dice_set_aside": message("Set aside: {dice}."),
    "total": message("Sum: {total}."),
    "dice": message("Dice: {dice}."),
}
"""The lines about the board of a puzzle."""

LINES: Final[Mapping[str, str | tuple[str, str]]] = {
    **SHARED_LINES,
    **REVIEW_LINES,
    **BOARD_LINES,
    "sets_aside": message("{name} sets aside {dice}."),
    "rerolls": message("{name} lets the Weasel roll these dice again."),
    "stops": message("{name} stops."),
    "fails": message("{name}’s turn fails."),
    "host_now": message("{name} is the host now."),
    "turn": message("Turn {turn}: {name}"),
    "sum": message("Sum {total}, {dice}."),
    "stop_no_worm": message("Stopping now: nothing to win, there is no worm yet."),
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
