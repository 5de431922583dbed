"""Numbers are put into the same texts by Python and by the browser, in every language."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from pickomino.i18n import LANGUAGES, texts_in
from pickomino.i18n.numbers import format_number, format_percent
from pickomino.server.http.locale import language_tag

MODULE = Path(__file__).parents[2] / "src/pickomino/client/shared/number-format.js"
VECTORS = json.loads((Path(__file__).parents[1] / "data/number_vectors.json").read_text("utf-8"))
"""For each language the texts of some numbers, none of them halfway between two texts."""
SCRIPT = """
  const [lang, module, values] = process.argv.slice(1);
  globalThis.document = { documentElement: { dataset: {}, lang } };
  const { oneDecimal, percentage, roundedPercent } = await import(module);
  const texts = JSON.parse(values).map((value) => [
    oneDecimal(value), percentage(value), roundedPercent(value)
  ]);
  console.log(JSON.stringify(texts));
"""


def python_texts(value, texts):
    shares = (format_percent(value, texts, pattern) for pattern in ("0.0", "0"))
    return [format_number(value, texts), *shares]


@pytest.mark.parametrize("language", LANGUAGES)
def test_python_and_the_browser_format_numbers_alike(language):
    program = shutil.which("node")
    assert program, "node is needed to run the client's modules"
    values, expected = VECTORS["values"], VECTORS["texts"][language]
    assert [python_texts(value, texts_in(language)) for value in values] == expected
    arguments = language_tag(language), MODULE.as_uri(), json.dumps(values)
    command = [program, "--input-type=module", "-e", SCRIPT, "--", *arguments]
    shown = subprocess.run(command, capture_output=True, check=True).stdout
    assert json.loads(shown) == expected
