"""Error codes of the benchmark."""

from pickomino.core.errors import message

MESSAGES = {
    "unknown_task": message("unknown task {name}; choose from {known}"),
    "bot_failed_in": message("bot {bot} failed in {wfen}: {reason}"),
    "bad_bench_file": message("{name} is not a result file of the benchmark: {reason}"),
    "other_bench": message(
        "{name} has results of another run: {setting} is {found}, not {expected}"
    ),
}
