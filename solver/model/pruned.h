/*
 * A block-cyclic schedule on a pruned tree, for any number N of processors.
 *
 * A node of value v may send r times, as v, v-1, .., v-r+1 >= L, to nodes of the values v-L, v-L-1,
 * ..; with r >= 1 it is the head of a block of r processors, which take r-1 leaves of any values.
 * By M. Hall's theorem their order can be made a legal word iff
 *
 *     v + (sum of the leaves' values) = 0 (mod r).
 *
 * One leaf is left over, for the receive-only processor. (results/THEOREMS.md, 10.1.) Blocks that
 * are alike are one class with a big multiplicity, their leaves ranges of values, so that schedules
 * for numbers of thousands of digits are small.
 */
#ifndef STEADYCAST_SOLVER_MODEL_PRUNED_H
#define STEADYCAST_SOLVER_MODEL_PRUNED_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"
#include "solver/model/periodic.h"

/* `copies` leaves of each of the values first..last. */
struct leaf_range {
    int first;
    int last;
    int copies;
};

struct pruned_class {
    int head;         /* its value */
    int size;         /* how often it sends; the processors of a block */
    size_t first;     /* its ranges stand from here on in `ranges` of the schedule, ascending and */
    size_t range_end; /* without overlaps, up to here */
    mpz_t count;
};

struct pruned {
    int latency;
    int depth;
    int receive_only; /* the value of the leaf left over; the depth itself when N = 1 */
    size_t class_count;
    size_t class_room;
    struct pruned_class *classes;
    size_t range_count;
    size_t range_room;
    struct leaf_range *ranges;
};

void pruned_init(struct pruned *pruned, int latency, int depth);
void pruned_clear(struct pruned *pruned);

/* Adds `count` blocks; copies the size-1 leaves, in any order. */
enum status pruned_add(struct pruned *pruned, int head, int size, const int *leaves,
                       mpz_srcptr count, struct failure *failure);

/* The same for leaves in ascending ranges that don't overlap; `raised` is added to the head and to
 * all leaves. */
enum status pruned_add_ranges(struct pruned *pruned, int head, int size,
                              const struct leaf_range *ranges, size_t range_count, int raised,
                              mpz_srcptr count, struct failure *failure);

/* N = 1 + the sum of count * size; `processors` is initialised. */
void pruned_processors(const struct pruned *pruned, mpz_ptr processors);

/* Leaves in all classes, those of equal blocks once: what words of them would cost. */
size_t pruned_places(const struct pruned *pruned);

/*
 * Checks the definition, trusting no engine: sizes, Hall's condition for every class, the value t
 * taken once and each smaller one as often as it is sent. STATUS_INTERNAL with the first fault in
 * words. O(ranges + depth) additions.
 */
enum status pruned_check(const struct pruned *pruned, struct failure *failure);

/*
 * How every such schedule that was built ends: classes ordered by head, descending, then by size
 * and leaves, and equal ones merged, the form that is written; the same check, and that N =
 * processors. On failure the schedule is cleared.
 */
enum status pruned_finish(struct pruned *pruned, mpz_srcptr processors, struct failure *failure);

/* More places are not ordered. */
enum { PRUNED_MAX_PLACES = 50000000 };

/*
 * The leaves in a legal order: fills `periodic` (not initialised before) with a stationary
 * schedule, checked. STATUS_LIMIT for more than PRUNED_MAX_PLACES.
 */
enum status pruned_words(const struct pruned *pruned, struct periodic *periodic,
                         struct failure *failure);

/* The other way: fills `pruned` (not initialised before) and sets *blocks = true, if the words of
 * the stationary schedule are blocks and one receive-only processor; else *blocks = false. */
enum status pruned_of_words(const struct periodic *periodic, bool *blocks, struct pruned *pruned,
                            struct failure *failure);

#endif
