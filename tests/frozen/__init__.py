"""The kit as it was at version frozen-0.1 held against the kit as it is now; see `compare.py`."""
