"""The command ``slime``.

Each module of this package whose name does not begin with an underscore is a command of its
name: its ``run`` is a `slime.cli._command.Command`, one declaration of its options and what it
does.  Modules import what is heavy inside functions only.  `main` turns a ``ValueError`` or
``OSError`` into one line on standard error and exit status 2.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence

from slime import __version__
from slime.cli._command import Parser, add_language, why
from slime.i18n import LANGUAGES, language, words
from slime.i18n.setting import system_language

#: The order in which help names the commands; others follow by their names.
_FIRST = ("play", "rules", "replay", "simulate", "open", "lab", "site", "doctor")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None); the exit status.

    >>> main(["--version"])
    slime 0.1.0
    0
    """
    args = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # what a terminal cannot show is no reason to stop
            stream.reconfigure(errors="slime-readable")
    with language(named_language(args)):
        try:
            status = _run(args)
            sys.stdout.flush()
        except BrokenPipeError:
            # Nobody reads on.  What is still in the buffer must not fail once more at the end.
            devnull = os.open(os.devnull, os.O_WRONLY)
            os.dup2(devnull, sys.stdout.fileno())
            os.close(devnull)
            status = 141
        except KeyboardInterrupt:
            print(words()("cli.stopped"), file=sys.stderr)
            status = 130
    return status


def _run(args: Sequence[str]) -> int:
    parser = make_parser(args)
    try:
        options = parser.parse_args(args)
        if "run" in options:
            return int(options.run(options))
        parser.print_help()
        return 0
    except SystemExit as end:  # argparse's own way to end: help, version, errors
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 2
    except BrokenPipeError:
        raise
    except OSError as problem:
        what = why(problem, words())
        what = f"{problem.filename}: {what}" if problem.filename else what
    except MemoryError:
        what = words()("cli.memory")
    except (ImportError, ValueError) as problem:  # a package that is missing says what to install
        what = str(problem)
    print("slime:", " ".join(what.split()), file=sys.stderr)
    return 2


def named_language(args: Sequence[str]) -> str:
    """The language named among the arguments, else the computer's.

    >>> named_language(["play", "--language", "ru"]), named_language(["--language=en"])
    ('ru', 'en')
    """
    for option, value in zip(args, [*args, ""][1:], strict=True):
        if option == "--":
            break
        name, equals, inside = option.partition("=")
        named = inside if equals else value
        if name == "--language" and named in LANGUAGES:
            return named
    return system_language()


def command_names() -> list[str]:
    """The names of all commands, in the order of the help."""
    found = {info.name for info in pkgutil.iter_modules(__path__) if info.name[0] != "_"}
    return [name for name in _FIRST if name in found] + sorted(found - set(_FIRST))


def make_parser(args: Sequence[str] = ()) -> Parser:
    """The parser of the command; only what `args` need of the commands is imported."""
    w = words()
    parser = Parser(prog="slime", description=w("cli.about"), epilog=w("cli.examples"))
    version = f"slime {__version__}"
    parser.add_argument("--version", action="version", version=version, help=w("cli.version"))
    add_language(parser, None)
    subparsers = parser.add_subparsers(
        title=w("cli.commands"), metavar="COMMAND", dest="command", parser_class=Parser
    )
    names = command_names()
    wanted = next((arg for arg in args if arg in names), None)
    for name in [wanted] if wanted else names:
        importlib.import_module(f"{__name__}.{name}").run.add_to(subparsers, name)
    return parser


__all__ = ["command_names", "main", "make_parser", "named_language"]
