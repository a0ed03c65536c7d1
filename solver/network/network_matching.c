/* SPDX-License-Identifier: MIT */
#include "solver/network/network_matching.h"

#include <string.h>

#include "automata/memory.h"

enum status matching_init(struct matching *matching, const struct network_classes *classes,
                          struct failure *failure) {
    *matching = (struct matching){.classes = classes};
    return memory_check(NEW(classes->class_count, matching->load, matching->tried), failure,
                        "a matching");
}

void matching_clear(struct matching *matching) {
    FREE_ALL(matching->items, matching->options, matching->load, matching->tried, matching->saved);
    *matching = (struct matching){.items = NULL};
}

/* The lists keep their room, which memory_make_room knows by their lengths: from the beginning it
 * is asked for again, as realloc to less. */
void matching_empty(struct matching *matching) {
    matching->item_count = matching->option_count = matching->rounds = 0;
    memset(matching->load, 0, (size_t)matching->classes->class_count * sizeof *matching->load);
}

enum status matching_add_item(struct matching *matching, int chunk, int node,
                              struct failure *failure) {
    if (!memory_make_room(&matching->items, (size_t)matching->item_count, sizeof *matching->items))
        return failure_memory(failure, "a matching");
    matching->items[matching->item_count++] = (struct matching_item){
        .chunk = chunk, .node = node, .first = matching->option_count, .taken = MATCHING_NONE};
    return STATUS_OK;
}

enum status matching_add_option(struct matching *matching, int arc, struct failure *failure) {
    struct matching_item *item = &matching->items[matching->item_count - 1];
    int latency = matching->classes->problem->network->arcs[arc].latency;
    if (item->count == MATCHING_MOST_OPTIONS)
        return STATUS_OK;
    TRY(memory_check(memory_make_room(&matching->options, (size_t)matching->option_count,
                                      sizeof *matching->options),
                     failure, "a matching"));
    matching->options[matching->option_count++] = arc;
    item->latency = item->count == 0 || latency < item->latency ? latency : item->latency;
    item->count++;
    return STATUS_OK;
}

/* --- classes --- */

static bool has_room(const struct matching *matching, int class) {
    return matching->load[class] < network_class_room(matching->classes, class, matching->rounds);
}

struct range {
    const int *classes;
    int count;
};

static struct range classes_of(const struct matching *matching, int arc) {
    const struct network_classes *classes = matching->classes;
    int orbit = classes->orbit[arc], first = classes->classes_first[orbit];
    return (struct range){classes->classes + first, classes->classes_first[orbit + 1] - first};
}

static void change_load(struct matching *matching, int arc, int by) {
    struct range own = classes_of(matching, arc);
    for (int i = 0; i < own.count; i++)
        matching->load[own.classes[i]] += by;
}

/* The class that keeps an arc from being used, MATCHING_NONE: there is none; *several: more. */
static int full_class(const struct matching *matching, int arc, bool *several) {
    struct range own = classes_of(matching, arc);
    int full = MATCHING_NONE;
    *several = false;
    for (int i = 0; i < own.count; i++)
        if (!has_room(matching, own.classes[i])) {
            *several = full != MATCHING_NONE;
            full = own.classes[i];
        }
    return full;
}

static bool uses(const struct matching *matching, int arc, int class) {
    struct range own = classes_of(matching, arc);
    for (int i = 0; i < own.count; i++)
        if (own.classes[i] == class)
            return true;
    return false;
}

static bool is_tried(const struct matching *matching, int arc) {
    struct range own = classes_of(matching, arc);
    for (int i = 0; i < own.count; i++)
        if (matching->tried[own.classes[i]] == matching->search)
            return true;
    return false;
}

bool matching_is_full(const struct matching *matching) {
    const struct network_classes *classes = matching->classes;
    for (int orbit = 0; orbit < classes->orbit_count; orbit++) {
        bool room = true;
        for (int i = classes->classes_first[orbit]; i < classes->classes_first[orbit + 1]; i++)
            room = room && has_room(matching, classes->classes[i]);
        if (room)
            return false;
    }
    return true;
}

/* --- paths of changes --- */

static bool place(struct matching *matching, struct matching_item *item);

/* Another item in the class takes another option. */
static bool clear_class(struct matching *matching, int class) {
    if (matching->tried[class] == matching->search)
        return false;
    matching->tried[class] = matching->search;
    for (int i = 0; i < matching->item_count; i++) {
        struct matching_item *other = &matching->items[i];
        if (other->taken != MATCHING_NONE && other->count > 1 &&
            uses(matching, other->taken, class) && place(matching, other))
            return true;
    }
    return false;
}

/* Those of its options that are in no class that is to be cleared: bit i for option i. */
static uint64_t open_options(const struct matching *matching, const struct matching_item *item) {
    uint64_t open = 0;
    for (int i = 0; i < item->count; i++) {
        int arc = matching->options[item->first + i];
        if (arc != item->taken && !is_tried(matching, arc))
            open |= UINT64_C(1) << i;
    }
    return open;
}

/* First where there is room, then where another one can leave. */
static int find_option(struct matching *matching, const struct matching_item *item, uint64_t open) {
    bool several;
    for (int i = 0; i < item->count; i++) {
        int arc = matching->options[item->first + i];
        if (open >> i & 1 && full_class(matching, arc, &several) == MATCHING_NONE)
            return arc;
    }
    for (int i = 0; i < item->count; i++) {
        int arc = matching->options[item->first + i];
        int full = open >> i & 1 ? full_class(matching, arc, &several) : MATCHING_NONE;
        if (full != MATCHING_NONE && !several && clear_class(matching, full) &&
            full_class(matching, arc, &several) == MATCHING_NONE)
            return arc;
    }
    return MATCHING_NONE;
}

/* One that has its place leaves it for another; what it leaves is kept for it, in case that there
 * is none. */
static bool place(struct matching *matching, struct matching_item *item) {
    uint64_t open = open_options(matching, item);
    int before = item->taken;
    if (before != MATCHING_NONE) {
        struct range own = classes_of(matching, before);
        change_load(matching, before, -1);
        for (int i = 0; i < own.count; i++)
            matching->tried[own.classes[i]] = matching->search;
    }
    int arc = find_option(matching, item, open);
    if (arc != MATCHING_NONE)
        item->taken = arc;
    if (item->taken != MATCHING_NONE)
        change_load(matching, item->taken, 1);
    return arc != MATCHING_NONE;
}

bool matching_place(struct matching *matching, struct matching_item *item) {
    matching->search++;
    item->blocked = !place(matching, item);
    return !item->blocked;
}

enum status matching_save(struct matching *matching, struct failure *failure) {
    size_t count = (size_t)matching->item_count;
    int *saved = memory_resize(matching->saved, count, sizeof *saved);
    TRY(memory_check(saved, failure, "a matching"));
    matching->saved = saved;
    for (size_t i = 0; i < count; i++)
        saved[i] = matching->items[i].taken;
    return STATUS_OK;
}

void matching_go_back(struct matching *matching, int rounds) {
    memset(matching->load, 0, (size_t)matching->classes->class_count * sizeof *matching->load);
    for (int i = 0; i < matching->item_count; i++) {
        matching->items[i].taken = matching->saved[i];
        if (matching->saved[i] != MATCHING_NONE)
            change_load(matching, matching->saved[i], 1);
    }
    matching->rounds = rounds;
}
