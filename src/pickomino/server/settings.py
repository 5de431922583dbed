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
    """One field per setting; the environment variable is PICKOMINO_ plus the name in capitals.

    docs/serving.md says what each of them means.
    """

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    database: str = ""
    key_file: str = ""
    redis: str = ""
    public_url: str = ""
    trusted_proxies: str = ""
    allowed_origins: str = ""
    metrics: Literal["off", "local", "all"] = "off"
    log_format: Literal["text", "json"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_kilobytes_per_minute: _Count = 60
    log_addresses: bool = False
    csp_reports: bool = False
    bot_workers: _Count = 2
    bot_pause: Annotated[float, msgspec.Meta(ge=0, le=10)] = 0.1
    max_rooms: _Count = 10_000
    room_megabytes: _Count = 1024
    max_connections: _Count = 5_000
    max_connections_per_address: _Count = 100
    max_watchers_per_address: _Count = 10
    max_requests: _Count = 1_000
    request_seconds: _Positive = 10.0
    rooms_per_hour: _Count = 60
    seats_per_address: _Count = 3
    max_listed_per_address: _Count = 5
    joins_per_minute: _Count = 60
    requests_per_second: _Count = 40
    messages_per_second: _Count = 20
    lobby_hours: _Positive = 2.0
    playing_days: _Positive = 30.0
    over_days: _Positive = 7.0
    archive_days: _Positive = 30.0
    finished_days: _Positive = 365.0

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
