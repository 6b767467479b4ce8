"""Whole hands of gin, on one core and on two, and against the naive twin; and the exact distribution of the deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np

from scripts.timing.deadwood import LEAST_DEADWOOD, deadwood_job, random_hands, sum_least_deadwood
from scripts.timing.rounds import DisagreementError, Job, Row, must_agree, scaled, take_turns
from simcards import census, registry
from simcards.answers.chart import MOST_CHART_GAMES, open_study
from simcards.answers.paths import PathSet
from simcards.cards import card_text, cards_text
from simcards.compile import compile_policies, compile_rule_sets, new_record, parse_policies
from simcards.rules import load_rules
from simcards.simulation import simulate
from tests.naive.gin import apply, new_hand
from tests.naive.gin_policies import greedy_action
from tests.naive.gin_rules import CLASSIC
from tests.naive.melds import Cards, families
from tests.naive.melds import deadwood as naive_deadwood

HANDS = {"greedy": 50_000, "simple": 20_000, "random": 10_000}
TARGETS = {"greedy": "at most 750"}
PASSES = 1000
"""How many times as much the kernels get to do as the naive twin."""
NAIVE_HANDS = 2
NAIVE_DEADWOODS = 5_000
PATH_HANDS = 25_000
THREADED_HANDS = 1_000_000
THREADED_ROUNDS = 5
CENSUS_ROUNDS = 3


def hand_title(policy: str) -> str:
    """Return how rows call whole hands of a policy."""
    return f"gin, whole hands, {policy} against itself"


class Table:
    """Seats with the same policy, and the records that the kernels play in.

    Parameters
    ----------
    policy
        As on the command line.
    overrides
        Changes to the game's first preset.
    seed
        Of the decks.
    game
        The game's name.
    """

    def __init__(
        self, policy: str, overrides: Mapping[str, object] | None = None, seed: int = 1, game: str = "gin"
    ) -> None:
        played = registry.game(game)
        self.engine = played.load_engine()
        self.rules = load_rules(game, None, overrides or {})
        self.params = compile_rule_sets(played, [self.rules])
        self.policies = compile_policies(parse_policies(played, [policy], self.rules.players))
        self.state, self.scratch = new_record(self.engine.state), new_record(self.engine.scratch)
        self.scratch.seed_low = seed

    def play(self, hands: int, first: int = 0) -> Any:
        """Play hands from number `first` on and return their counts, as bytes that can be compared.

        Raises
        ------
        DisagreementError
            If the counts are not of that many hands.
        """
        shapes = self.engine.count_shapes([self.rules])
        counts = tuple(np.zeros((1, *shape), np.int64) for shape in shapes.values())
        self.engine.run_slice(self.params, self.policies, first, hands, self.state, self.scratch, counts)
        counted = int(dict(zip(shapes, counts, strict=True))["ended"].sum())
        if counted != hands:
            raise DisagreementError(f"{hands} hands were played and {counted} counted.")
        return b"".join(array.tobytes() for array in counts)

    def job(self, hands: int) -> Job:
        """Return the job of the first hands."""
        return Job("simcards", lambda: self.play(hands), hands)


class Played(NamedTuple):
    """Whole hands to time."""

    what: str
    table: Table
    hands: int
    """In a round."""
    target: str | None = None


def hand_rows(played: Sequence[Played], rounds: int, scale: float) -> list[Row]:
    """Return whole hands a second and core, and what one costs in deadwood calls."""
    jobs = [one.table.job(scaled(one.hands, scale)) for one in played]
    unit, *timed = take_turns([deadwood_job(scale), *jobs], rounds)
    return [
        Row(one.what, ours.rate, "hands/s", "time of a least deadwood", ours.cost_in(unit), one.target)
        for one, ours in zip(played, timed, strict=True)
    ]


def policy_rows(rounds: int, scale: float) -> list[Row]:
    """Return the rows of whole hands of each policy against itself."""
    played = [Played(hand_title(name), Table(name), hands, TARGETS.get(name)) for name, hands in HANDS.items()]
    return hand_rows(played, rounds, scale)


def paths_row(rounds: int, scale: float) -> Row:
    """Return hands a second and core stored as paths for charts, lay-offs tried at every point, and then scored."""
    hands = scaled(PATH_HANDS, scale)
    rules = load_rules("gin")
    study = open_study("gin", "knock", rules, games=MOST_CHART_GAMES)

    def play() -> int:
        return sum(PathSet(study.run, study.question, 0, hands, 1).map(rules, lambda paths: paths.hands))

    timed, greedy = take_turns([Job("simcards", play, hands), Table("greedy").job(hands)], rounds)
    against = "time of a hand of greedy against itself"
    return Row("gin, paths for charts", timed.rate, "hands/s", against, timed.cost_in(greedy), "50,000 hands/s")


def naive_rows(rounds: int, scale: float) -> list[Row]:
    """Return how many times as fast the kernels are as the naive twin of the tests."""
    hands = random_hands(10, scaled(NAIVE_DEADWOODS, scale))
    texts = [frozenset(cards_text(int(hand))) for hand in hands]
    searches = [
        Job("simcards", lambda: {int(sum_least_deadwood(hands)) for _ in range(PASSES)}, PASSES * len(hands)),
        Job("naive twin", lambda: {_naive_sum(texts)}, len(hands)),
    ]
    searched = take_turns(searches, rounds)
    must_agree(searched)
    table = Table("greedy")
    games = scaled(NAIVE_HANDS, scale)
    decks = [_checked_deck(table, game) for game in range(games)]
    played = take_turns([table.job(PASSES * games), Job("naive twin", lambda: _naive_payoffs(decks), games)], rounds)
    return [
        Row(what, ours.rate, "hands/s", f"speed of the tests' naive twin ({naive.rate:,.0f})", naive.cost_in(ours))
        for what, (ours, naive) in (
            (LEAST_DEADWOOD, searched),
            (hand_title("greedy"), played),
        )
    ]


def _naive_sum(hands: list[Cards]) -> int:
    _forget()
    return sum(map(naive_deadwood, hands))


def _forget() -> None:
    naive_deadwood.cache_clear()
    families.cache_clear()


def _checked_deck(table: Table, game: int) -> list[str]:
    """Return the deck of a game, having checked that the twin scores it as the kernels do."""
    table.play(1, game)
    deck = [card_text(int(card)) for card in table.state.deck]
    ours = tuple(int(points) for points in table.state.payoff)
    if ours not in _payoffs(deck, game):
        raise DisagreementError(f"game {game}: simcards pays {ours}, the naive twin {_payoffs(deck, game)}.")
    return deck


def _payoffs(deck: list[str], game: int) -> set[tuple[int, ...]]:
    """Return the payoffs that the rules allow; equally good splits can leave more than one pair."""
    hand = new_hand(CLASSIC, deck, game % 2)
    while not hand.over:
        apply(hand, greedy_action(hand))
    return {tuple(ending["payoffs"]) for ending in hand.endings}


def _naive_payoffs(decks: list[list[str]]) -> list[set[tuple[int, ...]]]:
    _forget()
    return [_payoffs(deck, game) for game, deck in enumerate(decks)]


def thread_rows(scale: float) -> list[Row]:
    """Return the run of two threads against that of one, by the clock and by processor time."""
    hands = scaled(THREADED_HANDS, scale)
    one, two = take_turns([_threaded(hands, 1), _threaded(hands, 2)], THREADED_ROUNDS)
    must_agree([one, two])
    what = hand_title("greedy") + ", simulate() with 2 threads"
    return [
        Row(what, two.wall_rate, "hands/s", "speed of 1 thread", two.speed_over(one), "at least 1.8"),
        Row(what, two.rate, "hands/s and core", "processor time of 1 thread", two.cost_in(one), "at most 1.05"),
    ]


def _threaded(hands: int, threads: int) -> Job:
    return Job(
        f"{threads} threads",
        lambda: simulate("gin", "classic", policies=["greedy"], games=hands, threads=threads).rows,
        hands,
    )


def census_row() -> Row:
    """Return the seconds of the exact deadwood distribution of all ten-card hands, nothing remembered."""
    (timed,) = take_turns([Job("census", _census, 1)], CENSUS_ROUNDS)
    if timed.answer != comb(52, 10):
        raise DisagreementError(f"the census counts {timed.answer} ten-card hands.")
    seconds = 1 / timed.wall_rate
    what = f"exact deadwood of all {timed.answer:,} 10-card hands"
    return Row(what, seconds, "s", "limit of 5 s", seconds / 5, "at most 1")


def _census() -> int:
    for function in vars(census).values():
        if hasattr(function, "cache_clear"):
            function.cache_clear()
    return int(census.census(10)[0, 10].sum())
