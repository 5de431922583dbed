"""Bad arguments of every command, each with the sentence that refuses it."""

from support.server.stores import CODE

START = "standard_oooooooooooooooo_-/-_a_5ww_12345"
LONG = "/proc/no/such/folder/with/a/name/that/is/much/longer/than/a/line/should/be/game"
HUGE = "99999999999999999999999"
LANGUAGES = '"en", "de", "fr", "it", "pt_BR", "nl", "es"'
BOTS = "choose from random, beginner, family, expert, strategist, champion, external"
PRESETS = "choose from standard, classic, short, manual, mini"
NO_LANGUAGE = f'Invalid value "xx" for --language. Choose from: {LANGUAGES}.'
NO_RECORD = "'text.txt': the record has no Rules tag"
POSTGRES = "postgresql://me:secret@127.0.0.1:1/games"
DEAD_POSTGRES = "cannot use the database postgresql://127.0.0.1:1/games: Connection refused"
ONLY_FILES = "PostgreSQL databases are backed up and restored with pg_dump and pg_restore"


def no_number(option, text):
    return f"Invalid value for {option}: '{text}' is not a whole number."


REFUSED = {
    "": [("nonsense", 'Unknown command "nonsense". Available commands: ')],
    "play": [
        ("--nope", "Unknown option: --nope. Did you mean --name?"),
        ("extra more", "unexpected: 'extra' 'more'"),
        ("--people x", no_number("--people", "x")),
        ("--people 1.5", no_number("--people", "1.5")),
        ("--people -1", "a game needs 2 to 7 players, not 0 (people: -1, bots: 1)"),
        ("--people 9", "a game needs 2 to 7 players, not 10 (people: 9, bots: 1)"),
        ("--bots 20", "a game needs 2 to 7 players, not 21 (people: 1, bots: 20)"),
        ("--bots 0", "a game needs 2 to 7 players, not 1 (people: 1, bots: 0)"),
        ("--bots grandma", f"unknown bot 'grandma'; {BOTS}"),
        ("--bots family,grandma", f"unknown bot 'grandma'; {BOTS}"),
        ("--bots family:depth=2", "unknown bot option 'depth'; choose from by"),
        ("--bots champion:network=no.npz", "cannot read 'no.npz': No such file or directory"),
        ("--bots champion:network=text.txt", "'text.txt' is not a network, or it is damaged"),
        ("--network no.npz", "cannot read 'no.npz': No such file or directory"),
        ("--names a,b", "the number of names (2) does not match the number of people (1)"),
        ("--names bot:x", "'bot:x' is not a valid name; use 1 to 40 printable characters; "),
        ("--rules chess", f"unknown rule set 'chess'; {PRESETS}"),
        ("--rules mini(steal=x)", "steal cannot be 'x'; choose from forced, optional"),
        ("--seed x", no_number("--seed", "x")),
        ("--seed -1", "a seed is a whole number from 0 to 2^63-1, got -1"),
        ("--language xx", NO_LANGUAGE),
        (f"--record {LONG}", f"cannot write '{LONG}': No such file or directory"),
        ("--record text.txt", "'text.txt' already exists and will not be overwritten"),
        ("--turn-limit 0", "the turn limit must be at least 1, not 0"),
        ("--turn-limit 6000", "the turn limit must be at most 5000, not 6000"),
        ("--starter 9", "'9' is not a seat of this game; its seats are 1, 2, lot"),
        ("--match-games 0", "a match has 1 to 50 games, or goes to at most 10 wins"),
        ("--match-wins 99", "a match has 1 to 50 games, or goes to at most 10 wins"),
        (
            "--match-games 2 --match-wins 2",
            "a match is played over a number of games or to a number of wins, not both",
        ),
        ("--join nowhere", "'nowhere' is not a link to a table; use the form http://"),
        (
            "--plain --join http://127.0.0.1:9/table/ABCD2345 --name bot:x",
            "'bot:x' is not a valid name; use 1 to 40 printable characters; ",
        ),
    ],
    "serve": [
        ("extra", "unexpected: 'extra'"),
        ("--host 999.1.1.1", "cannot listen on '999.1.1.1': Name or service not known"),
        ("--host 192.0.2.1", "cannot listen on '192.0.2.1': Cannot assign requested address"),
        ("--port 99999", "--port must be a number from 0 to 65535, not 99999"),
        ("--port 22.5", no_number("--port", "22.5")),
        ("--site folder", "'folder' is not the folder of a static site; make one with pickomino"),
        ("--database text.txt", "cannot use the database 'text.txt': file is not a database"),
        ("--database folder", "cannot use the database 'folder': unable to open database file"),
        ("--database foreign.db", "'foreign.db' is not a database of this program"),
        ("--database /proc/no/x", "cannot use the database '/proc/no/x': No such file or direct"),
        (f"--database {POSTGRES}", DEAD_POSTGRES),
        ("--redis redis://x", "Redis links servers that share a PostgreSQL database, but the "),
        (
            f"--redis nowhere --database {POSTGRES}",
            "the address of Redis cannot be used: Redis URL must specify one of the following ",
        ),
        (
            "--public-url games.example.org",
            "'games.example.org' is not a web address; use the form https://example.org",
        ),
        ("--public-url http://", "'http://' is not a web address; use the form https://exa"),
        ("--language xx", NO_LANGUAGE),
    ],
    "backup": [
        ("", 'Command "backup" parameter --output requires an argument.'),
        (
            "--output o.db --database no.db",
            "cannot read 'no.db': No such file or directory",
        ),
        ("--output o.db --database folder", "cannot read 'folder': Is a directory"),
        ("--output o.db --database text.txt", "'text.txt' is not a database of this program"),
        ("--output o.db --database foreign.db", "'foreign.db' is not a database of this program"),
        (f"--output o.db --database {POSTGRES}", ONLY_FILES),
        (
            "--output text.txt --database ours.db",
            "'text.txt' already exists and will not be overwritten",
        ),
        (
            "--output /no/o.db --database ours.db",
            "cannot write '/no/o.db': No such file or directory",
        ),
        ("--output o.db --language xx", NO_LANGUAGE),
    ],
    "restore": [
        ("", 'Command "restore" parameter --input requires an argument.'),
        ("--input no.db", "cannot read 'no.db': No such file or directory"),
        ("--input text.txt", "'text.txt' is not a database of this program"),
        ("--input foreign.db", "'foreign.db' is not a database of this program"),
        (
            "--input ours.db --database new.db",
            "'ours.db' is not an intact backup: ours.db.manifest.json is missing; to restore ",
        ),
        (
            "--input ours.db --no-manifest --database /proc/no/x.db",
            "cannot write '/proc/no/x.db': No such file or directory",
        ),
        (f"--input ours.db --database {POSTGRES}", ONLY_FILES),
        ("--input ours.db --language xx", NO_LANGUAGE),
    ],
    "transfer": [
        ("--to new.db", 'Command "transfer" parameter --from requires an argument.'),
        ("--from ours.db", 'Command "transfer" parameter --to requires an argument.'),
        ("--from no.db --to new.db", "cannot read 'no.db': No such file or directory"),
        ("--from text.txt --to new.db", "'text.txt' is not a database of this program"),
        ("--from foreign.db --to new.db", "'foreign.db' is not a database of this program"),
        ("--from ours.db --to foreign.db", "'foreign.db' is not a database of this program"),
        (
            "--from ours.db --to ./ours.db",
            "'./ours.db' is both the source and the target; name another target",
        ),
        (f"--from {POSTGRES} --to new.db", DEAD_POSTGRES),
        (f"--from ours.db --to {POSTGRES}", DEAD_POSTGRES),
        ("--from ours.db --to new.db --language xx", NO_LANGUAGE),
    ],
    "unarchive": [
        ("", 'Command "unarchive" parameter CODE requires an argument.'),
        (f"{CODE} --database no.db", "cannot read 'no.db': No such file or directory"),
        (f"{CODE} --database text.txt", "'text.txt' is not a database of this program"),
        (f"{CODE} --database {POSTGRES}", DEAD_POSTGRES),
        ("ABCD9999 --database ours.db", "there is no table 'ABCD9999'"),
        (
            f"{CODE} --database ours.db",
            f"table '{CODE}' is not archived; players can go on there",
        ),
        (f"{CODE} --language xx", NO_LANGUAGE),
    ],
    "odds": [
        ("hello", f"unknown rule set 'hello'; {PRESETS}"),
        ("mini_oo", "expected 6 fields separated by spaces or _, found 2"),
        (f"{START} --aim chess", "unknown aim 'chess'; choose from worms, win, 21, 22, "),
        (f"{START} --aim 99", "unknown aim '99'; choose from worms, win, 21, 22, "),
        (f"{START} --network no.npz", "cannot read 'no.npz': No such file or directory"),
        ("--rules chess", f"unknown rule set 'chess'; {PRESETS}"),
        ("--json", "--json needs a position; without one, the command asks questions"),
        ("--names Ann,ann", "two players have the name 'Ann'"),
        ("--record text.txt", "'text.txt' already exists and will not be overwritten"),
        ("--record new.wgn --extrawurm", "the adviser cannot record games with Extrawurm"),
        ("--language xx", NO_LANGUAGE),
    ],
    "bots": [("extra", "unexpected: 'extra'"), ("--language xx", NO_LANGUAGE)],
    "arena": [
        ("", "a game needs 2 to 7 players, not 0"),
        ("expert", "a game needs 2 to 7 players, not 1"),
        ("expert grandma", f"unknown bot 'grandma'; {BOTS}"),
        ("expert family --games 0", "the number of games must be from 1 to 10000000, not 0"),
        ("expert family --games x", no_number("--games", "x")),
        ("expert family --rules chess", f"unknown rule set 'chess'; {PRESETS}"),
        ("expert family --seed -1", "a seed is a whole number from 0 to 2^63-1, got -1"),
        ("expert family --turn-limit 0", "the turn limit must be at least 1, not 0"),
        ("expert family --turn-limit 6000", "the turn limit must be at most 5000, not 6000"),
        (
            "expert family --seconds nan",
            "the time per action must be more than 0 and at most 86400 seconds, not nan",
        ),
        (
            "expert family --seconds inf",
            "the time per action must be more than 0 and at most 86400 seconds, not inf",
        ),
        (
            f"expert family --games {HUGE}",
            f"the number of games must be from 1 to 10000000, not {HUGE}",
        ),
        ("expert:x=1 family", "the bot expert has no options, so 'x' cannot be set"),
        (
            "expert family --sprt 0.6,0.5",
            "'0.6,0.5' is not a pair of win shares P0,P1 with 0 < P0 < P1 < 1",
        ),
        ("expert family random --sprt 0.5,0.6", "the sequential test compares 2 bots, not 3"),
        ("expert family --workers 0", "the number of workers must be at least 1, not 0"),
        (
            "expert family --results text.txt",
            "'text.txt', line 1: this is not a match result",
        ),
        ("expert family --results folder", "cannot write 'folder': Is a directory"),
        ("expert family --records x.txt", "'x.txt' must end in .wgn, .jsonl or .parquet"),
        ("expert family --records /no/x.wgn", "cannot write '/no/x.wgn': "),
        (
            "expert family --records game.wgn",
            "'game.wgn' already exists and will not be overwritten",
        ),
        ("expert family --plot folder", "cannot write 'folder': Is a directory"),
        ("expert family --plot /no/x.svg", "cannot write '/no/x.svg': No such file or dir"),
        ("expert family --language xx", NO_LANGUAGE),
    ],
    "bench": [
        ("grandma", f"unknown bot 'grandma'; {BOTS}"),
        ("expert --tasks chess", "unknown task 'chess'; choose from decisions-v1, "),
        ("expert --output folder", "cannot write 'folder': Is a directory"),
        ("expert --output text.txt", "'text.txt' is not a result file of the benchmark: "),
        (
            "expert --seconds 0",
            "the time per action must be more than 0 and at most 86400 seconds, not 0.0",
        ),
        ("expert --workers 0", "the number of workers must be at least 1, not 0"),
        ("expert --language xx", NO_LANGUAGE),
    ],
    "replay": [
        ("", 'Command "replay" parameter FILE requires an argument.'),
        ("no.wgn", "cannot read 'no.wgn': No such file or directory"),
        ("folder", "cannot read 'folder': Is a directory"),
        ("text.txt", NO_RECORD),
        ("ours.db", "'ours.db': the file is not UTF-8 text"),
        ("-", "-: the record has no Rules tag"),
        ("game.wgn --turn 9z", "there is no turn '9z'; the game has 0"),
        ("game.wgn --game 9", "there is no game 9; the file has 1"),
        ("game.wgn --game x", no_number("--game", "x")),
        ("game.wgn --language xx", NO_LANGUAGE),
    ],
    "verify": [
        ("no.wgn", "cannot read 'no.wgn': No such file or directory"),
        ("text.txt", NO_RECORD),
        ("game.wgn --language xx", NO_LANGUAGE),
    ],
    "convert": [
        ("no.wgn", "cannot read 'no.wgn': No such file or directory"),
        ("text.txt", NO_RECORD),
        ("game.wgn --to pdf", 'Invalid value "pdf" for --to. Choose from: "wgn", "json".'),
        ("game.wgn --output text.txt", "'text.txt' already exists and will not be overwritten"),
        ("game.wgn --output /no/x", "cannot write '/no/x': No such file or directory"),
    ],
    "review": [
        ("", "give one or more records to review, or - for standard input"),
        ("no.wgn", "cannot read 'no.wgn': No such file or directory"),
        ("text.txt", NO_RECORD),
        ("game.wgn --network text.txt", "'text.txt' is not a network, or it is damaged"),
        ("game.wgn --svg /no/x.svg", "cannot write '/no/x.svg': No such file or directory"),
        ("game.wgn game.wgn --svg x.svg", "a chart shows one game, but there are 2"),
        ("game.wgn --annotate text.txt", "'text.txt' already exists and will not be overwritten"),
        ("game.wgn --language xx", NO_LANGUAGE),
    ],
    "daily": [
        ("--date x", "'x' is not a date; use the form 2026-11-16"),
        ("--date 2999-01-01", "the puzzles for 2999-01-01 are not available yet"),
        ("--date 1999-01-01", "there are no puzzles before 2026-11-16"),
        ("--language xx", NO_LANGUAGE),
    ],
    "practice": [
        ("--theme x", 'Invalid value "x" for --theme. Choose from: "stop", "symbol", '),
        ("--language xx", NO_LANGUAGE),
    ],
    "profile": [
        ("extra", "unexpected: 'extra'"),
        ("--import no.json", "cannot read 'no.json': No such file or directory"),
        ("--import text.txt", "'text.txt': the file is not an exported profile"),
        ("--language xx", NO_LANGUAGE),
    ],
    "export": [
        ("extra", "unexpected: 'extra'"),
        ("--to pdf", 'Invalid value "pdf" for --to. Choose from: "wgn", "json".'),
        ("--last 0", "the number of tables must be at least 1, not 0"),
        ("--last x", no_number("--last", "x")),
        ("--output text.txt", "no game is saved on this device"),
        ("--language xx", NO_LANGUAGE),
    ],
    "site": [
        ("", 'Command "site" parameter --output requires an argument.'),
        ("--output new --runtime no", "'no' does not have Python for the browser: "),
        ("--output new --language xx", NO_LANGUAGE),
    ],
    "help": [("nonsense", 'Unknown command "nonsense". Available commands: ')],
    "completion": [
        ("", 'Command "completion" parameter SHELL requires an argument.'),
        (
            "tcsh",
            'Invalid value "tcsh" for SHELL. Choose from: "bash", "zsh", "fish", "powershell".',
        ),
    ],
}
