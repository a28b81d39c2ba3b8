"""The right back end on the right board, and RPi.GPIO nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hw import BadPins, NoPins
from hw.keys import FIRST_PIN, LAST_PIN, Key, Layout, layout_from
from hw.pins import backend_for, open_pins, read_model

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("model", "backend"),
    [
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "rpigpio"),
        ("Raspberry Pi 4 Model B Rev 1.5", "rpigpio"),
        ("Raspberry Pi 400 Rev 1.0", "rpigpio"),
        ("Raspberry Pi Compute Module 4 Rev 1.1", "rpigpio"),
        ("Raspberry Pi 5 Model B Rev 1.0", "lgpio"),
        ("Raspberry Pi 500 Rev 1.0", "lgpio"),
        ("Raspberry Pi Compute Module 5 Rev 1.0", "lgpio"),
    ],
)
def test_each_board_gets_its_back_end(model, backend):
    assert backend_for(model) == backend


def test_off_a_pi_the_panel_says_that_there_are_no_pins(monkeypatch):
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with pytest.raises(NoPins, match="needs a Raspberry Pi's pins; this machine is ThinkPad"):
        open_pins("ThinkPad")
    with pytest.raises(NoPins, match="this machine is none"):
        open_pins("")


def test_the_boards_name_is_read_without_its_closing_zero(tmp_path):
    (tmp_path / "model").write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")
    assert read_model(tmp_path / "model") == "Raspberry Pi 4 Model B Rev 1.5"
    assert read_model(tmp_path / "nothing") == ""


def test_a_wrong_back_end_is_named(monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "abacus")
    with pytest.raises(NoPins, match="'abacus'; use one of lgpio, mock, rpigpio"):
        open_pins()


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "GPIOZERO_PIN_FACTORY"}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_nothing_imports_rpi_gpio_off_a_pi():
    ran = run_python(
        """
import importlib, pkgutil, sys
class Watch:
    def find_spec(self, name, path=None, target=None):
        assert name.partition(".")[0] not in ("RPi", "lgpio"), f"{name} was imported"
sys.meta_path.insert(0, Watch())
import controller, firmware_bridge, hw, vision
for package in (hw, firmware_bridge, vision):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        # Three modules of the firmware and its stand-in run on a MicroPython alone; nets are trained elsewhere.
        alone = ("__main__", "firmware.board", "firmware.main_shoe", "firmware.main_antennas", "emulated.machine")
        if not module.name.endswith(alone) and ".training." not in module.name:
            importlib.import_module(module.name)
try:
    hw.pins.open_pins("some laptop")
except hw.NoPins:
    print("refused")
"""
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "refused\n", "")


def test_rpi_gpio_is_named_in_no_import_of_ours():
    for package in ("controller", "firmware_bridge", "hw", "vision"):
        for source in (ROOT / package).rglob("*.py"):
            lines = [line.split() for line in source.read_text(encoding="utf-8").splitlines()]
            assert not [line for line in lines if line[:1] in (["import"], ["from"]) and "RPi" in line[1]], (
                source
            )


def test_on_a_pi_4_the_lamp_lights_and_a_key_is_felt_through_rpi_gpio():
    """RPi.GPIO itself stands outside; what it is told and calls back is what a Pi's would be."""
    ran = run_python(
        """
import asyncio, sys, types
GPIO = types.ModuleType("RPi.GPIO")
for number, name in enumerate("IN OUT I2C SPI HARD_PWM SERIAL UNKNOWN PUD_UP PUD_DOWN PUD_OFF BOTH RISING FALLING BCM".split()):
    setattr(GPIO, name, number)
levels, watched, tones = {}, {}, []
class Pwm:
    def __init__(self, pin, hz): tones.append(hz)
    def start(self, duty): pass
    def stop(self): pass
    def ChangeFrequency(self, hz): tones.append(hz)
    def ChangeDutyCycle(self, duty): pass
GPIO.setmode = GPIO.setwarnings = GPIO.cleanup = GPIO.remove_event_detect = lambda *_: None
GPIO.setup = lambda pin, way, pull=None, initial=None: levels.setdefault(pin, 1 if initial is None else initial)
GPIO.input = lambda pin: levels[pin]
GPIO.output = lambda pin, level: levels.__setitem__(pin, level)
GPIO.gpio_function = lambda pin: GPIO.IN
GPIO.add_event_detect = lambda pin, edges, callback, bouncetime=None: watched.__setitem__(pin, callback)
GPIO.PWM = Pwm
RPi = types.ModuleType("RPi"); RPi.GPIO = GPIO
sys.modules.update({"RPi": RPi, "RPi.GPIO": GPIO})

from hw.keys import Key, Layout
from hw.panel import Panel
from hw.pins import open_pins
from gpiozero.pins.local import LocalPiFactory
LocalPiFactory._get_revision = lambda self: 0xC03115    # a Pi 4 B

async def table():
    layout = Layout()
    async with Panel(layout, pins=open_pins("Raspberry Pi 4 Model B Rev 1.5")) as panel:
        panel.lamp("steady"); panel.buzz("floor")
        pin = layout.keys[Key.CALL]
        levels[pin] = 0
        watched[pin](pin)
        async with asyncio.timeout(10):
            async for event in panel.events():
                print(event); break
            while not (levels[layout.lamp] and tones):
                await asyncio.sleep(0.01)
        print("lamp", levels[layout.lamp], "tone", tones[-1])
asyncio.run(table())
"""
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[0] == "{'type': 'declare', 'action': 'call'}"
    assert ran.stdout.splitlines()[1].startswith("lamp True tone") or ran.stdout.splitlines()[1].startswith(
        "lamp 1"
    )


def test_the_panel_as_built_uses_each_pin_once():
    layout = Layout()
    pins = [*layout.keys.values(), layout.lamp, layout.buzzer]
    assert len(pins) == len(set(pins))
    assert all(FIRST_PIN <= pin <= LAST_PIN for pin in pins)
    assert set(layout.keys) == set(Key)


def test_a_panel_without_digits_is_a_panel():
    layout = layout_from({"check": 4, "call": 22, "floor": 6, "lamp": 12})
    assert dict(layout.keys) == {Key.CHECK: 4, Key.CALL: 22, Key.FLOOR: 6}
    assert (layout.lamp, layout.buzzer) == (12, None)
    assert layout_from({}) == Layout()


@pytest.mark.parametrize(
    ("pins", "says"),
    [
        ({"chek": 4}, "chek: no such key; the panel has 0, 00, 1"),
        ({"check": 40}, "check: pin 40 is not on the header"),
        ({"check": 4, "lamp": 4}, "lamp: pin 4 already carries check"),
    ],
)
def test_wrong_wiring_is_named(pins, says):
    with pytest.raises(BadPins, match=says):
        layout_from(pins)
