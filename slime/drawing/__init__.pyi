from slime.drawing.hand import card_svg as card_svg
from slime.drawing.hand import hand_svg as hand_svg
from slime.drawing.hand import symbols_svg as symbols_svg
from slime.drawing.model import most_cards as most_cards
from slime.drawing.table import table_svg as table_svg
from slime.drawing.text import table_text as table_text
