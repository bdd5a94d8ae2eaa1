"""Hats for the titles, medals for the places: small flat drawings in a box of 48 by 48."""

from __future__ import annotations

_INK, _GOLD, _PALE = "#1c2230", "#f0b93a", "#ffe9ad"
_LINE = f'stroke="{_INK}" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"'

_CROWN = (
    f'<path d="M7 37 4 14 15 23 24 8 33 23 44 14 41 37Z" fill="{_GOLD}" {_LINE}/>'
    f'<path d="M7 37H41V43H7Z" fill="{_PALE}" {_LINE}/>'
    '<circle cx="24" cy="30" r="3.4" fill="#c23a0b"/><circle cx="14" cy="31.5" r="2.4"'
    ' fill="#1d5c8f"/><circle cx="34" cy="31.5" r="2.4" fill="#1d5c8f"/>'
    f'<g fill="{_PALE}" {_LINE}><circle cx="4.6" cy="13" r="2.6"/><circle cx="24" cy="7" r="2.8"/>'
    '<circle cx="43.4" cy="13" r="2.6"/></g>'
)
# a king's crown has arches, a velvet cap and an orb
_KING = (
    f'<path d="M8 35C3 24 10 13 24 11 38 13 45 24 40 35Z" fill="#a3324a" {_LINE}/>'
    f'<path d="M8 35C1 22 12 13 24 12 17 18 16 27 17 35M40 35C47 22 36 13 24 12 31 18 32 27 31 35"'
    f' fill="none" stroke="{_INK}" stroke-width="5.4"/>'
    f'<path d="M8 35C1 22 12 13 24 12 17 18 16 27 17 35M40 35C47 22 36 13 24 12 31 18 32 27 31 35"'
    f' fill="none" stroke="{_GOLD}" stroke-width="2.6"/>'
    f'<path d="M6 35H42V43H6Z" fill="#fffaf0" {_LINE}/>'
    f'<path d="M12 39h.1M19 39h.1M26 39h.1M33 39h.1" stroke="{_INK}" stroke-width="3.4"'
    ' stroke-linecap="round"/>'
    f'<circle cx="24" cy="11" r="3.6" fill="{_GOLD}" {_LINE}/>'
    f'<path d="M24 7.4V2M21.4 4.4h5.2" fill="none" {_LINE}/>'
)
_TOPHAT = (
    f'<path d="M13 37 11.5 11C15 8 33 8 36.5 11L35 37Z" fill="#2f4a73" {_LINE}/>'
    f'<path d="M12.6 30C20 33 28 33 35.4 30L35 37H13Z" fill="#c23a0b" {_LINE}/>'
    f'<path d="M3 36.5C8 33.5 11 36 13 36.5 20 39 28 39 35 36.5 37 36 40 33.5 45 36.5'
    f' 43 43 33 44.5 24 44.5 15 44.5 5 43 3 36.5Z" fill="#2f4a73" {_LINE}/>'
    f'<path d="M33 32C34 20 39 9 45.5 5.5 46.5 15 42.5 26 35.5 32.5Z" fill="#f4f0e4" {_LINE}/>'
    f'<path d="M34.5 31C37 23 40 15 43.6 9.6" fill="none" stroke="{_INK}" stroke-width="1.2"/>'
)
_BICORNE = (
    f'<path d="M2.5 33C8 31 9 26 12 19 15 12 33 12 36 19 39 26 40 31 45.5 33 44 41 33 38 24 38'
    f' 15 38 4 41 2.5 33Z" fill="#2f4a73" {_LINE}/>'
    f'<path d="M5 34.5C11 32.5 12 27 14.5 21 17 15.5 31 15.5 33.5 21 36 27 37 32.5 43 34.5"'
    f' fill="none" stroke="{_GOLD}" stroke-width="2.4" stroke-linecap="round"/>'
    f'<circle cx="24" cy="26" r="6" fill="#fffaf0" {_LINE}/><circle cx="24" cy="26" r="2.8"'
    ' fill="#c23a0b"/>'
    f'<path d="M24 14C20 9 21 4 25 2 27 5 30 7 27.5 14Z" fill="#f4f0e4" {_LINE}/>'
)
_CAP = (
    f'<path d="M6 33C5 20 14 12 25 13 36 14 42 22 40 33Z" fill="#8c9a5b" {_LINE}/>'
    f'<path d="M24 13C19 18 17 25 17.5 33M25 13C31 18 33 25 32 33" fill="none" stroke="#5d6938"'
    ' stroke-width="1.6"/>'
    f'<path d="M5 33C13 30 32 30 39 32 44 33 46.5 36 46 39.5 36 38 14 38 7 40 4 39 3.5 35 5 33Z"'
    f' fill="#6f7d43" {_LINE}/><circle cx="24.6" cy="12.6" r="2.6" fill="#6f7d43" {_LINE}/>'
)
_STRAW = (
    f'<path d="M13 33C12 20 16 11 24 11 32 11 36 20 35 33Z" fill="#edc766" {_LINE}/>'
    f'<path d="M13.2 28C20 31 28 31 34.8 28L35 34H13Z" fill="#a4562d" {_LINE}/>'
    f'<path d="M2.5 35C8 30 11 33 13 33.5 20 36 28 36 35 33.5 37 33 40 30 45.5 35 43 42 33 43.5'
    f' 24 43.5 15 43.5 5 42 2.5 35Z" fill="#edc766" {_LINE}/>'
    '<path d="M8 37.5q4 2.5 9 3M30 40.6q6-.5 10-3M18 17q5-2 11 0M16.5 22q7-2.4 15 0" fill="none"'
    ' stroke="#b98a26" stroke-width="1.5" stroke-linecap="round"/>'
    f'<path d="M36 31C40 28 43 22 43 16M43 16q3 3 1 7M43 16q-4 2-3.4 6.6" fill="none"'
    ' stroke="#6f7d43" stroke-width="2.2" stroke-linecap="round"/>'
)
# a friendly lump of slime with its tongue out
_SLIME = (
    f'<path d="M24 6C34 6 40 15 41 25 42 33 46 36 45 40 44 43.5 39 41 36.5 42.5 33.5 44.4 32 42'
    f" 29 42 26 42 25.5 45 22 45 18.5 45 18.5 42 15.5 42 12 42 9.5 44.5 5.5 42.5 1 40 6.5 34"
    f' 7 25 7.6 15 14 6 24 6Z" fill="#7ac143" {_LINE}/>'
    '<path d="M14 15C16 11 19.5 9.4 23 9.4" fill="none" stroke="#d9f2bd" stroke-width="3"'
    ' stroke-linecap="round"/>'
    f'<circle cx="18" cy="21" r="4.6" fill="#fff" {_LINE}/><circle cx="31" cy="21" r="4.6"'
    f' fill="#fff" {_LINE}/><circle cx="19.2" cy="21.8" r="1.9" fill="{_INK}"/>'
    f'<circle cx="29.8" cy="21.8" r="1.9" fill="{_INK}"/>'
    f'<path d="M24.5 31.5V36C24.5 39 31.5 39 31.5 36V30.6Z" fill="#f28c9c" {_LINE}/>'
    f'<path d="M15.5 29.5C20 33 29 33 33.5 29.5" fill="none" {_LINE}/>'
)
# a boat folded from a newspaper
_PAPER = (
    f'<path d="M24 6 40 33H8Z" fill="#fffdf6" {_LINE}/>'
    f'<path d="M24 6V33" fill="none" stroke="#9aa3af" stroke-width="1.4"/>'
    '<path d="M19.5 20h2.4M17 24.5h4.9M14.6 29h7.3M26.4 20h2.4M26.4 24.5h4.9M26.4 29h7.3"'
    ' stroke="#9aa3af" stroke-width="1.8"/>'
    f'<path d="M2 30 10 43H38L46 30C38 34 32 35 24 35 16 35 10 34 2 30Z" fill="#f2eddd" {_LINE}/>'
    '<path d="M11.5 38.8h11M26 38.8h10.5" stroke="#9aa3af" stroke-width="1.8"/>'
    '<path d="M30 39.5l5-3.4 1 3.6z" fill="#7ac143"/>'
)
# laid cards waiting for the dealer
_DECK = (
    f'<rect x="9" y="7" width="24" height="33" rx="3" fill="#8fb8d6" {_LINE}'
    ' transform="rotate(-10 21 24)"/>'
    f'<rect x="16" y="8" width="24" height="33" rx="3" fill="#1d5c8f" {_LINE}/>'
    '<path d="M28 15l6 9.5-6 9.5-6-9.5z" fill="#d9ebf7"/>'
)


