/* SPDX-License-Identifier: MIT */
#include "solver/collective/multiport/multiport_messages.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/model/message_list.h"

/* --- boxes that rotate --- */

enum status multiport_emit(const struct multiport_emitter *emitter, int from, int to, int batch,
                           int row, struct failure *failure) {
    long item = (long)batch * emitter->ports + row + 1;
    struct message message = {.time = emitter->time, .from = from, .to = to, .item = (int)item};
    if (batch < 0 || item > emitter->items)
        return STATUS_OK;
    return emitter->take(emitter->context, &message, failure);
}

/* Copies that each of S_j sends into S_(d-1) of its own row. */
static int copies(const struct multiport_rotation *rotation, int set) {
    bool special = rotation->box.kind == MULTIPORT_SPECIAL;
    return special && set == 0 ? rotation->box.factor - 1 : rotation->ports;
}

/* Two processors a row, which change places in every round. */
static bool swaps(const struct multiport_rotation *rotation) {
    return rotation->box.kind == MULTIPORT_SPECIAL && rotation->row == 2;
}

void multiport_rotation_clear(struct multiport_rotation *rotation) {
    FREE_ALL(rotation->start, rotation->order, rotation->next);
    *rotation = (struct multiport_rotation){0};
}

enum status multiport_rotation_init(struct multiport_rotation *rotation, int ports,
                                    const struct multiport_box *box, int first,
                                    struct failure *failure) {
    int row = box->processors / ports, depth = box->depth;
    CLEANUP(multiport_rotation_clear)
    struct multiport_rotation made = {.box = *box, .ports = ports, .first = first, .row = row};
    TRY(memory_check(NEW((size_t)depth + 1, made.start) && NEW(row, made.order, made.next), failure,
                     "a broadcasting box"));
    for (int set = 0, size = 1; set < depth; set++) {
        made.start[set + 1] = made.start[set] + size;
        size *= 1 + copies(&made, set);
    }
    for (int place = 0; place < row; place++)
        made.order[place] = place;
    *rotation = TAKE(made);
    return STATUS_OK;
}

static int processor(const struct multiport_rotation *rotation, int row, int place) {
    return rotation->first + row * rotation->row + rotation->order[place];
}

int multiport_rotation_receiver(const struct multiport_rotation *rotation, int row) {
    return processor(rotation, row, rotation->start[rotation->box.depth - 1]);
}

/* The same, of who sends its message out: that of the batch round - delay. */
static int rotation_sender(const struct multiport_rotation *rotation, int row) {
    return processor(rotation, row, rotation->box.kind == MULTIPORT_NICE ? rotation->row - 1 : 0);
}

/* Row `from` sends its message early to who stays in row `to`. */
static bool is_early(const struct multiport_rotation *rotation, int from, int to) {
    int ports = rotation->ports;
    return rotation->box.kind == MULTIPORT_SPECIAL && to != from &&
           (to - from + ports) % ports <= ports - rotation->box.factor;
}

/* S_0 .. S_(d-2) of a row to the places of S_(d-1) but the first. */
static enum status send_within(const struct multiport_rotation *rotation,
                               const struct multiport_emitter *emitter, int row,
                               struct failure *failure) {
    int last = rotation->box.depth - 1, to = rotation->start[last] + 1;
    for (int set = 0; set < last; set++)
        for (int place = rotation->start[set]; place < rotation->start[set + 1]; place++)
            for (int copy = copies(rotation, set); copy > 0; copy--)
                TRY(multiport_emit(emitter, processor(rotation, row, place),
                                   processor(rotation, row, to++), rotation->round - 1 - set, row,
                                   failure));
    return STATUS_OK;
}

static enum status send_early(const struct multiport_rotation *rotation,
                              const struct multiport_emitter *emitter, int row,
                              struct failure *failure) {
    for (int to = 0; to < rotation->ports; to++)
        if (is_early(rotation, row, to))
            TRY(multiport_emit(emitter, processor(rotation, row, 0),
                               processor(rotation, to, rotation->row - 1), rotation->round - 1, row,
                               failure));
    return STATUS_OK;
}

