/* SPDX-License-Identifier: MIT */
#include "solver/question/outcome_messages.h"

#include "automata/numbers.h"
#include "solver/items/construction/kept_messages.h"
#include "solver/model/messages.h"
#include "solver/stream/construction/port_messages.h"
#include "solver/stream/logp/logp_messages.h"

enum { MOST_ITEMS = 1000000000 };

static enum status check_items(int items, struct failure *failure) {
    return items >= 1 && items <= MOST_ITEMS
               ? STATUS_OK
               : failure_input(failure, "items %d is not in 1..%d", items, MOST_ITEMS);
}

/* The messages need words, where the schedule may have letters only. */
static enum status expand(const struct schedule *schedule, int items, struct messages *messages,
                          struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule words = {0};
    const struct message_run run = message_run_postal(schedule->latency);
    BIG(processors);
    schedule_processors(schedule, processors);
    TRY(messages_check_processors(processors, failure));
    TRY(schedule_words(schedule, &words, failure));
    return messages_of_schedule(messages, &words, &run, items, false, failure);
}

enum status port_stream_messages(const struct schedule *stream, int items,
                                 const struct limits *limits, struct items_schedule *schedule,
                                 struct failure *failure) {
    CLEANUP(items_schedule_clear) struct items_schedule made = items_schedule_of_array();
    TRY(memory_check(made.owned, failure, "a list of messages"));
    TRY(port_messages(stream, items, made.owned, &made.list, limits, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}

static enum status list_schedule(const struct schedule *found, int items,
                                 struct items_schedule *schedule, struct failure *failure) {
    struct messages messages;
    TRY(check_items(items, failure));
    if (found->ports > 1)
        return port_stream_messages(found, items, NULL, schedule, failure);
    TRY(expand(found, items, &messages, failure));
    return messages_schedule(&messages, schedule, failure);
}

enum status stream_messages(const struct logp_schedule *stream, int items, bool at_once,
                            struct items_schedule *schedule, struct failure *failure) {
    TRY(check_items(items, failure));
    CLEANUP(items_schedule_clear) struct items_schedule made = items_schedule_of_array();
    TRY(memory_check(made.owned, failure, "a list of messages"));
    TRY(logp_messages(made.owned, &made.list, stream, items, at_once, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}

enum status outcome_messages(const struct outcome *outcome, int items,
                             struct items_schedule *schedule, struct failure *failure) {
    if (outcome_schedule(outcome))
        return list_schedule(outcome_schedule(outcome), items, schedule, failure);
    if (outcome_stream(outcome))
        return stream_messages(outcome_stream(outcome), items, false, schedule, failure);
    if (outcome_window(outcome))
        return failure_limit(failure,
                             "a schedule that is known by a rule alone has too many messages");
    if (!outcome->schedule.kind || !(outcome->messages || outcome->list))
        return failure_input(failure, "the answer has no schedule");
    if (items != 0)
        return failure_input(failure, "items: %d, but this schedule is for its own items: 0",
                             items);
    *schedule = (struct items_schedule){0};
    if (outcome->list)
        return outcome->list(outcome->detail, schedule, failure);
    schedule->list = *outcome->messages;
    return STATUS_OK;
}
