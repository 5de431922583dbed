"""A file is replaced whole or not at all."""

import os
import stat

import pytest

from pickomino.atomic_file import atomic_write


@pytest.mark.parametrize("mode", [0o600, 0o644])
def test_file_is_replaced_with_the_requested_mode(tmp_path, mode):
    path = tmp_path / "file"
    for text in (b"old", b"new"):
        with atomic_write(path, mode) as file:
            file.write(text)
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert list(tmp_path.iterdir()) == [path]


def test_failure_keeps_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_text("old")

    def fail(*_):
        raise OSError(28, "No space left on device")

    with pytest.raises(TypeError), atomic_write(path) as file:
        file.writelines([b"half", None])
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"), atomic_write(path) as file:
        file.write(b"new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_text_and_name_reach_the_disk(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor)))
    with atomic_write(tmp_path / "file") as file:
        file.write(b"text")
    assert [status.st_ino for status in synced] == [
        (tmp_path / "file").stat().st_ino,
        tmp_path.stat().st_ino,
    ]
    assert synced[0].st_size == len(b"text")
