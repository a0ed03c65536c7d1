#include "rule_blocks.h"

#include "check_memory.h"

#include <stdlib.h>
#include <string.h>

/* Where the reading of one instance stands. */
struct progress {
    uint32_t depth;
    uint32_t highest;     /* letters 0..highest occur in the instance */
    uint32_t small, root; /* sizes: 1..small, then root */
    uint32_t size;        /* of the blocks that come now */
    mpz_t missing;        /* of this size */
    mpz_t count;          /* of the current line */
    uint64_t sum;         /* of the letters of the current block */
};

void block_rule_init(struct block_rule *rule, uint32_t latency) {
    rule->latency = latency;
    big_sequence_init(&rule->f, latency);
    rule->change = big_array_new((size_t)latency + 1);
    rule->seen = NULL;
    rule->seen_capacity = 0;
}

void block_rule_clear(struct block_rule *rule) {
    big_sequence_clear(&rule->f);
    big_array_free(rule->change, (size_t)rule->latency + 1);
    free(rule->seen);
}

/* Takes count * copies of each letter first..last. */
static void use_letters(struct block_rule *rule, mpz_srcptr count, uint32_t first, uint32_t last,
                        uint32_t copies) {
    mpz_submul_ui(rule->change[first], count, copies);
    mpz_addmul_ui(rule->change[last + 1], count, copies);
}

static void start_letters(struct block_rule *rule, uint32_t depth, uint32_t highest) {
    for (uint32_t j = 0; j <= highest + 1; j++)
        mpz_set_ui(rule->change[j], 0);
    for (uint32_t j = 0; j <= highest; j++) {
        mpz_srcptr copies = big_sequence_at(&rule->f, depth - rule->latency - j);
        mpz_add(rule->change[j], rule->change[j], copies);
        mpz_sub(rule->change[j + 1], rule->change[j + 1], copies);
    }
}

static bool all_letters_used(struct block_rule *rule, struct reader *reader, uint32_t highest) {
    for (uint32_t j = 0; j <= highest; j++) {
        if (j > 0)
            mpz_add(rule->change[j], rule->change[j], rule->change[j - 1]);
        int unused = mpz_sgn(rule->change[j]);
        if (unused != 0)
            return read_refuted(reader,
                                "the blocks before this line use letter %u too %s: the instance "
                                "has %s copies of it",
                                j, unused > 0 ? "seldom" : "often", unused > 0 ? "more" : "fewer");
    }
    return true;
}

static bool letter_exists(struct reader *reader, const struct progress *at, uint32_t letter) {
    return letter <= at->highest ||
           read_refuted(reader, "letter %u: the letters of the instance are 0..%u", letter,
                        at->highest);
}

/* Marks residue `value` mod size as taken by a position of the word. */
static bool take_residue(struct block_rule *rule, uint32_t size, uint64_t value) {
    unsigned char *seen = rule->seen + value % size;
    bool free_before = !*seen;
    *seen = 1;
    return free_before;
}

static bool check_word(struct block_rule *rule, struct reader *reader, struct progress *at) {
    if (reader->words != at->size - 1)
        return read_malformed(reader, "a word of a block of size %u has %u letters, found %zu",
                              at->size, at->size - 1, reader->words);
    rule->seen = memory_grow(rule->seen, &rule->seen_capacity, at->size, 1);
    memset(rule->seen, 0, at->size);
    take_residue(rule, at->size, rule->latency - 1);
    for (uint32_t p = 1; p < at->size; p++) {
        uint32_t letter;
        if (!read_number(reader, "letter", 0, rule->latency - 1, &letter) ||
            !letter_exists(reader, at, letter))
            return false;
        if (!take_residue(rule, at->size, (uint64_t)p + letter))
            return read_refuted(reader,
                                "the word is not legal: letter %u at position %u lands where "
                                "an earlier one does, modulo %u",
                                letter, p, at->size);
        use_letters(rule, at->count, letter, letter, 1);
        at->sum += letter;
    }
    return true;
}

