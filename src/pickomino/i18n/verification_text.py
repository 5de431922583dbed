"""The result of checking the dice of a game, in words."""

from __future__ import annotations

from pickomino.i18n import Texts, describe_problem
from pickomino.record.verification import Verification


def describe_verification(verification: Verification, texts: Texts) -> str:
    """Return the result of checking dice in one line."""
    result, *doubts = verification_lines(verification, texts)
    return f"{result} ({'; '.join(doubts)})" if doubts else result


def verification_lines(verification: Verification, texts: Texts) -> list[str]:
    """Return the result of checking dice, and then each doubt that remains."""
    if verification.problem is not None:
        return [describe_problem(texts, verification.problem)]
    text = texts.ngettext(
        "{count} roll recomputed: it is right.",
        "{count} rolls recomputed: all are right.",
        verification.rolls,
    )
    doubts = (describe_problem(texts, doubt) for doubt in verification.doubts)
    return [text.format(count=verification.rolls), *doubts]
