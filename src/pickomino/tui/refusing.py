"""Why a key does nothing just now."""

from __future__ import annotations

from typing import Final

from pickomino.core.position import Phase
from pickomino.core.roll import SYMBOLS, WORM
from pickomino.i18n import Texts
from pickomino.tui.choosing import ROLL_KEY, STOP_KEY, WEASEL_KEY
from pickomino.tui.scene import Scene

GAME_KEYS: Final = (*SYMBOLS, ROLL_KEY, STOP_KEY, WEASEL_KEY)


def why_not(key: str, scene: Scene) -> str:  # noqa: PLR0911 - one a reason
    """Say why a key of the game plays nothing; nothing for other keys."""
    texts = scene.speaker.texts
    gettext = texts.gettext
    if key not in GAME_KEYS:
        return ""
    if scene.is_over:
        return gettext("The game is over.")
    if not scene.is_yours and scene.seat is not None:
        return gettext("It is {name}’s turn.").format(name=scene.speaker.names[scene.seat])
    if key == WEASEL_KEY:
        return gettext("The Weasel cannot help here.")
    if scene.position.turn.phase is Phase.CHOOSE:
        return _not_chosen(key, scene, texts)
    if key == ROLL_KEY:
        return gettext("No dice can be rolled any more.")
    if key == STOP_KEY:
        return gettext("Several things can be claimed: choose one by its number.")
    return gettext("Roll on or stop first.")


def _not_chosen(key: str, scene: Scene, texts: Texts) -> str:
    if key in (ROLL_KEY, STOP_KEY):
        return texts.gettext("Set aside a symbol first.")
    face = SYMBOLS.index(key) + 1
    is_set_aside = scene.position.turn.set_aside.has(face)
    if face == WORM:
        if is_set_aside:
            return texts.gettext("Worms are already set aside.")
        return texts.gettext("No worm was rolled.")
    if is_set_aside:
        return texts.gettext("The {symbol} is already set aside.").format(symbol=key)
    return texts.gettext("No {symbol} was rolled.").format(symbol=key)
