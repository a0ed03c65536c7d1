/* Kinds family and induction: listed instances, L successive ones from T on with the same
 * receive-only letter B and a B-ball root block at the end, carry all larger depths: I(L,t) is the
 * union of I(L,t-1) and I(L,t-L) with the root block of I(L,t-1) one letter B larger, t >= T+L. */
#ifndef STEADYCHECK_FAMILY_H
#define STEADYCHECK_FAMILY_H

#include "core/read.h"

bool rule_family(struct reader *reader);
bool rule_induction(struct reader *reader);

#endif
