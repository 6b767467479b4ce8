"""What was found about pitch, as the sections of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simcards import sheets, tables
from simcards.answers.effects import whose
from simcards.formats import thousands
from simcards.reports import common, matches
from simcards.reports.blocks import Block, Heading, Section, Text, items
from simcards.reports.pitch import findings
from simcards.reports.provenance import facts
from simcards.sheets import houses
from simcards.sheets import pitch as pitch_sheets

if TYPE_CHECKING:
    from simcards.result import Result
    from simcards.sheets import Sheet

ARGUED = ("low_to", "steal", "steal_four", "min_bid", "forced_bid", "follow", "game_tie")
"""House rules that tables argue about; the other options say who sits down."""


@dataclass(frozen=True)
class PitchFound:
    """What the report of pitch tells."""

    exact: Result
    played: Result
    house: Result
    """What each option of a hand does, changed alone."""
    matched: Result
    """Whole matches."""

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Flat rows; `section` is `odds`, `simulate`, `sweep` or `match`."""
        results = {result.command: result for result in (self.exact, self.played, self.house)} | {"match": self.matched}
        return [{"section": section, **row} for section, result in results.items() for row in result.rows]

    @property
    def tallies(self) -> Mapping[str, str | None]:
        """Keys of the manifest beside the main run's `tally`."""
        return {"sweep_tally": self.house.tally, "match_tally": self.matched.tally}

    def main(self) -> Sheet:
        """Return the table of the main figures."""
        return findings.main_figures(self.played, self.exact, matches.main_figures(self.matched))

    def lead(self) -> str:
        """Return what the report is about."""
        sides = " in two partnerships" if self.played.rules.options()["partners"] else ""
        return (
            "What becomes of bids, how hands end, what seats are worth and what house rules change, for "
            f"{self.played.rules.players} players{sides}: {thousands(self.played.games or 0)} simulated hands, and "
            "exact odds of the deal."
        )

    def sections(self, command: str) -> list[Section]:
        """Return the page; `command` is what makes it again."""
        played, rules = self.played, self.played.rules
        return [
            common.short_section(played, findings.in_short(played, self.exact, self.house), self.main()),
            Section("bids", "Bids", "What becomes of bids", list(self._bids())),
            common.rules_section(rules, list(rules.warnings())),
            Section("deal", "The deal", "The deal: exact odds", list(self._deal())),
            Section(
                "ends",
                "How hands end",
                "How hands end, over all bids",
                [Text(findings.ending_sentence(played)), sheets.endings(played)],
            ),
            Section(
                "pays",
                "What seats are worth",
                "What seats are worth",
                [items(findings.seat_advantage(played)), sheets.positions(played)],
            ),
            Section("houses", "House rules", "What house rules change", list(self._houses())),
            matches.section(self.matched),
            common.made_section(
                rules,
                command,
                facts(played, {"each house rule": self.house.games or 0}, self._tallies(), self.matched),
                assumed=ASSUMED,
                misleading=INTERVALS,
            ),
        ]

    def _tallies(self) -> dict[str, str | None]:
        return {"the house rules": self.house.tally, "the matches": self.matched.tally}

    def _bids(self) -> Iterator[Block]:
        yield Text(
            "Each player calls once. Here is with which bid auctions end, and what becomes of that bid: made, or set, "
            "and of those set how many with the jack of trumps not dealt at all."
        )
        yield common.picture(self.played, "bids")
        yield pitch_sheets.bids(self.played)
        yield Heading("What follows")
        yield items(findings.about_bids(self.played, self.exact))
        yield Heading("What does not follow")
        yield items(findings.about_bids_not(self.played))

    def _deal(self) -> Iterator[Block]:
        yield Text(
            "My own six cards are known to me, all others alike unknown, as long as nobody has bid. So these chances "
            "hold for any hand; with more players, more of the cards are in play."
        )
        yield sheets.odds(self.exact)
        yield pitch_sheets.by_players(self.exact.rules.players)
        for quantity, heading in HEADINGS.items():
            told = tables.of_event(self.exact, quantity)
            yield Heading(heading)
            yield common.picture(told, quantity)
            yield sheets.dealt(told)

    def _houses(self) -> Iterator[Block]:
        house = self.house
        argued = houses.of_options(house, ARGUED)
        seats = houses.of_options(house, [option for option in house.extra["varied"] if option not in ARGUED])
        yield Text(
            "Each rule is changed alone, to each of its other usual values, and the same deals are played under it. "
            "What a rule changes is told by the points that change hands in a hand, half of all that the players are "
            f"better or worse than the others by, and by the net points of {whose(house.extra['main'])}."
        )
        yield items(common.about_houses(house))
        yield common.picture(argued, "houses")
        yield houses.houses(argued, "Rules that tables argue about")
        if seats.rows:
            yield houses.houses(seats, "Who sits down")


HEADINGS = {"trumps": "Trumps in a hand", "points": "Trick points in play"}
"""The distributions that are told."""

ASSUMED = (
    (
        "The deal passes from seat to seat, and nobody bids or plays by the score of a match: whether it is nearly won "
        "changes nothing."
    ),
    "Who bids knows his own cards and the bids before his. Nobody tells another anything but by bids and cards.",
)

INTERVALS = (
    (
        "Intervals of scores are normal, of shares Wilson’s; with fewer than a thousand hands they are rough. Each "
        "holds with 95 % alone, where nothing else is said."
    ),
    "A share of the hands won with a bid is known worse than a share of all hands: the table of bids has both numbers.",
    (
        "House rules meet the same deals; intervals of their changes come from batches of deals (Student’s t) and hold "
        "together (Bonferroni)."
    ),
)
