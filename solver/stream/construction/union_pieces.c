/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/union_pieces.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/instance.h"
#include "solver/stream/arithmetic/partition.h"

/* Small schedules that were found by search and are listed in the source: blocks as
 * head:size:leaves, leaves as digits, blocks separated by a space. */
struct listed {
    int latency, depth;
    int processors; /* N */
    int receive_only;
    const char *blocks;
};

enum { MOST_LEAVES = 24 };

/* One block from the text, which moves on. */
static int read_block(const char **text, int *head, int *leaves) {
    char *end;
    *head = (int)strtol(*text, &end, 10);
    int size = (int)strtol(end + 1, &end, 10);
    for (int i = 0; i < size - 1; i++)
        leaves[i] = end[1 + i] - '0';
    end += size;
    *text = *end == ' ' ? end + 1 : end;
    return size;
}

/* Fills `pruned`, checked. */
static enum status listed_schedule(const struct listed *listed, struct schedule *pruned,
                                   struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule result = {0};
    schedule_init_blocks(&result, listed->latency, listed->depth);
    result.receive_only = listed->receive_only;
    BIG_OF(count, 1);
    for (const char *text = listed->blocks; *text;) {
        int head, leaves[MOST_LEAVES], size = read_block(&text, &head, leaves);
        TRY(schedule_add_leaves(&result, head, size, leaves, count, failure));
    }
    mpz_set_si(count, listed->processors);
    TRY(schedule_finish(&result, count, failure));
    *pruned = TAKE(result);
    return STATUS_OK;
}

/* Does not come out by the scheme below; found by search. */
static const struct listed nine = {4, 9, 9, 0, "9:5:0123 5:2:1 4:1:"};

/* A block with the leaves from..from+size-1 without one, *out, so that head and sum are divisible
 * by the size. */
static enum status add_consecutive(struct schedule *pruned, int head, int from, int size, int *out,
                                   struct failure *failure) {
    long sum = head + (2L * from + size - 1) * size / 2;
    *out = from + (int)((sum - from) % size);
    struct leaf_range ranges[2];
    size_t count = 0;
    if (*out > from)
        ranges[count++] = (struct leaf_range){from, *out - 1, 1};
    if (*out < from + size - 1)
        ranges[count++] = (struct leaf_range){*out + 1, from + size - 1, 1};
    BIG_OF(once, 1);
    return schedule_add_ranges(pruned, head, size, ranges, count, 0, once, failure);
}

enum status union_star(struct schedule *pruned, int latency, int depth, struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule result = {0};
    int size = latency + 2;
    schedule_init_blocks(&result, latency, depth);
    TRY(add_consecutive(&result, depth, depth - latency - size + 1, size, &result.receive_only,
                        failure));
    *pruned = TAKE(result);
    return STATUS_OK;
}

/* The schemes for 2L < t <= 3L. */
struct scheme {
    int latency, depth;
    int m;     /* t - 2L + 1: blocks of the sizes 1..m-1 below the root */
    int root;  /* size of the root block, L + m */
    int star;  /* leaves of the star; 0: it is a leaf itself */
    int *pool; /* leaves for the root, the block of size 2 and the receive-only processor */
    int count;
    int three[2]; /* leaves of the block of size 3 */
};

static int pool_find(const struct scheme *scheme, int letter) {
    for (int i = 0; i < scheme->count; i++)
        if (scheme->pool[i] == letter)
            return i;
    return -1;
}

static bool pool_take(struct scheme *scheme, int letter) {
    int place = pool_find(scheme, letter);
    if (place >= 0)
        scheme->pool[place] = scheme->pool[--scheme->count];
    return place >= 0;
}

static void pool_put(struct scheme *scheme, int letter) {
    scheme->pool[scheme->count++] = letter;
}

/* Blocks but the root and that of size 2 take their own leaves without one, which goes into the
 * pool with the leaves of the other two. */
