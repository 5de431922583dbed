"""The steps of the tutorial follow the rules."""

import gzip

from pickomino.core.play import claims, legal_actions
from pickomino.core.position import OVER, Position
from pickomino.core.turns import total
from pickomino.i18n.lessons import CHAPTER_TITLES, LESSON_TEXTS
from pickomino.rooms.protocol.messages import encode
from pickomino.rooms.views.lessons import tutorial_steps

LEARNER = 0


def test_expected_actions_are_legal():
    for step in tutorial_steps():
        if step.expects is not None:
            assert step.expects in step.legal, step.id


def test_frames_match_the_rules():
    for step in tutorial_steps():
        for frame in step.frames:
            position = Position.from_wfen(frame.wfen)
            if frame.set_aside is None:
                assert frame.total == total(position)
                assert frame.claims == tuple(map(str, claims(position)))
        if step.legal:
            assert position.to_act == LEARNER
            assert step.legal == tuple(map(str, legal_actions(position)))


def ends(chapter):
    """Return the ends of the learner's turns in a chapter."""
    frames = [f for s in tutorial_steps() if s.chapter == chapter for f in s.frames]
    return [f.ended for f in frames if f.ended is not None and f.ended.seat == LEARNER]


def test_first_game_shows_every_kind_of_turn_end():
    own = ends("game")
    assert [event.result for event in own] == ["took", "stole", "failed", "took"]
    assert (own[2].returned, own[2].turned) == (23, 36)
    assert own[3].tile < own[3].total
    last = [step for step in tutorial_steps() if step.chapter == "game"][-1].frames[-1]
    assert Position.from_wfen(last.wfen).to_act == OVER
    assert last.winners == (LEARNER,)


def test_special_cases_end_as_described():
    six, wormless, highest, empty, above, thumb = ends("cases")
    assert (six.total, six.tile) == (25, 25)
    assert (wormless.reason, wormless.total) == ("no_worm", 31)
    assert (wormless.returned, wormless.turned) == (24, 36)
    assert (highest.returned, highest.turned) == (35, None)
    assert (empty.result, empty.returned, empty.turned) == ("failed", None, None)
    assert (above.result, above.total, above.tile) == ("took", 39, 35)
    assert (thumb.result, thumb.total, thumb.tile) == ("stole", 22, 22)


def test_extrawurm_has_a_lesson_for_every_specialist():
    canned, under, raven = ends("extrawurm")
    assert (canned.total, canned.tile) == (13, 13)
    assert (under.result, under.returned, under.turned) == ("failed", None, None)
    assert raven.tile == 23
    names = {step.id.split("_")[0] for step in tutorial_steps() if step.chapter == "extrawurm"}
    assert names >= {"canned", "hen", "raven", "weasel", "golden", "under", "ones"}


def test_every_step_has_a_text():
    assert {step.id for step in tutorial_steps()} == set(LESSON_TEXTS)
    assert list(dict.fromkeys(step.chapter for step in tutorial_steps())) == list(CHAPTER_TITLES)


def test_step_ids_are_unique():
    names = [step.id for step in tutorial_steps()]
    assert len(set(names)) == len(names)


def test_steps_are_smaller_than_5_kb():
    assert len(gzip.compress(encode({"steps": tutorial_steps()}))) < 5_000
