"""Error codes of matches."""

from pickomino.core.errors import message

MESSAGES = {
    "bad_games": message("the number of games must be from 1 to {most}, not {games}"),
    "bad_seconds": message(
        "the time per action must be more than 0 and at most {most} seconds, not {seconds}"
    ),
    "bad_workers": message("the number of workers must be at least 1, not {workers}"),
    "bot_not_portable": message(
        "bot {bot} cannot be sent to other processes: {reason}; use a class or function of a"
        " module, or a single worker"
    ),
    "records_resume": message(
        "{name} already has results (groups: {count}), and their games cannot be written any more:"
        " use a new results file, or none"
    ),
    "bad_records_name": message("{name} must end in .wgn, .jsonl or .parquet"),
    "bad_sprt": message("{text} is not a pair of win shares P0,P1 with 0 < P0 < P1 < 1"),
    "sprt_players": message("the sequential test compares 2 bots, not {players}"),
    "bot_failed": message("bot {bot} failed in game {game} of group {group}: {reason}"),
    "worker_died": message(
        "a worker process ended unexpectedly; was it killed, or did it run out of memory?"
    ),
    "other_match": message("{name} belongs to another match: {setting} is {found}, not {expected}"),
    "bad_results": message("{name}, line {line}: this is not a match result"),
    "ray_unreachable": message("no Ray cluster at {address}: {reason}"),
    "ray_failed": message("the Ray cluster failed: {reason}"),
    "ray_version": message("a Ray node runs pickomino {found}, but this is {expected}"),
}
