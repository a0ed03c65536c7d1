/* SPDX-License-Identifier: MIT */
#include "solver/stream/walk/search_frontier.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"

void frontier_clear(struct frontier *frontier) {
    for (size_t i = 0; i < frontier->count; i++)
        free(frontier->list[i].path);
    free(frontier->list);
    *frontier = (struct frontier){0};
}

enum status frontier_add(struct frontier *frontier, const struct part *part,
                         struct failure *failure) {
    if (!memory_make_room(&frontier->list, frontier->count, sizeof *frontier->list))
        return failure_set(failure, STATUS_MEMORY, "not enough memory for %zu parts",
                           frontier->count + 1);
    struct part copy = *part;
    copy.path = memory_new((size_t)part->length, sizeof(int));
    TRY(memory_check(copy.path, failure, NULL));
    if (part->length)
        memcpy(copy.path, part->path, (size_t)part->length * sizeof(int));
    frontier->list[frontier->count++] = copy;
    return STATUS_OK;
}

enum status frontier_init(struct frontier *frontier, struct failure *failure) {
    *frontier = (struct frontier){0};
    return frontier_add(frontier, &(struct part){.entered = true}, failure);
}

/* A part ends with the subtree of the letters below its base; the next one stands at its path. */
static bool ends_before(const struct part *part, const struct part *next) {
    int common = part->base < next->length ? part->base : next->length;
    for (int i = 0; i < common; i++)
        if (part->path[i] != next->path[i])
            return part->path[i] < next->path[i];
    return next->length <= part->base && !next->entered; /* behind that subtree, or one around it */
}

bool frontier_is_ordered(const struct frontier *frontier) {
    for (size_t i = 1; i < frontier->count; i++)
        if (!ends_before(&frontier->list[i - 1], &frontier->list[i]))
            return false;
    return true;
}

void part_leave(struct part *part, const struct walk *walk) {
    require(walk->prepared || walk->over);
    part->entered = walk->fresh && walk->depth < walk->plan->slots.count;
    part->length = walk->depth;
    if (!walk->fresh && walk->depth < walk->plan->slots.count)
        part->length++; /* with the letter whose subtree was finished last */
    assert(part->length >= walk->base && part->length <= walk->plan->slots.count);
    memcpy(part->path, walk->letters, (size_t)part->length * sizeof(int));
}

void frontier_drop_done(struct frontier *frontier) {
    size_t kept = 0;
    for (size_t i = 0; i < frontier->count; i++)
        if (frontier->list[i].done)
            free(frontier->list[i].path);
        else
            frontier->list[kept++] = frontier->list[i];
    frontier->count = kept;
}

/* The children of the node that is still to be entered, a part each. The last one goes on with what
 * is left of the whole part: no node any more, but the way up. */
static enum status cut_node(struct frontier *frontier, struct walk *walk, const struct part *part,
                            uint64_t *nodes, struct walk_events *events, struct failure *failure) {
    int slot = part->length;
    assert(walk->depth == slot && walk->levels[slot].open);
    walk->events = events;
    for (uint64_t open = walk->levels[slot].open; open; open &= open - 1) {
        walk_emit_child(walk, __builtin_ctzll(open));
        bool last = (open & (open - 1)) == 0;
        struct part child = {.base = last ? part->base : slot + 1,
                             .length = slot + 1,
                             .entered = true,
                             .path = walk->letters};
        ++*nodes;
        TRY(frontier_add(frontier, &child, failure));
    }
    return STATUS_OK;
}

/* Cuts at the first slot with open letters: first the subtree of the path's letter there, then its
 * larger siblings and what is left above. A part that ends above an unvisited slot is cut into that
 * slot's letters. */
static enum status cut(struct frontier *frontier, struct walk *walk, const struct part *part,
                       uint64_t *nodes, struct walk_events *events, struct failure *failure) {
    TRY(walk_resume(walk, part->path, part->length, part->base, part->entered, failure));
    int slot = part->base;
    while (slot < part->length && !walk->levels[slot].open)
        slot++;
    if (slot == part->length) {
        /* The last slot is never cut: a part begins above the fillings that it is to meet. */
        bool whole =
            slot + 1 >= walk->plan->slots.count || !part->entered || !walk->levels[slot].open;
        return whole ? frontier_add(frontier, part, failure)
                     : cut_node(frontier, walk, part, nodes, events, failure);
    }
    struct part inner = *part, siblings = *part;
    assert(slot >= part->base && slot < part->length);
    inner.base = slot + 1;
    siblings.length = slot + 1;
    siblings.entered = false;
    TRY(frontier_add(frontier, &inner, failure));
    return frontier_add(frontier, &siblings, failure);
}

enum status frontier_renew(struct frontier *frontier, const struct walk_plan *plan, size_t wanted,
                           uint64_t *nodes, struct walk_events *events, struct failure *failure) {
    CLEANUP(frontier_clear) struct frontier next = {0};
    CLEANUP(walk_clear) struct walk walk = {0};
    TRY(walk_init(&walk, plan, failure));
    frontier_drop_done(frontier);
    bool split = frontier->count < wanted;
    for (size_t i = 0; i < frontier->count; i++) {
        struct part part = frontier->list[i];
        part.spent = 0;
        TRY(split ? cut(&next, &walk, &part, nodes, events, failure)
                  : frontier_add(&next, &part, failure));
    }
    assert(next.count >= frontier->count); /* a cut loses none */
    frontier_clear(frontier);
    *frontier = TAKE(next);
    return STATUS_OK;
}

enum status frontier_share_left(const struct frontier *frontier, const struct walk_plan *plan,
                                double *share, struct failure *failure) {
    CLEANUP(walk_clear) struct walk walk = {0};
    double sum = 0;
    TRY(walk_init(&walk, plan, failure));
    for (size_t i = 0; i < frontier->count; i++) {
        const struct part *part = &frontier->list[i];
        if (part->done)
            continue;
        TRY(walk_resume(&walk, part->path, part->length, part->base, part->entered, failure));
        sum += walk.share_left;
        assert(walk.share_left >= 0 && walk.share_left <= 1 + 1e-9);
    }
    *share = sum;
    return STATUS_OK;
}
