#include "solver/question/items_scan.h"

#include <limits.h>
#include <string.h>

struct items_entry items_entry_of(const struct items_time *time) {
    struct items_entry entry = {.items = time->question.items,
                                .counted = time->counted,
                                .lower = time->lower,
                                .upper = time->upper,
                                .by = time->by,
                                .nodes = time->nodes};
    memcpy(entry.reason, time->reason, sizeof entry.reason);
    return entry;
}

static enum status write_both(const struct items_time *time, FILE *certificates,
                              const struct limits *limits, struct failure *failure) {
    enum status status = STATUS_OK;
    if (time->upper < INT_MAX)
        status = items_time_write(time, ITEMS_UPPER, NULL, certificates, limits, failure);
    return status ? status
                  : items_time_write(time, ITEMS_LOWER, NULL, certificates, limits, failure);
}

enum status items_scan(struct items_plans *plans, const struct items_question *question, int count,
                       enum items_method method, enum items_encoding encoding,
                       const struct limits *limits, FILE *certificates, struct items_entry *entries,
                       struct failure *failure) {
    enum status status = limits_check(limits, failure);
    for (int i = 0; i < count && !status; i++) {
        struct items_question one = *question;
        struct items_time time;
        one.items += i;
        status = items_time_find(plans, &one, method, encoding, limits, &time, failure);
        if (status)
            return status;
        status = limits_check(limits, failure); /* what a stopped search leaves is no answer */
        if (certificates && !status)
            status = write_both(&time, certificates, limits, failure);
        entries[i] = items_entry_of(&time);
        items_time_clear(&time);
    }
    return status;
}
