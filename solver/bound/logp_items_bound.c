/* SPDX-License-Identifier: MIT */
#include "solver/bound/logp_items_bound.h"

#include "solver/bound/reach.h"

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
        return failure_set(failure, STATUS_INPUT,
                           "at least one processor beside the source and one item are needed");
    enum status status = reach_walk_open(&count->walk, machine, failure);
    if (status)
        return status;
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
    enum status status = STATUS_OK;
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
        status = reach_walk_on(&count->walk, failure);
        if (status)
            return status;
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
    struct count count;
    enum status status = count_open(&count, machine, processors, items, failure);
    if (status)
        return status;
    mpz_inits(bound->counting, bound->work, bound->single, (mpz_ptr)NULL);
    status = count_all(&count, bound->counting, failure);
    if (!status) {
        mpz_mul_ui(bound->counting, bound->counting, (unsigned long)count.walk.unit);
        set_work(&count, machine, items, bound->work);
        if (single)
            set_single(&count, items, bound->single);
    }
    count_close(&count);
    if (status)
        logp_items_bound_clear(bound);
    return status;
}

void logp_items_bound_clear(struct logp_items_bound *bound) {
    mpz_clears(bound->counting, bound->work, bound->single, (mpz_ptr)NULL);
}

mpz_srcptr logp_items_bound_finish(const struct logp_items_bound *bound) {
    mpz_srcptr most = mpz_cmp(bound->work, bound->counting) > 0 ? bound->work : bound->counting;
    return mpz_cmp(bound->single, most) > 0 ? bound->single : most;
}
