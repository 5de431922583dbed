"""Display names of players: people by name, bots by title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pickomino.bots.registry import BOTS
from pickomino.i18n import Texts
from pickomino.record.names import BOT_TAG, FORMER_PLAYER


def display_names(tags: Sequence[str], texts: Texts) -> list[str]:
    """Return the display names for the names in a record, numbered where they repeat.

    >>> from pickomino.i18n import texts_in
    >>> display_names(["Ann", "bot:family", "bot:family", "?"], texts_in("en"))
    ['Ann', 'Uncle Gus 1', 'Uncle Gus 2', 'Player 4']
    """
    names = [_display_name(tag, number, texts) for number, tag in enumerate(tags, 1)]
    repeated = {name for name, count in Counter(names).items() if count > 1}
    seen: Counter[str] = Counter()
    for place, name in enumerate(names):
        if name in repeated:
            seen[name] += 1
            names[place] = f"{name} {seen[name]}"
    return names


def _display_name(tag: str, number: int, texts: Texts) -> str:
    is_bot = tag.startswith(BOT_TAG)
    kind = BOTS.get(tag.removeprefix(BOT_TAG).partition(":")[0]) if is_bot else None
    if kind is not None:
        return texts.gettext(kind.title)
    if tag == FORMER_PLAYER:
        return texts.gettext("a former player")
    return texts.gettext("Player {number}").format(number=number) if tag == "?" else tag
