"""Stopping games on stored paths: what charts are worth, and what stopping is worth cell by cell.

A path is a hand played with nobody stopping; at each of its points one player could have stopped. Points lie hand after
hand in flat arrays, `lengths` (uint8) says how many each hand has:

``player``, ``row``, ``turn``, ``forced`` (int8[n])
    whose point it is, the chart's row and column, and 1 where the hand ends there whatever one wants;
``value`` (int32[n, players])
    what each player gets if it is stopped there.

A chart is a probability to stop, float64[players, rows, turns]. A path that nobody stops is worth 0 to all.
"""

from __future__ import annotations

from simcards.kernels.jit import kernel

VISITS, WEIGHT, SUM, SQUARES, CROSS, WEIGHT_SQUARES = range(6)
"""Last axis of what `visit_cells` adds up; sums are over hands, of hand totals of a cell: visits, weight w, w D,
(w D)², w D × w, w²."""


@kernel
def hand_values(lengths, player, row, turn, forced, value, chart, out):
    """Write into ``out`` (float64[hands, players]) the expected value of each hand when all play by `chart`."""
    end = 0
    for hand in range(lengths.shape[0]):
        start, end = end, end + int(lengths[hand])
        for seat in range(out.shape[1]):
            worth = 0.0
            for i in range(end - 1, start - 1, -1):
                stop = 1.0 if forced[i] else chart[player[i], row[i], turn[i]]
                worth = stop * value[i, seat] + (1.0 - stop) * worth
            out[hand, seat] = worth


@kernel
def visit_cells(lengths, player, row, turn, forced, value, own, others, seats, going_on, seen, cells):
    """Add up, cell by cell, D: what stopping is worth to the one who asks, less what going on is worth.

    Parameters
    ----------
    lengths, player, row, turn, forced, value
        The paths.
    own, others
        The charts of the one who asks and of the others.
    seats
        int8[players]: 1 for the positions in which to ask. Each is a seating of its own of the same hand; what one
        cell gets from several seatings of a hand is one observation, since it comes from one deal.
    going_on
        float64, at least as long as the longest path: working space.
    seen
        float64[players, turns, 3]: working space (row + 1 or 0, weight, weighted D of a seating's visit in a turn).
    cells
        float64[rows, turns, 6] to add to. The weight of a visit is the chance that the hand gets there; where a hand
        ends whatever one wants, D is 0.
    """
    end = 0
    players = seen.shape[0]
    for hand in range(lengths.shape[0]):
        start, end = end, end + int(lengths[hand])
        turns = 0
        for i in range(start, end):
            turns = max(turns, turn[i] + 1)
        for seat in range(players):
            if seats[seat]:
                value_going_on(start, end, player, row, turn, forced, value, own, others, seat, going_on)
                note_visits(start, end, player, row, turn, forced, value, own, others, seat, going_on, seen)
        for t in range(turns):
            for seat in range(players):
                if seen[seat, t, 0] != 0.0:
                    add_visit(seen, seat, t, cells)


@kernel
def stop_chance(i, player, row, turn, forced, own, others, seat):
    """Return the chance that point `i` is stopped when the one who asks sits at `seat`."""
    if forced[i]:
        return 1.0
    if player[i] == seat:
        return own[seat, row[i], turn[i]]
    return others[player[i], row[i], turn[i]]


@kernel
def value_going_on(start, end, player, row, turn, forced, value, own, others, seat, going_on):
    """Write into ``going_on[i - start]`` what the hand is worth to `seat` if point i is passed by."""
    worth = 0.0
    for i in range(end - 1, start - 1, -1):
        going_on[i - start] = worth
        stop = stop_chance(i, player, row, turn, forced, own, others, seat)
        worth = stop * value[i, seat] + (1.0 - stop) * worth


@kernel
def note_visits(start, end, player, row, turn, forced, value, own, others, seat, going_on, seen):
    """Note in `seen` the visits of `seat`'s cells on a hand, as far as anybody lets it get."""
    weight = 1.0
    for i in range(start, end):
        if player[i] == seat:
            gain = 0.0 if forced[i] else value[i, seat] - going_on[i - start]
            seen[seat, turn[i], 0] = row[i] + 1
            seen[seat, turn[i], 1] = weight
            seen[seat, turn[i], 2] = weight * gain
        weight *= 1.0 - stop_chance(i, player, row, turn, forced, own, others, seat)
        if weight == 0.0:
            return


@kernel
def add_visit(seen, seat, t, cells):
    """Add the visit of `seat` in turn `t`, with those of later seats to the same cell, to `cells`; take them out."""
    row = seen[seat, t, 0]
    visits, weight, weighted = 0, 0.0, 0.0
    for other in range(seat, seen.shape[0]):
        if seen[other, t, 0] == row:
            visits += 1
            weight += seen[other, t, 1]
            weighted += seen[other, t, 2]
            seen[other, t, 0] = 0.0
    cell = cells[int(row) - 1, t]
    cell[VISITS] += visits
    cell[WEIGHT] += weight
    cell[SUM] += weighted
    cell[SQUARES] += weighted * weighted
    cell[CROSS] += weighted * weight
    cell[WEIGHT_SQUARES] += weight * weight
