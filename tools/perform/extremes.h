/* SPDX-License-Identifier: MIT */
/*
 * How uneven the machine is: the pair of ranks between which a message is fastest, and the one
 * between which it is slowest. No MPI here.
 */
#ifndef STEADYCAST_TOOLS_PERFORM_EXTREMES_H
#define STEADYCAST_TOOLS_PERFORM_EXTREMES_H

#include <stdbool.h>

#include "tools/perform/logp_fit.h"
#include "tools/perform/pairs.h"

/* Characters of the name of a host, with its end, and of a text with two of them. */
enum { EXTREMES_HOST_ROOM = 256, EXTREMES_TEXT_ROOM = 600 };

struct pair_time {
    struct pair pair;
    double seconds; /* the median of L + 2o of its samples, which is half a round trip */
    char hosts[2][EXTREMES_HOST_ROOM]; /* of the first and of the second rank */
};

struct extremes {
    struct pair_time fastest;
    struct pair_time slowest;
};

/*
 * Of `count` >= 1 pairs with `repeat` >= 1 samples each, those of one pair behind those of the one
 * before it. Of pairs as fast as each other the first counts. Hosts are left empty. `numbers` has
 * room for `repeat` of them, and what is in it afterwards means nothing.
 */
struct extremes extremes_of(const struct pair *pairs, size_t count,
                            const struct logp_sample *samples, int repeat, double *numbers);

/* One machine L,o,g does not describe all pairs: the slowest takes more than twice as long as the
 * fastest. */
bool extremes_mislead(const struct extremes *extremes);

/* `ranks 0 and 1`, for one of the two pairs; `ranks 0 (HOST) and 1 (HOST)` where the four ranks are
 * not all on one host. */
void extremes_text(const struct extremes *extremes, const struct pair_time *which,
                   char text[EXTREMES_TEXT_ROOM]);

#endif
