"""The rules in a few sentences, as the helps of the terminal and of the browser give them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.core.errors import message
from pickomino.i18n import Texts

WORM_RULE: Final = message(
    "A worm counts as 5, but fives and worms are two symbols. To take a tile you need a worm among"
    " the dice set aside."
)
STEAL_RULE: Final = message(
    "You can steal a rival’s top tile with a sum of exactly its number; with a sum over 36 you "
    "steal nothing."
)
RULES_HELP: Final = (
    message("2 to 7 can play. A chosen seat begins, or one drawn by lot; then play goes round."),
    message(
        "Roll the dice and set aside all that show one symbol you have not set aside this turn."
    ),
    WORM_RULE,
    message(
        "You take the tile whose number is exactly your sum, else the next lower one face up on "
        "the grill."
    ),
    STEAL_RULE,
    message(
        "Your turn ends once all dice or all six symbols are set aside. If you stop and can take a"
        " tile, you must; if you can steal one, you must steal it."
    ),
    message(
        "Your turn fails if a roll brings no new symbol, or if it ends without a worm or with "
        "nothing to take."
    ),
    message(
        "A failed turn sends your top tile back, and the highest tile on the grill is turned face "
        "down. If the returned tile is itself the highest, or if you have none, nothing is turned."
    ),
    message(
        "When no tile is face up on the grill, the player with the most worms wins; in a tie, the "
        "highest single tile decides."
    ),
)
"""The standard rules."""
EXTRA_TILES_TITLE: Final = message("Tiles 11 and 13")
EXTRAWURM_HELP: Final[Mapping[str, str]] = {
    message("Extrawurm"): message(
        "An expansion for every rule set: two more tiles, Bratwurms and five specialists who stand"
        " on tiles. If you take a tile from the grill, you get the specialist on it; only the "
        "Raven is never kept. You can have one at most: a second sends the first back. A rival who"
        " steals your top tile takes your specialist too, and you lose it when your turn fails."
    ),
    EXTRA_TILES_TITLE: message(
        "One worm each. You can take them only with a sum of exactly 11 or 13. They are never "
        "stolen and never go back."
    ),
    message("Bratwurm"): message(
        "Set aside two or more ones at once and get one of the seven. Each counts like a worm at "
        "the end, but does not break a tie."
    ),
    message("Canned Worm"): message(
        "As long as you have set no worm aside, it counts as one and adds 5."
    ),
    message("Sitting Hen"): message(
        "Guards your top tile: a thief gets only the hen, and a failed turn costs only the hen."
    ),
    message("Raven"): message(
        "Brings a Bratwurm when its tile is taken, from the supply, else from a rival of your "
        "choice. It is never kept."
    ),
    message("Weasel"): message(
        "Once a turn, roll the dice just rolled again, before setting aside. The new roll counts."
    ),
    message("Golden Die"): message("A ninth die with three ones and three worms."),
}
"""What the expansion adds: titles and their meanings."""


def extrawurm_help(texts: Texts) -> list[str]:
    """Return what the expansion adds, one sentence or more for each title."""
    return [extrawurm_line(title, texts) for title in EXTRAWURM_HELP]


def extrawurm_line(title: str, texts: Texts) -> str:
    return f"{texts.gettext(title)} – {texts.gettext(EXTRAWURM_HELP[title])}"
