"""Error codes of bots."""

from pickomino.core.errors import message

MESSAGES = {
    "unknown_bot": message("unknown bot {name}; choose from {known}"),
    "bad_bot": message("{bot} cannot be used as a bot: {reason}"),
    "bad_bot_name": message(
        "{name} cannot be the name of a bot; use lower-case letters, digits, - or _, and no name of"
        " a built-in bot"
    ),
    "bots_and_seats": message("{bots} bots cannot play a game of {players} players"),
    "no_dice": message("the game has no dice to roll: pass dice such as SeededDice(1)"),
    "bad_bot_command": message(
        "{command} is not a command; write external:command=PROGRAM ARGUMENTS"
    ),
    "no_bot_options": message("the bot {bot} has no options, so {option} cannot be set"),
    "unknown_bot_option": message("unknown bot option {option}; choose from {known}"),
    "needs_extra": message("not installed: {package}; run: pip install 'pickomino[{extra}]'"),
}