struct item {
    uint32_t first, last, copies;
};

static bool parse_item(struct word word, uint32_t latency, struct item *item) {
    item->copies = 1;
    if (!word_take_number(&word, latency - 1, &item->first))
        return false;
    item->last = item->first;
    if (word_take(&word, '-') &&
        (!word_take_number(&word, latency - 1, &item->last) || item->last <= item->first))
        return false;
    if (word_take(&word, '*') &&
        (!word_take_number(&word, READ_NUMBER_LIMIT, &item->copies) || item->copies < 2))
        return false;
    return word.length == 0;
}

static bool read_item(struct block_rule *rule, struct reader *reader, uint32_t least,
                      struct item *item) {
    struct word word = read_word(reader);
    if (!word.text)
        return false;
    if (!parse_item(word, rule->latency, item))
        return read_malformed(reader,
                              "expected letters a, a-b, a*k or a-b*k below %u, found '%.*s'",
                              rule->latency, WORD_IN_MESSAGE(word));
    return item->first >= least ||
           read_malformed(reader, "items ascend and do not overlap: expected %u or more, found %u",
                          least, item->first);
}

static bool check_letters(struct block_rule *rule, struct reader *reader, struct progress *at) {
    uint64_t total = 0;
    uint32_t least = 0;
    while (reader->words > 0) {
        struct item item;
        if (!read_item(rule, reader, least, &item))
            return false;
        uint64_t different = (uint64_t)item.last - item.first + 1;
        total += different * item.copies;
        if (total > at->size - 1)
            break; /* before the sum could overflow */
        if (!letter_exists(reader, at, item.last))
            return false;
        use_letters(rule, at->count, item.first, item.last, item.copies);
        at->sum += different * ((uint64_t)item.first + item.last) / 2 * item.copies;
        least = item.last + 1;
    }
    if (total != at->size - 1)
        return read_malformed(reader, "a block of size %u has %u letters, found %s", at->size,
                              at->size - 1, total > at->size - 1 ? "more" : "fewer");
    uint64_t remainder = (rule->latency - 1 + at->sum) % at->size;
    return remainder == 0 ||
           read_refuted(reader, "L-1 + sum = %llu should be divisible by %u, the remainder is %llu",
                        (unsigned long long)(rule->latency - 1 + at->sum), at->size,
                        (unsigned long long)remainder);
}

/* The number of blocks of the size that comes now. */
static void start_size(struct block_rule *rule, struct progress *at, uint32_t size) {
    at->size = size;
    if (size == at->root)
        mpz_set_ui(at->missing, 1);
    else
        mpz_set(at->missing, big_sequence_at(&rule->f, at->small - size));
}

static bool size_complete(struct reader *reader, const struct progress *at) {
    return mpz_sgn(at->missing) == 0 ||
           read_refuted(reader, "too few blocks of size %u before this line", at->size);
}

static bool move_to_size(struct block_rule *rule, struct reader *reader, struct progress *at,
                         uint32_t size) {
    if (size < at->size)
        return read_malformed(reader, "the sizes of the blocks descend from %u to %u", at->size,
                              size);
    if (size == at->size)
        return true;
    if (!size_complete(reader, at))
        return false;
    if (at->size == at->root)
        return read_refuted(reader, "the largest block has size %u, found one of size %u", at->root,
                            size);
    start_size(rule, at, at->size < at->small ? at->size + 1 : at->root);
    return size == at->size ||
           read_refuted(reader, "expected a block of size %u, found size %u", at->size, size);
}

static bool check_block(struct block_rule *rule, struct reader *reader, struct progress *at) {
    uint32_t size;
    if (!read_key(reader, "block") ||
        !read_number(reader, "block size", 1, READ_NUMBER_LIMIT, &size) ||
        !read_big(reader, "count", at->count))
        return false;
    if (mpz_sgn(at->count) == 0)
        return read_malformed(reader, "a count is 1 or more, found 0");
    if (!move_to_size(rule, reader, at, size))
        return false;
    if (mpz_cmp(at->missing, at->count) < 0)
        return read_refuted_number(reader, "count of blocks left to list of this size at most",
                                   at->missing, at->count);
    mpz_sub(at->missing, at->missing, at->count);
    at->sum = 0;
    bool letters;
    return read_either(reader, "word", "letters", &letters) &&
           (letters ? check_letters : check_word)(rule, reader, at) && read_line_end(reader);
}

