/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/sweep_queue.h"

#include <stdlib.h>

#include "automata/memory.h"

void sweep_queue_init(struct sweep_queue *queue, const struct campaign *campaign,
                      const struct answers *answers, const size_t *order, size_t count) {
    *queue = (struct sweep_queue){
        .campaign = campaign, .answers = answers, .order = order, .order_count = count};
}

void sweep_queue_clear(struct sweep_queue *queue) {
    free(queue->urgent.list);
    free(queue->retries.list);
    *queue = (struct sweep_queue){0};
}

size_t sweep_queue_left(const struct sweep_queue *queue) {
    return queue->order_count - queue->next + queue->urgent.count + queue->retries.count;
}

static enum status push(struct request_list *list, const struct crew_request *request,
                        struct failure *failure) {
    if (list->first + list->count == list->room) {
        size_t room = 2 * list->count + 16;
        struct crew_request *renewed = memory_new(room, sizeof *renewed);
        if (!renewed)
            return failure_memory(failure, "requests");
        for (size_t i = 0; i < list->count; i++)
            renewed[i] = list->list[list->first + i];
        free(list->list);
        *list = (struct request_list){0, list->count, room, renewed};
    }
    list->list[list->first + list->count++] = *request;
    return STATUS_OK;
}

enum status sweep_queue_again(struct sweep_queue *queue, const struct crew_request *request,
                              struct failure *failure) {
    return push(&queue->urgent, request, failure);
}

enum status sweep_queue_retry(struct sweep_queue *queue, const struct crew_request *request,
                              struct failure *failure) {
    return push(&queue->retries, request, failure);
}

static bool take(struct request_list *list, struct crew_request *request) {
    if (list->count == 0)
        return false;
    list->count--;
    *request = list->list[list->first++];
    return true;
}

/* The next case that has no final result. */
static bool take_case(struct sweep_queue *queue, struct crew_request *request) {
    while (queue->next < queue->order_count) {
        size_t index = queue->order[queue->next++];
        const struct case_result *last = &queue->answers->last[index];
        if (answers_is_final(queue->answers, index))
            continue;
        *request =
            (struct crew_request){.index = index, .attempt = last->name ? last->attempt + 1 : 1};
        return true;
    }
    return false;
}

bool sweep_queue_next(struct sweep_queue *queue, struct crew_request *request) {
    return take(&queue->urgent, request) || take_case(queue, request) ||
           take(&queue->retries, request);
}
