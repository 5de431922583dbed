"""Error codes of odds and advice."""

from pickomino.core.errors import message

MESSAGES = {
    "no_dice_in_play": message("no dice are in play in {wfen}"),
    "bad_aim": message("unknown aim {aim}; choose from {allowed}"),
}
