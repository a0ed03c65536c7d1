/* SPDX-License-Identifier: MIT */
/* A(0), A(1), .. of a LogP machine (reach.h), one after the other, in units of gcd(h,l). */
#ifndef STEADYCAST_SOLVER_BOUND_REACH_WALK_H
#define STEADYCAST_SOLVER_BOUND_REACH_WALK_H

#include <gmp.h>
#include <stdint.h>

#include "solver/model/logp_machine.h"

struct reach_walk {
    int64_t unit;            /* cycles */
    int64_t apart, transfer; /* h and l, units */
    int64_t room;            /* as many of the last terms are kept, A(s) at [s mod room] */
    int64_t time;            /* of the latest, units; 0 at first */
    uint64_t work;
    mpz_t *known; /* owned */
};

/* Fills `walk`, at time 0. STATUS_INPUT for what is no machine, STATUS_LIMIT if h or l is beyond
 * REACH_MAX_UNITS units. */
enum status reach_walk_open(struct reach_walk *walk, const struct logp_machine *machine,
                            struct failure *failure);
void reach_walk_close(struct reach_walk *walk);

/* A(time - back), 0 <= back < room; 0 before time 0. Valid until the walk goes on. */
mpz_srcptr reach_walk_at(const struct reach_walk *walk, int64_t back);

/* Goes on by one unit: an addition. STATUS_LIMIT beyond REACH_MAX_UNITS and 2^30 limbs. */
enum status reach_walk_on(struct reach_walk *walk, struct failure *failure);

#endif
