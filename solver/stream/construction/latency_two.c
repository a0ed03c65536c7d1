/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/latency_two.h"

#include <stdbool.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/sequence.h"

/* --- the depths below 8 --- */

/* One schedule for each number of processors up to Q(7) = 20, written out. Found by hand and by
 * search; (t,N) = (4,5) and (5,8) are periodic, the others stationary. */

enum { TWO_SMALL_DEPTHS = 8, TWO_SMALL_PROCESSORS = 20 };

/* Words of digits with multiplicities; each processor sends the largest value that it holds. */
struct small_word {
    int count;
    const char *values;
};

struct small_schedule {
    int depth, period;
    struct small_word words[6]; /* ended by a count of 0 */
};

/* [N - 1] */
static const struct small_schedule schedules[TWO_SMALL_PROCESSORS] = {
    {0, 1, {{1, "0"}}},
    {2, 1, {{1, "20"}}},
    {3, 1, {{1, "31"}, {1, "0"}}},
    {4, 1, {{1, "420"}, {1, "1"}}},
    {4, 2, {{1, "4000"}, {1, "2411"}, {1, "02"}}},
    {5, 1, {{1, "53002"}, {1, "1"}}},
    {5, 1, {{1, "51130"}, {1, "20"}}},
    {5, 4, {{1, "2222"}, {1, "3131"}, {1, "1313"}, {1, "1511"}, {1, "5000015000050000"}}},
    {6, 1, {{1, "62011"}, {1, "423"}, {1, "1"}}},
    {6, 1, {{1, "612012"}, {1, "4"}, {1, "300"}}},
    {6, 1, {{1, "600"}, {1, "41122"}, {1, "300"}}},
    {6, 1, {{1, "601113"}, {1, "4000"}, {2, "2"}}},
    {6, 1, {{1, "600000"}, {1, "411"}, {1, "31"}, {2, "2"}}},
    {7, 1, {{1, "7131252"}, {1, "4000"}, {1, "312"}}},
    {7, 1, {{1, "7401"}, {1, "50000"}, {2, "312"}}},
    {7, 1, {{1, "7111112"}, {1, "52233"}, {1, "4000"}}},
    {7, 1, {{1, "7000000"}, {1, "5"}, {1, "411"}, {2, "31"}, {2, "2"}}},
    {7, 1, {{1, "7000000"}, {1, "5111"}, {1, "4"}, {1, "31"}, {1, "3"}, {3, "2"}}},
    {7, 1, {{1, "7000000"}, {1, "5111"}, {1, "411"}, {2, "3"}, {3, "2"}}},
    {7, 1, {{1, "7000000"}, {1, "5111"}, {1, "420"}, {2, "31"}, {2, "2"}}},
};

static enum status add_word(struct schedule *periodic, const struct small_word *word,
                            struct failure *failure) {
    int values[16];
    size_t length = strlen(word->values);
    for (size_t p = 0; p < length; p++)
        values[p] = word->values[p] - '0';
    BIG_OF(count, word->count);
    return schedule_add_word(periodic, count, values, NULL, length, failure);
}

/* Not checked. 1 <= processors <= TWO_SMALL_PROCESSORS. */
static enum status two_small_schedule(struct schedule *periodic, int processors,
                                      struct failure *failure) {
    const struct small_schedule *small = &schedules[processors - 1];
    schedule_init(periodic, 2, small->depth, small->period);
    for (const struct small_word *word = small->words; word < small->words + 6 && word->count;
         word++)
        TRY(add_word(periodic, word, failure));
    return STATUS_OK;
}

/* --- capacity and depth --- */

enum { LATENCY = 2 };

enum status latency_two_capacity(mpz_ptr capacity, int depth, struct failure *failure) {
    TRY(sequence_term(capacity, LATENCY, depth + 1, NULL, failure));
    mpz_add_ui(capacity, capacity, (unsigned long)depth);
    mpz_sub_ui(capacity, capacity, 1);
    mpz_fdiv_q_2exp(capacity, capacity, 1);
    if (depth == 0)
        mpz_set_ui(capacity, 1);
    return STATUS_OK;
}

enum status latency_two_depth(mpz_srcptr processors, int *depth, struct failure *failure) {
    if (mpz_sgn(processors) < 1)
        return failure_input(failure, "there is at least one processor");
    BIG(capacity);
    for (int t = 0; t <= LATENCY_TWO_MAX_DEPTH; t++) {
        TRY(latency_two_capacity(capacity, t, failure));
        *depth = t;
        if (mpz_cmp(processors, capacity) <= 0)
            return STATUS_OK;
    }
    return failure_limit(failure, "more than Q(%d) processors", LATENCY_TWO_MAX_DEPTH);
}

/* The tree and its words for one (t,N), t >= 8, in the notation of the theorem. */
struct plan {
    int depth;
    bool balls;           /* the root's word is filled like all others */
    mpz_t *f;             /* f_0 .. f_{t+1} */
    bool *looped;         /* [v]: the root's child v is a word of its own, with one child */
    unsigned long threes; /* q: nodes 3 that are words of their own */
    mpz_t *nodes;         /* [w]: nodes of value w, 1 <= w <= t-2; [t]: the root, if it is filled */
    mpz_t leaves;         /* k: nodes 2 without child, in the words of others */
    mpz_t zeros;          /* j: words that begin v 0 */
    mpz_t pairs;          /* of the leaves 2, those not yet in a word */
    int *word;            /* scratch, t values */
    struct schedule *periodic;
};

