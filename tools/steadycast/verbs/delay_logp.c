/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "solver/bound/class_prices.h"
#include "solver/bound/reach.h"
#include "solver/certificate/write.h"
#include "solver/logp/logp_stream.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/verbs/delay.h"

/* The first of --engine. */
enum { ENGINE_CONSTRUCTION = 0 };

struct logp_answer {
    struct logp_machine machine;
    struct logp_schedule schedule;
    struct reach_bound reach;
    bool priced;          /* prices prove more than the tree */
    struct prices prices; /* then */
    int64_t lower;
};

/* Where the number of those that can know an item is too large to be counted, every item takes
 * L+2o to its first receiver all the same. */
static enum status find_bound(mpz_srcptr served, bool quiet, struct logp_answer *answer,
                              struct failure *failure) {
    enum status status = reach_lower(&answer->machine, served, &answer->reach, failure);
    if (status && status != STATUS_LIMIT)
        return status;
    if (status && !quiet)
        fprintf(stderr, "lower bound: %s\n", failure->message);
    if (status)
        answer->reach = (struct reach_bound){.delay = logp_machine_transfer(&answer->machine)};
    answer->lower = answer->reach.delay;
    return STATUS_OK;
}

/* Do prices of one of both programs prove that fewer than N are reached with this depth? A depth
 * that is too large for them is none that they prove. */
static enum status prove_depth(struct logp_answer *answer, mpz_srcptr served, int depth,
                               const struct limits *limits, struct failure *failure) {
    typedef enum status program(int, int, int, const struct limits *, struct prices *,
                                struct failure *);
    static program *const programs[] = {class_prices_find, class_prices_search};
    const int latency = (int)logp_machine_transfer(&answer->machine);
    enum status status = STATUS_OK;
    mpz_t most;
    mpz_init(most);
    for (int i = 0; i < 2 && !answer->priced && !status; i++) {
        status = programs[i](latency, answer->machine.gap, depth, limits, &answer->prices, failure);
        if (status)
            break;
        prices_bound(&answer->prices, most);
        answer->priced = mpz_cmp(most, served) < 0;
        if (!answer->priced)
            prices_clear(&answer->prices);
    }
    mpz_clear(most);
    return status == STATUS_LIMIT ? STATUS_OK : status;
}

/* From the depth below the schedule's on down to those that the tree excludes. Depths between two
 * multiples of the unit are alike, so the largest of them says most. */
static enum status prove_more(struct logp_answer *answer, mpz_srcptr served,
                              const struct limits *limits, struct failure *failure) {
    const struct logp_machine *machine = &answer->machine;
    int64_t transfer = logp_machine_transfer(machine);
    enum status status = STATUS_OK;
    if (machine->gap < 2 * (int64_t)machine->overhead || transfer > SEQUENCE_MAX_LATENCY ||
        machine->gap > SEQUENCE_MAX_LATENCY || answer->schedule.depth > PRICES_MAX_DEPTH)
        return STATUS_OK;
    int unit = (int)logp_machine_unit(machine);
    int least = (int)(answer->reach.delay - transfer);
    for (int depth = answer->schedule.depth - 1; depth >= least && !answer->priced && !status;
         depth = depth / unit * unit - 1)
        status = prove_depth(answer, served, depth, limits, failure);
    if (!status && answer->priced)
        answer->lower = transfer + answer->prices.depth + 1;
    return status;
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
                         struct failure *failure) {
    struct answer_folder folder = delay_folder(arguments);
    struct late late[2];
    struct evidence evidence[3] = {evidence_of_logp_schedule(&answer->schedule)};
    if (answer->priced)
        evidence[1] = evidence_of_prices(&answer->prices);
    for (int i = 0; i < answer->reach.count && !answer->priced; i++) {
        late[i] = (struct late){answer->machine, answer->reach.times[i]};
        evidence[1 + i] = (struct evidence){.kind = "reach", .put = put_late, .body = &late[i]};
    }
    return answer_folder_write_evidence(&folder, evidence, NULL, failure);
}

static void remark(const struct logp_answer *answer, int64_t delay) {
    int64_t step = logp_machine_step(&answer->machine);
    if (delay == answer->lower)
        fprintf(stderr,
                "least delay: no stream with one item in %" PRId64 " cycles has a smaller one\n",
                step);
    else
        fprintf(stderr,
                "one item in max(g,2o) = %" PRId64 " cycles; at most %" PRId64 " cycles are lost\n",
                step, delay - answer->lower);
}

static enum status print(const struct arguments *arguments, const struct logp_answer *answer,
                         mpz_srcptr processors, double seconds, struct failure *failure) {
    const char *capacity = logp_capacity_names[answer->schedule.capacity];
    int64_t delay = logp_schedule_delay(&answer->schedule);
    int64_t step = logp_machine_step(&answer->machine);
    if (!option(arguments, "json")->given) {
        printf("delay %" PRId64 "\nlower %" PRId64 "\nstep %" PRId64 "\ncapacity %s\n", delay,
               answer->lower, step, capacity);
        if (!option(arguments, "quiet")->given)
            remark(answer, delay);
        return STATUS_OK;
    }
    char lower[24], upper[24];
    snprintf(lower, sizeof lower, "%" PRId64, answer->lower);
    snprintf(upper, sizeof upper, "%" PRId64, delay);
    json_t *question = json_question_logp("delay", &answer->machine, processors);
    json_object_set_new(question, "capacity", json_string(capacity));
    const struct json_answer told = {.question = question,
                                     .verdict = delay == answer->lower ? OUTCOME_SETTLED
                                                                       : OUTCOME_INTERVAL,
                                     .lower = lower,
                                     .upper = upper,
                                     .by = "construction",
                                     .seconds = seconds};
    return json_answer_print(
        &told, json_pack("{s:I, s:I}", "delay", (json_int_t)delay, "step", (json_int_t)step),
        failure);
}

static enum status find(const struct arguments *arguments, struct control *control,
                        mpz_srcptr served, struct logp_answer *answer, struct failure *failure) {
    const struct answer_folder folder = delay_folder(arguments);
    const struct limits limits = control_limits(control, arguments);
    enum status status =
        logp_option_parse(option(arguments, "logp")->text, &answer->machine, failure);
    if (!status)
        status = answer_folder_probe(&folder, failure);
    if (!status)
        status = find_bound(served, control->quiet, answer, failure);
    if (!status)
        status = logp_stream(&answer->schedule, &answer->machine, logp_option_capacity(arguments),
                             served, &limits, failure);
    return status || !option(arguments, "engine")->given ||
                   option(arguments, "engine")->number == ENGINE_CONSTRUCTION
               ? status
               : prove_more(answer, served, &limits, failure);
}

enum status delay_logp(const struct arguments *arguments, struct control *control,
                       mpz_srcptr processors, bool *settled, struct failure *failure) {
    struct logp_answer answer = {.schedule = {.count = 0}};
    mpz_t served;
    mpz_init(served);
    mpz_sub_ui(served, processors, 1);
    enum status status = find(arguments, control, served, &answer, failure);
    if (!status)
        status = write(arguments, &answer, failure);
    if (!status)
        status = print(arguments, &answer, processors, control_elapsed(control), failure);
    *settled = !status && logp_schedule_delay(&answer.schedule) == answer.lower;
    if (answer.schedule.parts)
        logp_schedule_clear(&answer.schedule);
    if (answer.priced)
        prices_clear(&answer.prices);
    mpz_clear(served);
    return status;
}
