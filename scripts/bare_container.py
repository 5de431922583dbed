"""Build and run the Dockerfile without a container engine: in a bare Debian root folder.

    sudo python3 scripts/bare_container.py
    sudo python3 scripts/bare_container.py --twice

Runs every step of the Dockerfile in a folder made by debootstrap, then starts the server as its
user, with a read-only root and a network of its own, waits until it is healthy, and stops it.
With --twice, builds only the stage that installs everything, two times, and compares the files.
Needs root and debootstrap, and nothing from this package.
"""

import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
SUITE = "bookworm"
PACKAGES = "ca-certificates,python3,python3-venv"
SEARCH_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
FROM_THE_HOST = (
    *("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf"),
    "/etc/ssl/certs/ca-certificates.crt",
)
"""Files that steps need to reach a package index; a container engine gives them too."""
ISOLATED = """
set -e
ip link set lo up
mount --bind "$0" "$0"
mount --bind "$1" "$0/data"
mount -t tmpfs tmpfs "$0/tmp"
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
mount -o remount,bind,ro "$0"
root=$0 user=$2
shift 2
exec chroot --userspec="$user" "$root" "$@"
"""
HEALTH_ATTEMPTS = 120
_UNSHARED = "unshare", "--mount", "--net", "sh", "-c"
_IGNORED = shutil.ignore_patterns("__pycache__", "*.mo")


class Image:
    """A stage of the Dockerfile: its root folder and what its instructions set."""

    def __init__(self, base, root):
        subprocess.run(["cp", "--archive", "--reflink=auto", base, root], check=True)
        self.root = root
        self.folder, self.user = "/", "0:0"
        self.environment = {"PATH": SEARCH_PATH}
        self.arguments = {}
        self.command, self.health = [], []

    def path(self, name):
        return self.root / Path(self.folder, name).relative_to("/")

    def chroot(self, command, beside=None):
        """Run a command in the image; `beside` is a process whose network it uses."""
        enter = ["nsenter", f"--target={beside}", "--net"] if beside else []
        inside = f"cd {shlex.quote(self.folder)} && exec {shlex.join(command)}"
        settings = self.environment | self.arguments
        settings |= {name: value for name, value in os.environ.items() if name == "PIP_CERT"}
        subprocess.run(
            [*enter, "chroot", f"--userspec={self.user}", self.root, "/bin/sh", "-ec", inside],
            env=settings,
            stderr=subprocess.DEVNULL if beside else None,
            check=True,
        )


def main():
    """Build the image and use it, or compare two builds."""
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        sys.exit("needs root and debootstrap")
    with tempfile.TemporaryDirectory(prefix="pickomino-root-") as temporary:
        base = Path(temporary, "base")
        _make_base(base)
        if "--twice" in sys.argv:
            _compare(base, Path(temporary))
            return
        image = _build(base, Path(temporary))
        data = Path(temporary, "data")
        shutil.copytree(image.root / "data", data)
        _own(data, image.user)
        _use(image, data)


def _make_base(base):
    command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, str(base)]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    (base / "usr/local/bin/python").symlink_to("/usr/bin/python3")
    for name in FROM_THE_HOST:
        if Path(name).exists():
            shutil.copyfile(name, base / name[1:])
    print("made a bare root folder")


def _instructions():
    text = (ROOT / "Dockerfile").read_text("utf-8")
    text = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    for line in filter(None, map(str.strip, text.splitlines())):
        keyword, _, rest = line.partition(" ")
        yield keyword, rest.strip()


def _compare(base, temporary):
    """Build the first stage two times, and exit with 1 if the installed files differ."""
    first, second = (
        contents(_build(base, temporary / name, stages=1).root / "app") for name in ("one", "two")
    )
    different = sorted(
        name for name in first.keys() | second.keys() if first.get(name) != second.get(name)
    )
    if different:
        sys.exit("building again gives other files:\n" + "\n".join(different[:20]))
    print(f"two builds gave the same {len(first)} files")


def contents(folder):
    """Return what each file of a folder holds: its mode, and a hash or where it links to."""
    files = {}
    for path in filter(lambda path: path.is_symlink() or path.is_file(), folder.rglob("*")):
        data = os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
        mode = path.lstat().st_mode
        files[str(path.relative_to(folder))] = mode, hashlib.sha256(data).hexdigest()
    return files


