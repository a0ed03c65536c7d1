/* The rule for kinds that steadycheck takes and the core does not. */
#ifndef STEADYCHECK_BEYOND_H
#define STEADYCHECK_BEYOND_H

#include "core/read.h"

/* Malformed, and where to go. */
bool rule_beyond(struct reader *reader);

#endif
