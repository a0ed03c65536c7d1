/* SPDX-License-Identifier: MIT */
#include "solver/collective/multiport/multiport_messages.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/collective/multiport/multiport_rotation.h"
#include "solver/model/message_list.h"

static void add(struct multiport_chain *chain, struct multiport_box box) {
    chain->boxes[chain->count++] = box;
}

/* The largest special box for no more than `left` processors, left >= 2k. */
static struct multiport_box largest_special(int ports, int left) {
    int depth = 2, factor = 1;
    while (multiport_special_size(ports, depth + 1, 1) <= left)
        depth++;
    while (factor < ports && multiport_special_size(ports, depth, factor + 1) <= left)
        factor++;
    return multiport_box_special(ports, depth, factor);
}

/* Proposition 8. */
static void divide(struct multiport_chain *chain) {
    int ports = chain->ports, left = chain->processors - 1;
    while (left > 0) {
        int depth = multiport_log(ports, left + 1L);
        if (multiport_nice_size(ports, depth) == left)
            add(chain, multiport_box_nice(ports, depth));
        else if (left < 2L * ports)
            add(chain, multiport_box_k_tree(ports, left));
        else
            add(chain, largest_special(ports, left));
        left -= chain->boxes[chain->count - 1].processors;
    }
}

enum status multiport_chain_make(enum multiport_algorithm algorithm, int ports, int processors,
                                 struct multiport_chain *chain, struct failure *failure) {
    struct multiport_chain made = {.ports = ports, .processors = processors};
    if (ports < 1 || processors < 2)
        return failure_set(failure, STATUS_INPUT,
                           "there must be a port and a processor beside the broadcaster");
    if (processors - 1 > MESSAGES_MOST_PROCESSORS ||
        (long)ports * processors > MULTIPORT_MOST_NODES)
        return failure_set(failure, STATUS_LIMIT,
                           "more than %d processors, or %d processors and ports multiplied",
                           MESSAGES_MOST_PROCESSORS, MULTIPORT_MOST_NODES);
    if (algorithm == MULTIPORT_BY_K_TREE)
        add(&made, multiport_box_k_tree(ports, processors - 1));
    else
        divide(&made);
    *chain = made;
    return STATUS_OK;
}

/* Delays of the boxes before this one. */
static int multiport_chain_offset(const struct multiport_chain *chain, int box) {
    int offset = 0;
    for (int before = 0; before < box; before++)
        offset += chain->boxes[before].delay;
    return offset;
}

struct plan {
    struct multiport_chain chain;
    struct multiport_trees trees; /* of the last box, if its kind has trees */
    bool has_trees;
    bool in_order;
    int items, finish;
};

/* A chain at work. */
struct work {
    const struct plan *plan;
    struct multiport_rotation rotations[MULTIPORT_MOST_BOXES];
    int rotation_count; /* the boxes 0 .. count-1; behind them there are trees, or nothing */
    struct multiport_emitter emitter;
};

static void release(void *owned) {
    struct plan *plan = owned;
    multiport_trees_clear(&plan->trees);
    free(plan);
}

static bool rotates(const struct multiport_box *box) {
    return box->kind == MULTIPORT_NICE || box->kind == MULTIPORT_SPECIAL;
}

static void work_clear(struct work *work) {
    for (int box = 0; box < work->rotation_count; box++)
        multiport_rotation_clear(&work->rotations[box]);
    *work = (struct work){0};
}

/* Cleared by the caller in any case. */
static enum status work_init(struct work *work, const struct plan *plan, struct failure *failure) {
    const struct multiport_chain *chain = &plan->chain;
    int first = 1;
    *work = (struct work){.plan = plan, .emitter = {.ports = chain->ports, .items = plan->items}};
    for (int box = 0; box < chain->count && rotates(&chain->boxes[box]); box++) {
        TRY(multiport_rotation_init(&work->rotations[box], chain->ports, &chain->boxes[box], first,
                                    failure));
        work->rotation_count++;
        first += chain->boxes[box].processors;
    }
    return STATUS_OK;
}

/* Who sends the message of a row into this box: the broadcaster, or the box before. */
static int source(const struct work *work, int box, int row) {
    return box == 0 ? 0 : multiport_rotation_sender(&work->rotations[box - 1], row);
}

/* The trees as the last box: their broadcaster is who sends into the box, the others are numbered
 * from `first` on. */
static enum status emit_trees(const struct work *work, int box, int first, int round,
                              struct failure *failure) {
    const struct multiport_trees *trees = &work->plan->trees;
    for (int tree = 0; tree < trees->ports; tree++) {
        size_t base = (size_t)tree * (size_t)trees->processors;
        const int *parent = trees->parent + base, *level = trees->level + base;
        int root = source(work, box, tree);
        for (int to = 1; to < trees->processors; to++)
            TRY(multiport_emit(&work->emitter, parent[to] ? first - 1 + parent[to] : root,
                               first - 1 + to, round - level[to] + 1, tree, failure));
    }
    return STATUS_OK;
}

