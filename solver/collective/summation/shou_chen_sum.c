/* SPDX-License-Identifier: MIT */
#include "solver/collective/summation/shou_chen_sum.h"

#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"

enum { MOST_STEPS = 1 << 16 };

/* floor(a/b), b > 0; the paper's brackets. */
static int64_t floor_quotient(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

/* --- the numbers f --- */

struct counts {
    int64_t *f; /* f_0 .. f_last */
    int64_t last;
};

static int64_t count_at(const struct counts *counts, int64_t n) {
    return n < 0 ? 0 : counts->f[n];
}

/* Up to the first that is `processors` or more. */
static enum status count_up(const struct logp_machine *machine, int64_t apart, int processors,
                            struct counts *counts, struct failure *failure) {
    int64_t transfer = summation_transfer(machine);
    struct counts result = {NULL, -1};
    do {
        int64_t n = ++result.last;
        if (n > SUMMATION_MOST_TIME) {
            free(result.f);
            return failure_set(failure, STATUS_LIMIT, "sums are listed for times up to %d",
                               SUMMATION_MOST_TIME);
        }
        if (!memory_make_room(&result.f, (size_t)n, sizeof *result.f)) {
            free(result.f);
            return failure_memory(failure, "the numbers of a tree");
        }
        result.f[n] =
            (n < apart ? 1 : count_at(&result, n - apart)) + count_at(&result, n - transfer);
    } while (result.f[result.last] < processors);
    *counts = result;
    return STATUS_OK;
}

/* --- the tree --- */

/* All nodes below `count`, in preorder, from their parents. */
static void number_nodes(const struct counts *counts, int64_t transfer, int64_t apart, int count,
                         int *parent, int *place, int64_t *sends) {
    parent[0] = -1;
    place[0] = 0;
    sends[0] = counts->last;
    for (int i = 0; i < count; i++) {
        for (int64_t k = 0; sends[i] - transfer - k * apart >= 0; k++) {
            int64_t child =
                i + 1 + count_at(counts, sends[i]) - count_at(counts, sends[i] - k * apart);
            if (child >= count)
                break;
            parent[child] = i;
            place[child] = (int)k;
            sends[child] = sends[i] - transfer - k * apart;
        }
    }
}

enum status shou_chen_tree(const struct logp_machine *machine, int64_t apart, int processors,
                           struct summation_tree *tree, struct failure *failure) {
    struct counts counts;
    TRY(logp_machine_check(machine, failure));
    if (processors < 1 || processors > SUMMATION_MOST_PROCESSORS || apart < 1)
        return failure_set(failure, STATUS_INPUT, "sums are made by 1..%d processors",
                           SUMMATION_MOST_PROCESSORS);
    TRY(count_up(machine, apart, processors, &counts, failure));
    FREED int *parent = memory_new((size_t)processors, sizeof *parent);
    FREED int *place = memory_new((size_t)processors, sizeof *place);
    FREED int64_t *sends = memory_new((size_t)processors, sizeof *sends);
    enum status status = STATUS_OK;
    if (parent && place && sends) {
        number_nodes(&counts, summation_transfer(machine), apart, processors, parent, place, sends);
        status = summation_tree_of(machine, apart, counts.last, processors, parent, place, tree,
                                   failure);
    } else {
        status = failure_memory(failure, "a tree of processors");
    }
    free(counts.f);
    return status;
}

/* K_i as printed: by T_i, without a look at the tree. */
static int64_t printed_children(const struct summation_tree *tree, int64_t sends) {
    return floor_quotient(sends - summation_transfer(&tree->machine), tree->apart) + 1;
}

int64_t shou_chen_lemma_operands(const struct summation_tree *tree, int64_t sends, bool leaf) {
    int64_t children = leaf ? 0 : printed_children(tree, sends);
    return sends - children * (tree->machine.overhead + 1) + 1;
}

/* --- ComputeParent --- */

/* Step by step as printed, `number` counted from the root; -1 if it does not return. */
static int64_t compute_parent(const struct counts *counts, int64_t transfer, int64_t apart,
                              int64_t number) {
    int64_t time = counts->last, parent = 0, temp = 0, k = 0;
    for (int steps = 0; steps < MOST_STEPS; steps++) {
        for (k = 0; k < floor_quotient(time - transfer, apart) + 1; k++) {
            temp = parent + count_at(counts, time) - count_at(counts, time - k * apart) + 1;
            if (temp == number)
                return parent;
            if (temp < number && number < temp + count_at(counts, time - transfer - k * apart))
                break; /* goto nextlevel */
        }
        parent = temp;
        time = time - transfer - k * apart;
    }
    return -1;
}

enum status shou_chen_compute_parent(const struct summation_tree *tree, int root, int number,
                                     bool *ends, int *parent, struct failure *failure) {
    struct counts counts;
    TRY(count_up(&tree->machine, tree->apart, tree->count, &counts, failure));
    int64_t from_root = (number - (int64_t)root + tree->count) % tree->count;
    int64_t found =
        compute_parent(&counts, summation_transfer(&tree->machine), tree->apart, from_root);
    *ends = found >= 0;
    if (found >= 0)
        *parent = (int)((found + root) % tree->count);
    free(counts.f);
    return STATUS_OK;
}

/* --- Algorithm 2 --- */

struct letter { /* a message */
    int64_t arrives;
    int64_t next; /* of the same receiver, later ones behind; -1: none */
    uint64_t sum;
};

struct execution {
    const struct summation_tree *tree;
    unsigned mended;
    int64_t operands;
    int64_t rest; /* operands that are dealt out one each */
    struct counts counts;
    int64_t *own;           /* N_i */
    int64_t *begins;        /* the first operand of each processor */
    int *children;          /* that each has in the tree */
    struct letter *letters; /* by their senders */
    int64_t *mail;          /* the first letter to each processor; -1: none */
    struct shou_chen_run *run;
    size_t *filled; /* lines of work of each processor, from summation.first on */
};

static int64_t children_of(const struct summation_tree *tree, const int *children, int i,
                           unsigned mended) {
    return mended & SHOU_CHEN_CHILDREN ? children[i] : printed_children(tree, tree->sends[i]);
}

/* A_i of step 5. */
static int64_t least_own(const struct summation_tree *tree, const int *children, int i,
                         unsigned mended) {
    int64_t busy = tree->machine.overhead + (int64_t)1;
    return tree->sends[i] - busy * children_of(tree, children, i, mended) + 1;
}

int64_t shou_chen_least_operands(const struct summation_tree *tree, unsigned mended) {
    int64_t busy = tree->machine.overhead + (int64_t)1, sum = 0;
    for (int i = 0; i < tree->count; i++)
        sum += tree->sends[i] + 1 -
               (mended & SHOU_CHEN_CHILDREN ? 0 : busy * printed_children(tree, tree->sends[i]));
    return mended & SHOU_CHEN_CHILDREN ? sum - busy * (tree->count - 1) : sum;
}

/* A number for each operand, so that sums of other operands differ. */
static uint64_t operand(int64_t number) {
    uint64_t mixed = (uint64_t)number * 0x9e3779b97f4a7c15U;
    return (mixed ^ mixed >> 29) * 0xbf58476d1ce4e5b9U;
}

static bool fault(struct execution *execution, int i, const char *why) {
    execution->run->right = false;
    if (!*execution->run->why)
        snprintf(execution->run->why, sizeof execution->run->why, "processor %d %s", i, why);
    return false;
}

static void add_activity(struct execution *execution, int i, enum summation_kind kind, int64_t time,
                         int64_t number) {
    struct summation *summation = &execution->run->summation;
    struct summation_work *work = &summation->work[summation->first[i]];
    size_t *filled = &execution->filled[i];
    if (kind == SUMMATION_ADD && *filled && work[*filled - 1].kind == SUMMATION_ADD &&
        work[*filled - 1].time + work[*filled - 1].number == time)
        work[*filled - 1].number += number;
    else
        work[(*filled)++] = (struct summation_work){kind, time, number};
}

/* Steps 4 to 7, which every processor does alike. */
static void deal(struct execution *execution) {
    const struct summation_tree *tree = execution->tree;
    int64_t sum = 0, next = 1;
    for (int i = 0; i < tree->count; i++)
        sum += least_own(tree, execution->children, i, execution->mended);
    int64_t each = floor_quotient(execution->operands - sum, tree->count);
    int64_t rest = execution->operands - sum - each * tree->count;
    each += execution->mended & SHOU_CHEN_UP && rest > 0;
    for (int i = 0; i < tree->count; i++) {
        bool more = execution->mended & SHOU_CHEN_REST && i < rest;
        int64_t own = least_own(tree, execution->children, i, execution->mended) + each + more;
        execution->own[i] = own;
        execution->begins[i] = next;
        next += own > 0 ? own : 0;
    }
    execution->rest = execution->mended & SHOU_CHEN_REST ? rest : 0;
}

/* One processor in step 9. */
struct clock {
    int64_t time, received_at;
    bool begun; /* it has something to add to */
    uint64_t sum;
    int received;
};

static int64_t ready_at(const struct execution *execution, int i, const struct clock *clock) {
    int64_t arrives = execution->letters[execution->mail[i]].arrives;
    int64_t again = clock->received_at + execution->tree->machine.gap;
    return arrives > again ? arrives : again;
}

static void receive(struct execution *execution, int i, struct clock *clock) {
    int64_t from = execution->mail[i], overhead = execution->tree->machine.overhead;
    const struct letter *letter = &execution->letters[from];
    add_activity(execution, i, SUMMATION_RECEIVE, clock->time, from);
    clock->received_at = clock->time;
    clock->received++;
    clock->time += overhead + clock->begun;
    clock->begun = true;
    clock->sum += letter->sum;
    execution->mail[i] = letter->next;
}

/* Step 9, and what should stand behind it. */
static bool add_up(struct execution *execution, int i, struct clock *clock) {
    for (int64_t j = 0; j < execution->own[i]; j++) {
        if (clock->begun)
            add_activity(execution, i, SUMMATION_ADD, clock->time++, 1);
        clock->sum += operand(execution->begins[i] + j);
        clock->begun = true;
        if (execution->mail[i] >= 0 && ready_at(execution, i, clock) <= clock->time)
            receive(execution, i, clock);
    }
    if (!(execution->mended & SHOU_CHEN_WAIT))
        return true;
    int64_t children = children_of(execution->tree, execution->children, i, execution->mended);
    while (clock->received < children) {
        if (execution->mail[i] < 0)
            return fault(execution, i, "waits for a message that nobody sends");
        int64_t ready = ready_at(execution, i, clock);
        clock->time = ready > clock->time ? ready : clock->time;
        receive(execution, i, clock);
    }
    return true;
}

/* The mail of a processor is sorted by arrival; of two that arrive together the one with the lower
 * sender is first. */
static void deliver(struct execution *execution, int from, int64_t to, int64_t arrives,
                    uint64_t sum) {
    int64_t *place = &execution->mail[to];
    while (*place >= 0 && execution->letters[*place].arrives < arrives)
        place = &execution->letters[*place].next;
    execution->letters[from] = (struct letter){arrives, *place, sum};
    *place = from;
}

/* Step 10. */
static bool hand_on(struct execution *execution, int i, const struct clock *clock) {
    const struct summation_tree *tree = execution->tree;
    bool prints = execution->mended & SHOU_CHEN_ROOT ? i == 0 : i != 0;
    if (prints) {
        if (i == 0)
            execution->run->time = clock->time;
        return i == 0 || fault(execution, i, "prints its sum and sends nothing");
    }
    int64_t parent =
        compute_parent(&execution->counts, summation_transfer(&tree->machine), tree->apart, i);
    if (parent < 0)
        return fault(execution, i, "looks for its parent for ever");
    if (parent != tree->parent[i])
        return fault(execution, i, "sends to somebody who is not its parent");
    add_activity(execution, i, SUMMATION_SEND, clock->time, parent);
    deliver(execution, i, parent, clock->time + tree->machine.overhead + tree->machine.latency,
            clock->sum);
    return true;
}

/* Children have greater numbers than their parents: who sends is executed before who receives. */
static void execute(struct execution *execution) {
    const struct summation_tree *tree = execution->tree;
    uint64_t expected = 0, sum = 0;
    for (int64_t j = 1; j <= execution->operands; j++)
        expected += operand(j);
    for (int i = tree->count - 1; i >= 0; i--) {
        struct clock clock = {.received_at = -(int64_t)tree->machine.gap,
                              .time = execution->rest > 0 && i >= execution->rest};
        if (!add_up(execution, i, &clock) || !hand_on(execution, i, &clock))
            return;
        sum = clock.sum;
        execution->run->playable = execution->run->playable && execution->own[i] >= 1;
    }
    if (sum != expected)
        fault(execution, 0, "prints the sum of other operands than 1..n");
}

/* The work without the room between, and its operands numbered from left to right. */
static enum status close_work(struct execution *execution, struct failure *failure) {
    struct summation *summation = &execution->run->summation;
    size_t count = 0;
    for (int p = 0; p < summation->processors; p++) {
        size_t first = summation->first[p];
        summation->first[p] = count;
        for (size_t j = 0; j < execution->filled[p]; j++)
            summation->work[count++] = summation->work[first + j];
    }
    summation->first[summation->processors] = count;
    summation->finish = execution->run->time;
    return summation_number(summation, NULL, failure);
}

static bool open_execution(struct execution *execution) {
    size_t count = (size_t)execution->tree->count;
    struct summation *summation = &execution->run->summation;
    summation->begins = memory_new(count, sizeof *summation->begins);
    summation->first = memory_new(count + 1, sizeof *summation->first);
    summation->work = memory_new(4 * count, sizeof *summation->work);
    execution->own = memory_new(count, sizeof *execution->own);
    execution->begins = memory_new(count, sizeof *execution->begins);
    execution->children = memory_new(count, sizeof *execution->children);
    execution->letters = memory_new(count, sizeof *execution->letters);
    execution->mail = memory_new(count, sizeof *execution->mail);
    execution->filled = memory_new(count, sizeof *execution->filled);
    return summation->begins && summation->first && summation->work && execution->own &&
           execution->begins && execution->children && execution->letters && execution->mail &&
           execution->filled;
}

static void close_execution(struct execution *execution) {
    free(execution->own);
    free(execution->begins);
    free(execution->children);
    free(execution->letters);
    free(execution->mail);
    free(execution->filled);
    free(execution->counts.f);
}

/* Room for the lines of each processor: additions before and behind each reception, a sending. */
static void lay_out(struct execution *execution) {
    const struct summation_tree *tree = execution->tree;
    struct summation *summation = &execution->run->summation;
    for (int i = 1; i < tree->count; i++)
        execution->children[tree->parent[i]]++;
    for (int i = 0; i < tree->count; i++) {
        execution->mail[i] = -1;
        summation->first[i + 1] = summation->first[i] + 2 * (size_t)execution->children[i] + 2;
    }
}

enum status shou_chen_sum(const struct summation_tree *tree, int64_t operands, unsigned mended,
                          struct shou_chen_run *run, struct failure *failure) {
    CLEANUP(shou_chen_run_clear) struct shou_chen_run result = {.right = true, .playable = true};
    struct execution execution = {
        .tree = tree, .mended = mended, .operands = operands, .run = &result};
    result.summation.machine = tree->machine;
    result.summation.processors = tree->count;
    if (operands < 1 || operands > (int64_t)1 << 40)
        return failure_set(failure, STATUS_INPUT, "sums of 1..2^40 operands are executed");
    enum status status =
        count_up(&tree->machine, tree->apart, tree->count, &execution.counts, failure);
    if (!status && !open_execution(&execution))
        status = failure_memory(failure, "the execution of an algorithm");
    if (!status) {
        lay_out(&execution);
        deal(&execution);
        execute(&execution);
        result.playable = result.playable && result.right;
        if (result.playable)
            status = close_work(&execution, failure);
    }
    close_execution(&execution);
    if (!status)
        *run = TAKE(result);
    return status;
}

void shou_chen_run_clear(struct shou_chen_run *run) {
    summation_clear(&run->summation);
}
