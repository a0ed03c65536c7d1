/* SPDX-License-Identifier: MIT */
/* The functions of the language of cases (cases/README.md): what expressions can't say, as they
 * play, search or ask the engines. A function takes numbers, and a text if it wants one, and gives
 * numbers by name; called by a line `certify` it writes certificates of what it found.
 *
 * A function never takes the arithmetic of a construction for granted: it counts, plays or searches
 * by itself, or writes certificates, which steadycheck verifies. */
#pragma once

#include <gmp.h>

#include "solver/base/evidence.h"
#include "tools/claims/claim_job.h"

enum { CLAIM_ARGUMENTS = 8, CLAIM_FIELDS = 8 };

struct claim_function;

struct claim_call {
    struct claim_job *job;
    const struct claim_function *function;
    long a[CLAIM_ARGUMENTS]; /* within their ranges; of one without a range what fits a long */
    mpz_t *z;                /* the same in full */
    const char *word;        /* the text; NULL: none */
    long give[CLAIM_FIELDS]; /* what it gives, 0 before; or, if it is larger than a long, .. */
    mpz_ptr whole;           /* .. the first field; taken if `is_whole` */
    bool is_whole;
    int field;                  /* which one is wanted, of a line `certify` */
    FILE *stream;               /* for certificates; NULL: none are wanted */
    long certificates;          /* that were written to it */
    char text[CLAIM_TEXT_ROOM]; /* what it has to say, for {text} */
};

/* The caller has set all of the call but what the function gives. */
typedef enum status claim_evaluate(struct claim_call *call, struct failure *failure);

struct claim_function {
    const char *name;
    const char *arguments; /* "L=1..100 N TEXT": with ranges, of any size, and a text */
    const char *fields;    /* "time sum"; "": one number */
    const char *summary;
    claim_evaluate *run;
    int method; /* which one, of those that share `run` */
};

/* The functions of one subject, ended by a NULL name, and what forgets all that they keep between
 * calls (NULL: nothing). */
struct claim_functions {
    const struct claim_function *list;
    void (*clear)(void);
};

extern const struct claim_functions claim_functions[]; /* ended by a NULL list */

/* Writes the certificates of this evidence to the stream of the call, if it has one. */
enum status claim_call_put(struct claim_call *call, struct evidence evidence,
                           struct failure *failure);
