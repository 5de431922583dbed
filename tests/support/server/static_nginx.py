"""nginx as distributions install it, sending the files of a folder."""

import subprocess
from pathlib import Path

from support.server.daemons import is_port_open
from support.server.reverse_proxies import NGINX, find_program
from support.server.serving import TIMEOUT, eventually, free_port

MIME_TYPES = Path("/etc/nginx/mime.types")
PATH = "/worms/"
# As root, its processes of another user could not read the folders of tests.
ONE_PROCESS = "master_process off;\n"
SITE = """
include {types};
server {{
    listen 127.0.0.1:{port};
    location {path} {{ alias {site}/; }}
}}
"""


class StaticNginx:
    """nginx with its own table of content types and no other settings."""

    def __init__(self, site, folder):
        self._folder = folder
        self._port = free_port()
        server = SITE.format(types=MIME_TYPES, port=self._port, path=PATH, site=site)
        (folder / "pickomino.conf").write_text(server)
        (folder / "nginx.conf").write_text(ONE_PROCESS + NGINX.format(folder=folder))

    @property
    def url(self):
        return f"http://127.0.0.1:{self._port}{PATH}"

    def start(self):
        folder = self._folder
        log = folder / "front.log"
        command = [find_program("nginx"), "-c", folder / "nginx.conf", "-p", folder, "-e", log]
        self._process = subprocess.Popen(command)
        assert eventually(lambda: is_port_open(self._port) or self._process.poll() is not None)
        assert self._process.poll() is None, log.read_text()
        return self

    def stop(self):
        self._process.terminate()
        self._process.wait(TIMEOUT)
