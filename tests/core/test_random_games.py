"""Invariants of every position of random games, with random rules."""

import random
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pickomino
from pickomino import (
    CHANCE,
    OVER,
    IllegalAction,
    Phase,
    Position,
    Roll,
    Rules,
    apply,
    apply_roll,
    chance_outcomes,
    legal_actions,
    problems,
    scores,
    start,
    winners,
)
from pickomino.core.actions import BRATWURM, ROLL_ON, SET_ASIDE, STEAL, STOP, TAKE, WEASEL
from pickomino.core.position import tiles_of
from support.random_play import random_play, random_rules, seeds
from support.short_positions import EVERY

TOKENS = (*SET_ASIDE, ROLL_ON, STOP, WEASEL, *TAKE.values(), *STEAL.values(), *BRATWURM)
MAX_STEPS = 250
PUBLIC = {name: getattr(pickomino, name) for name in pickomino.__all__}

options = st.builds(random_rules, st.builds(random.Random, seeds))
starts = st.builds(start, options, st.integers(2, 7))
few = settings(max_examples=12)
"""The soak suites run many more."""


def positions(begin, seed):
    yield begin
    for played in islice(random_play(begin, seed), MAX_STEPS):
        yield played.after


@few
@given(starts, seeds)
def test_every_tile_is_in_exactly_one_place(begin, seed):
    for position in positions(begin, seed):
        places = Counter(position.grill + position.face_down + sum(position.stacks, ()))
        assert places == Counter(tiles_of(position.rules))
        assert list(position.grill) == sorted(position.grill)
        assert list(position.face_down) == sorted(position.face_down)


@few
@given(starts.filter(lambda begin: begin.extrawurm), seeds)
def test_no_two_specialists_share_a_place(begin, seed):
    for position in positions(begin, seed):
        extrawurm = position.extrawurm
        taken = [place for place in extrawurm.specialists if place >= 0]
        assert len(extrawurm.specialists) == 5
        assert len(set(taken)) == len(taken)
        assert set(taken) <= {*range(position.players), *position.grill}
        assert extrawurm.supply + sum(extrawurm.bratwurms) == 7
        assert min(extrawurm.supply, *extrawurm.bratwurms) >= 0


@few
@given(starts, seeds)
def test_dice_are_always_eight_or_nine_with_the_golden_die(begin, seed):
    for position in positions(begin, seed):
        turn, extrawurm = position.turn, position.extrawurm
        holds = extrawurm is not None and extrawurm.specialists[4] == position.seat
        if turn.phase is Phase.CHOOSE:
            assert turn.set_aside.size + turn.rolled.size == 8 + holds
        elif turn.phase is Phase.ROLL:
            rolls = chance_outcomes(position)
            assert {roll.size for roll, _ in rolls} == {8 + holds - turn.set_aside.size}
        else:
            assert turn.rolled.size == 0
            assert turn.set_aside.size <= 8 + holds


@few
@given(starts, seeds)
def test_chance_weights_add_up_to_six_to_the_number_of_dice(begin, seed):
    for position in positions(begin, seed):
        rolls = chance_outcomes(position)
        assert bool(rolls) == (position.to_act == CHANCE)
        if rolls:
            assert sum(weight for _, weight in rolls) == 6 ** rolls[0][0].size
            assert len({roll for roll, _ in rolls}) == len(rolls)


@few
@given(starts, seeds)
def test_positions_round_trip_as_text(begin, seed):
    for position in positions(begin, seed):
        text = position.wfen()
        assert Position.from_wfen(text) == position
        assert Position.from_wfen(text.replace(" ", "_")) == position
        assert Position.from_wfen(text).wfen() == text
        assert eval(repr(position), PUBLIC) == position  # noqa: S307 - our own text
        assert problems(position) == ()


@few
@given(starts, seeds)
def test_playing_leaves_the_position_unchanged(begin, seed):
    before, text, rules = begin, repr(begin), repr(begin.rules)
    for played in islice(random_play(begin, seed), MAX_STEPS):
        assert played.before == before
        assert repr(played.before) == text
        before, text = played.after, repr(played.after)
    assert repr(begin.rules) == rules == repr(before.rules)


@few
@given(starts, seeds)
def test_every_other_action_is_refused(begin, seed):
    for position in islice(positions(begin, seed), 0, None, 7):
        allowed = legal_actions(position)
        assert len(set(allowed)) == len(allowed)
        for action in TOKENS:
            if action in allowed:
                assert apply(position, action) != position
            else:
                check_refused(position, action, allowed)


def check_refused(position, action, allowed):
    with pytest.raises(IllegalAction) as caught:
        apply(position, action)
    parameters, message = caught.value.parameters, str(caught.value)
    assert caught.value.code == "illegal_action"
    assert parameters["action"] == str(action)
    assert parameters["wfen"] == position.wfen()
    assert message.startswith(f"{action} is not legal in {position.wfen()}; legal: ")
    if allowed:
        assert parameters["legal"].split() == list(map(str, allowed))


def wrong_rolls(position):
    """Return rolls of one die too many or too few, or with a golden die where none belongs."""
    faces = [Roll.parse("w" * size) for size in range(9)]
    golden = [Roll.parse("w" * size + last) for size in range(9) for last in ("I", "W", "g1")]
    allowed = {roll for roll, _ in chance_outcomes(position)}
    return [roll for roll in faces + golden if roll not in allowed]


@few
@given(starts, seeds)
def test_wrong_rolls_are_refused(begin, seed):
    for position in islice(positions(begin, seed), 0, None, 9):
        for roll in wrong_rolls(position):
            with pytest.raises(IllegalAction) as caught:
                apply_roll(position, roll)
            assert caught.value.code == "illegal_roll"
            assert caught.value.parameters["roll"] == str(roll)
            assert position.wfen() in str(caught.value)


@few
@given(starts, seeds)
def test_some_seat_can_act_until_the_game_is_over(begin, seed):
    for position in positions(begin, seed):
        can_act = bool(legal_actions(position))
        assert can_act == (position.to_act >= 0)
        assert (position.to_act == OVER) == (position.seat == OVER)
        assert winners(position)
        best = max(scores(position))
        assert all(scores(position)[seat] == best for seat in winners(position))


@few
@given(starts, seeds)
def test_next_seat_follows_the_end_of_a_turn(begin, seed):
    for before, _, after, ended in islice(random_play(begin, seed), MAX_STEPS):
        if ended is None:
            assert after.seat == before.seat
        else:
            following = (before.seat + 1) % before.players
            assert after.seat == (following if after.grill else OVER)
            assert ended.seat == before.seat
            assert (ended.reason is None) == (ended.result != "failed")


@pytest.mark.parametrize("rules", EVERY)
@pytest.mark.parametrize("players", range(2, 8))
def test_random_game_ends(rules, players):
    turns, last = 0, None
    for played in random_play(start(Rules.parse(rules), players), seed=players):
        turns += played.ended is not None
        last = played.after
        assert turns <= 5000
    assert last.to_act == OVER
