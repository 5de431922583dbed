"""Reviews: the identity of docs/review.md, and every value against a plain implementation."""

import random
from math import fsum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.plain_review import BadEvaluator, plain_turn
from pickomino import Action, Game, Phase, Position, Rules, ScriptedDice, SeededDice, start
from pickomino.analysis.review import review
from pickomino.analysis.solved_turns import best_choice, solve_turns
from pickomino.core.play import dice_left
from pickomino.core.rules import PRESETS
from pickomino.evaluation.judge import best_judge
from pickomino.solved import SolvedGame, small_start
from support.random_play import random_action, random_rules, random_start

CLOSE = 1e-9


def play_randomly(position, seed, turns):
    """Return a game of random play from a position; most games stop at the turn limit."""
    generator = random.Random(seed)
    game = Game.from_position(position, SeededDice(seed), turn_limit=turns)
    while not game.is_over:
        game.play(random_action(generator, game.position))
    return game


def check_identity(reviewed):
    for sums in reviewed.seats:
        explained = (
            sums.own_luck
            + sums.rivals_luck
            + sums.gifts
            - sums.given_away
            + sums.stand_ins
            + sums.remainder
        )
        assert sums.result - sums.start == pytest.approx(explained, abs=CLOSE)
    assert fsum(sums.result for sums in reviewed.seats) == pytest.approx(1, abs=CLOSE)
    for turn in reviewed.turns:
        assert fsum(turn.remainder) == pytest.approx(0, abs=CLOSE)
    for roll in reviewed.rolls:
        assert fsum(roll.luck) == pytest.approx(0, abs=CLOSE)
    for decision in reviewed.decisions:
        assert decision.cost >= 0
        assert decision.gifts[decision.seat] == 0
        assert fsum(decision.gifts) == pytest.approx(decision.cost, abs=CLOSE)


@pytest.mark.parametrize("judge", [best_judge(), BadEvaluator()], ids=["champion", "bad"])
@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("extrawurm", [False, True], ids=["base", "extrawurm"])
def test_parts_of_a_review_add_up_to_the_result(extrawurm, players, judge):
    for preset in PRESETS:
        position = start(Rules.preset(preset, extrawurm), players)
        check_identity(review(play_randomly(position, players, turns=4), judge))


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6))
def test_identity_holds_for_any_options(seed):
    generator = random.Random(seed)
    rules = random_rules(generator)
    # Few tiles, so that games end.
    position = start(rules, generator.randint(2, 7))
    position = position._replace(grill=position.grill[:3], face_down=position.grill[3:])
    reviewed = review(play_randomly(position, seed, turns=40), BadEvaluator())
    check_identity(reviewed)


def inside_a_turn(seed):
    """Return a position of random play under any rules, with at most five dice left."""
    generator = random.Random(seed)
    while True:
        game = Game.from_position(random_start(generator), SeededDice(seed), turn_limit=30)
        for _ in range(generator.randint(1, 60)):
            if not game.is_over:
                game.play(random_action(generator, game.position))
        position = game.position
        is_inside = position.turn.phase in (Phase.CHOOSE, Phase.DECIDE)
        if is_inside and not game.is_over and dice_left(position) <= 5:
            return position
        seed += 1000


class OneByOne:
    """Evaluates every position alone: in a batch, a network rounds differently."""

    def evaluate(self, positions):
        return [best_judge().evaluate([position])[0] for position in positions]


def check_turn(game, turn, evaluator):
    plain, reviewed = plain_turn(game, turn, evaluator), review(game, evaluator).turns[turn]
    assert reviewed.before == pytest.approx(plain.before, abs=CLOSE)
    assert reviewed.after == pytest.approx(plain.after, abs=CLOSE)
    assert {roll.event for roll in reviewed.rolls} == plain.luck.keys()
    for roll in reviewed.rolls:
        assert roll.luck == pytest.approx(plain.luck[roll.event], abs=CLOSE)
    assert {decision.event for decision in reviewed.decisions} == plain.changes.keys()
    for decision in reviewed.decisions:
        change = list(plain.changes[decision.event])
        assert decision.cost == pytest.approx(-change[decision.seat], abs=CLOSE)
        change[decision.seat] = 0.0
        assert decision.gifts == pytest.approx(change, abs=CLOSE)


@pytest.mark.parametrize("seed", range(24))
def test_partial_turn_agrees_with_the_plain_review(seed):
    judge = BadEvaluator() if seed % 2 else OneByOne()
    check_turn(play_randomly(inside_a_turn(seed), seed, turns=1), 0, judge)


