"""The counted answers to the daily puzzles, in both databases."""

import asyncio
from datetime import date

from pickomino.server.storage.schema import daily_answers
from pickomino.server.storage.transfer import copy_rows
from support.server.stores import open_store

DAY, OTHER_DAY = date(2026, 11, 16), date(2026, 11, 17)


async def count(address, day, *points):
    async with open_store(address) as store:
        await asyncio.gather(*(store.daily_answers.count(day, number) for number in points))


async def counts(address, day):
    async with open_store(address) as store:
        return (await store.daily_answers.counts(day)).players


def test_daily_answers_survive_a_restart(address):
    asyncio.run(count(address, DAY, 0, 7, 7, 15))
    asyncio.run(count(address, OTHER_DAY, 7))
    assert asyncio.run(counts(address, DAY)) == (1, *[0] * 6, 2, *[0] * 7, 1)


def test_only_numbers_are_stored_about_daily_answers():
    assert [column.name for column in daily_answers.columns] == ["day", "points", "players"]


async def test_daily_answers_are_transferred_once(tmp_path):
    await count(tmp_path / "a.db", DAY, 3, 3, 9)
    await count(tmp_path / "a.db", OTHER_DAY, 15)
    async with open_store(tmp_path / "a.db") as source, open_store(tmp_path / "b.db") as target:
        for _ in range(2):
            await copy_rows(source, target, lambda *_: None)
    assert await counts(tmp_path / "b.db", DAY) == (*[0] * 3, 2, *[0] * 5, 1, *[0] * 6)
    assert await counts(tmp_path / "b.db", OTHER_DAY) == (*[0] * 15, 1)
