"""Settings of the whole suite."""

from __future__ import annotations

from hypothesis import settings

# The same examples in every run, and no deadline: the first call of a kernel may compile it.
settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")
