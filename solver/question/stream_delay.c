/* SPDX-License-Identifier: MIT */
#include "solver/question/stream_delay.h"

#include <limits.h>

#include "solver/bound/class_prices.h"
#include "solver/bound/program.h"
#include "solver/certificate/write.h"
#include "solver/logp/logp_stream.h"
#include "solver/logp/searched_stream.h"
#include "solver/logp/whole_steps.h"
#include "solver/model/sequence.h"
#include "solver/question/engines.h"
#include "solver/question/stream_messages.h"

/* Searches beyond take minutes, and rarely have what annealing does not find. Decisions are for
 * each period, unless they are limited otherwise: a second, or ten. */
enum { MOST_SEARCHED = 32, MOST_DECISIONS = 30000 };

/* Where the number of those that can know an item is too large to be counted, every item takes
 * L+2o to its first receiver all the same. */
static enum status find_tree(struct stream_delay *delay, mpz_srcptr served,
                             struct failure *failure) {
    const struct logp_machine *machine = &delay->schedule.machine;
    enum status status = reach_lower(machine, served, &delay->reach, &delay->uncounted);
    if (status && status != STATUS_LIMIT) {
        if (failure)
            *failure = delay->uncounted;
        return status;
    }
    if (status)
        delay->reach = (struct reach_bound){.delay = logp_machine_transfer(machine)};
    delay->lower = delay->reach.delay;
    return STATUS_OK;
}

bool stream_delay_has_prices(const struct logp_machine *machine) {
    return machine->gap >= 2 * (int64_t)machine->overhead &&
           logp_machine_transfer(machine) <= SEQUENCE_MAX_LATENCY &&
           machine->gap <= SEQUENCE_MAX_LATENCY;
}

/* Takes the stream that is found at a depth that prices leave open; not again below one
 * where it found none. */
static enum status search(struct stream_delay *delay, mpz_srcptr served, int depth, bool *found,
                          const struct limits *limits, struct failure *failure) {
    const struct logp_machine machine = delay->schedule.machine;
    struct logp_schedule sooner;
    struct limits short_time = limits ? *limits : (struct limits){0};
    if (!*found)
        return STATUS_OK;
    *found = false;
    if (!short_time.nodes)
        short_time.nodes = MOST_DECISIONS;
    if (mpz_cmp_ui(served, MOST_SEARCHED) > 0)
        return STATUS_OK;
    enum status status =
        searched_stream_periods(searched_stream, &machine, delay->schedule.capacity, depth, served,
                                &short_time, found, &sooner, failure);
    if (!status && *found) {
        logp_schedule_clear(&delay->schedule);
        delay->schedule = sooner;
    }
    return status;
}

/* From the depth below the schedule's on down to those that the tree excludes. Depths between two
 * multiples of the unit are alike, so the largest of them says most. */
static enum status find_prices(struct stream_delay *delay, mpz_srcptr served,
                               const struct limits *limits, struct failure *failure) {
    const struct logp_machine *machine = &delay->schedule.machine;
    int64_t transfer = logp_machine_transfer(machine);
    enum status status = STATUS_OK;
    bool found = true;
    if (!stream_delay_has_prices(machine) || delay->schedule.depth > PRICES_MAX_DEPTH)
        return STATUS_OK;
    int unit = (int)logp_machine_unit(machine);
    int least = (int)(delay->reach.delay - transfer);
    for (int depth = delay->schedule.depth - 1; depth >= least && !delay->priced && !status;
         depth = depth / unit * unit - 1) {
        status = class_prices_below((int)transfer, machine->gap, depth, served, limits,
                                    &delay->priced, &delay->prices, failure);
        if (!status && !delay->priced)
            status = search(delay, served, depth, &found, limits, failure);
    }
    if (!status && delay->priced)
        delay->lower = transfer + delay->prices.depth + 1;
    return status;
}

enum status stream_delay_find(const struct logp_machine *machine, enum logp_capacity capacity,
                              mpz_srcptr served, enum stream_effort effort,
                              const struct limits *limits, struct stream_delay *delay,
                              struct failure *failure) {
    struct stream_delay found = {.lower = -1};
    enum status status = (effort == STREAM_ROUNDING ? whole_steps_stream : logp_stream)(
        &found.schedule, machine, capacity, served, limits, failure);
    if (status)
        return status;
    if (effort >= STREAM_CONSTRUCTION)
        status = find_tree(&found, served, failure);
    if (!status && effort >= STREAM_PRICES)
        status = find_prices(&found, served, limits, failure);
    if (status)
        stream_delay_clear(&found);
    else
        *delay = found;
    return status;
}

void stream_delay_clear(struct stream_delay *delay) {
    logp_schedule_clear(&delay->schedule);
    if (delay->priced)
        prices_clear(&delay->prices);
}

/* --- evidence --- */

static enum status put_reach(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct stream_delay *delay = body;
    (void)limits;
    return certificate_put_reach(output, &delay->schedule.machine, delay->reach.times[0], failure);
}

static enum status put_later_reach(const void *body, struct certificate_output *output,
                                   const struct limits *limits, struct failure *failure) {
    const struct stream_delay *delay = body;
    (void)limits;
    return certificate_put_reach(output, &delay->schedule.machine, delay->reach.times[1], failure);
}

