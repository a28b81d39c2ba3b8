"""Opens the nets that lie beside the code for inference."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import onnxruntime

FOLDER: Final = Path(__file__).parent / "nets"


def opened(model: Path, threads: int) -> onnxruntime.InferenceSession:
    """Return ``model`` ready to run on ``threads`` threads of the processor."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
