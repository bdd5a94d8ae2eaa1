"""``python -m slime``: the same as the command ``slime``."""

from slime.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