static enum status emit_rotation(const struct work *work, int box, struct failure *failure) {
    const struct multiport_rotation *rotation = &work->rotations[box];
    for (int row = 0; row < rotation->ports; row++)
        TRY(multiport_emit(&work->emitter, source(work, box, row),
                           multiport_rotation_receiver(rotation, row), rotation->round, row,
                           failure));
    return multiport_rotation_each(rotation, &work->emitter, failure);
}

/* A box begins when the first batch comes to it. */
static enum status emit_round(struct work *work, int round, struct failure *failure) {
    const struct multiport_chain *chain = &work->plan->chain;
    int first = 1;
    work->emitter.time = round;
    for (int box = 0; box < chain->count; box++) {
        int own = round - multiport_chain_offset(chain, box);
        if (own < 0)
            break;
        TRY(box < work->rotation_count ? emit_rotation(work, box, failure)
                                       : emit_trees(work, box, first, own, failure));
        first += chain->boxes[box].processors;
    }
    for (int box = 0; box < work->rotation_count; box++)
        if (round >= multiport_chain_offset(chain, box))
            multiport_rotation_turn(&work->rotations[box]);
    return STATUS_OK;
}

static enum status keep(void *context, const struct message *message, struct failure *failure) {
    struct message_array *array = context;
    message_array_add(array, message);
    return array->lost ? failure_memory(failure, "the messages of a round") : STATUS_OK;
}

/* The round's messages, sorted. */
static enum status emit_in_order(struct work *work, int round, struct message_array *array,
                                 message_take *take, void *context, struct failure *failure) {
    array->count = 0;
    work->emitter.take = keep;
    work->emitter.context = array;
    TRY(emit_round(work, round, failure));
    message_array_sort(array);
    for (size_t i = 0; i < array->count; i++)
        TRY(take(context, &array->messages[i], failure));
    return STATUS_OK;
}

static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    const struct plan *plan = source;
    CLEANUP(message_array_clear) struct message_array array = {0};
    CLEANUP(work_clear) struct work work = {0};
    TRY(work_init(&work, plan, failure));
    message_array_init(&array);
    work.emitter.take = take;
    work.emitter.context = context;
    for (int round = 0; round < plan->finish; round++) {
        TRY(limits_check(limits, failure));
        TRY(plan->in_order ? emit_in_order(&work, round, &array, take, context, failure)
                           : emit_round(&work, round, failure));
    }
    return STATUS_OK;
}

/* When the last message of a box is there: of each row's last batch. */
static long finish_of(const struct plan *plan, int box) {
    const struct multiport_chain *chain = &plan->chain;
    long finish = 0, offset = multiport_chain_offset(chain, box);
    for (int row = 0; row < chain->ports && row < plan->items; row++) {
        bool trees = plan->has_trees && box == chain->count - 1;
        long batch = (plan->items - 1 - row) / chain->ports;
        long time = trees ? multiport_tree_height(&plan->trees, row) : chain->boxes[box].time + 1;
        finish = batch + offset + time > finish ? batch + offset + time : finish;
    }
    return finish;
}

/* Takes over the plan. */
static enum status make(struct plan *plan, struct items_schedule *schedule,
                        struct failure *failure) {
    int n = plan->chain.processors;
    long finish = 0;
    for (int box = 0; box < plan->chain.count; box++) {
        long end = finish_of(plan, box);
        finish = end > finish ? end : finish;
    }
    if (finish > INT_MAX) {
        release(plan);
        return failure_set(failure, STATUS_LIMIT, "times beyond %d are not written", INT_MAX);
    }
    plan->finish = (int)finish;
    *schedule = (struct items_schedule){{.machine = message_machine_ports(1, plan->chain.ports),
                                         .processors = n - 1,
                                         .items = plan->items,
                                         .single = true,
                                         .count = (long)plan->items * (n - 1),
                                         .delay = plan->finish,
                                         .finish = plan->finish,
                                         .each = each,
                                         .source = plan},
                                        plan,
                                        release};
    return STATUS_OK;
}

enum status multiport_schedule_chain(const struct multiport_chain *chain, int items,
                                     enum multiport_order order, struct items_schedule *schedule,
                                     struct failure *failure) {
    const struct multiport_box *last = &chain->boxes[chain->count - 1];
    enum status status = STATUS_OK;
    if (items < 1)
        return failure_set(failure, STATUS_INPUT, "there must be a message");
    struct plan *plan = memory_new(1, sizeof *plan);
    TRY(memory_check(plan, failure, "a list of messages"));
    *plan = (struct plan){.chain = *chain,
                          .has_trees = !rotates(last),
                          .in_order = order == MULTIPORT_IN_ORDER,
                          .items = items};
    if (plan->has_trees)
        status = multiport_k_tree(chain->ports, last->processors + 1, &plan->trees, failure);
    if (!status)
        return make(plan, schedule, failure);
    free(plan);
    return status;
}
