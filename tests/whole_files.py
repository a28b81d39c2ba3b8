"""Gives each of several workers whole files of tests, and goes on where a worker ends in the middle of one."""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadFileScheduling


class WholeFiles(LoadFileScheduling):
    """xdist's own scheduling by file, but for a worker that ends in a test.

    xdist 3.8 hands its files on with all that is done in them: a worker that gets one without an open test,
    or no second test to look forward to, waits for ever. And the test that ended one worker ends the next.
    """

    def remove_node(self, node: Any) -> str | None:
        """Hand on what a worker has left open; return the test that it ended in, which is not run again."""
        files = self.assigned_work[node]
        open_tests = [(tests, test) for tests in files.values() for test, done in tests.items() if not done]
        if open_tests:
            tests, ended_in = open_tests[0]
            tests[ended_in] = True
        for name in [name for name, tests in files.items() if all(tests.values())]:
            del files[name]
        super().remove_node(node)
        return open_tests[0][1] if open_tests else None

    def _reschedule(self, node: Any) -> None:
        super()._reschedule(node)
        while self.workqueue and not node.shutting_down and self._pending_of(self.assigned_work[node]) < 2:
            self._assign_work_unit(node)
        if not self.workqueue and not node.shutting_down:
            node.shutdown()
