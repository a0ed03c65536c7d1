/* SPDX-License-Identifier: MIT */
/* What `convert` writes of certificates: refutations, and schedules of the endless stream. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "solver/base/certificate_read.h"
#include "solver/model/instance.h"
#include "solver/model/schedule.h"
#include "solver/proof/sat/formula.h"

/* Refutations in the formats of SAT solvers and of their checkers: the formula that a certificate
 * refutes as DIMACS, and the proof as LRAT, or as DRAT, with the same numbers of clauses. */

struct formula_source {
    struct certificate_input *input; /* borrowed; its next line is the first of the proof */
    struct formula formula;
};

/* Kinds cnf, impossible-cnf, impossible-periodic, impossible-items and impossible-network. */
bool formula_source_takes(const char *kind);

/* Reads the question, or the clauses, of `input`, which stands at its kind, and builds the formula.
 * STATUS_INPUT if the file says another size of it. On success the caller ends with
 * formula_source_clear. */
enum status formula_source_read(struct formula_source *source, struct certificate_input *input,
                                struct failure *failure);
void formula_source_clear(struct formula_source *source);

/* Once for each source. STATUS_INPUT for lines that are none of a proof. */
typedef enum status formula_writer(FILE *file, const struct formula_source *source,
                                   struct failure *failure);
formula_writer formula_cnf, formula_lrat, formula_drat;

/* Schedules of the endless stream in other formats: their words, their reception table, their
 * tree. */

/* Longer words, and larger trees and tables, are refused. */
enum { SCHEDULE_MOST_PLACES = 5000000, SCHEDULE_MOST_NODES = 20000, SCHEDULE_MOST_ROWS = 1000000 };

struct schedule_source {
    const char *kind;      /* of the certificate */
    struct schedule words; /* blocks are words, too */
    bool has_tree;
    struct tree tree;
    bool table;                /* csv: the reception table in place of the words */
    int first_time, last_time; /* of the table */
};

/* Kind schedule, and families of depths, of which the last listed is read. `input` stands at its
 * kind. */
bool schedule_source_takes(const struct certificate_input *input);

/* Reads the schedule in `input`, which stands at its kind. STATUS_INPUT for what is no schedule,
 * STATUS_LIMIT beyond the above. On success the caller ends with schedule_source_clear. */
enum status schedule_source_read(struct schedule_source *source, struct certificate_input *input,
                                 struct failure *failure);
void schedule_source_clear(struct schedule_source *source);

/* As interchange_list_writer. */
typedef enum status schedule_writer(FILE *file, const struct schedule_source *source,
                                    struct failure *failure);
schedule_writer schedule_csv, schedule_json, schedule_dot;
