/* SPDX-License-Identifier: MIT */
/*
 * The fractional streams at two neighbouring points (fraction.h), mixed for this N and rounded
 * down.
 *
 * Range 1, M N <= V: from point a, z = 0, to b, z = z_b = V/M - f_(t-1), with the weight z / z_b.
 * Range 2: from b to c with (z+1-z_b) / (f_(t-L)-z_b), or 1 if that is more. The multiplicities are
 * evaluated with the numbers f_(t-j) themselves; so for large t the mixture is right but for
 * bounded errors.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_STREAM_ROUNDED_MIX_H
#define STEADYCAST_SOLVER_ITEMS_STREAM_ROUNDED_MIX_H

#include "solver/items/fraction/fraction.h"
#include "solver/items/stream/rounded_parts.h"

struct rounded_mix {
    bool range_one;
    bool has_slack; /* range 1, in its first half: much slack is used up by words */
    mpq_t weight;   /* of the second stream, 0..1 */
    const struct fraction_stream *streams[2]; /* borrowed */
};

/* `streams`: of the points a, b, c; borrowed. `parts` are as they were initialised. */
void rounded_mix_init(struct rounded_mix *mix, const struct rounded_parts *parts,
                      const struct fraction_stream *streams);
void rounded_mix_clear(struct rounded_mix *mix);

/*
 * Adds the words but for the plain tails, which are chosen at the end: never more than there are
 * nodes for, and in range 1 slack.
 */
enum status rounded_mix_add(const struct rounded_mix *mix, struct rounded_parts *parts,
                            struct failure *failure);

#endif
