/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/collective/single/single_tree.h"
#include "solver/question/details.h"
#include "tools/steadycast/verbs/ask_verb.h"
#include "tools/steadycast/verbs/message_text.h"
#include "tools/steadycast/verbs/verb_collective.h"

/* More processors, and more cells of processors and cycles, are refused. */
enum { SINGLE_TEXT_MOST_NODES = 5000, SINGLE_TEXT_MOST_CELLS = 4000000 };

/* The broadcast of one item as text: the tree, also as a picture, and what each processor does in
 * each cycle (Karp et al. 1993, Figure 1, both halves). */

/* The children of a node, in the order of their labels, are a list. */
struct children {
    int first;
    int next; /* sibling */
};

/* From the last node to the first, so that elder siblings come to stand before younger ones. */
static struct children *families(const struct single_tree *tree) {
    struct children *family = memory_new((size_t)tree->processors, sizeof *family);
    for (int node = tree->processors - 1; family && node > 0; node--) {
        family[node].next = family[tree->parent[node]].first;
        family[tree->parent[node]].first = node;
    }
    return family;
}

/* A line for each processor, `processor P: TIME`, below its parent and further right, children in
 * the order in which they are sent to. STATUS_LIMIT when refused. */
static enum status single_text_tree(FILE *file, const struct single_tree *tree,
                                    struct failure *failure) {
    if (tree->processors > SINGLE_TEXT_MOST_NODES)
        return failure_set(failure, STATUS_LIMIT, "a tree is printed for at most %d processors",
                           SINGLE_TEXT_MOST_NODES);
    FREED struct children *family = families(tree);
    if (!family)
        return failure_memory(failure, "a tree as text");
    int depth = 0;
    for (int node = 0; node >= 0;) {
        fprintf(file, "%*sprocessor %d: %d\n", 2 * depth, "", node, tree->label[node]);
        if (family[node].first) {
            node = family[node].first;
            depth++;
            continue;
        }
        while (node > 0 && !family[node].next) {
            node = tree->parent[node];
            depth--;
        }
        node = node > 0 ? family[node].next : -1;
    }
    return STATUS_OK;
}

/* The tree for Graphviz: a node for each processor with its number and the time when it has the
 * item. STATUS_LIMIT when refused. */
static enum status single_text_dot(FILE *file, const struct single_tree *tree,
                                   struct failure *failure) {
    if (tree->processors > SINGLE_TEXT_MOST_NODES)
        return failure_set(failure, STATUS_LIMIT, "a tree is drawn for at most %d processors",
                           SINGLE_TEXT_MOST_NODES);
    fprintf(file, "digraph tree {\n  node [shape=circle];\n");
    for (int node = 0; node < tree->processors; node++)
        fprintf(file, "  p%d [label=\"%d\\n%d\"];\n", node, node, tree->label[node]);
    for (int node = 1; node < tree->processors; node++)
        fprintf(file, "  p%d -> p%d;\n", tree->parent[node], node);
    fprintf(file, "}\n");
    return STATUS_OK;
}

struct activity {
    const struct single_tree *tree;
    size_t cycles;
    char *cells;
};

/* `sign` for o cycles from `time` on, or in that one cycle if o = 0. */
static void mark(const struct activity *activity, int node, int time, char sign) {
    int length = activity->tree->machine.overhead ? activity->tree->machine.overhead : 1;
    char *row = activity->cells + (size_t)node * activity->cycles;
    for (int cycle = time; cycle < time + length; cycle++)
        row[cycle] = row[cycle] == 'r' ? 'x' : sign;
}

static void fill(const struct activity *activity) {
    const struct single_tree *tree = activity->tree;
    int transfer = (int)logp_machine_transfer(&tree->machine);
    for (int node = 0; node < tree->processors; node++) {
        char *row = activity->cells + (size_t)node * activity->cycles;
        size_t has = (size_t)tree->label[node];
        memset(row, '.', has);
        memset(row + has, '-', activity->cycles - has);
    }
    for (int node = 1; node < tree->processors; node++) {
        mark(activity, node, tree->label[node] - tree->machine.overhead, 'r');
        mark(activity, tree->parent[node], tree->label[node] - transfer, 's');
    }
}

static void print_cycles(FILE *file, const struct activity *activity) {
    fprintf(file, "%-9s ", "cycle");
    for (size_t cycle = 0; cycle < activity->cycles; cycle += 10)
        fprintf(file, "%-*zu", activity->cycles - cycle < 10 ? 0 : 10, cycle);
    fputc('\n', file);
    for (int node = 0; node < activity->tree->processors; node++)
        fprintf(file, "%-9d %.*s\n", node, (int)activity->cycles,
                activity->cells + (size_t)node * activity->cycles);
}

/* A line for each processor: s and r for the cycles in which it is busy with sending and receiving,
 * . for others before it has the item, - for those from then on. With o = 0 the cycle in which it
 * sends or receives is marked, x if it does both. STATUS_LIMIT when refused. */
static enum status single_text_activity(FILE *file, const struct single_tree *tree,
                                        struct failure *failure) {
    struct activity activity = {.tree = tree, .cycles = (size_t)single_tree_time(tree) + 1};
    if (activity.cycles > SINGLE_TEXT_MOST_CELLS / (size_t)tree->processors)
        return failure_set(failure, STATUS_LIMIT,
                           "activity is printed for at most %d cells of processors and cycles",
                           SINGLE_TEXT_MOST_CELLS);
    activity.cells = memory_new((size_t)tree->processors, activity.cycles);
    if (!activity.cells)
        return failure_memory(failure, "activity as text");
    fill(&activity);
    print_cycles(file, &activity);
    free(activity.cells);
    return STATUS_OK;
}

