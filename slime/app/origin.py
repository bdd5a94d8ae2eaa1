"""Where this copy of the kit came from, for hints to install more of it.

A hint never names the kit itself to an index of packages: whoever owns that name there may be
somebody else.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

_NAME = "slime-licker"


def how_to_install(extra: str = "lab") -> str:
    """The command that installs an extra part of the kit, from where the kit came from.

    Where that is not known, the packages themselves are named.

    >>> how_to_install().startswith("python -m pip install ")
    True
    """
    return f"python -m pip install {_what(extra)}"


def _what(extra: str) -> str:
    try:
        kit = importlib.metadata.distribution(_NAME)
        told = json.loads(kit.read_text("direct_url.json") or "{}")
        url = str(told.get("url", "")) if isinstance(told, dict) else ""
    except (importlib.metadata.PackageNotFoundError, OSError, ValueError):
        return f'".[{extra}]"'  # the project's folder
    if url.startswith("file:"):
        return f'"{url2pathname(unquote(urlsplit(url).path))}[{extra}]"'
    if url:
        kind = "git+" if "vcs_info" in told else ""
        return f'"{_NAME}[{extra}] @ {kind}{url}"'
    mark = re.compile(rf"""(.+?)\s*;.*extra\s*==\s*["']{extra}["']""")
    found = [match[1] for one in kit.requires or () if (match := mark.fullmatch(one))]
    return " ".join(f'"{one}"' for one in found)
