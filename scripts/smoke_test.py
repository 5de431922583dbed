"""Install a wheel into a new environment, and play with it: engine, plain text and terminal app.

    python scripts/smoke_test.py dist

Needs only the standard library, and runs on Linux, macOS and Windows.
"""

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

EXTRAS = "play"
TIMEOUT_SECONDS = 600
ENGINE = """
import random
from pickomino import CHANCE, OVER, Rules, apply, apply_roll, chance_outcomes, legal_actions, start

position, chosen = start(Rules.preset("standard"), players=2), random.Random(1)
while position.to_act != OVER:
    if position.to_act == CHANCE:
        position = apply_roll(position, chosen.choice(chance_outcomes(position))[0])
    else:
        position = apply(position, chosen.choice(legal_actions(position)))
print("engine played to", position.wfen())
"""
APP = """
import asyncio, tempfile
from pathlib import Path
from pickomino.tui.app import PickominoApp

async def main():
    with tempfile.TemporaryDirectory() as folder:
        app = PickominoApp(Path(folder), language="en")
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.press("n")
            await pilot.pause()
            print("app shows", type(app.screen).__name__)

asyncio.run(main())
"""


def main(folder):
    """Test the one wheel in a folder."""
    (wheel,) = Path(folder).resolve().glob("*.whl")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        venv.create(Path(temporary, "venv"), with_pip=True)
        scripts = Path(temporary, "venv", "Scripts" if os.name == "nt" else "bin")
        python, home = scripts / "python", Path(temporary, "home")
        home.mkdir()

        def run(*command, expected):
            done = subprocess.run(
                list(map(str, command)),
                cwd=home,
                env=_environment(home),
                capture_output=True,
                encoding="utf-8",
                timeout=TIMEOUT_SECONDS,
                check=False,
            )
            if done.returncode or expected not in done.stdout:
                sys.exit(f"{command} gave {done.returncode}:\n{done.stdout}\n{done.stderr}")
            print("ok:", expected)

        run(python, "-m", "pip", "install", "--quiet", f"{wheel}[{EXTRAS}]", expected="")
        version = wheel.name.split("-")[1]
        program = scripts / "pickomino"
        run(program, "--version", expected=version)
        run(python, "-c", ENGINE, expected="engine played to standard")
        plain = ["play", "--plain", "--people", "0", "--bots", "champion,family", "--seed", "1"]
        run(program, *plain, "--language", "en", expected="wins")
        match = ["arena", "random", "family", "--games", "4", "--workers", "2"]
        run(program, *match, "--language", "en", expected="family")
        run(python, "-c", APP, expected="app shows NewGameScreen")


def _environment(home):
    """Return the environment with an empty home, and without the checkout on Python's path."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    homes = dict.fromkeys(("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"), str(home))
    return kept | homes | {"PYTHONUTF8": "1"}


if __name__ == "__main__":
    main(*sys.argv[1:])
