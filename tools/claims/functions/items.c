/* SPDX-License-Identifier: MIT */
/* k items: bounds by counting, and schedules of the paper. */
#include "solver/certificate/write.h"
#include "solver/items/construction/buffered_items.h"
#include "solver/items/items_bound.h"
#include "solver/question/constructions.h"
#include "tools/claims/functions/functions.h"

static enum status bound(struct claim_call *call, struct failure *failure) {
    struct items_question question = {.latency = (int)call->a[0],
                                      .ports = (int)call->a[1],
                                      .processors = (int)call->a[2],
                                      .items = (int)call->a[3],
                                      .single = call->a[4] != 0};
    int finish = 0;
    enum status status = items_question_bound(&question, &finish, failure);
    call->give[0] = finish;
    return status ? status : claim_call_put(call, evidence_of_items_bound(&question), failure);
}

static enum status paper_bound(struct claim_call *call, struct failure *failure) {
    call->is_whole = true;
    return items_paper_bound((int)call->a[0], call->z[1], call->z[2], call->whole, failure);
}

static enum status full_depth(struct claim_call *call, struct failure *failure) {
    (void)failure;
    call->give[0] = items_full_depth((int)call->a[0], (int)call->a[1]);
    return STATUS_OK;
}

static enum status buffered(struct claim_call *call, struct failure *failure) {
    struct items_schedule schedule;
    enum status status =
        buffered_items((int)call->a[0], (int)call->a[1], (int)call->a[2], &schedule, failure);
    if (status)
        return status;
    call->give[0] = schedule.list.finish;
    call->give[1] = schedule.list.buffer;
    call->give[2] = schedule.list.single;
    status = claim_call_put(call, evidence_of_messages(&schedule.list), failure);
    items_schedule_clear(&schedule);
    return status;
}

const struct claim_function items_functions[] = {
    {"bound", "L=1..1000000 p=1..1000 N=1..1000000000 k=1..1000000000 single=0..1", "",
     "no schedule of k items to N processors ends before, by counting", bound, 0},
    {"paper_bound", "L=1..1000000 N k", "", "the number of Theorem 3.1 of Karp et al. 1993",
     paper_bound, 0},
    {"full_depth", "L=1..100000 N=1..1000000000", "", "t with N = f_t; -1: there is none",
     full_depth, 0},
    {"buffered", "L=1..100 N=1..1000 k=1..100000", "finish buffer single",
     "the schedule of Theorem 3.8 of Karp et al. 1993", buffered, 0},
    {.name = NULL}};
