"""What the build hooks make of the README for a package index."""

import doctest

import hatch_build
from support.doc_pages import ROOT


def test_examples_of_the_build_hooks_are_true():
    tested = doctest.testmod(hatch_build)
    assert tested.attempted
    assert not tested.failed


def test_readme_on_the_index_leads_to_the_published_site():
    """Its links to play and to the documentation once led to files of the repository."""
    readme = (ROOT / "README.md").read_text("utf-8")
    published = hatch_build.absolute_links(readme, "https://github.com/ann/game")
    assert "[Play in your browser](https://ann.github.io/game/play/)" in published
    assert "[Documentation](https://ann.github.io/game/)" in published
    elsewhere = hatch_build.absolute_links(readme, "https://a.example/game")
    assert "[Documentation](https://a.example/game/blob/main/docs/index.md)" in elsewhere


def test_index_links_to_the_published_documentation():
    urls = hatch_build.project_urls("https://github.com/ann/game")
    assert urls["Documentation"] == "https://ann.github.io/game/"
    assert urls["Homepage"] == "https://github.com/ann/game"
    elsewhere = hatch_build.project_urls("https://a.example/game")
    assert elsewhere["Documentation"] == "https://a.example/game/tree/main/docs"


def test_badges_lead_to_absolute_addresses():
    badge = "[![Version](https://a.example/v.svg)](docs/install.md)"
    link = "https://b.example/game/blob/main/docs/install.md"
    absolute = hatch_build.absolute_links(badge, "https://b.example/game")
    assert absolute == f"[![Version](https://a.example/v.svg)]({link})"
