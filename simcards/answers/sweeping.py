"""What house rules do: rule sets on the same deals, each with its difference to the rules as given."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from simcards import registry
from simcards.answers.best_limits import HANDS, BestLimit, best_limits
from simcards.answers.effects import matters_most, size_of, unchanged, undecided
from simcards.answers.grid import Corner, Grid, grid_of
from simcards.answers.pairing import Followed, follow
from simcards.answers.rounds import Played, figures_of, play_rounds, play_together
from simcards.answers.varying import Vary
from simcards.compile import Policy, parse_policies
from simcards.errors import InputError
from simcards.game import Figure
from simcards.kernels.rng import STREAM_VERSION
from simcards.limits import MOST_GAMES, MOST_SEED, check_range, processors
from simcards.playing import Run
from simcards.result import Result
from simcards.rules import GameRules, Overrides, Source
from simcards.runs.about import about_parts, rules_about
from simcards.runs.names import RESULTS
from simcards.runs.parts import NOT_KEPT, Parts, new_parts
from simcards.simulation import Progress
from simcards.stats import Estimate, nothing, proportion
from simcards.workers.ordered import Workers
from simcards.workers.threads import Threads, chosen_workers

GAMES = 200_000
"""Hands under each rule set."""

MOVED = Figure("moved")
"""What changes hands in a hand."""

SHARES = ("win", "outcome:")
"""Figures that are shares of hands."""

FOR_ONE_SEAT = "policies are given seat by seat, and the number of seats would change"

Rows: TypeAlias = list[dict[str, Any]]


def sweep(  # noqa: PLR0913 (all but the rules have defaults and go by name)
    game: str,
    rules: GameRules | Source = None,
    overrides: Overrides = (),
    *,
    vary: Vary,
    policies: Sequence[str] = (),
    games: int = GAMES,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
    workers: Workers | None = None,
    name: str | None = None,
    results: str | Path = RESULTS,
) -> Result:
    """Play the same deals under other rules, and return what each changes.

    Parameters
    ----------
    game
        Name of the game.
    rules, overrides
        The rules that all is compared with: what `simcards.load_rules` takes, or a rule set.
    vary
        Values by option, or texts ``option=v1,v2``: every combination is a corner. The option ``rules`` varies whole
        rule sets, by preset or file; without `rules` all is then compared with the first of them. ``"all"``: each
        option at each of its other usual values, one at a time, the largest change first.
    policies
        One policy for all seats, one a seat, or none: the game's default.
    games
        Hands under each rule set. Rules that only pay otherwise are counted on hands played once.
    seed, threads, progress, workers, name, results
        As for `simulate`.

    Returns
    -------
    Result
        Rows with the varied options (with ``"all"``: `option` and `value`), `metric`, `seat`, `position`, an estimate
        with its interval, and `difference` to the base with its own `difference_se`, `difference_low` and
        `difference_high`, from the deals that both have played; None where the base has no such seat or position. With
        ``"all"``, the intervals of the differences in `moved` and in the main figure hold together for all rule sets.
        `best_limit:<question>` is the plain limit that earns most against the others' policy, None for never to stop;
        those from `low` to `high` cannot be told from it. `extra["base"]` has the base's own rows and says which corner
        it is, if any; `extra["main"]` is the main figure: the net of the first to act, or of seat 0 where the seats
        play differently. After Ctrl-C, of the games that all have played, with `extra["interrupted"]` true.

    Raises
    ------
    InputError
        If there is nothing to vary, a corner cannot be played (it is named), or something is out of its range.
    """
    workers = chosen_workers(threads, workers)
    games = check_range("--games", games, 1, MOST_GAMES)
    seed = check_range("--seed", seed, 0, MOST_SEED)
    asked = Swept.over(grid_of(game, rules, overrides, vary), policies, games, seed)
    if name is None:
        return asked.play(workers, progress)
    with new_parts(name, asked.about(), games, results) as parts:
        return parts.ended(asked.play(workers, progress, parts))


@dataclass(frozen=True)
class Swept:
    """A sweep that is asked for.

    Raises
    ------
    InputError
        If somebody's policy cannot play under one of its rule sets.
    """

    grid: Grid
    policies: Sequence[str]
    games: int
    seed: int

    def __post_init__(self) -> None:
        """See that all can be played."""
        _ = self.seats

    @classmethod
    def over(cls, grid: Grid, policies: Sequence[str], games: int, seed: int) -> Swept:
        """Return a sweep over a grid; where seats have policies of their own, without what changes their number."""
        apart = grid.one_at_a_time and len(policies) > 1
        return cls(_same_seats(grid) if apart else grid, policies, games, seed)

    @classmethod
    def of(cls, about: Mapping[str, Any], games: int) -> Swept:
        """Return the sweep that `about` told of.

        Raises
        ------
        InputError
            If it is none that can be played.
        """
        return cls(Grid.of(rules_about(about), about["options"]), about["policies"], games, about["seed"])

    def about(self) -> dict[str, Any]:
        """Return all that the numbers depend on but their number, as a stored run keeps it."""
        return about_parts("sweep", self.grid.base, self.policies, self.seed, self.grid.plain())

    @cached_property
    def rule_sets(self) -> dict[str, GameRules]:
        """All rule sets by hash."""
        base = self.grid.base
        return {corner.rules.hash: corner.rules for corner in self.grid.corners} | {base.hash: base}

    @cached_property
    def seats(self) -> dict[str, tuple[Policy, ...]]:
        """Who plays under each rule set, by hash."""
        return {key: _seats(rules.game, self.grid, rules, self.policies) for key, rules in self.rule_sets.items()}

    def run(self, rules: GameRules) -> Run:
        """Return the run that plays a rule set alone."""
        return Run(registry.game(rules.game), rules, self.seats[rules.hash], self.seed)

    def play(self, workers: Workers, progress: Progress | None = None, parts: Parts = NOT_KEPT) -> Result:
        """Play it, and return what `sweep` does; nothing that is kept in `parts` is played again."""
        runs, places = play_together([*self.rule_sets.values()], self.run)
        played = play_rounds(runs, self.games, workers, progress, parts)
        limits: dict[str, Mapping[str, BestLimit]] = {}
        if not played.interrupted:
            # Limits are sought on threads, whoever has played the hands.
            threads = workers.count if isinstance(workers, Threads) else processors()
            try:
                limits = best_limits(runs, threads, min(HANDS, self.games), parts)
            except KeyboardInterrupt:
                played = replace(played, interrupted=True)
        table = _Table(self.grid, runs, played, dict(zip(self.rule_sets, places, strict=True)), limits)
        return table.result([str(policy) for policy in self.seats[self.grid.base.hash]])


def _same_seats(grid: Grid) -> Grid:
    """Leave out what changes the number of seats, where each of them has a policy of its own."""
    stay = [corner for corner in grid.corners if corner.rules.players == grid.base.players]
    left = [{**corner.keys, "why": FOR_ONE_SEAT} for corner in grid.corners if corner not in stay]
    varied = {option: values for option, values in grid.varied.items() if option != "players"}
    return Grid(grid.base, tuple(stay), varied, one_at_a_time=True, skipped=(*grid.skipped, *left))


def _seats(game: str, grid: Grid, rules: GameRules, policies: Sequence[str]) -> tuple[Policy, ...]:
    try:
        return tuple(parse_policies(registry.game(game), policies, rules.players))
    except InputError as error:
        if rules.players == grid.base.players:
            raise
        label = next(corner.label for corner in grid.corners if corner.rules.hash == rules.hash)
        raise InputError(f"The corner {label} cannot be played: {error}") from None


@dataclass(frozen=True)
class _Table:
    """What was played, corner by corner."""

    grid: Grid
    runs: Sequence[Run]
    played: Played
    places: Mapping[str, int]
    """Place of each rule set, by hash, among the counts."""
    limits: Mapping[str, Mapping[str, BestLimit]]
    """Best plain limits by hash and question."""

    @cached_property
    def main(self) -> Figure:
        """The main figure: whose net is told."""
        alike = all(run.alike for run in self.runs)
        return Figure("net", position=1) if alike else Figure("net", seat=0)

    def result(self, policies: list[str]) -> Result:
        """Return the rows of all corners, the largest change first if each option was changed alone."""
        base = self._figures(self.grid.base)
        comparisons = 2 * len(self.grid.corners) if self.grid.one_at_a_time else 1
        blocks = [(corner, self._rows(corner, base, comparisons)) for corner in self.grid.corners]
        tallies = [self.played.totals[self.places[c.rules.hash]].tally for c in self.grid.corners]
        extra: dict[str, Any] = {
            "stream": STREAM_VERSION,
            "base": self._base(base),
            "varied": dict(self.grid.varied),
            "main": self._columns(self.main),
            "comparisons": comparisons,
        }
        if self.grid.one_at_a_time:
            blocks.sort(key=lambda block: -size_of(block[1], self.main))
            extra |= {"matters_most": matters_most(blocks, self.main), "undecided": undecided(blocks, self.main)}
            extra |= {"unchanged": unchanged(blocks)}
        extra |= {"skipped": list(self.grid.skipped), "interrupted": self.played.interrupted}
        if self.played.lost:
            extra["lost"] = self.played.lost
        return Result(
            command="sweep",
            rules=self.grid.base,
            rows=[row for _, rows in blocks for row in rows],
            seed=self.runs[0].seed,
            games=self.played.games,
            policies=policies,
            tally=hashlib.sha256("".join(tallies).encode()).hexdigest(),
            extra=extra,
        )

    def _columns(self, figure: Figure) -> dict[str, Any]:
        """Return the columns that say what a row is about."""
        game = self.runs[0].game
        return figure._asdict() | ({"role": game.role(figure.position)} if game.roles else {})

    def _figures(self, rules: GameRules) -> dict[Figure, Followed | None]:
        sums = figures_of(self.played, self.places[rules.hash], self.runs)
        return {figure: follow(batches) for figure, batches in sums.items()}

    def _rows(self, corner: Corner, base: Mapping[Figure, Followed | None], comparisons: int) -> Rows:
        rows = []
        for figure, own in self._figures(corner.rules).items():
            together = comparisons if figure in (MOVED, self.main) else 1
            other = base.get(figure)
            change = nothing() if own is None or other is None else own.less(other, together)
            less = {f"difference{part}": getattr(change, name) for part, name in PARTS.items()}
            rows.append({**corner.keys, **self._columns(figure), **_told(figure, own).to_dict(), **less})
        alone = dict.fromkeys(f"difference{part}" for part in PARTS)
        return [*rows, *({**corner.keys, **row, **alone} for row in self._limit_rows(corner.rules))]

    def _limit_rows(self, rules: GameRules) -> Iterator[dict[str, Any]]:
        for question, best in self.limits.get(rules.hash, {}).items():
            figure = Figure(f"best_limit:{question}")
            yield {**self._columns(figure), **Estimate(best.limit, None, best.low, best.high, best.n).to_dict()}

    def _base(self, base: Mapping[Figure, Followed | None]) -> dict[str, Any]:
        rules = self.grid.base
        rows = [{**self._columns(figure), **_told(figure, own).to_dict()} for figure, own in base.items()]
        rows += self._limit_rows(rules)
        same = next((dict(corner.keys) for corner in self.grid.corners if corner.rules.hash == rules.hash), None)
        return {"name": rules.name, "rules_hash": rules.hash, "corner": same, "rows": rows}


PARTS = {"": "estimate", "_se": "se", "_low": "low", "_high": "high"}
"""Ends of the names of a difference's columns, and what stands there."""


def _told(figure: Figure, own: Followed | None) -> Estimate:
    """Return a figure's estimate: of a share Wilson's interval, since its hands are independent deals."""
    if own is None:
        return nothing()
    return proportion(own.total, own.n) if figure.metric.startswith(SHARES) else own.estimate()
