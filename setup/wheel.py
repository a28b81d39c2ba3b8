"""Puts the compiled modules into the wheel where FLOORCALL_COMPILED=1 asks for it; else the wheel is plain.

Hatch calls it for every wheel. Without it, and without a compiler, an install is the plain sources.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _wanted() -> bool:
    return os.environ.get("FLOORCALL_COMPILED") == "1"


class Compiled(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles before the wheel is put together."""

    def dependencies(self) -> list[str]:
        """Return what compiling needs: the compiler, and what the modules are compiled against."""
        return ["mypy>=1.17", "setuptools", *self.metadata.core.dependencies] if _wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add each extension module beside its source."""
        if not _wanted() or version == "editable":
            return
        folder = Path(self.root) / "build" / f"wheel-{sys.implementation.cache_tag}"
        subprocess.run([sys.executable, "setup/compile.py", str(folder)], cwd=self.root, check=True)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for package in ("controller", "."):
            for made in (folder / package).glob("*.so" if package == "." else "**/*.so"):
                build_data["force_include"][str(made)] = str(made.relative_to(folder))
