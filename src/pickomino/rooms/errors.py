"""Error codes of rooms, and those a server sends to its clients.

Clients translate a code without importing `pickomino.server`, so every code that can travel is
registered here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.core.errors import message

MESSAGES: Final[Mapping[str, str]] = {
    # Rooms
    "unknown_room": message("there is no table {room}"),
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
    # Raised by the server
    "unknown_game": message("there is no finished game {game}"),
    "record_unfinished": message("the record ends before the game is over"),
    "too_many_turns": message("the game has {turns} turns; at most {limit} are reviewed here"),
    "review_busy": message("too many reviews are being made; try again in a moment"),
    "review_failed": message("this game could not be reviewed ({reason})"),
    "no_such_page": message("there is nothing here"),
    "bad_method": message("this cannot be done here"),
    "bad_origin": message("a page of another site may not do this"),
    "bad_format": message("{format} is not a record format; use wgn or json"),
    "too_many_rooms": message("there are already {limit} tables; come back later"),
    "too_many_connections": message("there are too many connections; close another one first"),
    "server_failed": message("something went wrong on the server"),
}
