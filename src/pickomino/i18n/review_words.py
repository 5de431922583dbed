"""What a review says, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.analysis.review_types import Reason, Review, ReviewedDecision
from pickomino.core.errors import message
from pickomino.core.position import Position
from pickomino.i18n import Texts
from pickomino.i18n.numbers import decimal, percent
from pickomino.i18n.words import Speaker

LABELS: Final[Mapping[str, str]] = {
    "inaccuracy": message("inaccuracy"),
    "mistake": message("mistake"),
    "blunder": message("blunder"),
}

SUMS: Final[Mapping[str, str]] = {
    "start": message("Win chance at the start"),
    "own_luck": message("Own luck"),
    "rivals_luck": message("Rivals’ luck"),
    "gifts": message("Gifts from rivals"),
    "given_away": message("Given away"),
    "stand_ins": message("Bots standing in"),
    "remainder": message("The judge’s correction"),
    "result": message("Result"),
}
"""The sum that explains a result, in its order."""

REASONS: Final[Mapping[str, str]] = {
    # i18n: why the better choice is better; {better} and {chosen} are percentages.
    "new_symbol": message(
        "After it, {better} of rolls bring a new symbol; after the choice made, {chosen}."
    ),
    "fails_less": message("The turn then fails in {better} of cases instead of {chosen}."),
    "worth_more": message("It leads to a win chance of {better} instead of {chosen}."),
    "sure_tile": message("Tile {tile} was sure, and rolling on fails in {failure} of cases."),
    "risk_pays": message(
        "Rolling on still wins a tile in {success} of cases, which is worth more than tile {tile}."
    ),
    "still_alive": message("Rolling on wins a tile in {success} of cases."),
    "steal": message("Tile {tile} could be stolen, which also sets a rival back."),
    "other_tile": message("Tile {better} is worth more here than tile {chosen}."),
    "reroll": message(
        "With the Weasel the turn fails in {better} of cases, without it in {chosen}."
    ),
    "keep_roll": message("These dice fail in {better} of cases, the new roll in {chosen}."),
    "raven": message("Losing a Bratwurm hurts {name} most."),
}
TILES: Final = {"other_tile": ("better", "chosen")}
"""Parameters that are tiles, besides `tile`; `seat` is a seat, and all others are chances."""


def signed(change: float, texts: Texts) -> str:
    """Write a change of a chance with its sign.

    >>> from pickomino.i18n import texts_in
    >>> signed(0.0312, texts_in("en")), signed(-0.5, texts_in("de"))
    ('+3.1 %', '−50,0 %')
    """
    digits = f"{100 * change:+.1f}"
    return decimal(f"{'0.0' if float(digits) == 0 else digits.replace('-', '−')} %", texts)


def sum_said(figure: str, value: float, texts: Texts) -> str:
    """Write a figure of the sum: chances as they are, what changes them with its sign.

    >>> from pickomino.i18n import texts_in
    >>> sum_said("start", 0.5, texts_in("en")), sum_said("given_away", 0.02, texts_in("en"))
    ('50.0 %', '−2.0 %')
    """
    if figure in ("start", "result"):
        return percent(value, texts)
    return signed(-value if figure == "given_away" else value, texts)


def reason_said(reason: Reason, speaker: Speaker) -> str:
    """Say why a choice is better, in one sentence."""
    tiles = ("tile", *TILES.get(reason.code, ()))
    parameters = {
        name: str(value) if name in tiles else percent(value, speaker.texts)
        for name, value in reason.parameters.items()
        if name != "seat"
    }
    if "seat" in reason.parameters:
        parameters["name"] = speaker.names[int(reason.parameters["seat"])]
    return speaker.texts.gettext(REASONS[reason.code]).format(**parameters)


def decision_said(decision: ReviewedDecision, position: Position, speaker: Speaker) -> str:
    """Say what a decision cost, what was better and why; `position` is the one before it."""
    gettext = speaker.texts.gettext
    chosen = speaker.choice(position, decision.chosen)
    if decision.is_equal:
        return _equals_said(decision, position, speaker)
    text = gettext("{chosen}: {cost}. Better: {better}.")
    told = text.format(
        chosen=chosen,
        cost=_cost_said(decision, speaker.texts),
        better=speaker.choice(position, decision.equals[0]),
    )
    return told if decision.reason is None else f"{told} {reason_said(decision.reason, speaker)}"


def _equals_said(decision: ReviewedDecision, position: Position, speaker: Speaker) -> str:
    gettext, chosen = speaker.texts.gettext, speaker.choice(position, decision.chosen)
    if len(decision.equals) == 1:
        return gettext("{chosen}: the best choice.").format(chosen=chosen)
    if decision.chosen == decision.equals[0]:
        return gettext("{chosen}: as good as any.").format(chosen=chosen)
    text = gettext("{chosen}: as good as any; {safer} fails less often.")
    return text.format(chosen=chosen, safer=speaker.choice(position, decision.equals[0]))


def _cost_said(decision: ReviewedDecision, texts: Texts) -> str:
    cost = percent(decision.cost, texts)
    if decision.label is None:
        return texts.gettext("costs {cost}").format(cost=cost)
    label = texts.gettext(LABELS[decision.label])
    return texts.gettext("costs {cost}, {label}").format(cost=cost, label=label)


def verdict_said(review: Review, speaker: Speaker) -> str:
    """Say who played best and whom the dice helped; of a rough estimate, only that it is one."""
    gettext = speaker.texts.gettext
    if review.is_rough:
        return gettext(
            "A rough estimate: the judge does not know Extrawurm well yet, so there is no verdict."
        )
    seats = range(review.players)
    best = min(seats, key=lambda seat: review.seats[seat].given_away)
    lucky = max(seats, key=lambda seat: review.seats[seat].luck)
    text = gettext("{best} gave away least, {cost} of a win. The dice helped {lucky} most: {luck}.")
    return text.format(
        best=speaker.names[best],
        cost=percent(review.seats[best].given_away, speaker.texts),
        lucky=speaker.names[lucky],
        luck=signed(review.seats[lucky].luck, speaker.texts),
    )
