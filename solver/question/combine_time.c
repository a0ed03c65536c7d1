/* SPDX-License-Identifier: MIT */
#include "solver/question/combine_time.h"

#include "solver/certificate/write.h"
#include "solver/certificate/write_combining.h"
#include "solver/model/message_play.h"
#include "solver/question/engines.h"

enum { MOST_PLAYED = 1 << 28 }; /* operands in all messages of one processor; below a second */

static bool is_played(const struct combining *schedule) {
    return (long)schedule->processors * schedule->count <= MOST_PLAYED;
}

enum status combine_time_play(struct combining *schedule, const struct limits *limits,
                              struct combine_time *combine, struct failure *failure) {
    struct combine_time found = {.schedule = *schedule, .played = is_played(schedule)};
    struct message_list list = combining_list(schedule);
    enum status status = found.played ? message_verify(&list, NULL, limits, failure) : STATUS_OK;
    if (status)
        combining_clear(schedule);
    else
        *combine = found;
    return status;
}

void combine_time_clear(struct combine_time *combine) {
    combining_clear(&combine->schedule);
}

/* --- as an engine --- */

static void clear_combine(void *detail) {
    combine_time_clear(detail);
}

static enum status put_schedule(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    const struct combine_time *combine = body;
    return certificate_put_combining(output, &combine->schedule, false, limits, failure);
}

/* One operand alone is with fewer than P processors before. */
static enum status put_bound(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct combining *schedule = &((const struct combine_time *)body)->schedule;
    struct logp_machine machine = {schedule->latency, 0, 1};
    (void)limits;
    return certificate_put_reach(output, &machine, schedule->finish - 1, failure);
}

static enum status ask_window(const struct engine *engine, const struct question *question,
                              const struct engine_options *options, const struct limits *limits,
                              struct outcome *outcome, struct failure *failure) {
    struct combining schedule;
    struct combine_time found;
    (void)engine, (void)options;
    enum status status = combining_build(&schedule, (int)question_number(question, KEY_LATENCY),
                                         (int)question_number(question, KEY_PROCESSORS), failure);
    if (!status)
        status = combine_time_play(&schedule, limits, &found, failure);
    if (status)
        return status;
    status = outcome_give_detail(outcome, &found, sizeof found, clear_combine, failure);
    if (status)
        return status;
    outcome->schedule = outcome_evidence(outcome, "combining", put_schedule);
    if (found.schedule.finish > 0)
        outcome->bound = outcome_evidence(outcome, "reach", put_bound);
    return outcome_give_range(outcome, found.schedule.finish, found.schedule.finish, failure);
}

const struct engine combine_engines[] = {{SUBJECT_COMBINE, "window", ENGINE_DECIDES, 0, true, NULL,
                                          ask_window,
                                          "windows of operands that grow as the tree does", 0},
                                         {.name = NULL}};
