#include "core/pruned.h"

/* Additions that a line takes besides those of its letters. */
enum { WORK_OF_LINE = 8 };

void pruned_rule_init(struct pruned_rule *rule, uint32_t latency) {
    *rule = (struct pruned_rule){.latency = latency};
    letters_init(&rule->values, "leaves have the values", "head");
    mpz_inits(rule->processors, rule->roots, rule->count, NULL);
}

void pruned_rule_clear(struct pruned_rule *rule) {
    letters_clear(&rule->values);
    mpz_clears(rule->processors, rule->roots, rule->count, NULL);
}

static bool take_node(struct pruned_rule *rule, struct reader *reader, uint32_t depth,
                      uint32_t value, const char *what) {
    if (value == depth)
        mpz_add(rule->roots, rule->roots, rule->count);
    else if (depth >= rule->latency && value <= depth - rule->latency)
        letters_use(&rule->values, rule->count, value, value, 1);
    else
        return read_refuted(reader, "%s: value %u is never received: it is neither t nor <= t-L",
                            what, value);
    return true;
}

/* `limit` as big.h tells it. */
static bool is_within(struct reader *reader, const char *limit) {
    return !limit || read_malformed(reader, "the blocks are beyond the limit of %s", limit);
}

bool pruned_rule_work(struct pruned_rule *rule, struct reader *reader, uint64_t work) {
    return is_within(reader, big_cost_work(&rule->cost, work));
}

/* Where the reading of one tree stands. */
struct progress {
    uint32_t depth, head, size;
    mpz_srcptr most; /* processors */
    bool started;
};

static bool check_count(struct pruned_rule *rule, struct reader *reader, mpz_srcptr most) {
    if (mpz_sgn(rule->count) == 0)
        return read_malformed(reader, "a count is 1 or more, found 0");
    if (mpz_cmp(rule->count, most) > 0)
        return read_refuted_number(reader, "count of blocks, not above that of processors", most,
                                   rule->count);
    uint64_t additions = (uint64_t)reader->words + WORK_OF_LINE;
    return is_within(reader,
                     big_cost_add(&rule->cost, rule->count, rule->values.count, additions, 0));
}

static bool read_head(struct pruned_rule *rule, struct reader *reader, struct progress *at) {
    uint32_t last = at->head;
    if (!read_key(reader, "block") ||
        !read_number(reader, "head", 0, READ_NUMBER_LIMIT, &at->head) ||
        !read_number(reader, "block size", 1, READ_NUMBER_LIMIT, &at->size) ||
        !read_big(reader, "count", rule->count))
        return false;
    if (!check_count(rule, reader, at->most))
        return false;
    if (at->started && at->head > last)
        return read_malformed(reader, "the heads of the blocks ascend from %u to %u", last,
                              at->head);
    if ((uint64_t)at->size + rule->latency - 1 > at->head)
        return read_refuted(reader, "a head of value %u can't send %u times: it would arrive late",
                            at->head, at->size);
    return take_node(rule, reader, at->depth, at->head, "head");
}

static bool read_block(struct pruned_rule *rule, struct reader *reader, struct progress *at) {
    uint64_t sum = 0;
    if (!read_head(rule, reader, at))
        return false;
    uint32_t first = at->head - rule->latency;
    letters_add(&rule->values, rule->count, first - (at->size - 1), first);
    mpz_addmul_ui(rule->processors, rule->count, at->size);
    if (!(at->size == 1
              ? read_line_end(reader)
              : letters_read(&rule->values, reader, rule->count, at->head, at->size, &sum)))
        return false;
    if (!at->started) {
        rule->root_size = at->size;
        rule->root_sum = sum;
    }
    at->started = true;
    return true;
}

static bool check_balance(const struct pruned_rule *rule, struct reader *reader, uint32_t depth) {
    uint32_t value;
    if (mpz_cmp_ui(rule->roots, 1) != 0)
        return read_refuted(reader, "value %u is to be received exactly once", depth);
    int missing = depth < rule->latency ? 0 : letters_unbalanced(&rule->values, &value);
    return missing == 0 || read_refuted(reader, "value %u is received %s often than it is sent for",
                                        value, missing < 0 ? "more" : "less");
}

static bool start(struct pruned_rule *rule, struct reader *reader, uint32_t depth) {
    mpz_set_ui(rule->processors, 0);
    mpz_set_ui(rule->roots, 0);
    mpz_set_ui(rule->count, 1);
    if (depth < rule->latency)
        return true;
    if (!pruned_rule_work(rule, reader, BIG_WORK_OF_NUMBER * ((uint64_t)depth - rule->latency + 1)))
        return false;
    letters_start(&rule->values, (uint32_t)READ_NUMBER_LIMIT + 1, depth - rule->latency);
    return true;
}

static bool check_blocks(struct pruned_rule *rule, struct reader *reader, uint32_t depth,
                         mpz_srcptr most) {
    struct progress at = {.depth = depth, .most = most};
    while (read_is_at(reader, "block"))
        if (!read_block(rule, reader, &at))
            return false;
    return check_balance(rule, reader, depth);
}

bool pruned_rule_check(struct pruned_rule *rule, struct reader *reader, uint32_t depth,
                       uint32_t receive_only, mpz_srcptr most) {
    return start(rule, reader, depth) &&
           take_node(rule, reader, depth, receive_only, "receive-only") &&
           check_blocks(rule, reader, depth, most);
}

bool pruned_rule_check_left(struct pruned_rule *rule, struct reader *reader, uint32_t depth,
                            mpz_srcptr most) {
    return start(rule, reader, depth) &&
           take_node(rule, reader, depth, depth - rule->latency, "the root's first message") &&
           check_blocks(rule, reader, depth, most);
}

/* The claim is put together before the evidence is read; it counts only if all that follows is
 * right. */
static bool check_schedule(struct pruned_rule *rule, struct reader *reader, uint32_t depth,
                           mpz_ptr processors) {
    uint32_t L = rule->latency, receive_only;
    if (!read_big_line(reader, "processors", processors))
        return false;
    verdict_claim(reader->verdict, "L=%u t=%u N=", L, depth);
    verdict_claim_number(reader->verdict, processors);
    verdict_field(reader->verdict, "L", "%u", L);
    verdict_field(reader->verdict, "t", "%u", depth);
    verdict_field_number(reader->verdict, "N", processors);
    verdict_claim(reader->verdict,
                  ": a block-cyclic schedule on a pruned tree with delay L+t = %u on N processors "
                  "exists",
                  L + depth);
    if (!read_number_line(reader, "receive-only", 0, READ_NUMBER_LIMIT, &receive_only) ||
        !pruned_rule_check(rule, reader, depth, receive_only, processors))
        return false;
    mpz_add_ui(rule->processors, rule->processors, 1);
    return mpz_cmp(rule->processors, processors) == 0 ||
           read_refuted_number(reader, "processors of all blocks before this line, and one",
                               processors, rule->processors);
}

bool rule_pruned(struct reader *reader) {
    uint32_t latency, depth;
    if (!read_number_line(reader, "latency", 1, READ_LATENCY_LIMIT, &latency) ||
        !read_number_line(reader, "depth", 0, READ_DEPTH_LIMIT, &depth))
        return false;
    struct pruned_rule rule;
    mpz_t processors;
    mpz_init(processors);
    pruned_rule_init(&rule, latency);
    bool right = check_schedule(&rule, reader, depth, processors);
    pruned_rule_clear(&rule);
    mpz_clear(processors);
    return right;
}
