"""What was found about tonk, as the sections of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from simcards import sheets
from simcards.answers.stopping import FEWEST_VISITS
from simcards.formats import thousands
from simcards.reports import common
from simcards.reports.blocks import Block, Heading, Section, Text, items
from simcards.reports.provenance import facts
from simcards.reports.tonk import drop_findings, findings
from simcards.sheets import drops, houses, sessions
from simcards.words import counted

if TYPE_CHECKING:
    from simcards.answers.payments import PaymentCharts
    from simcards.games.tonk.rules import TonkRules
    from simcards.result import Result
    from simcards.sheets import Sheet

ARGUED = ("deal_wins", "hit_freeze", "hit_on", "tonk_pays", "upcard", "cards_dealt")
"""House rules that tables argue about; the other options have a table of their own."""


@dataclass(frozen=True)
class TonkFound:
    """What the report of tonk tells."""

    exact: Result
    played: Result
    charts: PaymentCharts | None
    no_chart: str
    """Why there are no charts."""
    off_deal: Result | None
    """What dropping with the cards dealt is worth, where anybody may drop."""
    house: Result
    """What each option does, changed alone."""
    session: Result | None
    no_session: str
    """Why nothing is told of sessions."""

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Flat rows; `section` is `odds`, `simulate`, `chart`, `off_deal`, `sweep` or `swings`."""
        parts: dict[str, Any] = {"odds": self.exact.rows, "simulate": self.played.rows}
        parts |= {} if self.charts is None else {"chart": self.charts.rows}
        parts |= {} if self.off_deal is None else {"off_deal": self.off_deal.rows}
        parts |= {"sweep": self.house.rows}
        parts |= {} if self.session is None else {"swings": self.session.rows}
        return [{"section": name, **row} for name, rows in parts.items() for row in rows]

    @property
    def tallies(self) -> Mapping[str, str | None]:
        """Keys of the manifest beside the main run's `tally`."""
        return {"sweep_tally": self.house.tally} | ({} if self.charts is None else {"chart_tally": self.charts.tally})

    def main(self) -> Sheet:
        """Return the table of the main figures."""
        charts = drop_findings.main_figures(self.charts) if self.charts else ()
        return findings.main_figures(self.played, self.exact, self.session, charts)

    def lead(self) -> str:
        """Return what the report is about."""
        what = "When to drop, how hands end, what they pay" if self.charts else "How hands end, what they pay"
        return (
            f"{what} and what house rules cost, for {self.played.rules.players} players: "
            f"{thousands(self.played.games or 0)} simulated hands, and exact odds of the deal."
        )

    def sections(self, command: str) -> list[Section]:
        """Return the page; `command` is what makes it again."""
        played, exact = self.played, self.exact
        in_short = [
            *(drop_findings.in_short(self.charts) if self.charts else ()),
            *findings.in_short(played, exact, self.house, self.session),
        ]
        rules = cast("TonkRules", played.rules)
        return [
            common.short_section(played, in_short, self.main()),
            Section("drop", "When to drop", "When to drop", list(self._drop())),
            common.rules_section(rules, list(rules.warnings())),
            Section(
                "deal",
                "The deal",
                "The deal: exact odds",
                [
                    Text(findings.deal_means(exact)),
                    sheets.odds(exact),
                    common.picture(exact),
                    sheets.dealt(exact),
                ],
            ),
            Section(
                "ends",
                "How hands end",
                "How hands end, and when",
                [sheets.endings(played), common.picture(played), sheets.endings_by_turn(played)],
            ),
            Section(
                "pays",
                "What seats are worth",
                "What seats are worth",
                [items(findings.seat_advantage(played)), sheets.positions(played)],
            ),
            Section("houses", "House rules", "What house rules cost", list(self._houses())),
            Section("swings", "Swings", "Swings", list(self._swings())),
            self._made(command),
        ]

    def _drop(self) -> Iterator[Block]:
        if self.charts is None:
            yield Text(f"There is no chart. {self.no_chart}")
        else:
            yield from self._chart(self.charts)
        if self.off_deal is not None:
            yield Heading("Straight off the deal")
            yield Text(drop_findings.off_deal(self.off_deal))
            yield common.picture(self.off_deal, "off-deal")
            yield from filter(None, [drops.off_deal(self.off_deal)])
        if self.charts is not None:
            yield from self._schedules(self.charts)
            yield Heading("What not to conclude")
            yield items(drop_findings.not_to_conclude(self.charts))

    def _chart(self, charts: PaymentCharts) -> Iterator[Block]:
        best = charts.base(charts.against)
        yield Text(
            f"{thousands(charts.games)} hands were played with nobody dropping, and at each chance to drop it was "
            "noted what a drop would have paid everybody. So every chart here, whatever a caught dropper pays, is of "
            "the same hands."
        )
        yield Text(
            f"The charts are for one player against {drop_findings.opponents(charts.against, charts.rules)}. Each cell "
            "is a count in a turn of your own: drop, or wait. Where there is room, the cell shows by how many stakes "
            "dropping at that moment beats going on."
        )
        yield common.picture(best, "chart")
        yield Heading("What to do")
        yield items(drop_findings.what_to_do(charts))
        yield from filter(None, (drops.by_turn(best, chart) for chart in drops.own_turn_charts(best)))
        yield drops.plain_limits(best, drop_findings.usual_limits(charts.against, charts.rules))

    def _schedules(self, charts: PaymentCharts) -> Iterator[Block]:
        yield Heading("If a caught dropper pays otherwise")
        if charts.payments:
            yield items(drop_findings.schedules(charts))
            yield from drops.schedules(charts)
            yield drops.schedule_limits(charts)
        else:
            yield Text("With two players a caught dropper pays the other two stakes under every schedule.")

    def _houses(self) -> Iterator[Block]:
        house = self.house
        argued = houses.of_options(house, ARGUED)
        other = houses.of_options(house, [option for option in house.extra["varied"] if option not in ARGUED])
        yield Text(
            "Each rule is changed alone, to each of its other usual values, and the same deals are played under it. "
            "What a rule costs is told by the stakes that change hands in a hand, and by what the first to act wins "
            "or pays."
        )
        yield items(common.about_houses(house))
        if argued.rows:
            yield common.picture(argued, "houses")
            yield houses.houses(argued, "Rules that tables argue about")
        yield houses.houses(other, "Every other option")

    def _swings(self) -> Iterator[Block]:
        if self.session is None:
            yield Text(f"Left out. {self.no_session}")
            return
        yield Text(
            f"A session is {counted(int(self.session.extra['session']), 'hand')}, played by the same people while the "
            "deal goes round. How its total spreads, and how likely a purse is lost on the way, follows exactly from "
            "what single hands pay."
        )
        yield Text(findings.brings(self.session))
        yield common.picture(self.session)
        yield sessions.ends(self.session)
        yield sessions.ruin(self.session)

    def _made(self, command: str) -> Section:
        charts, off_deal = self.charts, self.off_deal
        hands = {"the charts": charts.games} if charts else {}
        hands |= {"drops off the deal": off_deal.games} if off_deal and off_deal.games else {}
        hands |= {"each house rule": self.house.games or 0}
        tallies = {"the charts’ hands": charts.tally} if charts else {}
        return common.made_section(
            self.played.rules,
            command,
            facts(self.played, hands, {**tallies, "the house rules": self.house.tally}),
            assumed=ASSUMED,
            misleading=[*([OF_CHARTS.format(fewest=FEWEST_VISITS)] if charts else []), *INTERVALS],
        )


ASSUMED = (
    (
        "Hands are single hands. The deal passes from seat to seat, and nobody changes his play because he is ahead or "
        "behind."
    ),
    "Nobody plays together with another against a third.",
    "A hand that goes on for 100 turns ends as if the stock were out.",
)

INTERVALS = (
    (
        "Intervals of payoffs are normal, of shares Wilson’s; with fewer than a thousand hands they are rough. Each "
        "holds with 95 % alone, where nothing else is said."
    ),
    (
        "House rules meet the same deals; intervals of their changes come from batches of deals (Student’s t) and hold "
        "together (Bonferroni)."
    ),
    "Swings are exact, given what single hands pay; how well that is known is in their intervals.",
)
OF_CHARTS = (
    "Charts are found on a third of their hands, their cells judged on another, their values taken from the last, "
    "since what was chosen on some hands looks too good on them. The verdicts of a chart hold together with 95 % "
    "(Bonferroni); where fewer than {fewest} hands got to a cell it is undecided."
)
