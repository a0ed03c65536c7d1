/* SPDX-License-Identifier: MIT */
/* Arithmetic engine, impossible side: a short proof that no split of the letters satisfies the
 * congruences.
 *
 * If x is the receive-only letter, the blocks take letters of sum S = (sum of all) - x. A block of
 * size r takes a sum s >= 0 with s = 1-L (mod r) (M. Hall's condition, necessary). The smallest
 * such s of all blocks add up to a lower bound on S, and S is fixed modulo the greatest common
 * divisor of the block sizes above 1. The proof gives one of these reasons for every letter x.
 * (The largest sum of a block, all letters L-1, satisfies the congruence: no bound from above ever
 * excludes anything.) */
#pragma once

#include "solver/base/evidence.h"
#include "solver/base/limits.h"
#include "solver/model/instance.h"

enum residue_reason { RESIDUE_MODULUS, RESIDUE_LEAST };

/* Why letter `letter` can't be left over: S - least = remainder (mod modulus), or S < least. */
struct residue_line {
    int letter;
    enum residue_reason reason;
    int modulus, remainder;
    mpz_t sum, least;
};

struct residue_proof {
    int latency, depth, line_count;
    struct residue_line *lines;
};

/* For depth >= latency: sets *impossible; when true, `proof` is filled and the caller clears it.
 * The cost is one walk along f: t additions of numbers of t bits. STATUS_LIMIT when it was stopped;
 * `limits` may be NULL. */
enum status residues_refute(const struct instance *instance, const struct limits *limits,
                            bool *impossible, struct residue_proof *proof, struct failure *failure);

/* Whether that walk is a matter of seconds: about t^2 log2(root of x^L = x^{L-1} + 1) / 128 steps,
 * at most some 10^10. */
bool residues_are_cheap(int latency, int depth);

void residue_proof_clear(struct residue_proof *proof);

/* Its certificate; and the lines `letter` of it alone, into a certificate that is open. */
struct evidence evidence_of_residues(const struct residue_proof *proof);
void certificate_print_residues(struct certificate_output *output,
                                const struct residue_proof *proof);
