"""Every sentence a learner sees, in English and in Russian.

Texts live in ``slime/i18n/<language>/<topic>.toml`` and are called by ``"topic.key"``:

>>> w = words("en")
>>> w("common.cards", n=1), w("common.cards", n=5)
('1 card', '5 cards')
>>> words("ru")("common.cards", n=3)
'3 карты'

A template is filled in like ``str.format`` with names only, and knows more:

* ``{n:card|cards}``, ``{n:карта|карты|карт}`` picks the plural form for the number ``n``
  (a ``#`` in a form is that number); for a name it picks the form that goes with it,
  ``{player:passes|pass}``: "Anna passes", "You pass";
* ``{names}`` of a list joins it, "a, b and c"; ``{names:or}`` with "or";
* numbers are written as the language writes them: ``{x:.1%}`` is "12.5%" or "12,5 %".

The language is one setting, `language`. An object keeps the `Words` it was made with.
"""

from slime.i18n._words import Words, words
from slime.i18n.cards import face, faces
from slime.i18n.setting import LANGUAGES, Language, language
from slime.i18n.typed import read_cards

__all__ = [
    "LANGUAGES",
    "Language",
    "Words",
    "face",
    "faces",
    "language",
    "read_cards",
    "words",
]


def __dir__() -> list[str]:
    return __all__
