"""A release is signed; whoever runs it, or is about to install it, sees whether it is the one that was."""

from __future__ import annotations

import json
import os
import py_compile
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from controller.doctor import release as doctor
from controller.journal.boxes import load_public
from controller.release import ReleaseError, checked, differences
from hw import placing

ROOT = Path(__file__).parents[2]
PACKAGES = ("controller/release", "controller/journal", "hw")
NAME = "floorcall-0.1.0-py3-none-any.whl"


@pytest.fixture
def wheel(tmp_path):
    """A wheel with some of the program's packages, as an installer gets it."""
    made = tmp_path / NAME
    with zipfile.ZipFile(made, "w") as archive:
        archive.write(ROOT / "controller/cli.py", "controller/cli.py")
        for package in PACKAGES:
            for path in sorted((ROOT / package).rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    archive.write(path, path.relative_to(ROOT).as_posix())
        archive.writestr("floorcall-0.1.0.dist-info/RECORD", "")
    return made


@pytest.fixture
def signed(floorcall, wheel, tmp_path):
    """The manifest of that wheel and the public key of its signature."""
    key = tmp_path / "release.key"
    assert floorcall("release", "key", "-o", str(key)).exit_code == 0
    done = floorcall("release", "sign", str(wheel), "--key", str(key))
    assert done.exit_code == 0, done.output
    return wheel.with_name("floorcall-0.1.0.release.json"), key.with_name("release.key.pub")


@pytest.fixture
def installed(wheel, tmp_path):
    """The wheel unpacked where programs lie, with what Python keeps of it."""
    root = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(root)
    for source in root.rglob("*.py"):
        py_compile.compile(str(source), doraise=True)
    return root


@pytest.mark.parametrize("read", [NAME, "release.key"])
def test_a_manifest_is_not_written_over_the_wheel_or_the_key_that_signs_it(
    floorcall, signed, wheel, tmp_path, read
):
    before = (tmp_path / read).read_bytes()
    refused = floorcall(
        "release", "sign", str(wheel), "--key", str(tmp_path / "release.key"), "-o", str(tmp_path / read)
    )
    assert refused.exit_code == 2
    assert f"{tmp_path / read}: is read here" in refused.stderr
    assert (tmp_path / read).read_bytes() == before


def files(signed):
    manifest, public = signed
    return checked(manifest, load_public(public)).files


def test_what_is_installed_is_what_was_signed(signed, installed):
    assert list(differences(files(signed), installed)) == []


@pytest.mark.parametrize(
    ("done", "said"),
    [
        (lambda root: (root / "hw/keys.py").write_text("print()\n"), "hw/keys.py is changed"),
        (lambda root: (root / "hw/keys.py").unlink(), "hw/keys.py is missing"),
        (lambda root: (root / "hw/keyz.py").write_text("\n"), "hw/keyz.py is put in"),
        (lambda root: (root / "hw/keys.so").write_bytes(b"\x7fELF"), "hw/keys.so is put in"),
        (lambda root: (root / "hw/keys").symlink_to(root.parent), "hw/keys is put in"),
        (
            lambda root: (root / "hw/system/floorcall.service").write_text("[Service]\nUser=root\n"),
            "hw/system/floorcall.service is changed",
        ),
    ],
)
def test_a_file_that_differs_is_named(signed, installed, done, said):
    done(installed)
    assert list(differences(files(signed), installed)) == [said]


def test_compiled_code_in_the_place_of_a_sound_source_is_named(signed, installed):
    """Python runs what it keeps beside a source unread, as long as time and length of the source fit."""
    source = installed / "hw/keys.py"
    stamp = os.stat(source)
    other = installed / "other.py"
    other.write_text(source.read_text().replace("return", "return None or", 1))
    kept = installed / "hw/__pycache__" / f"keys.{sys.implementation.cache_tag}.pyc"
    head = kept.read_bytes()[:16]
    evil = Path(py_compile.compile(str(other), doraise=True) or "")
    kept.write_bytes(head + evil.read_bytes()[16:])
    other.unlink()
    shutil.rmtree(evil.parent)
    assert os.stat(source) == stamp or source.read_bytes()
    (said,) = differences(files(signed), installed)
    assert said.startswith("hw/__pycache__/keys.")
    assert "is not what Python makes of hw/keys.py" in said


def test_a_link_to_a_folder_stands_before_the_module_of_its_name_and_is_named(signed, installed, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "__init__.py").write_text("print('another')\n")
    (installed / "hw" / "keys").symlink_to(tmp_path / "other")
    ran = subprocess.run(
        [sys.executable, "-c", "import hw.keys"], cwd=installed, capture_output=True, text=True
    )
    assert ran.stdout == "another\n"
    assert list(differences(files(signed), installed)) == ["hw/keys is put in"]


@pytest.mark.parametrize("by", ["TIMESTAMP", "CHECKED_HASH", "UNCHECKED_HASH"])
def test_compiled_code_that_python_would_make_anew_is_no_difference(signed, installed, by):
    """After an update it lies there until its module is run again; the one kind that is never asked for its age is run."""
    source = installed / "hw/keys.py"
    sound = source.read_text()
    source.write_text(sound.replace("return", "return None or", 1))
    mode = py_compile.PycInvalidationMode[by]
    py_compile.compile(str(source), doraise=True, invalidation_mode=mode)
    source.write_text(sound)
    found = list(differences(files(signed), installed))
    assert [said.partition(".")[0] for said in found] == ["hw/__pycache__/keys"] * (by == "UNCHECKED_HASH")


def test_what_this_account_may_not_read_is_named_and_no_fault_of_the_programs(signed, installed):
    """Whoever is root may read all, so a link that leads to itself stands for what may not be read."""
    kept = installed / "hw/__pycache__" / f"keys.{sys.implementation.cache_tag}.pyc"
    kept.unlink(missing_ok=True)
    kept.symlink_to(kept)
    with pytest.raises(ReleaseError, match=f"{kept}: Too many levels of symbolic links"):
        list(differences(files(signed), installed))


def test_a_manifest_that_was_changed_or_signed_by_another_is_refused(floorcall, signed, wheel, tmp_path):
    manifest, public = signed
    told = json.loads(manifest.read_text())
    manifest.write_text(json.dumps({**told, "signed": told["signed"].replace("0.1.0", "0.1.1", 1)}))
    with pytest.raises(ReleaseError, match="is not signed with the releases' key"):
        checked(manifest, load_public(public))
    other = tmp_path / "other.key"
    floorcall("release", "key", "-o", str(other))
    floorcall("release", "sign", str(wheel), "--key", str(other), "-o", str(manifest))
    with pytest.raises(ReleaseError, match="is not signed with the releases' key"):
        checked(manifest, load_public(public))


def test_a_wheel_is_checked_before_it_is_installed(floorcall, signed, wheel):
    manifest, public = signed
    check = ("release", "check", str(manifest), "--public-key", str(public), "--wheel", str(wheel))
    well = floorcall(*check)
    assert (well.exit_code, "as signed" in well.output) == (0, True)
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr("hw/more.py", "\n")
    changed = floorcall(*check)
    assert changed.exit_code == 1
    assert f"{wheel} is not {NAME} as it was signed" in changed.output
    wheel.write_bytes(b"no wheel")
    assert "is no wheel" in floorcall(*check).output


def test_the_doctor_says_whose_program_runs(signed, tmp_path):
    manifest, public = signed
    folder = tmp_path / "etc"
    folder.mkdir()
    assert doctor.program(folder).state == "none"
    shutil.copy(manifest, folder / "release.json")
    without_key = doctor.program(folder)
    assert (without_key.state, "release.pub" in without_key.how) == ("bad", True)
    shutil.copy(public, folder / "release.pub")
    found = doctor.program(folder)
    assert found.state == "bad", "this wheel has some of the packages' files only"
    assert "is put in" in found.how
    assert found.do


def test_the_doctor_sees_a_unit_that_is_not_as_placed(floorcall, tmp_path):
    floorcall("install", "--root", str(tmp_path))
    assert doctor.placed(tmp_path).state == "well"
    drop_in = tmp_path / "etc/systemd/system/floorcall.service.d/override.conf"
    drop_in.parent.mkdir()
    drop_in.write_text("[Service]\nUser=root\n")
    found = doctor.placed(tmp_path)
    assert (found.state, "override.conf" in found.how) == ("look", True)
    unit = tmp_path / "etc/systemd/system/floorcall.service"
    unit.write_text(unit.read_text().replace("NoNewPrivileges=yes\n", ""))
    found = doctor.placed(tmp_path)
    assert (found.state, "/etc/systemd/system/floorcall.service" in found.how) == ("bad", True)
    assert placing.is_placed(tmp_path)
