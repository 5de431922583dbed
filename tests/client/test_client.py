"""The client's modules without a browser: their Node tests, generated files and sizes."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from pickomino import CommittedDice, Game, Rules, legal_actions, start
from pickomino.core.dice import SealedDice
from pickomino.core.dice_terms import DiceTerms, VoidedRound
from pickomino.rooms.protocol.frames import game_frames
from pickomino.rooms.views.replay import Replay
from pickomino.server.http.static_files import client_files

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
NONCES = ("0f" * 32, "")
NAMES = ("Ann", "Bob")
TIME = "2026-11-16T12:00:00Z"


def require_tool(tool):
    """Skip the test if a tool is missing, except in CI."""
    if shutil.which(tool) is None:
        assert not os.environ.get("CI"), f"{tool} is missing"
        pytest.skip(f"{tool} is missing")


def play_replay(rules, seed, *, is_sealed=True, starter="", **terms):
    """Return the replay of a whole game that the engine plays with committed dice."""
    secret, game_id = bytes([seed]) * 32, f"game{seed}"
    terms = DiceTerms(game_id, str(Rules.parse(rules)), NAMES, TIME, starter=starter, **terms)
    if is_sealed:
        dice = SealedDice(secret, terms, NONCES)
    else:
        dice = CommittedDice(secret, game_id, NONCES)
    seat = dice.starting_seat(len(NONCES)) if starter == "lot" else "ab".find(starter)
    game = Game.from_position(start(Rules.parse(rules), len(NONCES), seat), dice)
    while not game.is_over:
        # Claiming at once and choosing high symbols first makes sure that the game ends.
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
        terms.round if is_sealed else 0,
        starter,
        tuple(game_frames(game.start, game.steps)),
        dice.secret.hex(),
        None,
        True,
        terms.number,
        terms.nonce_seats,
        tuple(map(str, terms.voided)),
    )


def test_modules_pass_their_node_tests(tmp_path):
    require_tool("node")
    rules = ("standard", "classic+extrawurm", "classic+extrawurm(golden=plain)")
    replays = [play_replay(name, seed) for seed, name in enumerate(rules, 1)]
    replays.append(play_replay("standard", 4, is_sealed=False))
    replays += [play_replay("mini", seed, starter=who) for seed, who in enumerate(("b", "lot"), 5)]
    current = {"room": "CODE", "number": 2, "nonce_seats": "a"}
    hashes = tuple("sha256:" + digit * 64 for digit in "12")
    voided = VoidedRound("sha256:" + "0" * 64, "ab", "a", hashes)
    replays.append(play_replay("standard", 7, **current))
    replays.append(play_replay("mini", 8, starter="lot", round=2, voided=(voided,), **current))
    assert any({"I", "W"} & set(frame.wfen.split()[5]) for frame in replays[1].frames)
    file = tmp_path / "replays.json"
    file.write_bytes(msgspec.json.encode(replays))
    result = subprocess.run(
        [shutil.which("node"), "--test", *map(str, sorted(HERE.glob("*.test.js")))],
        env=os.environ | {"PICKOMINO_REPLAYS": str(file)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout
    assert "# fail 0" in result.stdout


def test_generated_types_and_constants_are_current():
    script = ROOT / "scripts/client_types.py"
    result = subprocess.run([sys.executable, script, "--check"], check=False)
    assert result.returncode == 0, "run scripts/client_types.py"


def test_drawings_for_python_are_current():
    require_tool("node")
    command = [shutil.which("node"), ROOT / "scripts/drawings.js"]
    drawn = subprocess.run(command, capture_output=True, check=True).stdout
    kept = (ROOT / "src/pickomino/core/drawings.json").read_bytes()
    assert drawn == kept, "run scripts/drawings.js"


def test_lines_have_at_most_100_characters():
    """The formatter does not break strings, such as texts to be extracted and drawings."""
    unbreakable = re.compile(r"""\s*(?:: _\()?["'`<].*|.*`<.*""")
    too_long = [
        f"{path.name}:{number}"
        for path in sorted(CLIENT.rglob("*.js"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > 100 and not unbreakable.fullmatch(line)
    ]
    assert not too_long


def test_package_lock_names_no_host():
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    assert not any("resolved" in package for package in lock["packages"].values())


CLIENT = ROOT / "src/pickomino/client"
IMPORT = re.compile(r'^(?:import|export)[^;]*?from "([^"]+)"|^import "([^"]+)"', re.MULTILINE)


def static_imports(entry):
    """Return all modules that a page imports statically."""
    modules, todo = set(), [CLIENT / entry]
    while todo:
        module = todo.pop()
        if module in modules:
            continue
        modules.add(module)
        names = (match[1] or match[2] for match in IMPORT.finditer(module.read_text("utf-8")))
        todo += [(module.parent / name).resolve() for name in names]
    return {str(module.relative_to(CLIENT)) for module in modules}


def test_modules_of_a_page_are_its_static_imports():
    for page in CLIENT.glob("*/*-page.js"):
        name = str(page.relative_to(CLIENT))
        assert set(client_files().modules([name])) == static_imports(name)
