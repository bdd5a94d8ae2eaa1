"""Colours as seen with a colour blindness, and how far apart they look.

Matrices on linear RGB: Machado, Oliveira and Fernandes (2009), severity 1; for red and green also
Vienot, Brettel and Mollon (1999), as a second opinion. The first were
compared digit by digit with the authors' table as other libraries carry it; a test derives the
second from the article's cone responses. Distances in Oklab (Ottosson 2020), where 1
is black to white.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from slime.figures.palette import linear

Floats = NDArray[np.float64]

SIGHTS: dict[str, list[list[float]]] = {
    "all colours": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
    "protan, Vienot": [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
    "deutan, Vienot": [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
}

_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def light(colour: str) -> Floats:
    """A colour like #0072B2 as linear RGB."""
    return np.array([linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5)])


def seen(colour: str, sight: str) -> Floats:
    """A colour as seen, in Oklab."""
    shown = np.clip(np.array(SIGHTS[sight]) @ light(colour), 0, 1)
    return np.asarray(_LAB @ np.cbrt(_LMS @ shown))


def nearest(colours: Sequence[str], sight: str) -> float:
    """How far the two colours lie apart that look most alike."""
    points = [seen(colour, sight) for colour in colours]
    return min(float(np.linalg.norm(a - b)) for a, b in itertools.combinations(points, 2))
