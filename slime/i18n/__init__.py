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

from slime._lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
