"""Hats for the titles, medals for the places: small flat drawings in a box of 48 by 48."""

from __future__ import annotations

from slime.drawing.court_cards import filled

_TITLES = {
    "champion": """
<path d="M7 37 4 14 15 23 24 8 33 23 44 14 41 37Z" fill="{gold}" {line}/>
<path d="M7 37H41V43H7Z" fill="{pale}" {line}/><circle cx="24" cy="30" r="3.4" fill="#c23a0b"/>
<circle cx="14" cy="31.5" r="2.4" fill="#1d5c8f"/><circle cx="34" cy="31.5" r="2.4" fill="#1d5c8f"/>
<g fill="{pale}" {line}><circle cx="4.6" cy="13" r="2.6"/><circle cx="24" cy="7" r="2.8"/>
<circle cx="43.4" cy="13" r="2.6"/></g>
""",
    "second": """
<path d="M13 37 11.5 11C15 8 33 8 36.5 11L35 37Z" fill="#2f4a73" {line}/>
<path d="M12.6 30C20 33 28 33 35.4 30L35 37H13Z" fill="#c23a0b" {line}/>
<path d="M3 36.5C8 33.5 11 36 13 36.5 20 39 28 39 35 36.5 37 36 40 33.5 45 36.5 43 43 33 44.5 24
 44.5 15 44.5 5 43 3 36.5Z" fill="#2f4a73" {line}/>
<path d="M33 32C34 20 39 9 45.5 5.5 46.5 15 42.5 26 35.5 32.5Z" fill="#f4f0e4" {line}/>
<path d="M34.5 31C37 23 40 15 43.6 9.6" fill="none" stroke="{ink}" stroke-width="1.2"/>
""",
    "common": """
<path d="M6 33C5 20 14 12 25 13 36 14 42 22 40 33Z" fill="#8c9a5b" {line}/>
<path d="M24 13C19 18 17 25 17.5 33M25 13C31 18 33 25 32 33" fill="none" stroke="#5d6938"
 stroke-width="1.6"/>
<path d="M5 33C13 30 32 30 39 32 44 33 46.5 36 46 39.5 36 38 14 38 7 40 4 39 3.5 35 5 33Z"
 fill="#6f7d43" {line}/>
<circle cx="24.6" cy="12.6" r="2.6" fill="#6f7d43" {line}/>
""",
    # A friendly lump of slime with its tongue out.
    "last": """
<path d="M24 6C34 6 40 15 41 25 42 33 46 36 45 40 44 43.5 39 41 36.5 42.5 33.5 44.4 32 42 29 42 26
 42 25.5 45 22 45 18.5 45 18.5 42 15.5 42 12 42 9.5 44.5 5.5 42.5 1 40 6.5 34 7 25 7.6 15 14 6 24
 6Z" fill="#7ac143" {line}/>
<path d="M14 15C16 11 19.5 9.4 23 9.4" fill="none" stroke="#d9f2bd" stroke-width="3"
 stroke-linecap="round"/>
<circle cx="18" cy="21" r="4.6" fill="#fff" {line}/>
<circle cx="31" cy="21" r="4.6" fill="#fff" {line}/>
<circle cx="19.2" cy="21.8" r="1.9" fill="{ink}"/><circle cx="29.8" cy="21.8" r="1.9" fill="{ink}"/>
<path d="M24.5 31.5V36C24.5 39 31.5 39 31.5 36V30.6Z" fill="#f28c9c" {line}/>
<path d="M15.5 29.5C20 33 29 33 33.5 29.5" fill="none" {line}/>
""",
    # A king's crown has arches, a velvet cap and an orb.
    "king": """
<path d="M8 35C3 24 10 13 24 11 38 13 45 24 40 35Z" fill="#a3324a" {line}/>
<path d="M8 35C1 22 12 13 24 12 17 18 16 27 17 35M40 35C47 22 36 13 24 12 31 18 32 27 31 35"
 fill="none" stroke="{ink}" stroke-width="5.4"/>
<path d="M8 35C1 22 12 13 24 12 17 18 16 27 17 35M40 35C47 22 36 13 24 12 31 18 32 27 31 35"
 fill="none" stroke="{gold}" stroke-width="2.6"/>
<path d="M6 35H42V43H6Z" fill="#fffaf0" {line}/>
<path d="M12 39h.1M19 39h.1M26 39h.1M33 39h.1" stroke="{ink}" stroke-width="3.4"
 stroke-linecap="round"/>
<circle cx="24" cy="11" r="3.6" fill="{gold}" {line}/>
<path d="M24 7.4V2M21.4 4.4h5.2" fill="none" {line}/>
""",
    "minister": """
<path d="M2.5 33C8 31 9 26 12 19 15 12 33 12 36 19 39 26 40 31 45.5 33 44 41 33 38 24 38 15 38 4 41
 2.5 33Z" fill="#2f4a73" {line}/>
<path d="M5 34.5C11 32.5 12 27 14.5 21 17 15.5 31 15.5 33.5 21 36 27 37 32.5 43 34.5" fill="none"
 stroke="{gold}" stroke-width="2.4" stroke-linecap="round"/>
<circle cx="24" cy="26" r="6" fill="#fffaf0" {line}/>
<circle cx="24" cy="26" r="2.8" fill="#c23a0b"/>
<path d="M24 14C20 9 21 4 25 2 27 5 30 7 27.5 14Z" fill="#f4f0e4" {line}/>
""",
    "peasant": """
<path d="M13 33C12 20 16 11 24 11 32 11 36 20 35 33Z" fill="#edc766" {line}/>
<path d="M13.2 28C20 31 28 31 34.8 28L35 34H13Z" fill="#a4562d" {line}/>
<path d="M2.5 35C8 30 11 33 13 33.5 20 36 28 36 35 33.5 37 33 40 30 45.5 35 43 42 33 43.5 24 43.5 15
 43.5 5 42 2.5 35Z" fill="#edc766" {line}/>
<path d="M8 37.5q4 2.5 9 3M30 40.6q6-.5 10-3M18 17q5-2 11 0M16.5 22q7-2.4 15 0" fill="none"
 stroke="#b98a26" stroke-width="1.5" stroke-linecap="round"/>
<path d="M36 31C40 28 43 22 43 16M43 16q3 3 1 7M43 16q-4 2-3.4 6.6" fill="none" stroke="#6f7d43"
 stroke-width="2.2" stroke-linecap="round"/>
""",
    # A boat folded from a newspaper.
    "slave": """
<path d="M24 6 40 33H8Z" fill="#fffdf6" {line}/>
<path d="M24 6V33" fill="none" stroke="#9aa3af" stroke-width="1.4"/>
<path d="M19.5 20h2.4M17 24.5h4.9M14.6 29h7.3M26.4 20h2.4M26.4 24.5h4.9M26.4 29h7.3"
 stroke="#9aa3af" stroke-width="1.8"/>
<path d="M2 30 10 43H38L46 30C38 34 32 35 24 35 16 35 10 34 2 30Z" fill="#f2eddd" {line}/>
<path d="M11.5 38.8h11M26 38.8h10.5" stroke="#9aa3af" stroke-width="1.8"/>
<path d="M30 39.5l5-3.4 1 3.6z" fill="#7ac143"/>
""",
    # A top hat with a ribbon.
    "president": """
<path d="M12 35 9.5 8C15 5 33 5 38.5 8L36 35Z" fill="#2b2f3a" {line}/>
<path d="M11.4 28C19 31 29 31 36.6 28L36 35H12Z" fill="#c23a0b" {line}/>
<path d="M2.5 36C6 33 10 35 12 35.5 20 37.5 28 37.5 36 35.5 38 35 42 33 45.5 36 43 42.5 33 44 24 44
 15 44 5 42.5 2.5 36Z" fill="#2b2f3a" {line}/>
<path d="M16 11q1 9 1.6 15" fill="none" stroke="#7c8795" stroke-width="2" stroke-linecap="round"/>
""",
    # Cards waiting for the dealer.
    "dealer": """
<rect x="9" y="7" width="24" height="33" rx="3" fill="#8fb8d6" {line} transform="rotate(-10 21
 24)"/>
<rect x="16" y="8" width="24" height="33" rx="3" fill="#1d5c8f" {line}/>
<path d="M28 15l6 9.5-6 9.5-6-9.5z" fill="#d9ebf7"/>
""",
}
# A medal on a ribbon; its number is written over it, the middle at (24, 29).
_MEDAL = """
<path d="M12 2H22L27 16H17Z" fill="#c23a0b" {line}/>
<path d="M36 2H26L21 16H31Z" fill="#1d5c8f" {line}/>
<circle cx="24" cy="29" r="16.5" fill="{face}" {line}/>
<circle cx="24" cy="29" r="13" fill="none" stroke="{rim}" stroke-width="1.8"/>
"""
_COLOURS = {
    "gold": "#f0b93a",
    "pale": "#ffe9ad",
    "ink": "#1c2230",
    "line": 'stroke="#1c2230" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"',
}
# The face of a medal and its rim.
_MEDALS = {
    "medal1": ("#f5c84c", "#a97d10"),
    "medal2": ("#d5dae1", "#7c8795"),
    "medal3": ("#dc9a63", "#8f5524"),
    "medal": ("#f3eee2", "#a39b88"),
}
# Titles of the family wear what others of their rank wear.
_LIKE = {
    "vice": "minister",
    "citizen": "common",
    "scum": "slave",
    "tycoon": "president",
    "rich": "minister",
    "commoner": "common",
    "poor": "peasant",
    "beggar": "slave",
}
_TITLES |= {name: _TITLES[other] for name, other in _LIKE.items()}
BADGES = {name: filled(drawing, **_COLOURS) for name, drawing in _TITLES.items()} | {
    name: filled(_MEDAL, face=face, rim=rim, **_COLOURS) for name, (face, rim) in _MEDALS.items()
}


def badge_symbol(name: str, symbol_id: str) -> str:
    """The `<symbol>` of a badge."""
    return f'<symbol id="{symbol_id}" viewBox="0 0 48 48">{BADGES[name]}</symbol>'


def medal_name(place: int) -> str:
    """Which medal a place gets."""
    return f"medal{place}" if place in (1, 2, 3) else "medal"
