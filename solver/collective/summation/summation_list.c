/* SPDX-License-Identifier: MIT */
#include "solver/collective/summation/summation_list.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"

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
                return failure_set(failure, STATUS_INPUT,
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
        return failure_set(failure, STATUS_LIMIT, "times beyond 2^31 - 1");
    if (reception.by < 0 || reception.by != work->number || wait < 0)
        return failure_set(failure, STATUS_INPUT,
                           "what processor %d sends at time %lld is not received", from,
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
    enum status status = STATUS_OK;
    long receptions_left = 0;
    for (int p = 0; p < summation->processors; p++) {
        receptions_left += receptions[p].by >= 0;
        for (size_t i = summation->first[p]; i < summation->first[p + 1] && !status; i++)
            if (summation->work[i].kind == SUMMATION_SEND) {
                status = add_send(summation, p, &summation->work[i], receptions[p], array, failure);
                receptions_left--;
            }
    }
    if (!status && array->lost)
        status = failure_memory(failure, "a list of messages");
    if (!status && receptions_left > 0)
        status = failure_set(failure, STATUS_INPUT, "a processor receives what nobody sends");
    return status;
}

enum status summation_list(const struct summation *summation, struct message_array *array,
                           struct message_list *list, struct failure *failure) {
    const struct logp_machine *machine = &summation->machine;
    struct reception *receptions = memory_new((size_t)summation->processors, sizeof *receptions);
    enum status status = receptions ? find_receptions(summation, receptions, failure)
                                    : failure_memory(failure, "a list of messages");
    if (!status)
        status = add_sends(summation, receptions, array, failure);
    free(receptions);
    if (status)
        return status;
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