def _medal(face: str, rim: str) -> str:
    """A medal on a ribbon; the number is written over it, its middle at (24, 29)."""
    return (
        f'<path d="M12 2H22L27 16H17Z" fill="#c23a0b" {_LINE}/>'
        f'<path d="M36 2H26L21 16H31Z" fill="#1d5c8f" {_LINE}/>'
        f'<circle cx="24" cy="29" r="16.5" fill="{face}" {_LINE}/>'
        f'<circle cx="24" cy="29" r="13" fill="none" stroke="{rim}" stroke-width="1.8"/>'
    )


BADGES = {
    "champion": _CROWN,
    "second": _TOPHAT,
    "common": _CAP,
    "last": _SLIME,
    "king": _KING,
    "minister": _BICORNE,
    "peasant": _STRAW,
    "slave": _PAPER,
    "dealer": _DECK,
    "medal1": _medal("#f5c84c", "#a97d10"),
    "medal2": _medal("#d5dae1", "#7c8795"),
    "medal3": _medal("#dc9a63", "#8f5524"),
    "medal": _medal("#f3eee2", "#a39b88"),
}


def badge_symbol(name: str, symbol_id: str) -> str:
    """The `<symbol>` of a hat or medal."""
    return f'<symbol id="{symbol_id}" viewBox="0 0 48 48">{BADGES[name]}</symbol>'


def medal_name(place: int) -> str:
    """Which medal a place gets."""
    return f"medal{place}" if place in (1, 2, 3) else "medal"
