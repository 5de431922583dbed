"""The lessons."""

from contextlib import asynccontextmanager

import pytest

from pickomino.core.actions import Action
from pickomino.i18n import LANGUAGES, texts_in
from pickomino.i18n.lessons import LESSON_TEXTS
from pickomino.rooms.views.lessons import tutorial_steps
from pickomino.tui.action_keys import keyed_actions
from pickomino.tui.screens.puzzles.tutorial import TutorialScreen
from support.tui.app_driver import press_to, running_app, settle
from support.tui.clicks import press
from support.tui.screen_text import screen_text

STEPS = tutorial_steps()


@asynccontextmanager
async def open_lessons(folder, size=(80, 24)):
    async with running_app(folder, size=size) as (app, pilot):
        await press_to(pilot, TutorialScreen, "t")
        yield app, pilot


def key_of(step):
    """Return the key of the action that a step expects."""
    legal = [Action.parse(token) for token in step.legal]
    return next(key for key, action in keyed_actions(legal) if str(action) == step.expects)


async def test_lessons_are_played_by_keys(tmp_path):
    async with open_lessons(tmp_path) as (app, pilot):
        for step in STEPS[:-1]:
            assert app.screen.step == step
            await pilot.press("enter" if step.expects is None else key_of(step))
        await settle(pilot)
        assert app.screen.step == STEPS[-1]
        assert "specialists." in screen_text(app)


async def test_wrong_move_gets_a_hint(tmp_path):
    async with open_lessons(tmp_path) as (app, pilot):
        await press(pilot, "enter", "5")
        assert "please play what is" in screen_text(app)
        assert app.screen.step.id == "choose_worms"


async def test_lessons_can_be_skipped(tmp_path):
    async with open_lessons(tmp_path) as (app, pilot):
        await press(pilot, "enter", "5")
        for keys, step in (
            (["enter"], "roll_on"),
            (["down", "tab"], "seats"),
            (["enter", "down", "left"], "six_end"),
        ):
            await pilot.press(*keys)
            assert app.screen.step.id == step
        await press(pilot, "escape")
        assert not isinstance(app.screen, TutorialScreen)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_longest_texts_fit_a_small_terminal(tmp_path, size):
    async with open_lessons(tmp_path, size) as (app, pilot):
        for language in LANGUAGES:
            app.set_language(language)
            lesson_texts = {
                name: texts_in(language).gettext(text) for name, text in LESSON_TEXTS.items()
            }
            for step in sorted(STEPS, key=lambda step: len(lesson_texts[step.id]))[-3:]:
                app.screen.at = STEPS.index(step)
                app.screen.show_step()
                await settle(pilot)
                words = lesson_texts[step.id].split()
                assert {*words[:2], words[-1]} <= set(screen_text(app).split()), language
