from __future__ import annotations

import pytest

from simcards.reports.gin import findings
from simcards.result import Result
from simcards.rules import load_rules


def study(nets, *, behind, best, usual=10, policies=("greedy", "greedy"), both=False):
    """Return a study with the given nets (limit: (estimate, se)) and intervals of `behind` (limit: (low, high))."""

    def row(metric, knock, estimate, half=0.0, changes="one"):
        interval = {"estimate": estimate, "se": half / 2, "low": estimate - half, "high": estimate + half, "n": 2000}
        return {"changes": changes, "metric": metric, "knock": knock, "who": None, **interval}

    rows = [row("net", knock, estimate, 2 * se) for knock, (estimate, se) in nets.items()]
    rows += [row("behind", knock, (low + high) / 2, (high - low) / 2) for knock, (low, high) in behind.items()]
    rows.append(row("net_fresh", best, 3.64, 0.03))
    if both:
        rows += [row(metric, best, 0.5, 0.01, "both") for metric in ("any_gin", "undercut", "turns")]
    extra = {"best": best, "usual": usual}
    return Result("knock_limits", load_rules("gin"), rows, games=2000, policies=list(policies), extra=extra)


CLEAR = study({0: (3.6, 0.02), 9: (-0.1, 0.01), 10: (0, 0)}, behind={9: (3.5, 3.9), 10: (3.4, 3.8)}, best=0, both=True)


class TestAboutLimits:
    def test_a_clear_best_is_named_with_its_opponent_and_value(self):
        first, second, third, *_ = findings.about_limits(CLEAR)
        assert first == (
            "Against an opponent who plays greedy, knocking at once with at most 10, the best fixed limit is 0: "
            "waiting for gin earns +3.64 ± 0.03 points a hand, net."
        )
        assert "no part in choosing" in second
        assert third.startswith("Every other limit in the table does worse than 0")

    def test_worse_than_now_is_said(self):
        assert any("The limit 9 earns less than 10" in sentence for sentence in findings.about_limits(CLEAR))

    def test_worse_than_now_has_to_hold_in_all_comparisons_together(self):
        nets = dict.fromkeys(range(10), (-0.021, 0.01)) | {10: (0.0, 0.0)}
        doubtful = study(nets, behind=dict.fromkeys(range(10), (0.0, 0.05)), best=10)
        assert not any("earn less" in sentence for sentence in findings.about_limits(doubtful))

    def test_both_changing_gains_nothing_only_between_equals(self):
        assert any("neither gains" in sentence for sentence in findings.about_limits(CLEAR))
        unequal = study(
            {0: (3.6, 0.02), 10: (1, 0.1)}, behind={10: (1, 2)}, best=0, policies=("simple", "greedy"), both=True
        )
        assert not any("neither gains" in sentence for sentence in findings.about_limits(unequal))

    @pytest.mark.parametrize(
        "unclear",
        [
            study({9: (0.01, 0.02), 10: (0, 0)}, behind={10: (-0.03, 0.05)}, best=9),
            study({9: (-0.1, 0.02), 10: (0, 0)}, behind={9: (0.05, 0.15)}, best=10),
        ],
    )
    def test_what_is_not_better_is_not_recommended(self, unclear):
        sentences = list(findings.about_limits(unclear))
        assert "no other fixed limit is shown to do better than 10" in sentences[0]
        assert not any("no part in choosing" in sentence for sentence in sentences)

    def test_limits_that_cannot_be_told_apart_are_listed(self):
        tied = study({0: (3.6, 0.02), 1: (3.6, 0.02), 10: (0, 0)}, behind={1: (-0.1, 0.1), 10: (3, 4)}, best=0)
        assert "The limit 1 cannot be told apart from 0, which did best here." in list(findings.about_limits(tied))
