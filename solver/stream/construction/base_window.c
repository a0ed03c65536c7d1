/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/base_window.h"

#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/instance.h"

/* The letter that the canonical filling of a block of size r <= L leaves out. */
static int left_out(int size, int latency) {
    return (int)(((long)size * (size - 1) / 2 + latency - 1) % size);
}

enum { LETTERS = 32 /* between two looks at the limits */ };

/* An instance with what is left of its letters once the canonical blocks are filled. */
struct pool {
    struct small_instance instance;
    int *left;
    int *sorted; /* scratch for the letters in ascending order */
    int top;     /* m = t-2L+1, the largest block but the root */
    int receive_only;
    const struct limits *limits; /* asked while letters are chosen; NULL: none */
    bool stopped;
};

static void pool_clear(struct pool *pool) {
    small_instance_clear(&pool->instance);
    FREE_ALL(pool->left, pool->sorted);
}

static enum status pool_init(struct pool *pool, int latency, int depth, int receive_only,
                             struct failure *failure) {
    *pool = (struct pool){.top = depth - 2 * latency + 1, .receive_only = receive_only};
    TRY(small_instance_init(&pool->instance, latency, depth, SMALL_INSTANCE_MAX_LETTERS, failure));
    TRY(memory_check(NEW(latency, pool->left) && NEW(pool->instance.letter_total, pool->sorted),
                     failure, NULL));
    memcpy(pool->left, pool->instance.letters, (size_t)latency * sizeof(int));
    int largest = pool->top < latency ? pool->top : latency;
    /* The letter j stands in the canonical blocks of all sizes max(j+1,4)..largest but where it is
     * left out. */
    for (int size = 4; size <= largest; size++)
        pool->left[left_out(size, latency)]++;
    for (int j = 0; j < largest && largest >= 4; j++)
        pool->left[j] -= largest - (j > 3 ? j : 3);
    return STATUS_OK;
}

/* Takes the letters a; b, c (none for m = 2) and the receive-only one; false, and nothing taken,
 * when one is missing. */
static bool use_letters(struct pool *pool, const int *letters, int count) {
    for (int i = 0; i < count; i++)
        if (--pool->left[letters[i]] < 0) {
            for (; i >= 0; i--)
                pool->left[letters[i]]++;
            return false;
        }
    return true;
}

static void give_back(struct pool *pool, const int *letters, int count) {
    for (int i = 0; i < count; i++)
        pool->left[letters[i]]++;
}

/* Letters in ascending order into pool->sorted; their number. *gapless: neighbours differ by at
 * most 1. */
static int sort_left(struct pool *pool, bool *gapless) {
    int count = 0;
    *gapless = true;
    for (int j = 0; j < pool->instance.latency; j++)
        for (int i = 0; i < pool->left[j]; i++) {
            if (count && j - pool->sorted[count - 1] > 1)
                *gapless = false;
            pool->sorted[count++] = j;
        }
    return count;
}

static long sum_left(const struct pool *pool) {
    long sum = 0;
    for (int j = 0; j < pool->instance.latency; j++)
        sum += (long)j * pool->left[j];
    return sum;
}

/* At t = 3L: the sum that the block of size L+1 must take so that the root becomes B-ball. */
static long middle_sum(const struct pool *pool, long left) {
    int latency = pool->instance.latency;
    return left + latency - 1 - (long)pool->receive_only * pool->instance.root_size;
}

/* Sums of the L smallest and of the L largest letters left: what the block of size L+1 can take
 * lies between. */
struct reach {
    long low, high;
};

static struct reach measure_reach(struct pool *pool, bool *gapless) {
    struct reach reach = {0, 0};
    int count = sort_left(pool, gapless);
    for (int i = 0; i < pool->instance.latency && i < count; i++) {
        reach.low += pool->sorted[i];
        reach.high += pool->sorted[count - 1 - i];
    }
    return reach;
}

static bool reach_holds(const struct reach *reach, long sum) {
    return reach->low <= sum && sum <= reach->high;
}

/* With a, b, c and the receive-only letter taken, and letters of sum `left` to go: can the root
 * (and at t = 3L the block of size L+1) take the rest? A gap-free multiset has sub-multisets of
 * every sum between the least and the greatest. `before` is the reach before a, b, c were taken, a
 * bound that saves measuring. */
static bool rest_is_right(struct pool *pool, const struct reach *before, long left) {
    if (pool->top <= pool->instance.latency)
        return true; /* the root's congruence is how c was chosen */
    long middle = middle_sum(pool, left);
    if (!reach_holds(before, middle))
        return false;
    bool gapless;
    struct reach reach = measure_reach(pool, &gapless);
    return gapless && reach_holds(&reach, middle);
}

