from __future__ import annotations

import random
import threading

import numpy as np
import pytest

from simcards import registry
from simcards.answers.pairing import follow, interval, numbers
from simcards.answers.rounds import MOST_TOGETHER, play_together
from simcards.answers.sweeping import sweep
from simcards.compile import parse_policies
from simcards.errors import RulesError
from simcards.game import Figure, Moments
from simcards.playing import Run, play_block
from simcards.rules import load_rules
from simcards.simulation import simulate
from tests.sweeps import rows_of

GAMES = pytest.mark.parametrize("game", registry.games())
EXTREMES = {"gin_bonus": (0, 1000), "undercut_bonus": (0, 1000), "tonk_pays": (0, 100), "out_pays": (0, 100)}


def random_rules(game, rng):
    """Return a rule set that can be played, about a third of its options at another usual value."""
    rules = load_rules(game, rng.choice(registry.game(game).load_rules().presets))
    for option in rules.option_names():
        if (values := rules.usual(option)) and rng.random() < 0.35:
            try:
                rules = load_rules(game, {"preset": rules.preset, **dict(rules), option: rng.choice(values)})
            except RulesError:
                continue
    return rules


class TestRescored:
    @GAMES
    def test_a_hand_counted_again_is_the_hand_played_again(self, game):
        """For each option that is only paid, under random rules, by random players and by others."""
        rng = random.Random(7)
        found = registry.game(game)
        engine = found.load_engine()
        specs = [spec.name for spec in found.policies]
        for option in sorted(engine.rescored):
            rules = random_rules(game, rng)
            values = (*rules.usual(option), *EXTREMES.get(option, ()))
            others = tuple(load_rules(game, {"preset": rules.preset, **dict(rules), option: value}) for value in values)
            texts = ["random"] if rng.random() < 0.5 else rng.choices(specs, k=found.active(rules.players))
            policies = tuple(parse_policies(found, texts, rules.players))
            together = play_block(Run(found, rules, policies, 3, others), 0, 60, threading.Event())
            for rule_set, counts in zip((rules, *others), together, strict=True):
                (alone,) = play_block(Run(found, rule_set, policies, 3), 0, 60, threading.Event())
                assert engine.rows(counts) == engine.rows(alone), (option, rule_set.differences())
                assert engine.figures(counts) == engine.figures(alone)

    @GAMES
    def test_rules_that_only_pay_otherwise_are_played_once(self, game):
        found = registry.game(game)
        base = load_rules(game)
        paid = [
            load_rules(game, None, {option: value})
            for option in sorted(found.load_engine().rescored)
            for value in base.usual(option)
        ]
        runs, places = play_together([base, *paid], lambda rules: Run(found, rules, (), 1))
        assert len(runs) == 1
        assert places == list(range(len(paid) + 1))

    def test_runs_have_a_largest_size_and_every_rule_set_its_place(self):
        gin = registry.game("gin")
        pays = [load_rules("gin", None, {"gin_bonus": bonus, "layoff": bonus % 2 == 0}) for bonus in range(200)]
        runs, places = play_together(pays, lambda rules: Run(gin, rules, (), 1))
        played = [rules for run in runs for rules in run.rule_sets]
        assert [played[place] for place in places] == pays
        assert [len(run.rule_sets) for run in runs] == [MOST_TOGETHER, 100 - MOST_TOGETHER] * 2


