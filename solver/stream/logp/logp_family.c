/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/logp_family.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/stream/logp/leaves.h"
#include "solver/stream/logp/logp_stream.h"
#include "solver/stream/logp/searched_stream.h"

struct search {
    struct logp_family *family;
    const struct limits *limits;
    int unit;         /* d, cycles */
    int latency, gap; /* l/d and G/d */
    mpz_ptr nodes;    /* A(s) of the depth at hand */
};

void logp_family_clear(struct logp_family *family) {
    for (size_t i = 0; i < family->count; i++)
        logp_schedule_clear(&family->instances[i]);
    free(family->instances);
    *family = (struct logp_family){.count = 0};
}

/* The instance is the family's, or cleared. */
static enum status keep(struct search *search, struct logp_schedule *instance,
                        struct failure *failure) {
    struct logp_family *family = search->family;
    if (!memory_make_room(&family->instances, family->count, sizeof *family->instances)) {
        logp_schedule_clear(instance);
        return failure_memory(failure, "the instances of a family");
    }
    family->instances[family->count++] = *instance;
    return STATUS_OK;
}

static void drop_all(struct logp_family *family) {
    while (family->count > 0)
        logp_schedule_clear(&family->instances[--family->count]);
}

/* --- the window; depths in units --- */

/* The stream of blocks on the whole tree, `rest` left over; kept if it is found. */
static enum status add_blocks(struct search *search, int depth, int rest, bool *found,
                              struct failure *failure) {
    CLEANUP(heads_clear) struct heads heads = {0};
    CLEANUP(leaves_clear) struct leaves leaves = {0};
    struct logp_schedule instance;
    *found = false;
    TRY(heads_whole(&heads, search->latency, search->gap, depth, search->nodes, failure));
    TRY(leaves_deal(&leaves, &heads, rest, search->limits, found, failure));
    if (!*found)
        return STATUS_OK;
    TRY(leaves_schedule(&leaves, &search->family->machine, search->nodes, &instance, failure));
    return keep(search, &instance, failure);
}

/* Do head and leaves of the largest block have the sum of levels 2r? It is a multiple of r, and the
 * leaves as little as that allows. */
static bool is_ball(const struct search *search, int depth) {
    int size = (depth - search->latency) / search->gap + 1, level = depth / search->gap;
    return depth >= search->latency && level > size && level <= 2 * size;
}

static enum status find_window(struct search *search, bool *found, struct failure *failure) {
    struct logp_family *family = search->family;
    int l = search->latency, g = search->gap;
    *found = false;
    for (int depth = 0; l / 2 >= g && depth < LOGP_FAMILY_DEPTHS * l && !*found; depth++) {
        bool dealt;
        TRY(add_blocks(search, depth, 2 * g - 1, &dealt, failure));
        if (!dealt)
            drop_all(family);
        *found = family->count >= (size_t)l;
        for (int last = depth; last > depth - g; last--)
            *found = *found && is_ball(search, last);
        family->window = (depth - l + 1) * search->unit;
        TRY(limits_check(search->limits, failure));
    }
    return STATUS_OK;
}

/* --- below the window --- */

/* By words of any kind, in one period. */
static enum status search_words(const struct search *search, int depth, bool *found,
                                struct logp_schedule *instance, struct failure *failure) {
    struct limits limits = search->limits ? *search->limits : (struct limits){0};
    *found = false;
    if (mpz_cmp_ui(search->nodes, STREAM_MAX_PROCESSORS) > 0)
        return STATUS_OK;
    const struct stream_question question = {.machine = search->family->machine,
                                             .capacity = CAPACITY_NONE,
                                             .depth = depth * search->unit,
                                             .processors = (int)mpz_get_ui(search->nodes),
                                             .period = 1};
    limits.nodes = SEARCHED_NODES;
    enum status status = searched_stream(&question, &limits, found, instance, failure);
    return status == STATUS_LIMIT ? STATUS_OK : status;
}

/* Any stream for A(s) processors; kept if it is found. */
static enum status add_any(struct search *search, int depth, bool *found, struct failure *failure) {
    struct logp_schedule instance;
    TRY(logp_stream(&instance, &search->family->machine, CAPACITY_NONE, search->nodes,
                    search->limits, failure));
    *found = instance.depth <= depth * search->unit;
    if (!*found) {
        logp_schedule_clear(&instance);
        TRY(search_words(search, depth, found, &instance, failure));
    }
    if (*found) {
        instance.depth = depth * search->unit; /* one of less depth is one with time to spare */
        TRY(keep(search, &instance, failure));
    }
    return STATUS_OK;
}

static int compare_depths(const void *a, const void *b) {
    const struct logp_schedule *x = a, *y = b;
    return (x->depth > y->depth) - (x->depth < y->depth);
}

/* F: the first depth below which none is found. */
static enum status go_down(struct search *search, struct failure *failure) {
    struct logp_family *family = search->family;
    int depth = family->window / search->unit + search->latency - (int)family->count;
    bool found = true;
    while (depth > 0 && found) {
        TRY(add_blocks(search, depth - 1, 0, &found, failure));
        if (!found)
            TRY(add_any(search, depth - 1, &found, failure));
        TRY(limits_check(search->limits, failure));
        depth -= found;
    }
    family->from = depth * search->unit;
    qsort(family->instances, family->count, sizeof *family->instances, compare_depths);
    return STATUS_OK;
}

enum status logp_family_find(struct logp_family *family, const struct logp_machine *machine,
                             const struct limits *limits, bool *found, struct failure *failure) {
    *found = false;
    TRY(logp_machine_check(machine, failure));
    int unit = (int)logp_machine_unit(machine);
    int64_t latency = logp_machine_transfer(machine) / unit;
    if (latency * unit * LOGP_FAMILY_DEPTHS > LOGP_MAX_DEPTH)
        return failure_limit(failure, "families are searched for L+2o up to %d",
                             LOGP_MAX_DEPTH / LOGP_FAMILY_DEPTHS);
    CLEANUP(logp_family_clear) struct logp_family made = {.machine = *machine};
    BIG(nodes);
    struct search search = {.family = &made,
                            .nodes = nodes,
                            .limits = limits,
                            .unit = unit,
                            .latency = (int)latency,
                            .gap = (int)(logp_machine_step(machine) / unit)};
    TRY(find_window(&search, found, failure));
    if (!*found)
        return STATUS_OK;
    TRY(go_down(&search, failure));
    *family = TAKE(made);
    return STATUS_OK;
}
