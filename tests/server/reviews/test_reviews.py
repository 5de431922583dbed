"""Finished games are reviewed on demand, one after the other, in a worker process."""

import asyncio
import json
import os
import sys

import msgspec
import pytest

import pickomino
from pickomino import Game, Rules
from pickomino.analysis import review_json
from pickomino.analysis.review import review
from pickomino.api.reviews import game_with_stand_ins
from pickomino.core.errors import PickominoError
from pickomino.evaluation import judge, network_files
from pickomino.rooms import BotSeat, PersonSeat
from pickomino.rooms.protocol.events import LogEntry, Undone
from pickomino.rooms.protocol.messages import HostReplaceByBot
from pickomino.server.http import reviews
from pickomino.server.reviews import queue as review_queue
from pickomino.server.reviews.queue import RecordParser, ReviewQueue
from pickomino.server.reviews.worker import ReviewRequest, ReviewResponse, respond
from pickomino.server.work_queue import Caller
from support.network_files import bundled_networks_afterwards, small_network
from support.room_harness import error_code, play_to_the_end, practice_room
from support.server.in_process import (
    SHORT,
    ignore_litestar_warning,
    open_app,
    open_rooms,
    play_game,
)
from support.server.stores import copy_stored_review

pytestmark = ignore_litestar_warning

EMPTY_REVIEW = msgspec.Raw(b"{}")


class FakeWorker:
    """Responds once `may_respond` is set."""

    def __init__(self):
        self.requests = []
        self.may_respond = asyncio.Event()
        self.stops = 0
        self.working = 0

    async def ask(self, request, _seconds, on_progress):
        self.requests.append(request)
        self.working += 1
        try:
            on_progress(0.25)
            await self.may_respond.wait()
        finally:
            self.working -= 1
        return ReviewResponse(review=EMPTY_REVIEW)

    async def stop(self):
        self.stops += 1


def create_queue(monkeypatch, **limits):
    monkeypatch.setattr(review_queue, "WAIT_SECONDS", 0.01)
    for name, value in limits.items():
        monkeypatch.setattr(review_queue, name, value)
    queue = ReviewQueue()
    queue._worker = FakeWorker()
    return queue, queue._worker


def request(queue, game, address):
    """Ask for a review like a client that stays connected."""
    stays = asyncio.get_running_loop().create_future()
    return queue.request(game, Caller(address, lambda: stays), load, discard)


async def load():
    return ReviewRequest()


async def discard(_response):
    pass


async def test_reviews_are_created_in_order_with_progress(monkeypatch):
    queue, worker = create_queue(monkeypatch)
    jobs = [await request(queue, game, game) for game in ("one", "two", "three")]
    waiting = [(job.progress, queue.jobs_ahead(job)) for job in jobs]
    requests = len(worker.requests)
    worker.may_respond.set()
    reviews = [(await job.done).review for job in jobs]
    await queue.close()
    assert waiting == [(0.25, 0), (0, 1), (0, 2)]
    assert requests == 1
    assert reviews == [EMPTY_REVIEW] * 3


def test_queued_reviews_are_limited(monkeypatch):
    async def work():
        queue, _ = create_queue(monkeypatch)
        queue._queue._limits = queue._queue._limits._replace(jobs=4)
        codes = [await queued(queue, f"of Ann {number}", "ann") for number in range(4)]
        codes += [await queued(queue, f"of Ben {number}", "ben") for number in range(2)]
        codes.append(await queued(queue, "of Ann 0", "eve"))
        await queue.close()
        return codes

    async def queued(queue, game, address):
        try:
            await request(queue, game, address)
        except PickominoError as error:
            return error.code
        return ""

    busy = "review_busy"
    assert asyncio.run(work()) == ["", "", "", busy, "", busy, ""]


async def test_abandoned_review_stops(monkeypatch):
    queue, worker = create_queue(monkeypatch)
    monkeypatch.setattr(review_queue, "ABANDON_SECONDS", 0.05)
    one = await request(queue, "one", "ann")
    await asyncio.wait([one.task])
    cancelled = one.done.cancelled(), worker.working
    await queue.close()
    assert cancelled == (True, 0)