class TestFigures:
    @GAMES
    @pytest.mark.parametrize("mixed", [False, True])
    def test_are_those_of_simulate(self, game, mixed):
        found = registry.game(game)
        players = load_rules(game).players
        texts = ["random", *[found.default_policy] * (found.active(players) - 1)] if mixed else []
        played = simulate(game, policies=texts, games=700)
        swept = sweep(game, vary={"players": [players]}, policies=texts, games=700)
        own = {(row["metric"], row["seat"], row["position"]): row for row in swept.rows}
        shared = [row for row in played.rows if (row["metric"], row["seat"], row["position"]) in own]
        for row in shared:
            told = own[row["metric"], row["seat"], row["position"]]
            assert told["estimate"] == pytest.approx(row["estimate"], rel=1e-9, abs=1e-12)
            assert told["n"] == row["n"]
            if not mixed:  # who differ take turns at dealing: batches know that, single hands do not
                assert told["se"] == pytest.approx(row["se"], rel=0.4)
            if row["metric"].startswith(("win", "outcome:")):
                assert (told["low"], told["high"]) == pytest.approx((row["low"], row["high"]), rel=1e-12)
        more = {metric for metric, _, _ in set(own) - {(r["metric"], r["seat"], r["position"]) for r in shared}}
        questions = [] if mixed else found.load_engine().stopping
        assert more == {"moved", *(f"best_limit:{question}" for question in questions)}

    @GAMES
    def test_what_moves_is_half_of_what_is_won_and_paid(self, game):
        """All that the seats gain, summed up hand by hand."""
        found = registry.game(game)
        rules = load_rules(game)
        engine = found.load_engine()
        run = Run(found, rules, tuple(parse_policies(found, [], rules.players)), 5)
        moved = 0.0
        for hand in range(60):
            (counts,) = play_block(run, hand, 1, threading.Event())
            figures = engine.figures(counts)
            won = [figures[Figure("net", seat)].total for seat in range(rules.players)]
            assert sum(won) == pytest.approx(0)
            moved += sum(map(abs, won)) / 2
            assert figures[Figure("moved")].total == pytest.approx(sum(map(abs, won)) / 2)
        assert moved > 0


class TestPairing:
    def test_a_base_in_the_grid_differs_by_exactly_nothing(self):
        result = sweep("gin", vary={"undercut_bonus": [10, 25]}, games=500)
        for row in (row for row in result.rows if not row["metric"].startswith("best_limit")):
            same = {row[f"difference{end}"] for end in ("", "_se", "_low", "_high")} == {0.0}
            assert same if row["undercut_bonus"] == 25 else "difference" in row
        assert result.extra["base"]["corner"] == {"undercut_bonus": 25}

    @pytest.mark.parametrize("vary", [{"undercut_bonus": [10]}, {"knock_limit": [7]}])
    def test_on_the_same_deals_less_is_left_to_luck(self, vary):
        result = sweep("gin", vary=vary, games=4000)
        (row,) = rows_of(result, "moved")
        base = next(row for row in result.extra["base"]["rows"] if row["metric"] == "moved")
        assert row["difference"] == pytest.approx(row["estimate"] - base["estimate"])
        assert row["difference_se"] < 0.75 * np.hypot(row["se"], base["se"])

    def test_one_observation_a_batch_is_the_usual_standard_error(self):
        values = np.array([3.0, -1, 4, 1, 5, -9, 2, 6])
        found = follow(np.array([numbers(Moments(1, value)) for value in values])).estimate()
        assert (found.estimate, found.n) == (values.mean(), 8)
        assert found.se == pytest.approx(values.std(ddof=1) / np.sqrt(8))
        assert found.high - found.estimate == pytest.approx(2.364624 * found.se)  # t, 7 degrees of freedom

    def test_a_deviation_is_the_sample_s(self):
        values = np.random.default_rng(1).integers(-20, 20, (10, 30)).astype(float)
        lines = np.array([numbers(Moments(30, row.sum(), (row**2).sum())) for row in values])
        assert follow(lines).value == pytest.approx(values.std(ddof=1))
        assert follow(lines).pulls.sum() == pytest.approx(0, abs=1e-9)

    def test_a_deviation_of_equal_numbers_is_nothing_and_of_one_number_unknown(self):
        assert follow(np.array([numbers(Moments(5, 10, 20))] * 3)).estimate().high == 0
        assert follow(np.array([numbers(Moments(1, 2, 4))])) is None

    def test_one_batch_has_no_interval(self):
        found = interval(2.0, np.zeros(1), 7)
        assert (found.estimate, found.se, found.low, found.high, found.n) == (2.0, None, None, None, 7)

    def test_intervals_that_hold_together_are_wider(self):
        pulls = np.array([1.0, -1, 2, -2])
        one, many = (interval(0.0, pulls, 4, comparisons) for comparisons in (1, 20))
        assert many.high > 1.5 * one.high
        assert many.se == one.se

    @pytest.mark.parametrize("figure", ["mean", "share", "deviation"])
    def test_intervals_of_differences_cover_the_truth(self, figure):
        """Two rule sets on the same planted luck, 600 times 100 batches of 8 hands.

        93.0 to 97.5 % are covered: 95 % less or more than 2.2 standard deviations, which would fail once in 40 runs
        of other seeds; with this seed it always holds.
        """
        rng = np.random.default_rng(2)
        truth = {"mean": 0.3, "share": 0.7 - 0.6, "deviation": np.sqrt(4 + 1) - np.sqrt(4 + 0.25)}[figure]
        covered = widths = alone = 0.0
        for _ in range(600):
            luck = 2 * rng.standard_normal((100, 8))
            one = luck + 0.5 * rng.standard_normal(luck.shape)
            other = luck + 0.3 + rng.standard_normal(luck.shape)
            if figure == "share":  # of hands that have a winner, whose number varies
                kept = rng.random(luck.shape) < 0.9
                chance = rng.random(luck.shape)
                one, other = (chance < 0.6) & kept, (chance < 0.7) & kept
                both = [
                    [numbers(Moments(k.sum(), h.sum())) for k, h in zip(kept, hits, strict=True)]
                    for hits in (one, other)
                ]
            else:
                squares = figure == "deviation"
                both = [
                    [numbers(Moments(8, b.sum(), (b**2).sum() if squares else None)) for b in hands]
                    for hands in (one, other)
                ]
            base, own = (follow(np.array(lines)) for lines in both)
            found = own.less(base)
            covered += found.low <= truth <= found.high
            widths += found.se
            alone += np.hypot(own.estimate().se, base.estimate().se)
        assert 0.930 <= covered / 600 <= 0.975
        assert widths < 0.8 * alone


