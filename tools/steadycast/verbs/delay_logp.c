/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "solver/bound/reach.h"
#include "solver/certificate/write.h"
#include "solver/construction/logp.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/verbs/delay.h"

/* A postal schedule in steps, and both bounds in cycles. */
struct logp_answer {
    struct logp_machine machine;
    struct logp_steps steps;
    struct reach_bound bound;
    int depth; /* of the schedule */
    int64_t delay;
};

/* Where the number of those that can know an item is too large to be counted, every item takes
 * L+2o to its first receiver all the same. */
static enum status find_bound(mpz_srcptr processors, bool quiet, struct logp_answer *answer,
                              struct failure *failure) {
    mpz_t served;
    mpz_init(served);
    mpz_sub_ui(served, processors, 1);
    enum status status = reach_lower(&answer->machine, served, &answer->bound, failure);
    mpz_clear(served);
    if (status != STATUS_LIMIT)
        return status;
    if (!quiet)
        fprintf(stderr, "lower bound: %s\n", failure->message);
    answer->bound = (struct reach_bound){.delay = logp_machine_transfer(&answer->machine)};
    return STATUS_OK;
}

/* Why no item can be faster. */
struct late {
    struct logp_machine machine;
    int64_t time;
};

static enum status put_late(const void *body, struct certificate_output *output,
                            const struct limits *limits, struct failure *failure) {
    const struct late *late = body;
    (void)limits;
    return certificate_put_reach(output, &late->machine, late->time, failure);
}

static enum status write(const struct arguments *arguments, const struct logp_answer *answer,
                         const struct evidence *schedule, struct failure *failure) {
    struct answer_folder folder = delay_folder(arguments);
    struct late late[2];
    struct evidence evidence[3] = {*schedule};
    for (int i = 0; i < answer->bound.count; i++) {
        late[i] = (struct late){answer->machine, answer->bound.times[i]};
        evidence[1 + i] = (struct evidence){.kind = "reach", .put = put_late, .body = &late[i]};
    }
    return answer_folder_write_evidence(&folder, evidence, NULL, failure);
}

/* What rounding to whole steps loses. */
static void remark(const struct logp_answer *answer) {
    int64_t transfer = logp_machine_transfer(&answer->machine);
    if (answer->delay == answer->bound.delay)
        fprintf(stderr, "least delay: no stream with one item in %d cycles has a smaller one\n",
                answer->steps.length);
    else
        fprintf(stderr,
                "a postal step is max(g,2o) = %d cycles, L+2o = %" PRId64
                " cycles are %s%d step%s; "
                "at most %" PRId64 " cycles are lost\n",
                answer->steps.length, transfer,
                transfer % answer->steps.length ? "rounded up to " : "", answer->steps.latency,
                answer->steps.latency == 1 ? "" : "s", answer->delay - answer->bound.delay);
}

static enum status print(const struct arguments *arguments, const struct logp_answer *answer,
                         mpz_srcptr processors, double seconds, struct failure *failure) {
    if (!option(arguments, "json")->given) {
        printf("delay %" PRId64 "\nlower %" PRId64 "\nstep %d\nlatency %d\nwait %d\n",
               answer->delay, answer->bound.delay, answer->steps.length, answer->steps.latency,
               answer->steps.wait);
        if (!option(arguments, "quiet")->given)
            remark(answer);
        return STATUS_OK;
    }
    char lower[24], upper[24];
    snprintf(lower, sizeof lower, "%" PRId64, answer->bound.delay);
    snprintf(upper, sizeof upper, "%" PRId64, answer->delay);
    const struct json_answer told = {
        .question = json_question_logp("delay", &answer->machine, processors),
        .verdict = answer->delay == answer->bound.delay ? OUTCOME_SETTLED : OUTCOME_INTERVAL,
        .lower = lower,
        .upper = upper,
        .by = "construction",
        .seconds = seconds};
    return json_answer_print(&told,
                             json_pack("{s:I, s:i, s:i, s:i, s:i}", "delay",
                                       (json_int_t)answer->delay, "step", answer->steps.length,
                                       "latency", answer->steps.latency, "depth", answer->depth,
                                       "wait", answer->steps.wait),
                             failure);
}

enum status delay_logp(const struct arguments *arguments, struct control *control,
                       mpz_srcptr processors, bool *settled, struct failure *failure) {
    struct logp_answer answer = {.depth = 0};
    struct question question;
    struct asking asking;
    enum status status =
        logp_option_parse(option(arguments, "logp")->text, &answer.machine, failure);
    if (!status)
        status = logp_reduce(&answer.machine, &answer.steps, failure);
    if (!status)
        status = find_bound(processors, control->quiet, &answer, failure);
    if (status)
        return status;
    status = delay_ask(arguments, control, answer.steps.latency, processors, &question, &asking,
                       &answer.depth, failure);
    answer.delay = logp_delay(&answer.machine, &answer.steps, answer.depth);
    if (!status)
        status = write(arguments, &answer, &asking.list[0].schedule, failure);
    if (!status)
        status = print(arguments, &answer, processors, control_elapsed(control), failure);
    *settled = answer.delay == answer.bound.delay;
    asking_clear(&asking);
    question_clear(&question);
    return status;
}
