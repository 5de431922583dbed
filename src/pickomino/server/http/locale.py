"""The language of a request, and the texts of the browser client."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from pickomino.analysis import errors as analysis_errors
from pickomino.bots import errors as bot_errors
from pickomino.bots.registry import BOTS
from pickomino.core import errors as core_errors
from pickomino.core.errors import ALL_MESSAGES
from pickomino.core.rules import EXTRAWURM_OPTIONS, OPTIONS, Rules
from pickomino.i18n import CATALOGS, LANGUAGES, Texts, matching_language, texts_in
from pickomino.i18n.daily_text import THEMES
from pickomino.i18n.help_text import RULES_HELP, extrawurm_help
from pickomino.i18n.lessons import CHAPTER_TITLES, LESSON_TEXTS
from pickomino.i18n.lines import BOARD_LINES, REVIEW_LINES, SHARED_LINES
from pickomino.i18n.options import (
    LEVELS,
    OPTION_SOURCES,
    OPTION_TITLES,
    REACTION_TEXTS,
    RULE_CLAUSES,
    RULE_TITLES,
    STARTER_TITLES,
    unmentioned_value,
)
from pickomino.i18n.review_text import LABELS, QUESTIONS, SUMS
from pickomino.record import errors as record_errors
from pickomino.rooms import errors as room_errors
from pickomino.rooms.domain.validation import REMOTE_BOTS

COOKIE: Final = "language"
BROWSER_CODES: Final = (
    *(
        "unknown_room",
        "unknown_game",
        "game_deleted",
        "room_full",
        "room_used_up",
        "room_damaged",
        "bad_token",
    ),
    *("stale", "no_version", "not_host", "not_your_seat", "not_your_turn", "no_such_seat"),
    *("no_person", "too_few_players", "game_running", "not_running", "no_nonce_wanted"),
    *("nonce_mismatch", "one_seat_each", "needs_vote", "record_unfinished", "too_many_turns"),
    *("taken_over", "turn_taken_over", "not_taken_over", "too_many_games", "bad_match_length"),
    *("seat_taken", "bad_match", "starter_by_lot", "bad_reaction", "too_fast", "server_busy"),
    *("too_many_reactions", "too_many_new_rooms", "too_many_uploads"),
    *("guided_practice", "too_many_joins", "too_many_seats", "match_running"),
    *("bad_turn_seconds", "bad_turn_limit", "turn_limit_too_high"),
    *("message_too_big", "bad_message", "bad_protocol"),
    *("store_failed", "service_closed", "no_hints", "coach_busy"),
    *("too_many_watchers", "too_many_own_watchers", "too_many_server_watchers"),
    "bots_not_loaded",
    *("review_busy", "review_failed"),
    *(
        "storage_used_up",
        "log_changed",
        "no_such_page",
        "bad_method",
        "bad_origin",
        "bad_format",
        "too_many_rooms",
    ),
    *("too_many_connections", "server_failed", "undo_committed", "nothing_to_undo", "bad_name"),
    *("bad_players", "bad_rules", "unknown_rules", "unknown_option", "bad_option_value"),
    *("repeated_option", "needs_extrawurm", "unknown_bot", "unknown_bot_option", "bad_action"),
    *("illegal_action", "nothing_legal", "game_stopped"),
    *("asked_early", "bad_dice_rounds", "secret_withheld", "game_cut_short"),
    *("impossible_turn", "seat_swapped", "games_deleted"),
    "order_unproven",
)
"""Error codes that can occur at a table; codes for records and positions are in REVIEW_CODES."""

REVIEW_CODES: Final = tuple(
    code
    for errors in (core_errors, record_errors, bot_errors, analysis_errors, room_errors)
    for code in errors.MESSAGES
)
"""Error codes that can occur when a browser uploads a game or a position for a review."""

_MAX_HEADER_LENGTH: Final = 400
PARTS: Final = ("daily", "offline", "profile", "review", "tutorial")
"""Parts of the client whose pages need additional texts, which other pages do not load."""
_PART_TEXTS: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    "daily": {"themes": THEMES},
    "review": {"labels": LABELS, "sums": SUMS, "questions": QUESTIONS},
    "tutorial": {"lessons": LESSON_TEXTS, "chapters": CHAPTER_TITLES},
}
"""For each part, the texts that only its pages need: a dict from code to text for each group."""


def chosen_language(request: Request[Any, Any, Any]) -> str:
    """Return the language set by the query, the cookie, or else the browser's preferences."""
    for language in (request.query_params.get("language"), request.cookies.get(COOKIE)):
        if language in LANGUAGES:
            return str(language)
    return accepted_language(request.headers.get("accept-language", ""))