int stream_delay_bounds(const struct stream_delay *delay,
                        struct evidence bounds[STREAM_DELAY_MOST_BOUNDS]) {
    static evidence_put *const puts[STREAM_DELAY_MOST_BOUNDS] = {put_reach, put_later_reach};
    if (delay->priced) {
        bounds[0] = evidence_of_prices(&delay->prices);
        return 1;
    }
    for (int i = 0; i < delay->reach.count; i++)
        bounds[i] = evidence_borrowed("reach", puts[i], delay);
    return delay->reach.count;
}

/* --- as engines --- */

static void clear_delay(void *detail) {
    stream_delay_clear(detail);
}

static enum status put_schedule(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    const struct stream_delay *delay = body;
    return evidence_put_body(evidence_of_logp_schedule(&delay->schedule), output, limits, failure);
}

/* One certificate behind the other. */
static enum status put_bounds(const void *body, FILE *stream, const struct limits *limits,
                              struct failure *failure) {
    struct evidence bounds[STREAM_DELAY_MOST_BOUNDS];
    int count = stream_delay_bounds(body, bounds);
    enum status status = STATUS_OK;
    for (int i = 0; i < count && !status; i++)
        status = evidence_write_stream(bounds[i], stream, limits, failure);
    return status;
}

static enum status list(const void *detail, int items, struct items_schedule *schedule,
                        struct failure *failure) {
    const struct stream_delay *delay = detail;
    return stream_messages(&delay->schedule, items, false, schedule, failure);
}

/* Streams of machines with g <= o have two counts: files of one or two certificates. */
static void give_evidence(struct outcome *outcome) {
    struct evidence bounds[STREAM_DELAY_MOST_BOUNDS];
    const struct stream_delay *delay = outcome->detail;
    const struct logp_machine *machine = &delay->schedule.machine;
    outcome->schedule = outcome_evidence(outcome, "logp-schedule", put_schedule);
    outcome->list = list;
    if (delay->lower < 0 || stream_delay_bounds(delay, bounds) == 0)
        return;
    outcome->bound = bounds[0];
    if (machine->gap <= machine->overhead)
        outcome->bound = (struct evidence){.kind = "reach", .body = delay, .stream = put_bounds};
}

static const char *why_open(const struct stream_delay *delay, enum stream_effort effort) {
    if (effort == STREAM_ROUNDING)
        return "Theorem F's schedule; no bound was asked for";
    if (delay->uncounted.status)
        return delay->uncounted.message;
    return effort == STREAM_CONSTRUCTION ? "the schedule is later than the tree of one item allows"
                                         : "prices do not exclude all smaller delays";
}

static void leave_open(struct outcome *outcome, const struct stream_delay *delay,
                       enum stream_effort effort) {
    char path[PATH_MAX];
    struct failure missing;
    bool blind = effort == STREAM_PRICES && program_find(path, sizeof path, &missing) != STATUS_OK;
    outcome_leave_open(outcome, blind ? missing.message : why_open(delay, effort));
}

static enum status ask_stream(const struct engine *engine, const struct question *question,
                              const struct engine_options *options, const struct limits *limits,
                              struct outcome *outcome, struct failure *failure) {
    const struct logp_machine machine = question_machine(question);
    enum stream_effort effort = (enum stream_effort)engine->method;
    struct stream_delay found;
    mpz_t served;
    (void)options;
    if (effort == STREAM_PRICES && !stream_delay_has_prices(&machine))
        return failure_set(failure, STATUS_LIMIT,
                           "prices are for machines with g >= 2o, L+2o and g up to %d",
                           SEQUENCE_MAX_LATENCY);
    mpz_init(served);
    question_big(question, KEY_PROCESSORS, served);
    mpz_sub_ui(served, served, 1);
    enum status status =
        stream_delay_find(&machine, (enum logp_capacity)question_number(question, KEY_CAPACITY),
                          served, effort, limits, &found, failure);
    mpz_clear(served);
    if (!status)
        status = outcome_give_detail(outcome, &found, sizeof found, clear_delay, failure);
    if (status)
        return status;
    give_evidence(outcome);
    int64_t upper = logp_schedule_delay(&found.schedule);
    if (found.lower != upper)
        leave_open(outcome, &found, effort);
    return outcome_give_range(outcome, found.lower, upper, failure);
}

const struct engine stream_engines[] = {
    {SUBJECT_STREAM, "construction", ENGINE_DECIDES, 0, true, NULL, ask_stream,
     "the best schedule that is known, and how many can know an item", STREAM_CONSTRUCTION},
    {SUBJECT_STREAM, "search", ENGINE_DECIDES, 0, true, NULL, ask_stream,
     "the same, prices below its delay, and words of any kind for up to 32 processors, for g >= 2o",
     STREAM_PRICES},
    {SUBJECT_STREAM, "rounding", ENGINE_SAYS_YES, 0, false, NULL, ask_stream,
     "all in whole steps of max(g,2o) cycles, no bound", STREAM_ROUNDING},
    {.name = NULL}};
