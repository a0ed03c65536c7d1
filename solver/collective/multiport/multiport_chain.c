/* SPDX-License-Identifier: MIT */
#include "solver/collective/multiport/multiport_chain.h"

#include "solver/collective/multiport/multiport_trees.h"
#include "solver/model/message_list.h"

const char *multiport_algorithm_name(enum multiport_algorithm algorithm) {
    static const char *const names[] = {"k-tree", "rotation", "best"};
    return names[algorithm];
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

/* One last box, or nice and one processor, in this time. */
static bool fits_last(struct multiport_chain *chain, int left, int time) {
    int ports = chain->ports;
    bool beyond = left - 1 == multiport_nice_size(ports, time); /* its messages come at `time` */
    if (time > 0 && (left == multiport_nice_size(ports, time) || beyond)) {
        add(chain, multiport_box_nice(ports, time));
        if (beyond)
            add(chain, multiport_box_k_tree(ports, 1));
        return true;
    }
    struct multiport_box trees = multiport_box_k_tree(ports, left);
    if (trees.time > time && time == 1 && multiport_star_fits(ports, left + 1))
        trees = multiport_box_star(left);
    if (trees.time > time)
        return false;
    add(chain, trees);
    return true;
}

/* Adds boxes for the processors that are left which end within `time`. What comes behind a special
 * box has a round less, and there are at most (k+1)^time processors. */
static bool fits(struct multiport_chain *chain, int left, int time) {
    int ports = chain->ports, count = chain->count;
    if (time < 0 || multiport_nice_size(ports, time) + 1 < left)
        return false;
    if (fits_last(chain, left, time))
        return true;
    for (int depth = time; depth >= 2; depth--)
        for (int factor = ports; factor >= 1; factor--) {
            long size = multiport_special_size(ports, depth, factor);
            if (size >= left)
                continue;
            if (left - size > multiport_nice_size(ports, time - 1) + 1)
                break; /* a smaller box leaves still more */
            add(chain, multiport_box_special(ports, depth, factor));
            if (fits(chain, left - (int)size, time - 1))
                return true;
            chain->count = count;
        }
    return false;
}

static void find_best(struct multiport_chain *chain) {
    for (int time = 0; !fits(chain, chain->processors - 1, time); time++)
        chain->count = 0;
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
    else if (algorithm == MULTIPORT_BY_ROTATION)
        divide(&made);
    else
        find_best(&made);
    *chain = made;
    return STATUS_OK;
}

int multiport_chain_offset(const struct multiport_chain *chain, int box) {
    int offset = 0;
    for (int before = 0; before < box; before++)
        offset += chain->boxes[before].delay;
    return offset;
}

int multiport_chain_time(const struct multiport_chain *chain) {
    int time = 0;
    for (int box = 0; box < chain->count; box++) {
        int end = multiport_chain_offset(chain, box) + chain->boxes[box].time;
        time = end > time ? end : time;
    }
    return time;
}
