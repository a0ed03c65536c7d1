/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993: messages in transit (section 1), in buffers (section 3.5), in the figures, and
 * what the source has to send (Theorem 3.2). Messages are looked at one by one.
 */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/proof.h"
#include "solver/certificate/write.h"
#include "solver/collective/exchange/allgather.h"
#include "solver/collective/exchange/allreduce.h"
#include "solver/collective/single/single_tree.h"
#include "solver/collective/summation/summation.h"
#include "solver/items/construction/block_broadcast.h"
#include "solver/items/construction/block_digraph.h"
#include "solver/items/construction/buffered_items.h"
#include "solver/items/search/items_formula.h"
#include "solver/sat/decide.h"
#include "tools/claims/functions/functions.h"

/* --- at most ceil(L/g) messages from one processor, or to one, are in transit at a time: for L
 * cycles, from the end of the sender's overhead on. The functions give those that are one too many.
 * --- */

/* The last sendings from, and to, each processor: as many as may be in transit. */
struct transit {
    int latency, capacity, processors;
    int *times;  /* [(2p or 2p+1) capacity + place]; owned */
    int *counts; /* [2p or 2p+1]; owned */
    long crowded;
};

static enum status transit_init(struct transit *transit, const struct logp_machine *machine,
                                int processors, struct failure *failure) {
    int capacity = machine->latency / machine->gap + (machine->latency % machine->gap > 0);
    size_t rows = 2 * (size_t)processors;
    *transit = (struct transit){
        .latency = machine->latency, .capacity = capacity, .processors = processors};
    transit->times = memory_new(rows * (size_t)capacity, sizeof *transit->times);
    transit->counts = memory_new(rows, sizeof *transit->counts);
    if (transit->times && transit->counts)
        return STATUS_OK;
    free(transit->times);
    free(transit->counts);
    return failure_memory(failure, "messages in transit");
}

static void transit_clear(struct transit *transit) {
    free(transit->times);
    free(transit->counts);
}

/* The one before so many is still in transit. */
static void enter(struct transit *transit, int row, int time) {
    int *place =
        &transit->times[row * transit->capacity + transit->counts[row] % transit->capacity];
    transit->crowded +=
        transit->counts[row] >= transit->capacity && *place + transit->latency > time;
    *place = time;
    transit->counts[row]++;
}

/* Messages come in the order of their times; all of them are as long in the overhead. */
static enum status take(void *context, const struct message *m, struct failure *failure) {
    struct transit *transit = context;
    (void)failure;
    enter(transit, 2 * m->from, m->time);
    enter(transit, 2 * m->to + 1, m->time);
    return STATUS_OK;
}

static int by_time(const void *left, const void *right) {
    const struct message *a = left, *b = right;
    return (a->time > b->time) - (a->time < b->time);
}

/* The list is counted as it is; `put` is written, if certificates are wanted. */
static enum status count_list(struct claim_call *call, const struct logp_machine *machine,
                              const struct message_list *list, const struct message_list *put,
                              struct failure *failure) {
    struct transit transit = {0};
    enum status status = transit_init(&transit, machine, list->processors + 1, failure);
    if (status)
        return status;
    status = message_list_each(list, take, &transit, NULL, failure);
    call->give[0] = transit.crowded;
    transit_clear(&transit);
    return status ? status : claim_call_put(call, evidence_of_messages(put), failure);
}

static enum status transit_tree(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    struct single_tree tree;
    enum status status = single_tree_build(&machine, (int)call->a[3], &tree, failure);
    if (status)
        return status;
    struct message_list list = single_tree_list(&tree);
    status = count_list(call, &machine, &list, &list, failure);
    single_tree_clear(&tree);
    return status;
}

/* As it is printed, g apart and without waiting; the certificate is of one that is legal where o
 * is in the way. */
