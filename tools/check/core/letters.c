/* SPDX-License-Identifier: MIT */
#include "core/letters.h"

static bool parse(struct letters *letters, struct word word) {
    if (!word_take_number(&word, READ_NUMBER_LIMIT, &letters->first))
        return false;
    letters->last = letters->first;
    if (word_take(&word, '-') && (!word_take_number(&word, READ_NUMBER_LIMIT, &letters->last) ||
                                  letters->last <= letters->first))
        return false;
    return word_take_copies(&word, &letters->copies);
}

bool letters_read(struct letters *letters, struct reader *reader) {
    struct word word = read_word(reader);
    if (!word.text)
        return false;
    return parse(letters, word) ||
           read_malformed(reader, "expected letters a, a-b, a*k or a-b*k, found '%.*s'",
                          WORD_IN_MESSAGE(word));
}

static uint64_t different(const struct letters *letters) {
    return (uint64_t)letters->last - letters->first + 1;
}

uint64_t letters_count(const struct letters *letters) {
    return different(letters) * letters->copies;
}

uint64_t letters_sum(const struct letters *letters) {
    return different(letters) * ((uint64_t)letters->first + letters->last) / 2 * letters->copies;
}