static bool check_all(struct block_rule *rule, struct reader *reader, struct progress *at,
                      uint32_t receive_only) {
    start_letters(rule, at->depth, at->highest);
    if (!letter_exists(reader, at, receive_only))
        return false;
    mpz_set_ui(at->count, 1);
    use_letters(rule, at->count, receive_only, receive_only, 1);
    start_size(rule, at, at->small > 0 ? 1 : at->root);
    while (read_is_at(reader, "block"))
        if (!check_block(rule, reader, at))
            return false;
    if (!size_complete(reader, at))
        return false;
    if (at->size != at->root)
        return read_refuted(reader, "the blocks of sizes above %u are missing here", at->size);
    return all_letters_used(rule, reader, at->highest);
}

bool block_rule_check(struct block_rule *rule, struct reader *reader, uint32_t depth,
                      uint32_t receive_only, uint64_t *root_sum) {
    uint32_t L = rule->latency;
    struct progress at = {.depth = depth};
    if (!big_sequence_reach(&rule->f, depth - L))
        return read_malformed(reader, "depth %u is beyond the limit of this checker for latency %u",
                              depth, L);
    at.highest = depth - L < L - 1 ? depth - L : L - 1;
    at.root = depth - L + 1;
    at.small = depth >= 2 * L ? depth - 2 * L + 1 : 0;
    mpz_inits(at.missing, at.count, NULL);
    bool right = check_all(rule, reader, &at, receive_only);
    *root_sum = at.sum; /* the root block is the last line */
    mpz_clears(at.missing, at.count, NULL);
    return right;
}

/* The claim is put together before the evidence is read; it counts only if all that follows is
 * right. */
static bool check_processors(struct block_rule *rule, struct reader *reader, uint32_t depth) {
    mpz_t processors;
    mpz_init(processors);
    bool right = read_big_line(reader, "processors", processors);
    if (right && !big_sequence_reach(&rule->f, depth))
        right = read_malformed(reader, "depth %u is beyond the limit of this checker", depth);
    if (right && mpz_cmp(processors, big_sequence_at(&rule->f, depth)) != 0)
        right = read_refuted_number(reader, "processors (the line before)",
                                    big_sequence_at(&rule->f, depth), processors);
    if (right) {
        verdict_claim(reader->verdict, "L=%u t=%u N=", rule->latency, depth);
        verdict_claim_number(reader->verdict, processors);
    }
    mpz_clear(processors);
    return right;
}

static bool check_schedule(struct block_rule *rule, struct reader *reader, uint32_t depth) {
    uint32_t L = rule->latency, receive_only;
    uint64_t root_sum;
    if (!check_processors(rule, reader, depth))
        return false;
    verdict_claim(reader->verdict,
                  ": a block-cyclic schedule with delay L+t = %u on N processors exists",
                  L + depth);
    if (!read_number_line(reader, "receive-only", 0, L - 1, &receive_only))
        return false;
    if (depth < L)
        return receive_only == depth ||
               read_refuted(reader, "the only processor receives the letter %u, found %u", depth,
                            receive_only);
    return block_rule_check(rule, reader, depth, receive_only, &root_sum);
}

bool rule_block_cyclic(struct reader *reader) {
    uint32_t latency, depth;
    if (!read_number_line(reader, "latency", 1, READ_LATENCY_LIMIT, &latency) ||
        !read_number_line(reader, "depth", 0, READ_DEPTH_LIMIT, &depth))
        return false;
    struct block_rule rule;
    block_rule_init(&rule, latency);
    bool right = check_schedule(&rule, reader, depth);
    block_rule_clear(&rule);
    return right;
}
