/* SPDX-License-Identifier: MIT */
/* Fractional streams: what the plain streams of N processors with latency L come to when N grows.
 *
 * The unit is f_t, and alpha^-j stands for f_(t-j), alpha^L = alpha^(L-1) + 1, f_(t-1) <= N <= f_t.
 * There are alpha^(-L-v) nodes of value v; of those of value 0 only z = N - f_(t-1) are kept, and
 * so many of the heads are A. Put M = floor(alpha^(L-1)) + 1. Three points matter:
 *
 *     a:  N = f_(t-1), z = 0; the mean |S| of each word is M or more;
 *     b:  N = alpha^(L-1)/M f_t, the last one with M; |S| = M in all words;
 *     c:  N = f_t, all nodes of value L or more are A; |S| >= M-1.
 *
 * Heads of value v >= `tail` are the tails: what follows the head is what would follow one of value
 * `tail`, and v - `tail` further leaves, the fill, of mean M-1; |S| = M. So a fractional stream is:
 * words with multiplicities, and for each leaf how much of it is fill, such that all nodes are
 * used, and the sum of (|S|-M) (length) over all words is V - M N, V = alpha^(L-1). Then the fill
 * takes alpha^(L-1-tail) places, and the mean of its leaves is M-1.
 *
 * A word with one head has the leaves in any order (M. Hall). In one with several, only the last
 * may be a tail, and behind its last leaf the other items that are under way have the values
 * 0..M-2, the *ground state*, so that fill which leads back to it may follow.
 *
 * All that is positive has room to be rounded. Streams for all large N need besides, where a leaf
 * may be of value 1..L at a, 0..L at b, 0..L-1 at c, and heads are B at a, A or B at b, A at c:
 *  - fill of each leaf is there, of M-1 more than alpha^(L-1-tail) - alpha^-tail;
 *  - `plain` tails are there, of both types at b: L-M leaves M-2 (B: L-M+1), and M-1 otherwise;
 *  - at a and c the head `tail`-1 is there in words with one head, with |S| = M, and with M+1 (c:
 *    M-1). */
#pragma once

#include <gmp.h>

#include "solver/base/evidence.h"
#include "solver/base/limits.h"
#include "solver/items/fraction/fraction_word.h"

enum fraction_point { FRACTION_POINT_A, FRACTION_POINT_B, FRACTION_POINT_C };

enum { FRACTION_POINTS = 3 };

enum { FRACTION_LEAST_LATENCY = 4, FRACTION_MOST_LATENCY = 20 };

/* Numbers are L coefficients each, number i from [i*L] on: the sum of c_j alpha^(-tail-j), j <
 * L. */
struct fraction_stream {
    int latency;
    enum fraction_point point;
    int tail;
    int mean; /* M */
    struct fraction_words words;
    mpq_t *times; /* of each word */
    mpq_t *fill;  /* of the leaves 0..L; 0 for one that may not be */
};

/* Fills `stream` if one is found. `tail` is the least one from 2L+1 to 5L with which they are found
 * at all three points. *found = false proves nothing. STATUS_LIMIT when stopped, or without the
 * program that solves linear programs (bound/program.h). What is found has been solved in whole
 * numbers, its signs included. Deterministic. Seconds for L <= 18, half a minute for L = 19 and
 * 20. */
enum status fraction_find(int latency, enum fraction_point point, const struct limits *limits,
                          struct fraction_stream *stream, bool *found, struct failure *failure);
void fraction_stream_clear(struct fraction_stream *stream);

/* The same for all points at once: streams[point], FRACTION_POINTS of them. `depth` > 0: with the
 * numbers f_(depth-j) in the place of alpha^-j, which may need other words if the depth is small;
 * 0: as above. */
enum status fraction_find_all(int latency, int depth, const struct limits *limits,
                              struct fraction_stream *streams, bool *found,
                              struct failure *failure);

/* Its certificate; the stream has been proved in whole numbers. */
struct evidence evidence_of_fraction(const struct fraction_stream *stream);
