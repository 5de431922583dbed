"""Dialogs, hints, notices and the expansion's choices fit the smallest phones in any language."""

from playwright.sync_api import expect

from browser.pages.test_language import SMALL_PHONE
from browser.pages.test_profile import GAME, open_profile
from browser.pages.test_screens_in_every_language import assert_every_language_fits
from browser.table.test_extrawurm import RAVEN, WEASEL, decision_at, fake_view
from browser.table.test_fair_dice import tamper
from support.browser.play import (
    choices,
    enter,
    finished_game,
    make_online,
    make_table,
    next_choice,
    remember,
    sit,
    view_of,
)

MAX_CHOICES = 40
HINTS = 6


def test_hints_fit_a_phone_in_every_language(phone, server):
    enter(phone, make_table(server, guided=True))
    hint = phone.locator("pm-guide:not([hidden])")
    expect(hint).to_be_visible()
    checked = set()
    for _ in choices(phone, MAX_CHOICES):
        if hint.count() and hint.inner_text() not in checked:
            checked.add(hint.inner_text())
            assert_every_language_fits(phone, least=3)
        if len(checked) == HINTS:
            return
    raise AssertionError("there were too few hints")


def test_dialogs_about_seats_fit_a_phone_in_every_language(phone, new_page, server):
    ann, bob = make_online(server)
    sit(phone, ann)
    other = new_page(viewport=SMALL_PHONE)
    sit(other, bob)
    next_choice(phone)
    for item in ("Let a bot play for Bob", "Leave the game (Ann)", "Remove Bob for good"):
        phone.get_by_role("button", name="More").click()
        phone.get_by_role("button", name=item).click()
        expect(phone.get_by_role("dialog", name="This table")).to_be_hidden()
        expect(phone.get_by_role("dialog")).to_be_visible()
        assert_every_language_fits(phone, least=3)
        if not item.startswith("Remove"):
            phone.keyboard.press("Escape")
    phone.get_by_role("button", name="Remove", exact=True).click()
    expect(other.get_by_text("The host gave your seat to a bot.")).to_be_visible()
    assert_every_language_fits(other, least=3)


def test_turns_at_one_device_fit_a_phone_in_every_language(phone, server):
    made = make_table(server, people=("Ann", "Bob", "Cleo"), bots=(), match_games=2)
    enter(phone, made)
    for _ in choices(phone, MAX_CHOICES):
        if view_of(server, made)["seat"]:
            break
    assert_every_language_fits(phone, least=4)


def test_choices_of_the_expansion_fit_a_phone_in_every_language(phone, server):
    made = make_table(server, rules="classic+extrawurm", people=("Ann",), bots=("random",) * 2)
    view = view_of(server, made) | decision_at(WEASEL)
    fake_view(phone, view)
    enter(phone, made)
    expect(phone.get_by_role("button", name="Weasel: roll these dice again")).to_be_visible()
    assert_every_language_fits(phone, least=3)
    view |= decision_at(RAVEN)
    phone.reload()
    expect(phone.locator(".turn-hint")).to_contain_text("The Raven is hungry")
    assert_every_language_fits(phone, least=3)
    phone.get_by_role("button", name="Sitting Hen: Guards your top tile once.").click()
    expect(phone.get_by_role("dialog", name="Sitting Hen")).to_be_visible()
    assert_every_language_fits(phone, least=3)
    phone.keyboard.press("Escape")
    phone.keyboard.press("b")
    expect(phone.get_by_role("dialog", name="Whose Bratwurm do you take?")).to_be_visible()
    assert_every_language_fits(phone, least=3)


def test_end_of_a_match_and_its_proof_fit_a_phone_in_every_language(phone, server):
    made = finished_game(server, practice=False, turn_limit=4, match_games=2)
    enter(phone, made)
    expect(phone.locator("pm-end .podium")).to_be_visible()
    phone.get_by_role("button", name="Verify these dice").click()
    expect(phone.locator(".proof p").first).to_be_visible()
    assert_every_language_fits(phone, least=8)


def test_alarm_fits_a_phone_in_every_language(new_page, server):
    phone = new_page(viewport=SMALL_PHONE, has_own_sockets=True)

    def swap(event):
        if event.get("type") == "GameStarted":
            event["nonces"][0] = "ab" * 32

    tamper(phone, swap)
    enter(phone, make_table(server, practice=False, turn_limit=4))
    expect(phone.get_by_role("alert")).to_contain_text("The random number of this browser")
    assert_every_language_fits(phone, least=3)


def test_deleting_fits_a_phone_in_every_language(phone, server):
    made = finished_game(server, turn_limit=4)
    remember(phone, made)
    phone.goto("/")
    phone.get_by_role("button", name="Delete the game").click()
    expect(phone.get_by_role("dialog", name="Delete this game?")).to_be_visible()
    assert_every_language_fits(phone, least=20)
    open_profile(phone, {"game": GAME})
    phone.get_by_role("button", name="Delete everything").click()
    expect(phone.get_by_text("Everything has been deleted.")).to_be_visible()
    assert_every_language_fits(phone, least=10)
