"""The client's modules without a browser: their own tests under Node, and their types."""

import gzip
import json
import os
import random
import re
import shutil
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest

from pickomino import CommittedDice, Game, Rules, SeededDice, legal_actions, start
from pickomino.analysis.review import review
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.dice import DiceTerms, SealedDice
from pickomino.profile.figures import as_json, compute_figures
from pickomino.profile.game_log import PlayedGame, played_game
from pickomino.profile.practice_log import Card, after_answer, practice_places
from pickomino.profile.ratings import NEWCOMER, puzzle_rating, update_rating
from pickomino.puzzles.from_review import puzzles_from_review
from pickomino.puzzles.packs import daily_puzzles, pack_files, packs
from pickomino.puzzles.puzzle import format_puzzle, parse_puzzle
from pickomino.puzzles.scores import band, share_line
from pickomino.rooms.protocol.frames import frame_of, game_frames
from pickomino.rooms.views.replay import Replay
from pickomino.server.http.bundle import BUNDLE
from pickomino.server.http.static_files import BUNDLED, client_files
from pickomino.server.reviews.view import review_view

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
NONCES = ("0f" * 32, "")
NAMES = ("Ann", "Bob")
TIME = "2026-11-16T12:00:00Z"
PACK = packs()[0]
PLAYED = PlayedGame(1, "standard", 0, ("bot:family", "Ann"), 1.0, 15, 2, 4, 31, 0.02, 0.1)
OTHER = PlayedGame(3, "classic", 1, ("bot:family",), 0.0, 10, 0, 5, 28)


def need(tool):
    """Skip where a tool is missing, but not in CI."""
    if shutil.which(tool) is None:
        assert not os.environ.get("CI"), f"{tool} is missing"
        pytest.skip(f"{tool} is missing")


def played(rules, seed, *, is_sealed=True, starter=""):
    """Let the engine play a whole game on committed dice, and give its replay."""
    secret, game_id = bytes([seed]) * 32, f"game{seed}"
    if is_sealed:
        terms = DiceTerms(game_id, str(Rules.parse(rules)), NAMES, TIME, starter=starter)
        dice = SealedDice(secret, terms, NONCES)
    else:
        dice = CommittedDice(secret, game_id, NONCES)
    seat = dice.starting_seat(len(NONCES)) if starter == "lot" else "ab".find(starter)
    game = Game.from_position(start(Rules.parse(rules), len(NONCES), seat), dice)
    while not game.is_over:
        # Claim at once, and take high symbols first: such a game ends.
        order = {"t": 0, "s": 1, "b": 2, "k": 3, "r": 4, "z": 5, "q": 6}
        legal = sorted(legal_actions(game.position), key=lambda a: (order[a.kind], -a.value))
        game.play(legal[0])
    return Replay(
        "CODE",
        game_id,
        str(Rules.parse(rules)),
        NAMES,
        (),
        dice.commitment,
        NONCES,
        TIME if is_sealed else "",
        int(is_sealed),
        starter,
        tuple(game_frames(game.start, game.steps)),
        dice.secret.hex(),
        None,
        True,
    )


def told_puzzles():
    """Return what Python says of some days and puzzles."""
    pack = PACK
    extra_lines = [line for line in pack.lines if line.split()[1] == "extrawurm"][:200]
    days = [pack.starts + timedelta(days=day) for day in (0, 1, 17, pack.days, pack.days + 40)]
    costs = (0, 0.003, 0.0031, 0.01, 0.02, 0.025, 0.0251, 0.5)
    return {
        "pack": pack_files()["pack-1.txt"],
        "days": [
            {"day": str(day), "puzzles": list(map(told_puzzle, daily_puzzles(day)))} for day in days
        ],
        "frames": [
            {
                "puzzle": told_puzzle(each),
                "frame": frame_of(each.position, ""),
                "legal": list(map(str, legal_actions(each.position))),
            }
            for each in map(parse_puzzle, [*pack.lines[:60], *extra_lines])
        ],
        "costs": costs,
        "bands": list(map(band, costs)),
        "line": share_line(date(2026, 11, 16), costs[:5]),
    }


