"""Error codes of games, records and files."""

from pickomino.core.errors import message

MESSAGES = {
    # Files
    "bad_encoding": message("the file is not UTF-8 text"),
    "unreadable_file": message("cannot read {name}: {reason}"),
    "unwritable_file": message("cannot write {name}: {reason}"),
    "not_a_file": message("{name} is not a regular file"),
    "file_exists": message("{name} already exists and will not be overwritten"),
    # Games
    "bad_name": message(
        "{name} is not a valid name; use 1 to 40 printable characters; "
        "the name must not begin with bot:"
    ),
    "bad_turn_limit": message("the turn limit must be at least 1, not {turns}"),
    "turn_limit_too_high": message("the turn limit must be at most {most}, not {turns}"),
    "undo_committed": message("decisions cannot be taken back when the dice are committed"),
    "nothing_to_undo": message("there is no decision to take back"),
    "no_such_turn": message("there is no turn {turn}; the game has {count}"),
    "no_such_event": message("there is no event {event}; the game has {count}"),
    "game_stopped": message("the game was stopped at the limit of {limit} turns"),
    # Records
    "record_syntax": message("line {line}: cannot parse {text}"),
    "record_tag": message("line {line}: the tag {tag} is given twice"),
    "record_bad_comment": message("{comment} is not a valid comment on a turn of this game"),
    "record_missing_tag": message("the record has no {tag} tag"),
    "record_bad_tag": message("the tag {tag} cannot be {value}"),
    "record_turn": message("line {line}, turn {turn}: {reason}"),
    "bad_move": message("{text} is not a valid move in a record"),
    "record_failure": message("the turn fails here; write # after this roll"),
    "record_no_failure": message("the turn does not fail here, but # says it does"),
    "record_seats": message("the seats {seats} do not fit a game of {players} players"),
    "record_label": message("line {line}: expected turn {expected}, found {found}"),
    "record_result": message("the record says {found}; it should say {expected}"),
    "bad_json": message("this is not a game record in JSON: {reason}"),
    # Dice, as verified in a record or by a player of the game
    "no_dice_proof": message(
        "the record has no dice to verify: it needs a DiceSecret or DiceSeed tag"
    ),
    "secret_not_revealed": message("the dice secret is revealed only when the game is over"),
    "wrong_starter": message("seat {found} began, but the draw chose seat {expected}"),
    "commit_mismatch": message("the secret does not match the commitment"),
    "other_nonce_changed": message("the nonce of seat {seat} does not match its commitment"),
    "bad_dice_rounds": message(
        "the dice were made again although no player had dropped out: they cannot be trusted"
    ),
    "asked_early": message(
        "the server asked for a random number before every player had committed to one: these"
        " dice cannot be trusted"
    ),
    "secret_withheld": message(
        "the server keeps the secret of a finished game: its dice cannot be trusted"
    ),
    "game_cut_short": message(
        "the server ended a game before it was over: its dice cannot be trusted"
    ),
    "impossible_turn": message(
        "the server shows a turn that the rules do not allow: its dice cannot be trusted"
    ),
    "seat_swapped": message(
        "the server shows this device another seat than the one that added to the dice: this game"
        " cannot be trusted"
    ),
    "games_deleted": message(
        "games at this table that were deleted before their dice could be checked: {count}"
    ),
    "order_unproven": message(
        "version {version} dice: a server that worked with a player, or repeated rounds or games, "
        "could choose the dice"
    ),
    "nonces_in_the_open": message(
        "version 1 dice: a player who knew the server’s secret and sent the last nonce could "
        "choose the dice"
    ),
    "no_nonces": message(
        "no player contributed a nonce, so the server alone could choose the dice"
    ),
    "dice_rounds": message(
        "the dice are from round {round}: earlier rounds were voided because a player dropped"
        " out or was cut off"
    ),
    "seed_chosen": message(
        "the dice come from a seed, and choosing the seed means choosing the dice"
    ),
    "wrong_roll": message(
        "roll {number} in turn {turn} is {found}, but recomputing it gives {expected}"
    ),
}
