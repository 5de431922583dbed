"""Lets the package see another operating system: what that system lacks is missing.

Python runs this file at its start if the folder is in PYTHONPATH, so child processes see the same
system. Only modules of the package are deceived; the standard library and other libraries need the
system that is really there.
"""

import builtins
import os
import sys
from types import ModuleType

PRETENDED = os.environ.get("PRETENDED_SYSTEM", "")
MISSING_MODULES = {
    "win32": {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty", "uvloop"},
    "darwin": {"msvcrt"},
    "emscripten": {"fcntl", "grp", "msvcrt", "pty", "pwd", "resource", "termios", "tty"},
}
POSIX_ONLY = {
    "os": (
        *("O_NOFOLLOW", "chown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getpgid"),
        *("getuid", "killpg", "nice", "openpty", "sched_getaffinity", "setsid", "umask"),
    ),
    "signal": (
        *("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGUSR1", "SIGUSR2"),
        *("pthread_kill", "pthread_sigmask", "setitimer", "sigwait"),
    ),
}
MISSING_NAMES = {
    "win32": POSIX_ONLY,
    "darwin": {"os": ("sched_getaffinity", "sched_setaffinity"), "signal": ()},
    "emscripten": POSIX_ONLY,
}


class Limited(ModuleType):
    """A module without some of its names, and with others replaced."""

    def __init__(self, real, missing, replaced):
        super().__init__(real.__name__)
        self.__dict__.update(_real=real, _missing=frozenset(missing), _replaced=replaced)

    def __getattr__(self, name):
        if name in self._missing:
            raise AttributeError(f"{self._real.__name__} has no {name} on {PRETENDED}")
        return self._replaced.get(name, getattr(self._real, name))

    def __setattr__(self, name, value):
        setattr(self._real, name, value)


def fake_msvcrt():
    """Return the part of Windows' module that the package uses, made from fcntl."""
    import fcntl

    module = ModuleType("msvcrt")
    module.LK_NBLCK, module.LK_UNLCK = 2, 0

    def locking(descriptor, mode, _):
        flags = fcntl.LOCK_UN if mode == module.LK_UNLCK else fcntl.LOCK_EX | fcntl.LOCK_NB
        fcntl.flock(descriptor, flags)

    module.locking = locking
    return module


def known_signals():
    import signal

    class Signals:
        __members__ = {  # noqa: RUF012 - as in the real one
            name: number
            for name, number in signal.Signals.__members__.items()
            if name not in POSIX_ONLY["signal"]
        }

        def __class_getitem__(cls, name):
            return cls.__members__[name]

    return Signals


def limited_modules():
    import signal

    names = MISSING_NAMES[PRETENDED]
    is_posix = PRETENDED == "darwin"
    modules = {
        "os": Limited(os, names["os"], {} if is_posix else {"name": "nt"}),
        "signal": Limited(
            signal, names["signal"], {} if is_posix else {"Signals": known_signals()}
        ),
        "sys": Limited(sys, (), {"platform": PRETENDED}),
    }
    if PRETENDED == "win32":
        modules["msvcrt"] = fake_msvcrt()
    return modules


def install():
    real_import = builtins.__import__
    limited = limited_modules()
    missing = MISSING_MODULES[PRETENDED]

    def limited_import(name, globals=None, locals=None, fromlist=(), level=0):  # noqa: A002
        importer = (globals or {}).get("__name__", "")
        if importer.partition(".")[0] == "pickomino" and not level:
            if name in missing:
                raise ModuleNotFoundError(f"No module named {name!r} on {PRETENDED}", name=name)
            if name in limited:
                return limited[name]
        return real_import(name, globals, locals, fromlist, level)

    builtins.__import__ = limited_import


if PRETENDED:
    install()
