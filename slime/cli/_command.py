"""What the commands are made of: one declaration each, a parser that speaks the language set."""

from __future__ import annotations

import argparse
import codecs
import errno
import re
import shutil
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

from slime._checks import InvalidValue, check_int, check_seed
from slime.i18n import LANGUAGES, Words, words

#: Limits of a seed.
SEEDS = (0, (1 << 64) - 1)
#: argparse's own complaints, and which of our sentences says the same.
_COMPLAINTS = {
    r"the following arguments are required: (?P<names>.+)": "required",
    r"unrecognized arguments: (?P<names>.+)": "unrecognized",
    r"invalid choice: (?P<value>.+?) \(choose from (?P<choices>.+)\)": "choice",
    r"expected one argument": "one_value",
    r"expected at least one argument": "some_values",
    r"invalid int value: (?P<value>.+)": "number",
}
_ARGUMENT = re.compile(r"argument (?P<name>[^:]+): (?P<what>.+)", re.DOTALL)


#: A character that a terminal may lack, and what stands for it in ASCII.
_PAIRS = (
    '–- —- −- ‐- ★* …... “" ”" „" «" »" ’\' ×x ±+- ♣c ♦d ♥h ♠s ≥>= ≤<= →-> '
    "аa бb вv гg дd еe ёe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch "
    "ъ ыy ь эe юyu яya"
)
_PLAIN = {pair[0]: pair[1:] for pair in _PAIRS.split(" ")}


def readable(problem: UnicodeError) -> tuple[str, int]:
    """What stands for text that an encoding lacks; a handler of errors for `codecs`.

    >>> "Анна … ♣".encode("ascii", "slime-readable")
    b'Anna ... c'
    """
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    out = ""
    for char in problem.object[problem.start : problem.end]:
        plain = _PLAIN.get(char.lower())
        plain = char.encode("ascii", "backslashreplace").decode() if plain is None else plain
        out += plain.capitalize() if char.isupper() else plain
    return out, problem.end


codecs.register_error("slime-readable", readable)


class CommandOption(NamedTuple):
    """An option or argument of a command: as `argparse` takes it, the words and limits of it."""

    flags: tuple[str, ...]
    key: str
    limits: tuple[int, int] | None
    settings: dict[str, Any]


def option(
    *flags: str, key: str = "", limits: tuple[int, int] | None = None, **settings: Any
) -> CommandOption:
    """Declare an option; its help is the words ``cli.COMMAND.OPTION``, or those of `key`.

    With `limits` it is a whole number from one to the other.
    """
    whole = {} if limits is None else {"type": int, "metavar": "N"}
    return CommandOption(flags, key, limits, {**whole, **settings})


def switch(*flags: str, key: str = "") -> CommandOption:
    """Declare an option without a value."""
    return option(*flags, key=key, action="store_true")


class Command(NamedTuple):
    """A command: its options and what it does with them, arguments -> exit status."""

    options: tuple[CommandOption, ...]
    do: Callable[[argparse.Namespace], int]

    def add_to(self, subparsers: argparse._SubParsersAction[Parser], name: str) -> None:
        """Add its parser, with help in the language set."""
        w = words()
        told = {part: w(f"cli.{name}.{part}") for part in ("about", "examples")}
        parser = subparsers.add_parser(
            name, help=w(f"cli.{name}.short"), description=told["about"], epilog=told["examples"]
        )
        for one in self.options:
            action = parser.add_argument(*one.flags, **one.settings)
            key = one.key or f"cli.{name}.{action.dest}"
            action.help = w(key, **_strategies(w.template(key)))
        parser.set_defaults(run=self.run)
        add_language(parser, argparse.SUPPRESS)

    def run(self, args: argparse.Namespace) -> int:
        """Do it, once every number is within its limits; ``ValueError`` says which is not."""
        try:
            for one in self.options:
                name = one.flags[-1].lstrip("-")
                value = getattr(args, one.settings.get("dest", name).replace("-", "_"))
                if value is None or one.limits is None:
                    continue
                if one.limits == SEEDS:
                    check_seed(value)
                else:
                    check_int(name, value, *one.limits)
            return self.do(args)
        except ValueError as problem:
            if isinstance(problem, InvalidValue) and problem.code == "game.endless":
                raise ValueError(words()("cli.simulate.endless", **problem.data)) from None
            # A refusal names the argument of a function; who typed it knows it as an option.
            option = "--" + str(problem).partition(":")[0]
            field = str(getattr(problem, "at", "")).startswith("rules.")
            if field or not any(option in one.flags for one in self.options):
                raise
            raise ValueError(f"--{problem}") from None


def command(*options: CommandOption) -> Callable[[Callable[[argparse.Namespace], int]], Command]:
    """Make a function the command of its module's name."""
    return lambda do: Command(options, do)


def add_language(parser: Parser, default: str | None) -> None:
    """Add ``--language``, which every command has."""
    text = words()("cli.language")
    parser.add_argument("--language", choices=LANGUAGES, default=default, help=text)


def _strategies(template: str) -> dict[str, list[str]]:
    """The names of the strategies where a help text lists them."""
    if "{names}" not in template:
        return {}
    from slime.strategies.registry import names

    return {"names": names()}


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
    for pattern, key in _COMPLAINTS.items():
        if found := re.match(pattern, message, re.DOTALL):
            return w(f"cli.error.{key}", **found.groupdict())
    return message


def why(problem: OSError, w: Words) -> str:
    """What the system says is wrong with a file, without the name of the file.

    >>> why(FileNotFoundError(errno.ENOENT, "No such file or directory"), words("ru"))
    'нет такого файла или папки'
    """
    name = errno.errorcode.get(problem.errno or 0, "")
    return w.get(f"cli.system.{name}", problem.strerror or str(problem))
