"""The rules as whole numbers: the part that is stepped through as Python and compiled by numba."""
