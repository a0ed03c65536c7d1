/* SPDX-License-Identifier: MIT */
#include <gmp.h>
#include <inttypes.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/collective/summation/summation.h"
#include "solver/collective/summation/summation_list.h"
#include "solver/collective/summation/summation_most.h"

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
    enum { ASKED = 1 << 14 }; /* lines between two questions whether to go on */
    enum status status = STATUS_OK;
    int64_t step = -1;
    size_t add = 0, send = 0;
    while (!status && (add < adds || send < sends->count)) {
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
            status = limits_check(limits, failure);
    }
    return status;
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
    struct message_array sends;
    struct message_list list;
    struct addition *additions = NULL;
    size_t adds;
    message_array_init(&sends);
    enum status status = summation_list(summation, &sends, &list, failure);
    if (!status && !(additions = list_additions(summation, &adds)))
        status = failure_memory(failure, "the work of all processors");
    if (!status) {
        print_head(output, summation);
        status = print_work(output, additions, adds, &sends, limits, failure);
    }
    free(additions);
    message_array_clear(&sends);
    return status;
}

enum status certificate_put_summation_bound(struct certificate_output *output,
                                            const struct logp_machine *machine, int64_t processors,
                                            int64_t time, struct failure *failure) {
    mpz_t operands;
    mpz_init(operands);
    enum status status = summation_most(machine, processors, time, operands, failure);
    if (!status) {
        print_machine(output, machine);
        certificate_print(output, "processors %" PRId64 "\nfinish %" PRId64 "\noperands ",
                          processors, time);
        certificate_print_big(output, operands);
        certificate_print(output, "\n");
    }
    mpz_clear(operands);
    return status;
}

struct evidence evidence_of_summation(const struct summation *summation) {
    return evidence_borrowed("summation", put_summation, summation);
}
