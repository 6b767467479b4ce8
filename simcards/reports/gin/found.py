"""What was found about gin, as the sections of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simcards import sheets
from simcards.answers.stopping import FEWEST_VISITS
from simcards.formats import thousands
from simcards.reports import common, matches, page
from simcards.reports.blocks import Block, Heading, Pair, Section, Text, items
from simcards.reports.gin import captions, chart_findings, findings
from simcards.reports.provenance import facts
from simcards.sheets import charts as chart_sheets
from simcards.sheets import gin as gin_sheets

if TYPE_CHECKING:
    from simcards.answers.payments import PaymentCharts
    from simcards.result import Result
    from simcards.sheets import Sheet


@dataclass(frozen=True)
class GinFound:
    """What the report of gin tells."""

    exact: Result
    played: Result
    limits: Result | None
    no_limits: str
    """Why there are no other limits; empty where nothing is to be told of them."""
    charts: PaymentCharts | None
    no_chart: str
    """Why there are no charts."""
    matched: Result
    """Whole matches."""

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Flat rows; `section` is `odds`, `simulate`, `knock_limits`, `match` or `chart`."""
        results = [result for result in (self.exact, self.played, self.limits) if result is not None]
        rows = [{"section": result.command, **row} for result in results for row in result.rows]
        rows += [{"section": "match", **row} for row in self.matched.rows]
        return rows + ([] if self.charts is None else [{"section": "chart", **row} for row in self.charts.rows])

    @property
    def tallies(self) -> Mapping[str, str | None]:
        """Keys of the manifest beside the main run's `tally`."""
        found = {"match_tally": self.matched.tally}
        found |= {} if self.limits is None else {"knock_limits_tally": self.limits.tally}
        return found | ({} if self.charts is None else {"chart_tally": self.charts.tally})

    def main(self) -> Sheet:
        """Return the table of the main figures."""
        charts = chart_findings.main_figures(self.charts) if self.charts else ()
        more = [*charts, *matches.main_figures(self.matched)]
        return findings.main_figures(self.played, self.exact, self.limits, more)

    def lead(self) -> str:
        """Return what the report is about."""
        what = "When to knock, how hands end and what they pay" if self.charts else "How hands end and what they pay"
        return f"{what}: {thousands(self.played.games or 0)} simulated hands, and exact odds of the deal."

    def sections(self, command: str) -> list[Section]:
        """Return the page; `command` is what makes it again."""
        played, exact = self.played, self.exact
        in_short = [
            *(chart_findings.in_short(self.charts) if self.charts else ()),
            *findings.in_short(played, exact, None if self.charts else self.limits),
            *matches.in_short(self.matched),
        ]
        return [
            common.short_section(played, in_short, self.main()),
            Section("knock", "When to knock", "When to knock", self._chart()),
            common.rules_section(played.rules),
            Section(
                "deal",
                "The deal",
                "The deal: exact odds",
                [sheets.odds(exact), common.picture(exact), sheets.dealt(exact)],
            ),
            Section(
                "ends",
                "How hands end",
                "How hands end, and when",
                [sheets.endings(played), common.picture(played), sheets.endings_by_turn(played)],
            ),
            Section(
                "pays", "What hands pay", "What hands pay", [Text(findings.pays(played)), sheets.positions(played)]
            ),
            *self._limits_section(),
            matches.section(self.matched),
            self._made(command),
        ]

    def _chart(self) -> list[Block]:
        if self.charts is None:
            return [Text(f"There is no chart. {self.no_chart}")]
        charts = self.charts
        names = ("chart-policy", "chart-equilibrium")
        results = [charts.base(against) for against in charts.opponents]
        return [
            Text(
                f"{thousands(charts.games)} hands were played with nobody knocking short of gin, and each chance to "
                "knock was noted with what it would have scored. So every chart here, whoever the opponent and "
                "whatever is paid, is of the same hands."
            ),
            Text(
                "Each cell is a hand with that much deadwood after the discard, in that turn of your own: knock, or "
                "wait. Where there is room, the cell shows by how many net points knocking at that moment beats going "
                "on."
            ),
            Pair([common.picture(result, name) for name, result in zip(names, results, strict=True)]),
            Heading("What to do"),
            items(chart_findings.what_to_do(charts)),
            chart_sheets.values(charts),
            Heading("If other points are paid"),
            items(chart_findings.moves(charts)),
            *(chart_sheets.last_turns(charts, against) for against in charts.opponents),
            Heading("What not to conclude"),
            items(chart_findings.not_to_conclude(charts)),
        ]

    def _limits_section(self) -> Iterator[Section]:
        """Yield the section of other limits, unless the game has none to tell of."""
        if self.limits or self.no_limits:
            yield Section("limits", "Other knock limits", "Knocking at other limits", list(self._limits()))

    def _limits(self) -> Iterator[Block]:
        """Yield what other limits do; with a chart it is short, since the chart says more."""
        study, charts = self.limits, self.charts
        if study is None:
            yield Text(self.no_limits)
            return
        yield Text(
            "One player, or both, knock as soon as the deadwood is at most a fixed limit, the same from the first turn "
            "to the last. All else is played as before. Where one player changes, each deal is played twice, with the "
            "one who changes in either seat; all limits meet the same deals. So the luck of the cards cancels, and "
            "small differences show."
        )
        yield page.picture(study, captions.knock_limits(study))
        yield Heading("What follows")
        beyond = [chart_findings.beyond_limits(charts, study)] if charts else []
        yield items([*findings.about_limits(study), *beyond])
        if not charts:
            yield Heading("What does not follow")
            yield items(findings.about_limits_not(study))
        yield Heading("The numbers")
        yield gin_sheets.knock_limits_alone(study)
        if both := gin_sheets.knock_limits_both(study):
            yield both

    def _made(self, command: str) -> Section:
        charts, limits = self.charts, self.limits
        hands = {"each other limit": limits.games or 0} if limits else {}
        tallies = {"the matches": self.matched.tally} | ({"the other limits": limits.tally} if limits else {})
        if charts:
            hands["the charts"], tallies["the charts’ hands"] = charts.games, charts.tally
        return common.made_section(
            self.played.rules,
            command,
            facts(self.played, hands, tallies, self.matched),
            assumed=ASSUMED,
            misleading=[
                INTERVALS,
                *([OF_CHARTS.format(fewest=FEWEST_VISITS)] if charts else []),
                *([OF_LIMITS] if limits else []),
            ],
        )


ASSUMED = (
    "The deal passes from seat to seat, in matches by their rules; nobody looks at the score of a match.",
    (
        "The players decide by their own cards and the top of the discard pile. They remember nothing that the other "
        "took or discarded."
    ),
    "A hand that goes on for 100 turns is drawn.",
)

INTERVALS = (
    "Intervals of points are normal, of shares Wilson’s; with fewer than a thousand hands they are rough. Each holds "
    "with 95 % alone, not all of them together."
)
OF_CHARTS = (
    "Charts are found on a third of their hands, their cells judged on another, their values taken from the last, "
    "since what was chosen on some hands looks too good on them. The verdicts of a chart hold together with 95 % "
    "(Bonferroni); where fewer than {fewest} hands got to a cell it is undecided."
)
OF_LIMITS = (
    "Where hands share their deals, intervals come from batches of deals (Student’s t). “Behind the best” compares all "
    "limits at once (Bonferroni). The value of the best limit comes from deals of its own, since a choice looks better "
    "on the deals that made it."
)
