/* SPDX-License-Identifier: MIT */
#include "solver/stream/arithmetic/pruned_deal.h"

#include <assert.h>

#include "automata/memory.h"

/* One deal. */
struct deal {
    struct pruned_dealer *dealer;
    const struct pruned_block *blocks;
    int count;
    int *leaves, *held;
    uint64_t *lists; /* lists[i]: the number of the list of the blocks i, i+1, .. */
    long *least;     /* least[i]: what these take at least */
    uint64_t *tuple; /* scratch */
    enum pruned_deal_end end;
    enum status status;
    struct failure *failure;
};

enum { LIST_WIDTH = 3, STEPS = 0x1000 /* between two looks at the limits */ };

enum status pruned_dealer_init(struct pruned_dealer *dealer, int values, size_t memory,
                               const struct limits *limits, struct failure *failure) {
    *dealer = (struct pruned_dealer){
        .values = values, .limits = limits, .most_nodes = limits ? limits->nodes : 0};
    dealer->most = memory / (8 * ((size_t)values + 4)); /* tuple_table.h */
    TRY(tuple_table_init(&dealer->lists, LIST_WIDTH, failure));
    enum status status = tuple_table_init(&dealer->failed, (size_t)values + 1, failure);
    if (status)
        tuple_table_clear(&dealer->lists);
    return status;
}

void pruned_dealer_clear(struct pruned_dealer *dealer) {
    tuple_table_clear(&dealer->lists);
    tuple_table_clear(&dealer->failed);
}

static void stop(struct deal *deal, enum status status) {
    deal->end = PRUNED_STOPPED;
    deal->status = status == STATUS_LIMIT ? STATUS_OK : status;
}

static bool known_to_fail(struct deal *deal, int block) {
    struct tuple_table *failed = &deal->dealer->failed;
    size_t number = 0, before = failed->count;
    deal->tuple[0] = deal->lists[block];
    for (int value = 0; value < deal->dealer->values; value++)
        deal->tuple[value + 1] = (uint64_t)deal->leaves[value];
    enum status status = tuple_table_number(failed, deal->tuple, &number, deal->failure);
    if (status || failed->count > deal->dealer->most)
        stop(deal, status ? status : STATUS_LIMIT);
    return number < before;
}

static void fill(struct deal *deal, int block);

/* `slots` more leaves for the block, of `value` or less, that add up to `sum`. */
static void choose(struct deal *deal, int block, int value, int slots, long sum) {
    int *held = deal->held + (size_t)block * (size_t)deal->dealer->values;
    if (sum > (long)value * slots || (value == 0 && slots > deal->leaves[0]))
        return;
    if (value == 0) {
        assert(sum <= 0 && slots >= 0);
        held[0] = slots;
        deal->leaves[0] -= slots;
        fill(deal, block + 1);
        if (deal->end == PRUNED_NOT_DEALT)
            deal->leaves[0] += slots;
        return;
    }
    long most = sum / value;
    if (most > deal->leaves[value])
        most = deal->leaves[value];
    for (int taken = (int)most; taken >= 0 && deal->end == PRUNED_NOT_DEALT; taken--) {
        held[value] = taken;
        deal->leaves[value] -= taken;
        choose(deal, block, value - 1, slots - taken, sum - (long)taken * value);
        if (deal->end == PRUNED_NOT_DEALT)
            deal->leaves[value] += taken;
    }
}

static void fill(struct deal *deal, int block) {
    struct pruned_dealer *dealer = deal->dealer;
    if (block == deal->count) {
        deal->end = PRUNED_DEALT;
        return;
    }
    if (dealer->nodes++ % STEPS == 0 && limits_check(dealer->limits, deal->failure))
        stop(deal, STATUS_LIMIT);
    else if (dealer->most_nodes && dealer->nodes > dealer->most_nodes)
        stop(deal, STATUS_LIMIT);
    assert(block < deal->count && deal->least[block] >= 0);
    long excess = -deal->least[block];
    for (int value = 0; value < dealer->values; value++)
        excess += (long)value * deal->leaves[value];
    if (excess < 0 || deal->end != PRUNED_NOT_DEALT || known_to_fail(deal, block))
        return;
    int size = deal->blocks[block].size;
    for (long more = 0; more <= excess && deal->end == PRUNED_NOT_DEALT; more += size)
        choose(deal, block, dealer->values - 1, size - 1,
               pruned_least(&deal->blocks[block]) + more);
}

static enum status number_lists(struct deal *deal) {
    deal->lists[deal->count] = 0;
    deal->least[deal->count] = 0;
    for (int i = deal->count - 1; i >= 0; i--) {
        int least = pruned_least(&deal->blocks[i]);
        uint64_t tuple[LIST_WIDTH] = {(uint64_t)deal->blocks[i].size, (uint64_t)least,
                                      deal->lists[i + 1]};
        size_t number = 0;
        TRY(tuple_table_number(&deal->dealer->lists, tuple, &number, deal->failure));
        deal->lists[i] = number + 1;
        deal->least[i] = deal->least[i + 1] + least;
    }
    return STATUS_OK;
}

enum status pruned_deal(struct pruned_dealer *dealer, const struct pruned_block *blocks, int count,
                        int *leaves, int *held, enum pruned_deal_end *end,
                        struct failure *failure) {
    struct deal deal = {.dealer = dealer,
                        .blocks = blocks,
                        .count = count,
                        .leaves = leaves,
                        .held = held,
                        .end = PRUNED_NOT_DEALT,
                        .failure = failure};
    bool room = NEW(count + 1, deal.lists, deal.least) && NEW(dealer->values + 1, deal.tuple);
    deal.status = room ? number_lists(&deal) : failure_memory(failure, "a search");
    if (!deal.status)
        fill(&deal, 0);
    FREE_ALL(deal.lists, deal.least, deal.tuple);
    *end = deal.end;
    return deal.status;
}