static const struct option_spec specs[] = {
    OPTION_SPECS_MACHINE,
    {"processors", 'P', OPTION_BIG, false, "P|A..B", 1, MESSAGES_MOST_PROCESSORS + 1,
     "processors, the source included"},
    {"items", 'k', OPTION_RANGE, false, "K|A..B", 1, 1000000000,
     "items to be broadcast (default: 1)"},
    {"every", 0, OPTION_FLAG, false, "", 0, 0,
     "without --items: one certificate for every K from some M on"},
    {"single-sending", 0, OPTION_FLAG, false, "", 0, 0, "the source sends each item once"},
    OPTION_SPECS_OVER_NETWORK,
    OPTION_SPEC_ENGINE,
    {"encoding", 0, OPTION_CHOICE, false, "ordered|plain", 0, 0,
     "formulas with an order of processors and items (default), or without"},
    {"format", 'f', OPTION_CHOICE, false, "tree|activity|messages|dot", 0, 0,
     "print the schedule as well: of one item who sends to whom, or what each does in each cycle; "
     "a table of receptions; or only a picture of the tree"},
    OPTION_SPEC_OUTPUT_OF_NUMBERS,
    OPTION_SPECS_ASKED,
};

static const struct option_rule rules[] = {
    {"every", NULL, "items|single-sending|encoding|format|ports"},
    {"json", NULL, "format"},
    {"format", NULL, "RANGE"},
    {NULL, NULL, NULL}};

static enum status pose(const struct arguments *arguments, struct question *question, int *given,
                        const struct limits *limits, struct failure *failure) {
    (void)limits;
    (void)failure;
    bool every = option(arguments, "every")->given;
    if (!every) {
        question_init(question, SUBJECT_BROADCAST);
        question_set(question, KEY_SENDS, option(arguments, "single-sending")->given);
        return STATUS_OK;
    }
    question_init_named(question, "family", given);
    question_set(question, KEY_OF, OF_ITEMS);
    *given |= 1 << subject_place(SUBJECT_FAMILY, KEY_OF);
    return STATUS_OK;
}

/* --- formats --- */

static enum status print_tree(const struct single_tree *tree, long format,
                              struct failure *failure) {
    return format == 0   ? single_text_tree(stdout, tree, failure)
           : format == 1 ? single_text_activity(stdout, tree, failure)
                         : single_text_dot(stdout, tree, failure);
}

/* Of the tree of one item, which is built where another engine answered. */
static enum status print_single(const struct asking *asking, long format, struct failure *failure) {
    const struct question *question = &asking->question;
    const struct logp_machine machine = question_machine(question).logp;
    long processors = question_number(question, KEY_PROCESSORS);
    if (question_number(question, KEY_ITEMS) != 1 ||
        question_machine_class(question) == MACHINE_PORTS)
        return failure_set(failure, STATUS_INPUT,
                           "--format %s is for one item and one port; messages is for all",
                           option(asking->arguments, "format")->text);
    if (processors > MESSAGES_MOST_PROCESSORS + 1)
        return failure_set(failure, STATUS_INPUT,
                           "--format: a schedule is for at most %d processors",
                           MESSAGES_MOST_PROCESSORS + 1);
    CLEANUP(single_tree_clear) struct single_tree tree = {0};
    TRY(single_tree_build(&machine, (int)processors, &tree, failure));
    return print_tree(&tree, format, failure);
}

static enum status print_messages(const struct asking *asking, struct failure *failure) {
    const struct limits limits = control_limits(asking->control, asking->arguments);
    const struct outcome *outcome = asking_outcome(asking);
    CLEANUP(items_schedule_clear) struct items_schedule schedule = {0};
    if (!outcome->list)
        return failure_set(failure, STATUS_INPUT, "--format: the answer has no list of messages");
    TRY(outcome->list(outcome->detail, &schedule, failure));
    return message_text_table(stdout, &schedule.list, &limits, failure);
}

static enum status print(const struct asking *asking, bool *alone, struct failure *failure) {
    enum { MESSAGES = 2, DOT };
    const struct option_value *format = option(asking->arguments, "format");
    const struct outcome *outcome = asking_outcome(asking);
    if (asking->question.subject == SUBJECT_FAMILY) {
        *alone = outcome->verdict == VERDICT_FEASIBLE;
        for (int i = 0; i < outcome->fact_count; i++)
            printf("%s %s\n", outcome->facts[i].name, outcome->facts[i].value);
        if (*alone)
            puts("s FEASIBLE");
        return STATUS_OK;
    }
    *alone = format->given && format->number == DOT;
    if (!format->given)
        return STATUS_OK;
    return format->number == MESSAGES ? print_messages(asking, failure)
                                      : print_single(asking, format->number, failure);
}

static const struct ask_verb row = {
    .pose = pose, .complete = "every|encoding|format", .print = print};

static int run_broadcast(const struct arguments *arguments) {
    return ask_verb_run(arguments, &row);
}

const struct verb verb_broadcast = {
    .name = "broadcast",
    .summary = "The least time for K items to reach all processors (MPI_Bcast)",
    .operands = "",
    VERB_SPECS(specs),
    .rules = rules,
    .help = text_broadcast,
    .run = run_broadcast};
