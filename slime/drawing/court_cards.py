"""The court figures and the joker: flat shapes of our own, drawn for small sizes.

A figure fills the upper half of the picture field, x 34 to 91 and y 8 to 70 of a card; the card
repeats it upside down and ties the two with a belt.
"""

from __future__ import annotations

GOLD = "#eab543"

# robe, second colour, pale ground of the picture field
_RED, _BLUE = ("#c8400f", "#1f5f99", "#fbeadd"), ("#22406e", "#c8400f", "#e7eef6")
_DRESS = {"h": _RED, "d": _RED, "c": _BLUE, "s": _BLUE, "": ("#55708f", "#d79b2b", "#eceff4")}
_COLOURS = {"gold": GOLD, "skin": "#f7dcc2", "ink": "#1c2230", "ivory": "#fffaf0"}

# The figures; drawn about x = 50 from y = 12 on, then moved.
_FIGURES = {
    "K": """
<path d="M31 61V58C33 51 40 48 44 47H56C60 48 67 51 69 58V61Z" fill="{robe}"/>
<path d="M38.5 61 44 47.5H56L61.5 61H55L50 56 45 61Z" fill="{ivory}"/>
<path d="M42.3 60h1.6M56.1 60h1.6M44 53.5h1.6M54.4 53.5h1.6" stroke="{ink}" stroke-width="1.6"
 stroke-linecap="round"/>
<path d="M39.5 27C37.5 37 38.5 43 36.5 46.5 40 48 43 47 44 45H56C57 47 60 48 63.5 46.5 61.5 43 62.5
 37 60.5 27Z" fill="#8a8f99"/>
<path d="M41.5 26H58.5V37C58.5 42 54 46 50 46 46 46 41.5 42 41.5 37Z" fill="{skin}"/>
<path d="M41.3 36C43.5 38.6 46 38.6 50 37 54 38.6 56.5 38.6 58.7 36 59.5 47 55 54 50 58 45 54 40.5
 47 41.3 36Z" fill="#6d727d"/>
<path d="M47.5 42.2h5" stroke="{second}" stroke-width="1.8" stroke-linecap="round"/>{eyes}
<path d="M40 27.5 37.4 15.5 44.4 20 50 12.5 55.6 20 62.6 15.5 60 27.5Z" fill="{gold}" stroke="{ink}"
 stroke-width="1.1" stroke-linejoin="round"/>
<circle cx="50" cy="23" r="2" fill="{second}"/><circle cx="44" cy="24" r="1.4" fill="{robe}"/>
<circle cx="56" cy="24" r="1.4" fill="{robe}"/>
""",
    "Q": """
<path d="M40 24C33 32 36 42 33.5 53 37 57 41 56 43 52H57C59 56 63 57 66.5 53 64 42 67 32 60 24Z"
 fill="#7b4a2a"/>
<path d="M31 61V61C34 54 41 52 45 50L50 56 55 50C59 52 61 54 69 61V61Z" fill="{robe}"/>
<path d="M46.4 42H53.6V50L50 55 46.4 50Z" fill="{skin}"/>
<path d="M44 51.2 50 58.5 56 51.2" fill="none" stroke="{gold}" stroke-width="2.2"
 stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="50" cy="60.6" r="2.1" fill="{second}"/>
<path d="M42 26C42 25 45 23 50 23 55 23 58 25 58 26 59.4 36 55.5 45 50 45 44.5 45 40.6 36 42 26Z"
 fill="{skin}"/>
<path d="M41.4 31C43 27.5 47 27 50 25.5 53 27 57 27.5 58.6 31 59 25 56 22.5 50 22.5 44 22.5 41 25
 41.4 31Z" fill="#7b4a2a"/>
{eyes}
<path d="M47.8 40.4q2.2 1.8 4.4 0" fill="none" stroke="#c8400f" stroke-width="1.9"
 stroke-linecap="round"/>
<path d="M42 24.5C41 20 40 18 39 16 42 17 44.5 18 46 20 47 17 48.5 14.5 50 13 51.5 14.5 53 17 54 20
 55.5 18 58 17 61 16 60 18 59 20 58 24.5 53 22.6 47 22.6 42 24.5Z" fill="{gold}" stroke="{ink}"
 stroke-width="1.1" stroke-linejoin="round"/>
<circle cx="50" cy="19.6" r="1.7" fill="{second}"/>
""",
    "J": """
<path d="M31 61V59C34 52 41 50 45 48H55C59 50 61 52 69 59V61Z" fill="{robe}"/>
<path d="M36 61 37.6 54.5 41.5 52.3V61ZM64 61 62.4 54.5 58.5 52.3V61Z" fill="{second}"/>
<path d="M50 53V61" stroke="{gold}" stroke-width="2.4" stroke-dasharray="0.1 4.2"
 stroke-linecap="round"/>
<path d="M40.5 24C38.5 32 39 39 38 43.5 41 46 45 46 46 44H54C55 46 59 46 62 43.5 61 39 61.5 32 59.5
 24Z" fill="#c98a2b"/>
<path d="M46.4 40H53.6V49H46.4Z" fill="{skin}"/>
<path d="M42 47.5C45 51 55 51 58 47.5 60.5 49.5 59.5 53 56.5 53.5 52 55.4 48 55.4 43.5 53.5 40.5 53
 39.5 49.5 42 47.5Z" fill="{ivory}" stroke="{ink}" stroke-width=".9"/>
<path d="M42.2 26H57.8V35C57.8 40.6 54.4 44.5 50 44.5 45.6 44.5 42.2 40.6 42.2 35Z" fill="{skin}"/>
<path d="M42 31C45 30 47 28.6 48.5 26.5 51 29.5 55 30.6 58 31V25H42Z" fill="#c98a2b"/>{eyes}
<path d="M47.6 39.8q2.6 1.6 4.6-.4" fill="none" stroke="#a4562d" stroke-width="1.7"
 stroke-linecap="round"/>
<path d="M38.5 26.5C36 19 43 14.5 50.5 15 58 15.4 63.5 19.5 61.5 26.5 54 23.8 46 23.8 38.5 26.5Z"
 fill="{second}" stroke="{ink}" stroke-width="1.1" stroke-linejoin="round"/>
<path d="M57 21C60 14.5 64 12 67.6 12.5 67.6 17.5 64.5 21.5 59 24Z" fill="{gold}" stroke="{ink}"
 stroke-width=".9" stroke-linejoin="round"/>
""",
}
_EYES_AT = {"K": 31.5, "Q": 33, "J": 33.5}
_MOVE = "translate(-1.2 -7.5) scale(1.27)"
# A jester's head with cap and bells.
_JOKER = """
<g transform="translate(-9 -11.8) scale(1.18)">
<path d="M38 66C26 62 24 48 29 41 36 42 40 49 43 56Z" fill="{teal}" stroke="{ink}"
 stroke-width="1.2"/>
<path d="M62 66C74 62 76 48 71 41 64 42 60 49 57 56Z" fill="{gold}" stroke="{ink}"
 stroke-width="1.2"/>
<path d="M38 68C38 52 42 42 50 33 58 42 62 52 62 68Z" fill="{violet}" stroke="{ink}"
 stroke-width="1.2"/>
<path d="M36.5 90C40 84 60 84 63.5 90L70 99 61 98 56.5 107 50 100 43.5 107 39 98 30 99Z"
 fill="{teal}" stroke="{ink}" stroke-width="1.2" stroke-linejoin="round"/>
<path d="M38.5 67H61.5V77C61.5 86 56.5 92 50 92 43.5 92 38.5 86 38.5 77Z" fill="{skin}"
 stroke="{ink}" stroke-width="1.2"/>
<path d="M36.8 65.5Q50 60 63.2 65.5V70.5Q50 65.5 36.8 70.5Z" fill="{gold}" stroke="{ink}"
 stroke-width="1.2" stroke-linejoin="round"/>
<path d="M43.6 76q1.6-2 3.2 0M53.2 76q1.6-2 3.2 0" fill="none" stroke="{ink}" stroke-width="1.7"
 stroke-linecap="round"/>
<path d="M44 82q6 6.6 12 0-6 2.4-12 0Z" fill="#c8400f" stroke="#c8400f" stroke-width="1"
 stroke-linejoin="round"/>
<circle cx="29" cy="40" r="3.6" fill="{gold}" stroke="{ink}" stroke-width="1.2"/>
<circle cx="71" cy="40" r="3.6" fill="{teal}" stroke="{ink}" stroke-width="1.2"/>
<circle cx="50" cy="31" r="3.6" fill="{gold}" stroke="{ink}" stroke-width="1.2"/></g>
"""

