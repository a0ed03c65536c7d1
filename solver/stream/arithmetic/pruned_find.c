/* SPDX-License-Identifier: MIT */
#include "solver/stream/arithmetic/pruned_find.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/sequence.h"
#include "solver/stream/arithmetic/pruned_deal.h"
#include "solver/stream/arithmetic/pruned_local.h"

enum {
    FACTORS = 64,
    SCALE = 4,                /* the factors are multiples of 1/4 */
    FIRST_FACTOR = -16,       /* the least, in these units, */
    EXTREME_FACTOR = 1 << 20, /* but the first and the last: they bound the number of nodes alone */
    MEMORY = 1000000000       /* bytes for deals that failed */
};

/* For t = 64 the bounds with large factors are beyond 64 bits (P(64) = 2^64 for L = 1). What
 * reaches this is kept at it, and a factor for which the whole tree reaches it takes no part. For
 * the others nothing overflows: what is lost in any order is at most the bound of the whole tree
 * and what N nodes can be short of. */
static const int64_t unbounded = INT64_C(1) << 60;

/* Bounds for all factors: SCALE * (excess + factor * (nodes - N)). */
struct bounds {
    int64_t at[FACTORS];
};

struct search {
    int latency, depth, processors;
    int nodes_placed;            /* 1 + all sends so far */
    int *pending;                /* [value]: nodes of it, as far as the sends are chosen */
    int *leaves;                 /* [value] */
    struct bounds *subtree;      /* [value]: what a subtree below it contributes at most */
    struct bounds *loss;         /* [value * (depth+2) + sends]: what is lost by so many */
    struct pruned_block *blocks; /* in the order in which they were chosen */
    struct pruned_block *sorted; /* scratch: those of sizes >= 2, as pruned_deal asks */
    int block_count;
    int sorted_count;
    int *held;
    struct pruned_dealer dealer;
    enum pruned_deal_end end;
    enum status status;
    struct failure *failure;
};

static int64_t factor(int index) {
    return index == 0             ? -EXTREME_FACTOR
           : index == FACTORS - 1 ? EXTREME_FACTOR
                                  : FIRST_FACTOR + index;
}

static struct bounds *loss_of(const struct search *search, int value, int sends) {
    return &search->loss[(size_t)value * ((size_t)search->depth + 2) + (size_t)sends];
}

static int most_sends(const struct search *search, int value) {
    return value < search->latency ? 0 : value - search->latency + 1;
}

/* What a node of this value contributes, with the best subtrees below, if it sends so often. */
static int64_t contribution(const struct search *search, int value, int sends, int index) {
    assert(sends >= 0 && sends <= most_sends(search, value));
    struct pruned_block block = {value, sends};
    int64_t sum = factor(index) + SCALE * (sends ? -pruned_least(&block) : value);
    for (int i = 0; i < sends && sum < unbounded; i++) {
        int64_t below = search->subtree[value - search->latency - i].at[index];
        sum = below < unbounded ? sum + below : unbounded;
    }
    return sum < unbounded ? sum : unbounded;
}

/* Takes the factors for which the whole tree is unbounded out of the search. */
static void leave_unbounded(struct search *search) {
    size_t values = (size_t)search->depth + 1;
    for (int index = 0; index < FACTORS; index++) {
        if (search->subtree[search->depth].at[index] < unbounded)
            continue;
        for (size_t i = 0; i < values * (values + 1); i++)
            search->loss[i].at[index] = 0;
    }
}

static void find_bounds(struct search *search) {
    for (int value = 0; value <= search->depth; value++)
        for (int index = 0; index < FACTORS; index++) {
            int64_t best = INT64_MIN;
            for (int sends = 0; sends <= most_sends(search, value); sends++) {
                int64_t sum = contribution(search, value, sends, index);
                loss_of(search, value, sends)->at[index] = sum;
                best = sum > best ? sum : best;
            }
            search->subtree[value].at[index] = best;
            for (int sends = 0; sends <= most_sends(search, value); sends++)
                loss_of(search, value, sends)->at[index] -= best;
        }
    leave_unbounded(search);
}

static void search_clear(struct search *search) {
    FREE_ALL(search->pending, search->leaves, search->subtree, search->loss, search->blocks,
             search->sorted, search->held);
    pruned_dealer_clear(&search->dealer);
}

