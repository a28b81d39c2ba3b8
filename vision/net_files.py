"""Opens the nets that lie beside the code for inference.

ONNX Runtime tells its maker of each process and each net, under a number that it keeps in the home folder, since 1.29
(microsoft/onnxruntime, pull request 27379), unless the environment forbids it before it is imported. Nothing leaves a
table that nobody asked for, so it is forbidden here, and nothing else imports it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime

FOLDER: Final = Path(__file__).parent / "nets"


def opened(model: Path, threads: int) -> onnxruntime.InferenceSession:
    """Return ``model`` ready to run on ``threads`` threads of the processor."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
