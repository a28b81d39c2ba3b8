"""Names what can go wrong between us and a device, by whose fault it is."""

from __future__ import annotations

from firmware_bridge.codes import Reason


class BridgeError(Exception):
    """Anything that went wrong on a device link."""


class DeviceRefused(BridgeError):
    """Raised by the owner's ``admit``: this device is sent away, with the reason told to it."""

    def __init__(self, reason: Reason, text: str) -> None:
        super().__init__(text)
        self.reason, self.text = reason, text


class LinkClosed(BridgeError, ConnectionError):
    """No device is up on this link; a command cannot be sent now."""


class PortUnusable(BridgeError, OSError):
    """A port could not be opened; the message names the path and says why."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path, self.why = path, why
