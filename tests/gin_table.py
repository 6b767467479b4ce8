"""A hand of gin under the test's own eyes: the kernels' records, dealt and played one action at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simcards import registry
from simcards.cards import DECK, card_text, cards_text, mask_of, parse_cards
from simcards.compile import Record, compile_policies, compile_rules, new_record, parse_policies
from simcards.games.gin.kernel import apply_action, deal, legal_actions
from simcards.games.gin.params import ACT_SHIFT, SCRATCH, STATE, Act, Phase
from simcards.games.gin.policies import choose_action
from simcards.games.gin.record import action_text
from simcards.kernels.deck import shuffle_deck
from simcards.kernels.rng import place_hand
from simcards.rules import load_rules
from simcards.splits import melds_text


@dataclass
class Table:
    """Rules and policies as kernels see them, and the hand being played."""

    params: Record
    policies: Any
    state: Record
    scratch: Record

    @property
    def over(self) -> bool:
        return bool(self.state.phase == Phase.OVER)

    @property
    def seat(self) -> int:
        return int(self.state.to_act)

    @property
    def legal(self) -> list[str]:
        """The legal actions, in the kernel's order."""
        n = legal_actions(self.params, self.state, self.scratch.actions)
        return [action_text(int(code)) for code in self.scratch.actions[:n]]

    def hand(self, seat: int) -> frozenset[str]:
        return frozenset(cards_text(int(self.state.hand[seat])))

    def choose(self) -> int:
        """Return the code of what the seat's policy wants to do; the melds of a knock are named in scratch."""
        self.scratch.named = 0
        return int(choose_action(self.params, self.policies[self.seat], self.state, self.scratch))

    def apply(self, code: int) -> None:
        apply_action(self.params, self.state, self.scratch, code)

    def text(self, code: int) -> str:
        """Return the text of a chosen action, with the melds it names."""
        if code >> ACT_SHIFT != Act.KNOCK or not self.scratch.named:
            return action_text(code)
        melds = melds_text(int(self.scratch.named_sets), int(self.scratch.named_runs))
        return f"{action_text(code)}: {' '.join(''.join(meld) for meld in melds)}".rstrip()

    def shuffle(self, game: int, hand: int = 0) -> None:
        """Put the deck of a game in, or of a hand (from 1) of a match."""
        place_hand(game, hand, self.scratch)
        shuffle_deck(self.scratch, self.state.deck)

    def deal(self, dealer: int) -> None:
        deal(self.params, dealer, self.state)

    def play(self) -> Iterator[str]:
        """Play the hand to its end by the policies, and yield each action before it is carried out."""
        while not self.over:
            code = self.choose()
            yield self.text(code)
            self.apply(code)


def table(
    source: str | Mapping[str, object] | None = None,
    overrides: Mapping[str, object] | Sequence[str] = (),
    policies: Sequence[str] = ("greedy",),
    seed: int = 1,
    game: str = "gin",
) -> Table:
    """Return a table with these rules and policies; nothing is dealt yet."""
    found, rules = registry.game(game), load_rules(game, source, overrides)
    scratch = new_record(SCRATCH)
    scratch.seed_low, scratch.seed_high = seed & 0xFFFFFFFF, seed >> 32
    chosen = parse_policies(found, policies, rules.players)
    return Table(compile_rules(found, rules), compile_policies(chosen), new_record(STATE), scratch)


def mask(text: str) -> int:
    """Return the mask of written cards."""
    return mask_of(parse_cards(text))


def stacked(first: str, second: str, upcard: str = "", stock: str = "") -> list[int]:
    """Return a deck that deals these hands, first to act first, this upcard, and these cards on top of the stock."""
    hands = [parse_cards(first), parse_cards(second)]
    top = parse_cards(upcard) + parse_cards(stock)
    named = {*hands[0], *hands[1], *top}
    rest = [card for card in DECK if card not in named]
    dealt = [card for pair in zip(*hands, strict=True) for card in pair]
    return dealt + top + rest


def written(cards: Iterable[int]) -> str:
    """Return the text of a deck."""
    return " ".join(card_text(int(card)) for card in cards)


def interpreted(kernel: Any) -> Any:
    """Return a kernel's Python function."""
    return getattr(kernel, "py_func", kernel)
