"""Worker processes answer one request after the other, and are replaced when they fail."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pickomino.worker_process import WorkerFailed, WorkerProcess
from support.server.serving import eventually

WORKER = """
import os, subprocess, sys, time
from pickomino.worker_process import serve

def answer(request, on_progress):
    print("this is no answer")
    if request == "progress":
        on_progress(0.25)
        on_progress(1)
    if request == "fail":
        raise ZeroDivisionError
    if request == "crash":
        os._exit(1)
    if request.startswith("hang"):
        program = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        open(request.split()[1], "w").write(str(program.pid) + "\\n")
        time.sleep(60)
    return {"pid": os.getpid()}

serve(str, answer)
"""
PARENT = """
import asyncio
from pickomino.worker_process import WorkerProcess

async def main():
    print((await WorkerProcess("echo_worker", dict).ask("", 60))["pid"], flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.fixture(autouse=True)
def module(tmp_path, monkeypatch):
    (tmp_path / "echo_worker.py").write_text(WORKER)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


def run(work):
    async def use():
        worker = WorkerProcess("echo_worker", dict)
        try:
            return await work(worker)
        finally:
            await worker.stop()

    return asyncio.run(use())


def is_alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_failed_request_keeps_the_worker():
    async def work(worker):
        steps = []
        first = await worker.ask("progress", 60, steps.append)
        with pytest.raises(WorkerFailed):
            await worker.ask("fail", 60)
        return steps, first == await worker.ask("", 60)

    assert run(work) == ([0.25, 1.0], True)


@pytest.mark.parametrize("ending", ["crash", "killed while idle"])
def test_dead_worker_is_replaced(ending):
    async def work(worker):
        first = await worker.ask("", 60)
        if ending == "crash":
            with pytest.raises(WorkerFailed):
                await worker.ask("crash", 60)
        else:
            worker._process.kill()
            await worker._process.wait()
        assert not worker.is_running
        return first != await worker.ask("", 60)

    assert run(work)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
@pytest.mark.parametrize("ending", ["timeout", "cancelled"])
def test_hanging_worker_is_killed_with_its_children(tmp_path, ending):
    note = tmp_path / "pid"

    async def work(worker):
        seconds = 60 if ending == "cancelled" else 2
        asking = asyncio.create_task(worker.ask(f"hang {note}", seconds))
        await asyncio.to_thread(eventually, lambda: note.exists() and note.read_text())
        if ending == "cancelled":
            asking.cancel()
        with pytest.raises((WorkerFailed, asyncio.CancelledError)):
            await asking
        return worker.is_running

    assert not run(work)
    assert eventually(lambda: not is_alive(int(note.read_text())))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_worker_exits_when_its_parent_is_killed():
    command = [sys.executable, "-c", PARENT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ) as parent:
        pid = int(parent.stdout.readline())
        assert is_alive(pid)
        parent.kill()
    assert eventually(lambda: not is_alive(pid)), "the worker is still running"
