"""What can be set: by the environment, and with precedence by the command line."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec

from pickomino.core.errors import PickominoError, quoted

PREFIX = "PICKOMINO_"

_Count = Annotated[int, msgspec.Meta(ge=1)]
_Share = Annotated[float, msgspec.Meta(gt=0)]


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """One field a setting; the environment names it PICKOMINO_ and the field in capitals."""

    host: str = "127.0.0.1"
    """The address to listen on."""
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    """The port to listen on; 0 takes the first free one from 8000 on."""
    database: str = ""
    """The SQLite file, by default one in the data folder of the user; or postgresql://…."""
    key_file: str = ""
    """The key of the dice secrets; by default beside the SQLite file, or in the data folder."""
    redis: str = ""
    """By which servers on one PostgreSQL hear of each other: redis://…."""
    public_url: str = ""
    """How the outside reaches this server, for links: https://games.example.org."""
    trusted_proxies: str = ""
    """Addresses of proxies whose X-Forwarded-For and -Proto are believed, with commas."""
    allowed_origins: str = ""
    """Further origins whose pages may open connections, with commas."""
    metrics: Literal["off", "local", "all"] = "off"
    """Who may read /metrics: nobody, programs on this machine, or everybody."""
    log_format: Literal["text", "json"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_kilobytes_per_minute: _Count = 60
    """How fast the log may grow, four times as much at once; what is left out is counted."""
    log_addresses: bool = False
    """Whether the log names every request with the address it came from."""
    csp_reports: bool = False
    """Whether browsers report, and the log names, what our pages were kept from loading."""

    bot_workers: _Count = 2
    """Processes in which bots think; the coach has one of its own."""
    bot_pause: Annotated[float, msgspec.Meta(ge=0, le=10)] = 0.1
    """Seconds a bot waits before each move; every device shows moves at a pace of its own."""

    max_rooms: _Count = 10_000
    """Rooms that are not archived."""
    room_megabytes: _Count = 1024
    """What rooms at hand may take; as many as there are connections should fit, 0.2 each."""
    max_connections: _Count = 5_000
    max_connections_per_address: _Count = 100
    max_watchers_per_address: _Count = 10
    """Of one room, from one address: they must not take others' places."""
    max_requests: _Count = 1_000
    """Connections for requests, besides the live ones."""
    request_seconds: _Share = 10.0
    """A connection whose request is not complete after so long is cut off."""
    rooms_per_hour: _Count = 60
    """New rooms from one address."""
    seats_per_address: _Count = 3
    """Seats that one address may take in a public room, and one more every ten minutes."""
    max_listed_per_address: _Count = 5
    """Public rooms made from one address that are listed at the same time."""
    joins_per_minute: _Count = 60
    """People who sit down, from one address."""
    requests_per_second: _Count = 40
    """HTTP requests from one address; files of the client count a tenth."""
    messages_per_second: _Count = 20
    """Messages on one connection; one address may send four times as many."""

    lobby_hours: _Share = 2.0
    """After so long without any change a room whose game has not begun is archived."""
    playing_days: _Share = 30.0
    """The same for a room whose game runs."""
    over_days: _Share = 7.0
    """The same for a room whose game is over."""
    archive_days: _Share = 30.0
    """After so long an archived room is deleted for good."""
    finished_days: _Share = 365.0
    """How long a finished game and its review are kept, even when its room is gone."""

    @property
    def origins(self) -> tuple[str, ...]:
        """The origins that are allowed besides the host that was asked for."""
        return tuple(_origin(part) for part in (self.public_url, *split(self.allowed_origins)))

    def is_ours(self, host: str) -> bool:
        """Return whether a request may name us so: a public URL pins that, beside bare addresses.

        Names of others may be made to lead here; addresses that are numbers cannot.
        """
        if not self.public_url:
            return True
        name = _host_name(f"//{host}")
        names = {_host_name(origin) for origin in self.origins if origin}
        return name in names or name == "localhost" or ("/" not in name and _is_network(name))

    def with_changes(self, **changes: object) -> ServerSettings:
        """Return settings with some replaced, where they are not None."""
        known = msgspec.structs.asdict(self)
        return _converted(known | {k: v for k, v in changes.items() if v is not None})


def from_environment(environment: Mapping[str, str]) -> ServerSettings:
    """Read the settings; raises PickominoError for one that is unknown or cannot be.

    >>> from_environment({"PICKOMINO_PORT": "8080", "HOME": "/root"}).port
    8080
    """
    known = {PREFIX + name.upper(): name for name in ServerSettings.__struct_fields__}
    found: dict[str, object] = {}
    for variable, text in environment.items():
        if not variable.startswith(PREFIX):
            continue
        if variable not in known:
            raise PickominoError("unknown_setting", name=quoted(variable))
        found[known[variable]] = text
    return _converted(found)


def split(text: str) -> tuple[str, ...]:
    """Read a list with commas.

    >>> split("10.0.0.1, 10.0.0.2")
    ('10.0.0.1', '10.0.0.2')
    """
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _converted(values: Mapping[str, object]) -> ServerSettings:
    try:
        settings = msgspec.convert(dict(values), ServerSettings, strict=False)
    except msgspec.ValidationError as error:
        raise PickominoError("bad_setting", reason=quoted(str(error))) from error
    for proxy in split(settings.trusted_proxies):
        if proxy != "*" and not _is_network(proxy):
            raise PickominoError("bad_address", address=quoted(proxy))
    for address in (settings.public_url, *split(settings.allowed_origins)):
        if address and urlsplit(address).scheme not in ("http", "https"):
            raise PickominoError("bad_address", address=quoted(address))
    return settings


def _host_name(address: str) -> str:
    return urlsplit(address).hostname or ""


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}".lower() if parts.netloc else ""
