/* SPDX-License-Identifier: MIT */
#include "solver/proof/bound/reach.h"

#include <limits.h>

#include "automata/numbers.h"

/* A(0), A(1), .. of a LogP machine, one after the other, in units of gcd(h,l). */
struct reach_walk {
    int64_t unit;            /* cycles */
    int64_t apart, transfer; /* h and l, units */
    int64_t room;            /* as many of the last terms are kept, A(s) at [s mod room] */
    int64_t time;            /* of the latest, units; 0 at first */
    uint64_t work;
    mpz_t *known; /* owned */
};

/* About a second, and no more than the checker does. */
#define LIMB_ADDITIONS_LIMIT ((uint64_t)1 << 30)

/* Fills `walk`, at time 0. STATUS_INPUT for what is no machine, STATUS_LIMIT if h or l is beyond
 * REACH_MAX_UNITS units. */
static enum status reach_walk_open(struct reach_walk *walk, const struct logp_machine *machine,
                                   struct failure *failure) {
    TRY(logp_machine_check(machine, failure));
    int64_t apart = logp_machine_apart(machine), transfer = logp_machine_transfer(machine);
    int64_t unit = greatest_divisor(apart, transfer);
    *walk = (struct reach_walk){.unit = unit, .apart = apart / unit, .transfer = transfer / unit};
    walk->room = 1 + (walk->apart > walk->transfer ? walk->apart : walk->transfer);
    if (walk->room > REACH_MAX_UNITS)
        return failure_limit(failure,
                             "max(g,o) and L+2o are more than %d times their common divisor",
                             REACH_MAX_UNITS);
    walk->known = numbers_new((size_t)walk->room);
    TRY(memory_check(walk->known, failure, "the processors reached in time"));
    mpz_set_ui(walk->known[0], 1);
    return STATUS_OK;
}

static void reach_walk_close(struct reach_walk *walk) {
    numbers_free(walk->known);
    *walk = (struct reach_walk){0};
}

/* A(time - back), 0 <= back < room; 0 before time 0. Valid until the walk goes on. */
static mpz_srcptr reach_walk_at(const struct reach_walk *walk, int64_t back) {
    static const mp_limb_t limb = 0;
    static const mpz_t none = MPZ_ROINIT_N((mp_limb_t *)&limb, 0);
    return back <= walk->time ? walk->known[(walk->time - back) % walk->room] : none;
}

/* Goes on by one unit: an addition. STATUS_LIMIT beyond REACH_MAX_UNITS and 2^30 limbs. */
static enum status reach_walk_on(struct reach_walk *walk, struct failure *failure) {
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
        return failure_limit(failure,
                             "the processors reached by one item are not counted beyond time %lld",
                             (long long)(walk->time * walk->unit));
    return STATUS_OK;
}

enum status reach_processors(const struct logp_machine *machine, int64_t time, mpz_ptr processors,
                             struct failure *failure) {
    CLEANUP(reach_walk_close) struct reach_walk walk = {0};
    TRY(reach_walk_open(&walk, machine, failure));
    while (walk.time < time / walk.unit)
        TRY(reach_walk_on(&walk, failure));
    mpz_set(processors, reach_walk_at(&walk, 0));
    return STATUS_OK;
}

/* Goes on to the first time when N processors can have it from an item that the source sends once,
 * or twice. */
static enum status walk_to(struct reach_walk *walk, bool twice, mpz_srcptr processors,
                           struct failure *failure) {
    BIG(sum);
    for (;;) {
        mpz_set(sum, reach_walk_at(walk, 0));
        if (twice)
            mpz_add(sum, sum, reach_walk_at(walk, walk->apart));
        if (mpz_cmp(sum, processors) >= 0)
            return STATUS_OK;
        TRY(reach_walk_on(walk, failure));
    }
}

/* A is the same for all cycles of a unit. */
enum status reach_time(const struct logp_machine *machine, mpz_srcptr processors, int64_t *time,
                       mpz_ptr sum, struct failure *failure) {
    if (mpz_sgn(processors) <= 0)
        return failure_input(failure, "at least one processor has the item");
    CLEANUP(reach_walk_close) struct reach_walk walk = {0};
    TRY(reach_walk_open(&walk, machine, failure));
    BIG(missing);
    while (mpz_cmp(reach_walk_at(&walk, 0), processors) < 0) {
        mpz_add(missing, missing, processors);
        mpz_sub(missing, missing, reach_walk_at(&walk, 0));
        TRY(reach_walk_on(&walk, failure));
    }
    *time = walk.time * walk.unit;
    if (sum) {
        mpz_set_si(sum, (long)walk.unit);
        mpz_mul(sum, sum, missing);
    }
    return STATUS_OK;
}

enum status reach_lower(const struct logp_machine *machine, mpz_srcptr processors,
                        struct reach_bound *bound, struct failure *failure) {
    if (mpz_sgn(processors) <= 0)
        return failure_input(failure, "at least one processor is served");
    CLEANUP(reach_walk_close) struct reach_walk walk = {0};
    TRY(reach_walk_open(&walk, machine, failure));
    int64_t apart = logp_machine_apart(machine);
    bool twice = 2 * apart <= logp_machine_step(machine);
    TRY(walk_to(&walk, twice, processors, failure));
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
    if (time < 0 || time > INT_MAX)
        return failure_limit(failure, "time %lld is not within 0..%d", (long long)time, INT_MAX);
    BIG(processors);
    TRY(reach_processors(machine, time, processors, failure));
    certificate_print(output, "latency %d\noverhead %d\ngap %d\ntime %lld\nprocessors ",
                      machine->latency, machine->overhead, machine->gap, (long long)time);
    certificate_print_big(output, processors);
    certificate_print(output, "\n");
    return STATUS_OK;
}

