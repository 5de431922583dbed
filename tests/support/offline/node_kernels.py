"""The client's kernels in Node, as the module `pickomino_kernels` of this process."""

import json
import shutil
import subprocess
import sys
from array import array
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from pickomino.browser_kernels import MODULE

SCRIPT = Path(__file__).parent / "kernels.mjs"
ABSENT = ("numba", "llvmlite", "numpy")
"""Libraries that do not exist in a browser."""


class Numbers:
    """Numbers from JavaScript."""

    def __init__(self, numbers: array) -> None:
        self._numbers = numbers

    def to_py(self) -> memoryview:
        return memoryview(self._numbers)


class NodeKernels(ModuleType):
    """Calls the kernels in a Node process."""

    def __init__(self, files: Path) -> None:
        super().__init__(MODULE)
        self.__spec__ = ModuleSpec(MODULE, None)
        self._process = subprocess.Popen(
            [shutil.which("node"), SCRIPT, files], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def prepare_now(self, players, extrawurm):
        return self._call("prepare", players, extrawurm)

    def states(self, shape):
        return self._call("states", shape)

    def solve(self, shape, channels, stop, failure):
        return self._call("solve", shape, channels, stop, failure)

    def starts(self, shape, channels, stop, failure):
        return self._call("starts", shape, channels, stop, failure)

    def chances(self, players, features):
        return self._call("chances", players, features)

    def network(self, players):
        return self._call("network", players)

    def close(self) -> None:
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def _call(self, name, *arguments):
        arrays = [argument for argument in arguments if isinstance(argument, array)]
        request = {
            "name": name,
            "parameters": [a for a in arguments if not isinstance(a, array)],
            "arrays": [(numbers.typecode, len(numbers)) for numbers in arrays],
        }
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        for numbers in arrays:
            self._process.stdin.write(numbers.tobytes())
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "error" not in answer, answer["error"]
        data = self._process.stdout.read(answer["bytes"])
        return Numbers(array(answer["type"], data)) if "type" in answer else answer.get("value")


class _BrowserFinder(PathFinder):
    """Finds modules as in a browser, without the libraries that do not exist there."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        if fullname.partition(".")[0] in ABSENT:
            return None
        return super().find_spec(fullname, path, target)


def become_browser(files: Path) -> NodeKernels:
    """Give this process what Python has in a browser: the kernels, but neither numba nor NumPy."""
    sys.meta_path[:] = [_BrowserFinder if f is PathFinder else f for f in sys.meta_path]
    assert not any(name in sys.modules for name in ABSENT)
    kernels = sys.modules[MODULE] = NodeKernels(files)
    return kernels
