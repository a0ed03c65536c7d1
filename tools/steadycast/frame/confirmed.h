/* SPDX-License-Identifier: MIT */
/*
 * Does what steadycheck confirmed (fields.h) answer the question that was asked?
 *
 * A claim may say more than was asked for: a schedule with a smaller delay, prices that exclude
 * every kind of schedule. What follows from it is decided here, in one place, for all who ask.
 */
#ifndef STEADYCAST_TOOLS_CONFIRMED_H
#define STEADYCAST_TOOLS_CONFIRMED_H

#include "solver/items/items_question.h"
#include "solver/question/question.h"
#include "solver/question/serve.h"

/* Is there a schedule of this class (with SERVE_PERIODIC and its period) for N = `processors`, its
 * delay L+t or less? */
bool confirmed_serves(const char *fields, const struct serve_question *question);

/* Is there none? */
bool confirmed_excludes(const char *fields, const struct serve_question *question);

/* K items: is there a schedule that ends at this time exactly; is there none that ends before? */
bool confirmed_items_end(const char *fields, const struct items_question *question, int time);
bool confirmed_items_need(const char *fields, const struct items_question *question, int time);

/* For any subject: that the answer is yes, or the number is reached, `bound` being the number, NULL
 * for yes; and that the answer is no, or the number is not passed. */
bool confirmed_schedule(const char *fields, const struct question *question, const char *bound);
bool confirmed_bound(const char *fields, const struct question *question, const char *bound);

/* All delays from P = 2 on, read from the claims of a stream in their order: for each P a schedule,
 * and before the first of each delay > L that less is impossible. */
struct confirmed_delays {
    int latency;
    long served;  /* P-1 of the last schedule */
    int depth;    /* t of all since the last bound */
    bool bounded; /* that bound had no schedule yet */
    bool wrong;
};
void confirmed_delays_take(struct confirmed_delays *delays, const char *fields);
bool confirmed_delays_end(const struct confirmed_delays *delays, long processors,
                          const char *delay);

#endif
