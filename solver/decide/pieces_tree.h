/* SPDX-License-Identifier: MIT */
/*
 * Pieces of the exhaustive search: the cut, and the answer of one of them.
 */
#ifndef STEADYCAST_SOLVER_DECIDE_PIECES_TREE_H
#define STEADYCAST_SOLVER_DECIDE_PIECES_TREE_H

#include "solver/decide/piece_file.h"

/* For t >= L. */
enum status pieces_tree_count(const struct pieces_question *question, int wanted, int *count,
                              struct failure *failure);

/* Answers the piece and writes its file. */
enum status pieces_tree_answer(const struct piece_place *place, const struct limits *limits,
                               const char *path, struct piece_answer *answer,
                               struct failure *failure);

/*
 * Reads the rest of a piece without filling, which is loaded: its tokens behind those of `tokens`,
 * into the record (NULL: they are only looked at).
 */
enum status pieces_tree_read(struct certificate_input *input,
                             const struct pieces_question *question, struct walk_record *record,
                             struct walk_stretch *tokens, struct failure *failure);

/* Makes the exhausted tree of all pieces the evidence of the answer, which has the record then. */
void pieces_tree_close(const struct pieces_question *question, struct walk_record *record,
                       struct walk_stretch tokens, struct answer *answer);

#endif
