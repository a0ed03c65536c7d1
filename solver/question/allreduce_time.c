/* SPDX-License-Identifier: MIT */
#include "solver/question/details.h"

#include "solver/collective/exchange/allreduce.h"
#include "solver/model/message_play.h"
#include "solver/proof/bound/reach.h"
#include "solver/question/engines.h"

enum { MOST_PLAYED = 1 << 28 }; /* operands in all messages of one processor; below a second */

static bool is_played(const struct allreduce *schedule) {
    return (long)schedule->processors * schedule->count <= MOST_PLAYED;
}

/* Takes the schedule over, also when it fails. */
static enum status allreduce_time_play(struct allreduce *schedule, const struct limits *limits,
                                       struct allreduce_time *time, struct failure *failure) {
    struct allreduce_time found = {.schedule = *schedule, .played = is_played(schedule)};
    struct message_list list = allreduce_list(schedule);
    enum status status = found.played ? message_verify(&list, NULL, limits, failure) : STATUS_OK;
    if (status)
        allreduce_clear(schedule);
    else
        *time = found;
    return status;
}

static void allreduce_time_clear(struct allreduce_time *time) {
    allreduce_clear(&time->schedule);
}

/* --- as an engine --- */

static void clear_allreduce(void *detail) {
    allreduce_time_clear(detail);
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

static enum status ask_window(const struct engine *engine, const struct question *question,
                              const struct engine_options *options, const struct limits *limits,
                              struct outcome *outcome, struct failure *failure) {
    struct allreduce schedule;
    struct allreduce_time found;
    (void)engine;
    TRY(allreduce_build(&schedule, (int)question_number(question, KEY_LATENCY),
                        (int)question_number(question, KEY_PROCESSORS), failure));
    TRY(allreduce_time_play(&schedule, limits, &found, failure));
    TRY(outcome_give_detail(outcome, &found, sizeof found, clear_allreduce, failure));
    outcome->schedule =
        outcome_evidence(outcome, "combining", options->expanded ? put_expanded : put_schedule);
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
