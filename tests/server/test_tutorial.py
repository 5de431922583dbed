"""The tutorial is a real game: every step follows from the rules."""

from pickomino.core.play import claims, legal_actions
from pickomino.core.position import OVER, Position
from pickomino.core.turns import total
from pickomino.server.tutorial import tutorial_steps
from pickomino.service.messages import encode

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


def test_it_teaches_a_claim_a_steal_a_bust_a_lower_tile_and_the_end():
    ends = [
        frame.event
        for step in tutorial_steps()
        for frame in step.frames
        if type(frame.event).__name__ == "TurnEnded"
    ]
    own = [event for event in ends if event.seat == LEARNER]
    assert [event.result for event in own] == ["took", "stole", "failed", "took"]
    assert (own[2].returned, own[2].turned) == (23, 36)
    assert own[3].tile < own[3].total
    last = tutorial_steps()[-1].frames[-1]
    assert Position.from_wfen(last.wfen).to_act == OVER
    assert last.winners == (LEARNER,)


def test_steps_have_names_of_their_own_and_are_small():
    names = [step.id for step in tutorial_steps()]
    assert len(set(names)) == len(names)
    assert len(encode({"steps": tutorial_steps()})) < 30_000
