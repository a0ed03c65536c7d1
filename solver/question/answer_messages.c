/* SPDX-License-Identifier: MIT */
#include "solver/question/answer_messages.h"

#include "solver/items/construction/messages_schedule.h"
#include "solver/model/messages.h"

enum { MOST_ITEMS = 1000000000 };

/* The messages need words, where the schedule may have letters only. */
static enum status expand(const struct schedule *schedule, int items, struct messages *messages,
                          struct failure *failure) {
    struct schedule words;
    const struct message_run run = message_run_postal(schedule->latency);
    mpz_t processors;
    mpz_init(processors);
    schedule_processors(schedule, processors);
    enum status status = messages_check_processors(processors, failure);
    mpz_clear(processors);
    if (!status)
        status = schedule_words(schedule, &words, failure);
    if (status)
        return status;
    status = messages_of_schedule(messages, &words, &run, items, false, failure);
    schedule_clear(&words);
    return status;
}

enum status answer_messages(const struct answer *answer, int items, struct items_schedule *schedule,
                            struct failure *failure) {
    struct messages messages;
    enum status status = STATUS_OK;
    if (items < 1 || items > MOST_ITEMS)
        return failure_set(failure, STATUS_INPUT, "items %d is not in 1..%d", items, MOST_ITEMS);
    switch (answer->evidence) {
    case EVIDENCE_SCHEDULE:
        status = expand(&answer->schedule, items, &messages, failure);
        break;
    case EVIDENCE_INDUCTION:
        return failure_set(failure, STATUS_LIMIT,
                           "a schedule that is known by a rule alone has too many messages");
    default:
        return failure_set(failure, STATUS_INPUT, "the answer has no schedule");
    }
    return status ? status : messages_schedule(&messages, schedule, failure);
}
