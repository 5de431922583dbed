"""The workflows on GitHub: pinned, with few rights, and with shell steps that run."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.workflow_steps import ROOT, WORKFLOWS, fill_in, jobs, load, run_step, shell_steps

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or not shutil.which("make"), reason="needs a shell and make"
)

SHELLCHECK = Path(sys.executable).with_name("shellcheck")
STEPS = shell_steps()
USES = re.compile(r"uses: (\S+)(.*)")
COPIED = ".ci", "scripts", "requirements.lock"


def step_with(words):
    (step,) = [step for step in STEPS if words in step.script]
    return step


def git(folder, *arguments):
    identity = "-c", "user.name=Ann", "-c", "user.email=ann@example.org"
    command = ["git", *identity, *map(str, arguments)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def clone(tmp_path):
    """Return a repository with the files that the steps use, and with a remote."""
    folder = tmp_path / "clone"
    folder.mkdir()
    for name in COPIED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, folder / name)
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Begin")
    git(folder, "init", "--quiet", "--bare", tmp_path / "remote")
    git(folder, "remote", "add", "origin", tmp_path / "remote")
    git(folder, "push", "--quiet", "origin", "main")
    return folder


@pytest.fixture
def tools(tmp_path):
    return tmp_path / "tools"


def test_actions_are_pinned_by_hash_and_name_their_version():
    versions = {}
    for path in WORKFLOWS:
        for action, comment in USES.findall(path.read_text("utf-8")):
            name, _, revision = action.partition("@")
            assert re.fullmatch("[0-9a-f]{40}", revision), action
            assert re.fullmatch(r" # v\d+\.\d+\.\d+", comment), action
            versions.setdefault(name, set()).add((revision, comment))
    assert len(versions) > 5
    assert not {name: found for name, found in versions.items() if len(found) > 1}


def test_jobs_have_only_the_rights_that_they_name():
    assert [path.name for path in WORKFLOWS if load(path)["permissions"]] == []
    for workflow, name, job in jobs():
        assert isinstance(job["permissions"], dict), (workflow, name)
        assert job["timeout-minutes"] <= 60, (workflow, name)
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False, (workflow, name)


def test_packages_are_published_without_building_them_again():
    """The job that may publish runs no code of ours and stores no password."""
    job = load(ROOT / ".github/workflows/release.yml")["jobs"]["package-index"]
    assert job["permissions"] == {"id-token": "write"}
    actions = [step["uses"].partition("@")[0] for step in job["steps"]]
    assert actions == ["actions/download-artifact", "pypa/gh-action-pypi-publish"]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.workflow}-{step.job}")
def test_shell_steps_pass_shellcheck(step, tmp_path):
    script = tmp_path / "step.sh"
    script.write_text(f"#!/usr/bin/env bash\nset -eo pipefail\n{step.script}\n")
    checked = subprocess.run([SHELLCHECK, script], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize(
    "step", [step for step in STEPS if step.script.startswith("make ")], ids=lambda s: s.script
)
def test_make_steps_name_targets_that_exist(step, tmp_path):
    """A dry run: for minutes, `.ci/run` really makes documentation, wheel and tests."""
    python = "PYTHON=python"
    assert python in step.script
    dry = step._replace(script=step.script.replace("make ", "make --dry-run ", 1))
    dry = dry._replace(script=dry.script.replace(python, f"PYTHON={sys.executable}"))
    assert run_step(dry, ROOT, tmp_path)[1]


def test_site_is_built_with_the_game_and_links_to_the_repository():
    game, docs = [step for step in STEPS if step.workflow == "pages"]
    assert game.script == "make site PYTHON=python"
    assert docs.script == 'make docs PYTHON=python ARGS="--game build/site"'
    assert (
        fill_in(docs.environment["PICKOMINO_HOME"]) == "https://github.example/chickens/pickomino"
    )
    here = 'make site && make docs ARGS="--game build/site"'
    assert here in (ROOT / ".ci/run").read_text(), "both steps run here as well"


def test_other_steps_start_a_program_of_this_repository():
    others = [step.script.split() for step in STEPS if not step.script.startswith("make ")]
    programs = {words[1] if words[0] == "python" else words[0] for words in others}
    programs -= {"docker", "gh"}
    assert programs == {
        *(".ci/container", ".ci/install", ".ci/other-python", ".ci/propose-libraries", ".ci/run"),
        *("scripts/image_names.sh", "scripts/smoke_test.py"),
    }
    assert not [name for name in programs if not (ROOT / name).is_file()]


def test_another_python_is_tested_alike_here_and_on_github(tools):
    """The job on GitHub once ran tests that need torch, which only `.ci/run` installs."""
    (call,), _ = run_step(step_with("other-python"), ROOT, tools, ["make"])
    assert call.startswith("make test PYTHON=python ARGS=--ignore=tests/browser ")
    assert "--ignore=tests/training " in call
    assert ".ci/other-python coverage " in (ROOT / ".ci/run").read_text()


def test_another_python_needs_no_torch(tools):
    (call,), _ = run_step(step_with("other-python"), ROOT, tools, ["make"])
    (tools / "without_torch.py").write_text("import sys\nsys.modules['sb3_contrib'] = None\n")

    def fails(*arguments):
        chosen = "house_rule and import_only or examples_run and stable_baselines"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "without_torch", "-k", chosen]
        return subprocess.run(
            [*command, *arguments, "tests/test_examples.py"],
            cwd=ROOT,
            env=os.environ | {"CI": "true", "PYTHONPATH": str(tools)},
            capture_output=True,
            check=False,
        ).returncode

    assert not fails(*shlex.split(call.partition("ARGS=")[2]))
    assert fails()


def test_image_is_named_after_the_repository_and_version(clone, tools):
    step = step_with("image_names")
    run_step(step, clone, tools, GITHUB_REPOSITORY="Chickens/Pickomino")
    image = "ghcr.io/chickens/pickomino"
    output = tools / "output"
    assert output.read_text().splitlines() == [
        f"image={image}",
        f"time={git(clone, 'log', '-1', '--format=%ct').strip()}",
        f"tags={image}:0.1.0,{image}:0.1,{image}:latest",
    ]
    output.unlink()
    run_step(step, clone, tools, GITHUB_REF_NAME="v0.2.0rc1")
    assert output.read_text().splitlines()[2] == f"tags={image}:0.2.0rc1"


def test_release_page_gets_notes_and_files(clone, tools):
    for name in ("dist/a.whl", "dist/a.tar.gz", "notes/notes.md", "notes/sbom.json"):
        (clone / name).parent.mkdir(exist_ok=True)
        (clone / name).touch()
    calls, _ = run_step(step_with("gh release create"), clone, tools, ["gh"])
    options = "--verify-tag --title pickomino 0.1.0 --notes-file notes/notes.md"
    files = "dist/a.tar.gz dist/a.whl notes/sbom.json"
    assert calls == [f"gh release create v0.1.0 {options} {files}"]


def test_new_libraries_are_proposed_once(clone, tools):
    step = step_with("propose-libraries")
    calls, printed = run_step(step, clone, tools, ["gh"])
    assert (calls, printed) == ([], "all libraries are up to date\n")
    with (clone / "requirements.lock").open("a") as file:
        file.write("new==1\n")
    calls, _ = run_step(step, clone, tools, ["gh"])
    assert [call.split()[:3] for call in calls] == [
        ["gh", "auth", "setup-git"],
        ["gh", "pr", "list"],
        ["gh", "pr", "create"],
    ]
    log = git(clone.with_name("remote"), "log", "--format=%s %an", "update-libraries")
    assert log.splitlines()[0] == "Update libraries github-actions[bot]"
    changed = git(clone, "diff", "--name-only", "main", "update-libraries")
    assert changed.split() == ["requirements.lock"]
