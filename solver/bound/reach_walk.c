/* SPDX-License-Identifier: MIT */
#include "solver/bound/reach_walk.h"

#include "automata/numbers.h"
#include "solver/bound/reach.h"

/* About a second, and no more than the checker does. */
#define LIMB_ADDITIONS_LIMIT ((uint64_t)1 << 30)

static int64_t divisor(int64_t a, int64_t b) {
    while (b > 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

enum status reach_walk_open(struct reach_walk *walk, const struct logp_machine *machine,
                            struct failure *failure) {
    enum status status = logp_machine_check(machine, failure);
    if (status)
        return status;
    int64_t apart = logp_machine_apart(machine), transfer = logp_machine_transfer(machine);
    int64_t unit = divisor(apart, transfer);
    *walk = (struct reach_walk){.unit = unit, .apart = apart / unit, .transfer = transfer / unit};
    walk->room = 1 + (walk->apart > walk->transfer ? walk->apart : walk->transfer);
    if (walk->room > REACH_MAX_UNITS)
        return failure_set(failure, STATUS_LIMIT,
                           "max(g,o) and L+2o are more than %d times their common divisor",
                           REACH_MAX_UNITS);
    walk->known = numbers_new((size_t)walk->room);
    if (!walk->known)
        return failure_memory(failure, "the processors reached in time");
    mpz_set_ui(walk->known[0], 1);
    return STATUS_OK;
}

void reach_walk_close(struct reach_walk *walk) {
    numbers_free(walk->known, (size_t)walk->room);
}

mpz_srcptr reach_walk_at(const struct reach_walk *walk, int64_t back) {
    static const mp_limb_t limb = 0;
    static const mpz_t none = MPZ_ROINIT_N((mp_limb_t *)&limb, 0);
    return back <= walk->time ? walk->known[(walk->time - back) % walk->room] : none;
}

enum status reach_walk_on(struct reach_walk *walk, struct failure *failure) {
    mpz_ptr next = walk->known[++walk->time % walk->room];
    if (walk->time < walk->transfer) {
        mpz_set_ui(next, 1);
    } else if (walk->time < walk->apart) {
        mpz_add_ui(next, reach_walk_at(walk, walk->transfer), 1);
    } else {
        mpz_add(next, reach_walk_at(walk, walk->apart), reach_walk_at(walk, walk->transfer));
    }
    walk->work += mpz_size(next);
    if (walk->time > REACH_MAX_UNITS || walk->work > LIMB_ADDITIONS_LIMIT)
        return failure_set(failure, STATUS_LIMIT,
                           "the processors reached by one item are not counted beyond time %lld",
                           (long long)(walk->time * walk->unit));
    return STATUS_OK;
}
