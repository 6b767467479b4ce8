"""Stopping games on stored paths: what charts are worth, and what stopping is worth cell by cell.

A path is a hand played with nobody stopping; at each of its points one player could have stopped. Points lie hand after
hand in flat arrays, `lengths` (uint16) says how many each hand has:

``player``, ``row``, ``turn``, ``forced`` (int16[n])
    whose point it is, the chart's row and column (a turn, or a chance in it), and 1 where the hand ends there whatever
    one wants;
``value`` (int32[n, players])
    what each player gets if it is stopped there.

A chart is a probability to stop, float64[players, rows, turns]. A path that nobody stops is worth 0 to all.
"""

from __future__ import annotations

from simcards.kernels.jit import kernel

VISITS, WEIGHT, SUM, SQUARES, CROSS, WEIGHT_SQUARES, NOW, NOW_SQUARES, NOW_CROSS = range(9)
"""Last axis of what `visit_cells` adds up; sums are over hands, of hand totals of a cell: visits, weight w, w D,
(w D)², w D × w, w²; and with V, what stopping there is worth, w V, (w V)², w V × w."""

CELL_SUMS = 9
SEEN = 4
"""What `visit_cells` notes of a visit: row + 1 (0: none), weight, weighted D, weighted V."""


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
        float64[players, turns, SEEN]: working space.
    cells
        float64[rows, turns, CELL_SUMS] to add to. The weight of a visit is the chance that the hand gets there; where
        a hand ends whatever one wants, D is 0.
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
            seen[seat, turn[i], 3] = weight * value[i, seat]
        weight *= 1.0 - stop_chance(i, player, row, turn, forced, own, others, seat)
        if weight == 0.0:
            return


@kernel
def add_visit(seen, seat, t, cells):
    """Add the visit of `seat` in turn `t`, with those of later seats to the same cell, to `cells`; take them out."""
    row = seen[seat, t, 0]
    visits, weight, weighted, now = 0, 0.0, 0.0, 0.0
    for other in range(seat, seen.shape[0]):
        if seen[other, t, 0] == row:
            visits += 1
            weight += seen[other, t, 1]
            weighted += seen[other, t, 2]
            now += seen[other, t, 3]
            seen[other, t, 0] = 0.0
    cell = cells[int(row) - 1, t]
    cell[VISITS] += visits
    cell[WEIGHT] += weight
    cell[SUM] += weighted
    cell[SQUARES] += weighted * weighted
    cell[CROSS] += weighted * weight
    cell[WEIGHT_SQUARES] += weight * weight
    cell[NOW] += now
    cell[NOW_SQUARES] += now * now
    cell[NOW_CROSS] += now * weight


@kernel
def limit_sums(lengths, player, row, turn, forced, value, own, others, seats, worth, sums):
    """Add up what every plain limit is worth to the one who asks, and how much less than a chart.

    A limit stops at or below one row, in all turns. All limits are followed at once: of a seating's own points only
    those matter whose row is below all rows before.

    Parameters
    ----------
    lengths, player, row, turn, forced, value
        The paths.
    own, others
        The chart that limits are compared with, and the charts of the others.
    seats
        int16[players]: 1 for the positions in which to ask; a hand is worth the mean over them.
    worth
        float64[rows]: working space.
    sums
        float64[rows, 4] to add to: by limit, worth and its square, how much less than the chart and its square.
    """
    rows = worth.shape[0]
    seatings = 0
    for seat in range(seats.shape[0]):
        seatings += seats[seat]
    end = 0
    for hand in range(lengths.shape[0]):
        start, end = end, end + int(lengths[hand])
        for limit in range(rows):
            worth[limit] = 0.0
        charted = 0.0
        for seat in range(seats.shape[0]):
            if seats[seat]:
                charted += charted_worth(start, end, player, row, turn, forced, value, own, others, seat)
                follow_limits(start, end, player, row, turn, forced, value, others, seat, worth)
        for limit in range(rows):
            each = worth[limit] / seatings
            less = charted / seatings - each
            line = sums[limit]
            line[0] += each
            line[1] += each * each
            line[2] += less
            line[3] += less * less


@kernel
def charted_worth(start, end, player, row, turn, forced, value, own, others, seat):
    """Return what a hand is worth to `seat`, who plays by `own`."""
    worth = 0.0
    for i in range(end - 1, start - 1, -1):
        stop = stop_chance(i, player, row, turn, forced, own, others, seat)
        worth = stop * value[i, seat] + (1.0 - stop) * worth
    return worth


@kernel
def follow_limits(start, end, player, row, turn, forced, value, others, seat, worth):
    """Add to ``worth[limit]`` what a hand is worth to `seat`, who stops at or below each limit."""
    going_on, gained = 1.0, 0.0
    open_limits = worth.shape[0]
    for i in range(start, end):
        if forced[i]:
            gained += going_on * value[i, seat]
            break
        if player[i] == seat:
            for limit in range(row[i], open_limits):
                worth[limit] += gained + going_on * value[i, seat]
            open_limits = min(open_limits, row[i])
        else:
            stop = others[player[i], row[i], turn[i]]
            gained += going_on * stop * value[i, seat]
            going_on *= 1.0 - stop
    for limit in range(open_limits):
        worth[limit] += gained
