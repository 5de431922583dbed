"""Uploaded games and entered positions, as clients see them."""

from __future__ import annotations

import base64
import hashlib
from typing import Final

from msgspec.structs import replace

from pickomino.api.finished_games import UPLOADED, FinishedGame
from pickomino.api.reviews import ParsedRecord, PositionView, player_names
from pickomino.core.dice import CommittedDice, SealedDice
from pickomino.core.dice_terms import DiceTerms
from pickomino.core.errors import InvalidNotation
from pickomino.core.play import legal_actions
from pickomino.core.position import OVER, Position, scores, winners
from pickomino.record.files import parse_record
from pickomino.record.game import Game
from pickomino.record.verification import dice_from_tags
from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.protocol.events import GameEnded
from pickomino.rooms.protocol.frames import end_frame, frame_of, game_frames, with_texts
from pickomino.rooms.protocol.views import SeatView
from pickomino.rooms.views.replay import Replay

_ID_BYTES: Final = 12


def uploaded_game(parsed: ParsedRecord, date: float) -> FinishedGame:
    """Return the summary of an uploaded record."""
    return FinishedGame(
        _content_id(parsed.wgn),
        UPLOADED,
        parsed.rules,
        parsed.names,
        parsed.scores,
        parsed.winners,
        date,
    )


def position_view(position: Position, advice: CoachView | None) -> PositionView:
    """Return a position as clients show it; `advice` is None if the game is over."""
    legal = () if position.to_act == OVER else tuple(map(str, legal_actions(position)))
    return PositionView(position.wfen(), frame_of(position, ""), legal, advice)


def replay_record(record: str, game_id: str) -> Replay:
    """Return the replay of an uploaded game; its dice can be verified if it has their secret."""
    game, _ = parse_record(record)
    frames = list(map(with_texts, game_frames(game.start, game.steps)))
    result = scores(game.position), winners(game.position)
    end = GameEnded(*result, is_stopped=game.is_stopped)
    last = end_frame(game.position, game.state.turn_label, end)
    names = player_names(game)
    seats = tuple(SeatView("person", name, "", chicken=seat) for seat, name in enumerate(names))
    replay = Replay(
        UPLOADED,
        game_id,
        str(game.start.rules),
        names,
        seats,
        commitment="",
        nonces=(),
        dice_time="",
        dice_round=0,
        dice_starter="",
        frames=(*frames, last),
        is_over=True,
    )
    return _with_dice(replay, game)


def _with_dice(replay: Replay, game: Game) -> Replay:
    """Return a replay with what its browser needs to verify the dice, if the record has it."""
    try:
        dice = dice_from_tags(game)
    except InvalidNotation:
        return replay
    if not isinstance(dice, CommittedDice | SealedDice):
        return replay
    is_sealed = isinstance(dice, SealedDice)
    terms = dice.terms if is_sealed else DiceTerms(dice.game_id, replay.rules, replay.names, "", 0)
    return replace(
        replay,
        commitment=game.tags.get("DiceCommit", ""),
        nonces=dice.nonces,
        secret=dice.secret.hex(),
        dice_time=terms.time,
        dice_round=terms.round,
        dice_starter=terms.starter,
        dice_game=terms.number,
        dice_seats=terms.nonce_seats,
        voided_rounds=tuple(map(str, terms.voided)),
        dice_room=terms.room,
        dice_game_id=terms.game_id,
    )


def _content_id(record: str) -> str:
    """Return an id made from the record, so that the same game is stored only once."""
    digest = hashlib.sha256(record.encode("utf-8", "replace")).digest()
    return base64.urlsafe_b64encode(digest[:_ID_BYTES]).decode()