static enum status transit_gather(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    struct allgather legal, printed;
    enum status status = allgather_build(&legal, &machine, (int)call->a[3], 1, failure);
    if (status)
        return status;
    printed = legal;
    printed.apart = machine.gap;
    printed.wait = 0;
    struct message_list list = allgather_expanded(&printed), put = allgather_expanded(&legal);
    return count_list(call, &machine, &list, &put, failure);
}

static enum status put_sum(struct claim_call *call, const struct summation_tree *tree,
                           struct failure *failure) {
    struct summation summation;
    if (!call->stream)
        return STATUS_OK;
    enum status status = summation_build(tree, &summation, &call->job->limits, failure);
    if (status)
        return status;
    status = claim_call_put(call, evidence_of_summation(&summation), failure);
    summation_clear(&summation);
    return status;
}

static enum status count_sum(struct claim_call *call, const struct logp_machine *machine,
                             const struct summation_tree *tree, struct failure *failure) {
    struct transit transit = {0};
    struct message *messages = memory_new((size_t)tree->count, sizeof *messages);
    enum status status = messages ? transit_init(&transit, machine, tree->count, failure)
                                  : failure_memory(failure, "messages");
    if (status) {
        free(messages);
        return status;
    }
    for (int p = 1; p < tree->count; p++)
        messages[p - 1] =
            (struct message){.time = (int)tree->sends[p], .from = p, .to = tree->parent[p]};
    qsort(messages, (size_t)tree->count - 1, sizeof *messages, by_time);
    for (int i = 0; i + 1 < tree->count; i++)
        take(&transit, &messages[i], failure);
    call->give[0] = transit.crowded;
    transit_clear(&transit);
    free(messages);
    return put_sum(call, tree, failure);
}

/* Receptions are g apart; the time is the least in which all P processors send something. */
static enum status transit_sum(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    struct summation_tree tree;
    int processors = (int)call->a[3];
    int64_t time = processors * (summation_transfer(&machine) + machine.gap);
    enum status status = STATUS_OK;
    for (int turn = 0; turn < 2 && !status; turn++) {
        status = summation_tree_best(&machine, machine.gap, time, processors, 0, &tree, failure);
        if (status)
            return status;
        time += machine.overhead + 1 - tree.sends[tree.count - 1];
        if (turn)
            status = count_sum(call, &machine, &tree, failure);
        summation_tree_clear(&tree);
    }
    return status;
}

static enum status transit_items(struct claim_call *call, struct failure *failure) {
    const struct logp_machine machine = {(int)call->a[0], 0, 1};
    struct items_schedule schedule;
    enum status status =
        paper_items(machine.latency, (int)call->a[1], 3 * machine.latency, &schedule, failure);
    if (status)
        return status;
    status = count_list(call, &machine, &schedule.list, &schedule.list, failure);
    items_schedule_clear(&schedule);
    return status;
}

/* All do the same, turned round: from processor 0, and to it, there is one message at each time. */
static enum status transit_combining(struct claim_call *call, struct failure *failure) {
    const struct logp_machine machine = {(int)call->a[0], 0, 1};
    struct allreduce combining;
    struct transit transit = {0};
    enum status status =
        allreduce_build_depth(&combining, machine.latency, (int)call->a[1], failure);
    if (status)
        return status;
    status = transit_init(&transit, &machine, 2, failure);
    for (int i = 0; i < combining.count && !status; i++)
        status = take(&transit, &(struct message){.time = combining.messages[i].time}, failure);
    if (!status) {
        call->give[0] = transit.crowded;
        transit_clear(&transit);
    }
    allreduce_clear(&combining);
    return status;
}

/* --- what a buffer holds, and what comes to it at one time, in the schedules of Theorem 3.8 with
 * all details (buffered_items.h); an item is active for a processor that sends it on --- */

struct buffers {
    int latency, items, times;
    bool *active;                          /* [processor items + item-1] */
    unsigned char *actives, *inactives;    /* [processor times + time]: how many arrive */
    long waiting, actives_waiting, crowds; /* messages that wait; times with more than one */
};

