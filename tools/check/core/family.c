/* SPDX-License-Identifier: MIT */
#include "core/family.h"

#include "core/big.h"
#include "core/memory.h"
#include "core/residues.h"
#include "core/schedule.h"

#include <stdlib.h>

struct family {
    struct reader *reader;
    bool numbers; /* else of depths */
    uint32_t latency;
    uint32_t from;    /* F, or T */
    uint32_t window;  /* U */
    uint32_t rest;    /* B */
    uint32_t without; /* exceptions so far */
    struct big_sequence f;
    struct schedule schedule;
    mpz_t processors; /* of the schedule that comes next */
    mpz_t found;
    uint32_t *full; /* depths t whose left parts must have f_{t-1} processors, ascending */
    size_t full_count, full_capacity, full_next;
};

/* Takes `key depth`, the depth that comes next. */
static bool read_depth(struct family *family, const char *key, uint32_t depth) {
    uint32_t found;
    return read_key(family->reader, key) &&
           read_number(family->reader, "depth", 0, READ_NUMBER_LIMIT, &found) &&
           (found == depth || read_refuted(family->reader, "the %s that comes next is %u, found %u",
                                           key, depth, found));
}

/* The lines of a schedule for `processors`; *blocks becomes whether it consists of blocks and one
 * receive-only processor. */
static bool check_schedule(struct family *family, uint32_t depth, bool *blocks) {
    struct schedule *schedule = &family->schedule;
    if (!read_line_end(family->reader) ||
        !schedule_start(schedule, family->latency, depth, 1, family->processors) ||
        !schedule_check(schedule))
        return false;
    *blocks = schedule->rest && !schedule->words;
    return true;
}

static bool check_blocks(struct family *family, uint32_t depth) {
    bool blocks;
    return check_schedule(family, depth, &blocks) &&
           (blocks || read_refuted(family->reader, "the schedule before this line is to consist of "
                                                   "blocks and one receive-only processor"));
}

static void except(struct family *family, const char *first) {
    verdict_claim(family->reader->verdict, "%s", family->without == 0 ? first : ", ");
    family->without++;
}

/* --- instances --- */

static bool check_none(struct family *family, uint32_t depth) {
    except(family, ", but none for t = ");
    verdict_claim(family->reader->verdict, "%u", depth);
    verdict_fields(family->reader->verdict, "but=%u", depth);
    return read_key(family->reader, "impossible") && read_line_end(family->reader) &&
           residue_rule_check(&family->f, family->reader, depth);
}

static bool check_whole(struct family *family, uint32_t depth) {
    if (!big_sequence_reach(&family->f, family->reader, depth))
        return false;
    mpz_set(family->processors, big_sequence_at(&family->f, depth));
    return check_blocks(family, depth) &&
           (depth < family->window || family->schedule.rest_value == family->rest ||
            read_refuted(family->reader, "the leaf left over by all instances is %u, found %u",
                         family->rest, family->schedule.rest_value));
}

static bool check_instance(struct family *family, uint32_t depth) {
    if (!read_depth(family, "instance", depth))
        return false;
    return read_has_more(family->reader) && depth < family->window ? check_none(family, depth)
                                                                   : check_whole(family, depth);
}

static bool check_ball(const struct family *family) {
    uint64_t ball = ((uint64_t)family->rest + 1) * family->schedule.root_size;
    return family->schedule.root_sum == ball ||
           read_refuted(family->reader,
                        "the root block before is not B-ball: expected head + sum = %llu, found "
                        "%llu",
                        (unsigned long long)ball, (unsigned long long)family->schedule.root_sum);
}

/* Up to U+L-1, the last of which has a block, as U >= 2L. */
static bool check_instances(struct family *family, uint32_t first) {
    for (uint32_t t = first; t < family->window + family->latency; t++)
        if (!check_instance(family, t))
            return false;
    return check_ball(family);
}

/* --- every number --- */

/* Takes `serve N depth t`. */
static bool read_serve(struct family *family, uint32_t depth) {
    if (!read_key(family->reader, "serve") ||
        !read_big(family->reader, "processors", family->found))
        return false;
    if (mpz_cmp(family->found, family->processors) != 0)
        return read_refuted_number(family->reader, "processors to be served next",
                                   family->processors, family->found);
    return read_depth(family, "depth", depth);
}

static void require_full(struct family *family, uint32_t depth) {
    family->full = memory_grow(family->full, &family->full_capacity, family->full_count + 1,
                               sizeof *family->full);
    family->full[family->full_count++] = depth;
}

/* Other words than blocks stood before, for f_depth; blocks one deeper stand behind them. */
static bool check_behind(struct family *family, uint32_t depth) {
    if (mpz_cmp(family->processors, big_sequence_at(&family->f, depth)) != 0)
        return read_refuted_number(family->reader, "other words may stand only for processors",
                                   big_sequence_at(&family->f, depth), family->processors);
    except(family, ", but for N = ");
    verdict_claim_number(family->reader->verdict, family->processors);
    verdict_field_number(family->reader->verdict, "but", family->processors);
    require_full(family, depth + family->latency);
    return read_serve(family, depth + 1) && check_blocks(family, depth + 1);
}

