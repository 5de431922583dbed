"""Error codes of the command line."""

from pickomino.core.errors import message

MESSAGES = {
    "in_file": message("{name}: {reason}"),
    "no_records": message("give one or more records to review, or - for standard input"),
    "no_games": message("the file has no game that was started"),
    "no_such_game": message("there is no game {game}; the file has {count}"),
    "nothing_saved": message("no game is saved on this device"),
    "which_game": message("the file has {count} games: choose one with --game"),
    "one_game_only": message("a chart shows one game, but there are {count}"),
    "bad_dice_count": message("dice given: {found}; dice to roll: {expected}"),
    "bad_answer": message("{text} is not possible here"),
    "no_home": message(
        "there is no folder for your games, because this user has no home folder; set HOME or "
        "XDG_DATA_HOME to a folder"
    ),
    "needs_position": message("--json needs a position; without one, the command asks questions"),
    "no_extrawurm_record": message("the adviser cannot record games with Extrawurm"),
    "bad_bots": message("{text} is neither a number of bots nor a list of bot names"),
    "not_given_up": message("the turn goes on"),
    "repeated_name": message("two players have the name {name}"),
    "nothing_followed": message("there is no advice to follow now; {expected}"),
    "expected_roll": message("type the dice that you rolled (dice: {count}), such as 1134ww55"),
    "expected_result": message("type the tile that {name} won, or f if the turn failed"),
    "bad_last": message("the number of tables must be at least 1, not {tables}"),
    "bad_seats": message(
        "a game needs 2 to 7 players, not {players} (people: {people}, bots: {bots})"
    ),
    "bad_names": message(
        "the number of names ({found}) does not match the number of people ({people})"
    ),
}
