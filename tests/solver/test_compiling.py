"""Invalidation of compiled code cached on disk."""

import os
import time

from pickomino.solver.compiling import _delete_stale_code


def test_code_older_than_a_source_file_is_deleted(tmp_path):
    old, new = tmp_path / "kernels.old.nbi", tmp_path / "kernels.new.nbi"
    for index in (old, new):
        index.touch()
    os.utime(old, (0, 0))
    later = time.time() + 60
    os.utime(new, (later, later))
    _delete_stale_code(tmp_path)
    assert [index.name for index in tmp_path.iterdir()] == [new.name]
