/* SPDX-License-Identifier: MIT */
/* Karp et al. 1993, section 3.1: the delay L + B(P-1) is possible only if the source sends item i
 * at time i, and nothing else, so that its first receiver has it at L+i and all have it B(P-1)
 * steps later.
 *
 * Tried with the source alone: item i is there at time i, and what is sent d steps later reaches no
 * more than P(t-d) processors by its deadline, t = B(P-1). So the copies of an item must add up to
 * P-1. All that the source can do after a step at which it does not send the item of that step is
 * followed, up to the step at which some item has missed its deadline, whatever is sent. What
 * matters is how many processors each item still lacks. */
#include <string.h>

#include "automata/numbers.h"
#include "automata/tuple_table.h"
#include "solver/model/sequence.h"
#include "tools/claims/functions/functions.h"

enum { MOST_DEPTH = 64, MOST_STATES = 40000, MOST_STEPS = 1000 };

struct source {
    int depth;                      /* t */
    uint64_t reach[MOST_DEPTH + 1]; /* reach[d] = P(t-d) */
    uint64_t all;                   /* P-1 */
    struct tuple_table states;      /* lacks[d] of the item that is d steps old, d = 1..t */
};

static enum status begin(struct source *source, int latency, long processors,
                         struct failure *failure) {
    TRY(sequence_depth(latency, processors, &source->depth, failure));
    if (source->depth > MOST_DEPTH)
        return failure_limit(failure, "a tree of depth %d is too deep", source->depth);
    source->all = (uint64_t)processors;
    for (int d = 0; d <= source->depth; d++) {
        BIG(reach);
        TRY(sequence_term(reach, latency, source->depth - d, NULL, failure));
        source->reach[d] = mpz_get_ui(reach);
    }
    return tuple_table_init(&source->states, (size_t)source->depth + 1, failure);
}

/* lacks[0..t]: item of this step first. The one that is sent, or -1, gets what it can; then a step
 * passes. False if an item that is t steps old lacks anything. */
static bool pass_step(const struct source *source, const uint64_t *lacks, int sent,
                      uint64_t *next) {
    int t = source->depth;
    uint64_t after[MOST_DEPTH + 1];
    memcpy(after, lacks, (size_t)(t + 1) * sizeof *after);
    if (sent >= 0)
        after[sent] -= after[sent] < source->reach[sent] ? after[sent] : source->reach[sent];
    if (after[t])
        return false;
    memcpy(next + 1, after, (size_t)t * sizeof *next);
    next[0] = source->all;
    return true;
}

/* How often an item that is d steps old, and lacks so many, is to be sent at least: at the next
 * steps, one after the other. */
static int least_sends(const struct source *source, int d, uint64_t lacks) {
    int sends = 0;
    for (; lacks && d <= source->depth; d++, sends++)
        lacks -= lacks < source->reach[d] ? lacks : source->reach[d];
    return lacks ? source->depth + 2 : sends;
}

/* Some items will be late whatever is sent: those with a deadline in the next h steps are to be
 * sent more than h times, for some h. */
static bool is_lost(const struct source *source, const uint64_t *lacks) {
    int sends = 0;
    for (int d = source->depth, h = 1; d >= 0; d--, h++) {
        sends += least_sends(source, d, lacks[d]);
        if (sends > h)
            return true;
    }
    return false;
}

/* Puts what may follow a state behind the others, if it was not there. */
static enum status add_following(struct source *source, const uint64_t *lacks,
                                 struct failure *failure) {
    for (int sent = 0; sent <= source->depth; sent++) {
        uint64_t next[MOST_DEPTH + 1];
        size_t number;
        if (lacks[sent] && pass_step(source, lacks, sent, next) && !is_lost(source, next))
            TRY(tuple_table_number(&source->states, next, &number, failure));
    }
    return STATUS_OK;
}

/* Whether some other state lacks no more of any item: what may follow the one may follow it too. */
static bool is_idle(const struct tuple_table *states, size_t number) {
    const uint64_t *lacks = tuple_table_at(states, number);
    for (size_t i = 0; i < states->count; i++) {
        const uint64_t *other = tuple_table_at(states, i);
        size_t d = 0;
        while (d < states->width && other[d] <= lacks[d])
            d++;
        if (d == states->width && i != number)
            return true;
    }
    return false;
}

/* Step by step until nothing may follow; each step's states are in a table of their own. *steps is
 * -1 if there are too many, of either. */
static enum status follow(struct source *source, int *steps, struct failure *failure) {
    for (*steps = 0; source->states.count; ++*steps) {
        CLEANUP(tuple_table_clear) struct tuple_table now = source->states;
        TRY(tuple_table_init(&source->states, now.width, failure));
        for (size_t i = 0; i < now.count; i++)
            if (!is_idle(&now, i))
                TRY(add_following(source, tuple_table_at(&now, i), failure));
        if (source->states.count > MOST_STATES || *steps > MOST_STEPS) {
            *steps = -1;
            break;
        }
    }
    return STATUS_OK;
}

static void source_clear(struct source *source) {
    tuple_table_clear(&source->states);
}

/* Before the step everything is in time; at the step the source does not send its item. */
static enum status source_once(struct claim_call *call, struct failure *failure) {
    CLEANUP(source_clear) struct source source = {.depth = 0};
    uint64_t lacks[MOST_DEPTH + 1] = {0}, next[MOST_DEPTH + 1];
    int steps = 0;
    size_t number;
    TRY(begin(&source, (int)call->a[0], call->a[1] - 1, failure));
    lacks[0] = source.all;
    if (pass_step(&source, lacks, -1, next))
        TRY(tuple_table_number(&source.states, next, &number, failure));
    TRY(follow(&source, &steps, failure));
    call->give[0] = steps;
    return STATUS_OK;
}

const struct claim_function source_functions[] = {
    {"source_once", "L=1..20 P=2..200", "",
     "all that the source can do after it did not send item i at time i: steps until an item is "
     "late; -1: more than 40000 states or 1000 steps",
     source_once, 0},
    {.name = NULL}};
