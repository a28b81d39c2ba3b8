"""What tests of several packages use."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from typer.testing import CliRunner, Result

from controller.cli import build

Floorcall = Callable[..., Result]
LongProof = Callable[[int, int], int]

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")  # how fast a busy machine is says nothing about the code


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the long proofs be run whole."""
    parser.addoption("--soak", action="store_true", help="run the long proofs whole, not a part of them")


@pytest.fixture(scope="session")
def long_proof(request: pytest.FixtureRequest) -> LongProof:
    """Return a function that says how often a proof repeats: ``part`` in every run, ``whole`` with --soak."""
    soak = bool(request.config.getoption("--soak"))
    return lambda part, whole: whole if soak else part


@pytest.fixture
def floorcall() -> Floorcall:
    """Return a function that calls the program in this process."""

    def call(*arguments: str, stdin: bytes = b"") -> Result:
        return CliRunner().invoke(build(list(arguments)), list(arguments), input=stdin)

    return call