static enum status add_own_leaves(struct scheme *scheme, struct schedule *pruned,
                                  struct failure *failure) {
    int L = scheme->latency, value = scheme->depth - L, out = value;
    for (int letter = 0; letter < L; letter++)
        pool_put(scheme, letter);
    for (int r = 1; r < scheme->m; r++) {
        if (r == 2) {
            pool_put(scheme, 0);
            pool_put(scheme, 1);
        } else if (r == 3) { /* may still be changed; 0 + 1 + 2 = 0 (mod 3) */
            out = (r + L - 1) % r;
            scheme->three[0] = out == 0 ? 1 : 0;
            scheme->three[1] = out == 2 ? 1 : 2;
            pool_put(scheme, out);
        } else {
            TRY(add_consecutive(pruned, r + L - 1, 0, r, &out, failure));
            pool_put(scheme, out);
        }
    }
    out = value; /* a star without leaves is one itself */
    if (scheme->star > 0)
        TRY(add_consecutive(pruned, value, scheme->m - scheme->star, scheme->star, &out, failure));
    pool_put(scheme, out);
    return STATUS_OK;
}

/* Leaf a for the block of size 2 (-1: there is none) and x to be left over, so that the root is
 * right. */
static bool choose(const struct scheme *scheme, int a, int *x) {
    long sum = scheme->depth - (a < 0 ? 0 : a);
    for (int i = 0; i < scheme->count; i++)
        sum += scheme->pool[i];
    for (int i = 0; i < scheme->count; i++) {
        *x = scheme->pool[i];
        bool there = *x != a;
        for (int k = i + 1; k < scheme->count && !there; k++)
            there = scheme->pool[k] == a; /* a second copy */
        if (there && (sum - *x) % scheme->root == 0)
            return true;
    }
    return false;
}

static bool choose_both(const struct scheme *scheme, int *a, int *x) {
    int L = scheme->latency, candidates[] = {0, 1, L - 1};
    if (scheme->m < 3) {
        *a = -1;
        return choose(scheme, *a, x);
    }
    for (int i = 0; i < 3; i++) {
        *a = candidates[i];
        if ((*a - (L - 1)) % 2 == 0 && pool_find(scheme, *a) >= 0 && choose(scheme, *a, x))
            return true;
    }
    return false;
}

/* Exchanges the leaves of the block of size 3 that `which` names for larger ones by 3 from the
 * pool. */
static bool exchange(struct scheme *scheme, int which) {
    for (int i = 0; i < 2; i++)
        if (which >> i & 1) {
            if (!pool_take(scheme, scheme->three[i] + 3))
                return false;
            pool_put(scheme, scheme->three[i]);
            scheme->three[i] += 3;
        }
    return true;
}

/* Tries `which` on the pool of `scheme`, which is changed if it succeeds. `pool` is scratch. */
static bool try_exchange(struct scheme *scheme, int which, int *pool, int *a, int *x) {
    struct scheme copy = *scheme;
    copy.pool = pool;
    memcpy(pool, scheme->pool, (size_t)scheme->count * sizeof *pool);
    if (!exchange(&copy, which) || !choose_both(&copy, a, x))
        return false;
    memcpy(scheme->pool, pool, (size_t)copy.count * sizeof *pool);
    memcpy(scheme->three, copy.three, sizeof copy.three);
    return true;
}

static enum status add_leaves(struct schedule *pruned, int head, int size, const int *leaves,
                              struct failure *failure) {
    BIG_OF(once, 1);
    return schedule_add_leaves(pruned, head, size, leaves, once, failure);
}

static enum status add_rest(struct scheme *scheme, struct schedule *pruned, int a, int x,
                            struct failure *failure) {
    int L = scheme->latency;
    pool_take(scheme, x);
    pruned->receive_only = x;
    if (scheme->m > 2) {
        pool_take(scheme, a);
        TRY(add_leaves(pruned, L + 1, 2, &a, failure));
    }
    if (scheme->m > 3)
        TRY(add_leaves(pruned, L + 2, 3, scheme->three, failure));
    return add_leaves(pruned, scheme->depth, scheme->root, scheme->pool, failure);
}

