"""Every error the engine raises, each with a stable code and the parameters of its message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple


def message(text: str) -> str:
    """Mark an English message for the catalogs; the shells translate it by its code."""
    return text


MESSAGES: Mapping[str, str] = {
    # Texts that cannot be read
    "too_long": message("the text is {length} characters long; at most {limit} are allowed"),
    "not_text": message("expected text, got {kind}"),
    "not_ascii": message("only plain ASCII characters are allowed, found {character}"),
    "bad_encoding": message("the file is not UTF-8 text"),
    "field_count": message("expected {expected} fields separated by spaces or _, found {found}"),
    "bad_rules": message("{text} is not a rule set; write it like classic+extrawurm(steal=forced)"),
    "unknown_rules": message("unknown rule set {name}; choose from {known}"),
    "unknown_option": message("unknown rule option {option}; choose from {known}"),
    "bad_option_value": message("{option} cannot be {value}; choose from {allowed}"),
    "repeated_option": message("the rule option {option} is given twice"),
    "needs_extrawurm": message("the rule option {option} needs the Extrawurm expansion"),
    "bad_players": message("players: {players}; 2 to 7 can play"),
    "bad_dice": message("{text} does not name dice; write faces 1 to 5 and w, a golden die last"),
    "bad_action": message("{text} is not an action; write k1 to k5, kw, r, t25, s25, q, z or ba"),
    "grill_length": message("the grill has {found} characters, expected {expected}"),
    "grill_character": message("{character} is not a grill mark; use o, x and ."),
    "bad_tile": message("{text} is not a tile of this game"),
    "bad_seat": message("{text} is not a seat of this game; its seats are {known}"),
    "bad_phase": message("{text} is not a state of the dice; write ~, -, b or rolled dice"),
    "bad_extrawurm": message(
        "{text} is not an Extrawurm field; write it like 11,21,23,b,-/0,2,1/-"
    ),
    "bad_bratwurms": message("{text} is not a number of Bratwurms; there can be 0 to 7"),
    "unreadable_file": message("cannot read {name}: {reason}"),
    "unwritable_file": message("cannot write {name}: {reason}"),
    "not_a_file": message("{name} is not a plain file"),
    "file_exists": message("{name} already exists and will not be overwritten"),
    "no_records": message("name one or more records to review, or - for standard input"),
    "one_game_only": message("a chart shows one game, and there are {count}"),
    # Positions that cannot be
    "seat_range": message("seat {seat} does not exist; there are {players} seats"),
    "tiles_unsorted": message("the tiles {tiles} are not in ascending order"),
    "unknown_tile": message("{tile} is not a tile of this game"),
    "dice_out_of_place": message("dice {dice} are on the table but cannot be there now"),
    "extrawurm_state": message("the rules and the position disagree on Extrawurm"),
    "tile_missing": message("tile {tile} is nowhere"),
    "tile_repeated": message("tile {tile} is in {count} places"),
    "over_with_tiles": message("the game is over but {tile} is face up on the grill"),
    "not_over": message("no tile is face up on the grill, so the game must be over"),
    "over_with_dice": message("the game is over but dice are on the table"),
    "dice_count": message("{found} dice on the table, expected {expected}"),
    "golden_die": message("the golden die cannot be on the table like this: {found}"),
    "nothing_to_roll": message("no die may be rolled: none is left or six symbols are set aside"),
    "no_choice": message("no rolled die may be set aside, so the turn has already failed"),
    "turn_has_failed": message("nothing can be claimed or rolled, so the turn has already failed"),
    "nothing_set_aside": message("no die is set aside, so there is nothing to decide"),
    "raven_choice": message("the Raven's choice cannot be open here"),
    "weasel_not_held": message("the Weasel was used but the seat to act does not hold it"),
    "specialist_tile": message("{specialist} on tile {tile}: that tile is not face up"),
    "specialists_together": message("two specialists are in one place: {place}"),
    "raven_held": message("the Raven is never held by a player"),
    "too_many_bratwurms": message("the players have {count} Bratwurms, but there are only 7"),
    "more_problems": message("and {count} more problems"),
    # The specialists of Extrawurm
    "specialist_canned_worm": message("Canned Worm"),
    "specialist_hen": message("Sitting Hen"),
    "specialist_raven": message("Raven"),
    "specialist_weasel": message("Weasel"),
    "specialist_golden_die": message("Golden Die"),
    # Play
    "illegal_action": message("{action} is not legal in {wfen}; legal: {legal}"),
    "illegal_roll": message("{roll} cannot be rolled in {wfen}; legal: {legal}"),
    "legal_roll": message("a roll (dice: {count})"),
    "legal_golden_roll": message("a roll (dice: {count}, and the golden die)"),
    "nothing_legal": message("nothing, the game is over"),
    "no_dice_in_play": message("no dice are in play in {wfen}"),
    "bad_dice_count": message("{found} dice given, but {expected} are rolled"),
    "bad_answer": message("{text} is not possible here"),
    "needs_position": message("--json needs a position; without one you would be asked questions"),
    "no_extrawurm_record": message("the adviser cannot keep a record with Extrawurm"),
    "bad_aim": message("{aim} is not an aim; choose from {allowed}"),
    # Bots
    "unknown_bot": message("unknown bot {name}; choose from {known}"),
    "bad_bot_command": message(
        "{command} is not a command; write external:command=PROGRAM ARGUMENTS"
    ),
    "unknown_bot_option": message("unknown bot option {option}; choose from {known}"),
    "bad_bots": message("{text} is neither a number of bots nor a list of bot names"),
    "bad_names": message("{found} names for {people} people"),
    "bad_name": message(
        "{name} cannot be a name; use 1 to 40 printable characters that do not begin with bot:"
    ),
    # Dice
    "bad_seed": message("a seed is a whole number from 0 to 2^63-1, got {seed}"),
    "bad_secret": message("a dice secret is 32 bytes, written as 64 hexadecimal digits"),
    "bad_nonce": message("a nonce is up to 64 lower-case hexadecimal digits, got {nonce}"),
    "bad_full_nonce": message("a nonce is 64 lower-case hexadecimal digits, got {nonce}"),
    "bad_dice_terms": message("no dice can have been committed to at {time} in round {round}"),
    "nonce_count": message("{found} nonces for {players} players; bots have an empty one"),
    "bad_game_id": message("a game id is 1 to 64 letters, digits, - or _, got {game_id}"),
    "dice_used_up": message("the scripted dice are used up after {count} rolls"),
    "dice_left_over": message("{count} scripted rolls were not used"),
    "dice_mismatch": message("roll {number} is scripted as {roll}, but {expected} dice are rolled"),
    # Games and records
    "undo_committed": message("committed dice cannot be taken back"),
    "nothing_to_undo": message("there is no decision to take back"),
    "no_such_turn": message("there is no turn {turn}; the game has {count}"),
    "game_stopped": message("the game was stopped at the limit of {limit} turns"),
    "record_syntax": message("line {line}: {text} is not understood"),
    "record_tag": message("line {line}: the tag {tag} is given twice"),
    "record_bad_comment": message("{comment} does not belong to a turn of this game"),
    "record_missing_tag": message("the record has no {tag} tag"),
    "record_bad_tag": message("the tag {tag} cannot be {value}"),
    "record_turn": message("line {line}, turn {turn}: {reason}"),
    "bad_move": message("{text} is not a move of a record"),
    "record_failure": message("the turn fails here by itself; write # after it"),
    "record_no_failure": message("the turn does not fail here, but # says it does"),
    "record_seats": message("the seats {seats} do not fit a game of {players} players"),
    "record_label": message("line {line}: expected turn {expected}, found {found}"),
    "record_result": message("the record says {found}, but the game says {expected}"),
    "bad_json": message("this is not a game record in JSON: {reason}"),
    "no_dice_proof": message("the record has no dice to verify: it needs DiceSecret or DiceSeed"),
    "secret_not_revealed": message("the dice secret is revealed only when the game is over"),
    "own_nonce_gone": message("the nonce that this device added is not in the dice"),
    "other_nonce_changed": message("the nonce of seat {seat} is not the one it was bound to"),
    "called_silent": message(
        "the server says that this device did not add to the dice, but it did"
    ),
    "no_own_nonce": message("no nonce of this device is in the dice"),
    "rolls_not_seen": message("not every roll was seen here when it fell"),
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
    # Arena
    "bad_games": message("{games} games; at least 1 must be played"),
    "turn_limit_too_high": message("a limit of {turns} turns; at most {most} are allowed"),
    "bad_turn_limit": message("a limit of {turns} turns; a game needs at least 1"),
    "bad_seconds": message("{seconds} seconds to think; it must be more than 0"),
    "bad_workers": message("{workers} workers; at least 1 is needed"),
    "bad_sprt": message("{text} is not a pair of win shares P0,P1 with 0 < P0 < P1 < 1"),
    "sprt_players": message("the sequential test compares 2 bots, not {players}"),
    "bot_failed": message("bot {bot} failed in game {game} of group {group}: {reason}"),
    "worker_died": message(
        "a worker process ended unexpectedly; was it killed, or did it run out of memory?"
    ),
    "other_match": message("{name} belongs to another match: {setting} is {found}, not {expected}"),
    "bad_results": message("{name}, line {line}: this is not a result of a match"),
    "needs_extra": message("not installed: {package}; pip install 'pickomino[{extra}]' adds it"),
    "ray_unreachable": message("no Ray cluster at {address}: {reason}"),
    "ray_failed": message("the Ray cluster failed: {reason}"),
    "ray_version": message("a Ray node has pickomino {found}, this is {expected}"),
    # Puzzles
    "bad_puzzle": message("this is not a puzzle: {text}"),
    "bad_pack": message("this is not a pack of puzzles"),
    "bad_date": message("{text} is not a date; write it like 2026-11-16"),
    "no_such_day": message("there are no puzzles before {first}"),
    "day_to_come": message("the puzzles of {date} are still to come"),
    # Rooms
    "bad_network": message("{path} is not a network of this version: {reason}"),
    "unknown_room": message("there is no table {room}"),
    "unknown_game": message("there is no finished game {game}"),
    "record_unfinished": message("the record ends before the game is over"),
    "too_many_turns": message("the game has {turns} turns; at most {limit} are reviewed here"),
    "review_busy": message("too many reviews are being made; try again in a moment"),
    "review_failed": message("this game could not be reviewed ({reason})"),
    "room_full": message("all seats are taken"),
    "room_used_up": message("this table has seen {limit} events; open a new one"),
    "room_damaged": message("the log of table {room} is damaged at version {version}"),
    "bad_token": message("this token holds no seat at this table"),
    "stale": message("made for version {expected}, but the table is at {version}"),
    "no_version": message("the command does not say for which version it was made"),
    "not_host": message("only the host may do this"),
    "not_your_seat": message("seat {seat} is somebody else's"),
    "not_your_turn": message("it is not your turn"),
    "no_such_seat": message("there is no seat {seat}"),
    "seat_taken": message("seat {seat} is taken"),
    "no_person": message("seat {seat} is not played by a person"),
    "too_few_players": message("players: {players}; at least 2 are needed"),
    "game_running": message("the game has already begun"),
    "not_running": message("this is not possible at this stage of the game"),
    "one_seat_each": message("at a public table everybody has one seat"),
    "needs_vote": message(
        "the player in seat {seat} is here: at a public table the others would have to vote"
    ),
    "no_nonce_wanted": message("no nonce is wanted from seat {seat} now"),
    "nonce_mismatch": message("the nonce of seat {seat} is not the one it was bound to"),
    "turn_taken_over": message("the time of seat {seat} is up: the bot makes the next move"),
    "taken_over": message("a bot plays seat {seat}; take it back first"),
    "not_taken_over": message("no bot plays for seat {seat}"),
    "bad_match": message(
        "a match is played over a number of games or to a number of wins, not both"
    ),
    "bad_match_length": message("a match has 1 to {games} games, or goes to at most {wins} wins"),
    "starter_by_lot": message("a lot decides who begins here"),
    "too_many_games": message("a table has at most {limit} games"),
    "bad_reaction": message("{reaction} is not a reaction; choose from {known}"),
    "too_fast": message("too many requests at once; wait a moment"),
    "bad_turn_seconds": message("{seconds} seconds for a turn; {fewest} to {most} are allowed"),
    "message_too_big": message("a message has at most {limit} bytes"),
    "bad_message": message("the message is not understood: {reason}"),
    "bad_protocol": message("protocol {found} is not supported here, only {expected}"),
    "store_failed": message("the game could not be saved: {reason}"),
    "too_many_watchers": message("at most {limit} can watch one table"),
    "service_closed": message("the server is shutting down; come back in a moment"),
    "no_hints": message("this table plays without hints"),
    "coach_busy": message("the coach is busy; ask again in a moment"),
    # Server
    "unknown_setting": message("there is no setting {name}"),
    "bad_setting": message("a setting cannot be read: {reason}"),
    "bad_address": message("{address} is not a web address; write it like https://example.org"),
    "transfer_conflict": message(
        "{what} is already in the target and differs; use an empty database"
    ),
    "no_free_port": message("no port from {first} to {last} is free on {host}"),
    "port_taken": message("port {port} on {host} cannot be used: {reason}"),
    "no_such_page": message("there is nothing here"),
    "bad_method": message("this cannot be done here"),
    "bad_origin": message("a page of another site may not do this"),
    "bad_format": message("{format} is not a record format; use wgn or json"),
    "too_many_rooms": message("there are already {limit} tables; come back later"),
    "too_many_connections": message("there are too many connections; close another one first"),
    "server_failed": message("something went wrong on the server"),
    # Terminal
    "bad_table_link": message(
        "{link} is not a link to a table; write it like http://localhost:8000/table/ABCD2345"
    ),
    "no_connection": message("there is no connection to the table; it is being restored"),
    "no_server": message("the server at {address} does not answer"),
}


class Problem(NamedTuple):
    """One thing that is wrong: a stable code and the parameters of its message.

    >>> Problem("tile_missing", {"tile": 25}).code
    'tile_missing'
    """

    code: str
    parameters: Mapping[str, object] = {}

    def __str__(self) -> str:
        """Say it in English.

        >>> str(Problem("tile_missing", {"tile": 25}))
        'tile 25 is nowhere'
        """
        return MESSAGES[self.code].format(**self.parameters)


class PickominoError(ValueError):
    """Base of every error of this package; `problems` holds codes and parameters.

    >>> PickominoError("tile_missing", tile=25).code
    'tile_missing'
    """

    problems: tuple[Problem, ...]

    def __init__(self, code: str, **parameters: object) -> None:
        """Take one problem by its code and parameters."""
        self.problems = (Problem(code, parameters),)
        super().__init__(str(self.problems[0]))

    def __reduce__(self) -> tuple[object, ...]:
        """Survive pickling, so that errors cross processes whole."""
        return (partial(type(self), self.code, **self.parameters), ())

    @property
    def code(self) -> str:
        """The code of the first problem."""
        return self.problems[0].code

    @property
    def parameters(self) -> Mapping[str, object]:
        """The parameters of the first problem."""
        return self.problems[0].parameters


class InvalidNotation(PickominoError):
    """A text that is not a WFEN, WGN, action, roll or rule set.

    >>> from pickomino import Action
    >>> Action.parse("k9")
    Traceback (most recent call last):
    pickomino.core.errors.InvalidNotation: 'k9' is not an action; write k1 to k5, kw, r, t25, ...
    """


class InvalidPosition(PickominoError):
    """A position that cannot be; lists every problem, at most 20.

    >>> from pickomino import Position
    >>> Position.from_wfen("standard ooooooooooooooo. -/- a 55555 ~")
    Traceback (most recent call last):
    pickomino.core.errors.InvalidPosition: tile 36 is nowhere
    """

    LIMIT = 20

    def __init__(self, problems: Sequence[Problem]) -> None:
        """Take every problem found."""
        shown = tuple(problems[: self.LIMIT])
        if len(problems) > self.LIMIT:
            more = len(problems) - self.LIMIT + 1
            shown = (*shown[:-1], Problem("more_problems", {"count": more}))
        ValueError.__init__(self, "; ".join(map(str, shown)))
        self.problems = shown

    def __reduce__(self) -> tuple[object, ...]:
        """Survive pickling."""
        return (InvalidPosition, (self.problems,))


class IllegalAction(PickominoError):
    """An action or a roll that the rules do not allow here; the position is unchanged.

    >>> from pickomino import Action, Rules, apply, start
    >>> apply(start(Rules.preset("standard"), 2), Action.parse("t21"))
    Traceback (most recent call last):
    pickomino.core.errors.IllegalAction: t21 is not legal in standard ... legal: a roll (dice: 8)
    """


EXCERPT = 40


def text_of(value: object) -> str:
    """Return the text, and refuse anything else."""
    if not isinstance(value, str):
        raise InvalidNotation("not_text", kind=type(value).__name__)
    return value


def quoted(value: object) -> str:
    """Quote foreign text for a message: short, and with everything unprintable escaped."""
    text = str(value)
    if isinstance(value, int) and len(text) <= EXCERPT:
        return text
    return repr(text if len(text) <= EXCERPT else text[:EXCERPT] + "...")
