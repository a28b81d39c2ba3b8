"""Asks the daemon of this machine for its figures, at the pages that it serves."""

from __future__ import annotations

import http.client
import ssl
import urllib.request
from collections.abc import Mapping
from typing import Final

from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from controller.config import Config

_PATIENCE_S: Final = 3


def metrics(config: Config) -> str:
    """Return what the daemon tells of itself. Raise OSError where none answers."""
    server = config.server
    # The certificate is often the table's own; what is asked is no secret.
    encrypted = config.certificate_paths is not None
    scheme, trust = ("https", ssl._create_unverified_context()) if encrypted else ("http", None)
    host = f"[{server.address}]" if ":" in server.address else server.address
    try:
        with urllib.request.urlopen(
            f"{scheme}://{host}:{server.port}/metrics", timeout=_PATIENCE_S, context=trust
        ) as answer:
            return str(answer.read().decode(errors="replace"))
    except http.client.HTTPException as error:
        raise OSError(f"{host}:{server.port} answers, and is no daemon of ours") from error


def figures(config: Config) -> Mapping[str, Metric]:
    """Return the daemon's figures by their names. Raise OSError where none answers, ValueError where it tells no figures."""
    return {family.name: family for family in text_string_to_metric_families(metrics(config))}
