"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def write_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write ``content`` (text as UTF-8) to ``path`` under another name first, then rename.

    So a reader never sees half a file, and a failure leaves the old one and nothing else. The
    file gets the permissions that any new file gets; the folder must exist. Raises `OSError`.
    """
    target = Path(path)
    data = content.encode("utf-8") if isinstance(content, str) else content
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".slime-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        # mkstemp makes files for the owner alone; what the umask allows is to be had by asking.
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
