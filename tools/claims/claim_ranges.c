/* SPDX-License-Identifier: MIT */
#include "tools/claims/claim_ranges.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

enum { MOST_NUMBER = 1000000000 };

bool claim_number_read(const char **text, long *number) {
    char *end;
    if (!isdigit((unsigned char)**text))
        return false;
    errno = 0;
    *number = strtol(*text, &end, 10);
    *text = end;
    return errno == 0 && *number <= MOST_NUMBER;
}

static enum status add_range(struct claim_ranges *ranges, char *word, struct failure *failure) {
    struct claim_range range = {.key = NULL};
    char *equals = strchr(word, '=');
    const char *rest = equals ? equals + 1 : "";
    bool well = equals && equals > word && claim_number_read(&rest, &range.first);
    range.last = range.first;
    if (well && strncmp(rest, "..", 2) == 0) {
        rest += 2;
        well = claim_number_read(&rest, &range.last);
    }
    if (!well || *rest || range.first > range.last)
        return failure_set(failure, STATUS_INPUT,
                           "expected KEY=A..B or KEY=A, with A <= B <= 10^9, not '%.80s'", word);
    struct claim_range *list = memory_resize(ranges->list, ranges->count + 1, sizeof *ranges->list);
    if (!list)
        return failure_memory(failure, "the ranges of a case");
    ranges->list = list;
    *equals = 0;
    range.key = strdup(word);
    if (!range.key)
        return failure_memory(failure, "the ranges of a case");
    list[ranges->count++] = range;
    return STATUS_OK;
}

enum status claim_ranges_read(struct claim_ranges *ranges, char *text, struct failure *failure) {
    char *rest = NULL;
    enum status status = STATUS_OK;
    for (char *word = strtok_r(text, " ", &rest); word && !status;
         word = strtok_r(NULL, " ", &rest))
        status = add_range(ranges, word, failure);
    return status;
}

void claim_ranges_clear(struct claim_ranges *ranges) {
    for (size_t i = 0; i < ranges->count; i++)
        free(ranges->list[i].key);
    free(ranges->list);
    *ranges = (struct claim_ranges){0};
}
