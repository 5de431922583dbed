"""Error codes of games, records and files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.core.errors import message

MESSAGES: Final[Mapping[str, str]] = {
    # Files
    "bad_encoding": message("the file is not UTF-8 text"),
    "unreadable_file": message("cannot read {name}: {reason}"),
    "unwritable_file": message("cannot write {name}: {reason}"),
    "not_a_file": message("{name} is not a plain file"),
    "file_exists": message("{name} already exists and will not be overwritten"),
    # Games
    "bad_name": message(
        "{name} cannot be a name; use 1 to 40 printable characters that do not begin with bot:"
    ),
    "bad_turn_limit": message("a limit of {turns} turns; a game needs at least 1"),
    "turn_limit_too_high": message("a limit of {turns} turns; at most {most} are allowed"),
    "undo_committed": message("committed dice cannot be taken back"),
    "nothing_to_undo": message("there is no decision to take back"),
    "no_such_turn": message("there is no turn {turn}; the game has {count}"),
    "game_stopped": message("the game was stopped at the limit of {limit} turns"),
    # Records
    "record_syntax": message("line {line}: {text} is not understood"),
    "record_tag": message("line {line}: the tag {tag} is given twice"),
    "record_bad_comment": message("{comment} does not belong to a turn of this game"),
    "record_missing_tag": message("the record has no {tag} tag"),
    "record_bad_tag": message("the tag {tag} cannot be {value}"),
    "record_turn": message("line {line}, turn {turn}: {reason}"),
    "bad_move": message("{text} is not a move of a record"),
    "record_failure": message("the turn fails here; write # after it"),
    "record_no_failure": message("the turn does not fail here, but # says it does"),
    "record_seats": message("the seats {seats} do not fit a game of {players} players"),
    "record_label": message("line {line}: expected turn {expected}, found {found}"),
    "record_result": message("the record says {found}, but the game says {expected}"),
    "bad_json": message("this is not a game record in JSON: {reason}"),
    # Verification of dice
    "no_dice_proof": message("the record has no dice to verify: it needs DiceSecret or DiceSeed"),
    "secret_not_revealed": message("the dice secret is revealed only when the game is over"),
    "wrong_starter": message("seat {found} began, but the lot fell on seat {expected}"),
    "commit_mismatch": message("the secret does not match the commitment"),
    "nonces_in_the_open": message(
        "dice of version 1: whoever knew the server's secret and gave the last nonce could choose"
        " the dice"
    ),
    "no_nonces": message("nobody added to the dice: the server alone could choose them"),
    "dice_rounds": message(
        "the dice are those of round {round}: before it, somebody broke off or was cut off"
    ),
    "seed_chosen": message("dice from a seed: whoever chose the seed could choose the dice"),
    "wrong_roll": message("roll {number} in turn {turn} is {found}, but the dice say {expected}"),
}