/* Which residue a+b+c must have, modulo the root's size (t < 3L) or modulo L+1 (t = 3L), `left`
 * being the sum of what a, b, c are taken from: the root's congruence, or that of the block of size
 * L+1. */
static long wanted_residue(const struct pool *pool, long left, long *modulus) {
    int latency = pool->instance.latency;
    long want;
    if (pool->top <= latency) {
        *modulus = pool->instance.root_size;
        want = left + latency - 1;
    } else {
        *modulus = latency + 1;
        want = middle_sum(pool, left) + latency - 1;
    }
    want %= *modulus;
    return want < 0 ? want + *modulus : want;
}

/* Finds a (m = 2) or a, b, c (m > 2); on success they stay taken, with the receive-only letter, in
 * `chosen`. */
static bool choose(struct pool *pool, int chosen[4], int *count) {
    int latency = pool->instance.latency, with_third = pool->top > 2;
    chosen[0] = pool->receive_only;
    if (pool->left[pool->receive_only] < 1)
        return false;
    long modulus, left = sum_left(pool) - pool->receive_only;
    long want = wanted_residue(pool, left, &modulus);
    bool gapless;
    struct reach reach = measure_reach(pool, &gapless);
    if (pool->top > latency &&
        (middle_sum(pool, left) < reach.low || middle_sum(pool, left - 3L * latency) > reach.high))
        return false; /* too far off for any a, b, c */
    *count = with_third ? 4 : 2;
    for (int a = (latency - 1) % 2; a < latency; a += 2) {
        if (a % LETTERS < 2 && limits_check(pool->limits, NULL)) {
            pool->stopped = true;
            return false;
        }
        chosen[1] = a;
        for (int b = 0; b < (with_third ? latency : 1); b++) {
            /* The residue of the sum fixes c modulo the modulus, which is at least L+1: one
             * candidate. */
            long c = ((want - a - b) % modulus + modulus) % modulus;
            if (!with_third ? c != 0 : c >= latency || (b + c + latency - 1) % 3 != 0)
                continue;
            chosen[2] = b;
            chosen[3] = (int)c;
            if (!use_letters(pool, chosen, *count))
                continue;
            if (rest_is_right(pool, &reach, left - a - b - c))
                return true;
            give_back(pool, chosen, *count);
        }
    }
    return false;
}

static enum status can_fill(int latency, int depth, int letter, const struct limits *limits,
                            bool *possible, struct failure *failure) {
    CLEANUP(pool_clear) struct pool pool = {0};
    TRY(pool_init(&pool, latency, depth, letter, failure));
    int chosen[4], count;
    pool.limits = limits;
    *possible = choose(&pool, chosen, &count);
    return pool.stopped ? failure_limit(failure, LIMITS_STOPPED) : STATUS_OK;
}

enum status base_find_letter(int latency, const struct limits *limits, bool *found, int *letter,
                             struct failure *failure) {
    if (latency < 3)
        return failure_input(failure, "the base window needs L >= 3, not %d", latency);
    for (int candidate = 0; candidate < latency; candidate++) {
        bool possible = true;
        for (int depth = 3 * latency; depth > 2 * latency && possible; depth--) {
            TRY(limits_check(limits, failure));
            TRY(can_fill(latency, depth, candidate, limits, &possible, failure));
        }
        *found = possible;
        *letter = candidate;
        if (possible)
            return STATUS_OK;
    }
    return STATUS_OK;
}

static enum status add(struct schedule *schedule, int size, long copies, const int *letters,
                       struct failure *failure) {
    BIG_OF(count, copies);
    return schedule_add_block(schedule, size, count, letters, failure);
}

/* The block of size L+1 takes L of the sorted letters with sum `middle`: start from the lowest and
 * move places up, the top one first, as far as useful; in a gap-free multiset a move by one place
 * changes the sum by at most 1. */
static enum status split_root(struct pool *pool, long middle, struct schedule *schedule,
                              struct failure *failure) {
    int latency = pool->instance.latency;
    bool gapless;
    int count = sort_left(pool, &gapless), spare = count - latency;
    FREED int *letters = memory_new((size_t)count + (size_t)latency, sizeof(int));
    TRY(memory_check(letters, failure, NULL));
    int *root = letters, *block = letters + count, taken = 0, kept = 0;
    for (int i = 0; i < latency; i++)
        middle -= pool->sorted[i];
    int *place = block;
    for (int i = latency - 1; i >= 0; i--) {
        int shift = 0;
        while (shift < spare && middle > 0)
            middle -= pool->sorted[i + shift + 1] - pool->sorted[i + shift], shift++;
        place[i] = i + shift;
    }
    for (int i = 0; i < count; i++) {
        if (taken < latency && place[taken] == i)
            taken++;
        else
            root[kept++] = pool->sorted[i];
    }
    for (int i = 0; i < latency; i++)
        block[i] = pool->sorted[place[i]];
    TRY(add(schedule, latency + 1, 1, block, failure));
    return add(schedule, pool->instance.root_size, 1, root, failure);
}

