/* SPDX-License-Identifier: MIT */
#include "solver/collective/single/spmd_broadcast.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

#include "automata/memory.h"

enum { MOST_PROCESSORS = 1000000000 };

static int64_t term(const struct reach_numbers *numbers, int64_t n) {
    if (n < numbers->transfer)
        return 1;
    if (n < numbers->apart)
        return 1 + n / numbers->transfer;
    return reach_number(numbers, n - numbers->apart) + reach_number(numbers, n - numbers->transfer);
}

static enum status fill(struct reach_numbers *numbers, int64_t processors,
                        struct failure *failure) {
    for (int64_t n = 0; n <= REACH_NUMBERS_MOST_TERMS; n++) {
        if (!memory_make_room(&numbers->terms, n, sizeof *numbers->terms))
            return failure_memory(failure, "numbers of processors");
        numbers->time = n;
        numbers->terms[n] = term(numbers, n);
        if (numbers->terms[n] >= processors)
            return STATUS_OK;
    }
    return failure_set(failure, STATUS_LIMIT, "%lld processors are not reached by time %d",
                       (long long)processors, REACH_NUMBERS_MOST_TERMS);
}

enum status reach_numbers_make(int64_t apart, int64_t transfer, int64_t processors,
                               struct reach_numbers *numbers, struct failure *failure) {
    if (apart < 1 || transfer < 1 || processors < 1 || processors > MOST_PROCESSORS)
        return failure_set(failure, STATUS_INPUT,
                           "sendings are at least 1 apart and take at least 1, and 1 to %d "
                           "processors are reached",
                           MOST_PROCESSORS);
    CLEANUP(reach_numbers_clear) struct reach_numbers made = {.apart = apart, .transfer = transfer};
    TRY(fill(&made, processors, failure));
    *numbers = TAKE(made);
    return STATUS_OK;
}

void reach_numbers_clear(struct reach_numbers *numbers) {
    free(numbers->terms);
    *numbers = (struct reach_numbers){0};
}

/* Sizes from the last node to the first, then numbers from the first to the last: the number of a
 * child is that of its elder sibling and the size of that one's subtree. */
static void number(struct preorder_tree *tree, int root) {
    struct preorder_node *nodes = tree->nodes;
    for (int i = 0; i < tree->count; i++)
        nodes[i].size = 1;
    for (int i = tree->count - 1; i > 0; i--)
        nodes[nodes[i].parent].size += nodes[i].size;
    nodes[0].number = (int)(root % (int64_t)tree->count);
    for (int i = 0; i < tree->count; i++) {
        int64_t next = (int64_t)nodes[i].number + 1;
        for (int child = i + 1; child < i + nodes[i].size; child += nodes[child].size) {
            nodes[child].number = (int)(next % tree->count);
            next += nodes[child].size;
        }
    }
}

static bool add(struct preorder_tree *tree, struct preorder_node node) {
    if (!memory_make_room(&tree->nodes, tree->count, sizeof *tree->nodes))
        return false;
    tree->nodes[tree->count++] = node;
    return true;
}

/* Down to child k of node `at` if there is one, else up to the parent and its next child. */
static enum status walk(struct preorder_tree *tree, int64_t apart, int64_t transfer,
                        struct failure *failure) {
    int at = 0, k = 0;
    while (at >= 0) {
        int64_t left = tree->nodes[at].effective - transfer;
        if (left < 0 || k > left / apart) {
            k = tree->nodes[at].child + 1;
            at = tree->nodes[at].parent;
            continue;
        }
        if (tree->count == PREORDER_TREE_MOST_NODES)
            return failure_set(failure, STATUS_LIMIT, "the tree has more than %d nodes",
                               PREORDER_TREE_MOST_NODES);
        struct preorder_node node = {.parent = at, .child = k, .effective = left - k * apart};
        if (!add(tree, node))
            return failure_memory(failure, "the tree of a broadcast");
        at = tree->count - 1;
        k = 0;
    }
    return STATUS_OK;
}

enum status preorder_tree_build(int64_t apart, int64_t transfer, int64_t time, int root,
                                struct preorder_tree *tree, struct failure *failure) {
    if (apart < 1 || transfer < 1 || time < 0 || root < 0)
        return failure_set(failure, STATUS_INPUT,
                           "sendings are at least 1 apart and take at least 1, and times and "
                           "numbers are not negative");
    CLEANUP(preorder_tree_clear)
    struct preorder_tree built = {.count = 1, .nodes = memory_new(1, sizeof *built.nodes)};
    if (!built.nodes)
        return failure_memory(failure, "the tree of a broadcast");
    built.nodes[0] = (struct preorder_node){.parent = -1, .effective = time};
    TRY(walk(&built, apart, transfer, failure));
    number(&built, root);
    *tree = TAKE(built);
    return STATUS_OK;
}

void preorder_tree_clear(struct preorder_tree *tree) {
    free(tree->nodes);
    *tree = (struct preorder_tree){0};
}

void preorder_tree_truncate(struct preorder_tree *tree, int processors, int root) {
    if (processors >= 1 && processors < tree->count)
        tree->count = processors;
    number(tree, root);
}

/* Each node that stays moves up to where the list is filled by then; its old place keeps in
 * `number` where it went, for its children. */
void preorder_tree_take_last(struct preorder_tree *tree, int processors, int root) {
    struct preorder_node *nodes = tree->nodes;
    int kept = 0, stay = processors - tree->count; /* so many with effective time 0 */
    for (int i = 0; i < tree->count; i++)
        stay += nodes[i].effective == 0;
    for (int i = 0; i < tree->count; i++) {
        struct preorder_node node = nodes[i];
        if (node.effective == 0 && stay-- <= 0)
            continue;
        nodes[i].number = kept;
        struct preorder_node *place = &nodes[kept++];
        place->parent = node.parent < 0 ? -1 : nodes[node.parent].number;
        place->child = node.child;
        place->effective = node.effective;
    }
    tree->count = kept;
    number(tree, root);
}

