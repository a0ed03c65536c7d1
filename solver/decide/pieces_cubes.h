/* SPDX-License-Identifier: MIT */
/*
 * Pieces of a formula: cubes (sat/cubes.h), each decided by the SAT solvers, and the proof that is
 * composed of theirs (sat/cube_proof.h).
 */
#ifndef STEADYCAST_SOLVER_DECIDE_PIECES_CUBES_H
#define STEADYCAST_SOLVER_DECIDE_PIECES_CUBES_H

#include "solver/decide/piece_file.h"

enum status pieces_cubes_count(const struct pieces_question *question, int wanted, int *count,
                               struct failure *failure);

/* Answers the piece and writes its file. */
enum status pieces_cubes_answer(const struct piece_place *place, const struct limits *limits,
                                const char *path, struct piece_answer *answer,
                                struct failure *failure);

/* Reads the rest of a refuted piece, which is loaded. */
enum status pieces_cubes_check(struct certificate_input *input, const struct piece_place *place,
                               struct failure *failure);

/* How many variables the formula of a question for a period has. */
enum status pieces_cubes_variables(const struct pieces_question *question, int *variables,
                                   struct failure *failure);

/* Makes the refuted formula the evidence of the answer, from the files of all pieces. */
enum status pieces_cubes_close(const struct pieces_question *question, int wanted,
                               const char *const *paths, int count, struct answer *answer,
                               struct failure *failure);

#endif