static enum status see_sender(void *context, const struct message *m, struct failure *failure) {
    struct buffers *buffers = context;
    (void)failure;
    buffers->active[m->from * buffers->items + m->item - 1] = true;
    return STATUS_OK;
}

static enum status see_arrival(void *context, const struct message *m, struct failure *failure) {
    struct buffers *buffers = context;
    (void)failure;
    bool active = buffers->active[m->to * buffers->items + m->item - 1];
    unsigned char *row = active ? buffers->actives : buffers->inactives;
    buffers->waiting += m->wait > 0;
    buffers->actives_waiting += m->wait > 0 && active;
    buffers->crowds += row[m->to * buffers->times + m->time + buffers->latency]++ > 0;
    return STATUS_OK;
}

static enum status play(struct buffers *buffers, const struct message_list *list,
                        struct failure *failure) {
    size_t rows = (size_t)list->processors + 1;
    buffers->latency = list->machine.latency;
    buffers->items = list->items;
    buffers->times = list->finish + 1;
    buffers->waiting = buffers->actives_waiting = buffers->crowds = 0;
    buffers->active = memory_new(rows * (size_t)list->items, sizeof *buffers->active);
    buffers->actives = memory_new(rows * (size_t)buffers->times, 1);
    buffers->inactives = memory_new(rows * (size_t)buffers->times, 1);
    enum status status = buffers->active && buffers->actives && buffers->inactives
                             ? message_list_each(list, see_sender, buffers, NULL, failure)
                             : failure_memory(failure, "buffers");
    if (!status)
        status = message_list_each(list, see_arrival, buffers, NULL, failure);
    free(buffers->active);
    free(buffers->actives);
    free(buffers->inactives);
    return status;
}

static enum status buffers(struct claim_call *call, struct failure *failure) {
    struct buffers all = {.latency = 0};
    struct items_schedule schedule;
    enum status status =
        buffered_items((int)call->a[0], (int)call->a[1], (int)call->a[2], &schedule, failure);
    if (status)
        return status;
    status = claim_call_put(call, evidence_of_messages(&schedule.list), failure);
    if (!status)
        status = play(&all, &schedule.list, failure);
    call->give[0] = all.waiting;
    call->give[1] = all.actives_waiting;
    call->give[2] = all.crowds;
    items_schedule_clear(&schedule);
    return status;
}

/* --- figures --- */

/* Who sends and receives how often, block by block and item by item. */
struct flow {
    const struct block_digraph *digraph;
    int items;
    int *block;    /* [processor], from 1 on */
    int *in, *out; /* [block items + item-1] */
};

static enum status count_flow(void *context, const struct message *m, struct failure *failure) {
    struct flow *flow = context;
    (void)failure;
    flow->in[flow->block[m->to] * flow->items + m->item - 1]++;
    if (m->from > 0)
        flow->out[flow->block[m->from] * flow->items + m->item - 1]++;
    return STATUS_OK;
}

/* The weights into a block add up to its size, and those out of it; the receive-only processor,
 * of size 0, has one in. The last item is left out: there, as case 1 ends, a block of size 2L or
 * more sends one copy more to itself, in place of one of size L-1. */
static void see_flow(struct claim_call *call, const struct flow *flow) {
    for (int block = 0; block < flow->digraph->block_count; block++) {
        int size = flow->digraph->sizes[block];
        bool equal = true;
        for (int i = 0; i + 1 < flow->items; i++)
            equal = equal && flow->in[block * flow->items + i] == (size ? size : 1) &&
                    flow->out[block * flow->items + i] == size;
        if (!equal && !call->give[2]++)
            snprintf(call->text, sizeof call->text, "block %d of size %d", block + 1, size);
    }
}

