"""The report quotes other pages, and the citation file names the report."""

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
REPORT = (ROOT / "docs/report.md").read_text("utf-8")


def section(title):
    return REPORT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_figures_of_the_report_are_on_other_pages():
    pages = "".join(
        (ROOT / f"docs/{name}.md").read_text("utf-8") for name in ("strength", "solved")
    )
    figures = re.findall(r"-?\d+\.\d+(?: ± \d+\.\d+)?", section("Results"))
    assert len(figures) >= 12
    assert [figure for figure in figures if figure not in pages] == []


def test_every_reference_is_cited_once_in_order():
    references = re.findall(r"^(\d+)\. ", section("References"), re.MULTILINE)
    assert re.findall(r"\[(\d+)\]", section("Prior work")) == references


def test_citation_file_names_the_report():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    (report,) = citation["references"]
    assert REPORT.startswith(f"# Report: {report['title']}\n")
    assert citation["preferred-citation"]["type"] == "software"
