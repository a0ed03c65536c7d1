/* SPDX-License-Identifier: MIT */
#include "solver/question/details.h"

#include "solver/collective/exchange/allreduce.h"
#include "solver/model/message_play.h"
#include "solver/proof/bound/reach.h"
#include "solver/question/engines.h"

enum { MOST_PLAYED = 1 << 28 }; /* operands in all messages of one processor; below a second */

static void allreduce_time_clear(void *time) {
    allreduce_clear(&((struct allreduce_time *)time)->schedule);
}

static enum status put_schedule(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    const struct allreduce_time *found = body;
    return certificate_put_combining(output, &found->schedule, false, limits, failure);
}

static enum status put_expanded(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    const struct allreduce_time *found = body;
    return certificate_put_combining(output, &found->schedule, true, limits, failure);
}

/* One operand alone is with fewer than P processors before. */
static enum status put_bound(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct allreduce *schedule = &((const struct allreduce_time *)body)->schedule;
    struct logp_machine machine = {schedule->latency, 0, 1};
    (void)limits;
    return certificate_put_reach(output, &machine, schedule->finish - 1, failure);
}

static enum status ask_window(const struct engine_call *call, struct failure *failure) {
    struct outcome *outcome = call->outcome;
    CLEANUP(allreduce_time_clear) struct allreduce_time made = {0};
    TRY(allreduce_build(&made.schedule, (int)question_number(call->question, KEY_LATENCY),
                        (int)question_number(call->question, KEY_PROCESSORS), failure));
    made.played = (long)made.schedule.processors * made.schedule.count <= MOST_PLAYED;
    if (made.played) {
        struct message_list list = allreduce_list(&made.schedule);
        TRY(message_verify(&list, NULL, call->limits, failure));
    }
    const struct allreduce_time found = TAKE(made);
    TRY(outcome_give_detail(outcome, &found, sizeof found, allreduce_time_clear, failure));
    outcome->schedule = outcome_evidence(outcome, "combining",
                                         call->options->expanded ? put_expanded : put_schedule);
    if (found.schedule.finish > 0)
        outcome->bound = outcome_evidence(outcome, "reach", put_bound);
    TRY(outcome_give_range(outcome, found.schedule.finish, found.schedule.finish, failure));
    TRY(outcome_add_number(outcome, "messages", found.schedule.count, failure));
    return outcome_add_text(outcome, "own_operands", found.schedule.plain ? "true" : "false",
                            failure);
}

const struct engine allreduce_engines[] = {{MACHINE_POSTAL, "window", ENGINE_DECIDES, 0, ask_window,
                                            0, NULL, NULL,
                                            "windows of operands that grow as the tree does"},
                                           {.name = NULL}};
