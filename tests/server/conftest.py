"""One server for all tests that leave no trace on each other."""

import pytest

from server.serving import serving


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running
