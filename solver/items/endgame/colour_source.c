/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/colour_source.h"

#include "automata/require.h"
#include "solver/model/numbers.h"
#include "solver/model/sequence.h"

/* The f_0 + .. + f_(t-1) = f_(t+L-1) - 1 slots are M N and some to spare. The parts take these
 * evenly, or, in every other attempt, the first one all of them. */
static enum status choose_sums(int latency, int depth, int colours, mpz_srcptr processors,
                               unsigned attempt, mpz_t *lack, struct failure *failure) {
    mpz_t slots;
    mpz_init(slots);
    enum status status = sequence_term(slots, latency, (long)depth + latency - 1, NULL, failure);
    if (!status) {
        mpz_sub_ui(slots, slots, 1);
        for (int g = 0; g < colours; g++) {
            if (attempt % 4 == 3) {
                mpz_set(lack[g], processors);
                continue;
            }
            mpz_fdiv_q_ui(lack[g], slots, (unsigned long)(colours - g));
            mpz_sub(slots, slots, lack[g]);
        }
        if (attempt % 4 == 3) {
            mpz_submul_ui(slots, processors, (unsigned long)colours);
            mpz_add(lack[0], lack[0], slots);
        }
    }
    mpz_clear(slots);
    return status;
}

/* Whom a tie goes to: the first, or, in other attempts, any one (multiplicative hashing, Knuth). */
static int tie_of(unsigned attempt, int x, int colours) {
    unsigned hash = attempt * (2654435761U * (unsigned)(x + 1) >> 7);
    return (int)((hash >> 3) % (unsigned)colours);
}

/* The first of the largest, from `start` on. */
static int largest(mpz_t *lack, int colours, int start) {
    int best = start % colours;
    for (int i = 1; i < colours; i++) {
        int g = (start + i) % colours;
        if (mpz_cmp(lack[g], lack[best]) > 0)
            best = g;
    }
    return best;
}

enum status colour_source_choose(int latency, int depth, int colours, mpz_srcptr processors,
                                 unsigned attempt, int *source, struct failure *failure) {
    require(colours >= 1);
    mpz_t *lack = numbers_new((size_t)colours), *terms = numbers_new((size_t)depth + 1);
    enum status status = STATUS_OK;
    if (!lack || !terms)
        status = failure_memory(failure, "what the source sends");
    if (!status)
        status = choose_sums(latency, depth, colours, processors, attempt, lack, failure);
    for (int i = 0; i < depth && !status; i++) {
        if (i < latency)
            mpz_set_ui(terms[i], 1);
        else
            mpz_add(terms[i], terms[i - 1], terms[i - latency]);
    }
    for (int x = 0; x < depth && !status; x++) {
        int g = largest(lack, colours, tie_of(attempt, x, colours));
        mpz_sub(lack[g], lack[g], terms[depth - 1 - x]);
        source[x] = g + 1;
    }
    numbers_free(lack, (size_t)colours);
    numbers_free(terms, (size_t)depth + 1);
    return status;
}
