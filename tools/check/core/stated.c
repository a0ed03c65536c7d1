#include "core/stated.h"

bool stated_read(struct stated *stated, struct reader *reader, const char *key, uint32_t least) {
    stated->line = reader->number;
    return read_number_line(reader, key, least, READ_NUMBER_LIMIT, &stated->number);
}

bool stated_check(const struct stated *stated, struct reader *reader, const char *key,
                  uint64_t found) {
    if (found == stated->number)
        return true;
    uint64_t here = reader->number;
    reader->number = stated->line;
    read_refuted(reader, "%s: expected %llu, found %u", key, (unsigned long long)found,
                 stated->number);
    reader->number = here; /* reading goes on to the digest */
    return false;
}
