"""Rule sets as people meet them: keywords, attributes, docstrings, JSON, numpy, errors."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import json
import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from rule_sets import some_rules

import slime
from slime.game.presets import FIELDS, PRESETS, RuleFields
from slime.game.rules import AS_PRESET, Rules, RulesError, from_json
from slime.i18n import LANGUAGES, words


def test_keywords_attributes_and_declaration_agree() -> None:
    parameters = inspect.signature(slime.rules).parameters
    keywords = [
        name
        for name, one in parameters.items()
        if one.kind is one.KEYWORD_ONLY and name != "variants"
    ]
    declared = [field.name for field in dataclasses.fields(RuleFields)][1:]
    assert keywords == declared == list(FIELDS)
    assert [field.name for field in dataclasses.fields(Rules)][1:] == declared
    assert all(list(preset) == declared for preset in PRESETS.values())
    assert all(parameters[name].default is AS_PRESET for name in declared)
    assert set(declared) <= set(dir(slime.rules()))


@pytest.mark.parametrize("field", FIELDS)
def test_types_and_docstrings_list_the_choices(field: str) -> None:
    annotation = str(inspect.signature(slime.rules).parameters[field].annotation)
    for doc in (slime.rules.__doc__, Rules.__doc__):
        assert doc is not None
        line = next(line for line in doc.splitlines() if line.strip().startswith(f"{field} : "))
        for choice in FIELDS[field].choices:
            if isinstance(choice, bool):
                assert "bool" in line and "bool" in annotation
            else:
                assert repr(choice).replace("'", '"') in line
                assert repr(choice) in annotation.replace("Optional", "None")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("field", FIELDS)
def test_no_field_takes_nonsense(field: str, lang: str) -> None:
    for value in ("?", 7.5, b"x", object(), {}, [None], [[]], True, -1):
        if value in FIELDS[field].choices and type(value) is bool:
            continue
        with slime.language(lang), pytest.raises(RulesError) as problem:
            slime.rules("slime-licker", **{field: value})
        assert (problem.value.code, problem.value.at) == ("unknown-rules", f"rules.{field}")
        assert str(problem.value).startswith(f"{field}: {FIELDS[field].may_be(words(lang))}")
        for other in LANGUAGES:
            assert problem.value.said(other).startswith(field)


def test_there_and_back_by_json() -> None:
    rng = Random(5)
    for _ in range(300):
        made, _ = some_rules(rng)
        written = json.loads(json.dumps(made.to_json()))
        assert slime.rules(written) == slime.rules(**written) == made
        assert from_json(json.loads(json.dumps(made.header()))) == made
        assert slime.rules(made) is made
        assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == made
        assert hash(copy.copy(made)) == hash(made)
        assert eval(repr(made), {"rules": slime.rules}) == made


def test_frozen_and_replaced_like_any_dataclass() -> None:
    made = slime.rules("king-and-slave", must_play=True)
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.must_play = False  # type: ignore[misc]
    assert dataclasses.replace(made, must_play=False) == slime.rules("king-and-slave")
    assert made.replace(joker_trump=True).jokers == 2
    assert Rules("king-and-slave", joker_trump=True) == slime.rules("king-and-slave", variants=[6])
    assert dataclasses.asdict(made)["must_play"] is True


def test_numpy_numbers_are_whole_numbers() -> None:
    made = slime.rules(
        "slime-licker",
        players=[np.int64(4), np.int8(6)],
        decks=np.int64(1),  # type: ignore[arg-type]
        exchange=[np.int64(2), np.int64(1)],
        scoring=[np.int64(3), 2, 1, 0],
        match={"deals": np.int64(7)},
        variants=[],
    )
    assert made == slime.rules(
        "slime-licker",
        players=[4, 6],
        decks=1,
        exchange=[2, 1],
        scoring=[3, 2, 1, 0],
        match={"deals": 7},
    )
    json.dumps(made.to_json())
    assert slime.rules("king-and-slave", variants=np.array([2])).passing == "locked"


def test_a_field_that_is_none() -> None:
    wrong: dict[str, Any] = {"colour": "red"}
    with pytest.raises(RulesError, match="no field 'colour'; fields are players, decks") as problem:
        slime.rules("slime-licker", **wrong)
    assert problem.value.at == "rules.colour"


def test_errors_travel_between_processes() -> None:
    with pytest.raises(RulesError) as problem:
        slime.rules("slime-licker", jokers=3)  # type: ignore[arg-type]
    back = pickle.loads(pickle.dumps(problem.value))
    assert (str(back), back.code, back.at) == (
        str(problem.value),
        problem.value.code,
        problem.value.at,
    )
