/*
 * A block-cyclic schedule: which words the blocks of an instance hold, in classes of equal words
 * with big multiplicities, and the letter of the receive-only processor (Karp et al. 1993,
 * section 3.2).
 */
#ifndef STEADYCAST_SOLVER_MODEL_SCHEDULE_H
#define STEADYCAST_SOLVER_MODEL_SCHEDULE_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"

/* `count` blocks of `size` processors; size-1 letters, a legal word if `ordered`, else ascending
 * and only a multiset. */
struct block_class {
    int size;
    bool ordered;
    int *letters;
    mpz_t count;
};

struct schedule {
    int latency;
    int depth;
    int receive_only; /* its letter; the value t itself when t < L */
    size_t class_count;
    size_t class_room;
    struct block_class *classes;
};

void schedule_init(struct schedule *schedule, int latency, int depth);
void schedule_clear(struct schedule *schedule);

/*
 * Adds an unordered class of `count` blocks; copies the size-1 letters and sorts them. Equal
 * multisets may be added several times: `schedule_sort` merges them.
 */
enum status schedule_add(struct schedule *schedule, int size, mpz_srcptr count, const int *letters,
                         struct failure *failure);

/* The same for a word that stays in its order. */
enum status schedule_add_word(struct schedule *schedule, int size, mpz_srcptr count,
                              const int *word, struct failure *failure);

/* Orders classes by size, then letters, and merges equal ones: the canonical form that is written.
 */
void schedule_sort(struct schedule *schedule);

/*
 * Orders the letters of every class to a legal word by M. Hall's theorem. STATUS_INTERNAL if some
 * class does not satisfy its sum condition. O(sum of size^2) at worst.
 */
enum status schedule_order(struct schedule *schedule, struct failure *failure);

/*
 * Checks the schedule against the definition of I(L,t), trusting no engine: the number of blocks of
 * each size, the use of each letter, every word or every sum. STATUS_INTERNAL with the first fault
 * in words.
 */
enum status schedule_check(const struct schedule *schedule, struct failure *failure);

/* How many it serves, the receive-only one included; `processors` is initialised. */
void schedule_processors(const struct schedule *schedule, mpz_ptr processors);

/* Places for letters in all classes: what ordering and writing will cost. */
size_t schedule_size(const struct schedule *schedule);

#endif
