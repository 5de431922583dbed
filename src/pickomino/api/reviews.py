"""Reviews, uploads and positions: the messages about them, and how they are made."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Raw, Struct

from pickomino.analysis import review_json
from pickomino.analysis.review_types import Review
from pickomino.api.finished_games import FinishedGame
from pickomino.core.errors import PickominoError
from pickomino.core.position import scores, seat_letter, winners
from pickomino.narration.line import Line
from pickomino.narration.review import Answers
from pickomino.record.files import parse_record
from pickomino.record.game import Game
from pickomino.record.names import MAX_NAME_LENGTH
from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.domain.past_games import log_of_game
from pickomino.rooms.domain.room import RoomState, apply_event, require_game
from pickomino.rooms.protocol.events import Acted, Log, Undone
from pickomino.rooms.protocol.frames import Frame
from pickomino.worker_process import OnProgress

MAX_TURNS: Final = 1000
"""The maximum length of an uploaded game, because a review takes time for each turn."""
VERSION: Final = 4
"""The version of reviews; stored reviews of another version are replaced when requested again."""
MAX_UPLOAD_BYTES: Final = 2_000_000


class ReviewView(Review, frozen=True, kw_only=True):
    """A review with its summary for each seat, and with what it says about each decision."""

    answers: tuple[Answers, ...]
    sentences: dict[int, tuple[Line, ...]]
    """What a decision cost and, if it has a label, why; the key is the number of its event."""


StoredReview = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/ReviewView"})]
"""A `ReviewView` as JSON; one stored by an earlier version is replaced when it is requested."""


class Reviewing(Struct, frozen=True):
    """A review, or its progress: poll until the review is included."""

    game: FinishedGame
    """The game's summary, including the seats of the caller."""
    review: StoredReview | None = None
    share: float = 0.0
    """The progress, from 0 to 1."""
    place: int = 0
    """How many reviews will be created before this one."""


class Upload(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of any finished game, as WGN or JSON."""

    record: str


class PositionView(Struct, frozen=True):
    """Any position, with odds and advice."""

    wfen: str
    frame: Frame
    legal: tuple[str, ...]
    advice: CoachView | None
    """None if the game is over."""


class ParsedRecord(Struct, frozen=True):
    """The record of a complete game as WGN, with a summary."""

    wgn: str
    rules: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


def parse_upload(text: str) -> ParsedRecord:
    """Parse a record; raises a PickominoError if the game is incomplete or too long."""
    try:
        game, _ = parse_record(text)
    except PickominoError as error:
        # A truncated record still has the result of the whole game.
        if error.code == "record_result" and error.parameters["expected"] == "*":
            raise PickominoError("record_unfinished") from error
        raise
    if game.turn > MAX_TURNS:
        raise PickominoError("too_many_turns", turns=game.turn, limit=MAX_TURNS)
    if not game.is_over:
        raise PickominoError("record_unfinished")
    end = game.position
    names, rules = player_names(game), str(game.start.rules)
    return ParsedRecord(game.wgn(), rules, names, scores(end), winners(end))


def player_names(game: Game) -> tuple[str, ...]:
    """Return the player's name for each seat, or the seat's letter if it is missing or blank."""
    letters = map(seat_letter, range(game.start.players))
    return tuple(
        game.tags.get(letter, "").strip()[:MAX_NAME_LENGTH] or letter.upper() for letter in letters
    )


def review_record(record: str, on_progress: OnProgress) -> bytes:
    """Return the review of a record as JSON."""
    return _review(parse_record(record)[0], set(), on_progress)


def review_log(log: Log, on_progress: OnProgress) -> bytes:
    """Return the review of the last game of a log as JSON."""
    return _review(*game_with_stand_ins(log), on_progress)


def _review(game: Game, stand_ins: set[int], on_progress: OnProgress) -> bytes:
    # Heavy, and not needed to parse records.
    from pickomino.analysis.review import review
    from pickomino.narration.review import decision_lines, review_answers

    reviewed = review(game, stand_ins=stand_ins, on_progress=on_progress)
    answers = tuple(review_answers(game, reviewed, seat) for seat in range(reviewed.players))
    sentences = {
        decision.event: decision_lines(
            game.position_before(decision.event), decision, is_rough=reviewed.is_rough
        )
        for decision in reviewed.decisions
    }
    fields = msgspec.structs.asdict(reviewed)
    return review_json.encode(ReviewView(**fields, answers=answers, sentences=sentences))


def game_with_stand_ins(log: Log) -> tuple[Game, set[int]]:
    """Return the last game of a log, and the events in which a bot decided for a person."""
    state, stand_ins = RoomState(), set[int]()
    for entry in log_of_game(log):
        match entry.event:
            case Undone(kept):
                stand_ins = {number for number in stand_ins if number < kept}
            case Acted(seat, by_bot=True) if not state.names[seat].startswith("bot:"):
                stand_ins.add(require_game(state).length)
            case _:
                pass
        state = apply_event(state, entry)
    return Game.from_state(require_game(state)), stand_ins
