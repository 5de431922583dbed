"""`pickomino replay`, `verify` and `convert`: recorded games."""

from __future__ import annotations

import json as json_format

from pickomino.cli.app import EXIT_FAILURE
from pickomino.cli.files import read_text, refuse_existing, write_text
from pickomino.cli.options import File, Flag, Language
from pickomino.cli.plain.table import print_lines, table_lines
from pickomino.core.errors import PickominoError
from pickomino.core.position import OVER, scores, seat_letter, winners
from pickomino.i18n import describe_problem, select_texts
from pickomino.i18n.names import display_names
from pickomino.i18n.narration import narrate, turn_title
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.ranking import ranking_lines, winner_line
from pickomino.record.files import RecordFormat, parse_record
from pickomino.record.game import Game
from pickomino.record.json_record import to_json
from pickomino.record.state import turn_seat
from pickomino.record.verification import verify as verify_record


def replay(
    file: File, /, *, turn: str | None = None, json: Flag = False, language: Language = None
) -> int:
    """Replay a recorded game as text, or show one turn of it.

    Parameters
    ----------
    file
        A record in WGN or JSON; - reads standard input.
    turn
        Show only this turn, labelled as in the record, such as 3b.
    json
        Print the position before every turn (WFEN), the scores and the winners as JSON.
    """
    texts = select_texts(language)
    game, _ = parse_record(read_text(file))
    turns = _turns(game, turn)
    if json:
        _print_json(game, turns)
        return 0
    narrator = Narrator(texts, display_names(game.names, texts))
    if turn is None and -1 in game.comments:
        print(f"{{{game.comments[-1]}}}")
    for number in turns:
        _print_turn(game, number, narrator)
    if turn is None:
        _print_end(game, narrator)
    return 0


def _turns(game: Game, label: str | None) -> range:
    if label is None:
        return range(game.turn if game.position.to_act == OVER else game.turn + 1)
    for turn in range(game.turn + 1):
        if game.turn_label(turn) == label:
            return range(turn, turn + 1)
    raise PickominoError("no_such_turn", turn=repr(label), count=game.turn)


def _print_turn(game: Game, turn: int, narrator: Narrator) -> None:
    before = game.position_at(turn)
    print(turn_title(game.turn_label(turn), turn_seat(game.start, turn), narrator))
    print_lines(table_lines(before, narrator))
    for event, after in game.steps_in_turn(turn):
        print_lines(narrate(event, before, after, narrator))
        before = after
    if turn in game.comments:
        print(f"{{{game.comments[turn]}}}")
    print()


def _print_end(game: Game, narrator: Narrator) -> None:
    gettext = narrator.texts.gettext
    if game.position.to_act == OVER:
        print(gettext("The game is over."))
    else:
        print(gettext("The game was left unfinished. As it stands:"))
    print_lines(ranking_lines(game.position, narrator))
    if game.is_over:
        print(winner_line(game.position, narrator))


def _print_json(game: Game, turns: range) -> None:
    turn_list = [
        {"turn": game.turn_label(turn), "wfen": game.position_at(turn).wfen()} for turn in turns
    ]
    summary = {
        "turns": turn_list,
        "wfen": game.position.wfen(),
        "over": game.position.to_act == OVER,
        "scores": scores(game.position),
        "winners": [seat_letter(seat) for seat in winners(game.position)],
    }
    print(json_format.dumps(summary, indent=1))


def verify(file: File, /, *, json: Flag = False, language: Language = None) -> int:
    """Recompute every roll of a recorded game. Exit code 1 if one is wrong.

    Parameters
    ----------
    file
        A record with its dice tags (DiceSecret or DiceSeed); - reads standard input.
    json
        Print {"right": ..., "rolls": ..., "code": ..., "problem": ..., "doubts": [codes]}.
    """
    texts = select_texts(language)
    game, _ = parse_record(read_text(file))
    verification = verify_record(game.wgn())
    failure = verification.problem
    problem = None if failure is None else describe_problem(texts, failure)
    if json:
        answer = {
            "right": verification.is_valid,
            "rolls": verification.rolls,
            "code": None if failure is None else failure.code,
            "problem": problem,
            "doubts": [doubt.code for doubt in verification.doubts],
        }
        print(json_format.dumps(answer, indent=1, ensure_ascii=False))
    elif problem is None:
        text = texts.ngettext(
            "{count} roll recomputed: it is right.",
            "{count} rolls recomputed: all are right.",
            verification.rolls,
        )
        print(text.format(count=verification.rolls))
        for doubt in verification.doubts:
            print(describe_problem(texts, doubt))
    else:
        print(problem)
    return 0 if verification.is_valid else EXIT_FAILURE


def convert(file: File, /, *, to: RecordFormat | None = None, output: str | None = None) -> int:
    """Convert a record from WGN to JSON or back; invalid records are refused.

    Parameters
    ----------
    file
        A record in WGN or JSON; - reads standard input.
    to
        The format to write; by default the other one.
    output
        A new file to write; by default standard output.
    """
    game, form = parse_record(read_text(file))
    target = to or ("wgn" if form == "json" else "json")
    converted = to_json(game) if target == "json" else game.wgn()
    if output is None:
        print(converted, end="")
    else:
        refuse_existing(output)
        write_text(output, converted)
    return 0
