/* SPDX-License-Identifier: MIT */
/*
 * From a certificate of kind stationary-family (results/README.md) to its lines, and to the
 * schedule for one depth. For showing and for round trips in tests; it does not verify that the
 * family is right.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_STATIONARY_FAMILY_READ_H
#define STEADYCAST_SOLVER_CERTIFICATE_STATIONARY_FAMILY_READ_H

#include "solver/certificate/family_form.h"
#include "solver/certificate/read.h"
#include "solver/model/schedule.h"

enum { STATIONARY_FAMILY_LETTERS = 64, STATIONARY_FAMILY_MOST_DEPTH = 2000 };

/* The first lines. */
struct stationary_family_head {
    int latency;
    int from;   /* T */
    int period; /* P */
    struct family_form_text processors;
    const char *processors_text; /* of the input, as long as that */
};

/* A line `word`: its head is `fixed`, or t - top, or v = first, first + step, .. <= t - below. */
struct stationary_family_line {
    struct family_form_text count;
    const char *count_text; /* of the input, as long as that */
    enum { LINE_FIXED, LINE_TOP, LINE_RANGE } kind;
    int fixed, top, first, below, step;
    int letters[STATIONARY_FAMILY_LETTERS];
    int start;  /* letters behind the head */
    int repeat; /* letters behind these, again and again, until the size is head - less */
    int less;
    int last; /* the least value sent; 0: nothing is sent */
};

bool stationary_family_read_takes(const char *kind);

/* The lines up to the first class; `input` stands at its kind. STATUS_INPUT with file and line. */
enum status stationary_family_read_head(struct stationary_family_head *head,
                                        struct certificate_input *input, struct failure *failure);

/*
 * The next line: `class r`, with *class = r, the next after the one before (-1 at first), or
 * `word ..`. *end at the end of the file. STATUS_INPUT with file and line, also when classes are
 * missing at the end.
 */
enum status stationary_family_read_line(const struct stationary_family_head *head,
                                        struct stationary_family_line *line, int *class,
                                        bool *is_class, bool *end, struct certificate_input *input,
                                        struct failure *failure);

/*
 * The schedule for depth T <= `depth` <= STATIONARY_FAMILY_MOST_DEPTH (-1: T), not checked, but
 * for N, into `periodic` (not initialised before), in the order of the lines. STATUS_INPUT for
 * other depths, and with the line for counts that are negative or not whole; STATUS_LIMIT for what
 * is too large. O(all lengths).
 */
enum status stationary_family_read(struct schedule *periodic, struct certificate_input *input,
                                   int depth, struct failure *failure);

#endif