_EYES = """
<g stroke-linecap="round"><path d="M45.2 {y}h2.6M52.2 {y}h2.6" stroke="{ink}" stroke-width="2"/>
<path d="M50 {nose:g}v4.2" stroke="#b98663" stroke-width="1.4"/></g>
"""


def filled(drawing: str, **colours: object) -> str:
    """A drawing on one line, with its colours."""
    return drawing.replace("\n", "").format(**colours)


def figure_id(rank: str, suit: str) -> str:
    """Name of the picture of a court card; suits of one colour share it."""
    return f"f{rank}{'x' if not suit else 'r' if suit in 'hd' else 'b'}"


def court(rank: str, suit: str) -> str:
    """Upper half of a court card's picture; `suit` is `""` where suits were not noted."""
    robe, second, pale = _DRESS[suit]
    y = _EYES_AT[rank]
    eyes = filled(_EYES, y=y, nose=y + 0.5, **_COLOURS)
    drawn = filled(_FIGURES[rank], robe=robe, second=second, eyes=eyes, **_COLOURS)
    ground = f'<path d="M34 70V17a9 9 0 0 1 9-9H82a9 9 0 0 1 9 9V70" fill="{pale}"/>'
    return f'{ground}<g transform="{_MOVE}">{drawn}</g>'


def belt(suit: str) -> str:
    """The belt across the middle, where the two figures meet."""
    robe, second, _ = _DRESS[suit]
    gems = "".join(f"M{x} 70l4.4-2.4 4.4 2.4-4.4 2.4z" for x in range(14, 80, 9))
    return (
        f'<path d="M9 67H91V73H9Z" fill="{GOLD}" stroke="{robe}" stroke-width="1"/>'
        f'<path d="{gems}" fill="{second}"/>'
    )


def joker() -> str:
    """The joker's picture, upright in the middle of the card."""
    return filled(_JOKER, violet="#7a2f6f", teal="#0b8a72", **_COLOURS)
