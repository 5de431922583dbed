"""The coach: its advice, who may ask for it, and its workers."""

import asyncio

import pytest

from pickomino import Action, Game, Position, Roll, Rules, apply, apply_roll, start
from pickomino.analysis.advice import advise
from pickomino.analysis.review import review
from pickomino.analysis.review_types import Choice
from pickomino.analysis.solved_turns import equal_choices
from pickomino.core.errors import PickominoError
from pickomino.evaluation.judge import has_verdict
from pickomino.evaluation.win_chance import WinChance
from pickomino.narration.line import line
from pickomino.rooms import (
    Act,
    BotSeat,
    CreateRoom,
    PersonSeat,
    ProcessBots,
    Settings,
)
from pickomino.rooms.bots.coach import coach
from pickomino.rooms.protocol.frames import frame_of
from pickomino.tables.offline import GamePlan, OfflineTable
from support.room_harness import (
    InstantBots,
    error_code,
    idle,
    play_to_the_end,
    practice_room,
    room_service,
)
from support.thread_bots import ThreadBots

POSITION = Position.from_wfen("classic ooo.oooooooooooo 24/- b 55ww 1134")
RAVEN = Position.from_wfen(
    "classic+extrawurm ooooooooooooooooo. 36/-/- a - b 21,22,-,23,24/0,4,3/-"
)
HINTS = Settings(practice=True, hints=True)
SEATS = PersonSeat("Ann"), PersonSeat("Ben")


class CountingBots(InstantBots):
    """Counts requests for advice; the first `failures` fail."""

    def __init__(self, failures=0):
        super().__init__()
        self.advised = 0
        self.failures = failures

    async def advise(self, position):
        self.advised += 1
        await asyncio.sleep(0)
        if self.advised <= self.failures:
            raise PickominoError("coach_busy")
        return coach(position)


def test_coach_agrees_with_the_analysis():
    view, advice = coach(POSITION), advise(POSITION, "win")
    assert view.best == str(advice.best) == view.choices[0].action
    assert {choice.action: choice.value for choice in view.choices} == {
        str(action): value for action, value in advice.choices.items()
    }
    assert view.choices[0].cost == 0
    costs = [choice.cost for choice in view.choices]
    assert costs == sorted(costs)
    assert sum(result.chance for result in view.results) + view.failure == pytest.approx(1)
    assert all(result.claim[0] in "ts" for result in view.results)


def test_ravens_choice_has_a_frame_without_tiles():
    frame = frame_of(RAVEN._replace(grill=()), "1a")
    assert (frame.targets, frame.dice_left, frame.scores) == ((), 0, (4, 4, 3))


def test_ravens_choice_has_advice():
    view = coach(RAVEN)
    assert view.best in ("bb", "bc")
    assert {choice.action for choice in view.choices} == {"bb", "bc"}


@pytest.mark.parametrize("bots", [lambda: ProcessBots(workers=1), lambda: ThreadBots(seconds=60)])
def test_workers_and_threads_give_the_same_advice(bots):
    async def ask():
        runner = bots()
        try:
            return await runner.advise(POSITION)
        finally:
            await runner.close()

    assert asyncio.run(ask()) == coach(POSITION)


async def test_coach_is_refused_without_hints_or_a_game():
    async with room_service(bots=CountingBots()) as service:
        code, token = await practice_room(service, *SEATS)
        assert await error_code(service.coach(code, token)) == "no_hints"
        made = await service.create(CreateRoom(SEATS, HINTS))
        assert await error_code(service.coach(made.code, made.token)) == "not_running"
        assert await error_code(service.coach(made.code, "forged")) == "bad_token"
        assert await error_code(service.coach("ABCDEFGH")) == "unknown_room"
        code, token = await practice_room(service, *SEATS, settings=HINTS)
        await play_to_the_end(service, code, token)
        assert (await error_code(service.coach(code, token))) == "not_running"


async def test_advice_is_computed_once_per_position():
    bots = CountingBots()
    async with room_service(bots=bots) as service:
        code, token = await practice_room(service, *SEATS, settings=HINTS)
        first = await asyncio.gather(*(service.coach(code, token) for _ in range(5)))
        assert bots.advised == 1
        view = await service.view(code, token)
        assert {advice.version for advice in first} == {view.version}
        assert {choice.action for choice in first[0].choices} == set(view.you.legal)
        await service.command(code, token, Act(view.you.legal[0]), view.version)
        later = await service.coach(code)
        assert (bots.advised, later.wfen == (await service.view(code)).table.wfen) == (2, True)


