"""Every rule on the page that players read is a rule of docs/rules.md, where a test proves it."""

import re
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import pytest
from litestar.datastructures import State
from litestar.testing import create_test_client

from pickomino.server.http.pages import PAGE_HANDLERS
from pickomino.server.settings import ServerSettings

ROOT = Path(__file__).parents[3]
SENTENCES = tomllib.loads((ROOT / "tests/data/rules_page.toml").read_text("utf-8"))["sentences"]
"""Every sentence of the page, with the ids of its rules in docs/rules.md."""
PROVED = set(re.findall(r"<!--r:([a-z0-9-]+)-->", (ROOT / "docs/rules.md").read_text("utf-8")))
"""The ids of all rules: tests/core/test_rules_page.py names a test for each."""
NOT_SHOWN = {
    *("next-game", "first-roll", "claim-is-a-decision"),
    *("turn-limit", "homeless", "failure-order", "hen-saves-the-grill", "extrawurm-return"),
    *("hen-success", "raven-nothing", "both-extra-limit"),
}
"""Rules for builders of programs, or details that follow from other sentences of the page."""


class Text(HTMLParser):
    """Collects the sentences of the page's paragraphs, lists and captions."""

    def __init__(self, page):
        super().__init__()
        self.texts, self._is_open = [], False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag in ("p", "li", "dd", "figcaption"):
            self._is_open = ("class", "link-row") not in attrs
            if self._is_open:
                self.texts.append("")

    def handle_endtag(self, tag):
        if tag in ("p", "li", "dd", "figcaption"):
            self._is_open = False

    def handle_data(self, data):
        if self._is_open:
            self.texts[-1] += data


@pytest.fixture(scope="module")
def sentences():
    state = SimpleNamespace(settings=ServerSettings(), base_url=lambda _request: "https://a.test")
    with create_test_client(PAGE_HANDLERS, state=State({"server": state})) as client:
        page = client.get("/rules?language=en").text
    article = page.partition("<article")[2].partition("</article>")[0]
    texts = Text(article).texts
    return [
        part.strip() for text in texts for part in re.split(r"(?<=[.!?])\s+(?=[A-Z0-9“])", text)
    ]


def test_every_sentence_is_listed_with_its_rules(sentences):
    assert sentences == [sentence["text"] for sentence in SENTENCES]


def test_rules_of_the_page_are_proved():
    stated = {rule for sentence in SENTENCES for rule in sentence["rules"]}
    assert stated <= PROVED
    assert PROVED - stated == NOT_SHOWN


def test_only_sentences_without_a_rule_have_no_proof():
    """Words that state a rule do not occur in the others."""
    rule_words = re.compile(r"\b(must|may not|cannot|never|nobody|forced|goes back)\b")
    notes = [sentence["text"] for sentence in SENTENCES if not sentence["rules"]]
    assert [text for text in notes if rule_words.search(text)] == []
