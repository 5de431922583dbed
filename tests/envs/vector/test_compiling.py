"""Compiled code on disk never outlives its source."""

import os
import time

from pickomino.envs.vector.compiling import _forget_old_code


def test_code_older_than_any_source_is_removed(tmp_path):
    old, new = tmp_path / "kernels.old.nbi", tmp_path / "kernels.new.nbi"
    for index in (old, new):
        index.touch()
    os.utime(old, (0, 0))
    later = time.time() + 60
    os.utime(new, (later, later))
    _forget_old_code(tmp_path)
    assert [index.name for index in tmp_path.iterdir()] == [new.name]