static void plan_clear(struct plan *plan) {
    numbers_free(plan->f);
    numbers_free(plan->nodes);
    FREE_ALL(plan->looped, plan->word);
    mpz_clears(plan->leaves, plan->zeros, plan->pairs, NULL);
}

static enum status plan_init(struct plan *plan, int depth, bool balls, struct failure *failure) {
    size_t t = (size_t)depth;
    *plan = (struct plan){.depth = depth,
                          .balls = balls,
                          .f = sequence_terms(2, 1, t + 2),
                          .nodes = numbers_new(t + 1)};
    mpz_inits(plan->leaves, plan->zeros, plan->pairs, NULL);
    return memory_check(plan->f && plan->nodes && NEW(t + 1, plan->looped) && NEW(t, plan->word),
                        failure, "a schedule");
}

/* Gives up f_{t+1} + t - 1 - 2N halves of a processor, the largest pieces first; t fewer if the
 * root is filled. */
static void choose_loops(struct plan *plan, mpz_srcptr processors) {
    BIG(rest, piece);
    mpz_add_ui(rest, plan->f[plan->depth + 1], (unsigned long)plan->depth - 1);
    if (plan->balls)
        mpz_sub_ui(rest, rest, (unsigned long)plan->depth);
    mpz_submul_ui(rest, processors, 2);
    for (int v = plan->depth - 2; v >= 4; v--) {
        mpz_sub_ui(piece, plan->f[v], 2);
        if (mpz_cmp(piece, rest) <= 0) {
            plan->looped[v] = true;
            mpz_sub(rest, rest, piece);
        }
    }
    plan->threes = mpz_get_ui(rest);
}

/* A node v with one child v-2 has f_{v-3-w} nodes of value w <= v-3 fewer below it. */
static void count_nodes(struct plan *plan) {
    for (int w = 1; w <= plan->depth - 2; w++) {
        mpz_set(plan->nodes[w], plan->f[plan->depth - 2 - w]);
        for (int v = w + 3; v <= plan->depth - 2; v++)
            if (plan->looped[v])
                mpz_sub(plan->nodes[w], plan->nodes[w], plan->f[v - 3 - w]);
    }
    mpz_set_ui(plan->nodes[plan->depth], plan->balls);
}

/* 2 (k + j) = O - (t - 2), where O counts the nodes >= 2 that are in no loop; O - 1, if the root is
 * one of them. */
static enum status choose_leaves(struct plan *plan, struct failure *failure) {
    BIG(twice);
    for (int w = 2; w <= plan->depth - 2; w++) {
        mpz_add(twice, twice, plan->nodes[w]);
        if (plan->looped[w])
            mpz_sub_ui(twice, twice, 1);
    }
    mpz_sub_ui(twice, twice, plan->threes);
    if (!plan->balls)
        mpz_sub_ui(twice, twice, (unsigned long)plan->depth - 2);
    bool good = mpz_sgn(twice) >= 0 && mpz_even_p(twice);
    mpz_fdiv_q_2exp(twice, twice, 1);
    mpz_set(plan->leaves, mpz_cmp(twice, plan->nodes[2]) < 0 ? twice : plan->nodes[2]);
    mpz_sub(plan->zeros, twice, plan->leaves);
    mpz_set(plan->pairs, plan->leaves);
    return good ? STATUS_OK
                : failure_internal(failure, "the nodes of depth %d do not fit", plan->depth);
}

/* `count` words that begin with `head` values in plan->word; of the `fill` cells behind, `pairs`
 * times 2 0. */
static enum status add_filled(struct plan *plan, mpz_srcptr count, int head, int fill, int pairs,
                              struct failure *failure) {
    int *word = plan->word, length = head;
    if (mpz_sgn(count) == 0)
        return STATUS_OK;
    for (int i = 2 * pairs; i < fill; i++)
        word[length++] = 1;
    for (int i = 0; i < pairs; i++) {
        word[length++] = 2;
        word[length++] = 0;
    }
    return schedule_add_word(plan->periodic, count, word, NULL, (size_t)length, failure);
}

/* The same without saying how many pairs: as many as are left, one word with a part of them. */
static enum status add_words(struct plan *plan, mpz_srcptr count, int head, int fill,
                             struct failure *failure) {
    unsigned long room = (unsigned long)fill / 2;
    if (room == 0 || mpz_sgn(count) == 0)
        return add_filled(plan, count, head, fill, 0, failure);
    BIG(full, rest);
    mpz_fdiv_q_ui(full, plan->pairs, room);
    if (mpz_cmp(full, count) > 0)
        mpz_set(full, count);
    TRY(add_filled(plan, full, head, fill, (int)room, failure));
    mpz_submul_ui(plan->pairs, full, room);
    mpz_sub(rest, count, full);
    if (mpz_sgn(rest) > 0 && mpz_sgn(plan->pairs) > 0) { /* fewer than `room` are left */
        mpz_set_ui(full, 1);
        TRY(add_filled(plan, full, head, fill, (int)mpz_get_ui(plan->pairs), failure));
        mpz_set_ui(plan->pairs, 0);
        mpz_sub_ui(rest, rest, 1);
    }
    return add_filled(plan, rest, head, fill, 0, failure);
}

