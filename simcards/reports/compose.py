"""A report put together: what was found, as the sections of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from simcards import registry, sheets
from simcards.answers.stopping import FEWEST_VISITS
from simcards.formats import thousands
from simcards.reports import chart_findings, findings, page
from simcards.reports.captions import CAPTIONS
from simcards.reports.provenance import facts, rules_told
from simcards.rules import load_rules
from simcards.sheets import charts as chart_sheets

if TYPE_CHECKING:
    from simcards.answers.payments import PaymentCharts
    from simcards.result import Result
    from simcards.sheets import Sheet


class Found(NamedTuple):
    """What a report tells."""

    exact: Result
    played: Result
    limits: Result | None
    no_limits: str
    """Why there are no other limits."""
    charts: PaymentCharts | None
    no_chart: str
    """Why there are no charts."""

    @property
    def results(self) -> list[Result]:
        """The results whose rows have a section each, but for the charts."""
        return [result for result in (self.exact, self.played, self.limits) if result is not None]


def main_figures(found: Found) -> Sheet:
    """Return the table of the main figures."""
    charts = chart_findings.main_figures(found.charts) if found.charts else ()
    return findings.main_figures(found.played, found.exact, found.limits, charts)


def html_of(found: Found, main: Sheet, command: str) -> str:
    """Return the page; `command` is what makes it again."""
    exact, played, limits, charts = found.exact, found.played, found.limits, found.charts
    rules = played.rules
    return page.render(
        "report.html.j2",
        title=registry.game(played.game).title,
        rules=rules,
        told=list(rules_told(rules)),
        preset_name=load_rules(rules.game, rules.preset).name,
        games=thousands(played.games or 0),
        main=main,
        in_short=[
            *(chart_findings.in_short(charts) if charts else ()),
            *findings.in_short(played, exact, None if charts else limits),
        ],
        assumptions=list(findings.assumptions(played)),
        odds=sheets.odds(exact),
        deadwood=sheets.deadwood(exact),
        endings=sheets.endings(played),
        by_turn=sheets.endings_by_turn(played),
        pays=findings.pays(played),
        positions=sheets.positions(played),
        chart=charts and _chart_section(charts),
        no_chart=found.no_chart,
        limits=limits and _limits_section(limits, charts),
        no_limits=found.no_limits,
        pictures={result.command: page.picture(result, CAPTIONS[result.command](result)) for result in found.results},
        command=command,
        facts=list(facts(played, limits, charts)),
    )


def _chart_section(charts: PaymentCharts) -> dict[str, Any]:
    results = [charts.base(against) for against in charts.opponents]
    names = ("chart-policy", "chart-equilibrium")
    return {
        "games": thousands(charts.games),
        "fewest": FEWEST_VISITS,
        "pictures": [
            page.picture(result, CAPTIONS[result.command](result), name)
            for name, result in zip(names, results, strict=True)
        ],
        "do": list(chart_findings.what_to_do(charts)),
        "values": chart_sheets.values(charts),
        "moves": list(chart_findings.moves(charts)),
        "turns": [chart_sheets.last_turns(charts, against) for against in charts.opponents],
        "not": list(chart_findings.not_to_conclude(charts)),
    }


def _limits_section(study: Result, charts: PaymentCharts | None) -> dict[str, Any]:
    """Return what other limits do; with a chart it is short, since the chart says more."""
    beyond = [chart_findings.beyond_limits(charts, study)] if charts else []
    return {
        "concluded": [*findings.about_limits(study), *beyond],
        "not": [] if charts else list(findings.about_limits_not(study)),
        "alone": sheets.knock_limits_alone(study),
        "both": sheets.knock_limits_both(study),
    }
