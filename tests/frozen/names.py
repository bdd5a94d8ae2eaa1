"""Where things are called differently in the two kits: one line for each rename.

`get` finds a function or class by the first of its dotted names that there is; `attr` does the
same for what hangs on an object. `KEYS` and `CLASSES` say how names inside values were called
before, so that a renamed field is no difference. All else is asked for by names that stay.
"""

from __future__ import annotations

import importlib
from typing import Any

#: name here -> dotted names, the oldest first; a colon stands before what is inside the module
NAMES: dict[str, tuple[str, ...]] = {
    # words
    "words": ("slime.words:words", "slime.i18n:words"),
    "topics": ("slime.words:topics", "slime.i18n._words:topics"),
    "read_cards": ("slime.words:read_cards", "slime.i18n:read_cards"),
    "plural": ("slime.words:plural", "slime.i18n.numbers:plural"),
    # the game
    "frame": ("slime.frames:frame", "slime.game.snapshots:snapshot"),
    "movie": ("slime.frames:movie", "slime.game.snapshots:animation"),
    "sheet": ("slime.frames:sheet", "slime.game.snapshots:score_sheet"),
    "match_text": ("slime.transcript:match_text", "slime.game.transcript:match_text"),
    "illegal_action": ("slime:IllegalAction",),
    "read_record": ("slime.record:read", "slime.records:read"),
    # drawing
    "table_svg": ("slime.drawing:table_svg",),
    "table_text": ("slime.drawing:table_text",),
    "hand_svg": ("slime.drawing:hand_svg",),
    "card_svg": ("slime.drawing:card_svg",),
    "symbols_svg": ("slime.drawing:symbols_svg",),
    "most_cards": ("slime.drawing:most_cards",),
    # strategies
    "template": ("slime.strategies:template",),
    "watch": ("slime.strategies.contract:watch",),
    "strategy_names": ("slime.strategies:names",),
    "find_strategy": ("slime.strategies:find",),
    # measures and experiments
    "MEASURES": ("slime.measures:MEASURES",),
    "Transitions": ("slime.measures:Transitions",),
    "glossary": ("slime.measures:glossary",),
    "dial": ("slime.experiments:dial", "slime.experiments:dose_response"),
    "exchange_settings": (
        "slime.experiments:exchange_settings",
        "slime.experiments:exchange_doses",
    ),
    "swap_game": ("slime.experiments:swap_game",),
    "swap_game_rules": ("slime.experiments:swap_game_rules",),
    "rule_or_person": ("slime.experiments:rule_or_person", "slime.experiments:equal_players_test"),
    "person_power": ("slime.experiments:person_power", "slime.experiments:equal_players_power"),
    "four_cells": ("slime.experiments:four_cells",),
    "small_world": ("slime.experiments:small_world", "slime.experiments:exact_world"),
    "exact_shares": ("slime.experiments:exact_shares",),
    "plan": ("slime:plan", "slime.experiments:plan", "slime.experiments:sample_size"),
    # claims
    "Scale": ("slime.experiments.claims:Scale", "slime.claims:Scale"),
    "VerdictSheet": ("slime.claims:VerdictSheet", "slime.claims:verdict_sheet"),
    "run_trial": ("slime.experiments.claims:run_trial", "slime.claims:run_trial"),
    # data
    "load_matches": ("slime.shipped:matches", "slime.datasets:load_matches"),
    "load_trial": ("slime.shipped:trial", "slime.datasets:load_trial"),
    # figures, widgets, commands
    "trial_forest": ("slime.figures.trial:trial_forest", "slime.figures:trial_forest"),
    "claim_figure": ("slime.figures.trial:claim_picture", "slime.figures:claim_figure"),
    "signed_shares": ("slime.figures:signed_shares", "slime.figures:shapley_shares"),
    "lasting_gaps": ("slime.figures:lasting_gaps", "slime.figures:persistence_by_lag"),
    "trial_panel": ("slime.widgets.trial:trial_panel",),
    "main": ("slime.cli:main",),
}

