"""The language setting: what is made from now on speaks the language chosen last."""

from __future__ import annotations

import locale
import os
from contextvars import ContextVar, Token
from typing import overload

LANGUAGES = ("en", "ru")


class _Setting:
    """Where a language choice is kept; a ``with`` block has one of its own."""

    __slots__ = ("code",)

    def __init__(self, code: str) -> None:
        self.code = code


# The variable's default is a box that is written to, not a text that is replaced: a notebook
# cell with a top-level await, a widget's callback and a thread each run in a context of their
# own, and what the first cell chose must hold there too.
_setting: ContextVar[_Setting] = ContextVar("slime_language", default=_Setting("en"))  # noqa: B039


class Language(str):
    """A language code that was just chosen; as a context manager it is chosen for a while.

    >>> with language("ru") as chosen:
    ...     chosen
    'ru'
    """

    _before: str
    _token: Token[_Setting] | None = None

    def __enter__(self) -> Language:
        _setting.get().code = self._before
        self._token = _setting.set(_Setting(str(self)))
        return self

    def __exit__(self, *_: object) -> None:
        if self._token is not None:
            _setting.reset(self._token)
            self._token = None

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)


def check_language(code: object, argument: str = "language") -> str:
    """Return ``code`` if there are words for it, else raise `ValueError`."""
    if isinstance(code, str) and code in LANGUAGES:
        return str(code)
    may_be = " or ".join(repr(known) for known in LANGUAGES)
    raise ValueError(f"{argument} must be {may_be}, not {code!r:.60}")


@overload
def language(code: None = None) -> str: ...
@overload
def language(code: str) -> Language: ...
def language(code: str | None = None) -> str:
    """Choose the language of what is made from now on, or ask for it.

    The choice holds until the next one, in all cells, callbacks and threads. In a ``with``
    statement it holds inside the block only, and only for the code that runs there.

    Parameters
    ----------
    code : {"en", "ru"}, optional
        The language; None asks.

    Returns
    -------
    str
        The language set.

    Raises
    ------
    ValueError
        For a language that there are no words for.

    Examples
    --------
    >>> from slime.i18n import words
    >>> before = language()
    >>> with language("ru"):
    ...     words()("common.yes")
    'да'
    >>> language() == before
    True
    """
    setting = _setting.get()
    if code is None:
        return setting.code
    chosen = Language(check_language(code))
    chosen._before = setting.code
    setting.code = str(chosen)
    return chosen


def chosen_language(lang: str | None) -> str:
    """The language named in an argument ``lang``, the current one for None."""
    return language() if lang is None else check_language(lang, "lang")


def system_language() -> str:
    """The language the computer is set to, if there are words for it, else English."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    chosen = next((name for name in names if name), locale.getlocale()[0] or "")
    return next((code for code in LANGUAGES if chosen.lower().startswith(code)), "en")
