"""A worker that ends in a test, or hangs in one, costs that test alone: the others run, and the run ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CONFTEST = f"""
import sys
sys.path.insert(0, {str(HERE.parent)!r})
from tests.whole_files import WholeFiles

def pytest_xdist_make_scheduler(config, log):
    return WholeFiles(config, log)
"""
ENDS = "import os\ndef test_before(): pass\ndef test_ends(): os._exit(1)\n"
HANGS = "import time\ndef test_before(): pass\ndef test_hangs(): time.sleep(600)\n"
PASSES = "def test_one(): pass\ndef test_two(): pass\n"
AFTER = "def test_after(): pass\n"


@pytest.mark.parametrize(
    ("files", "failed", "passed"),
    [
        ({"test_a": ENDS + AFTER, "test_b": PASSES, "test_c": PASSES}, "test_a.py::test_ends", 6),
        ({"test_a": PASSES, "test_b": ENDS, "test_c": AFTER}, "test_b.py::test_ends", 4),
        ({"test_a": PASSES, "test_b": HANGS + AFTER}, "test_b.py::test_hangs", 4),
        ({"test_a": HANGS}, "test_a.py::test_hangs", 1),
    ],
    ids=["ends", "ends as the last of its file", "hangs", "hangs as the last of all"],
)
def test_a_worker_that_does_not_come_back(tmp_path: Path, files: dict[str, str], failed: str, passed: int):
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(text)
    hanging = ("-o", "faulthandler_timeout=5", "-o", "faulthandler_exit_on_timeout=true")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n2", "--dist=loadfile", *hanging],
        cwd=tmp_path, env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist"},
        capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert f"while running '{failed}'" in ran.stdout, ran.stdout + ran.stderr
    assert f"1 failed, {passed} passed" in ran.stdout, ran.stdout
