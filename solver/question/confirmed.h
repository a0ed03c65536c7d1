/* SPDX-License-Identifier: MIT */
/* Does what steadycheck confirmed (fields.h) answer the question that was asked?
 *
 * A claim may say more than was asked for: a schedule with a smaller delay, prices that exclude
 * every kind of schedule. What follows from it is decided by one table (subjects.c): for each
 * subject and side the kinds of certificates that confirm it, each with a template of the fields
 * that the verdict has to have, and how they stand to the question and to its answer. A field that
 * the template does not mention confirms nothing.
 *
 * Most answers rest on one claim. The bound D = l+S of a stream on a LogP machine (l = L+2o, h =
 * max(g,o), N = P-1) rests on prices for S-1 (g >= 2o); or on how many can know an item, A(S-1) <
 * N, and for g <= o on A(S-1) + A(S-1-h) < N, where the second term, there for S-1 >= h, has a
 * claim of its own behind the first one (Proposition 8 of results/THEOREMS.md). All delays from P =
 * 2 on rest on a schedule for each P, and before the first of each delay > L that less is
 * impossible. An allreduce over a
 * network rests on two schedules, one behind the other. */
#pragma once

#include <gmp.h>

#include "solver/base/digest.h"
#include "solver/network/network_names.h"
#include "solver/question/question.h"

/* An answer that is held against claims, one after the other. */
struct confirmation {
    const struct question *question; /* borrowed */
    const char *bound; /* the number of the answer, borrowed; NULL: the answer is yes or no */
    bool schedule;     /* yes, or the number is reached; else no, or the number is not passed */
    bool wrong;        /* a claim did not fit */
    long count;        /* of claims so far */
    mpz_t most;        /* bound of a stream: what they allow together */
    struct network_factors network; /* that is asked about, without its ports */
    char arcs[DIGEST_ROOM];         /* SHA-256 of its lines, with them */
    char clauses[DIGEST_ROOM];      /* of a formula: SHA-256 of its lines `clause` */
    char half[24];                  /* of an allreduce over a network: its first collective, .. */
    long root, steps, rounds;       /* .. and root, and what both take together */
    long served;                    /* all delays: P-1 of the last schedule */
    long depth;                     /* t of all since the last bound */
    bool bounded;                   /* that bound had no schedule yet */
};

/* Reads the files that the question names. STATUS_INPUT if they can't be read: then nothing can be
 * said. After STATUS_OK the caller closes it. */
enum status confirmation_open(struct confirmation *confirmation, const struct question *question,
                              bool schedule, const char *bound, struct failure *failure);
void confirmation_close(struct confirmation *confirmation);

/* The fields of the next claim. */
void confirmation_take(struct confirmation *confirmation, const char *fields);

/* Have all claims together confirmed the answer? */
bool confirmation_holds(const struct confirmation *confirmation);

/* Is the certificate of this side a file of several, for --stream? */
bool confirmation_is_file(const struct question *question, bool schedule);

/* A row of the table. The template begins with the kind and goes on with a word for each field of
 * its verdict, whose key may have `?` behind it (may be absent) or `*` (any number of times):
 *
 *     KEY=NUMBER KEY<=NUMBER KEY>=NUMBER KEY<NUMBER KEY!NUMBER
 *                        how the field stands to a number of the question or of its answer
 *     KEY/NUMBER         it divides that;  KEY%NUMBER  it is a multiple of that
 *     KEY:WORD|WORD      it is one of these words
 *     KEY~TEST           the test passes, of the whole line
 *     KEY-               anything */
struct confirmed_row {
    enum subject subject; /* or CONFIRMED_COLLECTIVES, all that have steps and rounds */
    int machines;         /* classes of machines */
    bool schedule;        /* the side */
    const char *when;     /* the name of a test of the question, or "" */
    const char *template;
};

#define CONFIRMED_COLLECTIVES SUBJECTS
bool confirmed_row_is_of(const struct confirmed_row *row, enum subject subject);

/* Ended by one without template. */
extern const struct confirmed_row confirmed_rows[];

/* Does this claim fit the row's template? Not whether the row is about the question. */
bool confirmed_row_fits(const struct confirmed_row *row, const struct confirmation *confirmation,
                        const char *fields);
