/* Kinds stationary and periodic: closed words with counts, on any number of processors. O(n) for a
 * word of length n; room for one word, one line and the balance. */
#ifndef STEADYCHECK_WORDS_H
#define STEADYCHECK_WORDS_H

#include "core/cyclic_word.h"

/* Is shown each word that is legal, with its count; all words together may still be wrong. */
struct words_visitor {
    void *context;
    void (*visit)(void *context, const struct cyclic_word *word, mpz_srcptr count);
};

/* Reads lines `word`, one at least, and checks them as in kind stationary. Their work (big.h) is
 * added to *work, which may have some in it already. The visitor may be NULL. */
bool words_check_stationary(struct reader *reader, uint32_t latency, uint32_t depth,
                            mpz_srcptr processors, uint64_t *work,
                            const struct words_visitor *visitor);

bool rule_stationary(struct reader *reader);
bool rule_periodic(struct reader *reader);

#endif
