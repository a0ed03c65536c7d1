#include "core/pruned_family.h"

#include "core/big.h"
#include "core/memory.h"
#include "core/pruned.h"
#include "core/words.h"

#include <stdlib.h>

struct family {
    uint32_t latency;
    uint32_t from;         /* T */
    uint32_t window;       /* U */
    uint32_t receive_only; /* B */
    struct big_sequence f;
    struct pruned_rule blocks;
    mpz_t processors; /* N, of the schedule that comes next */
    mpz_t found;
    uint32_t *full; /* depths t whose left parts must have f_{t-1} processors, ascending */
    size_t full_count, full_capacity;
    size_t full_next;
};

/* Moves the sequence so that f_t can be read. Contract: t is one more than the last time, or near
 * it, so that the work may be counted behind it. */
static bool reach(struct family *family, struct reader *reader, uint32_t t) {
    if (!big_sequence_reach(&family->f, t))
        return read_malformed(reader, "depth %u is beyond the limit of this checker", t);
    return pruned_rule_work(&family->blocks, reader, mpz_size(big_sequence_at(&family->f, t)));
}

static bool is_processors(const struct family *family, struct reader *reader, const char *what) {
    return mpz_cmp(family->blocks.processors, family->processors) == 0 ||
           read_refuted_number(reader, what, family->processors, family->blocks.processors);
}

/* The blocks of a schedule that leaves over x, for `processors`. */
static bool check_blocks(struct family *family, struct reader *reader, uint32_t depth,
                         uint32_t receive_only) {
    struct pruned_rule *blocks = &family->blocks;
    if (!pruned_rule_check(blocks, reader, depth, receive_only, family->processors))
        return false;
    mpz_add_ui(blocks->processors, blocks->processors, 1);
    return is_processors(family, reader, "processors of all blocks before this line, and one");
}

/* Takes `key depth`, the depth that comes next. */
static bool read_depth(struct reader *reader, const char *key, uint32_t depth) {
    uint32_t found;
    return read_key(reader, key) && read_number(reader, "depth", 0, READ_NUMBER_LIMIT, &found) &&
           (found == depth ||
            read_refuted(reader, "the %s that comes next is %u, found %u", key, depth, found));
}

/* Takes `serve N depth t`. */
static bool read_serve(struct family *family, struct reader *reader, uint32_t depth) {
    if (!read_key(reader, "serve") || !read_big(reader, "processors", family->found))
        return false;
    if (mpz_cmp(family->found, family->processors) != 0)
        return read_refuted_number(reader, "processors to be served next", family->processors,
                                   family->found);
    return read_depth(reader, "depth", depth);
}

/* Takes x and the blocks behind it. */
static bool read_pruned(struct family *family, struct reader *reader, uint32_t depth) {
    uint32_t receive_only;
    return read_number(reader, "receive-only", 0, READ_NUMBER_LIMIT, &receive_only) &&
           read_line_end(reader) && check_blocks(family, reader, depth, receive_only);
}

static void require_full(struct family *family, uint32_t depth) {
    family->full = memory_grow(family->full, &family->full_capacity, family->full_count + 1,
                               sizeof *family->full);
    family->full[family->full_count++] = depth;
}

/* A stationary schedule and the one of kind pruned behind it. Contract: f_depth was reached. */
static bool read_stationary(struct family *family, struct reader *reader, uint32_t depth) {
    if (mpz_cmp(family->processors, big_sequence_at(&family->f, depth)) != 0)
        return read_refuted_number(reader, "a stationary schedule may stand only for processors",
                                   big_sequence_at(&family->f, depth), family->processors);
    verdict_claim(reader->verdict, family->full_count == 0 ? ", but for N = " : ", ");
    verdict_claim_number(reader->verdict, family->processors);
    verdict_field_number(reader->verdict, "but", family->processors);
    require_full(family, depth + family->latency);
    return read_line_end(reader) &&
           words_check_stationary(reader, family->latency, depth, family->processors,
                                  &family->blocks.cost.work, NULL) &&
           read_serve(family, reader, depth + 1) && read_key(reader, "receive-only") &&
           read_pruned(family, reader, depth + 1);
}

static bool check_serve(struct family *family, struct reader *reader, uint32_t depth) {
    bool stationary;
    return read_serve(family, reader, depth) &&
           read_either(reader, "receive-only", "stationary", &stationary) &&
           (stationary ? read_stationary : read_pruned)(family, reader, depth);
}

