"""Cards, hands and tables as SVG and as text; it knows no rules, only snapshots."""

from slime.drawing.hand import card_svg, hand_svg, symbols_svg
from slime.drawing.model import most_cards
from slime.drawing.ring import table_svg
from slime.drawing.text import table_text

__all__ = ["card_svg", "hand_svg", "most_cards", "symbols_svg", "table_svg", "table_text"]
