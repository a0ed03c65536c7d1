/* SPDX-License-Identifier: MIT */
/* For the tests: prices of a LogP machine with a gap, in cases and by whole items, judged without
 * the checker's ideas. What a class pays in a step at least is the least mean of a cycle of its
 * states (Karp 1978); whole items are all tried, one by one; and streams of a few processors are
 * sought, which no bound may deny. */
#pragma once

#include <stdbool.h>

enum { PRICES_VALUES = 20, PRICES_GAP = 6, PRICES_CASES = 60, PRICES_ANY = 1 << 30 };

enum price_kind { PRICES_SPLIT, PRICES_ALONE, PRICES_WHOLE };

/* A line `split`, or what stands where a case ends. Lists are by values in cycles. */
struct price_case {
    enum price_kind kind;
    long class, number; /* of the split */
    long D, bound;
    long pay[PRICES_VALUES + 1]; /* the root's behind the last price */
    long earn[PRICES_VALUES + 1];
    long own[PRICES_GAP];
    bool largest; /* the potential is told by these three lists */
    long single[PRICES_VALUES + 1], most[PRICES_VALUES + 1], other[PRICES_VALUES + 1];
};

/* In the order in which they are told. */
struct priced {
    long l, g, s;
    long count;
    struct price_case cases[PRICES_CASES];
};

/* How many processors each class has. */
struct price_ranges {
    long least[PRICES_GAP], most[PRICES_GAP];
};

enum prices_judgement { PRICES_FAILS, PRICES_HOLDS, PRICES_OPEN };

/* The largest whole number that a processor of class e pays in a step more than it earns. */
long prices_judge_least(const struct priced *p, const struct price_case *c, long e);

/* What the case allows. */
long prices_judge_bound(const struct priced *p, const struct price_ranges *ranges,
                        const struct price_case *c);

/* Do the prices exclude whole items? Open if there are too many of these. */
enum prices_judgement prices_judge_whole(const struct priced *p, const struct price_ranges *ranges,
                                         const struct price_case *c);

/* Sets all bounds to what the cases allow, as far as these are cases. */
void prices_judge_set_bounds(struct priced *p);

/* All cases: do they follow each other, and prove what they claim? */
enum prices_judgement prices_judge(const struct priced *p);

/* The largest bound of all cases. */
long prices_judge_claim(const struct priced *p);

/* So many processors have a stream, or more. */
long prices_judge_reached(long l, long g, long s);
