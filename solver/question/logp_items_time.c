/* SPDX-License-Identifier: MIT */
#include "solver/question/logp_items_time.h"

#include "automata/numbers.h"
#include "solver/collective/single/single_tree.h"
#include "solver/items/construction/buffered_items.h"
#include "solver/items/construction/kept_messages.h"
#include "solver/items/items_bound.h"
#include "solver/model/message_list.h"
#include "solver/model/sequence.h"
#include "solver/proof/bound/reach.h"
#include "solver/question/constructions.h"
#include "solver/question/outcome_messages.h"
#include "solver/stream/logp/logp_messages.h"
#include "solver/stream/logp/logp_stream.h"
#include <limits.h>
#include <stdio.h>

/* Lists of messages, the source having all items at time 0. N is at most MESSAGES_MOST_PROCESSORS;
 * beyond there is none. A construction fills `schedule` and sets *made where it has one that may
 * end before `before`. STATUS_LIMIT when stopped, and for what is beyond its limits. */
typedef enum status logp_items_list(const struct logp_items_question *question, int64_t before,
                                    const struct limits *limits, struct items_schedule *schedule,
                                    bool *made, struct failure *failure);

/* The best that the constructions of the postal model have, for whole steps. */
struct logp_items_steps {
    struct logp_steps steps;
    struct items_plans *plans;    /* owned; NULL: there is none */
    struct items_schedule postal; /* borrows the plans */
    int64_t end;                  /* on the machine, cycles; INT64_MAX: there is none */
};

/* N; 0 where it is more than a list may have. */
static int receivers_of(const struct logp_items_question *question) {
    bool fits = mpz_cmp_ui(question->processors, MESSAGES_MOST_PROCESSORS) <= 0;
    return fits ? (int)mpz_get_si(question->processors) : 0;
}

static int64_t messages_of(const struct logp_items_question *question) {
    int receivers = receivers_of(question);
    return receivers ? (int64_t)receivers * question->items : INT64_MAX;
}

/* --- lists that are kept --- */

/* Takes the array over, also when it fails. */
static enum status finish(const struct logp_items_question *question, struct message_array *array,
                          struct items_schedule *schedule, struct failure *failure) {
    const struct logp_machine *machine = &question->machine;
    const struct message_machine played = {
        MESSAGE_LOGP, machine->latency, machine->overhead, machine->gap, 1, question->capacity};
    return array_schedule(array, &played, receivers_of(question), question->items, schedule,
                          failure);
}

/* --- one item, by the tree of the smallest labels --- */

static enum status add(void *array, const struct message *message, struct failure *failure) {
    (void)failure;
    message_array_add(array, message);
    return STATUS_OK;
}

static enum status logp_items_by_tree(const struct logp_items_question *question, int64_t before,
                                      const struct limits *limits, struct items_schedule *schedule,
                                      bool *made, struct failure *failure) {
    (void)before;
    if (question->items > 1)
        return STATUS_OK;
    int receivers = receivers_of(question);
    if (!receivers)
        return failure_limit(
            failure,
            "a list has at most %d processors; the tree of the least labels meets the bound",
            MESSAGES_MOST_PROCESSORS);
    CLEANUP(single_tree_clear) struct single_tree tree = {0};
    TRY(single_tree_build(&question->machine, receivers + 1, &tree, failure));
    struct message_list list = single_tree_list(&tree);
    CLEANUP(message_array_clear) struct message_array array = {0};
    TRY(message_list_each(&list, add, &array, limits, failure));
    *made = true;
    return finish(question, &array, schedule, failure);
}

/* --- the source alone, to one processor after the other; for few messages only --- */

static enum status logp_items_by_source(const struct logp_items_question *question, int64_t before,
                                        const struct limits *limits,
                                        struct items_schedule *schedule, bool *made,
                                        struct failure *failure) {
    int64_t apart = logp_machine_apart(&question->machine), count = messages_of(question);
    int64_t end = logp_machine_transfer(&question->machine);
    int receivers = receivers_of(question);
    (void)limits;
    if (count > LOGP_MOST_MESSAGES || end + apart * (count - 1) >= before ||
        end + apart * (count - 1) > INT_MAX)
        return STATUS_OK;
    struct message_array array = {0};
    for (int64_t i = 0; i < count; i++) {
        const struct message message = {.time = (int)(apart * i),
                                        .to = 1 + (int)(i % receivers),
                                        .item = 1 + (int)(i / receivers)};
        message_array_add(&array, &message);
    }
    *made = true;
    return finish(question, &array, schedule, failure);
}

/* --- whole steps --- */

struct steps_taker {
    struct message_array *array;
    const struct logp_steps *steps;
};

