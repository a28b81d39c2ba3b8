"""Looks at the room: whether the broker takes this table, and whether its clock can be believed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import aiomqtt

from controller.camera.asking import place_of
from controller.config import Config
from controller.doctor.check import Check
from controller.room.broker import client_for, why
from controller.room.clock_error import clock_error_s
from controller.room.topics import client_id

_PATIENCE_S: Final = 5.0


def everything(config: Config) -> Iterator[Check]:
    """Yield the checks of broker and clock, none where the table has no room."""
    room = config.room
    if room is None:
        yield Check(part="room", state="none", how="no [room] in the configuration: the table stands alone")
        return
    yield broker(config)
    yield from pictures(config)
    error_s = clock_error_s()
    if error_s is None:
        yield Check(
            part="wall clock", state="look", how="nobody keeps it right: the floor's times may be wrong",
            do="sudo timedatectl set-ntp true",
        )  # fmt: skip
    else:
        yield Check(part="wall clock", state="well", how=f"right to {error_s} s, as the kernel says")


def pictures(config: Config) -> Iterator[Check]:
    """Whether the floor gets the cameras' pictures of a finding, none where no camera of the table keeps any."""
    assert config.room is not None, "a table with [room]"
    for device in config.device:
        if device.kind != "chips" or device.path is None:
            continue
        part = f"pictures of {device.label}"
        if config.room.floor_key is None:
            yield Check(
                part=part, state="look", how="they stay here: the table has no key of the floor",
                do="copy floor-evidence.pub from the floor's machine and name it as `floor_key` under [room]",
            )  # fmt: skip
        elif not place_of(device.path).is_socket():
            yield Check(
                part=part, state="look", how=f"nobody answers at {place_of(device.path)}",
                do="start the camera with `floorcall chips CAMERA --link`, of this version",
            )  # fmt: skip
        else:
            yield Check(
                part=part,
                state="well",
                how="the camera keeps the last half minute, sealed to the floor's key",
            )


def broker(config: Config) -> Check:
    """Whether the broker is there and takes the table's login. The daemon's own connection is left alone."""
    room = config.room
    assert room is not None, "a table with [room]"
    name = client_id(room.site, room.table or config.table.id)
    try:
        asyncio.run(_knock(config, f"{name}:doctor"))
    except (aiomqtt.MqttError, OSError, ValueError) as error:
        return Check(
            part="room", state="bad", how=why(error, room).detail,
            do="start the broker, or mend `broker`, `user` and `password_file` under [room]",
        )  # fmt: skip
    return Check(part="room", state="well", how=f"{room.broker} takes this table, which is {name} there")


async def _knock(config: Config, name: str) -> None:
    assert config.room is not None, "a table with [room]"
    folder = Path(config.source).parent
    async with client_for(config.room, folder, name, clean_session=True, timeout=_PATIENCE_S):
        pass