def accepted_language(header: str) -> str:
    """Return the available language that an Accept-Language header ranks highest.

    >>> accepted_language("xx, nl;q=0.5, de-AT;q=0.8"), accepted_language("")
    ('de', 'en')
    """
    preferences = [_parse_preference(part) for part in header[:_MAX_HEADER_LENGTH].split(",")]
    for _, tag in sorted(preferences, key=lambda preference: -preference[0]):
        language = matching_language(tag)
        if language is not None:
            return language
    return "en"


def language_tag(language: str) -> str:
    """Return the BCP 47 tag of a language, for HTML.

    >>> language_tag("pt_BR")
    'pt-BR'
    """
    return language.replace("_", "-")


@cache
def client_catalog(language: str, *parts: str) -> bytes:
    """Return all texts of the client as JSON, including texts that the terminal app uses too.

    The texts that only the pages of some parts need are included if these parts are given.
    """
    path = CATALOGS / language / "LC_MESSAGES" / "client.json"
    content: dict[str, Any] = json.loads(path.read_bytes())
    texts = texts_in(language)
    gettext = texts.gettext
    own = {name: content.pop(name, {}) for name in PARTS}
    for part in parts:
        content["messages"] |= own.get(part, {})
        for name, words in _PART_TEXTS.get(part, {}).items():
            content[name] = {code: gettext(text) for code, text in words.items()}
    lines = SHARED_LINES | (REVIEW_LINES if "review" in parts else {})
    lines |= BOARD_LINES if "daily" in parts else {}
    content["lines"] = {key: _forms(text, texts) for key, text in lines.items()}
    codes = REVIEW_CODES if "review" in parts else BROWSER_CODES
    content["errors"] = {code: gettext(ALL_MESSAGES[code]) for code in codes}
    content["bots"] = {
        name: (gettext(BOTS[name].title), gettext(BOTS[name].character), gettext(LEVELS[name]))
        for name in REMOTE_BOTS
        if not BOTS[name].missing  # the client offers every bot in this list
    }
    content["reactions"] = {code: gettext(text) for code, text in REACTION_TEXTS.items()}
    content["help"] = {
        "rules": list(map(gettext, RULES_HELP)),
        "extrawurm": extrawurm_help(texts),
    }
    content["rules"] = {
        name: {"title": gettext(title), "options": _options(name)}
        for name, title in RULE_TITLES.items()
    }
    content["clauses"] = {
        f"{option}={value}": gettext(clause) for (option, value), clause in RULE_CLAUSES.items()
    }
    content["options"] = {
        option: {
            "title": gettext(title),
            "source": gettext(OPTION_SOURCES[option]),
            "values": OPTIONS[option],
            "is_extra": option in EXTRAWURM_OPTIONS,
            "unmentioned": unmentioned_value(option),
        }
        for option, title in OPTION_TITLES.items()
    }
    content["starters"] = {name: gettext(title) for name, title in STARTER_TITLES.items()}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def catalog_url(language: str, part: str = "") -> str:
    """Return the URL of the client's texts; it changes with their content."""
    digest = hashlib.sha256(client_catalog(language, part)).hexdigest()[:12]
    name = f"{language}-{part}" if part else language
    return f"/api/texts/{name}.json?v={digest}"


@get("/api/texts/{name:str}", sync_to_thread=False)
def client_texts(name: FromPath[str], request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the client's texts; names are like `de.json`, or `de-review.json` for a part."""
    stem = name.removesuffix(".json")
    language, _, part = stem.partition("-")
    if language not in LANGUAGES or part not in ("", *PARTS) or stem == name or stem.endswith("-"):
        raise NotFoundException
    address = catalog_url(language, part)
    is_fixed = address.endswith(f"?{request.url.query}")
    caching = "public, max-age=31536000, immutable" if is_fixed else "no-cache"
    headers = {"Cache-Control": caching}
    content = client_catalog(language, part)
    return Response(content, media_type="application/json", headers=headers)


TEXT_HANDLERS: Final = [client_texts]


def _forms(text: str | tuple[str, str], texts: Texts) -> list[str]:
    """Return the plural forms of a line; each of our languages has two."""
    if isinstance(text, str):
        return [texts.gettext(text)]
    return [texts.ngettext(*text, count) for count in (1, 2)]


def _options(name: str) -> dict[str, str]:
    rules = Rules.preset(name)
    return {option: getattr(rules, option) for option in OPTIONS}


def _parse_preference(part: str) -> tuple[float, str]:
    tag, _, quality = part.strip().partition(";q=")
    try:
        return float(quality or 1), tag
    except ValueError:
        return 0.0, tag
