/* SPDX-License-Identifier: MIT */
#include "core/stated.h"

bool stated_read(struct stated *stated, struct reader *reader, const char *key, uint32_t least) {
    stated->line = reader->number;
    return read_number_line(reader, key, least, READ_NUMBER_LIMIT, &stated->number);
}

bool stated_check(const struct stated *stated, struct reader *reader, const char *key,
                  uint64_t found) {
    return found == stated->number ||
           read_refuted_at(reader, stated->line, "%s: expected %llu, found %u", key,
                           (unsigned long long)found, stated->number);
}
