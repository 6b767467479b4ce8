from __future__ import annotations

from collections import Counter
from math import comb

import numpy as np
import pytest

from simcards import census as module
from simcards.cards import DECK
from simcards.census import POINTS, census
from simcards.kernels.deadwood import best_discard, least_deadwood
from simcards.kernels.jit import kernel
from tests.naive.cards import DECK as NAMES
from tests.naive.cards import points
from tests.naive.melds import deadwood, deadwood_after_discard
from tests.naive.suit_classes import cards_in, suit_classes
from tests.naive.tonk_spreads import least_count

CARDS = np.array(DECK, dtype=np.int64)


def nonzero(counts):
    return {value: count for value, count in enumerate(counts.tolist()) if count}


@kernel
def visit_all(size, hands, after):
    """Count every hand of `size` cards one by one: by least deadwood, and by that after the best discard."""
    place = np.arange(size)
    while True:
        mask = 0
        for i in range(size):
            mask |= 1 << CARDS[place[i]]
        hands[least_deadwood(mask)] += 1
        after[best_discard(mask, 0)[0]] += 1
        move = size - 1
        while move >= 0 and place[move] == 52 - size + move:
            move -= 1
        if move < 0:
            return
        place[move] += 1
        for i in range(move + 1, size):
            place[i] = place[i - 1] + 1


class TestEveryHandIsCountedOnce:
    def test_by_deadwood(self):
        hands = census(12)[0]
        assert [int(counts.sum()) for counts in hands] == [comb(52, cards) for cards in range(13)]

    def test_by_deadwood_after_a_discard(self):
        hands = census(12, discard=True)[0]
        assert [int(counts.sum()) for counts in hands] == [0, *(comb(52, cards) for cards in range(1, 13))]

    @pytest.mark.parametrize("discard", [False, True])
    def test_with_each_card_outside_it(self, discard):
        counts = census(8, discard=discard, upcard=True).sum(axis=2)
        for value in range(1, 11):
            copies = 4 * POINTS.count(value)
            assert counts[value, 1:].tolist() == [copies * comb(51, cards) for cards in range(1, 9)]

    @pytest.mark.parametrize("discard", [False, True])
    def test_with_the_aces_high_or_low(self, discard):
        counts = census(8, discard=discard, upcard=True, ace_high=True).sum(axis=2)
        assert (counts == census(8, discard=discard, upcard=True).sum(axis=2)).all()

    @pytest.mark.parametrize("discard", [False, True])
    def test_whatever_else_is_counted(self, discard):
        small, large = census(5, discard=discard)[0], census(8, discard=discard, upcard=True)[0]
        assert (small == large[:6, : small.shape[1]]).all()
        assert not large[:6, small.shape[1] :].any()


class TestPublishedNumbers:
    def test_ten_cards(self):
        hands = census(11)[0, 10]
        at_most = {0: 136694, 5: 2009322, 10: 10212276, 15: 40823754, 25: 305755842, 50: 5171103740}
        assert {limit: int(hands[: limit + 1].sum()) for limit in at_most} == at_most

    def test_first_draw(self):
        after = census(11, discard=True)[0, 11]
        assert (int(after[0]), int(after[:11].sum())) == (5_379_372, 249_005_188)

    def test_eleven_cards_that_all_meld(self):
        assert census(11)[0, 11, 0] == 147_204

    def test_six_cards_that_all_meld(self):
        assert census(6)[0, 6, 0] == 4_010


class TestAgainstEveryHand:
    @pytest.mark.parametrize(("size", "classes"), [(3, 1_755), (4, 16_432), (5, 134_459)])
    def test_split_by_trying_everything(self, size, classes):
        hands: Counter[int] = Counter()
        after: Counter[int] = Counter()
        visited = 0
        for held, weight in suit_classes(size):
            cards = cards_in(held)
            hands[deadwood(cards)] += weight
            after[deadwood_after_discard(cards)] += weight
            visited += 1
        assert visited == classes
        assert nonzero(census(size)[0, size]) == hands
        assert nonzero(census(size, discard=True)[0, size]) == after

    def test_split_by_the_kernels(self):
        hands, after = np.zeros((2, 10 * 6 + 1), dtype=np.int64)
        visit_all(6, hands, after)
        assert (census(6)[0, 6] == hands).all()
        assert (census(6, discard=True)[0, 6] == after).all()

    def test_with_every_upcard(self):
        seen: Counter[tuple[int, int]] = Counter()
        seen_after: Counter[tuple[int, int]] = Counter()
        for held, weight in suit_classes(3):
            cards = cards_in(held)
            left, left_after = deadwood(cards), deadwood_after_discard(cards)
            for upcard in set(NAMES) - cards:
                seen[points(upcard), left] += weight
                seen_after[points(upcard), left_after] += weight
        for discard, expected in ((False, seen), (True, seen_after)):
            counts = census(3, discard=discard, upcard=True)[:, 3]
            found = {(value, left): int(counts[value, left]) for value, left in np.argwhere(counts) if value}
            assert found == expected

    @pytest.mark.parametrize("discard", [False, True])
    def test_with_the_aces_high_or_low(self, discard):
        seen: Counter[tuple[int, int]] = Counter()
        for held, weight in suit_classes(4):
            cards = cards_in(held)
            after = [cards - {card} for card in cards] if discard else [cards]
            left = min(least_count(kept, "high_low") for kept in after)
            seen[0, left] += weight
            for value, copies in Counter(map(points, set(NAMES) - cards)).items():
                seen[value, left] += weight * copies
        counts = census(4, discard=discard, upcard=True, ace_high=True)[:, 4]
        assert {(value, left): int(counts[value, left]) for value, left in np.argwhere(counts).tolist()} == seen


class TestDroppedSplits:
    @pytest.mark.parametrize(
        "options", [{}, {"discard": True}, {"ace_high": True}, {"discard": True, "ace_high": True}]
    )
    def test_no_dropped_split_could_have_been_the_best(self, options, monkeypatch):
        pruned = census(7, **options)
        monkeypatch.setattr(module, "_beats", lambda *_: False)
        assert (census.__wrapped__(7, **options) == pruned).all()


def test_counts_cannot_be_changed_by_a_caller():
    with pytest.raises(ValueError, match="read-only"):
        census(3)[0, 0, 0] = 2
