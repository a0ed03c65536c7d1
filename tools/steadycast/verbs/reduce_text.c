/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/reduce_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

/* Where a processor stands in the tree. */
struct node {
    int parent;
    int depth;
    int64_t sends;
    int64_t own;
    int64_t all;
};

/* Children have greater numbers than their parents in what summation_build makes. */
static void fill_nodes(const struct summation *summation, struct node *nodes) {
    for (int p = 0; p < summation->processors; p++) {
        nodes[p] = (struct node){-1, 0, summation->finish, summation_own(summation, p), 0};
        nodes[p].all = nodes[p].own;
        for (size_t i = summation->first[p]; i < summation->first[p + 1]; i++)
            if (summation->work[i].kind == SUMMATION_SEND) {
                nodes[p].parent = (int)summation->work[i].number;
                nodes[p].sends = summation->work[i].time;
                nodes[p].depth = nodes[nodes[p].parent].depth + 1;
            }
    }
    for (int p = summation->processors - 1; p > 0; p--)
        nodes[nodes[p].parent].all += nodes[p].all;
}

/* Processor p and those below it, in the order in which they are received: the lines of work are
 * walked, with a stack of where the walk was. */
static void print_nodes(const struct summation *summation, const struct node *nodes,
                        size_t *places) {
    int p = 0;
    for (int q = 0; q < summation->processors; q++)
        places[q] = summation->first[q];
    while (p >= 0) {
        if (places[p] == summation->first[p])
            printf("%*s%d: %s %" PRId64 ", %" PRId64 " operands of its own, %" PRId64 " in all\n",
                   2 * nodes[p].depth, "", p, p == 0 ? "ends at" : "sends at", nodes[p].sends,
                   nodes[p].own, nodes[p].all);
        while (places[p] < summation->first[p + 1] &&
               summation->work[places[p]].kind != SUMMATION_RECEIVE)
            places[p]++;
        if (places[p] < summation->first[p + 1])
            p = (int)summation->work[places[p]++].number;
        else
            p = nodes[p].parent;
    }
}

enum status sum_print_tree(const struct summation *summation, struct failure *failure) {
    if (summation->processors > SUM_TREE_PROCESSORS)
        return failure_set(failure, STATUS_LIMIT, "trees are printed for up to %d processors",
                           SUM_TREE_PROCESSORS);
    struct node *nodes = memory_new((size_t)summation->processors, sizeof *nodes);
    size_t *places = memory_new((size_t)summation->processors, sizeof *places);
    bool room = nodes && places;
    if (room) {
        fill_nodes(summation, nodes);
        print_nodes(summation, nodes, places);
    }
    free(nodes);
    free(places);
    return room ? STATUS_OK : failure_memory(failure, "a tree as text");
}

static void fill_line(const struct summation *summation, int p, char *line) {
    int64_t overhead = summation->machine.overhead;
    for (size_t i = summation->first[p]; i < summation->first[p + 1]; i++) {
        const struct summation_work *work = &summation->work[i];
        char *cell = line + work->time;
        switch (work->kind) {
        case SUMMATION_ADD:
            memset(cell, '+', (size_t)work->number);
            break;
        case SUMMATION_RECEIVE:
            memset(cell, 'R', (size_t)overhead);
            cell[overhead] = 'A';
            break;
        case SUMMATION_SEND:
            memset(cell, 'S', overhead ? (size_t)overhead : 1);
            break;
        }
    }
}

enum status sum_print_chart(const struct summation *summation, struct failure *failure) {
    if (summation->processors > SUM_CHART_PROCESSORS || summation->finish > SUM_CHART_TIME)
        return failure_set(failure, STATUS_LIMIT,
                           "schedules are printed for up to %d processors and %d cycles",
                           SUM_CHART_PROCESSORS, SUM_CHART_TIME);
    size_t columns = (size_t)summation->finish;
    char *line = memory_new(columns + 1, 1);
    if (!line)
        return failure_memory(failure, "a schedule as text");
    for (int p = 0; p < summation->processors; p++) {
        memset(line, '.', columns);
        fill_line(summation, p, line);
        printf("%4d %s\n", p, line);
    }
    free(line);
    return STATUS_OK;
}