static enum status add_rest(struct pool *pool, struct schedule *schedule, struct failure *failure) {
    if (pool->top > pool->instance.latency)
        return split_root(pool, middle_sum(pool, sum_left(pool)), schedule, failure);
    bool gapless;
    sort_left(pool, &gapless);
    return add(schedule, pool->instance.root_size, 1, pool->sorted, failure);
}

static enum status add_canonical(const struct pool *pool, struct schedule *schedule,
                                 struct failure *failure) {
    int latency = pool->instance.latency;
    int largest = pool->top < latency ? pool->top : latency;
    FREED int *letters = memory_new((size_t)largest, sizeof(int));
    TRY(memory_check(letters, failure, NULL));
    for (int size = 4; size <= largest; size++) {
        int missing = left_out(size, latency), count = 0;
        for (int j = 0; j < size; j++)
            if (j != missing)
                letters[count++] = j;
        TRY(add(schedule, size, 1, letters, failure));
    }
    return STATUS_OK;
}

static enum status add_all(struct pool *pool, const int chosen[4], int count,
                           struct schedule *schedule, struct failure *failure) {
    int pair[2] = {chosen[2], chosen[3]};
    schedule->receive_only = chosen[0];
    TRY(add(schedule, 1, pool->instance.blocks[1], pool->sorted, failure));
    TRY(add(schedule, 2, 1, &chosen[1], failure));
    if (count == 4)
        TRY(add(schedule, 3, 1, pair, failure));
    TRY(add_canonical(pool, schedule, failure));
    return add_rest(pool, schedule, failure);
}

enum status base_fill(int letter, bool *found, struct schedule *schedule, struct failure *failure) {
    int latency = schedule->latency, depth = schedule->depth;
    if (latency < 3 || depth <= 2 * latency || depth > 3 * latency)
        return failure_input(failure, "the base window is t = 2L+1..3L, not L = %d, t = %d",
                             latency, depth);
    CLEANUP(pool_clear) struct pool pool = {0};
    TRY(pool_init(&pool, latency, depth, letter, failure));
    int chosen[4], count;
    bool possible = choose(&pool, chosen, &count);
    if (possible)
        TRY(add_all(&pool, chosen, count, schedule, failure));
    *found = possible;
    return STATUS_OK;
}

/* The letter to leave out so that L-1 + (the other letters) is divisible by the root's size; -1:
 * none. */
static int letter_to_leave(const struct small_instance *instance) {
    int size = instance->root_size;
    int residue = (int)((instance->letter_sum + instance->latency - 1) % size);
    for (int j = 0; j < instance->latency; j++)
        if (instance->letters[j] && j % size == residue)
            return j;
    return -1;
}

static enum status fill(const struct small_instance *instance, int leave, struct schedule *schedule,
                        struct failure *failure) {
    FREED int *letters = memory_new((size_t)instance->letter_total, sizeof(int));
    int count = 0;
    TRY(memory_check(letters, failure, NULL));
    for (int j = 0; j < instance->latency; j++)
        for (int i = j == leave; i < instance->letters[j]; i++)
            letters[count++] = j;
    BIG_OF(number, instance->root_size > 1 ? instance->blocks[1] : 0);
    schedule->receive_only = leave;
    if (mpz_sgn(number))
        TRY(schedule_add_block(schedule, 1, number, letters, failure));
    mpz_set_ui(number, 1);
    return schedule_add_block(schedule, instance->root_size, number, letters, failure);
}

enum status start_fill(bool *found, struct schedule *schedule, struct failure *failure) {
    int latency = schedule->latency, depth = schedule->depth;
    if (depth < latency || depth > 2 * latency)
        return failure_input(failure, "t = %d is not in L..2L for L = %d", depth, latency);
    CLEANUP(small_instance_clear) struct small_instance instance = {0};
    TRY(small_instance_init(&instance, latency, depth, SMALL_INSTANCE_MAX_LETTERS, failure));
    int leave = letter_to_leave(&instance);
    if (leave >= 0)
        TRY(fill(&instance, leave, schedule, failure));
    *found = leave >= 0;
    return STATUS_OK;
}