#: "what.name" -> names of the attribute, the oldest first
ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "figure.plotly": ("figure",),
    "figure.text": ("text",),
    "figure.marks": ("marks",),
    "figure.label": ("label",),
    "figure.addresses": ("addresses",),
    "figure.table": ("twin", "table"),
    "table.text": ("text",),
    "table.html": ("html",),
    "table.markdown": ("markdown",),
    "card.text": ("text",),
    "card.markdown": ("markdown",),
    "card.html": ("html", "_repr_html_"),
    "widget.frames": ("frames", "snapshots"),
    "widget.text": ("text",),
    "widget.svg": ("svg",),
    "words.keys": ("keys",),
    "words.template": ("template",),
    "view.me": ("me",),
    "view.others": ("others",),
    "view.seats": ("seats",),
    "view.deal": ("deal", "number"),
    "view.dealer": ("dealer",),
    "view.totals": ("totals",),
    "view.options": ("options",),
    "view.ranks": ("ranks",),
    "view.hand": ("hand",),
    "view.counts": ("counts",),
    "view.gone": ("gone", "played"),
    "view.unseen": ("unseen",),
    "view.left": ("left", "cards_left"),
    "view.in_play": ("in_play",),
    "view.phase": ("phase",),
    "view.leading": ("leading",),
    "view.top": ("top", "to_beat"),
    "view.trick": ("trick",),
    "view.leader": ("leader",),
    "view.passed": ("passed",),
    "view.can_pass": ("can_pass",),
    "view.before": ("before", "previous_places"),
    "view.my_place_before": ("my_place_before", "my_previous_place"),
    "view.places": ("places",),
    "view.next_place": ("next_place",),
    "view.champion": ("champion",),
    "view.fallen": ("fallen",),
    "view.due": ("due", "cards_due"),
    "view.partner": ("partner",),
    "view.gave": ("gave",),
    "view.got": ("got",),
    "deal.top": ("top", "to_beat"),
    "deal.left": ("left", "cards_left"),
    "deal.before": ("before", "previous_standing"),
    "deal.due": ("due", "gifts_due"),
    "deal.log": ("log",),
}

#: field or key in a value now ("Class.field" of one class only) -> its name in the frozen kit
KEYS: dict[str, str] = {"snapshots": "frames", "Interval.value": "estimate"}

#: field or key that the frozen kit has not -> what it holds where its rules are played
ADDED: dict[str, Any] = {
    "turned": False,
    "cleared": False,
    "skipped": None,
    "foul": False,
    "clears": "",
    "equal_skips": False,
    "revolution": 0,
    "turns_trick": "",
    "foul_finish": "",
}

#: class now -> its name in the frozen kit
CLASSES: dict[str, str] = {
    "ToBeat": "Top",
    "GiftDue": "Due",
    "Contribution": "Part",
    "EqualPlayersTest": "PersonTest",
    "SampleSizes": "Designs",
    "Dose": "Setting",
}

#: dotted name of a function -> {argument in the frozen kit: its name now}
KEYWORDS: dict[str, dict[str, str]] = {
    "slime.experiments:dose_response": {"settings": "doses"},
}

#: a word that is given as a value -> what it may be called, the oldest first
WORDS: dict[str, tuple[str, ...]] = {
    "branching": ("branching", "counterfactual"),
    "spread": ("spread", "friedman_ratio"),
    "lasting": ("lasting", "excess_persistence"),
    "before": ("before", "previous_place"),
}

#: column of a data frame now -> its name in the frozen kit
COLUMNS: dict[str, str] = {
    "variance_ratio": "narrowing",
    "deviation": "spread",
    "previous_place": "before",
}


def get(name: str) -> Any:
    """The thing of a name of `NAMES`; `LookupError` where no kit of ours has it."""
    return _found(name)[0]


def _found(name: str) -> tuple[Any, str]:
    """The thing, and the dotted name that it was found by."""
    for dotted in NAMES.get(name, (f"slime:{name}",)):
        module, _, inside = dotted.partition(":")
        try:
            found: Any = importlib.import_module(module)
            for part in inside.split("."):
                found = getattr(found, part)
        except (ImportError, AttributeError):
            continue
        return found, dotted
    raise LookupError(f"{name}: none of {', '.join(NAMES.get(name, (name,)))}")


def counted(table: Any) -> Any:
    """A table of counts or shares, said to be one where the kit asks for that."""
    try:
        return get("Transitions")(table)
    except LookupError:
        return table


class Word(str):
    """A text that is one of `WORDS`: `call` tries all that it may be called."""


def call(name: str, *args: Any, **named: Any) -> Any:
    """Call a function of `NAMES` or of ``slime``, with its arguments as they are called now."""
    function, dotted = _found(name)
    names = KEYWORDS.get(dotted, {})
    named = {names.get(key, key): value for key, value in named.items()}
    return worded(function, *args, **named)


def worded(function: Any, *args: Any, **named: Any) -> Any:
    """Call with each `Word` as it is called now: the first way that is not refused."""
    ways = max([1, *(len(WORDS[one]) for one in (*args, *named.values()) if type(one) is Word)])
    for way in range(ways):
        try:
            return function(
                *(_way(one, way) for one in args),
                **{key: _way(one, way) for key, one in named.items()},
            )
        except (ValueError, TypeError, LookupError, AttributeError):
            if way == ways - 1:
                raise
    raise AssertionError


def _way(value: Any, way: int) -> Any:
    if type(value) is not Word:
        return value
    return WORDS[value][min(way, len(WORDS[value]) - 1)]


def attr(thing: Any, name: str) -> Any:
    """What `thing` has under a name of `ATTRIBUTES`."""
    for one in ATTRIBUTES[name]:
        if hasattr(thing, one):
            return getattr(thing, one)
    raise LookupError(f"{name}: none of {', '.join(ATTRIBUTES[name])}")


def told(thing: Any, name: str) -> Any:
    """The same, called if it is a method: `text` is one here and none there."""
    found = attr(thing, name)
    return found() if callable(found) else found