static enum status play_digraph(struct claim_call *call, const struct block_digraph *digraph,
                                const struct message_list *list, struct failure *failure) {
    size_t cells = (size_t)digraph->block_count * (size_t)list->items;
    struct flow flow = {.digraph = digraph, .items = list->items};
    flow.block = memory_new((size_t)digraph->processors + 1, sizeof *flow.block);
    flow.in = memory_new(cells, sizeof *flow.in);
    flow.out = memory_new(cells, sizeof *flow.out);
    enum status status =
        flow.block && flow.in && flow.out ? STATUS_OK : failure_memory(failure, "blocks");
    for (int block = 0, next = 1; block < digraph->block_count && !status; block++)
        for (int i = 0; i < (digraph->sizes[block] ? digraph->sizes[block] : 1); i++)
            flow.block[next++] = block;
    if (!status)
        status = message_list_each(list, count_flow, &flow, NULL, failure);
    if (!status)
        see_flow(call, &flow);
    free(flow.block);
    free(flow.in);
    free(flow.out);
    return status;
}

static enum status digraph(struct claim_call *call, struct failure *failure) {
    struct block_digraph digraph;
    struct items_schedule schedule;
    enum status status = block_digraph_init(&digraph, (int)call->a[0], (int)call->a[1], failure);
    if (status)
        return status;
    call->give[0] = digraph.processors;
    call->give[1] = digraph.block_count;
    status = paper_items((int)call->a[0], (int)call->a[1], (int)call->a[2], &schedule, failure);
    if (!status) {
        status = claim_call_put(call, evidence_of_messages(&schedule.list), failure);
        if (!status)
            status = play_digraph(call, &digraph, &schedule.list, failure);
        items_schedule_clear(&schedule);
    }
    block_digraph_clear(&digraph);
    return status;
}

/* A row of Figure 4: what a processor receives, in its order. */
struct row {
    int processor;
    char *next; /* of the text */
    long other; /* receptions of another item than the text has */
};

static enum status compare_row(void *context, const struct message *m, struct failure *failure) {
    struct row *row = context;
    (void)failure;
    if (m->to == row->processor)
        row->other += strtol(row->next, &row->next, 10) != m->item;
    return STATUS_OK;
}

static enum status receptions(struct claim_call *call, struct failure *failure) {
    struct items_schedule schedule;
    char text[CLAIM_TEXT_ROOM];
    struct row row = {.processor = (int)call->a[3], .next = text};
    snprintf(text, sizeof text, "%s", call->word);
    enum status status =
        paper_items((int)call->a[0], (int)call->a[1], (int)call->a[2], &schedule, failure);
    if (status)
        return status;
    status = claim_call_put(call, evidence_of_messages(&schedule.list), failure);
    if (!status)
        status = message_list_each(&schedule.list, compare_row, &row, NULL, failure);
    call->give[0] = row.other + (row.next[strspn(row.next, " ")] != 0);
    items_schedule_clear(&schedule);
    return status;
}

/* --- Theorem 3.2: for each (L,P,k) the plain formula of K items (solver/items/search) for this
 * time, which has a model for each schedule, also with messages of the source in vain, gets one
 * clause more: at some of the first steps the source sends nothing, or an item that it has sent
 * before --- */

struct distinct {
    struct items_question question;
    int time;  /* the bound */
    int steps; /* k-k* */
};

/* The variable of: the source sends item c at time s; as results/README.md numbers the formula: all
 * h(q,c,u) and all r(q,c,u) come first. */
static int source_sends(const struct distinct *d, int c, int s) {
    int times = d->time - d->question.latency + 1;
    return 2 * d->question.processors * d->question.items * times + (c - 1) * times + s + 1;
}

/* `lazy` implies: what is sent at s was sent before. */
static void add_repeats(struct formula *formula, const struct distinct *d, int s, int lazy) {
    for (int c = 1; c <= d->question.items; c++) {
        formula_add(formula, -lazy);
        for (int before = s; before >= 0; before--)
            formula_add(formula, source_sends(d, c, before) * (before == s ? -1 : 1));
        formula_add(formula, 0);
    }
}

