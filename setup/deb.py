"""Makes the Debian package: the program with all that it stands on in /opt/floorcall, for this Debian release.

    python setup/deb.py [WHEEL] [FOLDER]     the newest wheel of build/dist for the system's Python; FOLDER is build/deb

The system's own Python runs it (/usr/bin/python3). Installing places service, rules and account as
`floorcall install` does; removing leaves configuration, keys and journal. An upgrade waits for the hand's end.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PYTHON: Final = Path("/usr/bin/python3")
HOME: Final = Path("/opt/floorcall")
FONTS: Final = "fonts-inter, fonts-noto-core"

CONTROL: Final = """\
Package: floorcall
Version: {version}
Architecture: {arch}
Maintainer: Floorcall <floorcall@localhost>
Installed-Size: {kilobytes}
Depends: python3 (>= {minor}~), python3 (<< {next}~), {fonts}, systemd, udev
Section: misc
Priority: optional
Description: controller of a sensor-equipped poker table
 Watches the deal and the betting, knows the house's rulebook, and tells dealer
 and floor at the moment it happens what went wrong and what the book says.
"""

SCRIPTS: Final = {
    "postinst": """\
#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
{home}/bin/python -m compileall -q {home}/lib >/dev/null 2>&1 || true
if [ -d /run/systemd/system ]; then
    {home}/bin/floorcall install
    [ -z "$2" ] || systemctl try-restart floorcall.service
else
    {home}/bin/floorcall install || echo "floorcall: systemd does not run here; run '{home}/bin/floorcall install' where it does"
fi
""",
    "prerm": """\
#!/bin/sh
set -e
case "$1" in
upgrade | failed-upgrade)
    # Only a hand in play holds an upgrade up; a program that cannot say does not.
    {home}/bin/python -m controller.doctor.between_hands /etc/floorcall/table.toml || [ $? -ne 75 ]
    ;;
remove)
    {home}/bin/floorcall uninstall || true
    find {home} -name __pycache__ -prune -exec rm -rf {{}} +
    ;;
esac
""",
}


def run(*command: str | Path, **more: str) -> str:
    """Run a command and return what it printed. Raise CalledProcessError where it fails."""
    return subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env={**os.environ, **more},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout


def wheel_for(tag: str) -> Path:
    """Return the wheel to pack: compiled for this Python, else the plain one. Raise SystemExit where none is there."""
    dist = ROOT / "build" / "dist"
    compiled = dist.glob(f"*-{tag}-{tag}-*_{platform.machine()}.whl")
    found = [*compiled, *dist.glob("*-none-any.whl")]
    if not found:
        raise SystemExit("deb.py: no wheel in build/dist; make one first: make wheels")
    return found[0]


def fill(root: Path, wheel: Path) -> None:
    """Make the environment under ``root`` as it will lie under /."""
    home = root / HOME.relative_to("/")
    home.parent.mkdir(parents=True)
    run(PYTHON, "-m", "venv", home)
    pip = (home / "bin" / "python", "-m", "pip", "--quiet", "--disable-pip-version-check")
    pi = run("dpkg", "--print-architecture").strip() == "arm64"
    run(*pip, "install", "--prefer-binary", f"{wheel}[{'pi,' if pi else ''}vision]")
    run(*pip, "uninstall", "--yes", "pip", "setuptools")
    shutil.copy(bill(home / "bin" / "python", root.parent), home)
    for compiled in [*home.rglob("__pycache__")]:
        shutil.rmtree(compiled)
    for script in (home / "bin").iterdir():
        if (
            script.is_file()
            and not script.is_symlink()
            and str(home) in (text := script.read_text(errors="replace"))
        ):
            script.write_text(text.replace(str(home), str(HOME)))
    command = root / "usr" / "bin" / "floorcall"
    command.parent.mkdir(parents=True)
    command.symlink_to(HOME / "bin" / "floorcall")
    config = home / "pyvenv.cfg"
    config.write_text(re.sub(r"(?m)^command = .*\n", "", config.read_text()))


TOLD: Final = """\
import importlib.metadata as m, json
told = {d.name: d.metadata["License-Expression"] or d.metadata["License"] for d in m.distributions()}
print(json.dumps({name: said.splitlines()[0] for name, said in told.items() if said}))
"""
"""What the packages of an environment say of their licence."""
NOT_STATED: Final = [{"license": {"name": "not stated"}}]
RUNTIME: Final = {
    "type": "library",
    "bom-ref": "mypyc-runtime",
    "name": "mypyc runtime",
    "description": "C code of mypy, some of it from CPython, that is built into the compiled modules",
    "licenses": [{"license": {"id": "MIT"}}, {"license": {"id": "PSF-2.0"}}],
}
"""What no package's metadata names: the compiler leaves it in our own modules."""


def bill(python: Path, folder: Path) -> Path:
    """Write the bill of materials, CycloneDX with licences, of what the package carries; return where it is."""
    tools, made = folder / "tools", folder / "floorcall.cdx.json"
    run(PYTHON, "-m", "venv", tools)
    run(tools / "bin" / "python", "-m", "pip", "--quiet", "install", "cyclonedx-bom>=7")
    project = ("--pyproject", ROOT / "pyproject.toml", "--mc-type", "application")
    run(tools / "bin" / "cyclonedx-py", "environment", "--output-reproducible", *project, "-o", made, python)
    told = json.loads(run(python, "-c", TOLD))
    materials = json.loads(made.read_text())
    if any(python.parents[1].glob("lib/python3*/site-packages/controller/**/*.so")):
        materials["components"].append(RUNTIME)
    for each in materials["components"]:
        if not each.get("licenses"):  # said in words that the tool does not know
            said = told.get(each["name"])
            each["licenses"] = [{"license": {"name": said}}] if said else NOT_STATED
    materials["metadata"]["component"].setdefault("licenses", NOT_STATED)
    made.write_text(json.dumps(materials, indent=1) + "\n")
    return made


def pack(root: Path, version: str, minor: tuple[int, int], folder: Path) -> Path:
    """Write the control files and pack ``root``; return the package."""
    arch = run("dpkg", "--print-architecture").strip()
    debian = root / "DEBIAN"
    debian.mkdir()
    size = sum(file.lstat().st_size for file in root.rglob("*") if file.is_file()) // 1024
    major, least = minor
    control = CONTROL.format(
        version=version,
        arch=arch,
        kilobytes=size,
        minor=f"{major}.{least}",
        next=f"{major}.{least + 1}",
        fonts=FONTS,
    )
    (debian / "control").write_text(control)
    for name, text in SCRIPTS.items():
        (debian / name).write_text(text.format(home=HOME))
        (debian / name).chmod(0o755)
    release = run("sh", "-c", ". /etc/os-release; echo ${VERSION_CODENAME:-debian}").strip()
    made = folder / f"floorcall_{version}_{release}_{arch}.deb"
    run("dpkg-deb", "--root-owner-group", "-Zzstd", "--build", root, made)
    return made


def main() -> int:
    """Make the package and say where it is."""
    major, least = (
        int(part) for part in run(PYTHON, "-c", "import sys; print(*sys.version_info[:2])").split()
    )
    wheel = Path(sys.argv[1]) if len(sys.argv) > 1 else wheel_for(f"cp{major}{least}")
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "build" / "deb"
    root = folder / "root"
    shutil.rmtree(folder, ignore_errors=True)
    root.mkdir(parents=True, mode=0o755)
    fill(root, wheel)
    made = pack(root, wheel.name.split("-")[1], (major, least), folder)
    sys.stdout.write(f"{made} ({made.stat().st_size / 1e6:.0f} MB), of {wheel.name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
