"""WGN, the notation for games: tags, then one line per turn; docs/notation.md describes it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pickomino.core.actions import ROLL_ON, SEAT_LETTERS, Action
from pickomino.core.dice import BY_LOT, CommittedDice, SealedDice, SeededDice
from pickomino.core.dice_terms import DiceTerms, nonce_commitment
from pickomino.core.errors import InvalidNotation, PickominoError, check_type, quote, require_text
from pickomino.core.position import OVER, Phase, Position, seat_letter, start, winners
from pickomino.core.roll import Roll
from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from pickomino.core.wfen import check_length
from pickomino.record.game import Game
from pickomino.record.state import ActionEvent, GameState, RollEvent

MAX_WGN_LENGTH: Final = 1_000_000
MAX_TAG_LENGTH: Final = 1000
UNFINISHED: Final = "*"
_DERIVED_TAGS: Final = ("Rules", "WFEN", "TurnLimit")

# Characters that could change how a terminal shows the rest of a line, and lone surrogates.
_CONTROL = r"\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff"
_TOKEN = re.compile(
    rf"""
      (?P<space>[ \t\r\n]+)
    | \[\s*(?P<tag>[A-Za-z][A-Za-z0-9_]{{0,31}})\s+
      "(?P<value>(?:[^"\\\x00-\x1f{_CONTROL}]|\\["\\])*)"\s*\]
    | \{{(?P<comment>[^{{}}\x00-\x08\x0b\x0c\x0e-\x1f{_CONTROL}]*)\}}
    | (?P<label>[1-9][0-9]{{0,5}}[a-g])\.
    | (?P<move>[0-9A-Za-z:]+\#?|\#)
    """,
    re.VERBOSE,
)
_MOVE = re.compile(r"(?P<roll>[1-5w]{0,8}(?:I|W|g[1-5w])?)(?::(?P<choice>[1-5wz]))?(?P<fails>#)?")


class Token(NamedTuple):
    """One token of a record: its kind, its text, and its line."""

    kind: str
    text: str
    line: int
    value: str = ""


# Formatting


def format_game(game: Game) -> str:
    """Return a game as WGN; raise if a tag or comment could not be parsed back."""
    _check_writable(game)
    lines = [f'[{tag} "{_escape(value)}"]' for tag, value in all_tags(game).items()]
    lines += _comment(game, -1)
    lines += [
        " ".join([f"{game.turn_label(turn)}.", *moves, *_comment(game, turn)])
        for turn, moves in enumerate(moves_by_turn(game))
    ]
    return "\n".join(lines) + "\n"


def all_tags(game: Game) -> dict[str, str]:
    """Return every tag of a record in order."""
    position = game.position
    tags = {"Rules": str(position.rules)}
    for seat, name in enumerate(game.names):
        tags[seat_letter(seat)] = name
    if game.start != start(position.rules, position.players):
        tags["WFEN"] = game.start.wfen()
    tags |= {tag: value for tag, value in game.tags.items() if tag not in tags}
    tags |= _dice_tags(game)
    tags.pop("Result", None)
    if game.is_stopped:
        tags["TurnLimit"] = str(game.state.turn_limit)
    return tags | {"Result": result(position)}


def result(position: Position) -> str:
    """Return the seat letters of the winners, or `*` for an unfinished game."""
    return "".join(map(seat_letter, winners(position))) if position.to_act == OVER else UNFINISHED


def moves_by_turn(game: Game) -> list[list[str]]:
    """Return the moves of every turn in the notation of records."""
    turns: list[list[str]] = [[]]
    if game.start.turn.phase is Phase.CHOOSE:
        turns[0].append(game.start.turn.rolled.text)
    for step in game.steps:
        moves, event = turns[-1], step.event
        if isinstance(event, RollEvent):
            if moves and moves[-1] == str(ROLL_ON):
                moves.pop()
            moves.append(event.roll.text)
        elif isinstance(event, ActionEvent):
            if event.action.kind in "kz":
                moves[-1] += ":" + str(event.action).removeprefix("k")
            else:
                moves.append(str(event.action))
        else:
            if moves[-1][0] not in "tsqb":
                moves[-1] += "#"
            turns.append([])
    return turns if turns[-1] else turns[:-1]


def _dice_tags(game: Game) -> dict[str, str]:
    dice = None if game.has_external_rolls else game.dice
    if isinstance(dice, SeededDice):
        return {"DiceSeed": str(dice.seed)}
    if not isinstance(dice, CommittedDice | SealedDice):
        return {}
    if isinstance(dice, CommittedDice):
        tags = {"GameId": dice.game_id}
    else:
        tags = {"Starter": BY_LOT} if dice.terms.starter == BY_LOT else {}
        tags |= terms_tags(dice.terms)
    tags["DiceCommit"] = dice.commitment
    for seat, nonce in enumerate(dice.nonces):
        if nonce:
            letter = seat_letter(seat)
            if isinstance(dice, SealedDice) and dice.terms.number:
                tags[f"Hash_{letter}"] = nonce_commitment(dice.commitment, seat, nonce)
            tags[f"Nonce_{letter}"] = nonce
    if game.is_over:
        tags["DiceSecret"] = dice.secret.hex()
    return tags


def terms_tags(terms: DiceTerms) -> dict[str, str]:
    """Return the tags of dice terms, other than those of names, rules and starter."""
    tags = {"DiceVersion": str(terms.version), "GameId": terms.game_id}
    if terms.number:
        tags |= {"DiceRoom": terms.room, "DiceGame": str(terms.number)}
    tags |= {"DiceTime": terms.time, "DiceRound": str(terms.round)}
    if terms.number:
        tags["DiceSeats"] = terms.nonce_seats
        tags |= {f"Voided_{number}": str(voided) for number, voided in enumerate(terms.voided, 1)}
    return tags


def _check_writable(game: Game) -> None:
    turns = len(moves_by_turn(game))
    for tag, value in game.tags.items():
        check_tag(tag, value)
        if tag in SEAT_LETTERS[game.start.players :]:
            raise InvalidNotation("record_bad_tag", tag=quote(tag), value=quote(value))
    for turn, comment in game.comments.items():
        check_comment(comment)
        check_type(turn, int, "the number of the turn that a comment follows")
        if not -1 <= turn < turns:
            raise InvalidNotation("record_bad_comment", comment=quote(comment))


def check_tag(tag: str, value: str) -> None:
    """Raise InvalidNotation unless a record can hold the tag."""
    if len(require_text(value)) > MAX_TAG_LENGTH or not _TOKEN.fullmatch(
        f'[{tag} "{_escape(value)}"]'
    ):
        raise InvalidNotation("record_bad_tag", tag=quote(tag), value=quote(value))


def check_comment(comment: str) -> None:
    """Raise InvalidNotation unless a record can hold the comment."""
    if not _TOKEN.fullmatch(f"{{{require_text(comment)}}}"):
        raise InvalidNotation("record_bad_comment", comment=quote(comment))


def _comment(game: Game, turn: int) -> list[str]:
    return [f"{{{game.comments[turn]}}}"] if turn in game.comments else []


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


# Parsing


def parse_game(text: str) -> Game:
    """Parse a record and replay its moves by the rules."""
    tokens = list(_tokens(text))
    return replay_tokens(_parse_tags(tokens), [token for token in tokens if token.kind != "tag"])


def replay_tokens(tags: dict[str, str], tokens: Sequence[Token]) -> Game:
    """Return the game with these tags, labels, moves and comments."""
    game = _new_game(tags)
    game.add_tags({tag: value for tag, value in tags.items() if tag not in _DERIVED_TAGS})
    _MoveReplayer(game).run(tokens)
    recorded, expected = tags.get("Result", UNFINISHED), result(game.position)
    if recorded not in (expected, UNFINISHED):
        raise InvalidNotation("record_result", found=quote(recorded), expected=expected)
    return game


def split_records(text: str) -> Iterator[str]:
    """Split a text into its records; each part keeps its line numbers.

    >>> [part.count("1a.") for part in split_records('[Rules "mini"] 1a. [Rules "mini"] 1a.')]
    [1, 1]
    """
    start = tags_start = (0, 1)
    has_rules = is_in_tags = False
    for match, line in _matches(text):
        if match.lastgroup == "value":
            if not is_in_tags:
                is_in_tags, tags_start = True, (match.start(), line)
            if match["tag"] == "Rules":
                if has_rules:
                    # If the previous record has no moves, its tags directly precede these tags.
                    end = tags_start if tags_start > start else (match.start(), line)
                    yield _part(text, start, end[0])
                    start = end
                has_rules = True
        elif match.lastgroup != "space":
            is_in_tags = False
    yield _part(text, start, len(text))


def _part(text: str, start: tuple[int, int], end: int) -> str:
    """Return a part of a text, preceded by empty lines so that its line numbers stay the same."""
    first, line = start
    return "\n" * (line - 1) + text[first:end]


def _matches(text: str) -> Iterator[tuple[re.Match[str], int]]:
    """Yield every token of a text as a match, with its line number."""
    place, line = 0, 1
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise InvalidNotation("record_syntax", line=line, text=quote(text[place : place + 41]))
        yield match, line
        line += match[0].count("\n")
        place = match.end()


def _tokens(text: str) -> Iterator[Token]:
    check_length(text, MAX_WGN_LENGTH)
    for match, line in _matches(text):
        kind = match.lastgroup or ""
        if kind == "value":
            yield Token("tag", match["tag"], line, re.sub(r"\\(.)", r"\1", match["value"]))
        elif kind != "space":
            yield Token(kind, match[kind], line)


def _parse_tags(tokens: list[Token]) -> dict[str, str]:
    tags: dict[str, str] = {}
    for token in tokens:
        if token.kind != "tag":
            continue
        if token.text in tags:
            raise InvalidNotation("record_tag", line=token.line, tag=token.text)
        check_tag(token.text, token.value)
        tags[token.text] = token.value
    return tags


def _new_game(tags: dict[str, str]) -> Game:
    seats = [letter for letter in SEAT_LETTERS if letter in tags]
    if "Rules" not in tags:
        raise InvalidNotation("record_missing_tag", tag="Rules")
    rules = Rules.parse(tags["Rules"])
    if "WFEN" in tags:
        position = Position.from_wfen(tags["WFEN"])
        if position.rules != rules:
            raise InvalidNotation("record_bad_tag", tag="WFEN", value=quote(tags["WFEN"]))
    else:
        if not MIN_PLAYERS <= len(seats) <= MAX_PLAYERS:
            raise InvalidNotation("bad_players", players=len(seats))
        position = start(rules, len(seats))
    if seats and seats != list(SEAT_LETTERS[: position.players]):
        raise InvalidNotation("record_seats", seats=", ".join(seats), players=position.players)
    limit = tags.get("TurnLimit", str(MAX_WGN_LENGTH))
    if not re.fullmatch(r"[1-9][0-9]{0,6}", limit):
        raise InvalidNotation("record_bad_tag", tag="TurnLimit", value=quote(limit))
    # The limit of new games does not bind records.
    return Game.from_state(GameState.begin(position)._replace(turn_limit=int(limit)))


class _MoveReplayer:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.line = 1
        self.label = ""
        self.turn = -1
        self.comments: dict[int, list[str]] = {}
        self.roll_is_pending = game.position.turn.phase is Phase.CHOOSE

    def run(self, tokens: Sequence[Token]) -> None:
        """Replay every token in order; errors name the line and the turn."""
        for token in tokens:
            self.line = token.line
            if token.kind == "comment":
                self.comment(token.text)
            elif token.kind == "label":
                self.begin_turn(token.text)
            else:
                self.move(token.text)
        for turn, texts in self.comments.items():
            self.game.comments[turn] = " ".join(texts)

    def comment(self, text: str) -> None:
        self.comments.setdefault(self.turn, []).append(text)

    def begin_turn(self, label: str) -> None:
        game = self.game
        expected = game.turn_label(game.turn)
        is_new = game.turn == self.turn + 1
        if label != expected or not is_new or game.is_over:
            wanted = "the end" if game.is_over else expected if is_new else f"more of {self.label}"
            raise InvalidNotation(
                "record_label", line=self.line, expected=wanted, found=quote(label)
            )
        self.label = label
        self.turn += 1

    def move(self, text: str) -> None:
        if self.game.turn != self.turn:
            expected = "the end" if self.game.is_over else self.game.turn_label(self.game.turn)
            raise InvalidNotation(
                "record_label", line=self.line, expected=expected, found=quote(text)
            )
        try:
            self.play(text)
        except PickominoError as error:
            reason = error.problems[0]
            raise InvalidNotation(
                "record_turn", line=self.line, turn=self.label, reason=reason
            ) from error

    def play(self, text: str) -> None:
        """Play one move: a roll with its choice, or the end of the turn."""
        if text[:1] in "tsqrb":
            self.game.play(Action.parse(text))
            return
        match = _MOVE.fullmatch(text)
        if match is None or not match["roll"]:
            raise InvalidNotation("bad_move", text=quote(text))
        self.roll(Roll.parse(match["roll"]))
        if match["choice"] is not None:
            choice = match["choice"]
            self.game.play(Action.parse(choice if choice == "z" else f"k{choice}"))
        if (match["fails"] is not None) != (self.game.turn != self.turn):
            raise InvalidNotation("record_no_failure" if match["fails"] else "record_failure")

    def roll(self, roll: Roll) -> None:
        game = self.game
        if self.roll_is_pending:
            self.roll_is_pending = False
            if game.position.turn.rolled is roll:
                return
        if game.position.turn.phase is Phase.DECIDE:
            game.play(ROLL_ON)
        game.roll(roll)