static enum status take_step(void *context, const struct message *message,
                             struct failure *failure) {
    const struct steps_taker *taker = context;
    struct message played = *message;
    played.time *= taker->steps->length;
    played.wait = taker->steps->wait;
    (void)failure;
    message_array_add(taker->array, &played);
    return STATUS_OK;
}

/* Its messages on the machine; there is one. O(N K log). */
static enum status logp_items_steps_play(const struct logp_items_question *question,
                                         const struct logp_items_steps *steps,
                                         const struct limits *limits,
                                         struct items_schedule *schedule, struct failure *failure) {
    CLEANUP(message_array_clear) struct message_array array = {0};
    struct steps_taker taker = {&array, &steps->steps};
    TRY(message_list_each(&steps->postal.list, take_step, &taker, limits, failure));
    return finish(question, &array, schedule, failure);
}

static void logp_items_steps_clear(struct logp_items_steps *steps) {
    items_schedule_clear(&steps->postal);
    items_plans_free(steps->plans);
    *steps = (struct logp_items_steps){.end = INT64_MAX};
}

/* Fills `steps` (not initialised before). STATUS_LIMIT when stopped and beyond the limits of the
 * constructions; then there is none. */
static enum status logp_items_steps_find(const struct logp_items_question *question,
                                         const struct limits *limits,
                                         struct logp_items_steps *steps, struct failure *failure) {
    const struct items_construction *by = NULL;
    int enough = 0; /* the constructions need not go below the bound */
    *steps = (struct logp_items_steps){.end = INT64_MAX};
    TRY(logp_reduce(&question->machine, &steps->steps, failure));
    if (steps->steps.latency > SEQUENCE_MAX_LATENCY || messages_of(question) > LOGP_MOST_MESSAGES)
        return STATUS_OK;
    const struct items_question postal = {.latency = steps->steps.latency,
                                          .ports = 1,
                                          .processors = receivers_of(question),
                                          .items = question->items,
                                          .single = question->single};
    steps->plans = items_plans_new();
    TRY(memory_check(steps->plans, failure, "plans"));
    TRY(items_question_bound(&postal, &enough, failure));
    TRY(items_construct(steps->plans, &postal, enough, limits, &steps->postal, &by, failure));
    if (by)
        steps->end = logp_delay(&question->machine, &steps->steps,
                                steps->postal.list.finish - steps->steps.latency);
    if (steps->end > INT_MAX)
        logp_items_steps_clear(steps);
    return STATUS_OK;
}

/* --- buffers, which are messages that wait at their receiver --- */

static enum status logp_items_by_buffers(const struct logp_items_question *question, int64_t before,
                                         const struct limits *limits,
                                         struct items_schedule *schedule, bool *made,
                                         struct failure *failure) {
    int receivers = receivers_of(question), latency = question->machine.latency;
    (void)before, (void)limits;
    if (!receivers)
        return failure_limit(failure, "a list has at most %d processors", MESSAGES_MOST_PROCESSORS);
    TRY(buffered_items(latency, receivers, question->items, schedule, failure));
    schedule->list.machine =
        (struct message_machine){MESSAGE_LOGP, latency, 0, 1, 1, question->capacity};
    *made = true;
    return STATUS_OK;
}

/* --- from below --- */

static enum status set_number(int64_t *number, mpz_srcptr from, struct failure *failure) {
    if (!mpz_fits_slong_p(from))
        return failure_limit(failure, "the time is beyond 2^63");
    *number = mpz_get_si(from);
    return STATUS_OK;
}

static enum status find_lower(struct logp_items_time *time, struct failure *failure) {
    const struct logp_items_question *question = &time->question;
    CLEANUP(logp_items_bound_clear) struct logp_items_bound bound = {0};
    BIG_OF(items, question->items);
    TRY(logp_items_bound(&question->machine, question->processors, items, question->single, &bound,
                         failure));
    TRY(set_number(&time->counted, bound.counting, failure));
    TRY(set_number(&time->work, bound.work, failure));
    return set_number(&time->lower, logp_items_bound_finish(&bound), failure);
}

/* --- from above --- */

/* What a construction could not do: the others go on. The first of them is reported. */
static enum status leave_out(struct logp_items_time *time, enum status status, const char *by,
                             const struct failure *fault, struct failure *failure) {
    if (status != STATUS_LIMIT)
        return failure_set(failure, status, "%s", fault->message);
    if (!*time->reason)
        snprintf(time->reason, sizeof time->reason, "%s: %.140s", by, fault->message);
    return STATUS_OK;
}

static void drop_schedule(struct logp_items_time *time) {
    items_schedule_clear(&time->schedule);
    logp_schedule_clear(&time->stream);
    time->has_list = time->has_stream = false;
}

