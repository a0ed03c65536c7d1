/* SPDX-License-Identifier: MIT */
#include "solver/collective/single/reach_numbers.h"

#include <stdlib.h>

#include "automata/memory.h"

enum { MOST_PROCESSORS = 1000000000 };

static int64_t term(const struct reach_numbers *numbers, int64_t n) {
    if (n < numbers->transfer)
        return 1;
    if (n < numbers->apart)
        return 1 + n / numbers->transfer;
    return reach_number(numbers, n - numbers->apart) + reach_number(numbers, n - numbers->transfer);
}

static enum status fill(struct reach_numbers *numbers, int64_t processors,
                        struct failure *failure) {
    size_t room = 0;
    for (int64_t n = 0; n <= REACH_NUMBERS_MOST_TERMS; n++) {
        if ((size_t)n == room) {
            room = room ? 2 * room : 256;
            int64_t *larger = memory_resize(numbers->terms, room, sizeof *larger);
            if (!larger)
                return failure_memory(failure, "numbers of processors");
            numbers->terms = larger;
        }
        numbers->time = n;
        numbers->terms[n] = term(numbers, n);
        if (numbers->terms[n] >= processors)
            return STATUS_OK;
    }
    return failure_set(failure, STATUS_LIMIT, "%lld processors are not reached by time %d",
                       (long long)processors, REACH_NUMBERS_MOST_TERMS);
}

enum status reach_numbers_make(int64_t apart, int64_t transfer, int64_t processors,
                               struct reach_numbers *numbers, struct failure *failure) {
    if (apart < 1 || transfer < 1 || processors < 1 || processors > MOST_PROCESSORS)
        return failure_set(failure, STATUS_INPUT,
                           "sendings are at least 1 apart and take at least 1, and 1 to %d "
                           "processors are reached",
                           MOST_PROCESSORS);
    struct reach_numbers made = {.apart = apart, .transfer = transfer};
    enum status status = fill(&made, processors, failure);
    if (status)
        reach_numbers_clear(&made);
    else
        *numbers = made;
    return status;
}

void reach_numbers_clear(struct reach_numbers *numbers) {
    free(numbers->terms);
    *numbers = (struct reach_numbers){0};
}
