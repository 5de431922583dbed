"""nginx and Caddy in front of real servers, configured by the files in `deploy/`."""

from __future__ import annotations

import copy
import re
import shutil
import ssl
import subprocess
from pathlib import Path

import httpx
from websockets.asyncio.client import connect

from support.server.daemons import is_port_open
from support.server.serving import TIMEOUT, Server, eventually

DEPLOY = Path(__file__).parents[3] / "deploy"
NAME = "games.example.org"
NGINX = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/front.log warn;
worker_processes 1;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/pickomino.conf;
}}
"""
CADDY = """
{{
    admin off
    auto_https disable_redirects
    storage file_system {folder}/caddy
}}
"""


def find_program(name: str) -> str | None:
    """Return the path of a proxy if it is installed; Debian has some in /usr/sbin."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin")


def create_certificate(folder: Path) -> tuple[Path, Path]:
    """Create a self-signed certificate and its key."""
    certificate, key = folder / "games.pem", folder / "games.key"
    command = ["openssl", "req", "-x509", "-nodes", "-days", "2", "-newkey", "ec"]
    command += ["-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", f"/CN={NAME}"]
    command += ["-addext", f"subjectAltName=DNS:{NAME}"]
    command += ["-out", str(certificate), "-keyout", str(key)]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key


class ReverseProxy(Server):
    """A proxy with TLS in front of nodes, used like a server."""

    def __init__(self, kind: str, folder: Path, port: int, nodes: list[Server]) -> None:
        super().__init__(folder)
        folder.mkdir(exist_ok=True)
        self.kind = kind
        self.address = "127.0.0.1"
        self.port = port
        self.nodes = nodes
        self.certificate, self.key = create_certificate(folder)
        self.trust = ssl.create_default_context(cafile=str(self.certificate))

    def start(self) -> ReverseProxy:
        write = {"nginx": self._nginx, "caddy": self._caddy}[self.kind]
        command = [find_program(self.kind), *write()]
        with (self.folder / "front.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, text=True)
        assert eventually(lambda: is_port_open(self.port) or self.process.poll() is not None)
        assert self.process.poll() is None, self.log()
        return self

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(TIMEOUT)

    def log(self) -> str:
        return (self.folder / "front.log").read_text()

    @property
    def url(self) -> str:
        return f"https://{NAME}:{self.port}"

    def from_address(self, address: str) -> ReverseProxy:
        """Return the same proxy for clients with another local address."""
        other = copy.copy(self)
        other.address = address
        return other

    def http(self, **more) -> httpx.Client:
        transport = _ByName(verify=self.trust, local_address=self.address)
        return httpx.Client(base_url=self.url, timeout=TIMEOUT, transport=transport, **more)

    def socket(self, code: str, **more) -> connect:
        return connect(
            f"wss://{NAME}:{self.port}/api/rooms/{code}/live",
            host="127.0.0.1",
            port=self.port,
            ssl=self.trust,
            local_addr=(self.address, 0),
            proxy=None,
            max_size=None,
            **more,
        )

    def _nginx(self) -> list[str]:
        text = (DEPLOY / "nginx.conf").read_text()
        (first, options), *_ = re.findall(r"^( +server 10\.\S+)( .*;\n)", text, re.MULTILINE)
        servers = "".join(f"    server 127.0.0.1:{node.port}{options}" for node in self.nodes)
        text = re.sub(r"(^ +server 10\..*\n)+", servers, text, flags=re.MULTILINE)
        text = _replace_all(
            text,
            {
                "listen 443 ssl": f"listen 127.0.0.1:{self.port} ssl",
                "/etc/ssl/games.pem": str(self.certificate),
                "/etc/ssl/games.key": str(self.key),
            },
        )
        assert first not in text
        (self.folder / "pickomino.conf").write_text(text)
        main = self.folder / "nginx.conf"
        main.write_text(NGINX.format(folder=self.folder))
        return ["-c", str(main), "-p", str(self.folder), "-e", str(self.folder / "front.log")]

    def _caddy(self) -> list[str]:
        text = _replace_all(
            (DEPLOY / "Caddyfile").read_text(),
            {
                "{$DOMAIN} {": f"{self.url} {{\n\ttls {self.certificate} {self.key}",
                "node-1:8000 node-2:8000 node-3:8000": " ".join(
                    f"127.0.0.1:{node.port}" for node in self.nodes
                ),
            },
        )
        file = self.folder / "Caddyfile"
        file.write_text(CADDY.format(folder=self.folder) + text)
        return ["run", "--config", str(file), "--adapter", "caddyfile"]


class _ByName(httpx.HTTPTransport):
    """Connects to this machine for every host name, and checks the certificate of the name."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.extensions["sni_hostname"] = request.url.host
        request.url = request.url.copy_with(host="127.0.0.1")
        return super().handle_request(request)


def _replace_all(text: str, replacements: dict[str, str]) -> str:
    for old, new in replacements.items():
        assert old in text, f"{old} is no longer in the file"
        text = text.replace(old, new)
    return text