static enum status search_init(struct search *search, int latency, int depth, int processors,
                               const struct limits *limits, struct failure *failure) {
    size_t values = (size_t)depth + 1, nodes = (size_t)processors;
    *search = (struct search){.latency = latency,
                              .depth = depth,
                              .processors = processors,
                              .nodes_placed = 1,
                              .end = PRUNED_NOT_DEALT,
                              .failure = failure};
    TRY(pruned_dealer_init(&search->dealer, depth - latency + 1, MEMORY, limits, failure));
    TRY(memory_check(NEW(values, search->pending, search->leaves, search->subtree) &&
                         NEW(values * (values + 1), search->loss) &&
                         NEW(nodes, search->blocks, search->sorted) &&
                         NEW(nodes * values, search->held),
                     failure, "a search"));
    find_bounds(search);
    return STATUS_OK;
}

static int compare_blocks(const void *left, const void *right) {
    const struct pruned_block *a = left, *b = right;
    if (a->size != b->size)
        return b->size - a->size;
    int difference = pruned_least(a) - pruned_least(b);
    return difference ? difference : b->head - a->head;
}

/* The tree is complete. */
static void deal(struct search *search) {
    search->sorted_count = 0;
    for (int i = 0; i < search->block_count; i++)
        if (search->blocks[i].size > 1)
            search->sorted[search->sorted_count++] = search->blocks[i];
    qsort(search->sorted, (size_t)search->sorted_count, sizeof *search->sorted, compare_blocks);
    search->status = pruned_deal(&search->dealer, search->sorted, search->sorted_count,
                                 search->leaves, search->held, &search->end, search->failure);
    if (search->status)
        search->end = PRUNED_STOPPED;
}

static void go_on(struct search *search, int value, const struct bounds *bounds);

/* Adds `times` nodes of this value that send so often; negative: takes them away. */
static void place(struct search *search, int value, int sends, int times) {
    for (int i = 0; i < sends; i++)
        search->pending[value - search->latency - i] += times;
    search->nodes_placed += times * sends;
    assert(search->nodes_placed >= 1 && search->nodes_placed <= search->processors);
    for (int i = 0; i < times; i++)
        search->blocks[search->block_count++] = (struct pruned_block){value, sends};
    if (times < 0)
        search->block_count += times;
    assert(search->block_count >= 0 && search->block_count < search->processors);
}

static bool lose(const struct search *search, int value, int sends, int times,
                 struct bounds *bounds) {
    const struct bounds *loss = loss_of(search, value, sends);
    int64_t least = 0;
    for (int index = 0; index < FACTORS; index++) {
        bounds->at[index] += times * loss->at[index];
        least = bounds->at[index] < least ? bounds->at[index] : least;
    }
    return least >= 0;
}

/* `open` nodes of this value send so often or less. */
static void choose(struct search *search, int value, int sends, int open,
                   const struct bounds *bounds) {
    struct bounds after = *bounds;
    assert(open >= 0 && open <= search->pending[value]);
    if (open == 0 || sends == 0) {
        search->leaves[value] = open;
        if (lose(search, value, 0, open, &after))
            go_on(search, value - 1, &after);
        if (search->end == PRUNED_NOT_DEALT)
            search->leaves[value] = 0;
        return;
    }
    for (int times = 0; times <= open && search->end == PRUNED_NOT_DEALT; times++) {
        if (search->nodes_placed + times * sends > search->processors)
            return;
        after = *bounds;
        if (!lose(search, value, sends, times, &after))
            continue;
        place(search, value, sends, times);
        choose(search, value, sends - 1, open - times, &after);
        if (search->end == PRUNED_NOT_DEALT)
            place(search, value, sends, -times);
    }
}

/* Whether a step more is within the limits; they are those of the dealer. */
static bool count_step(struct search *search) {
    struct pruned_dealer *dealer = &search->dealer;
    if ((dealer->nodes++ & 0xfff) == 0 && limits_check(dealer->limits, search->failure))
        search->end = PRUNED_STOPPED;
    else if (dealer->most_nodes && dealer->nodes > dealer->most_nodes)
        search->end = PRUNED_STOPPED;
    return search->end == PRUNED_NOT_DEALT;
}

