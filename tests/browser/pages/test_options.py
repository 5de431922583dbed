"""The options of a new table, and the score of a match."""

import re

from playwright.sync_api import expect

from pickomino.core.rules import EXTRAWURM_OPTIONS, OPTIONS
from support.browser.page_checks import assert_accessible, assert_fits, use_theme

TABLE = re.compile(r"/table/[2-9A-Z]{8}$")


def view_of(page, code):
    """Return the spectators' view of a table."""
    return page.request.get(f"/api/rooms/{code}").json()


def test_every_option_can_be_chosen_for_a_table(new_page):
    page = new_page(viewport={"width": 320, "height": 800})
    use_theme(page)
    page.goto("/")
    page.get_by_role("button", name="Invite friends").click()
    form = page.get_by_role("dialog", name="Invite friends")
    form.get_by_label("Your name").fill("Ann")
    form.get_by_text("Options").click()
    form.get_by_label("Rule set").select_option("classic")
    form.get_by_text("Choose each rule").click()
    offered = form.locator("[data-option]:visible")
    plain = set(OPTIONS) - set(EXTRAWURM_OPTIONS)
    expect(offered).to_have_count(len(plain))
    assert {row.get_attribute("data-option") for row in offered.all()} == plain
    form.get_by_label("Extrawurm").check()
    expect(offered).to_have_count(len(OPTIONS))
    values = {
        row.get_attribute("data-option"): row.get_by_role("radio").count() for row in offered.all()
    }
    assert values == {option: len(values) for option, values in OPTIONS.items()}
    form.get_by_label("If you stop and can steal, you must").check()
    form.get_by_label("Nobody may have both 11 and 13").check()
    form.get_by_label("Who begins").select_option("youngest")
    form.get_by_label("Match").select_option(label="First to 2 wins")
    form.get_by_label("Public table").check()
    assert_fits(page)
    assert_accessible(page)
    changes = "if you stop and can steal, you must; nobody may have both 11 and 13"
    expect(form.locator(".chosen-rules")).to_have_text(f"Classic + Extrawurm, but {changes}")
    form.get_by_role("button", name="Open a table").click()
    page.wait_for_url(TABLE)
    code = page.url[-8:]
    settings = view_of(page, code)["room"]["settings"]
    assert settings["rules"] == "classic+extrawurm(bothextra=no,steal=forced)"
    assert (settings["starter"], settings["match_wins"]) == ("youngest", 2)
    expect(page.locator(".lobby-settings")).to_contain_text(changes)
    expect(page.locator(".lobby-settings")).to_contain_text("The youngest begins.")
    expect(page.locator(".lobby-settings")).to_contain_text("First to 2 wins")
    page.get_by_label("Who is the youngest?").select_option("1")
    expect(page.locator(".lobby-seat").nth(1)).to_contain_text("begins")
    assert view_of(page, code)["room"]["starter"] == 1
    assert_fits(page)
    assert_accessible(page, "pm-lobby")
    guest = new_page(viewport={"width": 1280, "height": 800})
    guest.goto("/")
    expect(guest.locator("pm-public-tables").get_by_text(changes)).to_be_visible()


def test_match_score_is_shown_in_play_and_at_the_end(page):
    use_theme(page)
    page.goto("/")
    card = page.locator("pm-play-now")
    card.get_by_text("Options").click()
    card.get_by_label("Who begins").select_option(label="By lot")
    card.get_by_label("Match").select_option(label="2 games")
    assert_accessible(page, "pm-play-now")
    settings = page.evaluate("document.querySelector('pm-table-options').settings")
    assert (settings["starter"], settings["match_games"]) == ("lot", 2)
    plan = {"seats": [{"type": "PersonSeat", "name": name} for name in ("Ann", "Ben")]}
    code = page.evaluate(
        """async ([plan]) => {
          const { createRoom, sendCommand } = await import(clientFile("shared/api.js"));
          const made = await createRoom(plan, "Ann");
          await sendCommand(made.code, { type: "Start" }, made.version);
          return made.code;
        }""",
        [plan | {"settings": settings | {"practice": True, "hints": False, "turn_limit": 1}}],
    )
    page.goto(f"/table/{code}")
    line = page.locator("pm-end .match-line")
    finish_turn(page)
    expect(line).to_contain_text("1 of 2 games played")
    page.get_by_role("button", name="Next game").click()
    expect(line).to_be_hidden()
    first = view_of(page, code)["room"]["score"]["wins"]
    expect(page.locator(".match-wins")).to_contain_text([f"★{wins}" for wins in first])
    expect(page.locator("pm-dice button").first).to_be_visible()
    finish_turn(page)
    expect(line).to_contain_text("match")
    score = view_of(page, code)["room"]["score"]
    expect(line).to_contain_text("Ann {} · Ben {}".format(*score["wins"]))
    is_shared = len(score["winners"]) > 1
    name = ("Ann", "Ben")[score["winners"][0]]
    expect(line).to_contain_text(
        "The match ends in a tie: Ann, Ben" if is_shared else f"{name} wins the match!"
    )
    assert_accessible(page, "pm-end")


def finish_turn(page):
    """Play the only turn of a game with arbitrary actions."""
    page.evaluate(
        """async () => {
          const { getView, sendCommand } = await import(clientFile("shared/api.js"));
          const code = location.pathname.split("/").at(-1);
          for (let view = await getView(code); view.phase === "playing"; view = await getView(code))
            await sendCommand(code, { type: "Act", action: view.legal.at(-1) }, view.version);
        }"""
    )