/* Keeps the list if it ends sooner than what is known. */
static enum status keep_schedule(struct logp_items_time *time, struct items_schedule *schedule,
                                 const char *by, struct failure *failure) {
    if (schedule->list.finish > time->upper || (time->question.single && !schedule->list.single)) {
        items_schedule_clear(schedule);
        return STATUS_OK;
    }
    drop_schedule(time);
    time->schedule = *schedule;
    time->has_list = true;
    time->upper = schedule->list.finish;
    time->by = by;
    if (time->upper >= time->lower)
        return STATUS_OK;
    return failure_internal(failure,
                            "%s: a schedule ends at %d, and no schedule can end before %lld", by,
                            schedule->list.finish, (long long)time->lower);
}

/* The list of a construction, if it ends before that; nothing, where it has none. */
static enum status try_list(struct logp_items_time *time, logp_items_list *make, const char *by,
                            int64_t before, const struct limits *limits, struct failure *failure) {
    struct items_schedule schedule;
    struct failure fault = {0};
    bool made = false;
    if (time->upper == time->lower)
        return STATUS_OK;
    enum status status = make(&time->question, before, limits, &schedule, &made, &fault);
    if (status)
        return leave_out(time, status, by, &fault, failure);
    return made ? keep_schedule(time, &schedule, by, failure) : STATUS_OK;
}

/* The stream as it is: a list may be too long. */
static enum status find_stream(struct logp_items_time *time, const struct limits *limits,
                               struct failure *failure) {
    const struct logp_items_question *question = &time->question;
    struct failure fault = {0};
    enum status status = logp_stream(&time->stream, &question->machine, question->capacity,
                                     question->processors, limits, &fault);
    if (status)
        return leave_out(time, status, "stream", &fault, failure);
    time->has_stream = true;
    time->by = "stream";
    time->upper = logp_machine_step(&question->machine) * (question->items - 1) +
                  logp_schedule_delay(&time->stream);
    return STATUS_OK;
}

static enum status list_stream(struct logp_items_time *time, struct failure *failure) {
    struct items_schedule schedule;
    struct failure fault = {0};
    enum status status =
        stream_messages(&time->stream, time->question.items, true, &schedule, &fault);
    return status ? leave_out(time, status, "list", &fault, failure)
                  : keep_schedule(time, &schedule, "stream", failure);
}

/* Steps if they end as soon as the stream does; who ends later makes no list. */
static enum status use_better(struct logp_items_time *time, const struct logp_items_steps *steps,
                              const struct limits *limits, struct failure *failure) {
    struct items_schedule schedule;
    struct failure fault = {0};
    enum status status = STATUS_OK;
    if (steps->end > time->lower)
        status = find_stream(time, limits, failure);
    if (!status && steps->end < INT64_MAX && steps->end <= time->upper) {
        status = logp_items_steps_play(&time->question, steps, limits, &schedule, &fault);
        status = status ? leave_out(time, status, "steps", &fault, failure)
                        : keep_schedule(time, &schedule, "steps", failure);
    }
    return !status && time->has_stream ? list_stream(time, failure) : status;
}

static enum status try_long(struct logp_items_time *time, const struct limits *limits,
                            struct failure *failure) {
    struct failure fault = {0};
    if (time->upper == time->lower)
        return STATUS_OK;
    CLEANUP(logp_items_steps_clear) struct logp_items_steps steps = {0};
    enum status status = logp_items_steps_find(&time->question, limits, &steps, &fault);
    if (status)
        status = leave_out(time, status, "steps", &fault, failure);
    return status ? status : use_better(time, &steps, limits, failure);
}

static enum status find_upper(struct logp_items_time *time, const struct limits *limits,
                              struct failure *failure) {
    if (time->question.buffered)
        return try_list(time, logp_items_by_buffers, "buffered", INT64_MAX, limits, failure);
    TRY(try_list(time, logp_items_by_tree, "tree", INT64_MAX, limits, failure));
    /* at first only if nothing is better */
    TRY(try_list(time, logp_items_by_source, "source", time->lower + 1, limits, failure));
    TRY(try_long(time, limits, failure));
    return try_list(time, logp_items_by_source, "source", time->upper, limits, failure);
}

/* --- both --- */

enum status logp_items_time_find(const struct logp_items_question *question,
                                 const struct limits *limits, struct logp_items_time *time,
                                 struct failure *failure) {
    CLEANUP(logp_items_time_clear)
    struct logp_items_time found = {.question = *question, .upper = INT64_MAX};
    mpz_init_set(found.question.processors, question->processors);
    TRY(find_lower(&found, failure));
    TRY(find_upper(&found, limits, failure));
    *time = TAKE(found);
    return STATUS_OK;
}

void logp_items_time_clear(struct logp_items_time *time) {
    drop_schedule(time);
    mpz_clear(time->question.processors);
}
