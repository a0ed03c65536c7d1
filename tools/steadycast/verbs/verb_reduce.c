/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/collective/summation/summation.h"
#include "solver/question/details.h"
#include "tools/steadycast/verbs/ask_verb.h"
#include "tools/steadycast/verbs/verb_collective.h"

/* Charts have so many columns and lines at most. */
enum { SUM_CHART_TIME = 1000, SUM_CHART_PROCESSORS = 1000, SUM_TREE_PROCESSORS = 100000 };

/* A sum as text: who sends to whom, and what each processor does in each cycle. */

/* Where a processor stands in the tree. */
struct node {
    int parent, depth;
    int64_t sends, own, all;
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

/* The tree of messages, a line for each processor below the one that it sends to: when it sends,
 * and how many operands of its own and in all it has then. STATUS_LIMIT beyond the numbers
 * above. */
static enum status sum_print_tree(const struct summation *summation, struct failure *failure) {
    if (summation->processors > SUM_TREE_PROCESSORS)
        return failure_set(failure, STATUS_LIMIT, "trees are printed for up to %d processors",
                           SUM_TREE_PROCESSORS);
    FREED struct node *nodes = memory_new((size_t)summation->processors, sizeof *nodes);
    FREED size_t *places = memory_new((size_t)summation->processors, sizeof *places);
    bool room = nodes && places;
    if (room) {
        fill_nodes(summation, nodes);
        print_nodes(summation, nodes, places);
    }
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

/* A line for each processor, a letter for each cycle: + an addition of an operand of its own, R a
 * reception, A the addition of what came, S a sending, . nothing. Without overhead a sending takes
 * no cycle, and its letter stands in the next column. */
static enum status sum_print_chart(const struct summation *summation, struct failure *failure) {
    if (summation->processors > SUM_CHART_PROCESSORS || summation->finish > SUM_CHART_TIME)
        return failure_set(failure, STATUS_LIMIT,
                           "schedules are printed for up to %d processors and %d cycles",
                           SUM_CHART_PROCESSORS, SUM_CHART_TIME);
    size_t columns = (size_t)summation->finish;
    FREED char *line = memory_new(columns + 1, 1);
    if (!line)
        return failure_memory(failure, "a schedule as text");
    for (int p = 0; p < summation->processors; p++) {
        memset(line, '.', columns);
        fill_line(summation, p, line);
        printf("%4d %s\n", p, line);
    }
    return STATUS_OK;
}

static const struct option_spec specs[] = {
    OPTION_SPECS_MACHINE,
    {"processors", 'P', OPTION_NUMBER, false, "P", 1, INT_MAX, "processors that may help"},
    {"until", 'T', OPTION_NUMBER, false, "T", 0, SUMMATION_MOST_TIME,
     "cycles: how many operands can be added up?"},
    {"operands", 'n', OPTION_TEXT, false, "N", 0, 0,
     "in place of --until: how long do N operands take?"},
    {"items", 'k', OPTION_NUMBER, false, "C", 1, 1000000, "--network: chunks (default: 1)"},
    OPTION_SPECS_OVER_NETWORK,
    OPTION_SPEC_ENGINE,
    {"format", 'f', OPTION_CHOICE, false, "tree|schedule", 0, 0,
     "print as well who sends to whom, or what each processor does in each cycle"},
    OPTION_SPEC_OUTPUT_OF_NUMBERS,
    OPTION_SPECS_ASKED,
};

static const struct option_rule rules[] = {
    {"json", NULL, "format"}, {"until", NULL, "operands"}, {NULL, NULL, NULL}};

static enum status print(const struct asking *asking, bool *alone, struct failure *failure) {
    const struct option_value *format = option(asking->arguments, "format");
    const struct reduce_most *found = asking_outcome(asking)->detail;
    (void)alone;
    if (!format->given)
        return STATUS_OK;
    if (!found)
        return failure_set(failure, STATUS_INPUT, "--format: this engine has no schedule");
    return format->number == 0 ? sum_print_tree(&found->summation, failure)
                               : sum_print_chart(&found->summation, failure);
}

static const struct ask_verb row = {
    .subject = SUBJECT_REDUCE, .complete = "format", .print = print};

static int run_reduce(const struct arguments *arguments) {
    return ask_verb_run(arguments, &row);
}

const struct verb verb_reduce = {
    .name = "reduce",
    .summary =
        "The least time to combine operands at one processor, or the most in a time (MPI_Reduce)",
    .operands = "",
    VERB_SPECS(specs),
    .rules = rules,
    .help = text_reduce,
    .run = run_reduce};