static void add_claim(struct formula *formula, const struct distinct *d) {
    int first = formula->variables + 1;
    formula->variables += d->steps;
    for (int s = 0; s < d->steps; s++)
        add_repeats(formula, d, s, first + s);
    for (int s = 0; s < d->steps; s++)
        formula_add(formula, first + s);
    formula_add(formula, 0);
}

/* The bytes of the certificate, which is written. */
static enum status put_proof(struct claim_call *call, const struct formula *formula,
                             const struct lrat *lrat, struct failure *failure) {
    struct formula_proof proof = {.variables = formula->variables,
                                  .clauses = formula->clauses,
                                  .literals = formula->literals,
                                  .length = formula->length,
                                  .lrat = *lrat};
    char *bytes = NULL;
    size_t count = 0;
    FILE *memory = open_memstream(&bytes, &count);
    if (!memory)
        return failure_memory(failure, "a proof");
    enum status status = evidence_write_stream(evidence_of_formula(&proof), memory, NULL, failure);
    if (fclose(memory) != 0 && !status)
        status = failure_memory(failure, "a proof");
    call->give[2] = (long)count;
    if (!status && call->stream) {
        call->certificates++;
        fwrite(bytes, 1, count, call->stream);
    }
    free(bytes);
    return status;
}

static enum status lazy_source(struct claim_call *call, struct failure *failure) {
    enum { YES, NO };
    struct distinct d = {.question = {.ports = 1,
                                      .latency = (int)call->a[0],
                                      .processors = (int)call->a[1] - 1,
                                      .items = (int)call->a[2]},
                         .time = (int)call->a[3],
                         .steps = (int)call->a[4]};
    struct formula formula;
    struct sat_decision decision;
    enum status status = items_formula_build(&d.question, d.time, ITEMS_PLAIN, &formula, failure);
    if (status)
        return status;
    add_claim(&formula, &d);
    status = formula_fault(&formula, failure);
    if (!status)
        status = sat_decide(&formula, SAT_WITH_PROOF, &call->job->limits, &decision, failure);
    if (!status) {
        call->give[YES] = decision.verdict == VERDICT_FEASIBLE;
        call->give[NO] = decision.verdict == VERDICT_INFEASIBLE;
        if (call->give[NO])
            status = put_proof(call, &formula, &decision.lrat, failure);
        sat_decision_clear(&decision);
    }
    formula_clear(&formula);
    return status;
}

#define BOX "L=1..100 o=0..100 g=1..100 P=2..200"

const struct claim_function message_functions[] = {
    {"transit_tree", BOX, "", "one item: messages that are one too many in transit", transit_tree,
     0},
    {"transit_gather", BOX, "", "the same, everybody to everybody", transit_gather, 0},
    {"transit_sum", BOX, "", "the same, a sum, g > o", transit_sum, 0},
    {"transit_items", "L=1..100 t=0..400", "", "the same, 3L items to P(t) processors",
     transit_items, 0},
    {"transit_combining", "L=1..100 t=0..400", "", "the same, combining", transit_combining, 0},
    {"buffers", "L=1..100 N=1..1000 k=1..200", "waiting actives crowds",
     "schedules in the buffered model: messages that wait, active ones, and arrivals at a time one "
     "too many",
     buffers, 0},
    {"digraph", "L=1..60 t=1..400 k=2..1000", "processors blocks wrong",
     "the blocks of the schedule of Theorem 3.7: those whose messages do not add up to their size",
     digraph, 0},
    {"receptions", "L=1..60 t=1..400 k=1..1000 p=1..10000 TEXT", "",
     "receptions of processor p in that schedule which are not those of the text", receptions, 0},
    {"lazy_source", "L=1..100 P=3..100 k=1..100 time=1..10000 steps=1..10000", "yes no bytes",
     "do k items end at this time if the source sends nothing, or an item again, in one of so many "
     "steps? By formula",
     lazy_source, 0},
    {.name = NULL}};
