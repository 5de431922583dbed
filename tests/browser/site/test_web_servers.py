"""The static site behind a web server as it is installed, with no settings for the site."""

import os

import pytest
from playwright.sync_api import expect

from support.browser.play import finish
from support.browser.static_site import make, open_table, wait_until_kept, wait_until_ready
from support.server.reverse_proxies import find_program
from support.server.static_nginx import StaticNginx


@pytest.fixture
def files(site, tmp_path):
    """Return nginx, in place of the test's own server, which adds a content policy."""
    if find_program("nginx") is None:
        assert not os.environ.get("CI"), "install nginx"
        pytest.skip("no nginx is installed")
    server = StaticNginx(site, tmp_path).start()
    yield server
    server.stop()


def test_game_is_played_behind_nginx(page, files):
    page.goto("")
    page.wait_for_url("**/en/index.html")
    wait_until_ready(page)
    open_table(page, make(page, "Ann", bots=("champion",), turn_limit=2))
    finish(page)
    expect(page.get_by_role("button", name="Share the result")).to_be_visible()
    wait_until_kept(page, "network-2.bin")
    devtools = page.context.new_cdp_session(page)
    read = devtools.send("Page.getAppManifest")
    assert read["errors"] == []
    assert read["manifest"]["scope"] == files.url
    assert read["manifest"]["startUrl"] == f"{files.url}en/index.html"