def told_profile():
    """Return what Python says of ratings, games and own decisions."""
    return {
        "ratings": list(told_ratings()),
        "places": [
            {"day": str(day), "theme": theme, "places": practice_places(PACK, day, theme or None)}
            for theme in ("", "steal")
            for day in (PACK.starts, PACK.starts + timedelta(days=PACK.days - 20))
        ],
        "cards": list(told_cards()),
        "review": told_review(),
        "replay": told_games(),
        "profiles": [
            {
                "games": [each._asdict() for each in games],
                "figures": as_json(compute_figures(games)),
            }
            for games in ([], [PLAYED], [PLAYED, PLAYED._replace(at=2, won=0.5, luck=-0.2), OTHER])
        ],
    }


def told_ratings():
    player, puzzle = NEWCOMER, puzzle_rating(3)
    for score in (1, 0, 1, 1, 0, 1):
        player, puzzle = (
            update_rating(player, puzzle, score),
            update_rating(puzzle, player, 1 - score),
        )
        yield {"score": score, "player": player, "puzzle": puzzle}


def told_cards():
    line = "standard_oooooooooooooooo_-/-_a_5555w_- own 2 r=0.6/0.2 t25=0.5/0/steal,tile:25"
    for step, cost in ((0, 0), (2, 0.001), (2, 0.02), (3, 0)):
        card = Card(line, PACK.starts, step)
        after = after_answer(card, cost, PACK.starts)
        yield {
            "card": card._asdict(),
            "cost": cost,
            "day": str(PACK.starts),
            "after": after and after._asdict(),
        }


def own_game():
    """Return a game of two who often err."""
    game = Game(Rules.preset("mini"), 2, SeededDice(3))
    game.tags |= dict(zip("ab", NAMES, strict=True))
    bots, thinking = [make_bot("random"), make_bot("beginner")], Thinking(random.Random(3))
    while not game.is_over:
        game.play(bots[game.position.seat].choose(game.position, thinking))
    return game


def told_review():
    game = own_game()
    reviewed = review(game)
    puzzles = [each for seat in range(2) for each in puzzles_from_review(game, reviewed, seat)]
    frames = [game.position_before(index) for index in range(len(game.events))]
    return {
        "review": review_view(reviewed),
        "frames": [{"wfen": position.wfen()} for position in frames],
        "lines": list(map(format_puzzle, puzzles)),
    }


def told_games():
    game = own_game()
    frames = game_frames(game.start, game.steps)
    return {
        "replay": {"rules": str(game.start.rules), "names": NAMES, "frames": frames},
        "games": [played_game(game, seat, 7)._asdict() for seat in range(2)],
    }


def told_puzzle(puzzle):
    return {
        "wfen": puzzle.position.wfen(),
        "theme": puzzle.theme,
        "difficulty": puzzle.difficulty,
        "choices": [
            {
                "action": str(each.action),
                "chance": each.chance,
                "failure": each.failure,
                "reason": each.reason and each.reason._asdict(),
            }
            for each in puzzle.choices
        ],
    }


