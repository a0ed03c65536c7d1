#include "core/blocks.h"

/* Where the reading of one instance stands. */
struct progress {
    uint32_t depth;
    uint32_t highest;     /* letter of the instance */
    uint32_t small, root; /* sizes: 1..small, then root */
    uint32_t size;        /* of the blocks that come now */
    mpz_t missing;        /* of this size */
    mpz_t count;          /* of the current line */
    uint64_t sum;         /* of the letters of the last block read */
};

void block_rule_init(struct block_rule *rule, uint32_t latency) {
    rule->latency = latency;
    big_sequence_init(&rule->f, latency);
    letters_init(&rule->letters, "the letters of the instance are", "L-1");
}

void block_rule_clear(struct block_rule *rule) {
    big_sequence_clear(&rule->f);
    letters_clear(&rule->letters);
}

static void start_letters(struct block_rule *rule, uint32_t depth, uint32_t highest) {
    letters_start(&rule->letters, rule->latency, highest);
    for (uint32_t j = 0; j <= highest; j++)
        letters_add(&rule->letters, big_sequence_at(&rule->f, depth - rule->latency - j), j, j);
}

static bool all_letters_used(struct block_rule *rule, struct reader *reader) {
    uint32_t letter;
    int unused = letters_unbalanced(&rule->letters, &letter);
    return unused == 0 ||
           read_refuted(reader,
                        "the blocks before this line use letter %u too %s: the instance has %s "
                        "copies of it",
                        letter, unused > 0 ? "seldom" : "often", unused > 0 ? "more" : "fewer");
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
    return letters_read(&rule->letters, reader, at->count, rule->latency - 1, at->size, &at->sum);
}

static bool check_all(struct block_rule *rule, struct reader *reader, struct progress *at,
                      uint32_t receive_only) {
    start_letters(rule, at->depth, at->highest);
    if (!letters_exist(&rule->letters, reader, receive_only))
        return false;
    mpz_set_ui(at->count, 1);
    letters_use(&rule->letters, at->count, receive_only, receive_only, 1);
    start_size(rule, at, at->small > 0 ? 1 : at->root);
    while (read_is_at(reader, "block"))
        if (!check_block(rule, reader, at))
            return false;
    if (!size_complete(reader, at))
        return false;
    if (at->size != at->root)
        return read_refuted(reader, "the blocks of sizes above %u are missing here", at->size);
    return all_letters_used(rule, reader);
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
        verdict_field(reader->verdict, "L", "%u", rule->latency);
        verdict_field(reader->verdict, "t", "%u", depth);
        verdict_field_number(reader->verdict, "N", processors);
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
