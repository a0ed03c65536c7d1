/* SPDX-License-Identifier: MIT */
/* The question for a periodic schedule (solver/model/schedule.h) with N processors and delay L+t,
 * as a formula, clause by clause as results/README.md ("Kind impossible-periodic") specifies it.
 * The checker builds the same formula from the same text: a change here is a change there.
 *
 * In outline: rows of a table are processors, one column for each step of a period. A row has the
 * states of the window automaton before each step, receptions and sends. Rows that continue each
 * other after a period stand one below the other: they are the closed words, each written from its
 * first row on. So nothing like a permutation matrix is needed; the size is O(N T t (N + t)), or
 * with narrow counters as much less as few rows receive most values.
 * Order among the words, which is not of the plain formula (formula_order), breaks most of the
 * symmetry. */
#pragma once

#include "solver/model/schedule.h"
#include "solver/proof/sat/formula.h"

/* Questions beyond are refused; PicoSAT hardly ever decides one of more than 50 processors. */
enum { PERIODIC_MAX_PROCESSORS = 128, PERIODIC_MAX_DEPTH = 64, PERIODIC_MAX_PERIOD = 64 };

struct periodic_question {
    int latency, depth, processors, period;
    enum schedule_roles roles; /* blocks: T = 1 */
};

/* STATUS_INPUT unless L >= 1, t >= L, N >= 1 and T >= 1, for blocks T = 1; STATUS_LIMIT beyond the
 * limits above. */
enum status periodic_question_check(const struct periodic_question *question,
                                    struct failure *failure);

/* How far receptions and sends of a value are counted. Wide counters go up to N, and the formula is
 * the one of the text, which proofs are about. Narrow ones end where no more processors can have an
 * item by then, and refuse more. Every schedule keeps to that, so as many schedules are models; but
 * no short proof of it is known: it is for the search of a model. */
enum periodic_counters { COUNTERS_WIDE, COUNTERS_NARROW };

/* Errors as above, and STATUS_LIMIT beyond the limits of formulas. O(size of the formula). */
enum status periodic_formula_build(const struct periodic_question *question,
                                   enum periodic_counters counters, struct formula *formula,
                                   struct failure *failure);

/* How variables are numbered: most[w] is how far receptions of w are counted; the counters stand
 * from the variable counters + 1 to `order`, then comes the order of words up to `variables`. */
struct periodic_layout {
    int most[PERIODIC_MAX_DEPTH + 1], counters, order, variables;
};

/* Of a question that has a formula. */
struct periodic_layout periodic_formula_layout(const struct periodic_question *question,
                                               enum periodic_counters counters);

/* The schedule that a model, with counters of either sort, gives (model[v]: variable v is true),
 * sorted and checked by its definition. STATUS_INTERNAL if it is none. */
enum status periodic_formula_decode(const struct periodic_question *question, const bool *model,
                                    struct schedule *schedule, struct failure *failure);
