"""Valid and invalid names of players."""

import pytest

from pickomino.core.errors import PickominoError
from pickomino.record.names import normalize_name


@pytest.mark.parametrize(
    "name",
    [
        *("\u3164", "\u2800\u2800", "\u115f\u1160", "\uffa0", "\ufe0f", "\u0301", " \u3164 "),
        *("Z\u0338\u0338\u0338", "a\u0e49\u0e49\u0e49\u0e49"),
        *("Ann\u034f", "\U0001d159", "An\u200dn", "Ann\ufe0f", "A\U000e0100"),
        *("bot:family", "Bot:x", "BOT:", " bot:expert", "\uff42\uff4f\uff54\uff1afamily"),
    ],
)
def test_invisible_and_bot_names_are_refused(name):
    with pytest.raises(PickominoError) as caught:
        normalize_name(name)
    assert caught.value.code == "bad_name"


@pytest.mark.parametrize(
    "name",
    [
        *("Zoë", "国国", "Nguyễn", "น้ำ", "ที่", "हिन्दी", "한글", "7", "!?", "🐔", "1️⃣", "❤️"),
        *("👩\u200d🚒", "🏳️\u200d🌈", "👨\u200d👩\u200d👧 Smith", "👍🏽"),
        *("Bot", "botany", "robot: me"),
    ],
)
def test_names_in_any_script_are_accepted(name):
    assert normalize_name(name)
