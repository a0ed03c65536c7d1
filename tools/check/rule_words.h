/* Kinds stationary and periodic: closed words with counts, on any number of processors. O(n) for a
 * word of length n; room for one word, one line and the balance. */
#ifndef STEADYCHECK_RULE_WORDS_H
#define STEADYCHECK_RULE_WORDS_H

#include "read.h"

/* Reads lines `word`, one at least, and checks them as in kind stationary. Their work (big.h) is
 * added to *work, which may have some in it already. */
bool words_check_stationary(struct reader *reader, uint32_t latency, uint32_t depth,
                            mpz_srcptr processors, uint64_t *work);

bool rule_stationary(struct reader *reader);
bool rule_periodic(struct reader *reader);

#endif