/* One processor at work: what it knows, and where its messages go. */
struct worker {
    struct spmd_broadcast *run;
    const struct reach_numbers *f;
    struct failure *failure;
};

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static enum status send(const struct worker *worker, int from, int64_t begins, int64_t to,
                        struct spmd_part part) {
    struct spmd_broadcast *run = worker->run;
    if (begins > INT_MAX)
        return failure_set(worker->failure, STATUS_LIMIT, "a message is sent after time %d",
                           INT_MAX);
    if (run->message.count >= 2 * (size_t)run->processors)
        return failure_set(worker->failure, STATUS_LIMIT, "%d processors send more than %zu times",
                           run->processors, run->message.count);
    message_array_add(&run->message, &(struct message){.time = (int)begins,
                                                       .from = from,
                                                       .to = (int)(to % run->processors),
                                                       .item = 1});
    if (run->message.lost)
        return failure_memory(worker->failure, "the messages of a broadcast");
    struct spmd_part *known = &run->parts[to % run->processors];
    if (known->effective < 0)
        *known = part;
    return STATUS_OK;
}

/* Steps (2.2) and (3.2), which are the same. */
static enum status send_on(const struct worker *worker, int number, int64_t time) {
    const struct reach_numbers *f = worker->f;
    struct spmd_part own = worker->run->parts[number];
    int64_t apart = logp_machine_apart(&worker->run->machine);
    for (int64_t k = 0; k * f->apart <= own.effective - f->transfer; k++) {
        int64_t before = reach_number(f, own.effective) -
                         reach_number(f, own.effective - k * f->apart); /* in elder subtrees */
        int64_t effective = own.effective - f->transfer - k * f->apart;
        int64_t left = own.size - 1 - before;
        if (left > 0)
            TRY(send(worker, number, time + k * apart, number + 1 + before,
                     (struct spmd_part){effective, least(left, reach_number(f, effective))}));
    }
    return STATUS_OK;
}

/* The program of the receiver of each message that is the first one for it, in the order in which
 * they were written down; the order does not matter, as nobody knows what others do. */
static enum status run_all(const struct worker *worker) {
    struct spmd_broadcast *run = worker->run;
    int64_t flight = logp_machine_transfer(&run->machine);
    FREED bool *awake = memory_new((size_t)run->processors, sizeof *awake);
    if (!awake)
        return failure_memory(worker->failure, "the processors of a broadcast");
    awake[run->root] = true;
    TRY(send_on(worker, run->root, 0));
    for (size_t i = 0; i < run->message.count; i++) {
        struct message heard = run->message.messages[i];
        if (awake[heard.to])
            continue;
        awake[heard.to] = true;
        TRY(send_on(worker, heard.to, heard.time + flight));
    }
    return STATUS_OK;
}

static enum status check(const struct logp_machine *machine, const struct reach_numbers *numbers,
                         int processors, int root, struct failure *failure) {
    TRY(logp_machine_check(machine, failure));
    bool fits = numbers->transfer == logp_machine_transfer(machine) &&
                reach_number(numbers, numbers->time) >= processors &&
                reach_number(numbers, numbers->time - 1) < processors;
    if (root < 0 || root >= processors || processors > 1000000000 || !fits)
        return failure_set(failure, STATUS_INPUT,
                           "the recurrence is not that of %d processors with root %d", processors,
                           root);
    return STATUS_OK;
}

enum status spmd_broadcast_run(const struct logp_machine *machine,
                               const struct reach_numbers *numbers, int processors, int root,
                               struct spmd_broadcast *run, struct failure *failure) {
    TRY(check(machine, numbers, processors, root, failure));
    CLEANUP(spmd_broadcast_clear)
    struct spmd_broadcast made = {.machine = *machine, .processors = processors, .root = root};
    struct worker worker = {&made, numbers, failure};
    made.parts = memory_new((size_t)processors, sizeof *made.parts);
    message_array_init(&made.message);
    if (!made.parts)
        return failure_memory(failure, "the processors of a broadcast");
    for (int i = 0; i < processors; i++)
        made.parts[i].effective = -1;
    made.parts[root] = (struct spmd_part){numbers->time, processors}; /* step (2.1) */
    TRY(run_all(&worker));
    message_array_sort(&made.message);
    *run = TAKE(made);
    return STATUS_OK;
}

void spmd_broadcast_clear(struct spmd_broadcast *run) {
    free(run->parts);
    message_array_clear(&run->message);
    *run = (struct spmd_broadcast){0};
}

static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    enum { PART = 1 << 16 };
    const struct spmd_broadcast *run = source;
    for (size_t i = 0; i < run->message.count; i++) {
        if (i % PART == PART - 1)
            TRY(limits_check(limits, failure));
        TRY(take(context, &run->message.messages[i], failure));
    }
    return STATUS_OK;
}

struct message_list spmd_broadcast_list(const struct spmd_broadcast *run, int finish) {
    const struct logp_machine *machine = &run->machine;
    int by_root = 0;
    for (size_t i = 0; i < run->message.count; i++)
        by_root += run->message.messages[i].from == run->root;
    return (struct message_list){
        .machine = {MESSAGE_LOGP, machine->latency, machine->overhead, machine->gap, 1,
                    CAPACITY_FULL},
        .processors = run->processors - 1,
        .items = 1,
        .single = by_root == 1,
        .count = (long)run->message.count,
        .delay = finish,
        .finish = finish,
        .each = each,
        .source = run,
    };
}
