"""Settings of a server, from the environment; command-line options take precedence."""

from __future__ import annotations

import errno
import ipaddress
import os
from collections.abc import Collection, Mapping
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import inspect

from pickomino.core.errors import PickominoError, quote

PREFIX = "PICKOMINO_"

_Count = Annotated[int, msgspec.Meta(ge=1)]
_Positive = Annotated[float, msgspec.Meta(gt=0)]


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """One field per setting; the environment variable is PICKOMINO_ plus the name in capitals.

    `make docs` writes docs/configuration.md from the texts below the fields.
    """

    host: str = "127.0.0.1"
    """Address to listen on."""
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    """Port to listen on; 0 takes 8000, or the next free port."""
    database: str = ""
    """SQLite file or `postgresql://…`; by default `server.db` in the [data
    folder](terminal.md#saved-games-puzzles-profile)."""
    key_file: str = ""
    """File with the key of the dice secrets; by default beside the SQLite file, or with PostgreSQL
    `server.key` in the data folder."""
    redis: str = ""
    """`redis://:PASSWORD@…`, to link [several servers](scaling.md)."""
    public_url: str = ""
    """The server's public address, for links, QR codes and link previews."""
    site: str = ""
    """Folder that `pickomino site` wrote, to [play offline](offline.md#beside-a-server)."""
    trusted_proxies: str = ""
    """Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed: addresses or networks,
    separated by commas."""
    allowed_origins: str = ""
    """Additional origins, separated by commas, whose pages may connect."""
    metrics: Literal["off", "local", "all"] = "off"
    """Who may read `/metrics`: `off`, `local` (programs on this machine) or `all`."""
    log_format: Literal["text", "json"] = "text"
    """`text` or `json`."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """`debug`, `info`, `warning` or `error`."""
    log_kilobytes_per_minute: _Count = 60
    """How fast the log may grow; further lines are only counted."""
    log_addresses: bool = False
    """Log every request with its address."""
    csp_reports: bool = False
    """Log reported violations of the content security policy."""
    bot_workers: _Count = 2
    """Processes for bots; the coach has one more."""
    networks: str = ""
    """[Network files](training.md#play-with-a-network), separated by commas. Each replaces the
    built-in network for its number of players: for the champion, the coach and the review."""
    bot_pause: Annotated[float, msgspec.Meta(ge=0, le=10)] = 0.1
    """Seconds a bot waits before each move."""
    max_rooms: _Count = 10_000
    """Maximum number of rooms that are not archived."""
    room_megabytes: _Count = 1024
    """Memory for rooms, about 0.2 MB each; other rooms are loaded when they are used."""
    storage_megabytes: _Count = 10_000
    """What the database may hold; see [Limits on storage](serving.md#limits-on-storage)."""
    address_megabytes_per_day: _Count = 200
    """What one address may store in a day."""
    max_connections: _Count = 5_000
    """Live connections; a fifth is reserved for players."""
    max_connections_per_address: _Count = 100
    """Live connections from one address."""
    max_watchers_per_address: _Count = 10
    """Spectators of one room from one address."""
    max_requests: _Count = 1_000
    """Connections for requests, in addition to the live ones."""
    request_seconds: _Positive = 10.0
    """Time to complete a request."""
    response_seconds: _Positive = 20.0
    """After this time, a client that reads its response more slowly than 1 kB a second is
    disconnected."""
    rooms_per_hour: _Count = 60
    """Rooms that one address may create."""
    seats_per_address: _Count = 12
    """Seats that one address may take in a public room, plus one every ten minutes."""
    max_listed_per_address: _Count = 5
    """Public rooms from one address that are listed at a time."""
    joins_per_minute: _Count = 60
    """Seats that one address may take."""
    requests_per_second: _Count = 40
    """Requests from one address; a client file counts as a tenth."""
    messages_per_second: _Count = 20
    """Messages on one connection; four times as many from one address."""
    lobby_hours: _Positive = 2.0
    """Idle time before a room whose game has not begun is archived."""
    playing_days: _Positive = 30.0
    """The same, for a running game."""
    over_days: _Positive = 7.0
    """The same, for a finished game; uploaded records are kept just as long."""
    archive_days: _Positive = 30.0
    """How long an archived room is kept."""
    finished_days: _Positive = 365.0
    """How long a finished game and its review are kept, even without their room."""

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

    def has_tls(self, host: str) -> bool:
        """Return whether players reach a host with TLS, although the proxy may not tell."""
        parts = urlsplit(self.public_url)
        return parts.scheme == "https" and parts.hostname == _host_name(f"//{host}")

    def with_changes(self, **changes: object) -> ServerSettings:
        """Return a copy of the settings with the changes that are not None."""
        values = msgspec.structs.asdict(self)
        changed = {k: v for k, v in changes.items() if v is not None}
        return _convert(values | changed, changed)


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


def _convert(values: Mapping[str, object], options: Collection[str] = ()) -> ServerSettings:
    """Return the settings; those in `options` were given on the command line."""
    for name, value in values.items():
        _check(name, value, is_option=name in options)
    settings = msgspec.convert(dict(values), ServerSettings, strict=False)
    if not settings.host:
        # An empty name would listen on all addresses.
        reason = os.strerror(errno.EADDRNOTAVAIL)
        raise PickominoError("bad_host", host=quote(settings.host), reason=reason)
    for proxy in split_list(settings.trusted_proxies):
        if proxy != "*" and not _is_network(proxy):
            raise PickominoError("bad_network_address", address=quote(proxy))
    for address in (settings.public_url, *split_list(settings.allowed_origins)):
        if address and not _is_web_address(address):
            raise PickominoError("bad_address", address=quote(address))
    return settings


_FIELDS = {field.name: field for field in msgspec.structs.fields(ServerSettings)}


def _check(name: str, value: object, *, is_option: bool) -> None:
    """Raise an error that names the setting and what is expected, unless the value is valid."""
    kind = _FIELDS[name].type
    try:
        msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        setting = f"--{name.replace('_', '-')}" if is_option else PREFIX + name.upper()
        code, expected = _expectation(kind)
        raise PickominoError(code, setting=setting, value=quote(value), **expected) from error


def _expectation(kind: object) -> tuple[str, dict[str, object]]:
    """Return the code and the parameters that say which values a type allows."""
    match inspect.type_info(kind):
        case inspect.IntType(ge=low, le=high) | inspect.FloatType(ge=low, le=high) if (
            low is not None and high is not None
        ):
            return "setting_number", {"low": f"{low:g}", "high": f"{high:g}"}
        case inspect.IntType(ge=low):
            return "setting_too_low", {"low": low}
        case inspect.FloatType():
            return "setting_not_positive", {}
        case inspect.LiteralType(values=values):
            return "setting_choice", {"known": ", ".join(map(str, values))}
        case _:
            return "setting_choice", {"known": "true, false"}


def _is_web_address(text: str) -> bool:
    try:
        return urlsplit(text).scheme in ("http", "https") and bool(_host_name(text))
    except ValueError:
        return False


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
