/*
 * The methods, each in a file of its own; what they take and do is told by the table in methods.c.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_METHODS_H
#define STEADYCAST_TOOLS_CLAIM_METHODS_H

#include "tools/steadycast/claims/claim_method.h"

claim_try try_certificates;

/* The certificates of a case besides what its method does; with files=1..N the first N of each
 * line. */
claim_try try_evidence;

#endif
