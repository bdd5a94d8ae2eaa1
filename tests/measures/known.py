"""Published tables and the numbers published for them."""

from __future__ import annotations

import numpy as np

# Benhabib, Bisin and Luo (2017), wealth classes of two generations; their Shorrocks index: 0.98.
BENHABIB = np.array(
    [
        [0.222, 0.222, 0.215, 0.187, 0.081, 0.038, 0.029, 0.006],
        [0.221, 0.220, 0.215, 0.188, 0.082, 0.039, 0.029, 0.006],
        [0.207, 0.209, 0.210, 0.194, 0.090, 0.046, 0.036, 0.008],
        [0.198, 0.201, 0.207, 0.198, 0.095, 0.052, 0.040, 0.009],
        [0.175, 0.178, 0.197, 0.207, 0.110, 0.067, 0.054, 0.012],
        [0.182, 0.184, 0.200, 0.205, 0.106, 0.062, 0.050, 0.011],
        [0.123, 0.125, 0.166, 0.216, 0.141, 0.114, 0.094, 0.021],
        [0.084, 0.084, 0.142, 0.228, 0.170, 0.143, 0.121, 0.028],
    ]
)

# Quintiles of income per head of 48 US states, 1929 to 2009, year by year: counts behind the matrix
# in the documentation of giddy (PySAL), whose five indices are US_INDICES.
US_INCOME = np.array(
    [
        [729, 71, 1, 0, 0],
        [72, 567, 80, 3, 0],
        [0, 81, 631, 86, 2],
        [0, 3, 86, 573, 56],
        [0, 0, 1, 57, 741],
    ]
)
US_START = (0.1, 0.2, 0.2, 0.4, 0.1)
US_INDICES = {"P": 0.19759, "D": 0.60685, "L2": 0.03978, "B1": 0.22777, "B2": 0.04637}

# Kemeny and Snell (1960): weather in the Land of Oz (rain, nice, snow).
OZ = np.array([[2, 1, 1], [2, 0, 2], [1, 1, 2]]) / 4
OZ_STATIONARY = np.array([2, 1, 2]) / 5
OZ_PASSAGE = np.array([[5 / 2, 4, 10 / 3], [8 / 3, 5, 8 / 3], [10 / 3, 4, 5 / 2]])

# Own simulation: slime-licker, five players of the strategy "lowest", 60 deals, seeds 0 to 399.
FIVE_LOWEST = np.array(
    [
        [12287, 0, 0, 0, 11313],
        [6711, 8304, 4487, 2786, 1312],
        [2667, 6539, 6137, 5460, 2797],
        [929, 3910, 5977, 8020, 4764],
        [1006, 4847, 6999, 7334, 3414],
    ]
)
