"""Scripts and styles without the blanks that only people need: they are saved with every table.

This is no minifier: names stay, lines stay where they might matter.  It knows only what the
scripts in ``static/`` are written in: comments on lines of their own, a semicolon after each
statement, no ``+ +`` or ``- -``.
"""

from __future__ import annotations

import re

_BEFORE_REGEX = "(,=:[!&|?{};+"


def lean_css(text: str) -> str:
    """A style sheet without comments and idle blanks.

    >>> lean_css("a > b { /* why */ color: red; margin: 0 0.5em }")
    'a>b{color:red;margin:0 .5em}'
    """
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" ?([{};,>]) ?", r"\1", text)
    text = re.sub(r"(?<=[{;])([\w-]+): ", r"\1:", text)
    text = re.sub(r"(?<![\w.])0(?=\.\d)", "", text)
    return text.replace(";}", "}").strip()


def lean_js(text: str) -> str:
    """A script without comment lines and idle blanks; texts in it stay as they are.

    >>> lean_js("// why\\nconst a = { b: `x ${ f (1) } y`, c: 'd  e' };\\n  if (a) { g(/ +/, a); }")
    "let a={b:`x ${ f (1) } y`,c:'d  e'};if(a){g(/ +/,a);}"
    """
    lines = (line.strip() for line in text.splitlines())
    text = "\n".join(line for line in lines if line and not line.startswith("//"))
    out: list[str] = []
    plain = at = 0
    while at < len(text):
        char = text[at]
        if char in "'\"`" or (char == "/" and text[:at].rstrip()[-1:] in _BEFORE_REGEX):
            out.append(_tight(text[plain:at]))
            end = _template(text, at) if char == "`" else _literal(text, at)
            out.append(text[at:end])
            plain = at = end
        else:
            at += 1
    out.append(_tight(text[plain:]))
    return "".join(out)


def _tight(code: str) -> str:
    # What runs with `const` runs with the shorter `let`.
    code = re.sub(r"\bconst\b", "let", re.sub(r"[ ]+", " ", code))
    code = re.sub(r" ?([{}()\[\]=,;:?<>|&*/+!%-]) ?", r"\1", code)
    return re.sub(r"(?<=[{}(\[,;:?|&=+>])\n", "", code)


def _literal(text: str, at: int) -> int:
    """Where a text in quotes, or a pattern in strokes, ends."""
    mark, inside = text[at], False
    at += 1
    while text[at] != mark or inside:
        if text[at] == "\\":
            at += 1
        elif mark == "/":
            inside = text[at] == "[" or (inside and text[at] != "]")
        at += 1
    return at + 1


def _template(text: str, at: int) -> int:
    """Where a template ends; it may hold code, and in it other texts."""
    at += 1
    while text[at] != "`":
        if text[at] == "\\":
            at += 2
        elif text.startswith("${", at):
            at, depth = at + 2, 1
            while depth:
                if text[at] in "'\"":
                    at = _literal(text, at)
                elif text[at] == "`":
                    at = _template(text, at)
                else:
                    depth += {"{": 1, "}": -1}.get(text[at], 0)
                    at += 1
        else:
            at += 1
    return at + 1
