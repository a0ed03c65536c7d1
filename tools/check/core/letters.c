#include "core/letters.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

/* The blocks of the line at hand. */
struct line {
    mpz_srcptr number;
    uint32_t first, size;
    uint64_t sum; /* so far */
};

void letters_init(struct letters *letters, const char *range, const char *first) {
    *letters = (struct letters){.range = range, .first = first};
}

void letters_clear(struct letters *letters) {
    for (size_t i = 0; i < letters->count; i++)
        mpz_clear(letters->change[i]);
    free(letters->change);
    free(letters->seen);
}

void letters_start(struct letters *letters, uint32_t below, uint32_t highest) {
    size_t need = (size_t)highest + 2;
    letters->below = below;
    letters->highest = highest;
    for (size_t j = 0; j < need && j < letters->count; j++)
        mpz_set_ui(letters->change[j], 0);
    letters->change =
        memory_grow(letters->change, &letters->capacity, need, sizeof *letters->change);
    for (; letters->count < need; letters->count++)
        mpz_init(letters->change[letters->count]);
}

void letters_add(struct letters *letters, mpz_srcptr number, uint32_t first, uint32_t last) {
    mpz_add(letters->change[first], letters->change[first], number);
    mpz_sub(letters->change[last + 1], letters->change[last + 1], number);
}

void letters_use(struct letters *letters, mpz_srcptr number, uint32_t first, uint32_t last,
                 uint32_t copies) {
    mpz_submul_ui(letters->change[first], number, copies);
    mpz_addmul_ui(letters->change[last + 1], number, copies);
}

/* Up to the first difference that is not 0 all letters are used up. */
int letters_unbalanced(const struct letters *letters, uint32_t *letter) {
    for (uint32_t j = 0; j <= letters->highest; j++)
        if (mpz_sgn(letters->change[j]) != 0) {
            *letter = j;
            return mpz_sgn(letters->change[j]);
        }
    return 0;
}

bool letters_exist(const struct letters *letters, struct reader *reader, uint32_t letter) {
    return letter <= letters->highest ||
           read_refuted(reader, "letter %u: %s 0..%u", letter, letters->range, letters->highest);
}

/* Marks residue `value` mod size as taken by a position of the word. */
static bool take_residue(struct letters *letters, uint32_t size, uint64_t value) {
    unsigned char *seen = letters->seen + value % size;
    bool free_before = !*seen;
    *seen = 1;
    return free_before;
}

static bool read_letters_of_word(struct letters *letters, struct reader *reader,
                                 struct line *line) {
    uint32_t size = line->size;
    if (reader->words != size - 1)
        return read_malformed(reader, "a word of a block of size %u has %u letters, found %zu",
                              size, size - 1, reader->words);
    letters->seen = memory_grow(letters->seen, &letters->seen_capacity, size, 1);
    memset(letters->seen, 0, size);
    take_residue(letters, size, line->first);
    for (uint32_t p = 1; p < size; p++) {
        uint32_t letter;
        if (!read_number(reader, "letter", 0, letters->below - 1, &letter) ||
            !letters_exist(letters, reader, letter))
            return false;
        if (!take_residue(letters, size, (uint64_t)p + letter))
            return read_refuted(reader,
                                "the word is not legal: letter %u at position %u lands where "
                                "an earlier one does, modulo %u",
                                letter, p, size);
        letters_use(letters, line->number, letter, letter, 1);
        line->sum += letter;
    }
    return true;
}

struct item {
    uint32_t first, last, copies;
};

static bool parse_item(struct word word, uint32_t most, struct item *item) {
    item->copies = 1;
    if (!word_take_number(&word, most, &item->first))
        return false;
    item->last = item->first;
    if (word_take(&word, '-') &&
        (!word_take_number(&word, most, &item->last) || item->last <= item->first))
        return false;
    if (word_take(&word, '*') &&
        (!word_take_number(&word, READ_NUMBER_LIMIT, &item->copies) || item->copies < 2))
        return false;
    return word.length == 0;
}

static bool read_item(const struct letters *letters, struct reader *reader, uint32_t least,
                      struct item *item) {
    struct word word = read_word(reader);
    if (!word.text)
        return false;
    if (!parse_item(word, letters->below - 1, item))
        return read_malformed(reader,
                              "expected letters a, a-b, a*k or a-b*k below %u, found '%.*s'",
                              letters->below, WORD_IN_MESSAGE(word));
    return item->first >= least ||
           read_malformed(reader, "items ascend and do not overlap: expected %u or more, found %u",
                          least, item->first);
}

static bool check_sum(const struct letters *letters, struct reader *reader,
                      const struct line *line) {
    uint64_t sum = line->first + line->sum, remainder = sum % line->size;
    return remainder == 0 ||
           read_refuted(reader, "%s + sum = %llu should be divisible by %u, the remainder is %llu",
                        letters->first, (unsigned long long)sum, line->size,
                        (unsigned long long)remainder);
}

static bool read_items(struct letters *letters, struct reader *reader, struct line *line) {
    uint64_t total = 0;
    uint32_t least = 0, size = line->size;
    while (reader->words > 0) {
        struct item item;
        if (!read_item(letters, reader, least, &item))
            return false;
        uint64_t different = (uint64_t)item.last - item.first + 1;
        total += different * item.copies;
        if (total > size - 1)
            break; /* before the sum could overflow */
        if (!letters_exist(letters, reader, item.last))
            return false;
        letters_use(letters, line->number, item.first, item.last, item.copies);
        line->sum += different * ((uint64_t)item.first + item.last) / 2 * item.copies;
        least = item.last + 1;
    }
    if (total != size - 1)
        return read_malformed(reader, "a block of size %u has %u letters, found %s", size, size - 1,
                              total > size - 1 ? "more" : "fewer");
    return check_sum(letters, reader, line);
}

bool letters_read(struct letters *letters, struct reader *reader, mpz_srcptr number, uint32_t first,
                  uint32_t size, uint64_t *sum) {
    struct line line = {.number = number, .first = first, .size = size};
    bool multiset;
    if (!read_either(reader, "word", "letters", &multiset) ||
        !(multiset ? read_items : read_letters_of_word)(letters, reader, &line))
        return false;
    *sum = line.sum;
    return read_line_end(reader);
}
