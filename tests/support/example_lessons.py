"""The worked examples of the rules as lessons, so that the tutorial's board can show them."""

from pickomino.rooms.views.lessons import Lesson, LessonStep, play_lesson


def steps_of(case):
    """Play an example as a lesson: one step per move, and a last one that shows the result."""
    actions, rolls = case.tokens("action"), " ".join(case.tokens("roll"))
    is_learner = case.start.split(" ")[3] == "a"
    moves = [
        LessonStep(f"move {at}", token) for at, token in enumerate(actions if is_learner else ())
    ]
    last = LessonStep("end", rival="" if is_learner else " ".join(actions))
    return play_lesson(Lesson(case.start, rolls, (*moves, last)))
