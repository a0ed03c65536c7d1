/* SPDX-License-Identifier: MIT */
/* Can an endless stream be served to N processors with delay l + t, by a schedule of a class? The
 * engines of SUBJECT_SERVE. Those for any schedule are what the least delay and the capacity ask as
 * well, one N and t after the other, so that neither knows what the other does not. */
#pragma once

#include "solver/base/limits.h"
#include "solver/question/decide/outcome.h"
#include "solver/question/question.h"

/* The values of a question about streams. */
struct stream_asked {
    struct machine machine; /* may borrow the question */
    int depth;              /* t, or s on a LogP machine */
    mpz_t processors;       /* N >= 1, the source not counted */
    enum schedule_class class;
    int period; /* of CLASS_PERIODIC: T >= 1; of CLASS_ANY: the first that formulas try, or 0 */
    bool keep;  /* of CLASS_PERIODIC: after a period every processor has its own role again */
};

/* Of any subject about streams; what it does not have is 0, and CLASS_ANY. Clear after it. */
struct stream_asked stream_asked(const struct question *question);
void stream_asked_clear(struct stream_asked *asked);

/* Fills `outcome`, which is initialised. A schedule may have a smaller depth or a period that
 * divides the one asked for: it serves all the same. STATUS_LIMIT: too large for this engine; the
 * caller clears the outcome after any failure. */
typedef enum status serve_engine(const struct stream_asked *asked, const struct limits *limits,
                                 struct outcome *outcome, struct failure *failure);

/* In the postal model: words in closed form, and prices; the search for words; formulas. */
serve_engine serve_construction, serve_search, serve_sat;

/* Blocks on a pruned tree by local search, which proves nothing: N up to
 * PRUNED_FIND_MAX_PROCESSORS, else it is unknown. */
serve_engine serve_local;

/* On any LogP machine, the postal one too: the stream that is known (logp_stream.h); prices, for g
 * >= 2o; streams of any words by an integer program, and by a formula (searched_stream.h), of the
 * period asked for, or of 1 and then 2. The last one is the first of these two that is not beyond
 * its limits. */
serve_engine serve_logp_stream, serve_logp_words;

/* One engine after the other, as far as `engines`, ended by NULL, go, until one knows that there is
 * a schedule. STATUS_LIMIT where the last one refuses. */
enum status serve_first(serve_engine *const engines[], const struct stream_asked *asked,
                        const struct limits *limits, struct outcome *outcome,
                        struct failure *failure);

/* STATUS_LIMIT for machines that prices are not for, g < 2o, and for a machine or a depth beyond
 * their limits. */
enum status serve_check_prices(const struct logp_machine *machine, long depth,
                               struct failure *failure);

/* --- for the engines of block-cyclic schedules --- */

/* Prices that exclude every schedule, or what the engine says by its own means. */
enum status serve_after_prices(serve_engine *own, const struct stream_asked *asked,
                               const struct limits *limits, struct outcome *outcome,
                               struct failure *failure);

/* STATUS_LIMIT for t < L and for numbers of processors beyond int. */
enum status serve_check_small(const struct stream_asked *asked, struct failure *failure);

/* Answers by the formula for one period. The reason of an unknown answer stays. */
enum status serve_ask_formula(const struct stream_asked *asked, int period,
                              enum schedule_roles roles, const struct limits *limits,
                              struct outcome *outcome, struct failure *failure);

/* A search was exhausted, which is no certificate: the formula has to be refuted as well, or the
 * answer stays unknown. STATUS_INTERNAL if it has a model. */
enum status serve_confirm_none(const struct stream_asked *asked, enum schedule_roles roles,
                               const struct limits *limits, struct outcome *outcome,
                               struct failure *failure);

/* Block-cyclic schedules: the union rule; M. Hall's theorem; words without that theorem; the
 * formula alone. */
serve_engine serve_blocks_construction, serve_blocks_deal, serve_blocks_search, serve_blocks_sat;
