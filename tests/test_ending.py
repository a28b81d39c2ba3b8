"""What is asked to end ends, also where it was about to catch something else."""

from __future__ import annotations

import asyncio

from controller.ending import end_all


def test_a_task_whose_connection_goes_in_the_moment_in_which_it_is_ended_ends_all_the_same():
    tried = []

    async def connected_again_and_again() -> None:
        while True:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                tried.append("cancelled")
                if len(tried) > 1:
                    raise

    async def fails() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            raise OSError("the port is gone")

    async def night() -> None:
        tasks = {asyncio.create_task(connected_again_and_again()), asyncio.create_task(fails())}
        await asyncio.sleep(0)
        await end_all(tasks)
        assert all(task.done() for task in tasks)

    asyncio.run(night())
    assert tried == ["cancelled", "cancelled"]
