#include "solver/collective/summation/summation_list.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"

/* Of each processor: when whom it sends to receives it; -1: nobody does. */
static enum status find_receptions(const struct summation *summation, int64_t *received,
                                   struct failure *failure) {
    for (int p = 0; p < summation->processors; p++)
        received[p] = -1;
    for (int p = 0; p < summation->processors; p++)
        for (size_t i = summation->first[p]; i < summation->first[p + 1]; i++) {
            const struct summation_work *work = &summation->work[i];
            if (work->kind != SUMMATION_RECEIVE)
                continue;
            if (work->number < 0 || work->number >= summation->processors ||
                received[work->number] >= 0)
                return failure_set(failure, STATUS_INPUT,
                                   "processor %d receives at time %lld what nobody sends", p,
                                   (long long)work->time);
            received[work->number] = work->time;
        }
    return STATUS_OK;
}

static enum status add_send(const struct summation *summation, int from,
                            const struct summation_work *work, int64_t received,
                            struct message_array *array, struct failure *failure) {
    const struct logp_machine *machine = &summation->machine;
    int64_t wait = received - work->time - machine->overhead - machine->latency;
    if (work->time < 0 || received > INT_MAX - 2 * (int64_t)machine->overhead)
        return failure_set(failure, STATUS_LIMIT, "times beyond 2^31 - 1");
    if (work->number < 0 || work->number >= summation->processors || received < 0 || wait < 0)
        return failure_set(failure, STATUS_INPUT,
                           "what processor %d sends at time %lld is not received", from,
                           (long long)work->time);
    message_array_add(array, &(struct message){.time = (int)work->time,
                                               .from = from,
                                               .to = (int)work->number,
                                               .item = 1,
                                               .wait = (int)wait});
    return STATUS_OK;
}

static enum status add_sends(const struct summation *summation, const int64_t *received,
                             struct message_array *array, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int p = 0; p < summation->processors; p++)
        for (size_t i = summation->first[p]; i < summation->first[p + 1] && !status; i++)
            if (summation->work[i].kind == SUMMATION_SEND)
                status = add_send(summation, p, &summation->work[i], received[p], array, failure);
    if (!status && array->lost)
        status = failure_memory(failure, "a list of messages");
    return status;
}

enum status summation_list(const struct summation *summation, struct message_array *array,
                           struct message_list *list, struct failure *failure) {
    const struct logp_machine *machine = &summation->machine;
    int64_t *received = memory_new((size_t)summation->processors, sizeof *received);
    enum status status = received ? find_receptions(summation, received, failure)
                                  : failure_memory(failure, "a list of messages");
    if (!status)
        status = add_sends(summation, received, array, failure);
    free(received);
    if (status)
        return status;
    message_array_sort(array);
    *list = (struct message_list){
        .machine = {MESSAGE_LOGP, machine->latency, machine->overhead, machine->gap, 1},
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
