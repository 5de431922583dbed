"""Settings of a server, from the environment; command-line options take precedence."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection, Mapping
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec

from pickomino.core.errors import PickominoError, quote

PREFIX = "PICKOMINO_"

_Count = Annotated[int, msgspec.Meta(ge=1)]
_Positive = Annotated[float, msgspec.Meta(gt=0)]


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """One field per setting; the environment variable is PICKOMINO_ plus the name in capitals."""

    host: str = "127.0.0.1"
    """The address to listen on."""
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    """The port to listen on; 0 means 8000, or the next free port after it."""
    database: str = ""
    """A SQLite file, by default in the user's data folder, or postgresql://…."""
    key_file: str = ""
    """The file with the key that encrypts the dice secrets. By default, it is next to the SQLite
    file, or in the data folder if PostgreSQL is used."""
    redis: str = ""
    """The Redis server that links several servers sharing one PostgreSQL database: redis://…."""
    public_url: str = ""
    """The public address of this server, for links: https://games.example.org."""
    trusted_proxies: str = ""
    """Comma-separated addresses of proxies whose X-Forwarded-For and -Proto are trusted."""
    allowed_origins: str = ""
    """Comma-separated additional origins whose pages may connect."""
    metrics: Literal["off", "local", "all"] = "off"
    """Which clients may read /metrics: none, programs on this machine, or all."""
    log_format: Literal["text", "json"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_kilobytes_per_minute: _Count = 60
    """How fast the log may grow, with bursts of up to four times as much. Further lines are
    dropped, and the number of dropped lines is logged."""
    log_addresses: bool = False
    """Whether to log every request with the client's address."""
    csp_reports: bool = False
    """Whether browsers report violations of the content security policy; reports are logged."""

    bot_workers: _Count = 2
    """How many processes run bots; the coach has a separate process."""
    bot_pause: Annotated[float, msgspec.Meta(ge=0, le=10)] = 0.1
    """How many seconds a bot waits before each move; clients pace the display themselves."""

    max_rooms: _Count = 10_000
    """The maximum number of rooms, not counting archived ones."""
    room_megabytes: _Count = 1024
    """How much memory cached rooms may use; allow a further 0.2 MB for each connection."""
    max_connections: _Count = 5_000
    max_connections_per_address: _Count = 100
    max_watchers_per_address: _Count = 10
    """How many spectators one room admits from one address, so that no address takes all places."""
    max_requests: _Count = 1_000
    """How many HTTP connections are allowed in addition to the live connections."""
    request_seconds: _Positive = 10.0
    """A connection whose request is still incomplete after this time is closed."""
    rooms_per_hour: _Count = 60
    """How many rooms one address may create in an hour."""
    seats_per_address: _Count = 3
    """How many seats one address may take in a public room; one more is allowed per ten minutes."""
    max_listed_per_address: _Count = 5
    """How many public rooms created from one address are listed at the same time."""
    joins_per_minute: _Count = 60
    """How many seats per minute one address may take in all rooms together."""
    requests_per_second: _Count = 40
    """How many requests per second an address may send; a browser client file counts as a tenth."""
    messages_per_second: _Count = 20
    """How many messages per second a connection may send; an address may send four times that."""

    lobby_hours: _Positive = 2.0
    """A room whose game has not begun is archived after this time without a change."""
    playing_days: _Positive = 30.0
    """A room with a running game is archived after this time without a change."""
    over_days: _Positive = 7.0
    """A room whose game is over is archived after this time without a change."""
    archive_days: _Positive = 30.0
    """A room is deleted this long after it was archived."""
    finished_days: _Positive = 365.0
    """How long a finished game and its review are kept, even if the room is deleted earlier."""

    @property
    def origins(self) -> tuple[str, ...]:
        """The origins whose pages may connect, in addition to the host of the request."""
        parts = self.public_url, *split_list(self.allowed_origins)
        return tuple(_origin(part) for part in parts)

    def is_own_host(self, host: str) -> bool:
        """Return whether a Host header names this server.

        If a public URL is set, only its host, the hosts of allowed origins, localhost and IP
        addresses do. Attackers can point host names of their own at this server (DNS rebinding),
        but not IP addresses.
        """
        if not self.public_url:
            return True
        name = _host_name(f"//{host}")
        names = {_host_name(origin) for origin in self.origins if origin}
        return name in names or name == "localhost" or ("/" not in name and _is_network(name))

    def with_changes(self, **changes: object) -> ServerSettings:
        """Return a copy of the settings with the changes that are not None."""
        values = msgspec.structs.asdict(self)
        return _convert(values | {k: v for k, v in changes.items() if v is not None})


def from_environment(environment: Mapping[str, str]) -> ServerSettings:
    """Return the settings; raises PickominoError for an unknown, renamed or invalid one.

    >>> from_environment({"PICKOMINO_PORT": "8080", "HOME": "/root"}).port
    8080
    """
    known = {PREFIX + name.upper(): name for name in ServerSettings.__struct_fields__}
    values: dict[str, object] = {}
    for variable, text in environment.items():
        if not variable.startswith(PREFIX):
            continue
        if variable not in known:
            raise _unknown_setting(variable, known)
        values[known[variable]] = text
    return _convert(values)


def split_list(text: str) -> tuple[str, ...]:
    """Return the parts of a comma-separated list.

    >>> split_list("10.0.0.1, 10.0.0.2")
    ('10.0.0.1', '10.0.0.2')
    """
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _unknown_setting(variable: str, known: Collection[str]) -> PickominoError:
    renamed = variable.replace("_MOST_", "_MAX_", 1)
    if renamed in known:
        return PickominoError("renamed_setting", old=variable, new=renamed)
    return PickominoError("unknown_setting", name=quote(variable))


def _convert(values: Mapping[str, object]) -> ServerSettings:
    try:
        settings = msgspec.convert(dict(values), ServerSettings, strict=False)
    except msgspec.ValidationError as error:
        raise PickominoError("bad_setting", reason=quote(str(error))) from error
    for proxy in split_list(settings.trusted_proxies):
        if proxy != "*" and not _is_network(proxy):
            raise PickominoError("bad_address", address=quote(proxy))
    for address in (settings.public_url, *split_list(settings.allowed_origins)):
        if address and urlsplit(address).scheme not in ("http", "https"):
            raise PickominoError("bad_address", address=quote(address))
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