/* Times in units of gcd(h,l), of which A's steps are multiples. */
struct count {
    struct reach_walk walk;
    mpz_srcptr others; /* N */
    mpz_t items;       /* k, of the last items */
    mpz_t before;      /* K - k */
    mpz_t need;        /* k N */
    mpz_t labels;      /* tau(1) + .. + tau(N) */
    mpz_t time;
    int64_t all; /* the least s with A(s) >= N; -1: not yet */
    bool done;   /* more items say no more */
};

static enum status count_open(struct count *count, const struct logp_machine *machine,
                              mpz_srcptr processors, mpz_srcptr items, struct failure *failure) {
    *count = (struct count){.others = processors, .all = -1};
    if (mpz_sgn(processors) <= 0 || mpz_sgn(items) <= 0)
        return failure_input(failure,
                             "at least one processor beside the source and one item are needed");
    TRY(reach_walk_open(&count->walk, machine, failure));
    mpz_init_set_ui(count->items, 1);
    mpz_init_set(count->before, items);
    mpz_sub_ui(count->before, count->before, 1);
    mpz_init_set(count->need, processors);
    mpz_inits(count->labels, count->time, (mpz_ptr)NULL);
    return STATUS_OK;
}

static void count_close(struct count *count) {
    mpz_clears(count->items, count->before, count->need, count->labels, count->time, (mpz_ptr)NULL);
    reach_walk_close(&count->walk);
}

/* tau(kN) is this time, for the next k and perhaps for some that follow. Once A grows by N or more
 * in h units, tau((k+1)N) is at most tau(kN) + h. */
static void look_at_items(struct count *count, mpz_ptr most) {
    const struct reach_walk *walk = &count->walk;
    while (!count->done && mpz_cmp(reach_walk_at(walk, 0), count->need) > 0) {
        mpz_mul_ui(count->time, count->before, (unsigned long)walk->apart);
        mpz_add_ui(count->time, count->time, (unsigned long)walk->time);
        if (mpz_cmp(count->time, most) > 0)
            mpz_set(most, count->time);
        count->done =
            mpz_sgn(count->before) == 0 || walk->time + walk->apart >= count->all + walk->transfer;
        mpz_add(count->need, count->need, count->others);
        mpz_sub_ui(count->before, count->before, 1);
    }
}

/* A(s) - 1 receivers at most have something at s, the others have it later. */
static enum status count_all(struct count *count, mpz_ptr most, struct failure *failure) {
    for (;;) {
        mpz_srcptr reached = reach_walk_at(&count->walk, 0);
        if (count->all < 0 && mpz_cmp(reached, count->others) >= 0)
            count->all = count->walk.time;
        look_at_items(count, most);
        if (count->done)
            return STATUS_OK;
        mpz_sub(count->time, count->others, reached);
        mpz_add_ui(count->time, count->time, 1);
        if (mpz_sgn(count->time) > 0)
            mpz_add(count->labels, count->labels, count->time);
        TRY(reach_walk_on(&count->walk, failure));
    }
}

/* ceil((2 o K N + l + labels) / P) - o. */
static void set_work(struct count *count, const struct logp_machine *machine, mpz_srcptr items,
                     mpz_ptr work) {
    mpz_mul(work, items, count->others);
    mpz_mul_ui(work, work, 2 * (unsigned long)machine->overhead);
    mpz_addmul_ui(work, count->labels, (unsigned long)count->walk.unit);
    mpz_add_ui(work, work, (unsigned long)logp_machine_transfer(machine));
    mpz_add_ui(count->time, count->others, 1);
    mpz_cdiv_q(work, work, count->time);
    mpz_sub_ui(work, work, (unsigned long)machine->overhead);
}

static void set_single(const struct count *count, mpz_srcptr items, mpz_ptr single) {
    mpz_sub_ui(single, items, 1);
    mpz_mul_ui(single, single, (unsigned long)count->walk.apart);
    mpz_add_ui(single, single, (unsigned long)(count->walk.transfer + count->all));
    mpz_mul_ui(single, single, (unsigned long)count->walk.unit);
}

enum status logp_items_bound(const struct logp_machine *machine, mpz_srcptr processors,
                             mpz_srcptr items, bool single, struct logp_items_bound *bound,
                             struct failure *failure) {
    CLEANUP(count_close) struct count count = {0};
    CLEANUP(logp_items_bound_clear) struct logp_items_bound found = {0};
    TRY(count_open(&count, machine, processors, items, failure));
    mpz_inits(found.counting, found.work, found.single, (mpz_ptr)NULL);
    TRY(count_all(&count, found.counting, failure));
    mpz_mul_ui(found.counting, found.counting, (unsigned long)count.walk.unit);
    set_work(&count, machine, items, found.work);
    if (single)
        set_single(&count, items, found.single);
    *bound = TAKE(found);
    return STATUS_OK;
}

void logp_items_bound_clear(struct logp_items_bound *bound) {
    mpz_clears(bound->counting, bound->work, bound->single, (mpz_ptr)NULL);
}

mpz_srcptr logp_items_bound_finish(const struct logp_items_bound *bound) {
    mpz_srcptr most = mpz_cmp(bound->work, bound->counting) > 0 ? bound->work : bound->counting;
    return mpz_cmp(bound->single, most) > 0 ? bound->single : most;
}