async def test_no_request_cancels_a_review(tmp_path):
    """A stranger behind the same address, or who had asked first, could cancel it."""
    async with open_app(tmp_path / "x.db") as (state, http):
        code, token = await play_game(state.service)
        game = (await state.service.view(code)).room.game_id
        headers = {"Authorization": f"Bearer {token}"}
        answer = await http.delete(f"/api/games/{game}/review", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (405, "bad_method")


async def test_stored_review_is_not_computed_again(tmp_path):
    async with open_app(tmp_path / "x.db") as (state, http):
        code, token = await play_game(state.service)
        game = (await state.service.view(code)).room.game_id
        address = f"/api/games/{game}/review"
        headers = {"Authorization": f"Bearer {token}"}
        first = await http.post(address, headers=headers)
        while first.json()["review"] is None:
            first = await http.post(address, headers=headers)
        await state.reviews.close()
        state.reviews = None
        again = await http.post(address)
        record = await state.service.record(code)
        state.reviews = ReviewQueue()
        picture = await http.get(f"/review/{game}/review.png")
        first, again = first.json(), again.json()
    assert picture.content.startswith(b"\x89PNG"), "the preview of its link"
    assert again["review"] == first["review"]
    assert [first["game"]["names"][seat] for seat in first["game"]["seats"]] == ["Ann"]
    assert again["game"]["seats"] == []
    answers = first["review"].pop("answers")
    sentences = first["review"].pop("sentences")
    turns = first["review"]["turns"]
    decisions = [decision for turn in turns for decision in turn["decisions"]]
    assert list(sentences) == [str(decision["event"]) for decision in decisions]
    assert first["review"] == json.loads(review_json.encode(review(Game.from_wgn(record))))
    assert len(answers) == 2
    assert all(answers[0][question] for question in ("luck", "mistake", "lesson"))


async def test_review_stored_by_an_earlier_version_is_computed_again(tmp_path):
    before = copy_stored_review(tmp_path)
    async with open_app(tmp_path / "server.db") as (_, http):
        game = before["game"]["id"]
        after = (await http.post(f"/api/games/{game}/review")).json()
        while after["review"] is None:
            after = (await http.post(f"/api/games/{game}/review")).json()
    assert "sentences" not in before["review"]
    assert after["review"]["sentences"]
    assert after["game"] == before["game"] | {"seats": []}


async def test_only_finished_games_are_reviewed(tmp_path):
    async with open_app(tmp_path / "x.db") as (state, http):
        code, _ = await practice_room(state.service, PersonSeat("Ann"), BotSeat("random"))
        running = (await state.service.view(code)).room.game_id
        assert [
            (await http.post(f"/api/games/{game}/review")).json()["code"]
            for game in (running, "nothing")
        ] == ["unknown_game"] * 2


@pytest.fixture(scope="module")
def log_with_stand_in(tmp_path_factory):
    """Return the log of a game in which a bot played for Ann."""
    path = tmp_path_factory.mktemp("stand_in") / "x.db"

    async def work():
        async with open_rooms(path) as (store, service):
            people = PersonSeat("Ann"), PersonSeat("Ben")
            code, token = await practice_room(service, *people, settings=SHORT)
            view = await service.view(code, token)
            await service.command(code, token, HostReplaceByBot(0, "random"), view.version)
            await play_to_the_end(service, code, token)
            (game,) = await store.finished_games.list_for([token])
            return await store.finished_games.log(code, game.id)

    return asyncio.run(work())


def test_decisions_of_stand_ins_are_marked(log_with_stand_in):
    request = ReviewRequest(log_with_stand_in)
    turns = msgspec.json.decode(respond(request, lambda _: None).review)["turns"]
    of_ann, of_ben = (
        [decision for turn in turns if turn["seat"] == seat for decision in turn["decisions"]]
        for seat in (0, 1)
    )
    assert of_ann
    assert all(decision["by_stand_in"] and decision["label"] is None for decision in of_ann)
    assert not any(decision["by_stand_in"] for decision in of_ben)


def test_undone_decisions_of_stand_ins_do_not_count(log_with_stand_in):
    log = log_with_stand_in
    _, stand_ins = game_with_stand_ins(log)
    undone = LogEntry(len(log) + 1, log[-1].at, Undone(max(stand_ins)))
    _, kept = game_with_stand_ins((*log, undone))
    assert kept == stand_ins - {max(stand_ins)}


def test_damaged_game_gets_an_error_code():
    assert respond(ReviewRequest(()), lambda _: None).error.code == "not_running"


async def test_review_of_a_deleted_game_is_not_stored(tmp_path):
    async with open_rooms(tmp_path / "x.db") as (store, service):
        _, token = await play_game(service)
        (game,) = await store.finished_games.list_for([token])
        await store.finished_games.delete(game.id, token)
        await store.finished_games.store_review(game.id, "judge", EMPTY_REVIEW)
        assert (store.problem, await error_code(store.finished_games.summary(game.id))) == (
            None,
            "unknown_game",
        )


def test_judge_name_changes_with_its_network(monkeypatch, tmp_path):
    nets = tmp_path / "nets"
    nets.mkdir()
    for name in ("2.npz", "3.npz"):
        (nets / name).write_bytes(name.encode())
    monkeypatch.setattr(network_files, "files", lambda _: tmp_path)
    before = reviews.judge_version.__wrapped__(2)
    (nets / "3.npz").write_bytes(b"another")
    assert reviews.judge_version.__wrapped__(2) == before
    (nets / "2.npz").write_bytes(b"another")
    assert reviews.judge_version.__wrapped__(2) != before


async def test_review_uses_the_network_of_the_setting(tmp_path):
    before = reviews.judge_version.__wrapped__(2)
    with bundled_networks_afterwards():
        network_files.use_networks([small_network(tmp_path / "mine.npz")])
        assert reviews.judge_version.__wrapped__(2) != before
        queue = ReviewQueue()
        record = pickomino.play_game(["beginner", "random"], "mini").wgn()
        response = await queue._worker.ask(ReviewRequest(record=record), 120)
        await queue.close()
        own = judge.judge_version(Rules.preset("mini"), 2)
    assert json.loads(bytes(response.review))["judge"] == own
    assert own != judge.judge_version(Rules.preset("mini"), 2)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no niceness")
async def test_workers_leave_the_processor_to_games():
    parser = RecordParser()
    stays = asyncio.get_running_loop().create_future()
    await error_code(parser.parse(Caller("ann", lambda: stays), "hello"))
    niceness = os.getpriority(os.PRIO_PROCESS, parser._worker._process.pid)
    await parser.close()
    assert niceness > os.getpriority(os.PRIO_PROCESS, 0)
