"""`simcards simulate`: hands played, counted, and told with intervals."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from simcards import registry
from simcards.cli.common import (
    Parsed,
    bring_option,
    effective_rules,
    example,
    game_argument,
    games_option,
    interruption,
    leave,
    name_option,
    output_options,
    parse_first,
    policy_option,
    precision_option,
    rules_options,
    seed_option,
    session_option,
    workers_of,
    workers_options,
)
from simcards.cli.output import emit, terminal
from simcards.cli.progress import progress
from simcards.errors import InputError
from simcards.formats import percent_plus_minus, plus_minus, signed
from simcards.words import counted

if TYPE_CHECKING:
    from simcards.result import Result

DEFAULT_GAMES = 100_000
PRECISION_GAMES = 10**9
"""With --precision and without --games, the most hands to play."""

SHARES = (
    *("win", "side_win", "chain_win", "outcome:", "undercut_rate", "bid:", "made:", "set_no_jack:"),
    *("session_ahead", "session_behind", "session_even", "ruin"),
)
"""Metrics that are shares, told in percent."""
SIGNED = ("net", "session_mean", "session_quantile:")
"""Metrics that are won or lost."""
WHOLE = ("session_quantile:", "bring")
"""Metrics that are mostly whole numbers."""


@click.command(
    epilog=example(
        "simcards simulate gin --rules web --games 1e6",
        "simcards simulate gin --policy greedy:knock=5 --policy greedy --precision 0.05",
        "simcards simulate gin --match --rules eaai",
        "simcards simulate tonk --session 100 --bring 30",
        "simcards simulate tonk --games 1e9 --name overnight",
        "simcards simulate tonk --games 1e10 --cluster tcp://host:8786 --name weekend",
    )
)
@game_argument
@rules_options
@policy_option
@games_option(
    None,
    "Hands, or matches, to play, as in 250k or 10M; else 100000. With --precision the most to play; else 1e9.",
)
@seed_option
@precision_option
@click.option(
    "--match", is_flag=True, help="Play whole matches; their chances are those of seats that never look at the score."
)
@session_option
@bring_option
@click.option("--first", type=Parsed("N", parse_first), default=0, help="Number of the first game, as in 1e9; else 0.")
@name_option
@workers_options
@output_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    game: str,
    rules: str | None,
    settings: tuple[str, ...],
    players: int | None,
    policies: tuple[str, ...],
    games: int | None,
    seed: int,
    precision: float | None,
    match: bool,
    session: int | None,
    bring: int | None,
    first: int,
    name: str | None,
    threads: int,
    processes: int | None,
    cluster: str | None,
    csv_file: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Play hands or matches of GAME: how they end, what they pay by seat and position, how long they last.

    Every figure stands with its 95 % interval and its number of hands (--json and --csv have standard errors too).
    Ctrl-C ends the run and
    shows what was done.
    """
    if bring is not None and session is None:
        raise InputError(f"--bring was given {bring} without --session; give the hands too, as in --session 100.")
    if match and session is not None:
        raise InputError("--match and --session were given; allowed: one of the two.")
    workers = workers_of(threads, processes, cluster)
    rule_set = effective_rules(game, rules, settings, players)
    from simcards.simulation import simulate

    most = games or (DEFAULT_GAMES if precision is None else PRECISION_GAMES)
    with progress("matches" if match else "hands", quiet=quiet) as report:
        result = simulate(
            game,
            rule_set,
            policies=policies,
            games=most,
            seed=seed,
            precision=precision,
            match=match,
            workers=workers,
            progress=report,
            first=first,
            name=name,
        )
    if session is not None:
        result = with_swings(result, session, bring)
    show(result, name, as_json=as_json, csv_file=csv_file, quiet=quiet)
    leave(ctx, result)


def show(result: Result, name: str | None, *, as_json: bool, csv_file: str | None, quiet: bool) -> None:
    """Print a result of `simulate`, of a stored run if it has a name, and write its rows where they are wanted."""
    played = f"{result.games:,} {result.unit} of {result.game} under {result.rules.name!r} rules, seed {result.seed}"
    who = " and ".join(registry.game(result.game).roles) or "seats"
    notes = [
        f"{played}; {who} play {', '.join(result.policies)}.",
        *ending(result, result.extra.get("precision"), name),
        *swinging(result),
        *match_notes(result),
    ]
    emit(result, as_json=as_json, csv_file=csv_file, quiet=quiet, notes=notes, shown=list(lines(result.rows)))
    if not as_json:
        for sentence in advice(result):
            click.echo("\n" + textwrap.fill(sentence, terminal().width))


