#include "solver/engine/items_scan.h"

#include <limits.h>

/* Also when the search was stopped: what it leaves is an answer. */
static enum status write_both(const struct items_time *time, FILE *certificates,
                              struct failure *failure) {
    enum status status = STATUS_OK;
    if (time->upper < INT_MAX)
        status = items_time_write(time, ITEMS_UPPER, NULL, certificates, NULL, failure);
    return status ? status : items_time_write(time, ITEMS_LOWER, NULL, certificates, NULL, failure);
}

enum status items_scan(struct items_plans *plans, const struct items_question *question, int count,
                       enum items_method method, enum items_encoding encoding,
                       const struct limits *limits, FILE *certificates, struct items_entry *entries,
                       struct failure *failure) {
    enum status status = STATUS_OK;
    for (int i = 0; i < count && !status; i++) {
        struct items_question one = *question;
        struct items_time time;
        one.items += i;
        status = items_time_find(plans, &one, method, encoding, limits, &time, failure);
        if (status)
            return status;
        if (certificates)
            status = write_both(&time, certificates, failure);
        entries[i] = (struct items_entry){one.items, time.counted, time.lower, time.upper,
                                          time.by,   time.reason,  time.nodes};
        items_time_clear(&time);
    }
    return status;
}
