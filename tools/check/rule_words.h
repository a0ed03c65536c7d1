/* Kinds stationary and periodic: closed words with counts, on any number of processors. O(n) for a
 * word of length n; room for one word, one line and the balance. */
#ifndef STEADYCHECK_RULE_WORDS_H
#define STEADYCHECK_RULE_WORDS_H

#include "read.h"

bool rule_stationary(struct reader *reader);
bool rule_periodic(struct reader *reader);

#endif
