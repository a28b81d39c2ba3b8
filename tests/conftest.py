"""What tests of several packages use."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

from controller.cli import build

Floorcall = Callable[..., Result]


@pytest.fixture
def floorcall() -> Floorcall:
    """Return a function that calls the program in this process."""

    def call(*arguments: str, stdin: bytes = b"") -> Result:
        return CliRunner().invoke(build(list(arguments)), list(arguments), input=stdin)

    return call
