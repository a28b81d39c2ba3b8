"""One target under Atheris, which follows what each input reaches: python -m tests.fuzz.guided TARGET [libFuzzer's options]"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["controller", "firmware_bridge"]):
    from tests.fuzz.targets import TARGETS

if __name__ == "__main__":
    target = TARGETS[sys.argv.pop(1)]
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()
