"""The kit as it was at version 0.1.0 held against the kit as it is now; see `compare.py`."""
