"""Check that everything is ready for a release, and print the commands that publish it.

`make release` runs all checks, builds the documentation and runs this. It writes sdist and wheel
to dist/, and the release notes and the list of components (SBOM) to build/release/.
"""

import argparse
import datetime as dt
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
NOTES = ROOT / "build" / "release"
NEEDED = (
    "pickomino/py.typed",
    "pickomino/client/table/table-page.js",
    "pickomino/evaluation/nets/2.npz",
    "pickomino/evaluation/weights.json",
    *(
        f"pickomino/i18n/catalogs/{language}/LC_MESSAGES/{file}"
        for language in ("de", "fr", "it", "pt_BR", "nl", "es")
        for file in ("pickomino.mo", "client.json")
    ),
)
"""Files that every wheel must hold: some are built, and none can be missed in a checkout."""
UNWANTED = re.compile(r"\.(po|pot|pyc)$|(^|/)(tests|training|docs|node_modules)/")
MAX_WHEEL_MEGABYTES = 20


def main():
    """Check, build, and print the commands."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tag", help="the tag that is being released; without it, none may exist")
    tag = parser.parse_args().tag
    version = read_version()
    problems = [*check_version(version, tag), *check_changelog(version), *check_tree(version, tag)]
    if not problems:
        problems = build(version)
    if problems:
        sys.exit("not ready:\n" + "\n".join(f"  - {problem}" for problem in problems))
    print(f"pickomino {version} is ready. Publish it with:\n")
    print(f'    git tag --annotate v{version} --message "pickomino {version}"')
    print(f"    git push origin v{version}")


def read_version():
    """Return the version, which is written in one place."""
    text = (ROOT / "src/pickomino/_version.py").read_text("utf-8")
    return re.findall(r'"(\d.*)"', text)[0]


def check_version(version, tag):
    """Return what is wrong with the version or the tag."""
    if not re.fullmatch(r"\d+\.\d+\.\d+(rc\d+)?", version):
        yield f"src/pickomino/_version.py: {version} is no version such as 1.2.3 or 1.2.3rc1"
    if tag and tag != f"v{version}":
        yield f"the tag is {tag}, but the version is {version}"


def changelog_section(version):
    """Return the date and the text of a version in the changelog, or None."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    heading = rf"^## \[{re.escape(version)}\] - ([^\n]+)\n(.*?)(?=^## |\Z)"
    match = re.search(heading, text, re.MULTILINE | re.DOTALL)
    return match and (match[1].strip(), match[2].strip())


def check_changelog(version):
    """Return what is wrong with the changelog."""
    section = changelog_section(version)
    if section is None:
        yield f"CHANGELOG.md has no heading “## [{version}] - date”"
        return
    date, text = section
    try:
        is_future = dt.date.fromisoformat(date) > dt.datetime.now(dt.UTC).date()
    except ValueError:
        yield f"CHANGELOG.md: the date of {version} is “{date}”, not a date such as 2026-11-19"
    else:
        if is_future:
            yield f"CHANGELOG.md: the date of {version} is in the future"
    if not text:
        yield f"CHANGELOG.md says nothing about {version}"


def git(*arguments):
    """Return what a git command prints."""
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def check_tree(version, tag):
    """Return what is wrong with the checkout."""
    if git("status", "--porcelain"):
        yield "there are changes that are not committed"
    if not tag and git("tag", "--list", f"v{version}"):
        yield f"the tag v{version} exists already: raise the version"


def build(version):
    """Build what is published; return what is wrong with it."""
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.rmtree(NOTES, ignore_errors=True)
    NOTES.mkdir(parents=True)
    # Files get the time of the commit, so that building again gives the same files.
    environment = os.environ | {"SOURCE_DATE_EPOCH": git("log", "-1", "--format=%ct")}
    build_command = [sys.executable, "-m", "build", "--no-isolation", "--outdir"]
    subprocess.run(
        [*build_command, DIST, ROOT], env=environment, stdout=subprocess.DEVNULL, check=True
    )
    (wheel,) = DIST.glob("*.whl")
    problems = check_wheel(wheel, version)
    # That wheel was built from the source distribution; this one is built from the checkout.
    with tempfile.TemporaryDirectory() as folder:
        again = [*build_command, folder, "--sdist", "--wheel", ROOT]
        subprocess.run(again, env=environment, stdout=subprocess.DEVNULL, check=True)
        problems += [
            f"building {file.name} again gives another file"
            for file in sorted(DIST.iterdir())
            if Path(folder, file.name).read_bytes() != file.read_bytes()
        ]
    _, changes = changelog_section(version) or ("", "")
    (NOTES / "notes.md").write_text(changes + "\n", "utf-8")
    write_components()
    return problems


def check_wheel(wheel, version):
    """Return what is wrong with the wheel's contents."""
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()
    problems = [f"{wheel.name} lacks {name}" for name in NEEDED if name not in names]
    problems += [f"{wheel.name} has {name}" for name in names if UNWANTED.search(name)]
    megabytes = wheel.stat().st_size / 1e6
    if megabytes > MAX_WHEEL_MEGABYTES:
        problems.append(f"{wheel.name} has {megabytes:.0f} MB, more than {MAX_WHEEL_MEGABYTES}")
    if wheel.name.split("-")[1] != version:
        problems.append(f"{wheel.name} is not of version {version}")
    return problems


def write_components():
    """Write the SBOM: the libraries, with their versions, that releases are tested with."""
    command = [
        str(Path(sys.executable).with_name("cyclonedx-py")),
        "requirements",
        "requirements.lock",
    ]
    options = ["--pyproject", "pyproject.toml", "--of", "JSON", "--output-reproducible"]
    subprocess.run(
        [*command, *options, "--output-file", NOTES / "sbom.json"],
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
        check=True,
    )


if __name__ == "__main__":
    main()