/* All nodes above `value` are placed. */
static void go_on(struct search *search, int value, const struct bounds *bounds) {
    while (value >= 0 && search->pending[value] == 0)
        value--;
    if (!count_step(search))
        return;
    if (value < 0 && search->nodes_placed == search->processors)
        deal(search);
    else if (value >= 0)
        choose(search, value, most_sends(search, value), search->pending[value], bounds);
}

static enum status add_held(const struct search *search, int block, int *leaves,
                            struct schedule *pruned, mpz_srcptr once, struct failure *failure) {
    const struct pruned_block *of = &search->sorted[block];
    size_t values = (size_t)search->dealer.values;
    int count = 0;
    for (size_t value = 0; value < values; value++)
        for (int i = 0; i < search->held[(size_t)block * values + value]; i++)
            leaves[count++] = (int)value;
    assert(count == of->size - 1);
    return schedule_add_leaves(pruned, of->head, of->size, leaves, once, failure);
}

static enum status hand_over(const struct search *search, struct schedule *pruned,
                             struct failure *failure) {
    FREED int *leaves = memory_new((size_t)search->processors, sizeof *leaves);
    TRY(memory_check(leaves, failure, "a schedule"));
    BIG_OF(once, 1);
    CLEANUP(schedule_clear) struct schedule result = {0};
    schedule_init_blocks(&result, search->latency, search->depth);
    for (int value = 0; value < search->dealer.values; value++)
        if (search->leaves[value])
            result.receive_only = value;
    assert(search->leaves[result.receive_only] == 1); /* dealt but for this one */
    for (int i = 0; i < search->block_count; i++)
        if (search->blocks[i].size == 1)
            TRY(schedule_add_leaves(&result, search->blocks[i].head, 1, leaves, once, failure));
    for (int i = 0; i < search->sorted_count; i++)
        TRY(add_held(search, i, leaves, &result, once, failure));
    *pruned = TAKE(result);
    return STATUS_OK;
}

static struct bounds first_bounds(const struct search *search) {
    struct bounds bounds = search->subtree[search->depth];
    for (int index = 0; index < FACTORS; index++)
        bounds.at[index] -= factor(index) * search->processors;
    return bounds;
}

static enum status check_question(int latency, int depth, int processors, struct failure *failure) {
    if (latency < 1 || depth < latency || processors < 2)
        return failure_input(failure, "a pruned tree has L >= 1, t >= L and N >= 2");
    if (depth > PRUNED_EXHAUST_MAX_DEPTH || processors > PRUNED_EXHAUST_MAX_PROCESSORS)
        return failure_limit(failure, "too large for an exhaustive search");
    return STATUS_OK;
}

enum status pruned_bound(int latency, int depth, int processors, bool *excluded,
                         struct failure *failure) {
    CLEANUP(search_clear) struct search search = {0};
    TRY(check_question(latency, depth, processors, failure));
    TRY(search_init(&search, latency, depth, processors, NULL, failure));
    struct bounds bounds = first_bounds(&search);
    *excluded = !lose(&search, depth, 0, 0, &bounds);
    return STATUS_OK;
}

enum status pruned_exhaust(int latency, int depth, int processors, const struct limits *limits,
                           enum verdict *end, struct schedule *pruned, uint64_t *nodes,
                           struct failure *failure) {
    CLEANUP(search_clear) struct search search = {0};
    TRY(check_question(latency, depth, processors, failure));
    TRY(search_init(&search, latency, depth, processors, limits, failure));
    struct bounds bounds = first_bounds(&search);
    search.pending[depth] = 1;
    search.dealer.nodes = *nodes;
    if (lose(&search, depth, 0, 0, &bounds))
        go_on(&search, depth, &bounds);
    *nodes = search.dealer.nodes;
    TRY(search.status);
    *end = search.end == PRUNED_DEALT       ? VERDICT_FEASIBLE
           : search.end == PRUNED_NOT_DEALT ? VERDICT_INFEASIBLE
                                            : VERDICT_UNKNOWN;
    return search.end == PRUNED_DEALT ? hand_over(&search, pruned, failure) : STATUS_OK;
}

enum {
    FIRST_ATTEMPTS = 30, /* of the local search, */
    ATTEMPTS = 300,      /* and where the bound allows it, */
    LOCAL_DEPTHS = 4     /* at so many depths */
};

