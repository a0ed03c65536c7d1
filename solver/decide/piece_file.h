/* SPDX-License-Identifier: MIT */
/*
 * The file of one piece (pieces.h), in the frame of a certificate, kind piece:
 *
 *     cut tree                      or sums, words, periodic
 *     latency L
 *     depth t
 *     options N                     tree, 1: no ball rule
 *     processors N                  periodic, else 0; and so the two that follow
 *     period T
 *     roles R
 *     wanted W
 *     piece I                       0..
 *     pieces N
 *     verdict feasible|infeasible
 *     nodes N
 *     letters W W ...               feasible: the filling, slot by slot, in any number of lines
 *     model B B ...                 instead, periodic: the values of the variables, 0 or 1
 *     tree TOKENS                   infeasible tree: walk/walk_events.h, without spaces, from the
 *                                   end of the piece before to its own, in any number of lines
 *     tree-nodes N                  the number of letters among them
 *     variables V                   infeasible, others: the formula, the cube, and its refutation
 *     clauses C                     (cube_proof.h)
 *     cube LIT ...
 *     lrat ... / delete ...
 *     digest sha256 HEX
 *
 * A piece is trusted like memory, as a search state is (search_state.h).
 */
#ifndef STEADYCAST_SOLVER_DECIDE_PIECE_FILE_H
#define STEADYCAST_SOLVER_DECIDE_PIECE_FILE_H

#include "solver/certificate/output.h"
#include "solver/certificate/read.h"
#include "solver/decide/pieces.h"

/* Which piece of which cut. */
struct piece_place {
    const struct pieces_question *question;
    int wanted;
    int piece;
    int count;
};

/* Opens the file and writes all up to the nodes; ends with certificate_end. */
enum status piece_file_open(struct certificate_output **output, const char *path,
                            const struct piece_place *place, const struct piece_answer *answer,
                            struct failure *failure);

/*
 * Reads the file, all up to the nodes. STATUS_INPUT, naming it, if it is damaged, of another
 * version or of another place. The caller unloads.
 */
enum status piece_file_load(struct certificate_input *input, const char *path,
                            const struct piece_place *place, struct piece_answer *answer,
                            struct failure *failure);

/* Numbers in lines of a key and up to 64 of them. */
void piece_file_put_numbers(struct certificate_output *output, const char *key, const int *numbers,
                            int count);

/* The same read: exactly `count` numbers in 0..most, which end the file. */
enum status piece_file_numbers(struct certificate_input *input, const char *key, int most,
                               int *numbers, int count, struct failure *failure);

#endif