static enum status add_heads(struct plan *plan, int v, struct failure *failure) {
    BIG(ordinary, with_zero);
    mpz_set(ordinary, plan->nodes[v]);
    if (plan->looped[v])
        mpz_sub_ui(ordinary, ordinary, 1);
    if (v == 3)
        mpz_sub_ui(ordinary, ordinary, plan->threes);
    if (v == 2)
        mpz_sub(ordinary, ordinary, plan->leaves);
    if (v >= 4) {
        mpz_set(with_zero, mpz_cmp(plan->zeros, ordinary) < 0 ? plan->zeros : ordinary);
        mpz_sub(plan->zeros, plan->zeros, with_zero);
        mpz_sub(ordinary, ordinary, with_zero);
    }
    plan->word[0] = v;
    TRY(add_words(plan, ordinary, 1, v - 2, failure));
    plan->word[1] = 0;
    return v >= 4 ? add_words(plan, with_zero, 2, v - 4, failure) : STATUS_OK;
}

static enum status add_loops(struct plan *plan, struct failure *failure) {
    BIG_OF(count, plan->threes);
    int three = 3;
    if (plan->threes)
        TRY(schedule_add_word(plan->periodic, count, &three, NULL, 1, failure));
    mpz_set_ui(count, 1);
    for (int v = 4; v <= plan->depth - 2; v++)
        if (plan->looped[v])
            TRY(schedule_add_word(plan->periodic, count, &v, NULL, 1, failure));
    memset(plan->word, 0, (size_t)plan->depth * sizeof *plan->word);
    plan->word[0] = plan->depth;
    return plan->balls ? STATUS_OK
                       : schedule_add_word(plan->periodic, count, plan->word, NULL,
                                           (size_t)plan->depth, failure);
}

static enum status add_all(struct plan *plan, mpz_srcptr processors, struct failure *failure) {
    choose_loops(plan, processors);
    count_nodes(plan);
    TRY(choose_leaves(plan, failure));
    TRY(add_loops(plan, failure));
    for (int v = 2; v <= plan->depth - 2; v++)
        TRY(add_heads(plan, v, failure));
    return plan->balls ? add_heads(plan, plan->depth, failure) : STATUS_OK;
}

static enum status build(struct schedule *periodic, int depth, bool balls, mpz_srcptr processors,
                         struct failure *failure) {
    CLEANUP(plan_clear) struct plan plan;
    TRY(plan_init(&plan, depth, balls, failure));
    schedule_init(periodic, LATENCY, depth, 1);
    plan.periodic = periodic;
    return add_all(&plan, processors, failure);
}

enum status latency_two_schedule(struct schedule *periodic, mpz_srcptr processors,
                                 struct failure *failure) {
    int depth;
    CLEANUP(schedule_clear) struct schedule result = {0};
    TRY(latency_two_depth(processors, &depth, failure));
    TRY(depth < TWO_SMALL_DEPTHS ? two_small_schedule(&result, (int)mpz_get_si(processors), failure)
                                 : build(&result, depth, false, processors, failure));
    TRY(schedule_finish(&result, processors, failure));
    *periodic = TAKE(result);
    return STATUS_OK;
}

enum status latency_two_balls_depth(mpz_srcptr processors, int *depth, struct failure *failure) {
    if (mpz_sgn(processors) < 1)
        return failure_input(failure, "there is at least one processor");
    CLEANUP(sequence_clear) struct sequence sequence = {0};
    TRY(sequence_init(&sequence, LATENCY, failure));
    BIG(twice);
    mpz_mul_2exp(twice, processors, 1);
    for (int t = 0; t <= LATENCY_TWO_MAX_DEPTH; t++) {
        sequence_next(&sequence);
        *depth = t;
        if (mpz_cmp(sequence_value(&sequence), twice) > 0)
            return STATUS_OK;
    }
    return failure_limit(failure, "f_%d or more processors", LATENCY_TWO_MAX_DEPTH);
}

enum status latency_two_balls_schedule(struct schedule *periodic, mpz_srcptr processors,
                                       struct failure *failure) {
    static const bool exception[10] = {[3] = true, [4] = true, [5] = true, [7] = true, [9] = true};
    int depth;
    CLEANUP(schedule_clear) struct schedule result = {0};
    TRY(latency_two_balls_depth(processors, &depth, failure));
    if (mpz_cmp_ui(processors, 10) < 0 && exception[mpz_get_ui(processors)])
        return failure_input(failure, "there are no such words for 3, 4, 5, 7 and 9");
    TRY(build(&result, depth, true, processors, failure));
    TRY(schedule_finish(&result, processors, failure));
    *periodic = TAKE(result);
    return STATUS_OK;
}
