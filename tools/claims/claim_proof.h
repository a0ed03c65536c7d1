/* SPDX-License-Identifier: MIT */
/* The sections of results/THEOREMS.md that cases name as proofs. */
#ifndef STEADYCAST_TOOLS_CLAIM_PROOF_H
#define STEADYCAST_TOOLS_CLAIM_PROOF_H

#include "tools/claims/claim_case.h"

/* STATUS_INPUT unless each section that the case names, "9.8" or "9.8, 12.4", is there. */
enum status claim_proof_see(const struct claim_case *claim, const char *results,
                            struct failure *failure);

#endif
