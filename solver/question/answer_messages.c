#include "solver/question/answer_messages.h"

#include "solver/items/construction/messages_schedule.h"
#include "solver/model/messages.h"

enum { MOST_ITEMS = 1000000000 };

static enum status copy_classes(const struct schedule *schedule, struct schedule *copy,
                                struct failure *failure) {
    enum status status = STATUS_OK;
    schedule_init(copy, schedule->latency, schedule->depth);
    copy->receive_only = schedule->receive_only;
    for (size_t i = 0; i < schedule->class_count && !status; i++) {
        const struct block_class *class = &schedule->classes[i];
        status = class->ordered
                     ? schedule_add_word(copy, class->size, class->count, class->letters, failure)
                     : schedule_add(copy, class->size, class->count, class->letters, failure);
    }
    return status;
}

/* The messages need words, where the schedule may have letters only. */
static enum status expand_schedule(const struct schedule *schedule, int items,
                                   struct messages *messages, struct failure *failure) {
    struct schedule copy;
    const struct message_run run = message_run_postal(schedule->latency);
    mpz_t processors;
    mpz_init(processors);
    schedule_processors(schedule, processors);
    enum status status = messages_check_processors(processors, failure);
    mpz_clear(processors);
    if (status)
        return status;
    status = copy_classes(schedule, &copy, failure);
    if (!status)
        status = schedule_order(&copy, failure);
    schedule_sort(&copy);
    if (!status)
        status = messages_of_schedule(messages, &copy, &run, items, false, failure);
    schedule_clear(&copy);
    return status;
}

static enum status expand_words(const struct periodic *words, int items, struct messages *messages,
                                struct failure *failure) {
    const struct message_run run = message_run_postal(words->latency);
    return messages_of_periodic(messages, words, &run, items, false, failure);
}

static enum status expand_pruned(const struct pruned *pruned, int items, struct messages *messages,
                                 struct failure *failure) {
    struct periodic words;
    mpz_t processors;
    mpz_init(processors);
    pruned_processors(pruned, processors);
    enum status status = messages_check_processors(processors, failure);
    mpz_clear(processors);
    if (!status)
        status = pruned_words(pruned, &words, failure);
    if (status)
        return status;
    status = expand_words(&words, items, messages, failure);
    periodic_clear(&words);
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
        status = expand_schedule(&answer->schedule, items, &messages, failure);
        break;
    case EVIDENCE_WORDS:
        status = expand_words(&answer->words, items, &messages, failure);
        break;
    case EVIDENCE_PRUNED:
        status = expand_pruned(&answer->pruned, items, &messages, failure);
        break;
    case EVIDENCE_INDUCTION:
        return failure_set(failure, STATUS_LIMIT,
                           "a schedule that is known by a rule alone has too many messages");
    default:
        return failure_set(failure, STATUS_INPUT, "the answer has no schedule");
    }
    return status ? status : messages_schedule(&messages, schedule, failure);
}
