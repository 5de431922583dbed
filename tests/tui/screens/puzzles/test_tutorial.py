"""The lessons."""

import asyncio

from pickomino.core.actions import Action
from pickomino.i18n import LANGUAGES, texts_in
from pickomino.i18n.lessons import LESSON_TEXTS
from pickomino.rooms.views.lessons import tutorial_steps
from pickomino.tui.action_keys import keyed_actions
from pickomino.tui.screens.puzzles.tutorial import TutorialScreen
from support.tui.app_driver import new_app, running, settle
from support.tui.screen_text import screen_text

STEPS = tutorial_steps()


def in_lessons(tmp_path, go, size=(80, 24)):
    """Open the lessons from the menu."""

    async def run():
        app = new_app(tmp_path)
        async with running(app, size) as pilot:
            await pilot.press("t")
            await settle(pilot)
            assert isinstance(app.screen, TutorialScreen)
            return await go(app, pilot)

    return asyncio.run(run())


def key_of(step):
    """Return the key of the action that a step expects."""
    legal = [Action.parse(token) for token in step.legal]
    return next(key for key, action in keyed_actions(legal) if str(action) == step.expects)


def test_lessons_are_played_by_keys(tmp_path):
    async def go(app, pilot):
        for step in STEPS[:-1]:
            assert app.screen.step == step
            await pilot.press("enter" if step.expects is None else key_of(step))
        await settle(pilot)
        return app.screen.step, screen_text(app)

    step, text = in_lessons(tmp_path, go)
    assert step == STEPS[-1]
    assert "specialists." in text


def test_wrong_move_gets_a_hint(tmp_path):
    async def go(app, pilot):
        await pilot.press("enter", "5")
        await settle(pilot)
        return screen_text(app), app.screen.step.id

    hint, step = in_lessons(tmp_path, go)
    assert "please play what is" in hint
    assert step == "choose_worms"


def test_lessons_can_be_skipped(tmp_path):
    async def go(app, pilot):
        await pilot.press("enter", "5")
        await settle(pilot)
        await pilot.press("enter")
        followed = app.screen.step.id
        await pilot.press("down", "tab")
        chapter = app.screen.step.id
        await pilot.press("enter", "down", "left")
        back = app.screen.step.id
        await pilot.press("escape")
        await settle(pilot)
        return [followed, chapter, back], isinstance(app.screen, TutorialScreen)

    steps, is_open = in_lessons(tmp_path, go)
    assert steps == ["roll_on", "seats", "six_end"]
    assert not is_open


def test_longest_texts_fit_a_small_terminal(tmp_path):
    async def go(app, pilot):
        missing = []
        for language in LANGUAGES:
            app.set_language(language)
            lesson_texts = {
                name: texts_in(language).gettext(text) for name, text in LESSON_TEXTS.items()
            }
            longest = sorted(STEPS, key=lambda step: len(lesson_texts[step.id]))[-3:]
            for step in longest:
                app.screen.at = STEPS.index(step)
                app.screen.show_step()
                await settle(pilot)
                words = lesson_texts[step.id].split()
                visible = screen_text(app).split()
                missing += [
                    (language, word) for word in words[:2] + words[-1:] if word not in visible
                ]
        return missing

    for size in ((60, 20), (80, 24)):
        assert in_lessons(tmp_path, go, size) == []