def _build(base, temporary, stages=None):
    """Build all stages, or the first of them; return the last one."""
    temporary.mkdir(exist_ok=True)
    built, image = {}, Image(base, temporary / "empty")
    for keyword, rest in _instructions():
        if keyword == "FROM" and len(built) == stages:
            break
        print(keyword, rest, flush=True)
        if keyword == "FROM":
            name = rest.split(" AS ")[1] if " AS " in rest else "last"
            image = built[name] = Image(base, temporary / name)
        else:
            _INSTRUCTIONS[keyword](image, rest, built)
    return image


def _copy(image, rest, stages):
    words = rest.split()
    source, ignore = ROOT, _IGNORED
    if words[0].startswith("--from="):
        source, ignore = stages[words.pop(0).removeprefix("--from=")].root, None
    *names, target = words
    for name in names:
        path = source / _filled_in(image, name).lstrip("/")
        into = image.path(target)
        if path.is_dir():
            shutil.copytree(path, into, symlinks=True, ignore=ignore)
        else:
            shutil.copy2(path, into / path.name)


def _filled_in(image, text):
    for name, value in image.arguments.items():
        text = text.replace(f"${{{name}}}", value)
    return text


def _workdir(image, rest, _):
    image.folder = rest
    image.path("").mkdir(parents=True, exist_ok=True)


def _set_environment(image, rest, _):
    image.environment |= dict(word.split("=", 1) for word in shlex.split(rest))


def _set_argument(image, rest, _):
    name, _, default = rest.partition("=")
    image.arguments[name] = os.environ.get(name, default)


def _set_user(image, rest, _):
    image.user = rest


def _set_command(image, rest, _):
    image.command = json.loads(rest)


def _set_health(image, rest, _):
    image.health = json.loads(rest.partition("CMD ")[2])


_INSTRUCTIONS = {
    "ARG": _set_argument,
    "CMD": _set_command,
    "COPY": _copy,
    "ENV": _set_environment,
    "EXPOSE": lambda *_: None,
    "HEALTHCHECK": _set_health,
    "RUN": lambda image, rest, _: image.chroot(["/bin/sh", "-ec", rest]),
    "STOPSIGNAL": lambda *_: None,
    "USER": _set_user,
    "VOLUME": lambda *_: None,
    "WORKDIR": _workdir,
}


def _own(folder, user):
    owner, group = map(int, user.split(":"))
    for path in (folder, *folder.rglob("*")):
        os.chown(path, owner, group)


def _use(image, data):
    inside = ["/bin/sh", "-c", f'cd {image.folder} && exec "$@"', "sh", *image.command]
    server = subprocess.Popen(
        [*_UNSHARED, ISOLATED, image.root, data, image.user, *inside],
        env=image.environment,
    )
    try:
        _wait_until_healthy(image, server)
        _check_isolation(server.pid, image)
        assert (data / "games.db").stat().st_uid == int(image.user.split(":")[0])
    finally:
        server.send_signal(signal.SIGTERM)
        code = server.wait(60)
    if code:
        sys.exit(f"the server ended with {code}")
    print("built, healthy with a read-only root, and stopped")


def _wait_until_healthy(image, server):
    for _ in range(HEALTH_ATTEMPTS):
        if server.poll() is not None:
            sys.exit(f"the server ended with {server.returncode}")
        try:
            image.chroot(image.health, server.pid)
        except subprocess.CalledProcessError:
            time.sleep(0.5)
        else:
            return
    sys.exit("the server was never healthy")


def _check_isolation(pid, image):
    """Check the user and the mounts of the running server."""
    status = Path(f"/proc/{pid}/status").read_text()
    owner = image.user.split(":")[0]
    assert re.search(rf"^Uid:\s+{owner}\s+{owner}\s+{owner}\s", status, re.MULTILINE), status
    mounts = Path(f"/proc/{pid}/mountinfo").read_text().splitlines()
    options = {line.split()[4]: line.split()[5].split(",") for line in mounts}
    assert "ro" in options["/"], options
    assert "rw" in options["/data"], options


if __name__ == "__main__":
    main()