@pytest.mark.parametrize(("rules", "players"), [("classic", 3), ("standard+extrawurm", 2)])
def test_whole_turn_agrees_with_the_plain_review(rules, players):
    game = play_randomly(start(Rules.parse(rules), players), seed=3, turns=1)
    check_turn(game, 0, OneByOne())


@pytest.mark.parametrize(("rules", "tiles"), [("standard", 2), ("short", 3), ("manual", 2)])
def test_exact_evaluator_leaves_no_remainders(rules, tiles):
    rule_set = Rules.preset(rules)
    table = SolvedGame(rule_set)
    for seed in range(6):
        perfect = Game.from_position(small_start(rule_set, tiles), SeededDice(seed))
        while not perfect.is_over:
            (turn,) = solve_turns([perfect.position], table)
            perfect.play(best_choice(turn.choices(perfect.position)).action)
        reviewed = review(perfect, table)
        assert max(abs(part) for turn in reviewed.turns for part in turn.remainder) < CLOSE
        assert sum(sums.given_away for sums in reviewed.seats) < CLOSE, "perfect play is free"
        careless = review(play_randomly(small_start(rule_set, tiles), seed, turns=1000), table)
        assert max(abs(part) for turn in careless.turns for part in turn.remainder) < CLOSE
        assert sum(sums.given_away for sums in careless.seats) > 0.01


def play_moves(wfen, *moves, dice=()):
    """Return a game that starts in a position and continues with these dice and actions."""
    game = Game.from_position(Position.from_wfen(wfen), ScriptedDice(dice))
    for move in moves:
        game.play(Action.parse(move))
    return game


def test_game_without_events_ends_at_its_start():
    reviewed = review(play_moves("classic oooooooooooooooo -/- a - ~"))
    assert reviewed.turns == ()
    assert not reviewed.is_over
    assert all(sums.result == sums.start for sums in reviewed.seats)
    assert 0.5 < reviewed.seats[0].start < 0.53


def test_game_that_starts_finished_has_its_result():
    reviewed = review(play_moves("standard xxxxxxxxxxx....x 32,33,34/35 - - -"))
    assert reviewed.is_over
    assert [(sums.start, sums.result) for sums in reviewed.seats] == [(1, 1), (0, 0)]


def test_unfinished_turn_ends_at_its_current_chances():
    reviewed = review(play_moves("classic oooooooooooooooo -/- a 55ww ~", "k1", dice=["1134"]))
    (turn,) = reviewed.turns
    assert turn.after == tuple(sums.result for sums in reviewed.seats)
    assert turn.remainder == (0, 0)
    check_identity(reviewed)


def test_remainder_corrects_the_evaluator_between_turns():
    game = play_moves("classic oooooooooooooooo -/- a 55www -", "t25")
    reviewed = review(game, BadEvaluator())
    (turn,) = reviewed.turns
    (following,) = solve_turns([game.position], BadEvaluator())
    result = tuple(sums.result for sums in reviewed.seats)
    assert turn.after == pytest.approx(BadEvaluator().evaluate([game.position])[0])
    assert result == following.outlook(game.position).chances
    assert max(map(abs, turn.remainder)) > 0.01


def test_game_stopped_at_its_limit_ends_at_its_current_chances():
    game = play_randomly(start(Rules.preset("classic"), 2), seed=1, turns=4)
    assert game.is_stopped
    reviewed = review(game)
    assert len(reviewed.turns) == 4
    assert not reviewed.is_over
    assert 0 < reviewed.seats[0].result < 1


def test_roll_that_fails_the_turn_is_luck():
    (turn,) = review(play_moves("classic ooooooooooooooo. 36/- a 555555w ~", dice=["5"])).turns
    assert turn.decisions == ()
    assert turn.rolls[0].luck[0] < 0


def at_the_raven():
    """Return a position of random play in which the Raven chooses between two rivals."""
    position = start(Rules.preset("classic", extrawurm=True), 3)
    position = position._replace(extrawurm=position.extrawurm._replace(bratwurms=(1, 3, 3)))
    for seed in range(10_000):
        generator = random.Random(seed)
        game = Game.from_position(position, SeededDice(seed), turn_limit=8)
        while not game.is_over and game.position.turn.phase is not Phase.RAVEN:
            game.play(random_action(generator, game.position))
        if not game.is_over:
            return game.position
    raise AssertionError("the Raven never chose")


