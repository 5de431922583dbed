"""The client's modules without a browser: their own tests under Node, and their types."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest

from pickomino import CommittedDice, Game, Rules, legal_actions, start
from pickomino.core.dice import DiceTerms, SealedDice
from pickomino.puzzles.packs import daily, pack_files, packs
from pickomino.puzzles.puzzle import read
from pickomino.puzzles.scores import band, share_line
from pickomino.server.static import client_files
from pickomino.service.frames import frame_of, game_frames
from pickomino.service.replay import Replay

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
NONCES = ("0f" * 32, "")
NAMES = ("Ann", "Bob")
TIME = "2026-11-16T12:00:00Z"


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
        tuple(game_frames(game.start, game.moments)),
        dice.secret.hex(),
        None,
        True,
    )


def told_puzzles():
    """Return what Python says of some days and puzzles."""
    pack = packs()[0]
    days = [pack.starts + timedelta(days=day) for day in (0, 1, 17, pack.days, pack.days + 40)]
    costs = (0, 0.003, 0.0031, 0.01, 0.02, 0.025, 0.0251, 0.5)
    return {
        "pack": pack_files()["pack-1.txt"],
        "days": [{"day": str(day), "puzzles": list(map(told_puzzle, daily(day)))} for day in days],
        "frames": [
            {
                "puzzle": told_puzzle(each),
                "frame": frame_of(each.position, ""),
                "legal": list(map(str, legal_actions(each.position))),
            }
            for each in map(read, pack.lines[:60])
        ],
        "costs": costs,
        "bands": list(map(band, costs)),
        "line": share_line(date(2026, 11, 16), costs[:5]),
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
    found = subprocess.run(
        [shutil.which("node"), "--test", *map(str, sorted(HERE.glob("*.test.js")))],
        env=os.environ | {"PICKOMINO_REPLAYS": str(file), "PICKOMINO_PUZZLES": str(puzzles)},
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
    kept = (ROOT / "src/pickomino/server/drawings.json").read_bytes()
    assert drawn == kept, "run scripts/drawings.js"


def test_the_types_of_the_client_are_right():
    tool = ROOT / "node_modules/.bin/tsc"
    if not tool.exists():
        assert not os.environ.get("CI"), "run npm ci"
        pytest.skip("TypeScript is missing: npm ci")
    found = subprocess.run([tool], cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def test_no_package_host_is_named():
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    assert not any("resolved" in package for package in lock["packages"].values())


CLIENT = ROOT / "src/pickomino/server/client"
TEMPLATES = ROOT / "src/pickomino/server/templates"
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
        "home",
        "table",
        "replay",
        "tutorial",
        "simple",
        "daily/daily",
        "review/review",
        "review/try",
        "review/bring",
        "review/position",
    ],
)
def test_pages_load_their_modules_at_once(page):
    assert set(client_files().modules([f"{page}-page.js"])) == modules_of(f"{page}-page.js")


def test_the_table_is_small_enough():
    """To the first roll at most 100 kB compressed, the home page included."""
    scripts = modules_of("table-page.js") | modules_of("home-page.js") | modules_of("page.js")
    pages = [(TEMPLATES / f"{page}.html").read_text("utf-8") for page in ("base", "home", "table")]
    styles = set(re.findall(r'"([a-z-]+\.css)"', "".join(pages)))
    served = [client_files().read(name) for name in scripts | styles]
    files = [page.encode() for page in pages]
    catalogs = map(json.loads, map(Path.read_bytes, (ROOT / "src").rglob("client.json")))
    texts = [json.dumps(catalog["messages"], ensure_ascii=False) for catalog in catalogs]
    files.append(max(texts, key=len, default="").encode())
    packed = [gzip.compress(file) for file in files] + [file.packed or b"" for file in served]
    assert sum(map(len, packed)) < 100_000
