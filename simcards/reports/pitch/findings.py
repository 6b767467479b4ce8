"""What was found about pitch, in sentences: the answers that a report gives before its tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from simcards import tables
from simcards.answers.effects import verdict
from simcards.formats import percent, percent_plus_minus, plus_minus, thousands
from simcards.games.pitch.params import HIGHEST_BID
from simcards.sheets import Sheet
from simcards.sheets.wording import position_name, wording
from simcards.stats import proportion
from simcards.words import listed

if TYPE_CHECKING:
    from simcards.games.pitch.rules import PitchRules
    from simcards.result import Result

Row = Mapping[str, Any]

KING = 13


def main_figures(played: Result, exact: Result, of_matches: Iterable[tuple[str, str, str]]) -> Sheet:
    """Return the table of the main figures, with those of matches among them."""
    hands, names = thousands(played.games or 0), wording(played.game).outcomes
    rows = [
        (f"net of {who}, points a hand", plus_minus(_of(played, "net", position), plus=True), hands)
        for who, position in places(played)
    ]
    for outcome, name in names.items():
        row = tables.row_of(played, f"outcome:{outcome}")
        if row["estimate"]:
            rows.append((f"hands that end: {name}", percent_plus_minus(row), hands))
    for metric, words in (("bid:{}", "auctions won with a bid of {}"), ("made:{}", "bids of {} that are made")):
        known = ((bid, tables.row_of(played, metric.format(bid))) for bid in bids(played))
        rows += [(words.format(bid), percent_plus_minus(row), thousands(row["n"])) for bid, row in known if row["n"]]
    chance = _chances(exact)
    rows += [
        *of_matches,
        ("a card that I do not hold is in play", percent(chance["in_play", None]), "exact"),
        ("a king as my best trump is High", percent(chance["high", KING]), "exact"),
        ("trick points in play", f"{tables.exact_mean(exact, 'points'):.4f}", "exact"),
    ]
    return Sheet("Main figures", ("figure", "value", "hands"), rows)


def in_short(played: Result, exact: Result, house: Result) -> Iterator[str]:
    """Yield the answer in a few sentences."""
    yield winning_bids(played)
    yield from made_bids(played)
    yield ending_sentence(played)
    yield pays(played)
    yield from verdict(house)[:1]
    yield deal_sentence(exact)


def bids(played: Result) -> range:
    """Return the bids with which auctions can be won."""
    return range(cast("PitchRules", played.rules).lowest_bid, HIGHEST_BID + 1)


def winning_bids(played: Result) -> str:
    """Return how often each bid wins the auction."""
    told = (f"{bid} in {percent_plus_minus(tables.row_of(played, f'bid:{bid}'))}" for bid in bids(played))
    return f"The bid that wins the auction is {listed(told, 'and')} of the hands."


def made_bids(played: Result) -> Iterator[str]:
    """Yield how often each bid is made, if any was won."""
    told = [f"a bid of {bid} in {percent_plus_minus(row)}" for bid, row in _known(played, "made")]
    if told:
        yield f"The pitcher makes {listed(told, 'and')} of the hands won with that bid."


def ending_sentence(played: Result) -> str:
    """Return how hands end."""
    made, was_set, thrown = (tables.row_of(played, f"outcome:{outcome}") for outcome in wording(played.game).outcomes)
    thrown_in = f"; {percent_plus_minus(thrown)} are thrown in" if thrown["estimate"] else ""
    return (
        f"Over all bids, the pitcher makes his bid in {percent_plus_minus(made)} of the hands and is set in "
        f"{percent_plus_minus(was_set)}{thrown_in}."
    )


def about_bids(played: Result, exact: Result) -> Iterator[str]:
    """Yield what may be concluded from the table of bids."""
    yield winning_bids(played)
    yield from made_bids(played)
    no_jack = [f"of {bid} in {percent_plus_minus(row)}" for bid, row in _known(played, "set_no_jack")]
    if no_jack:
        yield (
            f"Where the pitcher is set, the jack of trumps was not dealt, so that there was a point less to make: with "
            f"a bid {listed(no_jack, 'and')} of these hands."
        )
    jack = next(row for row in exact.rows if row["event"] == "jack")
    yield (
        f"Who bids {HIGHEST_BID} without the jack of trumps in his hand can make it only where the jack is dealt to "
        f"somebody else: {jack['count']} in {jack['total']}, {percent(jack['probability'])} at most. This is exact."
    )


def about_bids_not(played: Result) -> Iterator[str]:
    """Yield what may not be concluded from it."""
    who = listed(dict.fromkeys(played.policies), "and")
    yield (
        f"Each bid is told of the hands on which {who} won with it. That a bid is made more often than another does "
        "not make it the better bid on the same cards."
    )
    if cast("PitchRules", played.rules).forced_bid != "redeal":
        yield (
            "Bids that somebody chose are not told apart from those of a dealer whom all others left the bid and who "
            "had to bid on whatever cards."
        )
    yield "Against others, other bids are made: who defends better sets more."


def places(played: Result) -> list[tuple[str, int]]:
    """Return what sitting somewhere is called, and a position that has its figures; partners share theirs."""
    players = played.rules.players
    if played.rules.options()["partners"]:
        return [("the side that acts first", 1), ("the dealer’s side", players)]
    return [(f"the {position_name(position, players)}", position) for position in range(1, players + 1)]


def pays(played: Result) -> str:
    """Return what sitting in each position is worth."""
    nets = [(who, _of(played, "net", position)) for who, position in places(played)]
    told = (f"{who} {plus_minus(net, plus=True)}" for who, net in nets)
    return f"What a seat is worth, in net points a hand: {listed(told, 'and')}. {_verdict(nets[0][1], nets[-1][1])}"


def seat_advantage(played: Result) -> Iterator[str]:
    """Yield what may be concluded from the table of positions."""
    yield pays(played)
    players = played.rules.players
    yield _side_wins(played) if played.rules.options()["partners"] else _wins(played)
    yield (
        "The luck of a single hand is much larger: for the dealer the standard deviation of the score is "
        f"{plus_minus(_of(played, 'payoff_sd', players))} points. As the deal goes round, the seats even out."
    )
    if len(set(played.policies)) > 1:
        told = (
            f"seat {seat} ({policy}) {plus_minus(tables.row_of(played, 'net', seat=seat, position=None), plus=True)}"
            for seat, policy in enumerate(played.policies)
        )
        yield f"The seats play differently. Net points over all positions: {listed(told, 'and')}."


def _wins(played: Result) -> str:
    players = played.rules.players
    first, dealer = (percent_plus_minus(_of(played, "win", position)) for position in (1, players))
    return (
        f"Of the hands that somebody wins, the first to act wins {first} and the dealer {dealer}; an even share would "
        f"be {percent(1 / players)}. To win a hand is to score the most points in it, be it by setting the pitcher."
    )


def _side_wins(played: Result) -> str:
    """Return how often the dealer's side wins and, where the seats play differently, how often each side does."""
    of_dealer = [_of(played, "win", position) for position in (2, played.rules.players)]
    hits = sum((row["estimate"] or 0) * row["n"] for row in of_dealer)
    told = [f"the dealer’s side wins {percent_plus_minus(proportion(hits, of_dealer[0]['n']).to_dict())}"]
    if len(set(played.policies)) > 1:
        sides = [row for row in played.rows if row["metric"] == "side_win"]
        told += [f"seats {row['seat']} and {row['seat'] + 2} win {percent_plus_minus(row)}" for row in sides]
    return f"Of the hands that a side wins, {listed(told, 'and')}; a hand that both win counts half for each."


