"""Looks at the app as a person would: what is on the screen, in a terminal of some size."""

from textual._context import visible_screen_stack

from pickomino.tui.screens.game.table import TableScreen

SIZES = {"small": (60, 20), "medium": (80, 24), "large": (160, 50)}


def shown(app):
    """The text on the screen, line by line, with what is seen beneath a dialog."""
    visible_screen_stack.set(app._background_screens)
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


def text_of(app):
    return "\n".join(shown(app))


def table_of(app):
    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))
