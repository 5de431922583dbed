"""Lines are put into the same words by Python and by the browser, in every language."""

import json
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pickomino import Game, Rules, SeededDice, legal_actions
from pickomino.i18n import LANGUAGES, texts_in
from pickomino.i18n.lines import BOARD_LINES, LINES, REVIEW_LINES, SHARED_LINES
from pickomino.i18n.narrator import Narrator
from pickomino.narration.choices import action_texts, previews
from pickomino.narration.events import event_lines, winner_line
from pickomino.narration.line import line
from pickomino.narration.targets import target_lines
from pickomino.rooms.protocol.messages import encode
from pickomino.server.http.locale import client_catalog, language_tag

BROWSER_LINES = SHARED_LINES | REVIEW_LINES | BOARD_LINES
RENDERER = Path(__file__).parents[2] / "src/pickomino/client/shared/lines.js"
NAMES = ("Ann", "Bob", "Cleo")
RULES = ("standard", "classic+extrawurm(golden=plain)", "standard+extrawurm(returned=down)")
PARTS = line("worms", count=1), line("with_player", name=1)
EXAMPLES = {
    "name": (0, 1, 2),
    "robbed": (1, 2),
    "other": (2, PARTS),
    "bot": ("strategist:depth=1",),
    "text": ("good_game", "?"),
    "specialist": range(5),
    "dice": ("1345wwW", "12g4", ""),
    "symbol": ("5", "w"),
    "better": (0.0, 0.1234, 1.0, 25, PARTS),
    "chosen": (0.5, 24),
    "failure": (0.75, 0),
    "success": (0.61,),
    "percent": (0.0326, 0.5),
    "goal": (25, PARTS),
    "count": (0, 1, 2),
    "total": (21,),
    "tile": (36,),
}
"""Values of arguments; the others are lines."""
SCRIPT = """
  const [lang, catalog, names, renderer] = process.argv.slice(1);
  const texts = "data:application/json," + encodeURIComponent(catalog);
  globalThis.document = { documentElement: { dataset: { texts }, lang } };
  const { render } = await import(renderer);
  let input = "";
  for await (const part of process.stdin) input += part;
  const rendered = JSON.parse(input).map((line) => render(line, JSON.parse(names)));
  console.log(JSON.stringify(rendered));
"""


def example_lines():
    """Yield every line of the browser with several values."""
    for key, text in BROWSER_LINES.items():
        names = re.findall(r"\{(\w+)\}", text if isinstance(text, str) else text[1])
        for number in range(5):
            choices = ((name, EXAMPLES.get(name, (PARTS,))) for name in names)
            yield line(key, **{name: values[number % len(values)] for name, values in choices})


def played_lines(rules, seed):
    """Yield the lines about a random game."""
    game, rng = Game(Rules.parse(rules), 3, SeededDice(seed), turn_limit=40), random.Random(seed)
    while not game.is_over:
        position, legal = game.position, legal_actions(game.position)
        yield from (*target_lines(position), *action_texts(position).values())
        yield from (part for preview in previews(position).values() for part in preview.lines)
        claims = [action for action in legal if action.kind in "ts"]
        game.play(rng.choice(claims if claims and rng.random() < 0.7 else legal))
    before = game.start
    for event, after in game.steps:
        yield from event_lines(event, before, after)
        before = after
    yield winner_line(game.position)


@pytest.fixture(scope="module")
def lines():
    played = [part for rules in RULES for seed in range(3) for part in played_lines(rules, seed)]
    assert {part.key for part in played} <= set(LINES)
    unique = {encode(part): part for part in (*played, *example_lines())}
    return [part for part in unique.values() if part.key in BROWSER_LINES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_browser_renders_lines_like_python(language, lines):
    program = shutil.which("node")
    assert program, "node is needed to run the client's modules"
    catalog = client_catalog(language, "review", "daily").decode()
    arguments = language_tag(language), catalog, json.dumps(NAMES), RENDERER.as_uri()
    done = subprocess.run(
        [program, "--input-type=module", "-e", SCRIPT, "--", *arguments],
        input=encode(lines),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    rendered = Narrator(texts_in(language), NAMES).render_all(lines)
    assert not any("{" in text for text in rendered)
    assert json.loads(done.stdout) == rendered
