"""A hand of tonk under the test's own eyes: the kernels' records, played one action at a time by policies."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simcards.cards import card_text, parse_cards
from simcards.compile import compile_policies, new_record, parse_policies
from simcards.games.tonk import GAME
from simcards.games.tonk.kernel import apply_action
from simcards.games.tonk.params import SCRATCH, STATE
from simcards.games.tonk.policies import choose_action
from simcards.games.tonk.record import HandReplay
from simcards.kernels.deck import shuffle_deck
from simcards.kernels.rng import place_stream
from simcards.rules import GameRules, load_rules
from tests.naive.tonk_decks import random_deck
from tests.naive.tonk_random import random_rules
from tests.naive.tonk_rules import read_rules

POLICIES = (
    "random",
    "simple",
    "simple:drop=30",
    "simple:drop=0,hold=true",
    "simple:hit=own,drop_by_turn=40/20/10/5",
    "simple:hold=true,hit=own,drop=15,spade=2",
    "cautious",
    "cautious:each=0,low=10",
    "cautious:each=11,low=0,spade=14",
)


class Table(HandReplay):
    """A dealt hand with a policy at each seat."""

    def __init__(self, rules: GameRules, policies: Sequence[str], seed: int, game: int, deck: str = "") -> None:
        scratch = new_record(SCRATCH)
        scratch.seed_low, scratch.seed_high = seed & 0xFFFFFFFF, seed >> 32
        place_stream(game, scratch)
        state = new_record(STATE)
        shuffle_deck(scratch, state.deck)
        self.deck = parse_cards(deck) if deck else [int(card) for card in state.deck]
        self.dealer = game % rules.players
        super().__init__(rules, self.dealer, self.deck)
        self.scratch = scratch
        self.policies = compile_policies(parse_policies(GAME, policies, rules.players))

    @property
    def seat(self) -> int:
        return int(self.state.to_act)

    def choose(self) -> int:
        """Return the code of what the policy of the seat to act wants to do."""
        return int(choose_action(self.params, self.policies[self.seat], self.state, self.scratch))

    def carry_out(self, code: int) -> None:
        apply_action(self.params, self.state, code)

    def play(self) -> Iterator[str]:
        """Play the hand to its end by the policies, and yield each action before it is carried out."""
        while not self.over:
            code = self.choose()
            yield self.text(code)
            self.carry_out(code)


def table(
    source: str | Mapping[str, object] | None = None,
    overrides: Mapping[str, object] | Sequence[str] = (),
    policies: Sequence[str] = ("simple",),
    seed: int = 1,
    game: int = 0,
) -> Table:
    """Return game number `game` of a seed, dealt as a run deals it."""
    return Table(load_rules("tonk", source, overrides), policies, seed, game)


def random_tables(
    seed: int, n: int, policies: Sequence[str] = POLICIES
) -> Iterator[tuple[Table, dict[str, Any], list[str]]]:
    """Deal hands under random rules to random policies; yield each with its rules and policies.

    Half of the decks are shuffled, half deal what is rare.
    """
    rng = random.Random(seed)
    for game in range(n):
        given = random_rules(rng)
        rules = load_rules("tonk", given)
        chosen = rng.choices(policies, k=rules.players)
        deck = " ".join(random_deck(rng, read_rules(given))) if game % 2 else ""
        yield Table(rules, chosen, seed, game, deck), given, chosen


def written(cards: Sequence[int]) -> str:
    """Return the text of a deck."""
    return " ".join(map(card_text, cards))
