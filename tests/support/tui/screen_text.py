"""The text on the app's screen, as a player sees it."""

from textual._context import visible_screen_stack

from pickomino.tui.screens.game.table import TableScreen

SIZES = {"small": (60, 20), "medium": (80, 24), "large": (160, 50)}


def screen_lines(app):
    """Return the lines on the screen, including what is visible below a dialog."""
    visible_screen_stack.set(app._background_screens)
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


def screen_text(app):
    return "\n".join(screen_lines(app))


def table_screen(app):
    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))
