"""A real broker for the tests, and somebody who listens at it with a client of his own."""

from __future__ import annotations

import getpass
import json
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import paho.mqtt.client as mqtt

from tests.certificates import Certificate
from tests.daemon.conftest import wait_for
from tests.ports import port_nobody_has

_CONFIG = """
listener {port} 127.0.0.1
{more}
user {user}
allow_anonymous {anonymous}
persistence true
persistence_location {folder}/
autosave_on_changes true
autosave_interval 1
"""


class Broker:
    """Debian's Mosquitto on a port of its own, which can be stopped and started again."""

    def __init__(
        self, folder: Path, *, anonymous: bool = True, more: str = "", encrypted: Certificate | None = None
    ) -> None:  # fmt: skip
        self.port = port_nobody_has()
        self._scheme = "mqtt" if encrypted is None else "mqtts"
        if encrypted is not None:
            more += f"\ncertfile {encrypted.certificate}\nkeyfile {encrypted.key}"
        self._config = folder / "mosquitto.conf"
        text = _CONFIG.format(
            port=self.port, folder=folder, more=more, anonymous=str(anonymous).lower(), user=getpass.getuser()
        )
        self._config.write_text(text)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"{self._scheme}://127.0.0.1:{self.port}"

    def start(self) -> None:
        binary = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        self._process = subprocess.Popen(
            [binary, "-c", str(self._config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_for(self._answers, "the broker to answer")

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def hang(self) -> None:
        """Answer nobody from now on, and close no connection."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Answer again."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self.go_on()
            self._process.wait(timeout=10)
            self._process = None


class Listener:
    """Somebody at the broker: hears everything below a prefix, and may say something."""

    def __init__(self, port: int, topic: str = "floorcall/#", **login: str) -> None:
        self.heard: list[tuple[str, dict[str, Any], bool]] = []
        self.raw: list[bytes] = []
        self._topic = topic
        self._there = threading.Event()
        self._client = mqtt.Client(
            mqtt.CallbackAPIVersion.VERSION2,
            client_id=f"listener-{uuid4().hex}",
            clean_session=False,  # a broker that restarts keeps for it what comes before it is back
            protocol=mqtt.MQTTv311,
        )
        if login:
            self._client.username_pw_set(login["user"], login["password"])
        self._client.on_connect = self._connected
        self._client.on_message = self._message
        self._client.on_subscribe = lambda *_: self._there.set()
        self._client.reconnect_delay_set(1, 1)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert self._there.wait(10), "the listener was not let in"

    def _connected(self, client: mqtt.Client, *_: Any) -> None:
        client.subscribe(self._topic, 1)

    def _message(self, client: mqtt.Client, userdata: Any, message: mqtt.MQTTMessage) -> None:
        self.raw.append(message.payload)
        try:
            body = json.loads(message.payload)
        except ValueError:  # what the tests themselves say that is nonsense
            return
        if message.topic.rsplit("/", 1)[1] not in ("ruling", "mark", "again"):
            self.heard.append((message.topic, body, message.retain))

    def of(self, name: str) -> list[dict[str, Any]]:
        """Return what was heard on the topic ``name`` of any table, in order."""
        return [body for topic, body, _ in list(self.heard) if topic.split("/", 3)[-1] == name]

    def numbers(self) -> list[int]:
        """Return the numbers of all counted messages, in the order in which they came."""
        return [body["n"] for _, body, _ in list(self.heard) if "n" in body]

    def say(self, topic: str, body: Any) -> None:
        payload = body if isinstance(body, bytes) else json.dumps(body).encode()
        self._client.publish(topic, payload, 1).wait_for_publish(10)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def listening(port: int, topic: str = "floorcall/#", **login: str) -> Iterator[Listener]:
    listener = Listener(port, topic, **login)
    try:
        yield listener
    finally:
        listener.close()
