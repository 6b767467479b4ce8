"""Whole hands of tonk for four, on one core, stored as paths, and against the naive twin."""

from __future__ import annotations

from scripts.timing.deadwood import deadwood_job
from scripts.timing.hands import Table
from scripts.timing.rounds import DisagreementError, Job, Row, scaled, take_turns
from simcards.answers.chart import MOST_CHART_GAMES, open_study
from simcards.answers.paths import PathSet
from simcards.cards import card_text
from simcards.games.tonk.params import UNIT
from tests.naive.tonk import apply, new_hand
from tests.naive.tonk_policies import simple_actions
from tests.naive.tonk_records import result_of
from tests.naive.tonk_rules import read_rules

PLAYERS = 4
HANDS = {"simple": 40_000, "cautious": 40_000, "random": 40_000}
TARGETS = {"simple": "at most 3,000"}
PATH_HANDS = 25_000
NAIVE_HANDS = 20
PASSES = 500
"""How many times as much the kernels get to do as the naive twin."""


def hand_title(policy: str) -> str:
    """Return how rows call whole hands of a policy."""
    return f"tonk for {PLAYERS}, whole hands, all {policy}"


def table(policy: str) -> Table:
    """Return a table of tonk with the same policy in all seats."""
    return Table(policy, {"players": PLAYERS}, game="tonk")


def rows(rounds: int, scale: float) -> list[Row]:
    """Return hands a second and core of each policy and what one costs in deadwood calls, of paths, and the twin's."""
    jobs = [table(policy).job(scaled(hands, scale)) for policy, hands in HANDS.items()]
    unit, *played = take_turns([deadwood_job(scale), *jobs], rounds)
    of_policies = [
        Row(
            hand_title(policy),
            timed.rate,
            "hands/s",
            "time of a least deadwood",
            timed.cost_in(unit),
            TARGETS.get(policy),
        )
        for policy, timed in zip(HANDS, played, strict=True)
    ]
    return [*of_policies, paths_row(rounds, scale), naive_row(rounds, scale)]


def paths_row(rounds: int, scale: float) -> Row:
    """Return hands a second and core stored as paths for drop charts, every chance to drop noted, and then scored."""
    hands = scaled(PATH_HANDS, scale)
    study = open_study("tonk", "drop", table("simple").rules, games=MOST_CHART_GAMES)

    def play() -> int:
        return sum(PathSet(study.run, study.question, 0, hands, 1).map(study.run.rules, lambda paths: paths.hands))

    timed, simple = take_turns([Job("simcards", play, hands), table("simple").job(hands)], rounds)
    what = f"tonk for {PLAYERS}, paths for charts"
    return Row(what, timed.rate, "hands/s", "time of a hand of simple", timed.cost_in(simple))


def naive_row(rounds: int, scale: float) -> Row:
    """Return how many times as fast the kernels are as the naive twin of the tests, on the same decks."""
    simple, hands = table("simple"), scaled(NAIVE_HANDS, scale)
    decks = [_checked_deck(simple, game) for game in range(hands)]
    jobs = [simple.job(PASSES * hands), Job("naive twin", lambda: [*map(_payoffs, decks, range(hands))], hands)]
    ours, naive = take_turns(jobs, rounds)
    against = f"speed of the tests' naive twin ({naive.rate:,.0f})"
    return Row(hand_title("simple"), ours.rate, "hands/s", against, naive.cost_in(ours))


def _checked_deck(simple: Table, game: int) -> list[str]:
    """Return the deck of a game, having checked that the twin pays it as the kernels do."""
    simple.play(1, game)
    deck = [card_text(int(card)) for card in simple.state.deck]
    ours = [float(payoff) / UNIT for payoff in simple.state.payoff[:PLAYERS]]
    if ours != _payoffs(deck, game):
        raise DisagreementError(f"game {game}: simcards pays {ours}, the naive twin {_payoffs(deck, game)}.")
    return deck


def _payoffs(deck: list[str], game: int) -> list[float]:
    hand = new_hand(read_rules({}, PLAYERS), deck, game % PLAYERS)
    while not hand.over:
        apply(hand, simple_actions(hand)[0])
    return [float(payoff) for payoff in result_of(hand)["payoffs"]]
