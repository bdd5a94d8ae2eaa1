"""A parser that speaks the language set, and says in one line what is wrong."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from typing import Any, NoReturn

from slime.i18n import Words, words

#: argparse's own complaints, and which of our sentences says the same.
_COMPLAINTS = (
    (re.compile(r"the following arguments are required: (?P<names>.+)"), "required"),
    (re.compile(r"unrecognized arguments: (?P<names>.+)", re.DOTALL), "unrecognized"),
    (
        re.compile(r"invalid choice: (?P<value>.+?) \(choose from (?P<choices>.+)\)", re.DOTALL),
        "choice",
    ),
    (re.compile(r"expected one argument"), "one_value"),
    (re.compile(r"expected at least one argument"), "some_values"),
    (re.compile(r"invalid int value: (?P<value>.+)", re.DOTALL), "number"),
)
_ARGUMENT = re.compile(r"argument (?P<name>[^:]+): (?P<what>.+)", re.DOTALL)


class Help(argparse.RawDescriptionHelpFormatter):
    """Help with examples as they are written, paragraphs folded to the terminal."""

    def __init__(self, prog: str, **settings: Any) -> None:
        width = min(shutil.get_terminal_size((96, 24)).columns, 110)
        settings = {"max_help_position": 28, "width": max(width - 2, 40), **settings}
        super().__init__(prog, **settings)

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """The line of usage, begun in the language set."""
        begin = words()("cli.usage") if prefix is None else prefix
        super().add_usage(usage, actions, groups, begin)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text.strip():  # examples
            return super()._fill_text(text.strip("\n"), width, indent)
        return argparse.HelpFormatter._fill_text(self, text, width, indent)


class Parser(argparse.ArgumentParser):
    """An `argparse.ArgumentParser` in English or Russian."""

    def __init__(self, **settings: Any) -> None:
        settings = {"formatter_class": Help, "allow_abbrev": False, **settings, "add_help": False}
        super().__init__(**settings)
        w = words()
        self._positionals.title = w("cli.arguments")
        self._optionals.title = w("cli.options")
        self.add_argument("-h", "--help", action="help", help=w("cli.help"))

    def error(self, message: str) -> NoReturn:
        """One line on standard error, exit status 2."""
        w = words()
        said = f"{self.prog}: {complaint(message, w)} {w('cli.see_help', command=self.prog)}"
        self.exit(2, " ".join(said.split()) + "\n")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """End; a message goes to standard error."""
        if message:
            print(message, end="", file=sys.stderr)
        raise SystemExit(status)


def complaint(message: str, w: Words) -> str:
    """What argparse says is wrong, in our words; as it is where it says something unknown.

    >>> complaint("argument --seed: invalid int value: 'x'", words("ru"))
    "--seed: 'x' — не целое число"
    """
    argument = _ARGUMENT.fullmatch(message)
    if argument:
        what = complaint(argument["what"], w)
        return w("cli.error.argument", name=argument["name"], what=what)
    for pattern, key in _COMPLAINTS:
        found = pattern.match(message)
        if found:
            return w(f"cli.error.{key}", **found.groupdict())
    return message


__all__ = ["Help", "Parser", "complaint"]
