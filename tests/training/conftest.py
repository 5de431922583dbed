"""The tests of training need torch; without it they are skipped with a warning."""

import os
from importlib.util import find_spec

import pytest

if find_spec("torch") is None:
    if os.environ.get("CI"):
        raise RuntimeError("CI must install torch: make setup-training")
    collect_ignore_glob = ["*"]

    def pytest_sessionfinish(session):
        session.config.get_terminal_writer().line(
            "TRAINING WAS NOT TESTED: torch is not installed (make setup-training)", yellow=True
        )


@pytest.fixture(autouse=True)
def one_thread():
    """Leave the other cores to other tests."""
    import torch

    torch.set_num_threads(1)
