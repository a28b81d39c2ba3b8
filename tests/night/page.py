"""The first power-on's page, step by step."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass
class Step:
    """One step of the page: its title, its words on one line, its commands and its configuration."""

    title: str
    words: str
    commands: list[str]
    toml: str
    seen: list[str] = field(default_factory=list)


def steps(text: str) -> list[Step]:
    """Return the page's steps."""
    found = []
    for part in re.split(r"^## \d+\. ", text, flags=re.M)[1:]:
        title, _, body = part.partition("\n")
        blocks = re.findall(r"```sh\n(.*?)```", body, re.S)
        commands = [line for block in blocks for line in block.splitlines()]
        toml = "".join(re.findall(r"```toml\n(.*?)```", body, re.S))
        words = " ".join(re.sub(r"```.*?```", "", body, flags=re.S).split())
        found.append(Step(title, words, commands, toml))
    return found


class NotSeen(Exception):
    """Something that the page promises did not show; the message says what did."""
