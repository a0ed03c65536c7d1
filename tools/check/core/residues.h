/* SPDX-License-Identifier: MIT */
/* Kind impossible-residues, the rule "impossible by residues": for every letter x that could be
 * left to the receive-only processor, the sum S of the others can't be spread over the blocks,
 * because a block of size r takes a sum s >= 0 that is 1-L (mod r), as head L-1 and leaves are to
 * be divisible by r (schedule.h). If G divides the sizes of all blocks of size >= 2, then all these
 * s are as modulo G as the least ones are, and so is their sum: S - least is 0 modulo G. And S is
 * not below least, the sum of the least ones. A line names a G for which the first is wrong, or
 * says that the second is. Room for O(L) numbers. */
#pragma once

#include "core/big.h"
#include "core/read.h"

/* Reads and checks the letter lines of I(L,depth), depth >= L, with L = f->latency. */
void residue_rule_check(struct big_sequence *f, struct reader *reader, uint32_t depth);
