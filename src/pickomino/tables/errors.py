"""Error codes for tables in a terminal client."""

from pickomino.core.errors import message

MESSAGES = {
    # Connections
    "bad_table_link": message(
        "{link} is not a link to a table; use the form http://localhost:8000/table/ABCD2345"
    ),
    "no_connection": message("the connection to the table was lost; reconnecting"),
    "no_server": message("the server at {address} is not responding"),
    "no_answer": message(
        "the server at {address} has not answered for {seconds} seconds; the same command tries "
        "again"
    ),
    # Dice promises
    "own_nonce_gone": message(
        "the server accepted this device’s nonce but did not use it for the dice"
    ),
    "called_silent": message(
        "the server says that this device did not contribute to the dice, but it did"
    ),
    "no_own_nonce": message("the dice include no nonce from this device"),
    "rolls_not_seen": message("this device did not see every roll live"),
}
