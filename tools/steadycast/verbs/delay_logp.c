/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "solver/certificate/write.h"
#include "solver/question/stream_delay.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/verbs/delay.h"

/* The first of --engine. */
enum { ENGINE_CONSTRUCTION = 0 };

static enum stream_effort effort_of(const struct arguments *arguments) {
    const struct option_value *engine = option(arguments, "engine");
    return engine->given && engine->number != ENGINE_CONSTRUCTION ? STREAM_PRICES
                                                                  : STREAM_CONSTRUCTION;
}

static enum status write(const struct arguments *arguments, const struct stream_delay *found,
                         struct failure *failure) {
    struct answer_folder folder = delay_folder(arguments);
    struct evidence evidence[1 + STREAM_DELAY_MOST_BOUNDS] = {
        evidence_of_logp_schedule(&found->schedule)};
    stream_delay_bounds(found, evidence + 1);
    return answer_folder_write_evidence(&folder, evidence, NULL, failure);
}

static void remark(const struct stream_delay *found, int64_t delay) {
    int64_t step = logp_machine_step(&found->schedule.machine);
    if (delay == found->lower)
        fprintf(stderr,
                "least delay: no stream with one item in %" PRId64 " cycles has a smaller one\n",
                step);
    else
        fprintf(stderr,
                "one item in max(g,2o) = %" PRId64 " cycles; at most %" PRId64 " cycles are lost\n",
                step, delay - found->lower);
}

static enum status print(const struct arguments *arguments, const struct stream_delay *found,
                         mpz_srcptr processors, double seconds, struct failure *failure) {
    const char *capacity = logp_capacity_names[found->schedule.capacity];
    int64_t delay = logp_schedule_delay(&found->schedule);
    int64_t step = logp_machine_step(&found->schedule.machine);
    if (!option(arguments, "json")->given) {
        printf("delay %" PRId64 "\nlower %" PRId64 "\nstep %" PRId64 "\ncapacity %s\n", delay,
               found->lower, step, capacity);
        if (!option(arguments, "quiet")->given)
            remark(found, delay);
        return STATUS_OK;
    }
    char lower[24], upper[24];
    snprintf(lower, sizeof lower, "%" PRId64, found->lower);
    snprintf(upper, sizeof upper, "%" PRId64, delay);
    json_t *question = json_question_logp("delay", &found->schedule.machine, processors);
    json_object_set_new(question, "capacity", json_string(capacity));
    const struct json_answer told = {.question = question,
                                     .verdict =
                                         delay == found->lower ? OUTCOME_SETTLED : OUTCOME_INTERVAL,
                                     .lower = lower,
                                     .upper = upper,
                                     .by = "construction",
                                     .seconds = seconds};
    return json_answer_print(
        &told, json_pack("{s:I, s:I}", "delay", (json_int_t)delay, "step", (json_int_t)step),
        failure);
}

static enum status find(const struct arguments *arguments, struct control *control,
                        mpz_srcptr served, struct stream_delay *found, struct failure *failure) {
    const struct answer_folder folder = delay_folder(arguments);
    const struct limits limits = control_limits(control, arguments);
    struct logp_machine machine;
    enum status status = logp_option_parse(option(arguments, "logp")->text, &machine, failure);
    if (!status)
        status = answer_folder_probe(&folder, failure);
    if (!status)
        status = stream_delay_find(&machine, logp_option_capacity(arguments), served,
                                   effort_of(arguments), &limits, found, failure);
    if (!status && found->uncounted.status && !control->quiet)
        fprintf(stderr, "lower bound: %s\n", found->uncounted.message);
    return status;
}

enum status delay_logp(const struct arguments *arguments, struct control *control,
                       mpz_srcptr processors, bool *settled, struct failure *failure) {
    struct stream_delay found;
    mpz_t served;
    mpz_init(served);
    mpz_sub_ui(served, processors, 1);
    enum status status = find(arguments, control, served, &found, failure);
    mpz_clear(served);
    *settled = false;
    if (status)
        return status;
    status = write(arguments, &found, failure);
    if (!status)
        status = print(arguments, &found, processors, control_elapsed(control), failure);
    *settled = !status && logp_schedule_delay(&found.schedule) == found.lower;
    stream_delay_clear(&found);
    return status;
}
