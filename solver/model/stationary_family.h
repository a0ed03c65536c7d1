/* SPDX-License-Identifier: MIT */
/*
 * Families of stationary schedules: for every depth t >= T one schedule (solver/model/schedule.h),
 * by patterns of words whose counts and lengths depend on t. Depths that are equal modulo the
 * family's period share their patterns. Kind stationary-family of results/README.md writes them
 * down, and steadycheck proves them for all t at once; here they are only held and written out for
 * one depth.
 *
 * A pattern stands for words that begin with their head, whose item is sent at the first positions,
 * with the values head, head-1, .., last.
 */
#ifndef STEADYCAST_SOLVER_MODEL_STATIONARY_FAMILY_H
#define STEADYCAST_SOLVER_MODEL_STATIONARY_FAMILY_H

#include <stdbool.h>

#include "solver/model/schedule.h"

/* (a f(t-x) + b f(t-y) + slope t + constant) / divisor, f being the sequence of the latency (all of
 * the division is exact but for numbers of processors, which are rounded down). */
struct family_form {
    int divisor;     /* >= 1 */
    int factor[2];   /* a, b */
    int shift[2];    /* x, y; -x for f(t+x) */
    bool below_head; /* f(t-v-x) for the head v; only in patterns HEAD_RANGE */
    int slope;
    int constant;
};

enum head_kind {
    HEAD_FIXED, /* one word */
    HEAD_TOP,   /* one word, which grows with t: t - head */
    HEAD_RANGE  /* one word for each v = head, head + step, .. <= t - below */
};

struct word_pattern {
    int class; /* t modulo the period */
    struct family_form count;
    enum head_kind kind;
    int head;
    int below;
    int step;
    const char *start;  /* the letters behind the head, as digits; static */
    const char *repeat; /* again and again, until the size is reached; NULL for HEAD_FIXED */
    int less;           /* the size is the head's value - less */
    int last;           /* 0: nothing is sent */
};

struct stationary_family {
    int latency;
    int from; /* T */
    int period;
    struct family_form processors; /* N, rounded down */
    size_t count;
    size_t room;
    struct word_pattern *patterns; /* ascending by class */
};

void stationary_family_clear(struct stationary_family *family);

/* Appends a copy. */
enum status stationary_family_add(struct stationary_family *family,
                                  const struct word_pattern *pattern, struct failure *failure);

/* N at depth t >= T; `processors` is initialised. */
enum status stationary_family_processors(const struct stationary_family *family, int depth,
                                         mpz_ptr processors, struct failure *failure);

/*
 * The schedule for one depth t >= T, sorted and checked by its definition, N included: fills
 * `periodic` (not initialised before). O(t^2) letters. STATUS_INTERNAL if the family is wrong.
 */
enum status stationary_family_schedule(const struct stationary_family *family, int depth,
                                       struct schedule *periodic, struct failure *failure);

#endif