def advice(result: Result) -> Iterator[str]:
    """Yield what to bring to a session, where one was asked for."""
    hands = result.extra.get("session")
    told = next((row for row in result.rows if row["metric"] == "bring" and row["hands"] == hands), None)
    if told is None or told["estimate"] is None:
        return
    from simcards.answers.swings import RISK

    money = registry.game(result.game).load_engine().purse.money
    yield (
        f"Bring {counted(round(told['estimate']), money)} for {counted(told['hands'], 'hand')}: seat {told['seat']} "
        f"loses them on the way in at most {100 * RISK:.0f} % of such sessions."
    )


def ending(result: Result, precision: float | None, name: str | None = None) -> Iterator[str]:
    """Yield why the run ended where it did, and how to go on with it, or to play the same hands again."""
    yield from interruption(result, name)
    if not result.extra["interrupted"] and precision is not None:
        half = result.extra["half_width"]
        if half is None:
            yield "The main figure never varied, so nothing is known of its precision."
        else:
            again = (
                f"; --games {result.games} plays these {result.unit} again."
                if half <= precision
                else f", not {precision} yet."
            )
            yield f"The main figure is known to ± {half:.4g} (95 %, valid at every look){again}"


def with_swings(played: Result, session: int, bring: int | None) -> Result:
    """Return a result with the rows of its sessions too."""
    from simcards.answers.swings import swings

    found = swings(played, session, bring)
    return replace(played, rows=[*played.rows, *found.rows], extra=found.extra)


def swinging(result: Result) -> Iterator[str]:
    """Yield what the rows of sessions mean."""
    if "session" not in result.extra:
        return
    from simcards.answers.swings import RISK

    money, purse = registry.game(result.game).load_engine().purse.money, result.extra["bring"]
    ruin = f"ruin: {counted(purse, money)} lost at some time on the way; " if purse else ""
    yield (
        f"Sessions of {counted(result.extra['session'], 'hand')}, in {money}s: seat 0 deals the first hand, and the "
        f"deal goes round; {ruin}bring: the fewest {money}s of which the chance to lose them is at most "
        f"{100 * RISK:.0f} %."
    )


def match_notes(result: Result) -> Iterator[str]:
    """Yield what the rows of matches mean."""
    if not result.extra.get("match"):
        return
    from simcards.kernels.matches import MOST_HANDS

    places = "roles are" if registry.game(result.game).roles else "positions are"
    yield (
        f"Whole matches: {places} those of the first hand; win: of the matches that somebody has won; score: the last, "
        f"with bonuses; margin: the winner's lead over the best other; a match that is undecided after {MOST_HANDS:,} "
        "hands counts as such alone. The policies never look at the score of the match."
    )
    from simcards.answers.roles import distance

    apart = distance(result)
    if apart is not None:
        yield (
            "chain_win, chain_points: the same by the Markov chain over roles and scores, from how these hands ended; "
            f"points: without bonuses. The matches differ from the chain by {apart:.1f} standard errors at most."
        )


def lines(rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, object]]:
    """Yield the rows for people: what it is, its estimate ± the half-width of its 95 % interval, and n."""
    for row in rows:
        places = {"seat": row["seat"], "position": None if "hands" in row or row.get("role") else row["position"]}
        who = f", {row['role']}" if row.get("role") else ""
        who += "".join(f", {place} {number}" for place, number in places.items() if number is not None)
        if row["metric"] == "bring":
            who += f", {counted(row['hands'], 'hand')}"
        yield {"figure": f"{row['metric']}{who}", "value": told(row), "n": row["n"]}


def told(row: Mapping[str, Any]) -> str:
    """Return an estimate with its half-width: shares in percent, what is won or lost with its sign."""
    metric, value = row["metric"], row["estimate"]
    if metric.startswith(SHARES):
        return percent_plus_minus(row)
    if metric.startswith(WHOLE) and row["low"] == row["high"] and value == int(value):
        return signed(value, 0, plus=metric.startswith(SIGNED))
    return plus_minus(row, plus=metric.startswith(SIGNED))
