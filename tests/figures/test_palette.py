"""The palette: contrast, colour blindness, and signs besides colour."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from colour_blind import SIGHTS, nearest, seen

from slime.figures.palette import (
    PLAYERS,
    SYMBOLS,
    THEMES,
    Theme,
    contrast,
    find_theme,
    luminance,
    mix,
    on_scale,
    place_colours,
    text_on,
)

SHEETS = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
EYES = pytest.mark.parametrize("sight", SIGHTS)


def test_the_simulation_keeps_greys_and_loses_what_it_should() -> None:
    for sight in SIGHTS:
        black, grey, white = (seen(c, sight) for c in ("#000000", "#808080", "#ffffff"))
        for point in (black, grey, white):
            assert np.abs(point[1:]).max() < 0.003, sight  # no hue
        assert white[0] == pytest.approx(1, abs=0.002)
    assert nearest(["#b00000", "#545400"], "protan") < 0.5 * nearest(
        ["#b00000", "#545400"], "all colours"
    )
    assert nearest(["#ff0000", "#00a000"], "deutan") < 0.4 * nearest(
        ["#ff0000", "#00a000"], "all colours"
    )
    assert nearest(["#0080ff", "#009090"], "tritan") < 0.7 * nearest(
        ["#0080ff", "#009090"], "all colours"
    )


#: Vienot, Brettel and Mollon (1999): RGB to cone responses, and what is left of those.
CONES = np.array(
    [[17.8824, 43.5161, 4.11935], [3.45565, 27.1554, 3.86714], [0.0299566, 0.184309, 1.46709]]
)
LEFT = {
    "protan, Vienot": [[0, 2.02344, -2.52581], [0, 1, 0], [0, 0, 1]],
    "deutan, Vienot": [[1, 0, 0], [0.494207, 0, 1.24827], [0, 0, 1]],
}


@EYES
def test_a_matrix_of_sight_keeps_greys_to_the_last_digit(sight: str) -> None:
    """A wrong digit in a row would show: each adds up to 1."""
    assert np.sum(SIGHTS[sight], axis=1) == pytest.approx(1, abs=2e-6)


@pytest.mark.parametrize("sight", LEFT)
def test_a_second_opinion_follows_from_the_cones(sight: str) -> None:
    """To five digits; and one dimension of three is lost."""
    from_cones = np.linalg.inv(CONES) @ np.array(LEFT[sight]) @ CONES
    np.testing.assert_allclose(SIGHTS[sight], from_cones, atol=2e-5)
    assert np.linalg.matrix_rank(SIGHTS[sight], tol=1e-6) == 2


def test_contrast_of_known_pairs() -> None:
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)
    assert contrast("#FFFFFF", "#777777") == contrast("#777777", "#FFFFFF")
    assert contrast("#123456", "#123456") == 1
    assert luminance("#FFFFFF") == pytest.approx(1)


@SHEETS
def test_text_can_be_read(theme: Theme) -> None:
    assert contrast(theme.ink, theme.paper) >= 12
    assert contrast(theme.soft, theme.paper) >= 7
    assert contrast(theme.ink, theme.band) >= 4.5


@SHEETS
def test_lines_and_bars_stand_off_the_paper(theme: Theme) -> None:
    for colour in (theme.first, theme.second, theme.third):
        assert contrast(colour, theme.paper) >= 3
    # Marks of players and places are edged in ink; their own colour may be pale.
    for colour in (*PLAYERS, *place_colours(8)):
        assert max(contrast(theme.ink, colour), contrast(colour, theme.paper)) >= 3
    assert contrast(theme.ink, theme.paper) >= 3


@SHEETS
def test_numbers_in_a_table_can_be_read_at_every_depth(theme: Theme) -> None:
    for depth in np.linspace(-1, 1, 81):
        colour = on_scale(theme, float(depth))
        assert contrast(text_on(colour), colour) >= 4.5, depth


@SHEETS
def test_depth_is_told_by_lightness_too(theme: Theme) -> None:
    for side in (-1, 1):
        steps = [luminance(on_scale(theme, side * d)) for d in np.linspace(0, 1, 11)]
        assert np.all(np.diff(steps) < 0) or np.all(np.diff(steps) > 0)


@EYES
def test_players_look_different(sight: str) -> None:
    assert nearest(PLAYERS, sight) > 0.07
    assert nearest(PLAYERS[:5], sight) > 0.07


@EYES
@pytest.mark.parametrize("players", range(3, 9))
def test_places_look_different(sight: str, players: int) -> None:
    assert nearest(place_colours(players), sight) > (0.085 if players <= 5 else 0.045)


@EYES
@SHEETS
def test_the_two_sides_look_different(theme: Theme, sight: str) -> None:
    assert nearest([theme.second, theme.paper, theme.first], sight) > 0.2
    assert nearest([theme.first, theme.second], sight) > 0.14
    assert nearest([on_scale(theme, -0.4), on_scale(theme, 0.4)], sight) > 0.07


def test_every_player_has_a_symbol_of_its_own() -> None:
    assert len(set(SYMBOLS)) == len(SYMBOLS) == len(PLAYERS) == len(set(PLAYERS)) == 8


def test_place_colours_begin_and_end_alike() -> None:
    for players in range(2, 9):
        colours = place_colours(players)
        assert (colours[0], colours[-1]) == ("#0072b2", "#c04a00")
        assert len(set(colours)) == players
    assert place_colours(1) == ["#0072b2"]


def test_mix() -> None:
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"
    for a, b in itertools.product(("#0072B2", "#E69F00"), repeat=2):
        assert mix(a, b, 0.0) == a.lower()


def test_unknown_theme() -> None:
    with pytest.raises(ValueError, match="theme: one of light, dark, not 'blue'"):
        find_theme("blue")
