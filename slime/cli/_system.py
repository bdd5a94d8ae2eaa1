"""What the system says is wrong with a file, in the language set."""

from __future__ import annotations

import errno

from slime.i18n import Words

#: What people meet: errors of the system that have a sentence of ours, ``cli.system.NAME``.
_KNOWN = (
    "ENOENT",
    "EACCES",
    "EPERM",
    "EISDIR",
    "ENOTDIR",
    "ENOTEMPTY",
    "EEXIST",
    "ENOSPC",
    "EROFS",
    "ENAMETOOLONG",
)


def why(problem: OSError, w: Words) -> str:
    """What went wrong, without the name of the file.

    >>> from slime.i18n import words
    >>> why(FileNotFoundError(errno.ENOENT, "No such file or directory"), words("ru"))
    'нет такого файла или папки'
    """
    name = errno.errorcode.get(problem.errno or 0, "")
    if name in _KNOWN:
        return w(f"cli.system.{name}")
    return problem.strerror or str(problem)


__all__ = ["why"]
