/* SPDX-License-Identifier: MIT */
/*
 * What the engines of serve.h share.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_SERVE_PARTS_H
#define STEADYCAST_SOLVER_QUESTION_SERVE_PARTS_H

#include "solver/question/serve.h"

/* What an engine says when the prices do not answer, into an answer that is initialised. */
typedef enum status serve_own(const struct serve_question *question, const struct limits *limits,
                              struct answer *answer, struct failure *failure);

/* How an engine of this name answers: by prices, or by its own means. */
enum status serve_after_prices(const char *engine, serve_own *own,
                               const struct serve_question *question, const struct limits *limits,
                               struct answer *answer, struct failure *failure);

/* Feasible, by a schedule that the answer takes over. */
void serve_give(struct answer *answer, const struct schedule *schedule);

/* STATUS_LIMIT for t < L and for numbers of processors beyond int. */
enum status serve_check_small(const struct serve_question *question, struct failure *failure);

/* Answers by the formula for one period. The reason of an unknown answer stays. */
enum status serve_ask_formula(const struct serve_question *question, int period,
                              enum schedule_roles roles, const struct limits *limits,
                              struct answer *answer, struct failure *failure);

/* A search was exhausted, which is no certificate: the formula has to be refuted as well, or the
 * answer stays unknown. STATUS_INTERNAL if it has a model. */
enum status serve_confirm_none(const struct serve_question *question, enum schedule_roles roles,
                               const struct limits *limits, struct answer *answer,
                               struct failure *failure);

#endif
