/* SPDX-License-Identifier: MIT */
#include "solver/collective/summation/summation.h"

#include <stdlib.h>

#include "automata/memory.h"

void summation_clear(struct summation *summation) {
    free(summation->begins);
    free(summation->first);
    free(summation->work);
    *summation = (struct summation){.processors = 0};
}

int64_t summation_own(const struct summation *summation, int p) {
    int64_t own = 1;
    for (size_t i = summation->first[p]; i < summation->first[p + 1]; i++)
        if (summation->work[i].kind == SUMMATION_ADD)
            own += summation->work[i].number;
    return own;
}

/* Processors between two questions whether to go on. */
enum { ASKED = 1 << 14 };

static enum status go_on(const struct limits *limits, int done, struct failure *failure) {
    return done % ASKED ? STATUS_OK : limits_check(limits, failure);
}

/* --- numbers of operands --- */

/* Breadth first: order[0..P-1] with children behind their parents. */
static void sort_by_depth(const struct summation *summation, int *order) {
    int count = 1;
    order[0] = 0;
    for (int next = 0; next < count; next++) {
        int p = order[next];
        for (size_t i = summation->first[p]; i < summation->first[p + 1]; i++)
            if (summation->work[i].kind == SUMMATION_RECEIVE)
                order[count++] = (int)summation->work[i].number;
    }
}

/* size[p] = operands that p has in the end. */
static enum status measure(const struct summation *summation, const int *order, int64_t *size,
                           const struct limits *limits, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int next = summation->processors - 1; next >= 0 && !status; next--) {
        status = go_on(limits, next, failure);
        int p = order[next];
        size[p] = summation_own(summation, p);
        for (size_t i = summation->first[p]; i < summation->first[p + 1]; i++)
            if (summation->work[i].kind == SUMMATION_RECEIVE)
                size[p] += size[summation->work[i].number];
    }
    return status;
}

static void number_children(struct summation *summation, int p, const int64_t *size) {
    int64_t next = summation->begins[p] + 1;
    for (size_t i = summation->first[p]; i < summation->first[p + 1]; i++) {
        const struct summation_work *work = &summation->work[i];
        if (work->kind == SUMMATION_ADD) {
            next += work->number;
        } else if (work->kind == SUMMATION_RECEIVE) {
            summation->begins[work->number] = next;
            next += size[work->number];
        }
    }
}

enum status summation_number(struct summation *summation, const struct limits *limits,
                             struct failure *failure) {
    int *order = memory_new((size_t)summation->processors, sizeof *order);
    int64_t *size = memory_new((size_t)summation->processors, sizeof *size);
    if (!order || !size) {
        free(order);
        free(size);
        return failure_memory(failure, "the numbers of operands");
    }
    sort_by_depth(summation, order);
    enum status status = measure(summation, order, size, limits, failure);
    summation->begins[0] = 1;
    summation->operands = size[0];
    for (int next = 0; next < summation->processors && !status; next++) {
        status = go_on(limits, next, failure);
        number_children(summation, order[next], size);
    }
    free(order);
    free(size);
    return status;
}

/* --- work --- */

/* Children of all processors, one behind the other, each processor's by their places. */
struct children {
    size_t *first;
    int *list;
};

static void children_free(struct children *children) {
    free(children->first);
    free(children->list);
}

static enum status children_list(const struct summation_tree *tree, struct children *children,
                                 struct failure *failure) {
    size_t count = (size_t)tree->count;
    children->first = memory_new(count + 1, sizeof *children->first);
    children->list = memory_new(count, sizeof *children->list);
    if (!children->first || !children->list) {
        children_free(children);
        return failure_memory(failure, "lists of children");
    }
    for (int i = 1; i < tree->count; i++)
        children->first[tree->parent[i] + 1]++;
    for (size_t i = 0; i < count; i++)
        children->first[i + 1] += children->first[i];
    for (int i = 1; i < tree->count; i++)
        children->list[children->first[tree->parent[i]] + (size_t)tree->place[i]] = i;
    return STATUS_OK;
}

static void put(struct summation *summation, size_t *count, enum summation_kind kind, int64_t time,
                int64_t number) {
    summation->work[(*count)++] = (struct summation_work){kind, time, number};
}

/* Own operands from `free` on, receptions as late as they have to be. */
static void put_work(const struct summation_tree *tree, const struct children *children, int p,
                     struct summation *summation, size_t *count) {
    int64_t sends = tree->sends[p], busy = tree->machine.overhead + (int64_t)1, free_from = 0;
    for (size_t i = children->first[p + 1]; i > children->first[p]; i--) {
        int child = children->list[i - 1];
        int64_t begins = sends - busy - tree->place[child] * tree->apart;
        if (begins > free_from)
            put(summation, count, SUMMATION_ADD, free_from, begins - free_from);
        put(summation, count, SUMMATION_RECEIVE, begins, child);
        free_from = begins + busy;
    }
    if (sends > free_from)
        put(summation, count, SUMMATION_ADD, free_from, sends - free_from);
    if (tree->parent[p] >= 0)
        put(summation, count, SUMMATION_SEND, sends, tree->parent[p]);
}

static enum status put_all(const struct summation_tree *tree, struct summation *summation,
                           const struct limits *limits, struct failure *failure) {
    struct children children = {0};
    enum status status = children_list(tree, &children, failure);
    if (status)
        return status;
    size_t count = 0;
    for (int p = 0; p < tree->count && !status; p++) {
        status = go_on(limits, p, failure);
        summation->first[p] = count;
        put_work(tree, &children, p, summation, &count);
    }
    summation->first[tree->count] = count;
    children_free(&children);
    return status ? status : summation_number(summation, limits, failure);
}

enum status summation_build(const struct summation_tree *tree, struct summation *summation,
                            const struct limits *limits, struct failure *failure) {
    size_t count = (size_t)tree->count;
    struct summation result = {
        .machine = tree->machine, .processors = tree->count, .finish = tree->time};
    result.begins = memory_new(count, sizeof *result.begins);
    result.first = memory_new(count + 1, sizeof *result.first);
    /* a reception for each child, additions before each and at the end, a sending */
    result.work = memory_new(4 * count, sizeof *result.work);
    enum status status = result.begins && result.first && result.work
                             ? put_all(tree, &result, limits, failure)
                             : failure_memory(failure, "the work of all processors");
    if (status)
        summation_clear(&result);
    else
        *summation = result;
    return status;
}