def test_raven_choice_is_a_decision():
    reviewed = review(play_randomly(at_the_raven(), seed=1, turns=1), BadEvaluator())
    (decision,) = reviewed.decisions
    assert decision.chosen.kind == "b"
    assert len(decision.choices) == 2
    check_identity(reviewed)


def test_raven_chooses_after_the_weasel_has_re_rolled():
    """Reviewing the turn failed: it was solved before the Weasel was used."""
    wfen = "standard+extrawurm xxoooooooooooooooo -/-/- a - ~ 21,22,36,a,23/0,4,3/-"
    moves = ("z", "k5", "r", "kw", "t36", "bb")
    dice = ["12345555", "5555wwww", "wwww", "11111111"]
    reviewed = review(play_moves(wfen, *moves, dice=dice), BadEvaluator())
    assert str(reviewed.turns[0].decisions[-1].chosen) == "bb"
    check_identity(reviewed)


def test_stand_in_decisions_cost_no_player():
    game = play_randomly(start(Rules.preset("classic"), 3), seed=5, turns=9)
    plain = review(game)
    decisions = [decision for decision in plain.decisions if decision.seat == 1]
    replaced = review(game, stand_ins={decision.event for decision in decisions})
    check_identity(replaced)
    assert plain.seats[1].given_away > 0.01
    assert replaced.seats[1].given_away == 0
    assert replaced.seats[1].stand_ins == pytest.approx(-plain.seats[1].given_away)
    assert all(made.label is None for made in replaced.decisions if made.seat == 1)
    assert fsum(sums.stand_ins for sums in replaced.seats) == pytest.approx(0, abs=CLOSE)
    assert [sums.luck for sums in replaced.seats] == [sums.luck for sums in plain.seats]


FULL = "oooooooooooooooo -/- a"


@pytest.mark.parametrize(
    ("wfen", "move", "best", "label", "reason"),
    [
        (f"classic {FULL} 555wwww -", "r", "t35", "mistake", "sure_tile tile failure"),
        (f"classic {FULL} 444 -", "q", "r", "mistake", "still_alive success"),
        (f"classic {FULL} - 1112355w", "k1", "k5", "mistake", "more_points many few"),
        (f"classic {FULL} 55www 114", "k1", "k4", "mistake", "more_points many few"),
        (f"manual {FULL} 55wwwww -", "t22", "t35", "blunder", "other_tile better chosen"),
        (
            "classic oooo.ooooooooooo -/25 a 5wwww -",
            "t24",
            "s25",
            "blunder",
            "steal_from tile seat",
        ),
    ],
)
def test_costly_decision_has_a_label_and_a_reason(wfen, move, best, label, reason):
    decision = review(play_moves(wfen, move)).decisions[0]
    assert (str(decision.best), decision.label) == (best, label)
    assert [decision.reason.code, *decision.reason.parameters] == reason.split()
    assert not decision.is_equal


def test_good_decision_has_no_label():
    decision = review(play_moves(f"classic {FULL} 555wwww -", "t35")).decisions[0]
    assert (decision.cost, decision.label, decision.reason) == (0, None, None)
    assert decision.is_equal


class Indifferent:
    """Gives every position even chances, so that all choices show the same digits."""

    def evaluate(self, positions):
        return [(1 / position.players,) * position.players for position in positions]


def test_least_risky_of_equal_choices_comes_first():
    decision = review(play_moves(f"classic {FULL} - 1112355w", "k1"), Indifferent()).decisions[0]
    failures = {choice.action: choice.failure for choice in decision.choices}
    assert str(decision.best) == "k1"
    assert decision.is_equal
    assert len(decision.equals) == 5
    assert failures[decision.equals[0]] == min(failures.values()) < failures[decision.best]


@pytest.fixture(scope="module")
def extrawurm_review():
    position = start(Rules.preset("classic", extrawurm=True), 2)
    return review(play_randomly(position, seed=2, turns=8))


def test_only_extrawurm_reviews_are_rough(extrawurm_review):
    assert extrawurm_review.is_rough
    assert not review(play_moves(f"classic {FULL} - ~")).is_rough


def test_extrawurm_decisions_have_no_labels(extrawurm_review):
    assert max(decision.cost for decision in extrawurm_review.decisions) > 0.05
    assert all(decision.label is None for decision in extrawurm_review.decisions)
