/* SPDX-License-Identifier: MIT */
#include "solver/bound/reach.h"

#include <limits.h>
#include <stdbool.h>

#include "automata/numbers.h"

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
