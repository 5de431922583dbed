"""The tutorial is a real game: every step follows from the rules."""

import gzip

from pickomino.core.play import claims, legal_actions
from pickomino.core.position import OVER, Position
from pickomino.core.turns import total
from pickomino.i18n.lessons import CHAPTER_TITLES, LESSON_TEXTS
from pickomino.rooms.protocol.messages import encode
from pickomino.rooms.views.lessons import tutorial_steps

LEARNER = 0


def test_what_is_expected_is_legal_for_the_learner():
    for step in tutorial_steps():
        if step.expects is not None:
            assert step.expects in step.legal, step.id


def test_frames_say_what_the_rules_say():
    for step in tutorial_steps():
        for frame in step.frames:
            position = Position.from_wfen(frame.wfen)
            if frame.failure is not None:
                assert frame.total == total(position)
                assert frame.claims == tuple(map(str, claims(position)))
        if step.legal:
            assert position.to_act == LEARNER
            assert step.legal == tuple(map(str, legal_actions(position)))


def ends(chapter):
    """Return how the learner's turns of a chapter ended."""
    frames = [f for s in tutorial_steps() if s.chapter == chapter for f in s.frames]
    events = [frame.event for frame in frames if type(frame.event).__name__ == "TurnEnded"]
    return [event for event in events if event.seat == LEARNER]


def test_the_first_game_has_a_claim_a_steal_a_bust_a_lower_tile_and_the_end():
    own = ends("game")
    assert [event.result for event in own] == ["took", "stole", "failed", "took"]
    assert (own[2].returned, own[2].turned) == (23, 36)
    assert own[3].tile < own[3].total
    last = [step for step in tutorial_steps() if step.chapter == "game"][-1].frames[-1]
    assert Position.from_wfen(last.wfen).to_act == OVER
    assert last.winners == (LEARNER,)


def test_the_special_cases_are_what_they_say():
    six, wormless, highest, empty, above, thumb = ends("cases")
    assert (six.total, six.tile) == (25, 25)
    assert (wormless.reason, wormless.total) == ("no_worm", 31)
    assert (wormless.returned, wormless.turned) == (24, 36)
    assert (highest.returned, highest.turned) == (35, None)
    assert (empty.result, empty.returned, empty.turned) == ("failed", None, None)
    assert (above.result, above.total, above.tile) == ("took", 39, 35)
    assert (thumb.result, thumb.total, thumb.tile) == ("stole", 22, 22)


def test_extrawurm_has_a_lesson_for_every_specialist_and_a_failure_under_11():
    canned, under, raven = ends("extrawurm")
    assert (canned.total, canned.tile) == (13, 13)
    assert (under.result, under.returned, under.turned) == ("failed", None, None)
    assert raven.tile == 23
    names = {step.id.split("_")[0] for step in tutorial_steps() if step.chapter == "extrawurm"}
    assert names >= {"canned", "hen", "raven", "weasel", "golden", "under", "ones"}


def test_every_step_says_something():
    assert {step.id for step in tutorial_steps()} == set(LESSON_TEXTS)
    assert list(dict.fromkeys(step.chapter for step in tutorial_steps())) == list(CHAPTER_TITLES)


def test_steps_have_names_of_their_own_and_are_small():
    names = [step.id for step in tutorial_steps()]
    assert len(set(names)) == len(names)
    assert len(gzip.compress(encode({"steps": tutorial_steps()}))) < 5_000
