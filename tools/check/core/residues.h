/* SPDX-License-Identifier: MIT */
/* Kind impossible-residues, the rule "impossible by residues": for every letter x that could be
 * left to the receive-only processor, the sum S of the others can't be spread over the blocks,
 * because a block of size r takes a sum >= 0 that is 1-L (mod r). Room for O(L) numbers. */
#ifndef STEADYCHECK_RESIDUES_H
#define STEADYCHECK_RESIDUES_H

#include "core/big.h"
#include "core/read.h"

/* Reads and checks the letter lines of I(L,depth), depth >= L, with L = f->latency. */
bool residue_rule_check(struct big_sequence *f, struct reader *reader, uint32_t depth);

#endif