class TestRun:
    def test_threads_change_nothing(self):
        results = [
            sweep("tonk", vary=["hit_freeze=0,1", "tonk_pays=1,2"], games=900, threads=threads) for threads in (1, 2, 5)
        ]
        assert len({result.tally for result in results}) == 1
        assert results[0].to_dict() == results[1].to_dict() == results[2].to_dict()

    def test_other_hands_other_tallies(self):
        tallies = [
            sweep("gin", vary={"layoff": values}, games=games, seed=seed).tally
            for values, games, seed in [([True], 100, 1), ([False], 100, 1), ([True], 101, 1), ([True], 100, 2)]
        ]
        assert len(set(tallies)) == 4

    def test_interrupted_it_has_the_games_that_all_have_played(self):
        vary = {"hit_freeze": [0, 1, 2]}
        calls = []

        def interrupt(done, total):
            calls.append((done, total))
            if len(calls) == 3 * 40 + 2:
                raise KeyboardInterrupt

        result = sweep("tonk", vary=vary, games=1000, threads=2, progress=interrupt)
        whole = sweep("tonk", vary=vary, games=400)
        assert (result.games, result.extra["interrupted"]) == (400, True)
        assert result.tally == whole.tally
        of_hands = [row["estimate"] for row in whole.rows if not row["metric"].startswith("best_limit")]
        assert [row["estimate"] for row in result.rows] == pytest.approx(of_hands)

    def test_interrupted_while_limits_are_sought_it_shows_the_hands(self, monkeypatch):
        def interrupt(*_args):
            raise KeyboardInterrupt

        monkeypatch.setattr("simcards.answers.sweeping.best_limits", interrupt)
        result = sweep("tonk", vary={"hit_freeze": [0, 1]}, games=300)
        assert (result.games, result.extra["interrupted"]) == (300, True)
        assert not [row for row in result.rows if row["metric"].startswith("best_limit")]

    def test_interrupted_before_anything_it_has_nothing(self):
        def interrupt(done, total):
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            sweep("gin", vary={"layoff": [True]}, games=500, progress=interrupt)

    def test_progress_goes_to_the_end(self):
        seen = []
        sweep("tonk", vary={"hit_freeze": [0, 1]}, games=150, progress=lambda done, total: seen.append((done, total)))
        assert seen == sorted(seen)
        assert seen[-1] == (300, 300)

    @pytest.mark.parametrize("games", [1, 2, 99])
    def test_few_hands(self, games):
        result = sweep("tonk", vary={"hit_freeze": [0]}, games=games)
        (row,) = rows_of(result, "moved")
        assert row["n"] == games
        assert (row["difference_low"] is None) == (games == 1)
        assert rows_of(result, "payoff_sd", position=1)[0]["n"] == (0 if games == 1 else games)