def deal_sentence(exact: Result) -> str:
    """Return the odds of the deal in short."""
    chance = _chances(exact)
    return (
        f"With {exact.rules.players} players, a card that I do not hold, such as the jack of trumps, is in play with a "
        f"chance of {percent(chance['jack', None])}; a king as my best trump is High, or a three as my least one Low, "
        f"with one of {percent(chance['high', KING])}. "
        f"{tables.exact_mean(exact, 'points'):.2f} trick points are in play on average. These odds are exact."
    )


def _verdict(first: Row, last: Row) -> str:
    if first["low"] is None or last["low"] is None:
        return "One hand cannot tell whose seat is better."
    if first["low"] > last["high"]:
        return "So it is better to act first than to deal."
    if first["high"] < last["low"]:
        return "So it is better to deal than to act first."
    return f"{thousands(first['n'])} hands cannot tell whose seat is better."


def _of(played: Result, metric: str, position: int) -> Row:
    return tables.row_of(played, metric, seat=None, position=position)


def _known(played: Result, metric: str) -> Iterator[tuple[int, Row]]:
    """Yield each bid with its row, where there is anything to tell."""
    for bid in bids(played):
        row = tables.row_of(played, f"{metric}:{bid}")
        if row["n"]:
            yield bid, row


def _chances(exact: Result) -> dict[tuple[str, int | None], float]:
    """Return the probability of each event and value."""
    return {(row["event"], row["value"]): row["probability"] for row in exact.rows if "probability" in row}
