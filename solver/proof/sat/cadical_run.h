/* SPDX-License-Identifier: MIT */
/* CaDiCaL (A. Biere, K. Fazekas, M. Fleury, M. Heisinger, 2020) where it is installed: decides a
 * formula as a child process, and, if the formula has no model, collects the clausal proof. Its
 * library gives no proofs in the version that Debian has, so the program it is.
 *
 * The formula is its input, and all else, proof, model and verdict, comes in one output; both are
 * temporary files without a name, so that none can be left behind. Nothing of the output is
 * trusted: models are checked here, proofs by whoever elaborates them.
 *
 * Deterministic: equal formulas, limits of nodes and programs give equal answers. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "solver/base/limits.h"
#include "solver/proof/sat/formula.h"

enum cadical_verdict {
    CADICAL_RUN_UNKNOWN, /* a limit was reached */
    CADICAL_RUN_MODEL,
    CADICAL_RUN_REFUTED,
    CADICAL_RUN_FAILED /* it could not be run, or its output can't be used: see `fault` */
};

struct cadical_answer {
    enum cadical_verdict verdict;
    bool *model;          /* if there is one: model[v] for v = 1..variables; owned */
    struct formula steps; /* if refuted: the clauses that it says it derived; owned */
    uint64_t decisions;   /* that it says it took */
    const char *fault;    /* if failed: what happened; static */
};

/* The program's path, of `room` bytes with the end, from PATH; false where it is not installed. */
bool cadical_find(char *path, size_t room);

/* What it is asked for. */
enum cadical_aim {
    CADICAL_PROOF, /* a model, or the steps of a refutation */
    CADICAL_MODEL  /* a model, with the settings for formulas that have one, variables false at
                      first; refuted, there are no steps */
};

/* Fills `answer`. A model has been checked against every clause. Each step is RUP with the
 * techniques that CaDiCaL uses by default (1.4 to 2.1; later ones may introduce
 * variables, which is a failure here); deletions are left out. limits->nodes bounds the number of
 * decisions (at most INT_MAX - 1 of them). The child is killed when the limits say stop, or when
 * its output grows beyond 4 GB.
 *
 * Whatever the program does is no fault of ours: STATUS_MEMORY is for refused memory alone. */
enum status cadical_run(const char *program, const struct formula *formula, enum cadical_aim aim,
                        const struct limits *limits, struct cadical_answer *answer,
                        struct failure *failure);
void cadical_answer_clear(struct cadical_answer *answer);

/* The part of cadical_run that reads what the program has written, from the start of `out`, after
 * it ended with `exit_status`: lines of a textual DRAT proof, of the result as in SAT competitions,
 * and comments, in any order. O(length). */
enum status cadical_read(FILE *out, int exit_status, const struct formula *formula,
                         const struct limits *limits, struct cadical_answer *answer,
                         struct failure *failure);
