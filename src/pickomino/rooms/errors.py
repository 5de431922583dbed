"""The error codes of rooms, and the error codes that a server sends to its clients.

Clients translate codes without importing `pickomino.server`, so every code that a server can send
is registered here.
"""

from pickomino.core.errors import message

MESSAGES = {
    # Rooms
    "unknown_room": message("there is no table {room}"),
    "room_full": message("all seats are taken"),
    "room_used_up": message("this table has reached its limit of {limit} events; open a new one"),
    "room_damaged": message("the log of table {room} is damaged at version {version}"),
    "bad_token": message("this token does not belong to a seat at this table"),
    "stale": message(
        "the command is for version {expected}, but the table is at version {version}"
    ),
    "no_version": message("the command does not state the version it is for"),
    "not_host": message("only the host may do this"),
    "not_your_seat": message("seat {seat} belongs to another player"),
    "not_your_turn": message("it is not your turn"),
    "no_such_seat": message("there is no seat {seat}"),
    "seat_taken": message("seat {seat} is taken"),
    "no_person": message("seat {seat} is not played by a person"),
    "too_few_players": message("a game needs at least 2 players, not {players}"),
    "game_running": message("the game has already begun"),
    "not_running": message("this is not possible at this stage of the game"),
    "one_seat_each": message("each player can have only one seat at a public table"),
    "needs_vote": message(
        "the player in seat {seat} is present; at a public table this needs a vote by the others"
    ),
    "no_nonce_wanted": message("no nonce is expected from seat {seat} now"),
    "nonce_mismatch": message("the nonce of seat {seat} does not match its commitment"),
    "turn_taken_over": message("seat {seat} is out of time: a bot makes the next move"),
    "taken_over": message("a bot is playing for seat {seat}; take the seat back first"),
    "not_taken_over": message("no bot plays for seat {seat}"),
    "bad_match": message(
        "a match is played over a number of games or to a number of wins, not both"
    ),
    "bad_match_length": message("a match has 1 to {games} games, or goes to at most {wins} wins"),
    "guided_practice": message("a guided game must be one in which moves can be taken back"),
    "starter_by_lot": message("the starting player is drawn by lot here"),
    "match_running": message("the settings of a match cannot be changed once it has begun"),
    "too_many_games": message("a table has at most {limit} games"),
    "bad_reaction": message("{reaction} is not a reaction; choose from {known}"),
    "too_many_reactions": message("a player can react {limit} times in a game"),
    "too_fast": message("too many requests at once; try again in {seconds} s"),
    "server_busy": message("the server is busy; try again in a moment"),
    "too_many_joins": message(
        "tables can be joined {limit} times a minute from your network; try again in {seconds} s"
    ),
    "too_many_seats": message(
        "{limit} seats at a public table can be taken in quick succession from your network; the"
        " next one in {minutes} min"
    ),
    "too_many_new_rooms": message(
        "{limit} tables an hour can be opened from your network; the next one in {minutes} min"
    ),
    "too_many_uploads": message(
        "{limit} games an hour can be uploaded from your network; the next one in {minutes} min"
    ),
    "bad_turn_seconds": message(
        "the time per turn must be {fewest} to {most} seconds, not {seconds}"
    ),
    "message_too_big": message("a message may have at most {limit} bytes"),
    "bad_message": message("invalid message: {reason}"),
    "bad_protocol": message("protocol {found} is not supported here, only {expected}"),
    "store_failed": message("the game could not be saved: {reason}"),
    "too_many_watchers": message("at most {limit} spectators can watch one table"),
    "too_many_own_watchers": message(
        "at most {limit} spectators from your network can watch one table"
    ),
    "too_many_server_watchers": message("this server has too many spectators now; try again later"),
    "service_closed": message("the server is shutting down; try again in a moment"),
    "no_hints": message("there are no hints at this table"),
    "coach_busy": message("the coach is busy; ask again in a moment"),
    "bots_not_loaded": message(
        "the coach and the review need a file that could not be loaded; check your connection"
    ),
    # Noticed by clients
    "bad_game_link": message("this link does not hold a whole game; it may have been cut off"),
    "log_changed": message(
        "the server has lost or changed moves that this device saw at this table"
    ),
    # Raised by the server
    "unknown_game": message("there is no finished game {game}"),
    "game_deleted": message("this game was deleted"),
    "record_unfinished": message("the record ends before the game is over"),
    "too_many_turns": message("the game has {turns} turns; at most {limit} are reviewed here"),
    "review_busy": message("too many reviews are in progress; try again in a moment"),
    "review_failed": message("this game could not be reviewed ({reason})"),
    "no_such_page": message("there is nothing at this address"),
    "bad_method": message("this address does not support this method"),
    "bad_origin": message("pages of other sites may not do this"),
    "bad_format": message("{format} is not a record format; use wgn or json"),
    "too_many_rooms": message("there are already {limit} tables; try again later"),
    "storage_used_up": message("no more can be stored for now; try again later"),
    "too_many_connections": message("there are too many connections; close one first"),
    "server_failed": message("something went wrong on the server"),
}
