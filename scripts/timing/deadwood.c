/* The C twin of simcards/kernels/melds.py and deadwood.py, line for line: what scripts/bench.py measures them against.
 *
 * A hand is a mask of 16-bit lanes, one a suit (clubs lowest), ranks A to K in bits 0 to 12 of each.
 */
#include <stdint.h>

typedef int64_t mask_t;

#define COLUMN INT64_C(0x0001000100010001)
#define LANE_BITS INT64_C(0x1FFF)
#define ONES (COLUMN * 0x2155)
#define TWOS (COLUMN * 0x1E66)
#define FOURS (COLUMN * 0x0078)
#define EIGHTS (COLUMN * 0x1F80)
#define TENS (COLUMN * 0x1E00)
#define MANY (INT64_C(1) << 20)

struct discard {
    int64_t left, card;
};

static int64_t popcount(mask_t mask) { return __builtin_popcountll((uint64_t)mask); }

static int64_t lowest(mask_t mask) { return __builtin_ctzll((uint64_t)mask); }

static int64_t highest(mask_t mask) { return 63 - __builtin_clzll((uint64_t)mask); }

static int64_t least_of(int64_t a, int64_t b) { return a < b ? a : b; }

static mask_t run_cover(mask_t mask) {
    mask_t starts = mask & (mask >> 1) & (mask >> 2);
    return starts | (starts << 1) | (starts << 2);
}

static mask_t set_ranks(mask_t mask) {
    mask_t clubs = mask, diamonds = mask >> 16, hearts = mask >> 32, spades = mask >> 48;
    mask_t three = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds));
    return three & LANE_BITS;
}

static mask_t any_suit(mask_t mask) {
    mask_t halves = mask | (mask >> 32);
    return (halves | (halves >> 16)) & LANE_BITS;
}

static mask_t all_suits(mask_t ranks) { return ranks * COLUMN; }

static mask_t set_column(mask_t mask, int64_t rank) { return mask & (COLUMN << rank); }

static int64_t count_set_choices(mask_t mask, mask_t ranks) {
    int64_t choices = 1;
    for (; ranks != 0; ranks &= ranks - 1)
        choices *= popcount(set_column(mask, lowest(ranks))) == 3 ? 2 : 6;
    return choices;
}

static mask_t nth_card(mask_t mask, int64_t n) {
    if (n < 0)
        return 0;
    for (int64_t i = 0; i < n; i++)
        mask &= mask - 1;
    return mask & -mask;
}

static mask_t set_choice(mask_t mask, mask_t ranks, int64_t choice) {
    mask_t laid = 0;
    for (; ranks != 0; ranks &= ranks - 1) {
        mask_t column = set_column(mask, lowest(ranks));
        if (popcount(column) == 3) {
            if (choice & 1)
                laid |= column;
            choice >>= 1;
        } else {
            int64_t option = choice % 6;
            choice /= 6;
            if (option > 0)
                laid |= column & ~nth_card(column, option - 2);
        }
    }
    return laid;
}

static int64_t points(mask_t mask) {
    return popcount(mask & ONES) + 2 * popcount(mask & TWOS) + 4 * popcount(mask & FOURS) +
           8 * popcount(mask & EIGHTS);
}

static int64_t card_points(int64_t card) { return least_of((card & 15) % 13 + 1, 10); }

static int64_t least_over_sets(mask_t mask, mask_t ranks) {
    int64_t least = MANY, choices = count_set_choices(mask, ranks);
    for (int64_t choice = 0; choice < choices; choice++) {
        mask_t unset = mask & ~set_choice(mask, ranks, choice);
        least = least_of(least, points(unset & ~run_cover(unset)));
    }
    return least;
}

static int64_t least_deadwood(mask_t mask) {
    mask_t runs = run_cover(mask), ranks = set_ranks(mask);
    if (ranks == 0)
        return points(mask & ~runs);
    mask_t contested = ranks & any_suit(all_suits(ranks) & runs);
    mask_t rest = mask & ~(all_suits(ranks & ~contested) & mask);
    if (contested == 0)
        return points(rest & ~runs);
    return least_over_sets(rest, contested);
}

static int64_t dearest_card(mask_t mask) {
    mask_t tens = mask & TENS;
    if (tens != 0)
        return lowest(tens);
    return lowest(mask & (COLUMN << highest(any_suit(mask))));
}

static int dearer(int64_t card, int64_t other) {
    int64_t mine = card_points(card), theirs = card_points(other);
    return mine > theirs || (mine == theirs && card < other);
}

static struct discard best_discard_by_trial(mask_t mask, mask_t barred) {
    struct discard best = {MANY, -1};
    for (mask_t cards = mask & ~barred; cards != 0; cards &= cards - 1) {
        int64_t card = lowest(cards), left = least_deadwood(mask & ~(INT64_C(1) << card));
        if (left < best.left || (left == best.left && dearer(card, best.card)))
            best = (struct discard){left, card};
    }
    return best;
}

static struct discard best_discard(mask_t mask, mask_t barred) {
    mask_t runs = run_cover(mask), ranks = set_ranks(mask);
    mask_t contested = ranks & any_suit(all_suits(ranks) & runs);
    mask_t rest = mask & ~(all_suits(ranks & ~contested) & mask);
    struct discard best = {MANY, -1};
    int64_t choices = count_set_choices(rest, contested);
    for (int64_t choice = 0; choice < choices; choice++) {
        mask_t unset = rest & ~set_choice(rest, contested, choice);
        mask_t loose = unset & ~run_cover(unset);
        if ((loose & ~barred) == 0)
            return best_discard_by_trial(mask, barred);
        int64_t card = dearest_card(loose & ~barred), left = points(loose) - card_points(card);
        if (left < best.left || (left == best.left && dearer(card, best.card)))
            best = (struct discard){left, card};
    }
    return best;
}

/* The sum of the least deadwood of `n` hands. */
int64_t sum_least_deadwood(const mask_t *hands, int64_t n) {
    int64_t sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += least_deadwood(hands[i]);
    return sum;
}

/* The sum over `n` hands of what the best discard leaves, and of its card number times 1000. */
int64_t sum_best_discard(const mask_t *hands, int64_t n) {
    int64_t sum = 0;
    for (int64_t i = 0; i < n; i++) {
        struct discard best = best_discard(hands[i], 0);
        sum += best.left + 1000 * best.card;
    }
    return sum;
}
