/* SPDX-License-Identifier: MIT */
#include "solver/collective/summation/summation.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"

void summation_clear(struct summation *summation) {
    FREE_ALL(summation->begins, summation->first, summation->work);
    *summation = (struct summation){.processors = 0};
}

int64_t summation_own(const struct summation *summation, int p) {
    int64_t own = 1;
    for (size_t i = summation->first[p]; i < summation->first[p + 1]; i++)
        if (summation->work[i].kind == SUMMATION_ADD)
            own += summation->work[i].number;
    return own;
}

/* Processors, or lines, between two questions whether to go on. */
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
    for (int next = summation->processors - 1; next >= 0; next--) {
        TRY(go_on(limits, next, failure));
        int p = order[next];
        size[p] = summation_own(summation, p);
        for (size_t i = summation->first[p]; i < summation->first[p + 1]; i++)
            if (summation->work[i].kind == SUMMATION_RECEIVE)
                size[p] += size[summation->work[i].number];
    }
    return STATUS_OK;
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
    FREED int *order = memory_new((size_t)summation->processors, sizeof *order);
    FREED int64_t *size = memory_new((size_t)summation->processors, sizeof *size);
    TRY(memory_check(order && size, failure, "the numbers of operands"));
    sort_by_depth(summation, order);
    TRY(measure(summation, order, size, limits, failure));
    summation->begins[0] = 1;
    summation->operands = size[0];
    for (int next = 0; next < summation->processors; next++) {
        TRY(go_on(limits, next, failure));
        number_children(summation, order[next], size);
    }
    return STATUS_OK;
}

/* --- work --- */

/* Children of all processors, one behind the other, each processor's by their places. */
struct children {
    size_t *first;
    int *list;
};

static void children_free(struct children *children) {
    FREE_ALL(children->first, children->list);
}

static enum status children_list(const struct summation_tree *tree, struct children *children,
                                 struct failure *failure) {
    size_t count = (size_t)tree->count;
    TRY(memory_check(NEW(count + 1, children->first) && NEW(count, children->list), failure,
                     "lists of children"));
    for (int i = 1; i < tree->count; i++)
        children->first[tree->parent[i] + 1]++;
    for (size_t i = 0; i < count; i++)
        children->first[i + 1] += children->first[i];
    for (int i = 1; i < tree->count; i++)
        children->list[children->first[tree->parent[i]] + (size_t)tree->place[i]] = i;
    return STATUS_OK;
}

static void add_activity(struct summation *summation, size_t *count, enum summation_kind kind,
                         int64_t time, int64_t number) {
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
            add_activity(summation, count, SUMMATION_ADD, free_from, begins - free_from);
        add_activity(summation, count, SUMMATION_RECEIVE, begins, child);
        free_from = begins + busy;
    }
    if (sends > free_from)
        add_activity(summation, count, SUMMATION_ADD, free_from, sends - free_from);
    if (tree->parent[p] >= 0)
        add_activity(summation, count, SUMMATION_SEND, sends, tree->parent[p]);
}

static enum status put_all(const struct summation_tree *tree, struct summation *summation,
                           const struct limits *limits, struct failure *failure) {
    CLEANUP(children_free) struct children children = {0};
    TRY(children_list(tree, &children, failure));
    size_t count = 0;
    for (int p = 0; p < tree->count; p++) {
        TRY(go_on(limits, p, failure));
        summation->first[p] = count;
        put_work(tree, &children, p, summation, &count);
    }
    summation->first[tree->count] = count;
    return summation_number(summation, limits, failure);
}

enum status summation_build(const struct summation_tree *tree, struct summation *summation,
                            const struct limits *limits, struct failure *failure) {
    size_t count = (size_t)tree->count;
    CLEANUP(summation_clear)
    struct summation result = {
        .machine = tree->machine, .processors = tree->count, .finish = tree->time};
    /* of work a reception for each child, additions before each and at the end, a sending */
    TRY(memory_check(NEW(count, result.begins) && NEW(count + 1, result.first) &&
                         NEW(4 * count, result.work),
                     failure, "the work of all processors"));
    TRY(put_all(tree, &result, limits, failure));
    *summation = TAKE(result);
    return STATUS_OK;
}

