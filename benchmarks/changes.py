"""Every place of a module changed alone, by mutmut, as functions that can take the place of the module's own."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

from mutmut.mutation.file_mutation import mutate_file_contents

TABLE: Final = Path("controller/table")
"""The folder that the modules of changes are named in."""


@dataclass(frozen=True, slots=True)
class Change:
    """One place of a module changed. ``lines``: those of the statement, as a test passes through them."""

    module: str
    function: str
    line: int
    lines: tuple[int, ...]
    was: str
    now: str
    code: FunctionType

    @property
    def name(self) -> str:
        """The change as a person reads it, and as a file of results knows it."""
        return f"{self.module}:{self.line} {self.function}: {self.was} -> {self.now}"

    def make(self) -> None:
        """Put the change into the program that is running: whoever holds the function runs it changed."""
        owner: Any = module_of(TABLE / self.module)
        *classes, name = self.function.split(".")
        for each in classes:
            owner = vars(owner)[each]
        function = vars(owner)[name]
        function = getattr(function, "__func__", function)
        function.__code__ = self.code.__code__
        function.__defaults__, function.__kwdefaults__ = self.code.__defaults__, self.code.__kwdefaults__


def module_of(path: Path) -> ModuleType:
    """Return the module of a file, imported."""
    return importlib.import_module(".".join(path.with_suffix("").parts))


def changes_of(path: Path) -> Iterator[Change]:
    """Yield every change of a module."""
    source = path.read_text()
    made = mutate_file_contents(str(path), source).code
    space: dict[str, Any] = {"__name__": module_of(path).__name__}
    exec(compile(made, str(path), "exec"), space)
    originals = dict(_functions(ast.parse(source)))
    text, changed = made.splitlines(), dict(_functions(ast.parse(made)))
    for name, node in changed.items():
        before, _, number = name.rpartition("__mutmut_")
        if not number.isdigit():
            continue
        *classes, _ = before.split(".")
        plain = before.rpartition(".")[2].rpartition("ǁ")[2].removeprefix("x_")
        function = ".".join([*classes, plain])
        original = originals[function]
        old = _text(text, changed[f"{before}__mutmut_orig"])
        new = _text(text, node)
        new[0] = new[0].replace(f"__mutmut_{number}(", "__mutmut_orig(")
        at = next((n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), None)
        if at is None:
            continue
        owner: Any = space
        for each in classes:
            owner = vars(owner[each])
        code = owner[name.rpartition(".")[2]]
        line = original.lineno + at
        yield Change(
            str(path.relative_to(TABLE)), function, line, _passed(original, line), old[at].strip(),
            new[at].strip(), getattr(code, "__func__", code),
        )  # fmt: skip


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions and methods of a module by their names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        if isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    yield f"{node.name}.{method.name}", method


def _text(lines: list[str], node: ast.FunctionDef) -> list[str]:
    return lines[node.lineno - 1 : node.end_lineno]


def _passed(function: ast.FunctionDef, line: int) -> tuple[int, ...]:
    """Return the lines of which a test passes one where it comes to ``line``: those of its statement."""
    inside = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    node = max(inside, key=lambda each: each.lineno)
    last = node.end_lineno or 0
    body = getattr(node, "body", None)
    if isinstance(body, list) and node is not function and line < body[0].lineno:
        last = body[0].lineno - 1
    return tuple(range(node.lineno, last + 1))
