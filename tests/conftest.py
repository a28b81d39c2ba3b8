"""What tests of several packages use."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from typer.testing import CliRunner, Result

from controller.cli import build

Floorcall = Callable[..., Result]

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")  # how fast a busy machine is says nothing about the code


@pytest.fixture
def floorcall() -> Floorcall:
    """Return a function that calls the program in this process."""

    def call(*arguments: str, stdin: bytes = b"") -> Result:
        return CliRunner().invoke(build(list(arguments)), list(arguments), input=stdin)

    return call
