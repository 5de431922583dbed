"""A release is refused until everything is ready."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import release
from bare_container import contents

ROOT = Path(__file__).parents[1]
PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "pickomino"
version = "1.2.3"
requires-python = ">=3.11"

[tool.hatch.build.targets.sdist]
exclude = ["{excluded}"]
"""
DOCKER = """#!/bin/sh
case "$*" in
*State.Health*) echo "$HEALTH" ;;
*ExitCode*) echo 0 ;;
*"id -u") echo 999 ;;
esac
"""
"""Answers like an engine in which the server is healthy or not."""


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Return a small repository that is ready to be released."""
    monkeypatch.setattr(release, "ROOT", tmp_path)
    (tmp_path / "src/pickomino").mkdir(parents=True)
    (tmp_path / "src/pickomino/_version.py").write_text('__version__ = "1.2.3"\n')
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changelog\n\n## [1.2.3] - 2026-01-31\n\n- A change.\n\n"
        "## [1.2.2] - 2025-01-01\n\n- Older.\n"
    )
    release.git("init", "--quiet")
    commit("Begin")
    return tmp_path


def commit(message):
    release.git("add", "--all")
    identity = "-c", "user.name=Ann", "-c", "user.email=ann@example.org"
    release.git(*identity, "commit", "--quiet", "--message", message)


def problems(tag=None):
    version = release.read_version()
    return [
        *release.check_version(version, tag),
        *release.check_changelog(version),
        *release.check_tree(version, tag),
    ]


@pytest.mark.usefixtures("checkout")
def test_checkout_that_is_ready_has_no_problems():
    assert problems() == problems("v1.2.3") == []
    assert release.changelog_section("1.2.3") == ("2026-01-31", "- A change.")


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("src/pickomino/_version.py", "1.2.3", "1.2", "1.2 is no version such as"),
        ("CHANGELOG.md", "2026-01-31", "unreleased", "the date of 1.2.3 is “unreleased”"),
        ("CHANGELOG.md", "2026-01-31", "2999-01-31", "is in the future"),
        ("CHANGELOG.md", "- A change.\n", "", "says nothing about 1.2.3"),
        ("CHANGELOG.md", "[1.2.3]", "[1.2.4]", "has no heading “## [1.2.3] - date”"),
    ],
)
def test_what_is_missing_is_named(checkout, file, old, new, expected):
    path = checkout / file
    path.write_text(path.read_text().replace(old, new))
    commit("Change it")
    assert any(expected in problem for problem in problems())


def test_tag_and_checkout_must_fit_the_version(checkout):
    assert problems("v1.2.4") == ["the tag is v1.2.4, but the version is 1.2.3"]
    (checkout / "new.txt").touch()
    assert problems() == ["there are changes that are not committed"]
    commit("Add it")
    release.git("tag", "v1.2.3")
    assert problems() == ["the tag v1.2.3 exists already: raise the version"]
    assert problems("v1.2.3") == []


def test_wheel_with_wrong_contents_is_refused(tmp_path):
    wheel = tmp_path / "pickomino-1.2.3-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as file:
        for name in (*release.NEEDED[1:], "tests/test_a.py", "pickomino/a.po"):
            file.writestr(name, "")
    assert release.check_wheel(wheel, "1.2.4") == [
        f"{wheel.name} lacks pickomino/py.typed",
        f"{wheel.name} has tests/test_a.py",
        f"{wheel.name} has pickomino/a.po",
        f"{wheel.name} is not of version 1.2.4",
    ]


@pytest.fixture
def project(checkout, monkeypatch):
    """Return a function that makes a project of the checkout, whose source may lack a file."""
    monkeypatch.setattr(release, "DIST", checkout / "dist")
    monkeypatch.setattr(release, "NOTES", checkout / "build" / "release")
    monkeypatch.setattr(release, "NEEDED", ("pickomino/there.txt",))
    monkeypatch.setattr(release, "write_components", lambda: None)
    monkeypatch.setattr(sys, "argv", ["release.py"])

    def make(excluded):
        (checkout / "pyproject.toml").write_text(PROJECT.format(excluded=excluded))
        (checkout / "src/pickomino/__init__.py").touch()
        (checkout / "src/pickomino/there.txt").touch()
        (checkout / ".gitignore").write_text("/build\n/dist\n")
        commit("Make it a project")

    return make


def test_release_that_is_ready_says_how_to_publish_it(project, checkout, capsys):
    project(excluded="/docs")
    release.main()
    assert capsys.readouterr().out == (
        "pickomino 1.2.3 is ready. Publish it with:\n\n"
        '    git tag --annotate v1.2.3 --message "pickomino 1.2.3"\n'
        "    git push origin v1.2.3\n"
    )
    assert (checkout / "build/release/notes.md").read_text() == "- A change.\n"


def test_source_that_builds_another_wheel_is_refused(project):
    project(excluded="there.txt")
    with pytest.raises(SystemExit) as refused:
        release.main()
    assert str(refused.value).splitlines() == [
        "not ready:",
        "  - pickomino-1.2.3-py3-none-any.whl lacks pickomino/there.txt",
        "  - building pickomino-1.2.3-py3-none-any.whl again gives another file",
    ]


def test_components_of_a_release_are_listed(tmp_path, monkeypatch):
    monkeypatch.setattr(release, "NOTES", tmp_path)
    release.write_components()
    components = (tmp_path / "sbom.json").read_text("utf-8")
    assert '"name": "msgspec"' in components
    assert '"name": "pickomino"' in components


def test_this_version_is_in_the_changelog():
    version = release.read_version()
    assert release.changelog_section(version)
    assert not list(release.check_version(version, None))


def test_builds_of_the_container_are_compared_file_by_file(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        (folder / "bin").mkdir(parents=True)
        (folder / "bin/python").symlink_to("/usr/bin/python3")
        (folder / "code.pyc").write_bytes(b"code")
    assert contents(one) == contents(two)
    (two / "code.pyc").write_bytes(b"time")
    assert contents(one)["code.pyc"] != contents(two)["code.pyc"]
    assert contents(one)["bin/python"] == contents(two)["bin/python"]


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
def test_container_check_reports_what_docker_says(tmp_path):
    """The script is tried with a stand-in: no container engine may be at hand."""
    docker = tmp_path / "docker"
    docker.write_text(DOCKER)
    docker.chmod(0o755)

    def check(health):
        environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "HEALTH": health}
        command = [ROOT / ".ci" / "container", "pickomino"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    assert check("healthy").stdout == "healthy as user 999, and stopped\n"
    refused = check("unhealthy")
    assert refused.returncode == 1
    assert "health: unhealthy, user: 999, exit code: 0" in refused.stderr
