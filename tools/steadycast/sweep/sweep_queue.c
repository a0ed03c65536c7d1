/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/sweep_queue.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/decide/pieces.h"

void sweep_queue_init(struct sweep_queue *queue, const struct campaign *campaign,
                      const struct answers *answers, const size_t *order, size_t count) {
    *queue = (struct sweep_queue){
        .campaign = campaign, .answers = answers, .order = order, .order_count = count};
}

void sweep_queue_clear(struct sweep_queue *queue) {
    free(queue->urgent.list);
    free(queue->joins.list);
    free(queue->retries.list);
    for (size_t i = 0; i < queue->cut_count; i++)
        free(queue->cuts[i].failed);
    free(queue->cuts);
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

static struct crew_request pop(struct request_list *list) {
    list->count--;
    return list->list[list->first++];
}

enum status sweep_queue_again(struct sweep_queue *queue, const struct crew_request *request,
                              struct failure *failure) {
    return push(request->stage == STAGE_JOIN ? &queue->joins : &queue->urgent, request, failure);
}

enum status sweep_queue_retry(struct sweep_queue *queue, const struct crew_request *request,
                              struct failure *failure) {
    return push(request->stage == STAGE_JOIN ? &queue->joins : &queue->retries, request, failure);
}

/* --- cases that are cut --- */

static struct sweep_cut *cut_of(const struct sweep_queue *queue, size_t index) {
    for (size_t i = queue->cut_count; i > 0; i--)
        if (queue->cuts[i - 1].index == index)
            return &queue->cuts[i - 1];
    return NULL;
}

int sweep_queue_pieces(const struct sweep_queue *queue, const struct crew_request *request) {
    const struct sweep_cut *cut = cut_of(queue, request->index);
    return cut ? cut->count : 1;
}

/* What is known of this piece of this cut; NULL: nothing. */
static const struct case_result *piece_result(const struct sweep_queue *queue,
                                              const struct sweep_cut *cut, int piece) {
    const struct answers_pieces *pieces = &queue->answers->pieces[cut->index];
    bool there = pieces->count == cut->count && pieces->last[piece].name;
    return there ? &pieces->last[piece] : NULL;
}

static bool is_final(const struct sweep_queue *queue, const struct case_result *result,
                     size_t index) {
    return result && case_result_is_final(result, &queue->campaign->cases[index]);
}

/* Joins the pieces unless one that is needed may still be answered. */
static enum status join_if_complete(struct sweep_queue *queue, struct sweep_cut *cut,
                                    struct failure *failure) {
    cut->found = cut->count;
    bool complete = true;
    for (int i = 0; i < cut->count && complete; i++) {
        const struct case_result *result = piece_result(queue, cut, i);
        complete = cut->failed[i] || is_final(queue, result, cut->index);
        if (complete && result->verdict == OUTCOME_FEASIBLE) {
            cut->found = i;
            break;
        }
    }
    if (!complete || cut->joining)
        return STATUS_OK;
    cut->joining = true;
    const struct case_result *last = &queue->answers->last[cut->index];
    struct crew_request request = {
        .index = cut->index, .stage = STAGE_JOIN, .attempt = last->name ? last->attempt + 1 : 1};
    return push(&queue->joins, &request, failure);
}

const struct case_result *sweep_queue_given_up(const struct sweep_queue *queue, size_t index) {
    const struct sweep_cut *cut = cut_of(queue, index);
    for (int i = 0; cut && i < cut->found; i++) {
        const struct case_result *result = piece_result(queue, cut, i);
        if (result && result->verdict == OUTCOME_UNKNOWN)
            return result;
    }
    return NULL;
}

static enum status push_pieces(struct sweep_queue *queue, const struct sweep_cut *cut,
                               struct failure *failure) {
    enum status status = STATUS_OK;
    for (int i = 0; i < cut->count && !status; i++) {
        const struct case_result *result = piece_result(queue, cut, i);
        struct crew_request request = {.index = cut->index,
                                       .stage = STAGE_PIECE,
                                       .piece = i,
                                       .attempt = result ? result->attempt + 1 : 1};
        if (!is_final(queue, result, cut->index))
            status = push(&queue->urgent, &request, failure);
    }
    return status;
}

static enum status add_cut(struct sweep_queue *queue, size_t index, int count,
                           struct failure *failure) {
    if (queue->cut_count == queue->cut_room) {
        size_t room = 2 * queue->cut_room + 8;
        struct sweep_cut *cuts = memory_resize(queue->cuts, room, sizeof *cuts);
        if (!cuts)
            return failure_memory(failure, "cases that are cut");
        queue->cuts = cuts;
        queue->cut_room = room;
    }
    bool *failed = memory_new((size_t)count, sizeof *failed);
    if (!failed)
        return failure_memory(failure, "cases that are cut");
    struct sweep_cut *cut = &queue->cuts[queue->cut_count++];
    *cut = (struct sweep_cut){.index = index, .count = count, .found = count, .failed = failed};
    enum status status = join_if_complete(queue, cut, failure);
    return status || cut->joining ? status : push_pieces(queue, cut, failure);
}

enum status sweep_queue_note_piece(struct sweep_queue *queue, const struct crew_request *request,
                                   struct failure *failure) {
    struct sweep_cut *cut = cut_of(queue, request->index);
    const struct case_result *result = piece_result(queue, cut, request->piece);
    cut->failed[request->piece] =
        case_result_is_given_up(result, &queue->campaign->cases[request->index]);
    if (cut->failed[request->piece] || is_final(queue, result, request->index))
        return join_if_complete(queue, cut, failure);
    struct crew_request again = *request;
    again.attempt++;
    return sweep_queue_retry(queue, &again, failure);
}

/* --- what comes next --- */

static bool is_needed(const struct sweep_queue *queue, const struct crew_request *request) {
    if (request->stage != STAGE_PIECE)
        return true;
    const struct sweep_cut *cut = cut_of(queue, request->index);
    return !cut->joining && request->piece < cut->found;
}

static bool take_needed(const struct sweep_queue *queue, struct request_list *list,
                        struct crew_request *request) {
    while (list->count > 0) {
        *request = pop(list);
        if (is_needed(queue, request))
            return true;
    }
    return false;
}

/* The next case that has no final result; one that is cut goes to the pieces. */
static enum status take_case(struct sweep_queue *queue, struct crew_request *request, bool *any,
                             struct failure *failure) {
    while (queue->next < queue->order_count && !queue->urgent.count) {
        size_t index = queue->order[queue->next++];
        int count = 1;
        if (answers_is_final(queue->answers, index))
            continue;
        const struct case_result *last = &queue->answers->last[index];
        enum status status = case_pieces(&queue->campaign->cases[index], &count, failure);
        if (!status && count > 1)
            status = add_cut(queue, index, count, failure);
        if (status)
            return status;
        if (count > 1)
            continue;
        *request = (struct crew_request){
            .index = index, .stage = STAGE_WHOLE, .attempt = last->name ? last->attempt + 1 : 1};
        *any = true;
        return STATUS_OK;
    }
    return STATUS_OK;
}

enum status sweep_queue_next(struct sweep_queue *queue, bool joins, struct crew_request *request,
                             bool *any, struct failure *failure) {
    *any = joins && take_needed(queue, &queue->joins, request);
    if (*any || (*any = take_needed(queue, &queue->urgent, request)))
        return STATUS_OK;
    enum status status = take_case(queue, request, any, failure);
    if (status || *any)
        return status;
    *any = take_needed(queue, &queue->urgent, request);
    if (!*any && joins)
        *any = take_needed(queue, &queue->joins, request); /* of a case that was complete */
    if (!*any)
        *any = take_needed(queue, &queue->retries, request);
    return STATUS_OK;
}
