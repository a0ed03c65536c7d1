/* SPDX-License-Identifier: MIT */
#include "rest/fractional_word.h"

static bool receive(struct fractional_word *word, struct reader *reader, uint32_t value,
                    uint32_t copies) {
    word->sum += (uint64_t)value * copies;
    return read_charge(reader, copies) &&
           (closed_word_receive(&word->values, value, copies) || closed_word_too_long(reader));
}

static bool has_its_leaves(const struct fractional_word *word, struct reader *reader) {
    return word->leaves == 0 || read_malformed(reader, "the head %c%u has %u leaves too few",
                                               word->is_b ? 'B' : 'A', word->head, word->leaves);
}

/* `A` or `B` is taken. */
static bool take_head(struct fractional_word *word, struct reader *reader, struct word number,
                      bool is_b) {
    uint32_t value, least = word->latency + is_b;
    if (!has_its_leaves(word, reader))
        return false;
    if (word->heads > 0 && word->head == word->tail)
        return read_malformed(reader, "only the last head may be a tail");
    if (!word_take_number(&number, word->tail, &value) || number.length > 0 || value < least)
        return read_malformed(reader, "a head %c has a value from %u to %u", is_b ? 'B' : 'A',
                              least, word->tail);
    word->heads++;
    word->heads_a += !is_b;
    word->head = value;
    word->is_b = is_b;
    word->leaves = value - least;
    return receive(word, reader, value, 1);
}

static bool take_leaf(struct fractional_word *word, struct reader *reader, struct word item) {
    uint32_t value, copies;
    struct word rest = item;
    if (!word_take_number(&rest, word->latency, &value) || !word_take_copies(&rest, &copies))
        return read_malformed(reader,
                              "expected Av, Bv, a leaf w or w*k, w <= %u, or times, found '%.*s'",
                              word->latency, WORD_IN_MESSAGE(item));
    if (copies > word->leaves)
        return read_malformed(reader, "the head %c%u has more leaves than it can",
                              word->is_b ? 'B' : 'A', word->head);
    word->leaves -= copies;
    return receive(word, reader, value, copies);
}

bool fractional_word_read(struct fractional_word *word, struct reader *reader) {
    closed_word_restart(&word->values);
    word->heads = word->heads_a = word->head = word->leaves = 0;
    word->sum = 0;
    for (;;) {
        struct word item = read_word(reader), rest = item;
        if (!item.text)
            return false;
        if (word_is(item, "times"))
            return has_its_leaves(word, reader) &&
                   (word->heads > 0 || read_malformed(reader, "the word has no head"));
        bool is_b = word_take(&rest, 'B'), is_head = is_b || word_take(&rest, 'A');
        if (!is_head && word->heads == 0)
            return read_malformed(reader, "a word begins with a head, Av or Bv");
        if (is_head ? !take_head(word, reader, rest, is_b) : !take_leaf(word, reader, item))
            return false;
    }
}

/* What is under way at the end beside the tail lands within M-1 steps. */
static bool ends_on_ground(const struct fractional_word *word, struct reader *reader) {
    const struct closed_word *values = &word->values;
    for (uint32_t p = 0; p < values->length; p++)
        if (values->value[p] != word->tail &&
            p + values->value[p] > values->length + word->mean - 2)
            return read_refuted(reader,
                                "the value %u at position %u lands more than %u steps behind the "
                                "end, where fill follows",
                                values->value[p], p, word->mean - 2);
    return true;
}

bool fractional_word_check(struct fractional_word *word, struct reader *reader, uint32_t *mean) {
    uint32_t length = word->values.length;
    bool is_tail = word->head == word->tail;
    if (word->sum % length != 0)
        return read_refuted(reader, "the sum of the values is not divisible by the length %u",
                            length);
    *mean = (uint32_t)(word->sum / length);
    if (is_tail && *mean != word->mean)
        return read_refuted(reader, "the mean of a word with a tail is %u, found %u", word->mean,
                            *mean);
    if (word->heads == 1)
        return true;
    return closed_word_is_legal(&word->values, reader, "") &&
           (!is_tail || ends_on_ground(word, reader));
}
