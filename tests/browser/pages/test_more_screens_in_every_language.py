"""Lessons, a crowded table, lobbies, the editor and reviews fit the smallest phones."""

from playwright.sync_api import expect

from browser.pages.test_language import SMALL_PHONE
from browser.pages.test_screens_in_every_language import assert_every_language_fits
from browser.pages.test_tutorial import END, MARKED, TEXT
from browser.pages.test_upload_and_editor import review_pasted, short_game
from pickomino import Rules
from support.browser.play import enter, make_table, next_choice, post, sit

CHAPTERS = 3
STEP_ON = f"""async () => {{
  const text = () => document.querySelector("{TEXT}").textContent;
  const before = text();
  document.querySelector("{MARKED}").click();
  while (text() === before) await new Promise(requestAnimationFrame);
}}"""
EXTRAWURM = "classic%2Bextrawurm_.ooooooooooooooooo_11/-/-_a_2w_112345_b,21,23,a,27/0,2,0/-"


def test_every_lesson_fits_a_phone_in_every_language(phone):
    phone.goto("/tutorial")
    for chapter in range(CHAPTERS):
        phone.get_by_role("navigation", name="Chapters").get_by_role("button").nth(chapter).click()
        expect(phone.locator(MARKED).first).to_be_visible()
        while not phone.locator(END).count():
            assert_every_language_fits(phone, least=2)
            phone.evaluate(STEP_ON)
        assert_every_language_fits(phone, least=2)


def test_table_of_seven_fits_a_phone_in_every_language(phone, server):
    enter(phone, make_table(server, bots=("random",) * 6, rules="classic+extrawurm", hints=True))
    next_choice(phone)
    assert_every_language_fits(phone, least=4)


def test_lobbies_of_matches_and_strangers_fit_a_phone_in_every_language(phone, new_page, server):
    seats = [{"type": "PersonSeat", "name": "Ann"}, {"type": "OpenSeat"}, {"type": "OpenSeat"}]
    match = {"match_wins": 3, "turn_seconds": 30, "rules": "short+extrawurm(returned=down)"}
    for page, settings in ((phone, match), (new_page(viewport=SMALL_PHONE), {"is_public": True})):
        room = {"type": "CreateRoom", "seats": seats, "settings": settings}
        sit(page, post(server, "/api/rooms", room))
        expect(page.get_by_role("heading", name="Invite friends")).to_be_visible()
        for summary in page.locator("main summary").all():
            summary.click()
        assert_every_language_fits(page, least=8)


def test_editor_with_the_expansion_fits_a_phone_in_every_language(phone):
    phone.goto(f"/position?wfen={EXTRAWURM}")
    expect(phone.locator("pm-coach")).to_contain_text("Chance to win")
    assert_every_language_fits(phone, least=20)


def test_review_of_a_record_fits_a_phone_in_every_language(phone):
    review_pasted(phone, short_game(Rules.preset("mini")))
    expect(phone.locator(".waterfall tr").first).to_be_visible()
    for summary in phone.locator("main summary").all():
        summary.click()
    assert_every_language_fits(phone, least=20)
