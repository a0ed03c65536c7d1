/* SPDX-License-Identifier: MIT */
/*
 * Does what steadycheck confirmed answer a question about a stream on a LogP machine
 * (SUBJECT_STREAM)? The rate is one item in G = max(g,2o) cycles, l = L+2o, h = max(g,o), N = P-1.
 *
 * The bound D = l+S, S >= 1, is proved by prices (g >= 2o) that allow fewer than N for S-1; or by
 * how many can know an item, A(S-1) < N, for g <= o A(S-1) + A(S-1-h) < N, where the second term,
 * there for S-1 >= h, has a certificate of its own behind the first one (Proposition 8 of
 * results/THEOREMS.md).
 */
#ifndef STEADYCAST_TOOLS_CONFIRMED_STREAM_H
#define STEADYCAST_TOOLS_CONFIRMED_STREAM_H

#include <gmp.h>
#include <stdbool.h>

#include "solver/question/question.h"

/* A schedule for this machine, capacity and N, whose delay is `bound`. */
bool confirmed_stream_schedule(const char *fields, const struct question *question,
                               const char *bound);

/* Is the bound a file of one or two certificates, for --stream: g <= o? */
bool confirmed_stream_is_file(const struct question *question);

/* The claims of all certificates of a bound, taken in their order. Both texts are borrowed. `end`
 * says whether they prove it, and gives back what they took. */
struct confirmed_stream {
    const struct question *question;
    const char *bound;
    mpz_t most; /* of all so far, added up */
    int count;
    bool priced;
    bool wrong;
};
void confirmed_stream_begin(struct confirmed_stream *stream, const struct question *question,
                            const char *bound);
void confirmed_stream_take(struct confirmed_stream *stream, const char *fields);
bool confirmed_stream_end(struct confirmed_stream *stream);

/* The same of one claim that is all there is. */
bool confirmed_stream_bound(const char *fields, const struct question *question, const char *bound);

#endif
