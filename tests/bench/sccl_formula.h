/* SPDX-License-Identifier: MIT */
/* SCCL's formula for a collective of C chunks in S steps and R rounds, as SMT-LIB 2 for z3: what
 * our answers are compared with. Cai et al., Synthesizing optimal collective algorithms, PPoPP
 * 2021, section 3; the numbers are those of its constraints. Of each chunk c
 *
 *     tC_V    the integer time(c,v): node v has the chunk from the step after it on
 *     xC_U_V  the boolean snd(u,c,v): the chunk goes from u to v
 *     rS      the rounds of step S
 *
 * C1 the source has it at 0. C2 the targets have it by S. C3 who gets it by S gets it from exactly
 * one node. C4 the sender had it before. C5 in step s no more than b r_s chunks go along the arcs
 * of a group of capacity b. C6 r_s >= 1, and their sum is at most R.
 *
 * C3 and C5 are pseudo-boolean constraints, C5 one for each value that r_s can have, as in SCCL's
 * own program (msccl-tools, path_encoding.py). The paper has sums of integers, `(+ (ite x 1 0) ..)`
 * at most b r_s, which take z3 longer. Processor seconds of z3 4.8.12 for the sums, and for what is
 * written here:
 *
 *     hypercube:3 allgather  (S,R,C) = (3,7,3)   8.4  0.9    dgx1 broadcast  (3,3,8)    0.9  0.7
 *     dgx1 allgather  (2,3,2)                    1.0  0.2    dgx1 broadcast  (4,4,13)   9.0  2.5
 *     dgx1 allgather  (2,4,3)                    0.9  0.2    dgx1 alltoall  (2,3,1)    17.3  3.6
 *                                                            dgx1 alltoall  (2,2,1)    13.8  1.6 */
#pragma once

#include <stdio.h>

#include "solver/network/network_schedule.h"

/* Writes it, with (check-sat) at the end. STATUS_INPUT for what SCCL's formula does not say:
 * reductions, streams, tasks with one round in each step or fewer rounds than steps, latencies
 * above 1. The stream's errors are the caller's. */
enum status sccl_formula_write(const struct network_task *task, FILE *stream,
                               struct failure *failure);
