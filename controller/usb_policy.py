"""Writes a policy for USBGuard: the table's own devices by their serial numbers, hubs, and nothing else.

Floorcall opens no device that its configuration does not name; what the kernel makes of a keyboard or a stick that
somebody plugs in is the system's matter. USBGuard (usbguard-rules.conf(5)) keeps such a device from the kernel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from controller.config import DeviceConfig
from controller.daemon.find_port import Port

_HEAD: Final = """\
# USBGuard's policy for this table, by `floorcall devices --usbguard`. Everything that no line allows is blocked, if
# /etc/usbguard/usbguard-daemon.conf has ImplicitPolicyTarget=block and PresentDevicePolicy=apply-policy.
# Hubs, which are nothing besides:
allow with-interface equals { 09:00:00 }
allow with-interface equals { 09:00:01 }
allow with-interface equals { 09:00:01 09:00:02 }
# The table's devices; one that calls itself a keyboard, a stick or a radio besides is none of them:
"""
_NOT_BESIDES: Final = "with-interface none-of { 03:*:* 08:*:* 09:*:* e0:*:* }"
_HUB: Final = ":09"
_HEX: Final = re.compile(r"[0-9a-f]{4}")


class PolicyError(ValueError):
    """A device cannot be told from others; the message says which and what to do."""


def policy(devices: Sequence[DeviceConfig], ports: Sequence[Port], others: Iterable[dict[str, str]]) -> str:
    """Return the rules for ``devices``; ``ports`` are plugged in, ``others`` the properties of all USB devices.

    What is plugged in besides stands there as a remark, to be allowed by hand. Raise PolicyError for a device
    that is named by its path alone and is not plugged in, or gives neither serial number nor model.
    """
    text, allowed = _HEAD, set[str]()
    for device in devices:
        if device.gpio:
            continue
        known = dict(device.udev or {})
        if device.path is not None:
            port = next((port for port in ports if port.fits(device)), None)
            if port is None:
                raise PolicyError(
                    f"{device.label}: is named by its path alone, and nothing is there: plug it in, "
                    "or name it by `udev = { ID_SERIAL_SHORT = ... }`"
                )
            known = port.properties
        if (spec := _spec(known)) is None:
            raise PolicyError(
                f"{device.label}: has neither serial number nor model to tell it by; "
                "`floorcall devices` shows what it gives"
            )
        allowed.add(spec)
        text += f"allow {spec} {_NOT_BESIDES}\n"
    for properties in others:
        full = _spec(properties)
        specs = {
            full,
            _spec({**properties, "ID_VENDOR_ID": ""}),
            _spec({**properties, "ID_SERIAL_SHORT": ""}),
        }
        if full is None or specs & allowed or properties.get("ID_USB_INTERFACES", "").startswith(_HUB):
            continue
        name = " ".join(
            properties.get(key, "").replace("_", " ") for key in ("ID_VENDOR", "ID_MODEL")
        ).strip()
        text += f"# Plugged in, and none of the table's: {_printable(name) or 'a device'}. To allow it:\n#allow {full}\n"
    return text


def _spec(known: dict[str, str]) -> str | None:
    """Return what tells a device in USBGuard's words, None where its properties do not."""
    vendor, model = known.get("ID_VENDOR_ID", ""), known.get("ID_MODEL_ID", "")
    parts = [f"id {vendor}:{model}"] if _HEX.fullmatch(vendor) and _HEX.fullmatch(model) else []
    serial = known.get("ID_SERIAL_SHORT", "")
    if serial and serial.isprintable():
        escaped = serial.replace("\\", "\\\\").replace('"', '\\"')
        parts.append(f'serial "{escaped}"')
    return " ".join(parts) or None


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)
