"""Compile a game's kernels, so that commands start at once."""

from __future__ import annotations

from simcards.answers.chart import FEWEST_GAMES, chart
from simcards.answers.off_deal import DEAL
from simcards.cards import DECK, card_text
from simcards.game import Game
from simcards.referee import replay_record
from simcards.simulation import simulate
from simcards.splits import melds


def warm(game: Game) -> None:
    """Run every kernel of a game once, from dealing to charts."""
    melds("Ac", "high_low")
    replay_record({"game": game.name, **game.first_place, "deck": " ".join(map(card_text, DECK)), "actions": []})
    simulate(game.name, games=1, threads=1)
    engine = game.load_engine()
    if engine.match is not None:
        simulate(game.name, overrides={"target": 1}, games=1, threads=1, match=True)
    for question in engine.stopping:
        chart(game.name, question, games=FEWEST_GAMES, threads=1)
        if engine.stopping[question].off_deal is not None:
            chart(game.name, question, when=DEAL, games=FEWEST_GAMES, threads=1)
