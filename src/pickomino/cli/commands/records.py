"""`pickomino replay`, `verify`, `convert` and `export`: recorded games."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence

from pickomino.cli import outputs
from pickomino.cli.app import EXIT_FAILURE
from pickomino.cli.files import (
    data_folder,
    games_in,
    parse_file,
    print_json,
    refuse_existing,
    write_text,
)
from pickomino.cli.options import File, Flag, Language, WholeNumber
from pickomino.cli.plain.table import print_lines, table_lines
from pickomino.core.errors import InvalidNotation, PickominoError
from pickomino.core.position import OVER, scores, seat_letter, winners
from pickomino.i18n import Texts, describe_problem, select_texts
from pickomino.i18n.names import display_names
from pickomino.i18n.narration import narrate, turn_title
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.ranking import ranking_lines, winner_line
from pickomino.i18n.verification_text import verification_lines
from pickomino.record.files import RecordFormat
from pickomino.record.game import Game
from pickomino.record.state import turn_seat
from pickomino.record.verification import Verification
from pickomino.record.verification import verify as verify_record


def replay(
    file: File,
    /,
    *,
    game: WholeNumber | None = None,
    turn: str | None = None,
    json: Flag = False,
    language: Language = None,
) -> int:
    """Replay recorded games as text, or show one turn of a game.

    Parameters
    ----------
    file
        Records in WGN or JSON, or a saved game; - reads standard input.
    game
        Replay only this game of the file, counted from 1.
    turn
        Show only this turn, labelled as in the record, such as 3b.
    json
        Print the position before every turn (WFEN), the scores and the winners as JSON: an object,
        or a list of objects if the file has several games.
    """
    texts = select_texts(language)
    games = parse_file(file, games_in)
    if game is not None:
        if not 1 <= game <= len(games):
            raise InvalidNotation("no_such_game", game=game, count=len(games))
        games = [games[game - 1]]
    if turn is not None and len(games) > 1:
        raise InvalidNotation("which_game", count=len(games))
    if json:
        replays = [_replay_json(played, _turns(played, turn)) for played in games]
        print_json(replays[0] if len(replays) == 1 else replays)
        return 0
    for number, played in enumerate(games, 1):
        _print_heading(number, len(games), texts)
        _print_game(played, turn, texts)
    return 0


def _print_heading(number: int, count: int, texts: Texts) -> None:
    """Print which game of a file with several follows."""
    if count > 1:
        text = texts.gettext("Game {number} of {count}")
        print(f"== {text.format(number=number, count=count)}")


def _print_game(game: Game, turn: str | None, texts: Texts) -> None:
    narrator = Narrator(texts, display_names(game.names, texts))
    if turn is None and -1 in game.comments:
        print(f"{{{game.comments[-1]}}}")
    for number in _turns(game, turn):
        _print_turn(game, number, narrator)
    if turn is None:
        _print_end(game, narrator)


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


def _replay_json(game: Game, turns: range) -> outputs.Replay:
    return outputs.Replay(
        turns=[
            outputs.ReplayTurn(game.turn_label(turn), game.position_at(turn).wfen())
            for turn in turns
        ],
        wfen=game.position.wfen(),
        over=game.position.to_act == OVER,
        scores=scores(game.position),
        winners=[seat_letter(seat) for seat in winners(game.position)],
    )


def verify(file: File, /, *, json: Flag = False, language: Language = None) -> int:
    """Recompute every roll of recorded games. Exit code 1 if one is wrong.

    Parameters
    ----------
    file
        Records with their dice tags (DiceSecret or DiceSeed), or a saved game; - reads
        standard input.
    json
        Print {"right": ..., "rolls": ..., "code": ..., "problem": ..., "doubts": [codes]}, or a
        list of these if the file has several games.
    """
    texts = select_texts(language)
    games = parse_file(file, games_in)
    if len(games) == 1:
        results = [verify_record(games[0].wgn())]
    else:
        results = [_verify_one_of_several(game) for game in games]
    if json:
        answers = [_verification_json(result, texts) for result in results]
        print_json(answers[0] if len(answers) == 1 else answers)
    else:
        for number, result in enumerate(results, 1):
            _print_heading(number, len(results), texts)
            print(*verification_lines(result, texts), sep="\n")
    return 0 if all(result.is_valid for result in results) else EXIT_FAILURE


def _verify_one_of_several(game: Game) -> Verification:
    """Verify a game; the others are verified even if this one has no dice to verify."""
    try:
        return verify_record(game.wgn())
    except PickominoError as error:
        return Verification(0, error.problems[0])


def _verification_json(verification: Verification, texts: Texts) -> outputs.VerificationResult:
    failure = verification.problem
    return outputs.VerificationResult(
        right=verification.is_valid,
        rolls=verification.rolls,
        code=None if failure is None else failure.code,
        problem=None if failure is None else describe_problem(texts, failure),
        doubts=[doubt.code for doubt in verification.doubts],
    )


def convert(file: File, /, *, to: RecordFormat | None = None, output: str | None = None) -> int:
    """Convert records from WGN to JSON or back; invalid records are refused.

    Parameters
    ----------
    file
        Records in WGN or JSON, or a saved game; - reads standard input.
    to
        The format to write; by default JSON for WGN, and WGN for the others.
    output
        A new file to write; by default standard output.
    """
    games, form = parse_file(file, _games_and_format)
    _write_games(games, to or ("json" if form == "wgn" else "wgn"), output)
    return 0


def export(
    *,
    to: RecordFormat = "wgn",
    last: WholeNumber | None = None,
    output: str | None = None,
    language: Language = None,
) -> int:
    """Export the games saved on this device, the last played first.

    Parameters
    ----------
    to
        The format to write.
    last
        Export only the games of this many tables.
    output
        A new file to write; by default standard output.
    """
    from pickomino.tables.saved_games import exported_games

    if last is not None and last < 1:
        raise InvalidNotation("bad_last", tables=last)
    texts = select_texts(language)
    exported = asyncio.run(exported_games(data_folder() / "games", last))
    if exported.unreadable:
        text = texts.gettext("Damaged, cannot be read: {files}")
        print(text.format(files=", ".join(sorted(exported.unreadable))), file=sys.stderr)
    if not exported.games:
        raise InvalidNotation("nothing_saved")
    _write_games(exported.games, to, output)
    return 0


def _games_and_format(text: str) -> tuple[list[Game], RecordFormat]:
    return games_in(text), "json" if text.lstrip().startswith("{") else "wgn"


def _write_games(games: Sequence[Game], to: RecordFormat, output: str | None) -> None:
    separator = "\n" if to == "wgn" else ""
    text = separator.join(game.json() if to == "json" else game.wgn() for game in games)
    if output is None:
        print(text, end="")
    else:
        refuse_existing(output)
        write_text(output, text)
