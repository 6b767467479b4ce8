"""What knocking at other limits does: a first look at fixed limits, each held for the whole hand.

A player knocks as soon as his deadwood is at most `knock`; all else he does as before. Either one player alone changes
his limit, or both do. Where one changes, each deal is played twice, with him in either seat, and all limits meet the
same deals: so the luck of the cards cancels. A limit that changes with the turn, or that looks at what the other player
does, is another question.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from simcards import registry
from simcards.answers.batches import batch_mean, batch_share, batch_sizes
from simcards.compile import Policy, parse_policies
from simcards.counts import Counts
from simcards.errors import InputError
from simcards.games.gin.outcomes import dealers_of, net_histogram, payoff_histogram, turn_histogram
from simcards.games.gin.params import Outcome
from simcards.kernels.rng import STREAM_VERSION
from simcards.limits import MOST_GAMES, MOST_SEED, check_range
from simcards.playing import Run, no_counts
from simcards.result import Result
from simcards.rules import GameRules, Overrides, Source, load_rules
from simcards.runs.parts import NOT_KEPT, Parts
from simcards.simulation import Progress
from simcards.stats import Estimate, mean_of, moments, proportion
from simcards.workers.kept import play_kept
from simcards.workers.ordered import Workers
from simcards.workers.threads import chosen_workers

GAMES = 1_000_000
"""Hands for each limit."""

MOST_LIMITS = 11
MOST_OKLAHOMA = 10
PARAMETER = "knock"

ALONE, BOTH = "one", "both"
"""Who changes his limit."""
WHO = {ALONE: ("changer", "other"), BOTH: ("first", "dealer")}
"""The two players whose points are told: the one who changes and the other, or the first to act and the dealer."""

ENDINGS = {
    "any_gin": (Outcome.GIN, Outcome.BIG_GIN),
    "knock": (Outcome.KNOCK,),
    "undercut": (Outcome.UNDERCUT,),
    "draw": (Outcome.DRAW,),
}
"""How hands end, gin and big gin taken together."""

Pairs: TypeAlias = tuple[tuple[int, int], ...]
Sums: TypeAlias = Mapping[str, list[int]]
"""Totals by quantity and batch; `hands` is how many hands they sum up."""


def knock_limits(  # noqa: PLR0913 (all but the rules have defaults and go by name)
    rules: GameRules | Source = None,
    overrides: Overrides = (),
    *,
    policies: Sequence[str] = (),
    games: int = GAMES,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
    workers: Workers | None = None,
    parts: Parts = NOT_KEPT,
) -> Result:
    """Play gin with other knock limits, for one player alone and for both.

    Parameters
    ----------
    rules, overrides
        The rule set, or what `simcards.load_rules` takes.
    policies
        How the two play: one policy for both, or that of the one who changes his limit and that of the other.
    games
        Hands for each limit; where one player changes, half as many deals, each played twice.
    seed, threads, progress, workers
        As for `simulate`.
    parts
        Where counts are kept that are not to be played twice.

    Returns
    -------
    Result
        Rows with `changes` (`one` or `both`), `knock`, `metric`, `who`, and an estimate with its interval:

        - `net`: points of the one who changes less the other's, or of the first to act less the dealer's; `payoff` of
          each; `any_gin`, `knock`, `undercut`, `draw`: shares of all hands; `turns`;
        - `behind`: by how much a limit's `net` is behind the best one's. These intervals hold together with 95 %: where
          one reaches 0, the two limits cannot be told apart;
        - `net_fresh`: the best limit's `net` on deals that had no part in choosing it.

    Raises
    ------
    InputError
        If the policy has no knock limit that can be changed, or something is out of its range.
    """
    rule_set = load_rules("gin", rules, overrides)
    game = registry.game("gin")
    changer, other = parse_policies(game, policies, rule_set.players)
    if why := no_limit(changer):
        raise InputError(why)
    games = check_range("--games", games, 2, MOST_GAMES)  # a deal is played twice
    seed = check_range("--seed", seed, 0, MOST_SEED)
    values = limits_to_try(changer, rule_set)
    both = not no_limit(other)
    table = _Table(
        Run(game, rule_set, (changer, other), seed),
        deals=games // 2,
        workers=chosen_workers(threads, workers),
        parts=parts,
        progress=progress,
        total=2 * (games // 2) * (len(values) * (2 if both else 1) + 1),
    )
    alone = {knock: table.alone(with_limit(changer, knock), other) for knock in values}
    best = max(values, key=lambda knock: sum(alone[knock]["net"]))
    fresh = table.alone(with_limit(changer, best), other, first=table.deals)
    rows = [row for knock in values for row in _rows(ALONE, knock, _of_batches(alone[knock], table.deals))]
    rows += _behind(alone, best)
    rows.append(_row(ALONE, best, "net_fresh", None, batch_mean(fresh["net"], fresh["hands"])))
    for knock in values if both else []:
        rows += _rows(BOTH, knock, _of_hands(table.both(with_limit(changer, knock), with_limit(other, knock))))
    return Result(
        command="knock_limits",
        rules=rule_set,
        rows=rows,
        seed=seed,
        games=2 * table.deals,
        policies=[str(changer), str(other)],
        tally=table.tally,
        extra={"stream": STREAM_VERSION, "usual": usual_limit(changer, rule_set), "best": best},
    )


def no_limit(policy: Policy) -> str:
    """Return why a policy has no knock limit that could be changed, or an empty text if it has one."""
    if PARAMETER not in policy.values:
        return f"The policy {policy} has no parameter {PARAMETER}; allowed: a policy that has one, such as greedy."
    if any(parameter.table and policy.values[parameter.name] for parameter in policy.spec.parameters):
        return f"The policy {policy} has a limit for each turn; allowed: a policy with one limit."
    return ""


def with_limit(policy: Policy, knock: int) -> Policy:
    """Return a policy with another knock limit."""
    return replace(policy, values={**policy.values, PARAMETER: knock})


def usual_limit(policy: Policy, rules: GameRules) -> int:
    """Return the limit that a policy knocks at now; under Oklahoma, where each hand has its own, the highest of all."""
    highest, own = _highest(rules), policy.values[PARAMETER]
    return min(highest, own) if isinstance(own, int) else highest


def limits_to_try(policy: Policy, rules: GameRules) -> list[int]:
    """Return the limits from 0 to the hand's, at most eleven of them, and the policy's own."""
    highest = _highest(rules)
    steps = min(highest, MOST_LIMITS - 1)
    spread = {highest * step // steps for step in range(steps + 1)} if steps else {0}
    return sorted(spread | {usual_limit(policy, rules)})


def _highest(rules: GameRules) -> int:
    options = rules.options()
    limit = MOST_OKLAHOMA if options["oklahoma"] else options["knock_limit"]
    assert isinstance(limit, int)
    return limit


@dataclass
class _Table:
    """Where all limits meet the same deals, and what has been played there."""

    run: Run
    deals: int
    workers: Workers
    parts: Parts
    progress: Progress | None
    total: int
    done: int = 0
    tallies: list[str] = field(default_factory=list)

    @property
    def tally(self) -> str:
        """The SHA-256 (hex) over the tallies of all batches, in the order in which they were played."""
        return hashlib.sha256("".join(self.tallies).encode()).hexdigest()

    def alone(self, changer: Policy, other: Policy, first: int = 0) -> Sums:
        """Return the sums of the one who changes, each deal played with him in either seat."""
        here = self._play((changer, other), first, self.deals)
        there = self._play((other, changer), first, self.deals)
        mine = (_totals(counts, dealers_of(0, None)) for counts in here)
        mirrored = (_totals(counts, dealers_of(1, None)) for counts in there)
        batches = [{name: a[name] + b[name] for name in a} for a, b in zip(mine, mirrored, strict=True)]
        return {name: [batch[name] for batch in batches] for name in batches[0]}

    def both(self, one: Policy, other: Policy) -> Counts:
        """Return the counts where both have changed, of as many hands as `alone` plays."""
        played = self._play((one, other), 0, 2 * self.deals)
        return sum(played, start=no_counts(self.run))

    def _play(self, policies: tuple[Policy, Policy], first: int, deals: int) -> Iterator[Counts]:
        run = replace(self.run, policies=policies)
        played = play_kept(((run, *batch) for batch in _batches(first, deals)), self.workers, self.parts)
        try:
            for (_, _, hands), (counts,) in played:
                self.tallies.append(counts.tally)
                self.done += hands
                if self.progress is not None:
                    self.progress(self.done, self.total)
                yield counts
        finally:
            played.close()


def _batches(first: int, deals: int) -> Iterator[tuple[int, int]]:
    for size in batch_sizes(deals):
        yield first, size
        first += size


def _totals(counts: Counts, pairs: Pairs) -> dict[str, int]:
    """Return the totals of a batch, points being those of the player in the (dealer, seat) pairs."""
    net = net_histogram(counts, pairs)
    hands, points, _ = moments(net)
    payoffs = [payoff_histogram({sign * value: times for value, times in net.items()}) for sign in (1, -1)]
    ended = counts["outcome"].sum(axis=0)
    return {
        "hands": hands,
        "net": points,
        "payoff_0": moments(payoffs[0])[1],
        "payoff_1": moments(payoffs[1])[1],
        **{name: sum(int(ended[outcome]) for outcome in outcomes) for name, outcomes in ENDINGS.items()},
        "turns": moments(turn_histogram(counts, tuple(Outcome)))[1],
    }


def _of_batches(sums: Sums, deals: int) -> dict[str, Estimate]:
    return {
        name: batch_share(sums[name], sums["hands"], deals)
        if name in ENDINGS
        else batch_mean(sums[name], sums["hands"])
        for name in sums
        if name != "hands"
    }


def _of_hands(counts: Counts) -> dict[str, Estimate]:
    """Return the same of independent hands, points being those of the first to act."""
    net = net_histogram(counts, dealers_of(None, 1))
    ended = counts["outcome"].sum(axis=0)
    shares = {name: sum(int(ended[outcome]) for outcome in outcomes) for name, outcomes in ENDINGS.items()}
    return {
        "net": mean_of(net),
        "payoff_0": mean_of(payoff_histogram(net)),
        "payoff_1": mean_of(payoff_histogram({-value: times for value, times in net.items()})),
        **{name: proportion(hands, int(ended.sum())) for name, hands in shares.items()},
        "turns": mean_of(turn_histogram(counts, tuple(Outcome))),
    }


def _rows(changes: str, knock: int, estimates: Mapping[str, Estimate]) -> Iterator[dict[str, Any]]:
    subject, other = WHO[changes]
    told = {"net": ("net", subject), "payoff_0": ("payoff", subject), "payoff_1": ("payoff", other)}
    for name, value in estimates.items():
        metric, who = told.get(name, (name, None))
        yield _row(changes, knock, metric, who, value)


def _behind(alone: Mapping[int, Sums], best: int) -> Iterator[dict[str, Any]]:
    """Yield how far each limit is behind the best: batch by batch on the same deals, all intervals together 95 %."""
    for knock, sums in alone.items():
        if knock != best:
            less = [b - own for b, own in zip(alone[best]["net"], sums["net"], strict=True)]
            yield _row(ALONE, knock, "behind", None, batch_mean(less, sums["hands"], comparisons=len(alone) - 1))


def _row(changes: str, knock: int, metric: str, who: str | None, value: Estimate) -> dict[str, Any]:
    return {"changes": changes, "knock": knock, "metric": metric, "who": who, **value.to_dict()}
