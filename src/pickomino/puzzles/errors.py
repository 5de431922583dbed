"""Error codes of puzzles."""

from pickomino.core.errors import message

MESSAGES = {
    "bad_puzzle": message("this is not a puzzle: {text}"),
    "bad_pack": message("this is not a puzzle pack"),
    "bad_date": message("{text} is not a date; use the form 2026-11-16"),
    "no_such_day": message("there are no puzzles before {first}"),
    "day_to_come": message("the puzzles for {date} are not available yet"),
}
