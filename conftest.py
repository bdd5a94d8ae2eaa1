"""What holds for all tests, the examples in docstrings included."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import hypothesis
import pytest

from slime.i18n import language

#: Settings that Jupyter runs, not modules.
collect_ignore_glob = ["slime/app/jupyter_config/*"]

# No deadline: a busy machine is not a fault. In CI the same examples each time.
hypothesis.settings.register_profile("slime", deadline=None, derandomize=bool(os.environ.get("CI")))
hypothesis.settings.load_profile("slime")

# A shell's background job ignores Ctrl-C, and so would the processes that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test begins in English, whatever language another one chose."""
    before = language()
    language("en")
    yield
    language(before)
