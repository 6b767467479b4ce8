"""Bit counts and positions of non-negative int64 masks, each with a plain Python twin for interpreted runs."""

from __future__ import annotations

from numba.core import cgutils, types
from numba.extending import intrinsic

from simcards.kernels.jit import INTERPRETED

if INTERPRETED:

    def popcount(mask):  # noqa: D103
        return int(mask).bit_count()

    def lowest(mask):  # noqa: D103
        return (int(mask) & -int(mask)).bit_length() - 1

    def highest(mask):  # noqa: D103
        return int(mask).bit_length() - 1

else:

    @intrinsic
    def popcount(typingctx, mask):
        """Return how many bits of an int64 are set."""

        def codegen(context, builder, signature, args):
            return builder.ctpop(args[0])

        return types.int64(types.int64), codegen

    @intrinsic
    def lowest(typingctx, mask):
        """Return the position of the lowest set bit of an int64 that is not 0."""

        def codegen(context, builder, signature, args):
            return builder.cttz(args[0], cgutils.true_bit)

        return types.int64(types.int64), codegen

    @intrinsic
    def highest(typingctx, mask):
        """Return the position of the highest set bit of an int64 that is not 0."""

        def codegen(context, builder, signature, args):
            top = context.get_constant(types.int64, 63)
            return builder.sub(top, builder.ctlz(args[0], cgutils.true_bit))

        return types.int64(types.int64), codegen