static void print_machine(struct certificate_output *output, const struct logp_machine *machine) {
    certificate_print(output, "latency %d\noverhead %d\ngap %d\n", machine->latency,
                      machine->overhead, machine->gap);
}

/* --- the schedule as a list, in the order of time --- */

struct addition {
    int64_t time, count;
    int processor;
};

static int compare_additions(const void *one, const void *other) {
    const struct addition *a = one, *b = other;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return (a->processor > b->processor) - (a->processor < b->processor);
}

/* Sorted; the caller frees them. NULL without memory. */
static struct addition *list_additions(const struct summation *summation, size_t *count) {
    size_t lines = summation->first[summation->processors];
    struct addition *additions = memory_new(lines ? lines : 1, sizeof *additions);
    *count = 0;
    for (int p = 0; additions && p < summation->processors; p++)
        for (size_t i = summation->first[p]; i < summation->first[p + 1]; i++) {
            const struct summation_work *work = &summation->work[i];
            if (work->kind == SUMMATION_ADD)
                additions[(*count)++] = (struct addition){work->time, work->number, p};
        }
    if (additions)
        qsort(additions, *count, sizeof *additions, compare_additions);
    return additions;
}

static bool is_before(const struct addition *addition, const struct message *message) {
    return addition->time < message->time ||
           (addition->time == message->time && addition->processor <= message->from);
}

static void print_message(struct certificate_output *output, const struct message *message) {
    certificate_print(output, "send %d %d", message->from, message->to);
    if (message->wait > 0)
        certificate_print(output, " wait %d", message->wait);
    certificate_print(output, "\n");
}

static void print_addition(struct certificate_output *output, const struct addition *addition) {
    certificate_print(output, "add %d %" PRId64 "\n", addition->processor, addition->count);
}

/* Both lists together. */
static enum status print_work(struct certificate_output *output, const struct addition *additions,
                              size_t adds, const struct message_array *sends,
                              const struct limits *limits, struct failure *failure) {
    int64_t step = -1;
    size_t add = 0, send = 0;
    while (add < adds || send < sends->count) {
        bool adding = add < adds &&
                      (send == sends->count || is_before(&additions[add], &sends->messages[send]));
        int64_t time = adding ? additions[add].time : sends->messages[send].time;
        if (time != step)
            certificate_print(output, "step %" PRId64 "\n", time);
        step = time;
        if (adding)
            print_addition(output, &additions[add++]);
        else
            print_message(output, &sends->messages[send++]);
        if ((add + send) % ASKED == 0)
            TRY(limits_check(limits, failure));
    }
    return STATUS_OK;
}

static void print_head(struct certificate_output *output, const struct summation *summation) {
    certificate_print(output, "model logp\n");
    print_machine(output, &summation->machine);
    certificate_print(output, "processors %d\noperands %" PRId64 "\nfinish %" PRId64 "\n",
                      summation->processors, summation->operands, summation->finish);
    for (int p = 0; p < summation->processors; p++)
        certificate_print(output, "begins %" PRId64 "\n", summation->begins[p]);
}

static enum status put_summation(const void *body, struct certificate_output *output,
                                 const struct limits *limits, struct failure *failure) {
    const struct summation *summation = body;
    CLEANUP(message_array_clear) struct message_array sends;
    struct message_list list;
    FREED struct addition *additions = NULL;
    size_t adds;
    message_array_init(&sends);
    TRY(summation_list(summation, &sends, &list, failure));
    if (!(additions = list_additions(summation, &adds)))
        return failure_memory(failure, "the work of all processors");
    print_head(output, summation);
    return print_work(output, additions, adds, &sends, limits, failure);
}

enum status certificate_put_summation_bound(struct certificate_output *output,
                                            const struct logp_machine *machine, int64_t processors,
                                            int64_t time, struct failure *failure) {
    BIG(operands);
    TRY(summation_most(machine, processors, time, operands, failure));
    print_machine(output, machine);
    certificate_print(output, "processors %" PRId64 "\nfinish %" PRId64 "\noperands ", processors,
                      time);
    certificate_print_big(output, operands);
    certificate_print(output, "\n");
    return STATUS_OK;
}