static bool check_serve(struct family *family, uint32_t depth) {
    bool blocks;
    return read_serve(family, depth) && check_schedule(family, depth, &blocks) &&
           (blocks || check_behind(family, depth));
}

/* Every N up to f_T, then f_{T+1}, .., f_{U-1}. */
static bool check_served(struct family *family) {
    mpz_set_ui(family->processors, 1);
    for (uint32_t t = 0; t <= family->from || t < family->window; t++) {
        if (!big_sequence_reach(&family->f, family->reader, t))
            return false;
        if (t > family->from)
            mpz_set(family->processors, big_sequence_at(&family->f, t));
        for (; mpz_cmp(family->processors, big_sequence_at(&family->f, t)) <= 0;
             mpz_add_ui(family->processors, family->processors, 1))
            if (!check_serve(family, t))
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

/* Takes `processors N`, f_{t-1} or perhaps one less. */
static bool read_left(struct family *family, uint32_t t) {
    bool full = is_full(family, t);
    if (!read_key(family->reader, "processors") ||
        !read_big(family->reader, "processors", family->processors))
        return false;
    mpz_sub(family->found, big_sequence_at(&family->f, t - 1), family->processors);
    return (mpz_sgn(family->found) >= 0 && mpz_cmp_ui(family->found, full ? 0 : 1) <= 0) ||
           read_refuted_number(family->reader,
                               full ? "processors of this left part, P(t-1)"
                                    : "processors of this left part, P(t-1) or one less",
                               big_sequence_at(&family->f, t - 1), family->processors);
}

/* Somebody outside takes the value t-L. */
static bool check_left(struct family *family, uint32_t t) {
    struct schedule *schedule = &family->schedule;
    if (!big_sequence_reach(&family->f, family->reader, t) || !read_depth(family, "left", t) ||
        !read_left(family, t) || !read_line_end(family->reader) ||
        !schedule_start(schedule, family->latency, t, 1, family->processors))
        return false;
    mpz_set_ui(schedule->count, 1);
    uint32_t first = t - family->latency;
    if (!balance_receive(
            &schedule->balance, "the root's first message",
            (struct values){.first = first, .last = first, .count = schedule->count}) ||
        !schedule_check(schedule))
        return false;
    return (!schedule->rest && !schedule->words) ||
           read_refuted(family->reader, "the left part before this line is to consist of blocks");
}

static bool check_lefts(struct family *family) {
    for (uint32_t t = family->from + 1; t < family->window + family->latency; t++)
        if (!check_left(family, t))
            return false;
    return true;
}

/* --- the whole --- */

/* Exceptions follow while the file is read. */
static void claim(const struct family *family) {
    struct verdict *verdict = family->reader->verdict;
    uint32_t L = family->latency;
    verdict_claim(verdict, "L=%u: for every ", L);
    verdict_fields(verdict, "L=%u of=%s", L, family->numbers ? "numbers" : "depths");
    if (family->numbers) {
        verdict_claim(verdict, "N >= 1 a stationary schedule with delay L+t on N processors "
                               "exists, t = min {t : N <= P(t)}, block-cyclic on a pruned tree");
        return;
    }
    verdict_claim(verdict,
                  "t >= %u a block-cyclic schedule with delay L+t on P(t) processors exists",
                  family->from);
    verdict_fields(verdict, "from=%u window=%u", family->from, family->window);
}

/* Takes the lines before the schedules. */
static bool read_frame(struct family *family) {
    struct reader *reader = family->reader;
    uint32_t *L = &family->latency;
    return read_number_line(reader, "latency", 1, READ_LATENCY_LIMIT, L) &&
           read_either(reader, "depths", "numbers", &family->numbers) &&
           read_number(reader, "depth", *L, READ_DEPTH_LIMIT, &family->from) &&
           read_line_end(reader) && read_key(reader, "window") &&
           read_number(reader, "window", 2 * *L, READ_DEPTH_LIMIT, &family->window) &&
           read_key(reader, "receive-only") &&
           read_number(reader, "receive-only", 0, *L - 1, &family->rest) && read_line_end(reader);
}

static bool check_family(struct family *family) {
    if (!family->numbers) /* the claim is for all t >= U at least */
        return check_instances(family,
                               family->from < family->window ? family->from : family->window);
    return check_served(family) && check_lefts(family) && check_instances(family, family->window);
}

bool rule_family(struct reader *reader) {
    struct family family = {.reader = reader};
    if (!read_frame(&family) || !read_charge(reader, BIG_WORK_OF_TERM * (uint64_t)family.latency))
        return false;
    claim(&family);
    big_sequence_init(&family.f, family.latency);
    schedule_init(&family.schedule, reader);
    mpz_inits(family.processors, family.found, NULL);
    bool right = check_family(&family);
    verdict_claim(reader->verdict, "%s",
                  right ? "; P(t) = 1 for 0 <= t < L, else P(t-1) + P(t-L)" : "");
    mpz_clears(family.processors, family.found, NULL);
    schedule_clear(&family.schedule);
    big_sequence_clear(&family.f);
    free(family.full);
    return right;
}
