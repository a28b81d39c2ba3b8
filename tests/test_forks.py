"""Programs that tests start are forked: each is a process of its own, and none outlasts who asked for it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile

from tests import warm
from tests.ends import COMES_WITHIN_S

TWO = """
import sys
from tests import warm
programs = [warm.start("-c", "import os, time; print(os.getpid(), flush=True); time.sleep(600)") for _ in range(2)]
sys.stdin.read()
"""


def test_a_program_ends_as_it_says():
    assert warm.start("-c", "raise SystemExit(7)").wait(COMES_WITHIN_S) == 7


def test_a_program_that_fails_says_why():
    with tempfile.TemporaryFile("w+") as said:
        assert warm.start("-c", "raise SystemExit('no table')", stderr=said).wait(COMES_WITHIN_S) == 1
        assert warm.start("-c", "1 / 0", stderr=said).wait(COMES_WITHIN_S) == 1
        said.seek(0)
        words = said.read()
    assert words.startswith("no table\n")
    assert words.endswith("ZeroDivisionError: division by zero\n")


LEAVES = """
import atexit, threading
from concurrent.futures import ThreadPoolExecutor
atexit.register(print, "last words")
threading.Thread(target=lambda: (threading.main_thread().join(), print("a thread's"))).start()
ThreadPoolExecutor().submit(print, "a pool's").result()
"""


def test_a_program_ends_after_its_threads_and_says_all_that_it_has_to_say():
    done = warm.run("-c", LEAVES)
    assert done.stdout.splitlines() == ["a pool's", "a thread's", "last words"]
    assert (done.returncode, done.stderr) == (0, "")


def test_a_program_that_is_killed_says_so():
    program = warm.start("-c", "import time; time.sleep(600)")
    program.kill()
    assert program.wait(COMES_WITHIN_S) == -signal.SIGKILL


def test_what_one_asked_for_who_is_killed_ends_too():
    with subprocess.Popen(
        [sys.executable, "-c", TWO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=warm.ROOT
    ) as asked:
        assert asked.stdout
        assert len([asked.stdout.readline() for _ in range(2)]) == 2
        asked.kill()
        assert asked.stdout.read() == b""  # its other ends, in the two programs, are closed


def test_who_is_gone_before_his_program_began_leaves_the_others_theirs():
    forks, (ours, theirs) = warm.Forks(), socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.close()
    reading, writing = os.pipe()
    request = {"module": "-c", "words": ["import time; time.sleep(600)"], "folder": os.getcwd(), "env": {}}
    with theirs, open(reading, "rb") as said, open(writing, "wb") as its, open(os.devnull, "rb") as nothing:
        forks.ask(request, [nothing.fileno(), its.fileno(), its.fileno(), theirs.fileno()])
        theirs.close()
        its.close()
        assert said.read() == b""  # it has ended, and nobody asked for it
    assert warm.start("-c", "raise SystemExit(7)", forks=forks).wait(COMES_WITHIN_S) == 7
