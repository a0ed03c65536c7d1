/* SPDX-License-Identifier: MIT */
/* Kind cnf: the formula is listed, and is part of the claim; a refutation by LRAT lines. */
#ifndef STEADYCHECK_CNF_H
#define STEADYCHECK_CNF_H

#include "core/read.h"

bool rule_cnf(struct reader *reader);

#endif