struct finding {
    int latency, processors;
    const struct limits *limits;
    enum verdict end;
    struct schedule *pruned;
    uint64_t *nodes;
    struct failure *failure;
};

/* B(N), or depth + 1 if that is smaller. */
static enum status first_depth(int latency, int depth, int processors, int *first,
                               struct failure *failure) {
    CLEANUP(sequence_clear) struct sequence sequence = {0};
    TRY(sequence_init(&sequence, latency, failure));
    while (sequence.index <= depth && mpz_cmp_si(sequence_value(&sequence), processors) < 0)
        sequence_next(&sequence);
    *first = (int)sequence.index;
    return STATUS_OK;
}

/* One processor receives every item from the source. */
static void give_single(struct finding *finding) {
    schedule_init_blocks(finding->pruned, finding->latency, 0);
    finding->pruned->receive_only = 0;
    finding->end = VERDICT_FEASIBLE;
}

static enum status search_locally(struct finding *finding, int depth, int attempts) {
    struct pruned_local_question question = {finding->latency, depth, finding->processors,
                                             attempts};
    bool found = false;
    enum status status =
        pruned_local_find(&question, finding->limits, &found, finding->pruned, finding->failure);
    ++*finding->nodes;
    if (!status && found)
        finding->end = VERDICT_FEASIBLE;
    return status;
}

static enum status try_bound(const struct finding *finding, int depth, bool *excluded) {
    *excluded = false;
    return depth > PRUNED_EXHAUST_MAX_DEPTH || finding->processors > PRUNED_EXHAUST_MAX_PROCESSORS
               ? STATUS_OK
               : pruned_bound(finding->latency, depth, finding->processors, excluded,
                              finding->failure);
}

/* A few attempts; more of them where the bound allows a schedule. */
static enum status search_depth(struct finding *finding, int depth) {
    bool excluded = false;
    TRY(search_locally(finding, depth, FIRST_ATTEMPTS));
    if (finding->end != VERDICT_FEASIBLE)
        TRY(try_bound(finding, depth, &excluded));
    if (finding->end != VERDICT_FEASIBLE && !excluded)
        TRY(search_locally(finding, depth, ATTEMPTS));
    return STATUS_OK;
}

static enum status search_depths(struct finding *finding, int first, int depth) {
    for (int d = first; d <= depth && d < first + LOCAL_DEPTHS; d++) {
        TRY(search_depth(finding, d));
        if (finding->end == VERDICT_FEASIBLE)
            return STATUS_OK;
    }
    for (int d = first; d <= depth && finding->end == VERDICT_INFEASIBLE; d++)
        TRY(pruned_exhaust(finding->latency, d, finding->processors, finding->limits, &finding->end,
                           finding->pruned, finding->nodes, finding->failure));
    return STATUS_OK;
}

static enum status finish(struct finding *finding) {
    BIG_OF(processors, finding->processors);
    return schedule_finish(finding->pruned, processors, finding->failure);
}

enum status pruned_find(int latency, int depth, long processors, const struct limits *limits,
                        enum verdict *end, struct schedule *pruned, uint64_t *nodes,
                        struct failure *failure) {
    if (latency < 1 || depth < 0 || processors < 1)
        return failure_input(failure, "a schedule has L >= 1, t >= 0 and N >= 1");
    if (processors > PRUNED_FIND_MAX_PROCESSORS)
        return failure_limit(failure, "too many processors for this engine");
    struct failure mine = {0};
    struct finding finding = {.latency = latency,
                              .processors = (int)processors,
                              .limits = limits,
                              .end = VERDICT_INFEASIBLE,
                              .pruned = pruned,
                              .nodes = nodes,
                              .failure = &mine};
    int first = 0;
    *nodes = 0;
    enum status status = first_depth(latency, depth, (int)processors, &first, &mine);
    if (!status && processors == 1)
        give_single(&finding);
    else if (!status)
        status = search_depths(&finding, first, depth);
    if (status == STATUS_LIMIT) {
        finding.end = VERDICT_UNKNOWN;
        status = STATUS_OK;
    }
    if (!status && finding.end == VERDICT_FEASIBLE)
        status = finish(&finding);
    *end = finding.end;
    return status ? failure_set(failure, status, "%s", mine.message) : STATUS_OK;
}