struct evidence evidence_of_summation(const struct summation *summation) {
    return evidence_borrowed("summation", put_summation, summation);
}

/* When what a processor sends is received, and by whom; -1: it is not. */
struct reception {
    int64_t time;
    int by;
};

static enum status find_receptions(const struct summation *summation, struct reception *receptions,
                                   struct failure *failure) {
    for (int p = 0; p < summation->processors; p++)
        receptions[p] = (struct reception){-1, -1};
    for (int p = 0; p < summation->processors; p++)
        for (size_t i = summation->first[p]; i < summation->first[p + 1]; i++) {
            const struct summation_work *work = &summation->work[i];
            if (work->kind != SUMMATION_RECEIVE)
                continue;
            if (work->number < 0 || work->number >= summation->processors ||
                receptions[work->number].by >= 0)
                return failure_input(failure,
                                     "processor %d receives at time %lld what nobody sends", p,
                                     (long long)work->time);
            receptions[work->number] = (struct reception){work->time, p};
        }
    return STATUS_OK;
}

static enum status add_send(const struct summation *summation, int from,
                            const struct summation_work *work, struct reception reception,
                            struct message_array *array, struct failure *failure) {
    const struct logp_machine *machine = &summation->machine;
    int64_t wait = reception.time - work->time - machine->overhead - machine->latency;
    if (work->time < 0 || reception.time > INT_MAX - 2 * (int64_t)machine->overhead)
        return failure_limit(failure, "times beyond 2^31 - 1");
    if (reception.by < 0 || reception.by != work->number || wait < 0)
        return failure_input(failure, "what processor %d sends at time %lld is not received", from,
                             (long long)work->time);
    message_array_add(array, &(struct message){.time = (int)work->time,
                                               .from = from,
                                               .to = reception.by,
                                               .item = 1,
                                               .wait = (int)wait});
    return STATUS_OK;
}

/* As many sends as receptions, or somebody receives what was not sent. */
static enum status add_sends(const struct summation *summation, const struct reception *receptions,
                             struct message_array *array, struct failure *failure) {
    long receptions_left = 0;
    for (int p = 0; p < summation->processors; p++) {
        receptions_left += receptions[p].by >= 0;
        for (size_t i = summation->first[p]; i < summation->first[p + 1]; i++)
            if (summation->work[i].kind == SUMMATION_SEND) {
                TRY(add_send(summation, p, &summation->work[i], receptions[p], array, failure));
                receptions_left--;
            }
    }
    TRY(memory_check(!array->lost, failure, "a list of messages"));
    return receptions_left > 0 ? failure_input(failure, "a processor receives what nobody sends")
                               : STATUS_OK;
}

enum status summation_list(const struct summation *summation, struct message_array *array,
                           struct message_list *list, struct failure *failure) {
    const struct logp_machine *machine = &summation->machine;
    FREED struct reception *receptions =
        memory_new((size_t)summation->processors, sizeof *receptions);
    TRY(receptions ? find_receptions(summation, receptions, failure)
                   : failure_memory(failure, "a list of messages"));
    TRY(add_sends(summation, receptions, array, failure));
    message_array_sort(array);
    *list = (struct message_list){.machine = {MESSAGE_LOGP, machine->latency, machine->overhead,
                                              machine->gap, 1, CAPACITY_FULL},
                                  .operands = true,
                                  .reduce = true,
                                  .processors = summation->processors - 1,
                                  .items = 1,
                                  .all = true,
                                  .single = true,
                                  .count = (long)array->count,
                                  .each = message_array_each,
                                  .source = array};
    for (size_t i = 0; i < array->count; i++) {
        const struct message *m = &array->messages[i];
        int received_at = (int)(m->time + message_machine_flight(&list->machine, m));
        list->finish = received_at > list->finish ? received_at : list->finish;
    }
    list->delay = list->finish;
    return STATUS_OK;
}
