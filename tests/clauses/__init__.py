"""One short test for each clause and each option value of the rules."""

import pytest

pytest.register_assert_rewrite("tests.clauses.records", "tests.clauses.tonk_records")
