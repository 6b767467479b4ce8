"""Hands of pitch under the test's own eyes: the kernels' records, played one action at a time by policies."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from simcards.cards import mask_of, parse_cards
from simcards.compile import Record, compile_policies, compile_rules, new_record, parse_policies
from simcards.games.pitch import GAME
from simcards.games.pitch.kernel import apply_action
from simcards.games.pitch.params import SCRATCH, STATE, Phase
from simcards.games.pitch.policies import choose_action
from simcards.games.pitch.record import HandReplay, action_text
from simcards.kernels.deck import shuffle_deck
from simcards.kernels.rng import place_hand
from simcards.rules import GameRules, load_rules

POLICIES = (
    "random",
    "simple",
    "simple:bold=0,steal=0,defend=own",
    "simple:bold=120,steal=150",
    "simple:stick=true,partner=100",
)

CHOICES: dict[str, Sequence[object]] = {
    "min_bid": (1, 2, 3),
    "forced_bid": ("dealer_2", "dealer_min", "redeal"),
    "steal": (True, False),
    "steal_four": (False, True),
    "follow": ("suit_or_trump", "strict", "must_trump"),
    "low_to": ("taker", "holder"),
    "game_tie": ("nobody", "pitcher"),
}


def put(scratch: Record, seed: int, game: int, hand: int = 0) -> None:
    """Put the streams of a scratch record at the start of a game of a seed, or of a hand (from 1) of a match."""
    scratch.seed_low, scratch.seed_high = seed & 0xFFFFFFFF, seed >> 32
    place_hand(game, hand, scratch)


def shuffled(seed: int, game: int, hand: int = 0) -> list[int]:
    """Return the deck of a game, or of a hand (from 1) of a match."""
    state, scratch = new_record(STATE), new_record(SCRATCH)
    put(scratch, seed, game, hand)
    shuffle_deck(scratch, state.deck)
    return [int(card) for card in state.deck]


class Table(HandReplay):
    """A dealt hand with a policy at each seat; it remembers the actions."""

    def __init__(self, rules: GameRules, policies: Sequence[str], dealer: int, deck: list[int], game: int = 0) -> None:
        sides = 2 if rules.options()["partners"] else rules.players
        super().__init__(rules, dealer, [0] * sides, deck)
        put(self.scratch, 0, game)
        self.rules, self.dealer, self.deck = rules, dealer, deck
        self.policies = compile_policies(parse_policies(GAME, policies, rules.players))
        self.actions: list[str] = []

    @property
    def seat(self) -> int:
        return int(self.state.to_act)

    def choose(self) -> int:
        """Return the code of what the policy of the seat to act wants to do."""
        return int(choose_action(self.params, self.policies[self.seat], self.state, self.scratch))

    def steps(self) -> Iterator[int]:
        """Yield the code of each choice before it is carried out."""
        while not self.over:
            code = self.choose()
            yield code
            self.actions.append(action_text(code))
            apply_action(self.params, self.state, code)

    def play(self) -> Table:
        """Play to the end."""
        for _ in self.steps():
            pass
        return self


def random_tables(seed: int, hands: int, policies: Sequence[str] = POLICIES, most_players: int = 7) -> Iterator[Table]:
    """Yield dealt hands under random rules, each seat with one of the policies."""
    rng = random.Random(seed)
    for game in range(hands):
        options = {option: rng.choice(values) for option, values in CHOICES.items()}
        players = rng.randint(2, most_players)
        options |= {"players": players, "partners": players == 4 and rng.random() < 0.6}
        rules = load_rules("pitch", "solo", options)
        yield Table(rules, [rng.choice(policies) for _ in range(players)], game % players, shuffled(seed, game), game)


def state_of(hand: str, *, seat: int = 1, dealer: int = 0, trick: str = "", **fields: Any) -> Any:
    """Return a state in which `seat` is to act with `hand`: in the auction, or with fields of the play set."""
    state = new_record(STATE)
    state.dealer, state.to_act = dealer, seat
    state.pitcher = state.trump = state.led = state.best = state.best_seat = -1
    state.hand[seat] = state.dealt[seat] = mask_of(parse_cards(hand))
    state.phase = Phase.PLAY if "trump" in fields else Phase.AUCTION
    state.trick = mask_of(parse_cards(trick))
    state.trick_size = len(parse_cards(trick))
    state.played = state.trick
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def pitch_params(preset: str = "solo", **options: object) -> Any:
    """Return the PARAMS record of a rule set."""
    return compile_rules(GAME, load_rules("pitch", preset, options))
