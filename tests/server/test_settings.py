"""Settings come from the environment, are documented, and are validated."""

import re
from pathlib import Path

import pytest

from pickomino.core.errors import PickominoError
from pickomino.server.settings import ServerSettings, from_environment

PAGE = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text("utf-8")


def test_every_setting_is_documented_with_its_default():
    documented = dict(
        re.findall(r"^\| `PICKOMINO_(\w+)` \| *`?([^`|]*?)`? *\|", PAGE, re.MULTILINE)
    )
    settings = ServerSettings()
    assert {name.lower() for name in documented} == set(ServerSettings.__struct_fields__)
    for name, default in documented.items():
        value = getattr(settings, name.lower())
        if default != "data folder":
            assert default.strip() == (f"{value:g}" if isinstance(value, float) else str(value))


def test_settings_come_from_the_environment():
    settings = from_environment(
        {"PICKOMINO_PORT": "8080", "PICKOMINO_BOT_PAUSE": "0.25", "PICKOMINO_METRICS": "local"}
    )
    assert (settings.port, settings.bot_pause, settings.metrics) == (8080, 0.25, "local")
    changed = settings.with_changes(port=9000, host=None)
    assert (changed.port, changed.host) == (9000, "127.0.0.1")


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("PORT", "x", "setting_number"),
        ("PORT", "70000", "setting_number"),
        ("METRICS", "yes", "setting_choice"),
        ("MAX_ROOMS", "0", "setting_too_low"),
        ("LOBBY_HOURS", "-1", "setting_not_positive"),
        ("PUBLIC_URL", "games.example", "bad_address"),
        ("ALLOWED_ORIGINS", "https://a.example, evil", "bad_address"),
        ("TRUSTED_PROXIES", "10.0.0.0/8, proxy", "bad_network_address"),
        ("COLOUR", "red", "unknown_setting"),
    ],
)
def test_invalid_settings_are_refused(name, value, code):
    with pytest.raises(PickominoError) as caught:
        from_environment({f"PICKOMINO_{name}": value})
    assert caught.value.code == code


def test_old_name_of_a_setting_is_refused_with_the_new_one():
    with pytest.raises(PickominoError) as caught:
        from_environment({"PICKOMINO_MOST_ROOMS": "5"})
    assert caught.value.code == "renamed_setting"
    assert str(caught.value) == "PICKOMINO_MOST_ROOMS has been renamed to PICKOMINO_MAX_ROOMS"


def test_origins_are_derived_from_urls():
    settings = ServerSettings(
        public_url="https://Games.example/path/", allowed_origins="http://a.example:81"
    )
    assert settings.origins == ("https://games.example", "http://a.example:81")
    assert ServerSettings().origins == ("",)
