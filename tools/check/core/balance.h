/* Who sends what all the words of a schedule receive.
 *
 * Every word stands with a count; a word of length n, a multiple of the period T, is run by n/T
 * processors that start it T steps apart, so position p happens at all times = p (mod T), once a
 * time and count. Then all processors together do the same at all times of a phase s = 0..T-1, and
 * the schedule is right if at every phase
 *  - value t, from the source, is received exactly once;
 *  - value w = 0..t-L is received at most as often as value w+L is sent L steps before (sends that
 *    nobody waits for are left out);
 *  - nothing else is received.
 * T = 1 is a stationary schedule. Room: T (t-L+2) numbers, BALANCE_LIMIT at most. Time: every
 * position is written, checked and added with its count, and a short hostile file could ask for
 * hours of that, or for more room than there is. So both are counted before they are used (big.h):
 * BALANCE_POSITION limbs and those of the longest count so far for a position, and for a word as
 * much again as for BALANCE_WORD positions; 4 for each number before all words. */
#ifndef STEADYCHECK_BALANCE_H
#define STEADYCHECK_BALANCE_H

#include "core/big.h"
#include "core/cyclic_word.h"

enum { BALANCE_LIMIT = 10000001, BALANCE_POSITION = 48, BALANCE_WORD = 8 };

struct balance {
    uint32_t latency, depth, period;
    uint32_t letters;     /* values 0..letters-1 are received besides t: t-L+1, or 0 for t < L */
    mpz_t *surplus;       /* [s * letters + w]: sends for value w at phase s minus receptions */
    mpz_t *first;         /* [s]: receptions of value t */
    struct big_cost cost; /* so far */
    mpz_t processors;     /* so far */
    bool changes_roles;   /* some word is longer than the period */
};

/* False, with nothing to clear and no message, if that is beyond BALANCE_LIMIT. */
bool balance_init(struct balance *balance, uint32_t latency, uint32_t depth, uint32_t period);
void balance_clear(struct balance *balance);

/* Checks the word and adds it `count` >= 0 times. */
bool balance_add(struct balance *balance, struct reader *reader, const char *where,
                 struct cyclic_word *word, mpz_srcptr count);

/* Is all that is received also sent; with `exact`, is also all received that is sent? */
bool balance_check(const struct balance *balance, struct reader *reader, const char *where,
                   bool exact);

#endif
