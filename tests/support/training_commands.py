"""Runs `python -m training` on the CPU in this process."""

import pytest


def run_training(*arguments):
    from training.__main__ import main

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["training", "--device", "cpu", *map(str, arguments)])
        main()
