"""`pickomino odds`: what a position offers, and what to do."""

from __future__ import annotations

import json as json_format
from typing import Final

from pickomino.analysis.advice import WIN, WORMS, Advice, advise, check_aim
from pickomino.cli.bars import bar
from pickomino.cli.files import refuse_existing
from pickomino.cli.options import Flag, Language, chosen_rules
from pickomino.core.actions import SEAT_LETTERS
from pickomino.core.errors import InvalidNotation
from pickomino.core.position import Position
from pickomino.core.tiles import EXTRA_TILES
from pickomino.evaluation.judge import FORMULA
from pickomino.i18n import Texts, chosen_texts
from pickomino.i18n.numbers import decimal, percent
from pickomino.i18n.words import Speaker

BAR_WIDTH: Final = 24
SAME: Final = 0.5e-4
"""Smaller differences are not shown."""


def odds(
    wfen: str | None = None,
    /,
    *,
    payoff: str = WORMS,
    rules: str = "standard",
    extrawurm: Flag = False,
    record: str | None = None,
    json: Flag = False,
    language: Language = None,
) -> int:
    """Show the odds of a position and the best choice.

    Parameters
    ----------
    wfen
        A position on one line, in quotes or with _ for spaces. Without it you are asked
        about the table and advised roll by roll.
    payoff
        What to aim for: worms, win (the chance to win the game), or the number of a tile.
    rules
        The rule set of the table you are asked about.
    extrawurm
        That table plays with the Extrawurm expansion.
    record
        Keep a record (WGN) of the game in this new file, to look at or review later; rivals are
        given dice that fit how their turns ended.
    json
        Print at_least, exactly, expected_worms, bust, best and choices.
    """
    texts = chosen_texts(language)
    if wfen is None:
        if json:
            raise InvalidNotation("needs_position")
        from pickomino.cli.advisor import Advisor

        rule_set = chosen_rules(rules, extrawurm=extrawurm)
        check_aim(payoff, rule_set)
        if record is not None:
            refuse_existing(record)
            if rule_set.extrawurm:
                raise InvalidNotation("no_extrawurm_record")
        Advisor(texts, payoff, rule_set, record).run()
        return 0
    advice = advise(Position.from_wfen(wfen), payoff, fast=False)
    if json:
        print(json_format.dumps(_as_json(advice), indent=1))
    else:
        print_odds(advice, texts)
        print_advice(advice, texts)
    return 0


def _as_json(advice: Advice) -> dict[str, object]:
    return {
        "aim": advice.aim,
        "at_least": {str(tile): chance for tile, chance in advice.at_least.items()},
        "exactly": {str(tile): chance for tile, chance in advice.exactly.items()},
        "expected_worms": advice.expected_worms,
        "value": advice.value,
        "bust": advice.failure,
        "results": {
            "fail" if action is None else str(action): chance
            for action, chance in advice.results.items()
        },
        "best": None if advice.best is None else str(advice.best),
        "choices": {str(action): value for action, value in advice.choices.items()},
    }


def print_odds(advice: Advice, texts: Texts) -> None:
    """Print the chances of every total, with bars; none where no dice are in play."""
    if not advice.at_least:
        return
    gettext = texts.gettext
    heads = gettext("tile"), gettext("exactly"), gettext("at least")
    widths = [max(len(head), 8) for head in heads]
    print("  ".join(head.rjust(width) for head, width in zip(heads, widths, strict=True)))
    for tile, chance in advice.at_least.items():
        # Only an exact sum takes 11 or 13, so a chance of more says nothing.
        more, drawn = ("", 0.0) if tile in EXTRA_TILES else (percent(chance, texts), chance)
        cells = str(tile), percent(advice.exactly[tile], texts), more
        row = "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        print(f"{row}  {bar(drawn, BAR_WIDTH)}".rstrip())
    text = gettext("Expected worms from the grill: {worms}.")
    print(text.format(worms=decimal(f"{advice.expected_worms:.2f}", texts)))


def print_advice(advice: Advice, texts: Texts) -> None:
    """Print what to do now, and what the alternatives cost."""
    gettext = texts.gettext
    print(gettext("Aim: {aim}.").format(aim=aim_said(advice.aim, texts)))
    if advice.judge == FORMULA:
        print(gettext("A rough estimate: the champion has not learned these rules."))
    for action, chance in sorted(advice.results.items(), key=lambda each: -each[1]):
        if action is not None:
            share = percent(chance, texts)
            print(f"  {action!s:>4}  {share:>8}  {bar(chance, BAR_WIDTH)}".rstrip())
    text = gettext("Risk of failing: {chance}. Value: {value}.")
    value = worth_said(advice.aim, advice.value, texts).strip()
    print(text.format(chance=percent(advice.failure, texts), value=value))
    if advice.best is None:
        print(gettext("Roll the dice."))
        return
    speaker = Speaker(texts, SEAT_LETTERS)
    print(gettext("Best: {action}.").format(action=speaker.action(advice.best)))
    best = advice.choices[advice.best]
    for action, value in sorted(advice.choices.items(), key=lambda choice: -choice[1]):
        worth = worth_said(advice.aim, value, texts)
        cost = _cost(advice.aim, best - value, texts)
        print(f"  {action!s:>4}  {worth}  {cost}  {speaker.action(action)}")


def aim_said(aim: str, texts: Texts) -> str:
    """Say what is aimed for."""
    if aim == WORMS:
        return texts.gettext("the most worms from this turn")
    if aim == WIN:
        return texts.gettext("the chance to win the game")
    return texts.gettext("tile {tile}").format(tile=aim)


def worth_said(aim: str, value: float, texts: Texts) -> str:
    """Say what a position or a choice is worth for an aim."""
    if aim == WORMS:
        return decimal(f"{value:6.2f}", texts)
    return f"{percent(value, texts):>8}"


def _cost(aim: str, loss: float, texts: Texts) -> str:
    return worth_said(aim, -loss, texts) if loss > SAME else " " * len(worth_said(aim, 0, texts))
