/*
 * Periodic schedules: every processor repeats a closed word (automata/closed_word.h), and the whole
 * of them repeats after `period` steps, up to who is who.
 *
 * A word of length n, a multiple of the period T, happens at the times that are equal to its
 * positions modulo T. It is served by n/T processors, which begin it at the offsets 0, T, 2T, ..;
 * so after T steps each continues where the next one was. Words of length T are processors that
 * keep their roles. Period 1 is a *stationary* schedule: a word of length n is served by n
 * processors with the offsets 0..n-1, at every time every position is taken by one of them.
 * Block-cyclic schedules are stationary ones with one internal node in each word.
 *
 * The values are 0..t-L (sent by others) and t (sent by the source, once a step).
 */
#ifndef STEADYCAST_SOLVER_MODEL_PERIODIC_H
#define STEADYCAST_SOLVER_MODEL_PERIODIC_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"

/* Who is who after a period, and which words a question allows. */
enum periodic_roles {
    ROLES_KEEP,    /* every processor has its own role again: words of length T */
    ROLES_PERMUTE, /* words of any length */
    ROLES_BLOCKS   /* T = 1: blocks on a pruned tree, and one receive-only processor (pruned.h) */
};

struct word_class {
    size_t length;
    int *values;
    int *sends; /* value of the item sent at each position, or CLOSED_WORD_SILENT */
    mpz_t count;
};

struct periodic {
    int latency;
    int depth;
    int period;
    size_t class_count;
    size_t class_room;
    struct word_class *classes;
};

void periodic_init(struct periodic *periodic, int latency, int depth, int period);
void periodic_clear(struct periodic *periodic);

/* Copies. `sends` NULL: at every position the largest held value that is at least L. */
enum status periodic_add(struct periodic *periodic, mpz_srcptr count, const int *values,
                         const int *sends, size_t length, struct failure *failure);

/* Sets *largest: does the word send what periodic_add chooses without `sends`? O(length). */
enum status word_class_sends_largest(const struct word_class *class, int latency, bool *largest,
                                     struct failure *failure);

/* Orders classes by their largest value, descending, then by length and letters, and merges equal
 * ones: the form that is written. */
void periodic_sort(struct periodic *periodic);

/* N = the sum of count * length / period; `processors` is initialised. */
void periodic_processors(const struct periodic *periodic, mpz_ptr processors);

/*
 * Checks the definition: values in range, words legal, items held when they are sent, t received
 * once a step, and no value received more often than it is sent, in every phase of the period.
 * (Surplus messages are left out.) STATUS_INTERNAL with the first fault in words. O(all lengths +
 * t * period).
 */
enum status periodic_check(const struct periodic *periodic, struct failure *failure);

/* How every schedule that was built ends: the same check, that N = processors, and sorting. On
 * failure the schedule is cleared. */
enum status periodic_finish(struct periodic *periodic, mpz_srcptr processors,
                            struct failure *failure);

#endif
