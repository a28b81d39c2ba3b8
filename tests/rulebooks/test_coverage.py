"""Every clause that a table can sense or assist with is shown by a test, or says what it needs."""

from __future__ import annotations

import subprocess
import sys

from controller import rulebooks
from controller.rulebooks import coverage
from tests.conftest import COLLECTED
from tests.rulebooks.coverage import ROOT, amiss, told_by


def test_every_clause_is_accounted_for_and_the_pages_say_so(request):
    told = told_by(request.config.stash[COLLECTED])
    if told is None:  # one file alone is run: the others have to be collected
        command = [sys.executable, "-m", "tests.rulebooks.coverage", "--check"]
        checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stdout + checked.stderr
    else:
        assert amiss(*told) == []


def test_the_program_tells_the_same(floorcall):
    said = floorcall("rulebook", "show", "deltin", "--coverage")
    assert said.exit_code == 0
    entries = coverage.of(rulebooks.load("deltin"))
    assert len(entries) == 112
    for class_ in ("sensed", "assist"):
        states = [entry.state for entry in entries if entry.clause.class_ == class_]
        assert f"{class_}: {len(states)} clauses, {states.count('covered')} covered" in said.output


def test_one_clause_or_kind_can_be_asked_for(floorcall):
    assert "35A(1)" in floorcall("rulebook", "show", "deltin", "35A(1)", "--coverage").output
    asked = floorcall("rulebook", "show", "deltin", "no such clause", "--coverage")
    assert asked.exit_code == 2
    assert "no sensed or assisted clause is called" in asked.output
