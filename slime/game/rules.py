"""Rule sets: a preset and the fields that differ from it, checked and turned into numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from reprlib import repr as brief  # for values that may be huge or nested without end
from typing import TYPE_CHECKING, Any

from slime.engine import layout as st
from slime.game.cards import JOKER_LETTER, RankOrder, make_pack, rank_order
from slime.game.presets import ALIASES, FIELDS, PRESETS, VARIANTS, player_count

if TYPE_CHECKING:
    from slime.game.rulecard import RuleCard


class RulesError(ValueError):
    """A rule set that is not one: what is wrong (`code`), at which field, in a sentence.

    >>> RulesError("unknown-rules", "rules.jokers", "jokers: 0, 1 or 2").at
    'rules.jokers'
    """

    def __init__(self, code: str, at: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.at = at


def _conflict(field: str, message: str) -> RulesError:
    return RulesError("rules-conflict", f"rules.{field}", message)


def _unknown(message: str) -> RulesError:
    return RulesError("unknown-rules", "rules", message)


def _freeze(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(value)
    if isinstance(value, Mapping):
        return tuple(value.items())
    return value


def _thaw(name: str, value: Any) -> Any:
    if name == "match":
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def _derive(preset: str, named: Mapping[str, Any]) -> dict[str, Any]:
    """All fields of a rule set, with what some fields do to others."""
    fields = {**PRESETS[preset], **named}
    if fields["exchange"] in ([], ()):
        fields["exchange"] = "none"
    if (fields["joker_trump"] or JOKER_LETTER in fields["wild"]) and fields["jokers"] == 0:
        if "jokers" in named:
            raise _conflict("jokers", "jokers: joker_trump and a wild * need jokers, not 0")
        fields["jokers"] = 2
    ranks = fields["ranks"]
    if fields["joker_trump"] and JOKER_LETTER not in ranks:
        ranks += JOKER_LETTER
    if fields["big_two"]:
        if "2" in fields["wild"]:
            raise _conflict("wild", "wild: a two cannot be wild while big_two makes it the top")
        if "2" not in ranks:
            raise _conflict("ranks", "ranks: big_two needs a two among the ranks")
        plain = ranks.replace("2", "").replace(JOKER_LETTER, "")
        ranks = plain + "2" + (JOKER_LETTER if JOKER_LETTER in ranks else "")
    fields["ranks"] = ranks
    if fields["jokers"] and JOKER_LETTER not in ranks and JOKER_LETTER not in fields["wild"]:
        raise _conflict("jokers", "jokers: with no * in ranks and none in wild, jokers must be 0")
    if fields["first_lead"] in ("first", "last") and fields["initial_places"] != "draw":
        raise _conflict("first_lead", "first_lead: 'first' and 'last' need initial_places='draw'")
    if fields["first_lead"] == "3c" and "3" not in ranks:
        raise _conflict("first_lead", "first_lead: '3c' needs a three among the ranks")
    return {name: _freeze(fields[name]) for name in FIELDS}


class Rules:
    """A rule set: frozen, comparable, hashable; every field is an attribute.

    >>> r = rules("king-and-slave", wild="*")
    >>> r
    rules('king-and-slave', wild='*')
    >>> r.jokers, r.ranks
    (2, '23456789TJQKA')
    >>> r == rules("король и раб", wild="*", jokers=2)
    True
    >>> r.differences, r.to_json(), r.fewest_win, r.packs(5), len(r.pack(5))
    ({'wild': '*'}, {'preset': 'king-and-slave', 'wild': '*'}, False, 1, 54)
    >>> r.card("en").named, r.order().position["3"], r.numbers(5)[0]
    ("wild='*'", 1, 5)
    >>> r.check_players(5), r.check_end(5)
    (None, None)
    """

    __slots__ = ("_values", "preset")

    preset: str
    _values: dict[str, Any]
    # every field of the table in `slime.game.presets`; for type checkers
    players: tuple[int, int]
    decks: int | None
    suits: int
    jokers: int
    ranks: str
    passing: str
    must_play: bool
    bigger_sets: bool
    equal_ranks: bool
    joker_trump: bool
    wild: str
    big_two: bool
    seating: str
    lead_after_out: str
    first_lead: str
    lead: str
    dealer: str
    extras: str
    initial_places: str
    exchange: str | tuple[int, ...]
    exchange_open: bool
    exchange_flow: str
    champion_falls: bool
    fallen_champion: str
    scoring: str | tuple[int, ...]
    match: tuple[tuple[str, int], ...]

    def __init__(self, preset: str, named: Mapping[str, Any] | None = None) -> None:
        named = dict(named or {})
        if not isinstance(preset, str) or preset not in PRESETS:
            raise _unknown(
                f"rules: a preset is one of {', '.join(PRESETS)}, not {brief(preset):.60}"
            )
        for name, value in named.items():
            field = FIELDS.get(name)
            if field is None:
                raise RulesError(
                    "unknown-rules",
                    f"rules.{name}",
                    f"rules: there is no field {name!r:.60}; fields are {', '.join(FIELDS)}",
                )
            if not field.fits(value):
                raise RulesError(
                    "unknown-rules",
                    f"rules.{name}",
                    f"{name}: {field.may_be}, not {brief(value):.60}",
                )
        object.__setattr__(self, "preset", preset)
        object.__setattr__(self, "_values", _derive(preset, named))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(f"Rules has no field {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a rule set is frozen; use .replace(field=value) for a changed copy")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Rules, (self.preset, self.differences))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return self.preset == other.preset and self._values == other._values

    def __hash__(self) -> int:
        return hash((self.preset, tuple(self._values.items())))

    @property
    def differences(self) -> dict[str, Any]:
        """The fields that must be named to get this rule set from its preset."""
        default = PRESETS[self.preset]
        named = {
            name: _thaw(name, value)
            for name, value in self._values.items()
            if value != _freeze(default[name])
        }
        for implied in ("jokers", "ranks"):  # what other fields imply need not be named
            if implied in named:
                rest = {k: v for k, v in named.items() if k != implied}
                try:
                    same = _derive(self.preset, rest) == self._values
                except RulesError:
                    same = False
                if same:
                    named = rest
        return named

    def __repr__(self) -> str:
        named = "".join(f", {name}={value!r}" for name, value in self.differences.items())
        return f"rules({self.preset!r}{named})"

    def replace(self, **named: Any) -> Rules:
        """The same rule set with some fields changed.

        >>> rules("slime-licker").replace(exchange="none")
        rules('slime-licker', exchange='none')
        """
        return Rules(self.preset, {**self.differences, **named})

    def to_json(self) -> str | dict[str, Any]:
        """As a record's header names it: the preset's name, or an object with the differences."""
        differences = self.differences
        return {"preset": self.preset, **differences} if differences else self.preset

    def card(self, lang: str | None = None) -> RuleCard:
        """What a table plays by these rules, in words (see `slime.game.rulecard`)."""
        from slime.game.rulecard import rule_card

        return rule_card(self, lang)

    def _repr_html_(self) -> str:
        return self.card()._repr_html_()

    # --- what depends on the number of players -----------------------------------------

    def packs(self, players: int) -> int:
        """How many packs are used by so many players."""
        return self.decks or (1 if player_count(players) <= 5 else 2)

    def pack(self, players: int) -> list[str]:
        """The unshuffled cards for so many players, lowest rank first, jokers last."""
        return make_pack(self.ranks, self.suits, self.jokers, self.packs(player_count(players)))

    def exchange_counts(self, players: int) -> tuple[int, ...]:
        """Cards exchanged by each pair, from first-last inwards.

        >>> rules("slime-licker").exchange_counts(7)
        (3, 2, 1)
        """
        pairs = player_count(players) // 2
        if self.exchange == "descending":
            return tuple(range(pairs, 0, -1))
        if self.exchange == "ends":
            return (1,) if pairs else ()
        return () if isinstance(self.exchange, str) else self.exchange

    def points(self, players: int) -> tuple[int, ...]:
        """Points by place.

        >>> rules("king-and-slave").points(6)
        (5, 4, 3, 2, 2, 0)
        """
        players = player_count(players)
        if self.scoring == "places":
            return tuple(range(1, players + 1))
        if self.scoring == "titles":
            return (5, 4, 3, *[2] * (players - 4), 0)
        assert not isinstance(self.scoring, str)
        return self.scoring

    @property
    def fewest_win(self) -> bool:
        """Whether fewer points are better."""
        return self.scoring == "places"

    def check_players(self, players: int) -> None:
        """Raise `RulesError` if so many players cannot play by these rules."""
        least, most = self.players
        players = player_count(players)
        if not least <= players <= most:
            raise RulesError(
                "bad-players", "players", f"players: {least} to {most} can play, not {players}"
            )
        size = len(self.pack(players))
        if size < players:
            raise _conflict("ranks", f"ranks: a pack of {size} cards is too small for {players}")
        counts = self.exchange_counts(players)
        if len(counts) > players // 2:
            raise _conflict(
                "exchange", f"exchange: {players} players make {players // 2} pairs, not more"
            )
        if max(counts, default=0) > size // players:
            raise _conflict(
                "exchange", f"exchange: hands of {size // players} cards are too small for it"
            )
        if self.scoring == "titles" and players < 4:
            raise _conflict("scoring", "scoring: 'titles' needs at least 4 players")
        if not isinstance(self.scoring, str) and len(self.scoring) != players:
            raise _conflict(
                "scoring", f"scoring: a list of {players} points, one a place, is needed"
            )

    def check_end(self, players: int) -> None:
        """Raise ``ValueError`` if a match cannot end because nobody ever gains a point."""
        if self.match[0][0] == "target" and max(self.points(players)) <= 0:
            raise ValueError(
                "rules: nobody gains points, so no total reaches the target; name deals instead"
            )

    def order(self) -> RankOrder:
        """The order of the ranks, and packing by it."""
        return rank_order(self.ranks)

    def numbers(self, players: int) -> list[int]:
        """A fresh state for a match of so many players, with these rules written in."""
        return list(_numbers(self, player_count(players)))


@lru_cache(maxsize=64, typed=True)
def _numbers(rules: Rules, players: int) -> tuple[int, ...]:
    """The state that `Rules.numbers` gives, made once for each rule set."""
    rules.check_players(players)
    S = [0] * st.SIZE
    position = rules.order().position
    joker = position[JOKER_LETTER]
    wild = {letter: position.get(letter, -1) for letter in rules.wild}
    kind, length = rules.match[0]
    counts = rules.exchange_counts(players)
    pack = rules.pack(players)
    S[st.PLAYERS] = players
    S[st.JOKER] = joker
    ranked = joker + (1 if JOKER_LETTER in rules.ranks else 0)
    S[st.RANKED] = sum(8 << (4 * i) for i in range(ranked))
    S[st.WILD] = sum(15 << (4 * i) for i in wild.values() if i >= 0)
    S[st.WILD_TWO] = wild.get("2", -1)
    S[st.WILD_THREE] = wild.get("3", -1)
    S[st.WILD_JOKER] = wild.get(JOKER_LETTER, -1)
    S[st.PASSING] = ("free", "locked", "one-turn").index(rules.passing)
    S[st.MUST_PLAY] = int(rules.must_play)
    S[st.BIGGER] = int(rules.bigger_sets)
    S[st.EQUAL] = int(rules.equal_ranks)
    S[st.TRUMP] = int(rules.joker_trump)
    S[st.BIG_TWO] = 8 << (4 * position["2"]) if rules.big_two else 0
    S[st.SWITCHES] = int(
        rules.bigger_sets or rules.equal_ranks or rules.joker_trump or rules.big_two
    )
    S[st.AFTER_OUT] = ("left", "right").index(rules.lead_after_out)
    S[st.FALLS] = int(rules.champion_falls)
    S[st.LEAVES] = int(rules.fallen_champion == "leaves")
    S[st.SEATING] = ("fixed", "swap-ends", "by-place").index(rules.seating)
    leads = ("3c", "first", "last", "dealer-left", "draw")
    S[st.FIRST_LEAD] = leads.index(rules.first_lead)
    S[st.LATER_LEAD] = leads.index(rules.lead)
    S[st.DEALING] = ("last", "rotate", "draw").index(rules.dealer)
    S[st.EXTRAS] = ("left", "dealer").index(rules.extras)
    S[st.DRAWN] = int(rules.initial_places == "draw")
    S[st.OPEN] = int(rules.exchange_open)
    S[st.FLOW] = ("up", "down", "random").index(rules.exchange_flow)
    S[st.FEWEST] = int(rules.fewest_win)
    S[st.BY_TARGET] = int(kind == "target")
    S[st.LENGTH] = length
    S[st.PACK] = len(pack)
    S[st.SHARE] = len(pack) // players
    S[st.TWO] = position.get("2", -1)
    S[st.THREE] = position.get("3", -1)
    S[st.PAIRS] = len(counts)
    S[st.COUNTS : st.COUNTS + len(counts)] = counts
    S[st.POINTS : st.POINTS + players] = rules.points(players)
    for i, card in enumerate(pack):
        S[st.CARD + i] = (1 << (4 * position[card[0]])) | (int(card == "3c") << 56)
    S[st.PHASE] = st.OVER
    S[st.CHAMPION] = S[st.FALLEN] = S[st.TO_BEAT_RANK] = -1
    return tuple(S)


def rules(
    preset: str | Rules = "slime-licker", *, variants: Iterable[int] = (), **fields: Any
) -> Rules:
    """A rule set: a preset's name (or another name of it, English or Russian) and changes.

    `variants` names variants of King and slave by their numbers 1 to 10; `fields` are the
    fields of the table in `slime.game.presets`.  Raises `RulesError`, a ``ValueError``.

    >>> rules("slime-licker", passing="locked")
    rules('slime-licker', passing='locked')
    >>> rules("king-and-slave", variants=[2, 8]).ranks
    '3456789TJQKA2'
    >>> rules("слайм ликер", jokers=3)
    Traceback (most recent call last):
    ...
    slime.game.rules.RulesError: jokers: 0, 1 or 2, not 3
    """
    named: dict[str, Any] = {}
    if not isinstance(variants, Iterable):
        raise _unknown(f"variants: a list of numbers, not {variants!r:.60}")
    for number in variants:
        if isinstance(number, bool) or not isinstance(number, int) or number not in VARIANTS:
            raise _unknown(f"variants: numbers from 1 to 10, not {number!r:.60}")
        for name, value in VARIANTS[number].items():
            if name == "wild" and named.get("wild", value) != value:
                value = "23*"  # variants 7 and 9 together
            elif named.get(name, value) != value:
                raise _unknown(f"variants: two of them set {name} differently")
            named[name] = value
    named.update(fields)
    if isinstance(preset, Rules):
        return preset.replace(**named) if named else preset
    if isinstance(preset, str):
        plain = " ".join(preset.lower().replace("-", " ").replace("_", " ").split())
        preset = ALIASES.get(plain, plain.replace(" ", "-") if plain else preset)
    return Rules(preset, named)
