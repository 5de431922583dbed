"""Expensive work: bounded, fair between addresses, and withdrawn when no client waits for it."""

import asyncio

import pytest

from pickomino.core.errors import PickominoError
from pickomino.server.work_queue import Caller, ClientLeft, QueueLimits, WorkQueue
from support.room_harness import error_code


class Desk:
    """Work that is done when the test says so, and clients that leave when it says so."""

    def __init__(self, **limits):
        self.queue = WorkQueue(QueueLimits("server_busy", **limits))
        self.begun = []
        self.ended = []
        self.may_end = asyncio.Event()

    async def work(self, job):
        self.begun.append(job.key)
        try:
            await self.may_end.wait()
        finally:
            self.ended.append(job.key)
        return job.key.upper()

    def ask(self, key, address="ann"):
        """Ask for a result; return the task, and the event that the client has left."""
        left = asyncio.Event()

        async def receive():
            await left.wait()
            return {"type": "http.disconnect"}

        asking = self.queue.result(Caller(address, receive), key, self.work)
        return asyncio.create_task(asking), left


async def settled():
    for _ in range(5):
        await asyncio.sleep(0)


async def test_addresses_are_served_in_turn():
    desk = Desk()
    asking = [desk.ask(key, address) for key, address in ("ax", "bx", "cx", "dy", "ez")]
    await settled()
    desk.may_end.set()
    await asyncio.gather(*(task for task, _ in asking))
    assert desk.begun == ["a", "d", "e", "b", "c"]


async def test_households_of_one_site_share_a_turn():
    desk = Desk()
    addresses = "2001:db8:0:1::/64", "2001:db8:0:2::/64", "2001:db8:0:3::/64", "10.0.0.1"
    asking = [desk.ask(key, address) for key, address in zip("abcd", addresses, strict=True)]
    await settled()
    desk.may_end.set()
    await asyncio.gather(*(task for task, _ in asking))
    assert desk.begun == ["a", "d", "b", "c"]


async def test_one_address_uses_one_slot():
    desk = Desk(slots=2)
    asking = [desk.ask(key) for key in "abc"]
    other, _ = desk.ask("d", "ben")
    await settled()
    begun = list(desk.begun)
    desk.may_end.set()
    await asyncio.gather(other, *(task for task, _ in asking))
    assert begun == ["a", "d"]


async def test_jobs_of_one_address_are_limited():
    desk = Desk(jobs_per_address=2)
    asking = [desk.ask(key)[0] for key in "ab"]
    await settled()
    refused = await error_code(desk.ask("c")[0])
    other, _ = desk.ask("d", "ben")
    desk.may_end.set()
    assert refused == "server_busy"
    assert await asyncio.gather(*asking, other) == ["A", "B", "D"]
    assert await desk.ask("c")[0] == "C", "jobs that are done are not counted"


async def test_all_jobs_together_are_limited():
    desk = Desk(jobs=2)
    asking = [desk.ask(key, key)[0] for key in "ab"]
    await settled()
    refused = await error_code(desk.ask("c", "c")[0])
    desk.may_end.set()
    await asyncio.gather(*asking)
    assert refused == "server_busy"


async def test_waiting_job_of_a_vanished_client_is_withdrawn():
    desk = Desk(jobs_per_address=1)
    first, _ = desk.ask("a", "ben")
    asking, left = desk.ask("b")
    await settled()
    left.set()
    with pytest.raises(ClientLeft):
        await asking
    again, _ = desk.ask("c")
    desk.may_end.set()
    await asyncio.gather(first, again)
    assert desk.begun == ["a", "c"]


async def test_running_job_of_a_vanished_client_is_cancelled():
    desk = Desk()
    asking, left = desk.ask("a")
    other, _ = desk.ask("b", "ben")
    await settled()
    left.set()
    await asyncio.wait([asking])
    await settled()
    assert (desk.begun, desk.ended) == (["a", "b"], ["a"])
    desk.may_end.set()
    assert await other == "B"


async def test_job_goes_on_while_another_client_waits():
    desk = Desk()
    leaving, left = desk.ask("a")
    staying, _ = desk.ask("a", "ben")
    await settled()
    left.set()
    await asyncio.wait([leaving])
    desk.may_end.set()
    assert await staying == "A"
    assert desk.begun == ["a"]


async def test_withdrawn_work_can_be_asked_for_again():
    desk = Desk()
    leaving, left = desk.ask("a")
    await settled()
    left.set()
    again, _ = desk.ask("a")
    await asyncio.wait([leaving])
    desk.may_end.set()
    assert await again == "A"


async def test_latest_results_are_cached():
    desk = Desk(cached=2)
    desk.may_end.set()
    for key in "abcbca":
        assert await desk.ask(key)[0] == key.upper()
    assert desk.begun == ["a", "b", "c", "a"]


async def test_error_reaches_every_client():
    async def fail(_job):
        await asyncio.sleep(0)
        raise PickominoError("bad_token")

    desk = Desk(cached=2)
    desk.work = fail
    asking = [desk.ask("a")[0] for _ in range(2)]
    assert [await error_code(task) for task in asking] == ["bad_token"] * 2


async def test_work_that_cannot_be_cancelled_keeps_its_slot():
    """Threads cannot be interrupted, so hanging up must not start further ones."""
    desk = Desk(can_cancel=False)
    asking, left = desk.ask("a")
    other, _ = desk.ask("b", "ben")
    await settled()
    left.set()
    with pytest.raises(ClientLeft):
        await asking
    begun = list(desk.begun)
    desk.may_end.set()
    assert (begun, await other) == (["a"], "B")


async def test_closing_withdraws_all_jobs():
    desk = Desk()
    asking = [desk.ask(key)[0] for key in "ab"]
    await settled()
    await desk.queue.close()
    assert [await error_code(task) for task in asking] == ["server_busy"] * 2
    assert desk.ended == ["a"]


async def test_places_follow_the_order_of_service():
    desk = Desk()
    asking = [desk.ask(key, address)[0] for key, address in ("ax", "bx", "cx", "dy", "ez")]
    await settled()
    places = {key: desk.queue.jobs_ahead(desk.queue.find(key)) for key in "abcde"}
    desk.may_end.set()
    await asyncio.gather(*asking)
    assert desk.begun == sorted(places, key=places.get)
    assert places == {"a": 0, "d": 1, "e": 2, "b": 3, "c": 4}