def test_the_modules_pass_their_own_tests(tmp_path):
    need("node")
    rules = ("standard", "classic+extrawurm", "classic+extrawurm(golden=plain)")
    replays = [played(name, seed) for seed, name in enumerate(rules, 1)]
    replays.append(played("standard", 4, is_sealed=False))
    replays += [played("mini", seed, starter=who) for seed, who in enumerate(("b", "lot"), 5)]
    assert any("I" in frame.rolled or "W" in frame.rolled for frame in replays[1].frames)
    file = tmp_path / "replays.json"
    file.write_bytes(msgspec.json.encode(replays))
    puzzles = tmp_path / "puzzles.json"
    puzzles.write_bytes(msgspec.json.encode(told_puzzles()))
    profile = tmp_path / "profile.json"
    profile.write_bytes(msgspec.json.encode(told_profile()))
    told = {"REPLAYS": file, "PUZZLES": puzzles, "PROFILE": profile}
    found = subprocess.run(
        [shutil.which("node"), "--test", *map(str, sorted(HERE.glob("*.test.js")))],
        env=os.environ | {f"PICKOMINO_{name}": str(path) for name, path in told.items()},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout
    assert "# fail 0" in found.stdout


def test_types_and_constants_are_those_of_python():
    script = ROOT / "scripts/client_types.py"
    found = subprocess.run([sys.executable, script, "--check"], check=False)
    assert found.returncode == 0, "run scripts/client_types.py"


def test_the_drawings_of_the_server_are_those_of_the_client():
    need("node")
    command = [shutil.which("node"), ROOT / "scripts/drawings.js"]
    drawn = subprocess.run(command, capture_output=True, check=True).stdout
    kept = (ROOT / "src/pickomino/server/images/drawings.json").read_bytes()
    assert drawn == kept, "run scripts/drawings.js"


def test_the_types_of_the_client_are_right():
    tool = ROOT / "node_modules/.bin/tsc"
    if not tool.exists():
        assert not os.environ.get("CI"), "run npm ci"
        pytest.skip("TypeScript is missing: npm ci")
    found = subprocess.run([tool], cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def test_lines_have_100_characters_at_most():
    """The formatter breaks neither texts, which must stay whole to be found, nor drawings."""
    whole = re.compile(r"""\s*(?:: _\()?["'`<].*|.*`<.*""")
    found = [
        f"{path.name}:{number}"
        for path in sorted(CLIENT.rglob("*.js"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > 100 and not whole.fullmatch(line)
    ]
    assert not found


def test_no_package_host_is_named():
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    assert not any("resolved" in package for package in lock["packages"].values())


CLIENT = ROOT / "src/pickomino/client"
TEMPLATES = ROOT / "src/pickomino/server/http/templates"
SHOWN = ("base", "home", "filled", "board", "table")
"""What whoever plays at once gets to see."""
IMPORT = re.compile(r'^(?:import|export)[^;]*?from "([^"]+)"|^import "([^"]+)"', re.MULTILINE)


def modules_of(entry):
    """Everything a page loads at once; what is imported later is no part of it."""
    found, todo = set(), [CLIENT / entry]
    while todo:
        module = todo.pop()
        if module in found:
            continue
        found.add(module)
        names = (match[1] or match[2] for match in IMPORT.finditer(module.read_text("utf-8")))
        todo += [(module.parent / name).resolve() for name in names]
    return {str(module.relative_to(CLIENT)) for module in found}


@pytest.mark.parametrize(
    "page",
    [
        "home/home",
        "table/table",
        "replay/replay",
        "tutorial/tutorial",
        "prose/prose",
        "puzzles/daily",
        "puzzles/practice",
        "profile/profile",
        "review/review",
        "review/try-again",
        "review/upload",
        "review/position-editor",
    ],
)
def test_pages_load_their_modules_at_once(page):
    assert set(client_files().modules([f"{page}-page.js"])) == modules_of(f"{page}-page.js")


def test_the_table_is_small_enough():
    """To the first roll at most 100 kB compressed, the home page included."""
    scripts = {BUNDLE, *(f"game/{name}" for name in (*BUNDLED, "table/guide.js"))}
    pages = [(TEMPLATES / f"{page}.html").read_text("utf-8") for page in SHOWN]
    styles = set(re.findall(r'"([a-z/-]+\.css)"', "".join(pages))) | {"styles/table/guide.css"}
    served = [client_files().read(name) for name in scripts | styles]
    files = [page.encode() for page in pages]
    catalogs = map(json.loads, map(Path.read_bytes, (ROOT / "src").rglob("client.json")))
    texts = [json.dumps(catalog["messages"], ensure_ascii=False) for catalog in catalogs]
    files.append(max(texts, key=len, default="").encode())
    packed = [gzip.compress(file) for file in files] + [file.compressed or b"" for file in served]
    assert sum(map(len, packed)) < 100_000
