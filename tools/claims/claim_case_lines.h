/* SPDX-License-Identifier: MIT */
/* The lines of a case file, one by one: their keys, and the order and company that they come in. */
#ifndef STEADYCAST_TOOLS_CLAIM_CASE_LINES_H
#define STEADYCAST_TOOLS_CLAIM_CASE_LINES_H

#include "tools/claims/claim_case.h"

/* Takes all lines of a text, which is changed, into the case; its path is known. */
enum status claim_case_take_lines(struct claim_case *claim, char *text, struct failure *failure);

#endif
