"""The tutorial from start to end, by mouse and by keyboard."""

import json

from playwright.sync_api import expect

from pickomino import Position, scores
from pickomino.rooms.protocol.messages import encode
from support.browser.page_checks import assert_accessible, assert_fits, use_theme
from support.browser.play import FAKE_HOST, wait_for_drawing
from support.example_lessons import steps_of
from support.worked_examples import LESSON_CASES

KEYS = "Enter w r 5 s Enter Enter w r 5 r 3 s Enter Enter 5 r 3 r Enter Enter w r 5 r 2 t"
MARKED = ".lesson-buttons .primary, pm-dice .is-best, pm-actions .is-best"
TEXT = ".lesson-text"
END = ".lesson-buttons a"
PLAY_ON = f"""async () => {{
  const text = () => document.querySelector("{TEXT}").textContent;
  while (!document.querySelector("{END}")) {{
    const before = text();
    document.querySelector("{MARKED}").click();
    while (text() === before) await new Promise(requestAnimationFrame);
  }}
}}"""
"""Clicks the marked element until the chapter ends."""
MAX_PLAYERS = 4
"""The tutorial has names for three rivals."""


def test_every_chapter_can_be_played_by_clicks(page):
    use_theme(page)
    page.goto("/tutorial")
    expect(page.locator(".lesson")).to_contain_text("Welcome to the barbecue!")
    page.locator(MARKED).first.click()
    page.locator(MARKED).first.click()
    expect(page.locator(".slot.is-filled")).not_to_have_count(0)
    for end in ("you win!", "the Extrawurm expansion.", "all five specialists."):
        page.evaluate(PLAY_ON)
        expect(page.locator(TEXT)).to_contain_text(end)
        if end == "you win!":
            expect(page.locator(".seat-worms").first).to_contain_text("9")
        if end != "all five specialists.":
            page.locator(".lesson-buttons button:not(.quiet, .primary)").click()
            expect(page.get_by_role("button", name="Play a game")).to_have_count(0)
    page.get_by_role("button", name="Play a game").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".seat")).to_have_count(3)


PLAY = """async (examples) => {
  const { Tutorial } = await import(clientFile("tutorial/tutorial.js"));
  const main = document.querySelector("main");
  return examples.map((steps) => {
    const board = new Tutorial();
    main.replaceChildren(board);
    board.steps = steps;
    for (const { expects } of steps) {
      if (expects === null) continue;
      const place = board.querySelector(".is-best");
      const asks = expects[0] === "b" ? board.querySelector("[data-action^='b']") : place;
      (asks.closest("button") ?? asks.querySelector("button")).click();
    }
    const marked = (state) => [...board.querySelectorAll(".place")].map((place) =>
      place.classList.contains(state));
    const worms = [...board.querySelectorAll(".seat-worms > [aria-hidden]")];
    return {
      shown: board.querySelector("progress").value,
      up: marked("is-up"),
      down: marked("is-down"),
      worms: worms.map((element) => Number(element.textContent)),
    };
  });
}"""


def test_worked_examples_play_on_the_board(page):
    """By clicking the marked elements; the table then matches the engine."""
    use_theme(page)
    page.goto("/tutorial")
    expect(page.locator(TEXT)).to_contain_text("Welcome")
    cases = [case for case in LESSON_CASES if Position.from_wfen(case.start).players <= MAX_PLAYERS]
    examples = [steps_of(case) for case in cases]
    drawn = page.evaluate(PLAY, [json.loads(encode(steps)) for steps in examples])
    for steps, board in zip(examples, drawn, strict=True):
        assert board["shown"] == len(steps)
        position = Position.from_wfen(steps[-1].frames[-1].wfen)
        numbers = [11, 13, *range(21, 37)] if position.extrawurm else range(21, 37)
        assert board["up"] == [number in position.grill for number in numbers]
        assert board["down"] == [number in position.face_down for number in numbers]
        assert tuple(board["worms"]) == scores(position)


def test_lessons_and_chapters_can_be_skipped(page):
    use_theme(page)
    page.goto("/tutorial")
    chapters = page.get_by_role("navigation", name="Chapters").get_by_role("button")
    expect(chapters).to_have_text(["First game", "Special cases", "Extrawurm"])
    chapters.nth(1).click()
    expect(page.locator(TEXT)).to_contain_text("2 to 7 chickens can play.")
    expect(page.locator(".seat")).to_have_count(4)
    expect(chapters.nth(1)).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(TEXT)).to_contain_text("only the worm is new")
    expect(page.locator(".seat")).to_have_count(2)
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(TEXT)).to_contain_text("Six dice are set aside, but no worm.")
    chapters.nth(2).click()
    expect(page.locator(TEXT)).to_contain_text("Extrawurm adds the tiles 11 and 13")
    expect(page.locator(".place")).to_have_count(18)


def test_tutorial_can_be_played_by_keyboard(page):
    use_theme(page)
    page.goto("/tutorial")
    expect(page.locator(".lesson")).to_contain_text("Welcome")
    for number, key in enumerate(KEYS.split(), start=1):
        text = page.locator(".lesson-text").text_content()
        page.keyboard.press(key)
        expect(page.locator(".lesson-text")).not_to_have_text(text)
        if number == 4:
            # Every letter of "tsenter" used to stop the turn.
            expect(page.locator(".lesson-text")).to_contain_text("25, and you have a worm")
            page.keyboard.press("e")
            page.keyboard.press("n")
            wait_for_drawing(page)
            expect(page.locator(".lesson-text")).to_contain_text("25, and you have a worm")
        if number == 5:
            expect(page.locator(".lesson-text")).to_contain_text("Tile 25 with two worms is yours.")
        if number == 19:
            expect(page.locator(".lesson")).to_contain_text("36, is turned over")
            expect(page.locator(".place.is-down")).to_have_count(1)
    expect(page.locator(".lesson")).to_contain_text("you win!")


def test_other_legal_move_gets_a_hint(page):
    """The page is accessible."""
    use_theme(page)
    page.goto("/tutorial")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("pm-dice .is-best")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Set aside 2 dice with 5").hover()
    expect(page.locator("pm-target-line")).to_contain_text("10")
    page.get_by_role("button", name="Set aside 2 dice with 5").click()
    expect(page.locator(".lesson-hint")).to_contain_text("allowed too")
    page.get_by_role("button", name="Set aside 3 worms").click()
    expect(page.locator(".lesson")).to_contain_text("Three worms make 15.")


def test_tutorial_fits_a_phone_on_an_insecure_origin(new_page, server):
    address = server.replace("127.0.0.1", FAKE_HOST)
    page = new_page(base_url=address, viewport={"width": 320, "height": 568})
    page.goto("/tutorial")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("pm-dice .is-best")).to_be_visible()
    assert_fits(page)
