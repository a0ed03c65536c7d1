#include "solver/build/every_base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

enum { MOST_LISTED = 24 };

/* Blocks as head:size:leaves, root first, leaves as digits. */
struct listed {
    int latency;
    int depth;
    int processors;
    int receive_only;
    const char *blocks;
};

/* Found by search. The first does not come out by the scheme below; at L = 3, t = 9 and 10 no
 * schedule for the whole tree has a root that can be made larger. */
static const struct listed list[] = {
    {4, 9, 9, 0, "9:5:0123 5:2:1 4:1:"},
    {3, 9, 18, 1, "9:7:000122 6:3:12 3:1: 5:3:01 4:2:0 3:1:"},
    {3, 10, 27, 1, "10:7:000112 7:5:0012 4:2:0 3:1: 6:4:011 3:1: 5:3:22 4:2:0 3:1:"},
};

static const struct listed *listed_find(int latency, int depth, mpz_srcptr processors) {
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].latency == latency && list[i].depth == depth &&
            mpz_cmp_si(processors, list[i].processors) == 0)
            return &list[i];
    return NULL;
}

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

enum status every_base_listed(struct pruned *pruned, int latency, int depth, mpz_srcptr processors,
                              bool larger_root, int raised, struct failure *failure) {
    const struct listed *listed = listed_find(latency, depth, processors);
    enum status status = STATUS_OK;
    if (!listed)
        return failure_set(failure, STATUS_INTERNAL, "nothing is listed for L = %d, t = %d",
                           latency, depth);
    mpz_t once;
    mpz_init_set_ui(once, 1);
    bool root = true;
    for (const char *text = listed->blocks; *text && !status; root = false) {
        int head, leaves[MOST_LISTED], size = read_block(&text, &head, leaves);
        if (root && larger_root) {
            leaves[size - 1] = listed->receive_only;
            head++, size++;
        }
        status = pruned_add(pruned, head, size, leaves, raised, once, failure);
    }
    mpz_clear(once);
    if (!larger_root)
        pruned->receive_only = listed->receive_only + raised;
    return status;
}

static enum status add_once(struct pruned *pruned, int head, int size, const int *leaves,
                            int raised, struct failure *failure) {
    mpz_t once;
    mpz_init_set_ui(once, 1);
    enum status status = pruned_add(pruned, head, size, leaves, raised, once, failure);
    mpz_clear(once);
    return status;
}

/* Leaves from..from+count-1 without one, so that head and sum are divisible by `size`; the one left
 * out. The `count` leaves are consecutive and as many as `size`. */
static int leave_one_out(int head, int from, int size, int *leaves) {
    long sum = head;
    for (int i = 0; i < size; i++)
        sum += from + i;
    int out = from;
    while ((sum - out) % size)
        out++;
    for (int i = 0, count = 0; i < size; i++)
        if (from + i != out)
            leaves[count++] = from + i;
    return out;
}

enum status every_base_star(struct pruned *pruned, int latency, int depth, int raised,
                            struct failure *failure) {
    int size = latency + 2;
    int *leaves = memory_new((size_t)size, sizeof *leaves);
    if (!leaves)
        return failure_memory(failure, "a schedule");
    pruned->receive_only = leave_one_out(depth, depth - latency - size + 1, size, leaves) + raised;
    enum status status = add_once(pruned, depth, size, leaves, raised, failure);
    free(leaves);
    return status;
}

/* The scheme for 2L < t <= 3L. */
struct scheme {
    int latency;
    int depth;
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
 * pool with the leaves of the other two. `leaves` is scratch. */
static enum status add_own_leaves(struct scheme *scheme, struct pruned *pruned, int *leaves,
                                  int raised, struct failure *failure) {
    enum status status = STATUS_OK;
    int L = scheme->latency, value = scheme->depth - L;
    for (int letter = 0; letter < L; letter++)
        pool_put(scheme, letter);
    for (int r = 1; r < scheme->m && !status; r++) {
        if (r == 2) {
            pool_put(scheme, 0);
            pool_put(scheme, 1);
            continue;
        }
        pool_put(scheme, leave_one_out(r + L - 1, 0, r, leaves));
        if (r == 3) /* may still be changed */
            memcpy(scheme->three, leaves, sizeof scheme->three);
        else
            status = add_once(pruned, r + L - 1, r, leaves, raised, failure);
    }
    if (scheme->star == 0) {
        pool_put(scheme, value);
    } else if (!status) {
        pool_put(scheme, leave_one_out(value, scheme->m - scheme->star, scheme->star, leaves));
        status = add_once(pruned, value, scheme->star, leaves, raised, failure);
    }
    return status;
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

static enum status add_rest(struct scheme *scheme, struct pruned *pruned, int a, int x, int raised,
                            struct failure *failure) {
    enum status status = STATUS_OK;
    int L = scheme->latency;
    pool_take(scheme, x);
    pruned->receive_only = x + raised;
    if (scheme->m > 2) {
        pool_take(scheme, a);
        status = add_once(pruned, L + 1, 2, &a, raised, failure);
    }
    if (!status && scheme->m > 3)
        status = add_once(pruned, L + 2, 3, scheme->three, raised, failure);
    if (!status)
        status = add_once(pruned, scheme->depth, scheme->root, scheme->pool, raised, failure);
    return status;
}

static enum status run(struct scheme *scheme, struct pruned *pruned, int *scratch, int raised,
                       struct failure *failure) {
    int a = -1, x = -1;
    bool found = false;
    enum status status = add_own_leaves(scheme, pruned, scratch, raised, failure);
    for (int which = 0; which < (scheme->m > 3 ? 4 : 1) && !found && !status; which++)
        found = try_exchange(scheme, which, scratch, &a, &x);
    if (!status && !found)
        status = failure_set(failure, STATUS_INTERNAL, "the scheme fails for L = %d, t = %d",
                             scheme->latency, scheme->depth);
    return status ? status : add_rest(scheme, pruned, a, x, raised, failure);
}

enum status every_base_add(struct pruned *pruned, int latency, int depth, int processors,
                           int raised, struct failure *failure) {
    mpz_t number;
    int m = depth - 2 * latency + 1, root = latency + m;
    mpz_init_set_si(number, processors);
    bool listed = listed_find(latency, depth, number) != NULL;
    enum status status = STATUS_OK;
    if (listed)
        status = every_base_listed(pruned, latency, depth, number, false, raised, failure);
    mpz_clear(number);
    if (listed)
        return status;
    /* below depth t: P(t-1) = L + 2 + (0 + 1 + .. + (m-1)) + [m = 2..]: the root block and one
     * block of each size */
    int below = root - 1 + (m - 1) * m / 2 + 1;
    struct scheme scheme = {
        .latency = latency, .depth = depth, .m = m, .root = root, .star = processors - below - 1};
    int *scratch = memory_new((size_t)root + (size_t)m + 8, sizeof *scratch);
    scheme.pool = memory_new((size_t)root + (size_t)m + 8, sizeof *scheme.pool);
    if (!scratch || !scheme.pool)
        status = failure_memory(failure, "a schedule");
    else
        status = run(&scheme, pruned, scratch, raised, failure);
    free(scratch);
    free(scheme.pool);
    return status;
}