async def test_cancelled_caller_does_not_cancel_advice():
    async with room_service(bots=CountingBots()) as service:
        code, _ = await practice_room(service, *SEATS, settings=HINTS)
        asking = [asyncio.create_task(service.coach(code)) for _ in range(2)]
        await asyncio.sleep(0)
        asking[0].cancel()
        assert (await asyncio.gather(*asking, return_exceptions=True))[1].best


async def test_coach_can_be_asked_again_after_a_failure():
    async with room_service(bots=CountingBots(failures=1)) as service:
        code, _ = await practice_room(service, *SEATS, settings=HINTS)
        assert await error_code(service.coach(code)) == "coach_busy"
        assert (await service.coach(code)).best


def test_excess_advice_requests_are_refused():
    async def ask():
        bots = ProcessBots(workers=1, max_waiting=0)
        try:
            return await error_code(bots.advise(POSITION))
        finally:
            await bots.close()

    assert asyncio.run(ask()) == "coach_busy"


async def test_closing_ends_pending_advice_requests():
    bots = ProcessBots(workers=1)
    async with room_service(bots=bots) as service:
        code, _ = await practice_room(service, *SEATS, settings=HINTS)
        asking = asyncio.create_task(service.coach(code))
        await idle()
        assert bots._coach._asking
    with pytest.raises((PickominoError, asyncio.CancelledError)):
        await asyncio.wait_for(asking, 60)


def test_local_table_has_a_coach(tmp_path):
    async def ask():
        seats = PersonSeat("Ann"), BotSeat("beginner")
        table = await OfflineTable.new(tmp_path, GamePlan(seats, HINTS), ThreadBots(seconds=60))
        try:
            view = await table.view()
            return await table.coach(), view
        finally:
            await table.close()

    advice, view = asyncio.run(ask())
    assert {choice.action for choice in advice.choices} == set(view.you.legal)


def test_rolling_risk_is_given_when_stopping_is_best():
    # Only threes are new: with two dice, 25 of 36 rolls have none.
    position = Position.from_wfen("standard oo.ooooooooooooo 23/- b 1255w 114")
    stopping = coach(apply(position, Action.parse("k4")))
    assert stopping.best == "t22"
    assert stopping.failure == 0
    assert stopping.rolling_failure is not None
    assert stopping.rolling_failure > 25 / 36 - 1e-9
    assert coach(position).rolling_failure is None


@pytest.mark.parametrize("rules", ["classic", "classic+extrawurm"])
def test_coach_and_review_agree_whether_a_verdict_is_possible(rules):
    """The coach once graded moves that the review did not judge."""
    rolled = apply_roll(start(Rules.parse(rules), 2), Roll.parse("1345wwww"))
    game = Game.from_position(rolled)
    is_estimate = not has_verdict(rolled.rules)
    assert coach(rolled).is_estimate == review(game).is_rough == is_estimate
    assert is_estimate == (rules != "classic")


def test_formula_gives_no_verdict(monkeypatch):
    monkeypatch.setattr("pickomino.evaluation.judge.best_judge", WinChance)
    assert not has_verdict(Rules.preset("classic"))


def test_equal_looking_choices_prefer_the_lower_risk():
    """The choice with a risk of 25 % was once advised for a ten-thousandth more."""
    risky = Choice(Action.parse("k1"), 0.5002, 0.25)
    safe = Choice(Action.parse("k2"), 0.5001, 0.1)
    worse = Choice(Action.parse("k3"), 0.49, 0.0)
    assert equal_choices([risky, safe, worse]) == [safe, risky]


def test_expected_worms_include_steals():
    """Worms expected under another aim, without steals, were once shown beside a sure steal."""
    view = coach(Position.from_wfen("standard xxxxxxx.oooooooo -/28 a 11155www -"))
    assert view.best == "s28"
    assert view.expected_worms == 2


def test_coach_grades_every_choice():
    view = coach(Position.from_wfen("standard oooooooooooooooo -/- a 555www 14"))
    assert [choice.grade for choice in view.choices] == ["good", "costly"]


def test_coach_explains_the_best_choice():
    view = coach(Position.from_wfen("standard oooooooooooooooo -/- a 555www 14"))
    best, worse = view.choices
    assert view.why == line("reason_more_points", many=34, few=31)
    assert (best.verdict.key, worse.verdict.key) == ("good", "costly")
    assert worse.verdict.args["better"] == (best.text,)
