"""Colours of all figures, made from Okabe and Ito's eight (2008, Color Universal Design).

A colour is never the only sign: players also have a symbol and a name at their line, places a
number, worlds a dash and a symbol, gains and losses a sign and a pattern. Light colours get an
outline in ink, so every mark stands off the paper. ``tests/figures`` checks contrast and how far
colours lie apart for three kinds of colour blindness.
"""

from __future__ import annotations

from dataclasses import dataclass

from slime._checks import check_choice

BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#E69F00", "#009E73", "#CC79A7"
VERMILION, SKY, YELLOW, SLATE = "#D55E00", "#56B4E9", "#F0E442", "#4D5663"

#: By player number, for up to eight.
PLAYERS = (BLUE, ORANGE, GREEN, PURPLE, VERMILION, SKY, YELLOW, SLATE)
SYMBOLS = (
    *("circle", "square", "diamond", "triangle-up"),
    *("star", "triangle-down", "pentagon", "hexagram"),
)

_PLACES = (BLUE, SKY, "#BDBDBD", ORANGE, "#C04A00")


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a sheet: paper, text, lines, and three colours for data."""

    name: str
    paper: str
    ink: str
    soft: str
    grid: str
    first: str
    second: str
    third: str
    band: str


#: The fields of a theme in their order: light, dark.
_COLOURS = (
    ("light", "dark"),
    ("#FFFFFF", "#14171C"),  # paper
    ("#16191F", "#F2F4F7"),  # ink
    (SLATE, "#B6BDC8"),  # soft
    ("#DDE1E7", "#383F4A"),  # grid
    (BLUE, SKY),  # first
    (VERMILION, ORANGE),  # second
    ("#00805D", "#2FBF95"),  # third
    ("#C9D3DF", "#3D4A5A"),  # band
)
THEMES = {column[0]: Theme(*column) for column in zip(*_COLOURS, strict=True)}


def find_theme(name: str) -> Theme:
    """A theme by name; `ValueError` for an unknown one.

    >>> find_theme("dark").paper
    '#14171C'
    """
    return THEMES[check_choice("theme", name, THEMES)]


def place_colours(players: int) -> list[str]:
    """A colour for each place: blue for the first, by grey to orange-red for the last.

    >>> place_colours(5)
    ['#0072b2', '#56b4e9', '#bdbdbd', '#e69f00', '#c04a00']
    """
    last, out = len(_PLACES) - 1, []
    for k in range(players):
        at = last * k / max(players - 1, 1)
        i = min(int(at), last - 1)
        out.append(mix(_PLACES[i], _PLACES[i + 1], at - i))
    return out


def mix(a: str, b: str, share: float) -> str:
    """The colour between two, `share` of the way from `a` to `b`.

    >>> mix("#000000", "#FFFFFF", 1.0)
    '#ffffff'
    """
    pairs = zip(_channels(a), _channels(b), strict=True)
    return "#" + "".join(f"{round(255 * (x + (y - x) * share)):02x}" for x, y in pairs)


def on_scale(theme: Theme, at: float) -> str:
    """The colour of the two-sided scale at -1 (low) to 1 (high); 0 is the paper."""
    end = theme.first if at > 0 else theme.second
    return mix(theme.paper, end, min(abs(at), 1.0))


def contrast(a: str, b: str) -> float:
    """Contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance).

    >>> contrast("#000000", "#FFFFFF")
    21.0
    """
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """Relative luminance of a colour, 0 to 1 (WCAG 2.2)."""
    r, g, b = (linear(c) for c in _channels(colour))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def linear(channel: float) -> float:
    """A channel of sRGB, 0 to 1, as light (IEC 61966-2-1)."""
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def text_on(colour: str) -> str:
    """Black or white, whichever is easier to read on a colour.

    >>> text_on("#0072B2"), text_on("#E69F00")
    ('#FFFFFF', '#000000')
    """
    return max("#FFFFFF", "#000000", key=lambda text: contrast(text, colour))


def _channels(colour: str) -> list[float]:
    return [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