/* All three or none. */
static bool take_three(struct scheme *scheme, const int *letters) {
    for (int i = 0; i < 3; i++)
        if (!pool_take(scheme, letters[i])) {
            while (i-- > 0)
                pool_put(scheme, letters[i]);
            return false;
        }
    return true;
}

/* Leaves a for the block of size 2 and two for that of size 3, so that the root is right when it
 * takes all the others but its first child. */
static bool choose_left(struct scheme *scheme, int *a) {
    int L = scheme->latency;
    for (int i = 0; i < 2; i++)
        pool_put(scheme, scheme->three[i]);
    long sum = L; /* the root and its first child: t - (t-L) */
    for (int i = 0; i < scheme->count; i++)
        sum += scheme->pool[i];
    for (*a = (L - 1) % 2; *a < L; *a += 2)
        for (int b = 0; b < L; b++) {
            int letters[] = {*a, b, (int)((sum - *a - b) % scheme->root)};
            if (letters[2] < b || letters[2] >= L || (L + 2 + b + letters[2]) % 3 != 0 ||
                !take_three(scheme, letters))
                continue;
            pool_put(scheme, *a);
            memcpy(scheme->three, letters + 1, sizeof scheme->three);
            return true;
        }
    return false;
}

/* What is left of a scheme whose own leaves have been dealt; its pool has room for it all. */
typedef bool finish_scheme(struct scheme *scheme, int *scratch, int *a, int *x);

static bool finish_star(struct scheme *scheme, int *scratch, int *a, int *x) {
    bool found = false;
    for (int which = 0; which < (scheme->m > 3 ? 4 : 1) && !found; which++)
        found = try_exchange(scheme, which, scratch, a, x);
    return found;
}

static bool finish_left(struct scheme *scheme, int *scratch, int *a, int *x) {
    (void)scratch;
    *x = scheme->depth - scheme->latency;
    return scheme->m > 3 && choose_left(scheme, a);
}

static enum status run(struct schedule *pruned, int latency, int depth, int star,
                       finish_scheme *finish, bool *found, struct failure *failure) {
    int m = depth - 2 * latency + 1, root = latency + m, a = -1, x = -1;
    size_t room = (size_t)root + (size_t)m + 8; /* leaves of the pool */
    FREED int *scratch = memory_new(room, sizeof *scratch), *pool = memory_new(room, sizeof *pool);
    struct scheme scheme = {latency, depth, m, root, star, pool, 0, {0}};
    CLEANUP(schedule_clear) struct schedule result = {0};
    TRY(memory_check(scratch && pool, failure, "a schedule"));
    schedule_init_blocks(&result, latency, depth);
    TRY(add_own_leaves(&scheme, &result, failure));
    *found = finish(&scheme, scratch, &a, &x);
    if (!*found)
        return STATUS_OK;
    TRY(add_rest(&scheme, &result, a, x, failure));
    *pruned = TAKE(result);
    return STATUS_OK;
}

enum status union_scheme(struct schedule *pruned, int latency, int depth, int processors,
                         struct failure *failure) {
    bool found = true;
    if (latency == nine.latency && depth == nine.depth && processors == nine.processors)
        return listed_schedule(&nine, pruned, failure);
    /* below depth t: P(t-1) = L + 2 + (0 + 1 + .. + (m-1)) + [m = 2..]: the root block and one
     * block of each size */
    int m = depth - 2 * latency + 1, below = latency + m - 1 + (m - 1) * m / 2 + 1;
    TRY(run(pruned, latency, depth, processors - below - 1, finish_star, &found, failure));
    if (!found)
        return failure_internal(failure, "the scheme fails for L = %d, t = %d", latency, depth);
    return STATUS_OK;
}

enum { BALL_ATTEMPTS = 2000, SEARCHED_LATENCY = 9 /* the largest for which search is needed */ };

