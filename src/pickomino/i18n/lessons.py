"""Texts of the tutorial lessons, step by step, and the hints of a guided game."""

from __future__ import annotations

from typing import Final

from pickomino.core.errors import message

CHAPTER_TITLES: Final = {
    "game": message("First game"),
    "cases": message("Special cases"),
    "extrawurm": message("Extrawurm"),
}
_GAME: Final = {
    "welcome": message(
        "Welcome to the barbecue! We chickens want the worms on the grill. Every tile shows how "
        "many points you need to take it, and how many worms it is worth. Whoever has the most "
        "worms at the end wins."
    ),
    "choose_worms": message(
        "These are your eight dice. The sixth side is a worm; it is worth 5 points. Choose one "
        "symbol, and all dice that show it are set aside. Take the worms: without at least one "
        "worm you win nothing."
    ),
    "roll_on": message(
        "Three worms make 15. The lowest tile is the 21, so roll the other five dice."
    ),
    "symbol_once": message(
        "Each symbol can be set aside only once in a turn: the worm is used up now. Take the two "
        "fives: that is 10 more."
    ),
    "claim": message(
        "25, and you have a worm: tile 25 on the grill glows, because you would win it by "
        "stopping now. You could roll on for more, but this will do. Take it!"
    ),
    "claimed": message(
        "Tile 25 with two worms is yours. It lies on top of your stack, where everybody can "
        "see it, and where others can steal it."
    ),
    "rival_takes": message(
        "Your rival set aside three worms and two fours: 23 points, and took tile 23."
    ),
    "aim_to_steal": message(
        "Your turn again. If your sum is exactly the number on top of a rival’s stack, you "
        "can steal that tile. Tile 23 would be nice. Begin with the worms."
    ),
    "too_low": message("10 points. Roll on."),
    "more_fives": message("Take the two fives."),
    "still_too_low": message("20 points are not enough for any tile. Roll on, four dice are left."),
    "exact": message("You need 3 more. Take the three!"),
    "steal": message("Exactly 23! Your rival’s tile glows. Steal it."),
    "stolen": message(
        "Got it. Your stack now has two tiles, and only the top one can be stolen from you."
    ),
    "rival_again": message(
        "Your rival reached 25. Tile 25 is in your stack, hidden under the 23, so the next "
        "lower tile on the grill was taken: 24."
    ),
    "no_worm": message(
        "Now for what can go wrong. There is no worm in this roll. Take the two fives and "
        "hope for one later."
    ),
    "dare": message(
        "10 points and no worm yet. If you stopped now, your turn would fail: roll on."
    ),
    "take_threes": message("Still no worm. Take the two threes."),
    "dare_again": message(
        "Four dice are left. Only a new symbol helps: threes and fives are used up. Roll!"
    ),
    "bust": message(
        "Only threes and fives: no new symbol, so your turn fails. Your top tile, 23, goes "
        "back to the grill, and the highest tile there, 36, is turned over. Nobody can win "
        "that one any more."
    ),
    "last_tile": message(
        "Much later: only tile 22 is still face up. You and your rival have eight worms each."
        " When the last tile is gone, the game is over."
    ),
    "last_worms": message("Set the worms aside."),
    "last_roll": message("10 points. Roll on."),
    "last_fives": message("Take the two fives."),
    "last_dare": message("20 points: not enough for 22. Be brave!"),
    "last_twos": message("Take the three twos: that makes 26."),
    "last_claim": message(
        "You have 26, and tile 26 is in your own stack. If a tile is not available, you take the "
        "next lower one on the grill. That is 22!"
    ),
    "end": message(
        "No tile is left face up, so the game is over. You have nine worms, your rival has "
        "eight: you win! In a tie, the highest single tile decides. Now play a real game, or "
        "look at the special cases first."
    ),
}
_CASES: Final = {
    "seats": message(
        "2 to 7 chickens can play. By the printed rules the youngest begins; here the host of"
        " a table chooses who does. Then play goes round, from seat to seat."
    ),
    "six_worms": message(
        "Five different symbols are set aside. In this roll only the worm is new: take both worms."
    ),
    "six_take": message(
        "25. All six symbols are set aside now, so you cannot roll on, although a die is left. "
        "With all eight dice set aside it would be the same. Take the 25."
    ),
    "six_end": message(
        "When your turn ends and you can take a tile, you must take it, even a small one."
    ),
    "wormless_fives": message(
        "Six dice are set aside, but no worm. The last two show fives, and you have to take them."
    ),
    "wormless_end": message(
        "31 points, and tile 31 lies there. But all eight dice are set aside without a worm: "
        "your turn fails. The 24 goes back, and the 36 is turned over."
    ),
    "highest_roll": message(
        "Your top tile is the 35; on the grill the 32 is the highest. Roll on with the last "
        "four dice."
    ),
    "highest_end": message(
        "No new symbol: the 35 goes back. Now it is itself the highest on the grill, so it "
        "stays face up, and nothing is turned over."
    ),
    "empty_roll": message("You have no tile yet, so you have nothing to lose. Roll on."),
    "empty_end": message(
        "No new symbol: your turn fails. Your stack is empty, so nothing goes back, and nothing "
        "is turned over."
    ),
    "above_four": message("Your rival has the 36. You have 35 points: take the four."),
    "above_take": message(
        "39 points. No tile has such a number, so you can steal nothing with it, not even the"
        " 36. You take the highest tile on the grill."
    ),
    "above_end": message("The 35 is yours."),
    "thumb_worms": message(
        "Now a rule of thumb for playing well. A worm or a five counts 3, a four 2, a three "
        "1, a two nothing, and a one costs 1. Until you have a worm, add 2 for all worms "
        "together. Take the symbol that counts most: the worms, with 8."
    ),
    "thumb_roll": message("10 points. No tile is in reach yet, so roll on."),
    "thumb_exact": message(
        "Before you count, see if you can steal. The fives count more than the fours, but "
        "with three fours you have exactly 22, the number of your rival’s top tile. Take the "
        "fours!"
    ),
    "thumb_steal": message(
        "Steal the 22. When there is nothing to steal, take a tile as soon as four symbols are "
        "set aside, or three if the tile has two worms or more, or when a single die is left. "
        "Until then, roll on."
    ),
    "thumb_end": message(
        "That is all for the base game. The third chapter is about the Extrawurm expansion."
    ),
}
_EXTRAWURM: Final = {
    "extrawurm": message(
        "Extrawurm adds the tiles 11 and 13, seven Bratwurms and five specialists on tiles. "
        "Take a tile from the grill, and you get the specialist on it; only the Raven flies "
        "on. You can have only one; you lose it when your turn fails or when a rival "
        "steals your top tile and takes it too."
    ),
    "ones": message("Set aside two or more ones at once, and you get a Bratwurm. Take both ones."),
    "ones_end": message(
        "A Bratwurm counts like a worm at the end, but does not break a tie. It is yours even if "
        "this turn fails."
    ),
    "canned_fours": message(
        "You have the Canned Worm. As long as no worm is set aside, it counts as one and adds"
        " 5. Take the two fours: 4 + 4 + 5 = 13."
    ),
    "canned_take": message(
        "Exactly 13, with the worm from the can. For tile 11 you need exactly 11, and for "
        "tile 13 exactly 13. Take the 13."
    ),
    "canned_end": message(
        "Nobody can steal the 11 or the 13, and they never go back. The Canned Worm stays with you."
    ),
    "under_roll": message(
        "The 11 lies on top of your stack. See what a failed turn costs now: roll on."
    ),
    "under_end": message(
        "No new symbol. But with the 11 or the 13 on top, nothing goes back and nothing is turned "
        "over. Only your specialist is lost: it goes to the lowest tile without one."
    ),
    "hen": message(
        "You have the Sitting Hen, and the 24 on top. Your rival has just reached exactly 24."
    ),
    "hen_end": message(
        "The hen guards your top tile: your rival got only the hen. A failed turn would have "
        "cost you only the hen, too."
    ),
    "raven_take": message(
        "The Raven sits on the 23. Whoever takes this tile also gets a Bratwurm: from the "
        "supply or, if that is empty, from a rival. Take it."
    ),
    "raven_end": message(
        "A Bratwurm for you. Nobody keeps the Raven: it flies on to the lowest tile without a"
        " specialist."
    ),
    "weasel": message(
        "You have the Weasel: once a turn, before you choose a symbol, it can roll the same dice "
        "again. There is no worm here, so use it."
    ),
    "weasel_end": message(
        "Four worms! The new roll counts, whatever it is; it could also have failed. The Weasel "
        "stays with you."
    ),
    "golden": message(
        "You have the Golden Die: you roll nine dice, and the golden one shows only ones and "
        "worms. Take the worms, including the golden one."
    ),
    "golden_end": message(
        "The Golden Die stays in play for the whole turn, so a sum can reach 45. Now you know"
        " all five specialists."
    ),
}
LESSON_TEXTS: Final = {**_GAME, **_CASES, **_EXTRAWURM}
HINT_LINES: Final = {
    # i18n: hints in the first game of a beginner, one or two sentences each
    "hint_goal": message(
        "The goal: the most worms. Take tiles from the grill, or steal your rival’s top tile."
    ),
    "hint_arranged": message(
        "The first dice of {name} are arranged, to show you everything. Yours are not."
    ),
    "hint_choose": message(
        "Choose a symbol: all its dice are set aside and count. A worm counts as 5."
    ),
    "hint_symbol_once": message(
        "You can set aside each symbol only once a turn: those set aside are used up."
    ),
    "hint_needs_total": message("Nothing to win yet: you need {total}. Roll the other dice."),
    "hint_needs_total_and_worm": message(
        "Nothing to win yet: you need {total} and at least one worm. Roll the other dice."
    ),
    "hint_stop_or_roll": message(
        "Stop to win the tile that glows, or roll on for more and risk it all."
    ),
    "hint_can_steal": message(
        "Your sum is exactly {tile}, the number of your rival’s top tile: you can steal it."
    ),
    "hint_you_take": message(
        "Your tile! Rivals can steal the top one by reaching exactly its number."
    ),
    "hint_you_steal": message("Stolen! {robbed} has lost tile {tile} to you."),
    "hint_no_new_symbol": message(
        "All the dice you rolled show symbols that you have set aside already: your turn fails."
    ),
    "hint_no_worm": message("Without a worm you win nothing: your turn fails."),
    "hint_nothing_to_claim": message("No tile can be won with {total}: your turn fails."),
    "hint_loses": message("You lose your top tile: {tile} goes back to the grill."),
    "hint_loses_nothing": message("You have no tile yet, so you lose none."),
    "hint_turned": message(
        "The highest tile there, {tile}, is turned face down: it is out of the game."
    ),
    "hint_rival_no_new_symbol": message("{name} failed: the dice showed no new symbol."),
    "hint_rival_no_worm": message("{name} failed: there was no worm."),
    "hint_rival_nothing_to_claim": message("{name} failed: no tile can be won with {total}."),
    "hint_rival_loses": message("The top tile, {tile}, goes back to the grill."),
    "hint_rival_loses_nothing": message("No tile is lost: there was none to lose."),
    "hint_rival_takes": message(
        "{name} has won tile {tile}. If your sum is exactly {tile}, you can steal it."
    ),
    "hint_rival_steals": message(
        "{name} reached exactly {tile}, the number of your top tile, and stole it."
    ),
}
"""The hints of a guided game, keyed like all lines of `pickomino.narration`."""
