"""``slime rules [NAME] [FIELD=VALUE ...]``: what a table plays, on one page."""

from __future__ import annotations

import argparse
import shutil
import sys
import textwrap

from slime.cli._command import command, option
from slime.cli._settings import MANY, read_rules
from slime.game.presets import ALIASES, PRESETS, VARIANTS
from slime.i18n import Words, words
from slime.text_table import html_page

WIDTH = option("--width", key="cli.play.width", limits=MANY)
FORMS = ("text", "markdown", "html")


@command(
    option("rules", nargs="*", metavar="NAME", key="cli.rules.name"),
    option("--form", choices=FORMS, default="text"),
    option("--width", limits=MANY, metavar="WIDTH"),
)
def run(args: argparse.Namespace) -> int:
    """Print a rule card, or the list of what there is."""
    width = text_width(args.width)
    if not args.rules:
        print(catalog(words(), width))
        return 0
    card = read_rules(args.rules).card()
    if args.form == "html":
        sys.stdout.write(html_page(card.title, card._repr_html_(), card.lang))
    elif args.form == "markdown":
        sys.stdout.write(card.markdown())
    else:
        print(card.text(width))
    return 0


def text_width(asked: int | None) -> int:
    """Columns for text: those asked for, else the terminal's, 100 at most."""
    terminal = min(shutil.get_terminal_size((88, 24)).columns, 100)
    return max(40, terminal if asked is None else asked)


def catalog(w: Words, width: int) -> str:
    """The presets, what they are also called, and the ten variants."""
    out = [w("rulecard.list_heading"), ""]
    for preset in PRESETS:
        names = [alias for alias, of in ALIASES.items() if of == preset]
        out.append(preset)
        for text in (w(f"rulecard.about.{preset}"), w("rulecard.list_names", names=names)):
            out += textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="  ")
        out.append("")
    out.append(w("rulecard.list_variants"))
    for number, fields in VARIANTS.items():
        ((field, value),) = fields.items()
        shown = "yes" if value is True else value
        out.append(f"  {number:>2}  {field}={shown}")
    out += ["", *textwrap.wrap(w("rulecard.list_how"), width)]
    return "\n".join(out)
