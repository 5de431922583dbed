"""Images are drawn and rendered without any installed font."""

import asyncio
import struct
from types import SimpleNamespace

import msgspec
import pytest
from babel.messages.pofile import read_po

from pickomino.core.errors import PickominoError
from pickomino.i18n import CATALOGS, LANGUAGES, texts_in
from pickomino.rooms import PersonSeat
from pickomino.server.http.image_links import parse_day_query
from pickomino.server.http.reviews import judge_version
from pickomino.server.images import renderer
from pickomino.server.images.daily import COLOURS, draw_day
from pickomino.server.images.renderer import Picture, Renderer
from pickomino.server.images.review import draw_review
from pickomino.server.images.stroke_font import Pen, can_draw, shorten, text_svg, width
from support.server.in_process import ignore_litestar_warning, open_app, play_game

ORANGE, PINK = "#d4572f", "#dd7ba4"
"""The colours of the first and the last chicken."""


def test_every_catalog_text_can_be_drawn():
    for language in LANGUAGES:
        with (CATALOGS / language / "LC_MESSAGES/pickomino.po").open("rb") as file:
            texts = {text for entry in read_po(file) for text in all_forms(entry.string)}
        odd = {letter for text in texts for letter in text if letter not in "{}\n\t<>[]|$^~"}
        assert [letter for letter in odd if not can_draw(letter)] == [], language


def all_forms(string):
    return string if isinstance(string, tuple) else (string,)


def test_accents_are_raised_on_capitals():
    small, capital = text_svg("é", (0, 20), Pen(18)), text_svg("É", (0, 20), Pen(18))
    assert 'translate(4.50 0)" d="M2.500 1' in small
    assert 'translate(4.50 -6)" d="M2.500 1' in capital
    assert width("é", 18) == width("e", 18)


def test_text_is_shortened_to_a_width():
    name = "A very long name indeed"
    assert width(shorten(name, 30, 200), 30) <= 200
    assert shorten(name, 30, 2000) == name


def test_user_input_never_becomes_markup():
    svg = Picture().text("<image href='x'/>&amp;", (0, 100), Pen(30)).svg()
    assert "<image" not in svg
    assert "&" not in svg


def test_image_is_rendered_without_fonts():
    picture = Picture(200, 100).text("Ann 7", (20, 60), Pen(30)).art("chicken-0-happy", 120, 20, 60)
    image = asyncio.run(Renderer().png(picture))
    assert image.startswith(b"\x89PNG")
    assert struct.unpack(">II", image[16:24]) == (200, 100)
    assert "<text" not in picture.svg()


def test_failed_rendering_is_an_error(monkeypatch):
    with pytest.raises(PickominoError, match="server"):
        asyncio.run(Renderer().png(Picture(0, 0)))
    monkeypatch.setattr(renderer, "_MAX_SECONDS", 0.01)
    with pytest.raises(PickominoError, match="server"):
        asyncio.run(Renderer().png(Picture(20, 20)))


def test_daily_image_has_the_marks_of_the_query():
    def parse(**query):
        return parse_day_query(SimpleNamespace(query_params=query))

    assert parse(date="2026-11-16", marks="01230") == ("2026-11-16", "01230")
    assert parse(date="2026-11-16", marks="<b>") == ("2026-11-16", "")
    for date in ("<b>", "2026-11-15", "9999-12-31"):
        assert parse(date=date, marks="01230") == ("", ""), "there are no puzzles on this day"
    texts = texts_in("de")
    done, open_ = (draw_day("2026-11-16", marks, texts).svg() for marks in ("00123", ""))
    assert [done.count(colour) for colour in COLOURS] == [2, 1, 1, 1]
    assert [open_.count(colour) for colour in COLOURS] == [0, 0, 0, 0]


def test_review_image_has_a_row_for_every_seat():
    sums = {"own_luck": 0.1, "rivals_luck": -0.2, "given_away": 0.031}
    texts = texts_in("en")
    for players in (2, 7):
        names = [f"Player {seat}" for seat in range(players)]
        svg = draw_review(names, range(7), [sums] * players, texts).svg()
        assert svg.count('rx="18"') == players


@ignore_litestar_warning
async def test_shared_images_carry_name_and_address(tmp_path, monkeypatch):
    drawn = []

    async def png(_self, picture):
        drawn.append(picture.svg())
        return b""

    monkeypatch.setattr(Renderer, "png", png)
    async with open_app(tmp_path / "x.db") as (state, http):
        code, _ = await play_game(state.service)
        game = (await state.service.view(code)).room.game_id
        for path in (f"/game/{code}/{game}/result.png", "/daily/result.png", "/preview.png"):
            assert (await http.get(path)).status_code == 200
    signature = text_svg("Pickomino · games", (600, 34), Pen(16, renderer.SOFT, 3, "middle"))
    assert len(drawn) == 3
    assert all(signature in svg for svg in drawn)


@ignore_litestar_warning
async def test_shared_images_show_the_chosen_chickens(tmp_path, monkeypatch):
    """Every player used to be the chicken of the seat, also with another one chosen."""
    drawn = []

    async def png(_self, picture):
        drawn.append(picture.svg())
        return b""

    monkeypatch.setattr(Renderer, "png", png)
    seats = PersonSeat("Ann", chicken=6), PersonSeat("Ben")
    async with open_app(tmp_path / "x.db") as (state, http):
        code, _ = await play_game(state.service, *seats)
        game = (await state.service.view(code)).room.game_id
        await http.get(f"/game/{code}/{game}/result.png")
        sums = {"own_luck": 0.1, "rivals_luck": -0.2, "given_away": 0.031}
        review = msgspec.Raw(msgspec.json.encode({"seats": [sums, sums]}))
        await state.store.finished_games.store_review(game, judge_version(2), review)
        await http.get(f"/review/{game}/review.png")
    assert len(drawn) == 2
    assert all(PINK in svg and ORANGE not in svg for svg in drawn)
