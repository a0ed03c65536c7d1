/* SPDX-License-Identifier: MIT */
/* Summation as Shou and Chen (1996, section 3) have it: their tree for any number of processors,
 * and their Algorithm 2, executed line by line on every processor. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/claims/functions/functions.h"

/* floor(a/b), b > 0; the paper's brackets. */
static int64_t floor_quotient(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

/* --- the tree --- */

/* S*(P;L,o,g), which is T*(P;L+1,o,g): with f_n the number of labels up to n, and T the least
 * number such that P <= f_T, the first P nodes, in preorder, of the tree of all labels up to T
 * (their Theorem 3, Definition 4). Processor i is number i of the preorder, P_0 = 0; S is their
 * T_i. `apart` stands for g between children: g as printed, or max(g,o+1). */
static enum status make_tree(const struct claim_call *call, struct summation_tree *tree,
                             struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    int64_t apart = call->a[3], transfer = summation_transfer(&machine), last = -1;
    size_t count = (size_t)call->a[4];
    FREED int *parent = memory_new(count, sizeof *parent),
              *place = memory_new(count, sizeof *place);
    FREED int64_t *sends = memory_new(count, sizeof *sends), *f = NULL;
    TRY(memory_check(parent && place && sends, failure, "a tree of processors"));
    do {
        if (++last > SUMMATION_MOST_TIME)
            return failure_limit(failure, "sums are listed for times up to %d",
                                 SUMMATION_MOST_TIME);
        if (!memory_make_room(&f, (size_t)last, sizeof *f))
            return failure_memory(failure, "the numbers of a tree");
        f[last] = (last < apart ? 1 : f[last - apart]) + (last < transfer ? 0 : f[last - transfer]);
    } while (f[last] < call->a[4]);
    parent[0] = -1;
    sends[0] = last;
    for (int64_t i = 0; i < call->a[4]; i++)
        for (int64_t k = 0, left = sends[i] - transfer; left >= 0; k++, left -= apart) {
            int64_t elder = sends[i] - k * apart;
            int64_t child = i + 1 + f[sends[i]] - (elder < 0 ? 0 : f[elder]);
            if (child >= call->a[4])
                break;
            parent[child] = (int)i;
            place[child] = (int)k;
            sends[child] = left;
        }
    return summation_tree_of(&machine, apart, last, (int)count, parent, place, tree, failure);
}

/* The last tree, with everybody as busy as can be. */
static struct {
    long a[5];
    struct summation_tree tree; /* count 0: none */
    struct summation summation;
} kept;

void shou_chen_clear(void) {
    if (kept.tree.count) {
        summation_tree_clear(&kept.tree);
        summation_clear(&kept.summation);
    }
    kept.tree.count = 0;
}

static enum status keep_tree(const struct claim_call *call, struct failure *failure) {
    if (kept.tree.count && memcmp(kept.a, call->a, sizeof kept.a) == 0)
        return STATUS_OK;
    shou_chen_clear();
    TRY(make_tree(call, &kept.tree, failure));
    memcpy(kept.a, call->a, sizeof kept.a);
    enum status status = summation_build(&kept.tree, &kept.summation, &call->job->limits, failure);
    if (status) {
        summation_tree_clear(&kept.tree);
        kept.tree.count = 0;
    }
    return status;
}

static enum status shou_chen(struct claim_call *call, struct failure *failure) {
    enum { OPERANDS, TIME };
    TRY(keep_tree(call, failure));
    call->give[TIME] = kept.tree.time;
    return summation_call_play(call, &kept.summation, false, &call->give[OPERANDS], failure);
}

static enum status shou_chen_node(struct claim_call *call, struct failure *failure) {
    enum { SENDS, PARENT, CHILDREN, OWN };
    int p = (int)call->a[5];
    TRY(keep_tree(call, failure));
    if (p >= kept.tree.count)
        return failure_input(failure, "there is no such processor");
    call->give[SENDS] = kept.tree.sends[p];
    call->give[PARENT] = kept.tree.parent[p];
    for (int i = p + 1; i < kept.tree.count; i++)
        call->give[CHILDREN] += kept.tree.parent[i] == p;
    call->give[OWN] = summation_own(&kept.summation, p);
    return STATUS_OK;
}

/* --- Algorithm 2 --- */

/* How it is read and what is mended before it is executed; 0: to the letter of the text that is at
 * hand, in which a `not` of step 10 and the kind of brackets may be lost. */
enum {
    ROOT = 1,     /* step 10: everybody but P_0 sends to its parent, P_0 prints */
    WAIT = 2,     /* behind step 9 a processor receives what is still to come */
    REST = 4,     /* the rest of (n - sum A)/P goes to the processors 0, 1, .., one each */
    CHILDREN = 8, /* step 4: K_i counts the children that the processor has */
    UP = 16       /* step 6 rounds up, not down; without REST */
};

struct processor {
    int64_t own;    /* N_i */
    int64_t begins; /* its first operand */
    int children;   /* that it has in the tree */
    int64_t mail;   /* who sent it the message that it receives next; -1: nobody */
    size_t filled;  /* lines of its work, from summation.first on */
    /* of the message that it sends: */
    int64_t arrives;
    int64_t next; /* who sent the one behind, to the same processor; -1: none */
    uint64_t sum;
};

struct execution {
    const struct summation_tree *tree;
    unsigned mended;
    int64_t operands;
    int64_t rest; /* operands that are dealt out one each */
    struct processor *processors;
    struct summation summation; /* what they did */
    const char *why; /* what goes wrong first; NULL: P_0 prints the sum of all operands */
    int where;
    bool playable; /* everybody had an operand */
};

/* K_i as printed: by T_i, without a look at the tree. */
static int64_t children_of(const struct execution *execution, int i) {
    const struct summation_tree *tree = execution->tree;
    return execution->mended & CHILDREN
               ? execution->processors[i].children
               : floor_quotient(tree->sends[i] - summation_transfer(&tree->machine), tree->apart) +
                     1;
}

/* A_i of step 5. */
static int64_t least_own(const struct execution *execution, int i) {
    int64_t busy = execution->tree->machine.overhead + (int64_t)1;
    return execution->tree->sends[i] - busy * children_of(execution, i) + 1;
}

/* A number for each operand, so that sums of other operands differ. */
static uint64_t operand(int64_t number) {
    uint64_t mixed = (uint64_t)number * 0x9e3779b97f4a7c15U;
    return (mixed ^ mixed >> 29) * 0xbf58476d1ce4e5b9U;
}

static bool fault(struct execution *execution, int i, const char *why) {
    execution->why = why;
    execution->where = i;
    return false;
}

static void add_activity(struct execution *execution, int i, enum summation_kind kind, int64_t time,
                         int64_t number) {
    struct summation_work *work = &execution->summation.work[execution->summation.first[i]];
    size_t *filled = &execution->processors[i].filled;
    if (kind == SUMMATION_ADD && *filled && work[*filled - 1].kind == SUMMATION_ADD &&
        work[*filled - 1].time + work[*filled - 1].number == time)
        work[*filled - 1].number += number;
    else
        work[(*filled)++] = (struct summation_work){kind, time, number};
}

/* Steps 4 to 7, which every processor does alike. */
static void deal(struct execution *execution) {
    int count = execution->tree->count;
    int64_t left = execution->operands, next = 1;
    for (int i = 0; i < count; i++)
        left -= least_own(execution, i);
    int64_t each = floor_quotient(left, count), rest = left - each * count;
    each += execution->mended & UP && rest > 0;
    execution->rest = execution->mended & REST ? rest : 0;
    for (int i = 0; i < count; i++) {
        struct processor *processor = &execution->processors[i];
        processor->own = least_own(execution, i) + each + (i < execution->rest);
        processor->begins = next;
        next += processor->own > 0 ? processor->own : 0;
    }
}

/* One processor in step 9. */
struct clock {
    int64_t time, received_at;
    bool begun; /* it has something to add to */
    uint64_t sum;
    int received;
};

static int64_t ready_at(const struct execution *execution, int i, const struct clock *clock) {
    int64_t arrives = execution->processors[execution->processors[i].mail].arrives;
    int64_t again = clock->received_at + execution->tree->machine.gap;
    return arrives > again ? arrives : again;
}

static void receive(struct execution *execution, int i, struct clock *clock) {
    int64_t *mail = &execution->processors[i].mail;
    const struct processor *from = &execution->processors[*mail];
    add_activity(execution, i, SUMMATION_RECEIVE, clock->time, *mail);
    clock->received_at = clock->time;
    clock->received++;
    clock->time += execution->tree->machine.overhead + clock->begun;
    clock->begun = true;
    clock->sum += from->sum;
    *mail = from->next;
}

/* Step 9, and what should stand behind it. */
static bool add_up(struct execution *execution, int i, struct clock *clock) {
    const struct processor *processor = &execution->processors[i];
    for (int64_t j = 0; j < processor->own; j++) {
        if (clock->begun)
            add_activity(execution, i, SUMMATION_ADD, clock->time++, 1);
        clock->sum += operand(processor->begins + j);
        clock->begun = true;
        if (processor->mail >= 0 && ready_at(execution, i, clock) <= clock->time)
            receive(execution, i, clock);
    }
    while (execution->mended & WAIT && clock->received < children_of(execution, i)) {
        if (processor->mail < 0)
            return fault(execution, i, "waits for a message that nobody sends");
        int64_t ready = ready_at(execution, i, clock);
        clock->time = ready > clock->time ? ready : clock->time;
        receive(execution, i, clock);
    }
    return true;
}

/* Step 10. ComputeParent is right, but does not return for P_0 (shou-chen-compute-parent.case). The
 * mail of a processor is sorted by arrival; of two that arrive together the one with the lower
 * sender is first. */
static bool hand_on(struct execution *execution, int i, const struct clock *clock) {
    const struct summation_tree *tree = execution->tree;
    struct processor *from = &execution->processors[i];
    if (execution->mended & ROOT ? i == 0 : i != 0) {
        execution->summation.finish = i == 0 ? clock->time : 0;
        return i == 0 || fault(execution, i, "prints its sum and sends nothing");
    }
    if (i == 0)
        return fault(execution, i, "looks for its parent for ever");
    add_activity(execution, i, SUMMATION_SEND, clock->time, tree->parent[i]);
    from->arrives = clock->time + tree->machine.overhead + tree->machine.latency;
    from->sum = clock->sum;
    int64_t *place = &execution->processors[tree->parent[i]].mail;
    while (*place >= 0 && execution->processors[*place].arrives < from->arrives)
        place = &execution->processors[*place].next;
    from->next = *place;
    *place = i;
    return true;
}

/* Children have greater numbers than their parents: who sends is executed before who receives. */
static void execute(struct execution *execution) {
    const struct summation_tree *tree = execution->tree;
    uint64_t expected = 0;
    for (int64_t j = 1; j <= execution->operands; j++)
        expected += operand(j);
    for (int i = tree->count - 1; i >= 0; i--) {
        struct clock clock = {.received_at = -(int64_t)tree->machine.gap,
                              .time = execution->rest > 0 && i >= execution->rest};
        if (!add_up(execution, i, &clock) || !hand_on(execution, i, &clock))
            return;
        execution->playable = execution->playable && execution->processors[i].own >= 1;
        if (i == 0 && clock.sum != expected)
            fault(execution, 0, "prints the sum of other operands than 1..n");
    }
}

/* The work without the room between, and its operands numbered from left to right. */
static enum status close_work(struct execution *execution, struct failure *failure) {
    struct summation *summation = &execution->summation;
    size_t count = 0;
    for (int p = 0; p < summation->processors; p++) {
        size_t first = summation->first[p];
        summation->first[p] = count;
        for (size_t j = 0; j < execution->processors[p].filled; j++)
            summation->work[count++] = summation->work[first + j];
    }
    summation->first[summation->processors] = count;
    return summation_number(summation, NULL, failure);
}

/* Room for the lines of each processor: additions before and behind each reception, a sending. */
static enum status lay_out(struct execution *execution, struct failure *failure) {
    const struct summation_tree *tree = execution->tree;
    struct summation *summation = &execution->summation;
    size_t count = (size_t)tree->count;
    summation->machine = tree->machine;
    summation->processors = tree->count;
    TRY(memory_check(NEW(count, summation->begins, execution->processors) &&
                         NEW(count + 1, summation->first) && NEW(4 * count, summation->work),
                     failure, "the execution of an algorithm"));
    for (int i = 1; i < tree->count; i++)
        execution->processors[tree->parent[i]].children++;
    for (int i = 0; i < tree->count; i++) {
        int children = execution->processors[i].children;
        execution->processors[i].mail = -1;
        summation->first[i + 1] = summation->first[i] + 2 * (size_t)children + 2;
    }
    return STATUS_OK;
}

static void execution_clear(struct execution *execution) {
    free(execution->processors);
    summation_clear(&execution->summation);
}

/* For so many operands with these faults mended: does the program end with the sum of all, and can
 * what the processors did be played? `processors` programs that know only their number, the
 * parameters and the messages that reach them. An operand is added in a cycle, the first of all in
 * none (the print adds it to 0); a message that has arrived is received, g or more behind the last,
 * in o cycles, and added in one more. Operands are dealt out in the order of the processors. */
static enum status algorithm_2(struct claim_call *call, struct failure *failure) {
    enum { RIGHT, TIME, LEAST, TREE_TIME, SUMS };
    CLEANUP(summation_tree_clear) struct summation_tree tree = {0};
    CLEANUP(execution_clear)
    struct execution execution = {
        .tree = &tree, .mended = (unsigned)call->a[6], .operands = call->a[5], .playable = true};
    TRY(make_tree(call, &tree, failure));
    call->give[TREE_TIME] = tree.time;
    call->give[LEAST] = tree.count - (tree.count - 1) * (tree.machine.overhead + 1L);
    for (int i = 0; i < tree.count; i++)
        call->give[LEAST] += tree.sends[i];
    if (call->a[5] < 1)
        return STATUS_OK;
    TRY(lay_out(&execution, failure));
    deal(&execution);
    execute(&execution);
    call->give[TIME] = execution.summation.finish;
    call->give[SUMS] = !execution.why;
    if (execution.why)
        snprintf(call->text, sizeof call->text, "processor %d %s", execution.where, execution.why);
    if (execution.why || !execution.playable)
        return STATUS_OK;
    TRY(close_work(&execution, failure));
    long operands;
    TRY(summation_call_play(call, &execution.summation, false, &operands, failure));
    call->give[RIGHT] = operands == call->a[5];
    return STATUS_OK;
}

#define TREE "L=1..100 o=0..100 g=1..100 apart=1..1000 P=1..10000"

const struct claim_function shou_chen_functions[] = {
    {"shou_chen", TREE, "operands time",
     "the sum on the tree of Shou and Chen: operands, 0: it can't be played", shou_chen, 0},
    {"shou_chen_node", TREE " i=0..9999", "sends parent children own",
     "of processor i of this tree: T_i, its parent, and how many children and operands of its own "
     "it has",
     shou_chen_node, 0},
    {"algorithm_2", TREE " n=-1000000..10000000 mended=0..255", "right time least tree_time sums",
     "Algorithm 2 for n operands with these faults mended (1 step 10, 2 step 9, 4 step 6, 8 step "
     "4; 16: step 6 rounded up): can it be played, is its sum right?",
     algorithm_2, 0},
    {.name = NULL}};