/* S_(d-1) of a row to everybody who is not in it, but who had it early. */
static enum status send_last(const struct multiport_rotation *rotation,
                             const struct multiport_emitter *emitter, int row,
                             struct failure *failure) {
    int last = rotation->box.depth - 1, start = rotation->start[last], batch = rotation->round - 1;
    long sent = 0;
    if (batch < last) /* nothing is there yet */
        return STATUS_OK;
    for (int other = 0; other < rotation->ports; other++) {
        int end = other == row ? start : rotation->row - is_early(rotation, row, other);
        for (int place = 0; place < end; place++, sent++)
            TRY(multiport_emit(emitter,
                               processor(rotation, row, start + (int)(sent / rotation->ports)),
                               processor(rotation, other, place), batch - last, row, failure));
    }
    return STATUS_OK;
}

/* Row i beats row j in this round. */
static bool beats(int round, int i, int j) {
    return (i < j) == (round % 2 == 0);
}

/* d = 2, a = 1: place 0 is S_0, place 1 is S_1. */
static enum status send_swapping(const struct multiport_rotation *rotation,
                                 const struct multiport_emitter *emitter, int row,
                                 struct failure *failure) {
    int round = rotation->round;
    TRY(multiport_emit(emitter, processor(rotation, row, 1), processor(rotation, row, 0), round - 2,
                       row, failure));
    for (int other = 0; other < rotation->ports; other++) {
        if (other == row)
            continue;
        /* who was S_0 a round ago is S_1 now */
        int early = beats(round, row, other) ? 0 : 1, late = beats(round - 1, row, other) ? 0 : 1;
        TRY(multiport_emit(emitter, processor(rotation, row, 0), processor(rotation, other, early),
                           round - 1, row, failure));
        TRY(multiport_emit(emitter, processor(rotation, row, 1), processor(rotation, other, late),
                           round - 2, row, failure));
    }
    return STATUS_OK;
}

enum status multiport_rotation_each(const struct multiport_rotation *rotation,
                                    const struct multiport_emitter *emitter,
                                    struct failure *failure) {
    for (int row = 0; row < rotation->ports; row++) {
        if (swaps(rotation)) {
            TRY(send_swapping(rotation, emitter, row, failure));
            continue;
        }
        TRY(send_within(rotation, emitter, row, failure));
        TRY(send_early(rotation, emitter, row, failure));
        TRY(send_last(rotation, emitter, row, failure));
    }
    return STATUS_OK;
}

void multiport_rotation_turn(struct multiport_rotation *rotation) {
    int last = rotation->box.depth - 1, from = rotation->start[last], place = 0;
    int *old = rotation->order, *next = rotation->next;
    rotation->round++;
    if (last == 0)
        return;
    next[place++] = old[from++];
    for (int set = 0; set < last; set++) {
        int size = rotation->start[set + 1] - rotation->start[set];
        for (int i = 0; i < size; i++)
            next[place++] = old[rotation->start[set] + i];
        for (int i = 0; i < size * copies(rotation, set); i++)
            next[place++] = old[from++];
    }
    rotation->order = next;
    rotation->next = old;
}

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
        return failure_input(failure,
                             "there must be a port and a processor beside the broadcaster");
    if (processors - 1 > MESSAGES_MOST_PROCESSORS ||
        (long)ports * processors > MULTIPORT_MOST_NODES)
        return failure_limit(failure,
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
    return box == 0 ? 0 : rotation_sender(&work->rotations[box - 1], row);
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
    work.emitter.take = plan->in_order ? keep : take;
    work.emitter.context = plan->in_order ? &array : context;
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
        return failure_limit(failure, "times beyond %d are not written", INT_MAX);
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
        return failure_input(failure, "there must be a message");
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