/* Every N up to f_T, then f_{T+1}, .., f_{U-1}. */
static bool check_served(struct family *family, struct reader *reader) {
    mpz_set_ui(family->processors, 1);
    for (uint32_t t = 0; t <= family->from || t < family->window; t++) {
        if (!reach(family, reader, t))
            return false;
        if (t > family->from)
            mpz_set(family->processors, big_sequence_at(&family->f, t));
        for (; mpz_cmp(family->processors, big_sequence_at(&family->f, t)) <= 0;
             mpz_add_ui(family->processors, family->processors, 1))
            if (!check_serve(family, reader, t))
                return false;
    }
    return true;
}

/* Must the left part of this depth have f_{t-1} processors? Asked in ascending order of t. */
static bool is_full(struct family *family, uint32_t t) {
    while (family->full_next < family->full_count && family->full[family->full_next] < t)
        family->full_next++;
    return family->full_next < family->full_count && family->full[family->full_next] == t;
}

static bool check_left(struct family *family, struct reader *reader, uint32_t t) {
    if (!reach(family, reader, t) || !read_depth(reader, "left", t) ||
        !read_key(reader, "processors") || !read_big(reader, "processors", family->processors))
        return false;
    mpz_sub(family->found, big_sequence_at(&family->f, t - 1), family->processors);
    if (mpz_sgn(family->found) < 0 || mpz_cmp_ui(family->found, is_full(family, t) ? 0 : 1) > 0)
        return read_refuted_number(reader,
                                   is_full(family, t)
                                       ? "processors of this left part, P(t-1)"
                                       : "processors of this left part, P(t-1) or one less",
                                   big_sequence_at(&family->f, t - 1), family->processors);
    return read_line_end(reader) &&
           pruned_rule_check_left(&family->blocks, reader, t, family->processors) &&
           is_processors(family, reader, "processors of all blocks before this line");
}

static bool check_ball(const struct family *family, struct reader *reader, uint32_t depth) {
    uint64_t found = depth + family->blocks.root_sum;
    uint64_t ball = ((uint64_t)family->receive_only + 1) * family->blocks.root_size;
    return found == ball ||
           read_refuted(reader,
                        "the root block before is not B-ball: expected head + sum = %llu, found "
                        "%llu",
                        (unsigned long long)ball, (unsigned long long)found);
}

static bool check_instance(struct family *family, struct reader *reader, uint32_t t) {
    uint32_t receive_only;
    if (!reach(family, reader, t) || !read_depth(reader, "instance", t) ||
        !read_key(reader, "receive-only") ||
        !read_number(reader, "receive-only", 0, READ_NUMBER_LIMIT, &receive_only))
        return false;
    if (receive_only != family->receive_only)
        return read_refuted(reader, "the leaf left over by all instances is %u, found %u",
                            family->receive_only, receive_only);
    mpz_set(family->processors, big_sequence_at(&family->f, t));
    return read_line_end(reader) && check_blocks(family, reader, t, receive_only);
}

static bool check_family(struct family *family, struct reader *reader) {
    uint32_t end = family->window + family->latency; /* U+L */
    if (!check_served(family, reader))
        return false;
    for (uint32_t t = family->from + 1; t < end; t++)
        if (!check_left(family, reader, t))
            return false;
    for (uint32_t t = family->window; t < end; t++)
        if (!check_instance(family, reader, t))
            return false;
    return check_ball(family, reader, end - 1);
}

/* Takes the lines before the schedules. */
static bool read_frame(struct family *family, struct reader *reader) {
    uint32_t L, T;
    if (!read_number_line(reader, "latency", 1, READ_LATENCY_LIMIT, &L) ||
        !read_number_line(reader, "from", L, READ_DEPTH_LIMIT, &T) || !read_key(reader, "window") ||
        !read_number(reader, "window", 2 * L, READ_DEPTH_LIMIT, &family->window) ||
        !read_key(reader, "receive-only") ||
        !read_number(reader, "receive-only", 0, L - 1, &family->receive_only) ||
        !read_line_end(reader))
        return false;
    family->latency = L;
    family->from = T;
    verdict_claim(reader->verdict,
                  "L=%u: for every N >= 1 a stationary schedule with delay L+t on N processors "
                  "exists, t = min {t : N <= P(t)}, block-cyclic on a pruned tree",
                  L);
    verdict_field(reader->verdict, "L", "%u", L);
    return true;
}

bool rule_pruned_family(struct reader *reader) {
    struct family family = {.full_count = 0};
    if (!read_frame(&family, reader))
        return false;
    big_sequence_init(&family.f, family.latency);
    pruned_rule_init(&family.blocks, family.latency);
    mpz_inits(family.processors, family.found, NULL);
    bool right = check_family(&family, reader);
    mpz_clears(family.processors, family.found, NULL);
    pruned_rule_clear(&family.blocks);
    big_sequence_clear(&family.f);
    free(family.full);
    return right;
}
