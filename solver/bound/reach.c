/* SPDX-License-Identifier: MIT */
#include "solver/bound/reach.h"

#include <limits.h>
#include <stdbool.h>

#include "solver/bound/reach_walk.h"

enum status reach_processors(const struct logp_machine *machine, int64_t time, mpz_ptr processors,
                             struct failure *failure) {
    struct reach_walk walk;
    enum status status = reach_walk_open(&walk, machine, failure);
    if (status)
        return status;
    while (!status && walk.time < time / walk.unit)
        status = reach_walk_on(&walk, failure);
    if (!status)
        mpz_set(processors, reach_walk_at(&walk, 0));
    reach_walk_close(&walk);
    return status;
}

/* Goes on to the first time when N processors can have it from an item that the source sends once,
 * or twice. */
static enum status walk_to(struct reach_walk *walk, bool twice, mpz_srcptr processors,
                           struct failure *failure) {
    enum status status = STATUS_OK;
    mpz_t sum;
    mpz_init(sum);
    for (;;) {
        mpz_set(sum, reach_walk_at(walk, 0));
        if (twice)
            mpz_add(sum, sum, reach_walk_at(walk, walk->apart));
        if (mpz_cmp(sum, processors) >= 0)
            break;
        status = reach_walk_on(walk, failure);
        if (status)
            break;
    }
    mpz_clear(sum);
    return status;
}

/* A is the same for all cycles of a unit. */
enum status reach_time(const struct logp_machine *machine, mpz_srcptr processors, int64_t *time,
                       mpz_ptr sum, struct failure *failure) {
    struct reach_walk walk;
    mpz_t missing;
    if (mpz_sgn(processors) <= 0)
        return failure_set(failure, STATUS_INPUT, "at least one processor has the item");
    enum status status = reach_walk_open(&walk, machine, failure);
    if (status)
        return status;
    mpz_init(missing);
    while (!status && mpz_cmp(reach_walk_at(&walk, 0), processors) < 0) {
        mpz_add(missing, missing, processors);
        mpz_sub(missing, missing, reach_walk_at(&walk, 0));
        status = reach_walk_on(&walk, failure);
    }
    if (!status) {
        *time = walk.time * walk.unit;
        if (sum) {
            mpz_set_si(sum, (long)walk.unit);
            mpz_mul(sum, sum, missing);
        }
    }
    mpz_clear(missing);
    reach_walk_close(&walk);
    return status;
}

enum status reach_lower(const struct logp_machine *machine, mpz_srcptr processors,
                        struct reach_bound *bound, struct failure *failure) {
    struct reach_walk walk;
    if (mpz_sgn(processors) <= 0)
        return failure_set(failure, STATUS_INPUT, "at least one processor is served");
    enum status status = reach_walk_open(&walk, machine, failure);
    if (status)
        return status;
    int64_t apart = logp_machine_apart(machine);
    bool twice = 2 * apart <= logp_machine_step(machine);
    status = walk_to(&walk, twice, processors, failure);
    reach_walk_close(&walk);
    if (status)
        return status;
    int64_t time = walk.time * walk.unit;
    *bound = (struct reach_bound){.delay = logp_machine_transfer(machine) + time};
    if (time > 0)
        bound->times[bound->count++] = time - 1;
    if (twice && time > apart)
        bound->times[bound->count++] = time - 1 - apart;
    return STATUS_OK;
}

enum status certificate_put_reach(struct certificate_output *output,
                                  const struct logp_machine *machine, int64_t time,
                                  struct failure *failure) {
    mpz_t processors;
    if (time < 0 || time > INT_MAX)
        return failure_set(failure, STATUS_LIMIT, "time %lld is not within 0..%d", (long long)time,
                           INT_MAX);
    mpz_init(processors);
    enum status status = reach_processors(machine, time, processors, failure);
    if (!status) {
        certificate_print(output, "latency %d\noverhead %d\ngap %d\ntime %lld\nprocessors ",
                          machine->latency, machine->overhead, machine->gap, (long long)time);
        certificate_print_big(output, processors);
        certificate_print(output, "\n");
    }
    mpz_clear(processors);
    return status;
}
