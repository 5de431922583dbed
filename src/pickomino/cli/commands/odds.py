"""`pickomino odds`: the odds of a position and the best choice."""

from __future__ import annotations

from typing import Final

from pickomino.analysis.advice import WIN, WORMS, Advice, advise, check_aim, default_aim
from pickomino.cli.files import print_json, refuse_existing
from pickomino.cli.options import Flag, Language, NetworkFile, parse_rules, use_network
from pickomino.cli.outputs import Odds
from pickomino.cli.reports.bars import bar
from pickomino.core.actions import SEAT_LETTERS
from pickomino.core.errors import InvalidNotation
from pickomino.core.position import Position
from pickomino.core.tiles import EXTRA_TILES
from pickomino.i18n import Texts, select_texts
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.numbers import format_number, format_percent, percent_pattern
from pickomino.narration.line import line

BAR_WIDTH: Final = 24
NEGLIGIBLE: Final = 0.5e-4
"""A choice is shown without a cost if its value is at most this far below the best value."""


def odds(
    wfen: str | None = None,
    /,
    *,
    aim: str | None = None,
    rules: str = "standard",
    extrawurm: Flag = False,
    names: str = "",
    record: str | None = None,
    network: NetworkFile = None,
    json: Flag = False,
    language: Language = None,
) -> int:
    """Show the odds of a position and the best choice.

    Parameters
    ----------
    wfen
        A position (WFEN), in quotes or with _ in place of spaces. Without one, you are asked about
        the table and advised roll by roll.
    aim
        What to aim for: win (the chance to win the game), worms, or the number of a tile; win by
        default where the networks of the extra `bots` are installed, otherwise worms.
    names
        If no position is given: the names of the players, you first: Ann,Ben,Cleo
    rules
        If no position is given: the rule set of your table.
    extrawurm
        If no position is given: your table plays with the Extrawurm expansion.
    record
        Write a record (WGN) of the game to this new file; the rivals’ dice are made up to fit their
        results.
    json
        Print at_least, exactly, expected_worms, bust, best and choices as JSON.
    """
    texts = select_texts(language)
    if wfen is None:
        if json:
            raise InvalidNotation("needs_position")
        from pickomino.cli.advisor.session import Advisor
        from pickomino.cli.advisor.table_setup import parse_names

        rule_set = parse_rules(rules, extrawurm=extrawurm)
        chosen = aim or default_aim(rule_set)
        check_aim(chosen, rule_set)
        players = parse_names(names) if names else []
        use_network(network, [len(players)] if players else ())
        if record is not None:
            refuse_existing(record)
            if rule_set.extrawurm:
                raise InvalidNotation("no_extrawurm_record")
        Advisor(texts, chosen, rule_set, record, players, network=network).run()
        return 0
    position = Position.from_wfen(wfen)
    use_network(network, [position.players])
    advice = advise(position, aim or default_aim(position.rules), fast=False)
    if json:
        print_json(_as_json(advice))
    else:
        print_odds(advice, texts)
        print_advice(advice, texts)
    return 0


def _as_json(advice: Advice) -> Odds:
    return Odds(
        aim=advice.aim,
        at_least={str(tile): chance for tile, chance in advice.at_least.items()},
        exactly={str(tile): chance for tile, chance in advice.exactly.items()},
        expected_worms=advice.expected_worms,
        value=advice.value,
        bust=advice.failure,
        results={
            "fail" if action is None else str(action): chance
            for action, chance in advice.results.items()
        },
        best=None if advice.best is None else str(advice.best),
        choices={str(action): value for action, value in advice.choices.items()},
    )


def print_odds(advice: Advice, texts: Texts) -> None:
    """Print the probability of each total with bars; nothing if no dice are in play."""
    if not advice.at_least:
        return
    gettext = texts.gettext
    heads = gettext("tile"), gettext("exactly"), gettext("at least")
    widths = [max(len(head), 8) for head in heads]
    print("  ".join(head.rjust(width) for head, width in zip(heads, widths, strict=True)))
    for tile, chance in advice.at_least.items():
        # Only an exact total takes 11 or 13, so "at least" means nothing.
        is_exact_only = tile in EXTRA_TILES
        at_least = "" if is_exact_only else format_percent(chance, texts)
        share = 0.0 if is_exact_only else chance
        cells = str(tile), format_percent(advice.exactly[tile], texts), at_least
        row = "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        print(f"{row}  {bar(share, BAR_WIDTH)}".rstrip())
    text = gettext("Expected worms from the grill: {worms}.")
    print(text.format(worms=format_number(advice.expected_worms, texts, "0.00")))


def print_advice(advice: Advice, texts: Texts) -> None:
    """Print what to do now, and what the alternatives cost."""
    gettext = texts.gettext
    print(gettext("Aim: {aim}.").format(aim=describe_aim(advice.aim, texts)))
    narrator = Narrator(texts, SEAT_LETTERS)
    if advice.is_estimate:
        print(narrator.render(line("estimate")))
    for action, chance in sorted(advice.results.items(), key=lambda item: -item[1]):
        if action is not None:
            share = format_chance(advice, chance, texts)
            print(f"  {action!s:>4}  {share:>8}  {bar(chance, BAR_WIDTH)}".rstrip())
    text = gettext("Risk of failing: {chance}. Value: {value}.")
    value = format_value(advice, advice.value, texts).strip()
    print(text.format(chance=format_chance(advice, advice.failure, texts), value=value))
    if advice.best is None:
        print(gettext("Roll the dice."))
        return
    print(gettext("Best: {action}.").format(action=narrator.action(advice.best)))
    best = advice.choices[advice.best]
    for action, value in sorted(advice.choices.items(), key=lambda choice: -choice[1]):
        worth = format_value(advice, value, texts)
        cost = _cost(advice, best - value, texts)
        print(f"  {action!s:>4}  {worth}  {cost}  {narrator.action(action)}")


def describe_aim(aim: str, texts: Texts) -> str:
    """Return the aim in words."""
    if aim == WORMS:
        return texts.gettext("the most worms from this turn")
    if aim == WIN:
        return texts.gettext("the chance to win the game")
    return texts.gettext("tile {tile}").format(tile=aim)


def format_value(advice: Advice, value: float, texts: Texts) -> str:
    """Format a value in the unit of the aim: worms, or a probability as a percentage."""
    if advice.aim == WORMS:
        return f"{format_number(value, texts, '0.00'):>6}"
    return f"{format_chance(advice, value, texts):>8}"


def format_chance(advice: Advice, chance: float, texts: Texts) -> str:
    """Format a chance that depends on the advice."""
    return format_percent(chance, texts, percent_pattern(is_estimate=advice.is_estimate))


def _cost(advice: Advice, loss: float, texts: Texts) -> str:
    cost = format_value(advice, -loss, texts)
    return cost if loss > NEGLIGIBLE else " " * len(cost)
