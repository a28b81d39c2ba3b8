"""Each command that a page tells somebody to type is one that the program, the Makefile or Python has."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import click
import pytest

from controller.cli import program
from controller.command_line import HELPED

ROOT = Path(__file__).parents[1]
MADE_FROM_CODE = {"commands.md", "configuration.md", "floor-configuration.md"}
PAGES = sorted(
    path
    for pattern in (
        "*.md",
        "docs/**/*.md",
        "benchmarks/**/*.md",
        "firmware_bridge/**/*.md",
        "hw/*.md",
        "vision/*.md",
    )
    for path in ROOT.glob(pattern)
    if path.name not in MADE_FROM_CODE
)
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
ENDS = {"|", "||", "&&", ";", ">", ">>", "<", "&"}
"""What ends a command in a shell's line."""


def lines_of(page: Path) -> Iterator[str]:
    """Yield each line of a page that is meant for a shell: of its blocks, and what stands in its text as code."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^```(?:sh|console)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        yield from block.replace("\\\n", " ").splitlines()
    blocks = re.findall(r"^ {4}(?!\s)(?:.+)$", text, re.MULTILINE)
    yield from (line.strip() for line in blocks if re.match(r" {4}(?:sudo |python |floorcall |make )", line))
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    yield from re.findall(r"`((?:sudo )?(?:\S*bin/)?(?:floorcall|make|python) [^`]+)`", prose)


def commands_of(page: Path) -> Iterator[list[str]]:
    """Yield the words of each command of a page, without what stands before and behind it in its line."""
    for line in lines_of(page):
        lexer = shlex.shlex(" ".join(line.split()), posix=True, punctuation_chars="|&;<>")
        lexer.commenters, lexer.whitespace_split = "#", True
        words = list(lexer)
        while words:
            command = list(takewhile(lambda word: word not in ENDS, words))
            words = words[len(command) + 1 :]
            named = next(
                (n for n, word in enumerate(command) if re.search(r"(^|/)(floorcall|make|python)$", word)),
                None,
            )
            if named is not None and all(word == "sudo" or "=" in word for word in command[:named]):
                yield [command[named].rpartition("/")[2], *command[named + 1 :]]


def trouble(command: list[str]) -> str:
    """Say what of a command there is not; "" where all of it is."""
    tool, *words = command
    if tool == "make":
        asked = [word for word in words if "=" not in word and not word.startswith("-")]
        return ", ".join(word for word in asked if word not in TARGETS and re.fullmatch(r"[a-z-]+", word))
    if tool == "python":
        return _of_python(words)
    return _of_floorcall(words)


def _of_python(words: list[str]) -> str:
    if words[:1] == ["-m"] and re.match(
        r"(benchmarks|tests|controller|vision|firmware_bridge|hw)\b", words[1]
    ):
        base = ROOT / words[1].replace(".", "/")
        sources = [path for path in (base.with_suffix(".py"), base / "__main__.py") if path.exists()]
    elif words and words[0].startswith("setup/"):
        sources = [path for path in (ROOT / words[0],) if path.exists()]
    else:
        return ""
    if not sources:
        return " ".join(words[:2])
    options = [word.partition("=")[0] for word in words if word.startswith("--") and word != "--help"]
    source = sources[0].read_text(encoding="utf-8")
    shared = re.findall(r"^from (benchmarks[.\w]*|tests[.\w]*) import", source, re.MULTILINE)
    for module in shared:  # options that several of them have are written once
        source += "".join(
            path.read_text(encoding="utf-8") for path in ROOT.glob(module.replace(".", "/") + ".py")
        )
    return ", ".join(option for option in options if f'"{option}"' not in source)


def _of_floorcall(words: list[str]) -> str:
    command: click.Command = program
    path = "floorcall"
    while isinstance(command, click.Group) and words and re.fullmatch(r"[a-z][a-z-]*", words[0]):
        found = command.get_command(click.Context(command), words[0])
        if found is None:
            return f"{path} {words[0]}"
        command, path, words = found, f"{path} {words[0]}", words[1:]
    if isinstance(command, click.Group) and words[:1] == ["COMMAND"]:  # any of them
        return ""
    options = [word.strip("[],…") for word in words if word.startswith(("-", "[-")) and len(word) > 1]
    known = {
        name
        for param in command.get_params(click.Context(command, **HELPED))
        for name in (*param.opts, *param.secondary_opts)
    } | {"--help"}
    return ", ".join(f"{path} {option}" for option in options if option.partition("=")[0] not in known)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_each_command_of_a_page_is_there_with_its_options(page):
    assert {" ".join(command): wrong for command in commands_of(page) if (wrong := trouble(command))} == {}


def test_commands_are_found_in_blocks_and_in_the_text():
    found = {command[0] for page in PAGES for command in commands_of(page)}
    assert found == {"floorcall", "make", "python"}
    assert trouble(["floorcall", "replay", "night.jsonl", "--texts"]) == "floorcall replay --texts"
    assert trouble(["floorcall", "journal", "lst"]) == "floorcall journal lst"
    assert trouble(["make", "tests"]) == "tests"
    assert trouble(["python", "-m", "benchmarks.nothing"]) == "-m benchmarks.nothing"
    assert trouble(["python", "-m", "benchmarks.keys", "HANDS", "--handz", "5"]) == "--handz"