/* A schedule whose root is a ball of the letter left over, for any letter. */
static enum status find_ball(int latency, int depth, const struct limits *limits,
                             struct schedule *schedule, bool *found, struct failure *failure) {
    CLEANUP(small_instance_clear) struct small_instance instance = {0};
    TRY(small_instance_init(&instance, latency, depth, SMALL_INSTANCE_MAX_LETTERS, failure));
    *found = false;
    /* for L > 1 no root is a ball of 0 */
    for (int letter = latency > 1; letter < latency && !*found; letter++) {
        struct partition_question question = {.receive_only = letter,
                                              .root_ball = true,
                                              .attempts = BALL_ATTEMPTS,
                                              .seed = 1,
                                              .limits = limits};
        TRY(partition_find(&instance, &question, found, schedule, failure));
    }
    return STATUS_OK;
}

/* Its root sends once more, and takes the letter left over. */
static enum status enlarge(const struct schedule *schedule, struct schedule *pruned,
                           struct failure *failure) {
    int latency = schedule->latency, root = schedule->depth - latency + 1;
    FREED int *leaves = memory_new((size_t)root + 1, sizeof *leaves);
    CLEANUP(schedule_clear) struct schedule result = {0};
    TRY(memory_check(leaves, failure, "a schedule"));
    schedule_init_blocks(&result, latency, schedule->depth + 1);
    result.receive_only = result.depth - latency;
    for (size_t i = 0; i < schedule->block_count; i++) {
        const struct block_class *class = &schedule->blocks[i];
        int size = class->size + (class->size == root);
        schedule_leaves(schedule, class, leaves);
        leaves[class->size - 1] = schedule->receive_only;
        TRY(schedule_add_leaves(&result, size + latency - 1, size, leaves, class->count, failure));
    }
    *pruned = TAKE(result);
    return STATUS_OK;
}

/* At L = 3, t = 10 and 11 no schedule for the whole tree of depth t-1 has a root that can be made
 * larger. */
static enum status find_listed(int latency, int depth, bool *found, struct schedule *pruned,
                               struct failure *failure) {
    static const struct listed list[] = {
        {3, 10, 19, 7, "10:8:0001122 6:3:12 3:1: 5:3:01 4:2:0 3:1:"},
        {3, 11, 28, 8, "11:8:0001112 7:5:0012 4:2:0 3:1: 6:4:011 3:1: 5:3:22 4:2:0 3:1:"},
    };
    *found = false;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].latency == latency && list[i].depth == depth) {
            *found = true;
            return listed_schedule(&list[i], pruned, failure);
        }
    return STATUS_OK;
}

static enum status finish(struct schedule *pruned, struct failure *failure) {
    BIG(processors);
    schedule_processors(pruned, processors);
    return schedule_finish(pruned, processors, failure);
}

/* By search, which has nothing to find where one is listed. */
static enum status find_small(int latency, int depth, const struct limits *limits, bool *found,
                              struct schedule *pruned, struct failure *failure) {
    TRY(find_listed(latency, depth, found, pruned, failure));
    if (*found)
        return STATUS_OK;
    CLEANUP(schedule_clear) struct schedule schedule = {0};
    schedule_init_blocks(&schedule, latency, depth - 1);
    TRY(find_ball(latency, depth - 1, limits, &schedule, found, failure));
    if (*found)
        TRY(enlarge(&schedule, pruned, failure));
    return *found ? finish(pruned, failure) : STATUS_OK;
}

enum status left_part_find(int latency, int depth, const struct limits *limits, bool *found,
                           struct schedule *pruned, struct failure *failure) {
    *found = false;
    /* the scheme with the first child of the root left over; never found for t < 2L+3 */
    if (depth > 2 * latency && depth <= 3 * latency)
        TRY(run(pruned, latency, depth, 0, finish_left, found, failure));
    if (*found)
        return finish(pruned, failure);
    return latency > SEARCHED_LATENCY ? STATUS_OK
                                      : find_small(latency, depth, limits, found, pruned, failure);
}
