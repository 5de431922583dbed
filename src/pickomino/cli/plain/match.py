"""A single game or a match in plain text."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from pathlib import Path

from pickomino.analysis.review import review
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.cli.files import RecordFiles
from pickomino.cli.plain import prompts
from pickomino.cli.plain.review import review_lines
from pickomino.cli.plain.saving import save_game
from pickomino.cli.plain.session import PlainPlayer, Session, print_lines
from pickomino.core.dice import BY_LOT, MAX_SEED, SeededDice
from pickomino.core.position import scores, seat_letter, start, winners
from pickomino.core.rules import Rules
from pickomino.i18n import Texts
from pickomino.i18n.names import display_names
from pickomino.i18n.narrator import Narrator
from pickomino.profile.recorder import record_review
from pickomino.puzzles.packs import today
from pickomino.record.game import Game
from pickomino.record.names import BOT_TAG


def new_game(
    tags: Sequence[str], rules: Rules, seed: int | None, starter: int | None, turn_limit: int
) -> Game:
    """Return a new game between these players; if `starter` is None, lots are drawn."""
    dice = SeededDice(secrets.randbelow(MAX_SEED) if seed is None else seed)
    seat = dice.starting_seat(len(tags)) if starter is None else starter
    game = Game.from_position(start(rules, len(tags), seat), dice, turn_limit=turn_limit)
    game.tags = {seat_letter(seat): tag for seat, tag in enumerate(tags)}
    if starter is None:
        game.tags["Starter"] = BY_LOT
    return game


class PlainMatch:
    """Plays a game and the following games of its match."""

    def __init__(self, texts: Texts, record: str | None, saved: Path | None) -> None:
        self.texts = texts
        self.records = None if record is None else RecordFiles(record)
        self.saved = saved
        self.played = 0

    def run(self, first: Game) -> None:
        """Play until there is no next game, or the players leave."""
        print(self.texts.gettext("Pickomino, rule set {rules}.").format(rules=first.start.rules))
        game: Game | None = first
        while game is not None:
            session = self._session(game)
            try:
                session.run()
            except KeyboardInterrupt:
                session.print_end()
                raise
            game = self._next(session) if game.is_over else None

    def _session(self, game: Game) -> Session:
        self.played += 1
        tags, seed = game.names, _seed_of(game)
        players = [_player(tag, f"{seed}/{seat}") for seat, tag in enumerate(tags)]
        narrator = Narrator(self.texts, display_names(tags, self.texts))
        record = None if self.records is None else self.records.name(self.played)
        return Session(game, players, narrator, record, self.saved)

    def _next(self, session: Session) -> Game | None:
        """Return the next game of the match, if there is one and the players want it."""
        following = _next_of_match(session)
        if following is not None and self.saved is not None:
            save_game(self.saved, following)
        if all(player.bot is not None for player in session.players):
            return following
        if self._ask_to_continue(session, is_last=following is None):
            return following
        if following is not None and self.saved is not None:
            print(self.texts.gettext("`pickomino play --plain` continues it."))
        return None

    def _ask_to_continue(self, session: Session, *, is_last: bool) -> bool:
        gettext = self.texts.gettext
        while True:
            print(prompts.after_game(self.texts, is_last=is_last))
            answer = prompts.read_answer()
            if answer is None or answer.lower() != prompts.REVIEW:
                return answer is not None and answer.lower() != prompts.LEAVE
            print(gettext("Reviewing the game…"), flush=True)
            result = review(session.game)
            if self.saved is not None:
                record_review(self.saved.parent, session.game, result, today())
            print_lines(review_lines(session.game, result, session.narrator))


def _next_of_match(session: Session) -> Game | None:
    """Add the finished game to its match, print the score, and return the next game, if any."""
    game = session.game
    if "Round" not in game.tags:
        return None
    from pickomino.i18n.room_text import describe_score
    from pickomino.rooms.protocol.score import match_tags, parse_match_tags

    position, players = game.position, game.start.players
    settings, before = parse_match_tags(game.tags, players)
    score = before.after(settings, scores(position), winners(position))
    game.tags |= match_tags(settings, score, players, is_over=True)
    session.save()
    print(describe_score(settings, score, session.narrator))
    if score.winners:
        return None
    starter = None if game.tags.get("Starter") == BY_LOT else (game.start.seat + 1) % players
    seed, limit = (_seed_of(game) + 1) % MAX_SEED, game.state.turn_limit
    following = new_game(game.names, game.start.rules, seed, starter, limit)
    following.tags |= match_tags(settings, score, players, is_over=False)
    return following


def _seed_of(game: Game) -> int:
    return game.dice.seed if isinstance(game.dice, SeededDice) else 0


def _player(tag: str, seed: str) -> PlainPlayer:
    if not tag.startswith(BOT_TAG):
        return PlainPlayer()
    return PlainPlayer(make_bot(tag.removeprefix(BOT_TAG)), Thinking(random.Random(seed)))
