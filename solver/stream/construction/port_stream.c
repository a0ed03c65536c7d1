/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/port_stream.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/port_growth.h"
#include "solver/model/schedule.h"
#include "solver/stream/construction/port_arithmetic.h"
#include "solver/stream/construction/port_leaves.h"
#include "solver/stream/construction/port_trees.h"

/* --- the words of many --- */

/* Streams with p ports at the depths L < t < 2L, where only the root sends, for N = 1 + p (R-1) + j
 * processors, R = t - L + 1, 1 <= j <= p - 2, p <= (j+1) floor(p/j): words whose letters have items
 * of their own (struct coloured_word). There are j+1 of them. Word w has the roots of k = floor((p
 * + w) / (j+1)) of the p items of a step, and k (R-1) + 1 positions; root h = 0..k-1 stands at h
 * . Its last step is the first one of the next, and they share the p copies of it. How the
 * letters are dealt: results/THEOREMS.md, 19.5. */

/* No words are made whose letters, p N of them, are more. */
enum { PORT_WORDS_MOST_LETTERS = 1 << 22 };

/* --- how many letters of each value a word has of each item --- */

struct dealing {
    int p, j, R, t;
    int *dealt; /* [(item (j+1) + word) R + value] */
    mpz_t
        *pool; /* [value], of one item: its own letters are from here, the others are for word 0 */
    int *rest; /* [value], of one item: the letters for other words */
    int *picked;              /* [value], scratch */
    int *letters, *positions; /* of one item in one word, scratch */
};

static int roots_of(const struct dealing *d, int word) {
    return (d->p + word) / (d->j + 1);
}

static int length_of(const struct dealing *d, int word) {
    return roots_of(d, word) * (d->R - 1) + 1;
}

static int *dealt_of(const struct dealing *d, int item, int word) {
    return d->dealt + ((size_t)item * (size_t)(d->j + 1) + (size_t)word) * (size_t)d->R;
}

static int least_of(int a, int b) {
    return a < b ? a : b;
}

/* All that stands in the word, its roots of value t included, modulo its length. */
static int total_of(const struct dealing *d, int word) {
    long length = length_of(d, word), sum = (long)roots_of(d, word) * d->t % length;
    for (int item = 0; item < d->p; item++)
        for (int v = 1; v < d->R; v++)
            sum = (sum + (long)v * dealt_of(d, item, word)[v]) % length;
    return (int)sum;
}

/* The rest to the words but this one, the smallest values first, `to_first` to word 0. */
static void spread(struct dealing *d, int item, int own, int to_first) {
    int v = 0;
    for (int word = 0; word <= d->j; word++)
        for (int left = word == own ? 0 : word ? length_of(d, word) : to_first; left > 0;) {
            while (d->rest[v] == 0)
                v++;
            int some = least_of(d->rest[v], left);
            dealt_of(d, item, word)[v] += some;
            d->rest[v] -= some;
            left -= some;
        }
}

/* Pool and rest of item h of the word, R >= 3: how many letters are in the pool and not its own. */
static int split(struct dealing *d, int word, int h) {
    int k = roots_of(d, word), zeros = least_of((h + 1) * d->j, k);
    for (int v = 0; v < d->R; v++) {
        int all = v == 0         ? (h + 1) * d->j
                  : v < d->R - 1 ? d->p
                                 : d->p - h * d->j,
            pool = v == 0 ? zeros : 2 * k - zeros;
        if (v == 0 && word == 0 && h == k - 1)
            all += k; /* as many of its letters are not sent */
        mpz_set_si(d->pool[v], pool);
        d->rest[v] = all - pool;
    }
    return zeros + (k - zeros) * (d->R - 1);
}

/* Own letters that make up 0 with the root; those of the last item do so with all in the word. */
static bool pick_own(struct dealing *d, int item, int word, int h) {
    int k = roots_of(d, word), length = length_of(d, word);
    int over = h < k - 1 ? d->t % length : total_of(d, word);
    bool found = port_pick(d->pool, d->R, length - 1, -over, length, d->picked);
    for (int v = 0; v < d->R && found; v++) {
        int left = (int)mpz_get_si(d->pool[v]) - d->picked[v];
        dealt_of(d, item, word)[v] = d->picked[v];
        *(word ? &dealt_of(d, item, 0)[v] : &d->rest[v]) += left;
    }
    return found;
}

static bool deal_many(struct dealing *d) {
    bool found = true;
    for (int word = 0, item = 0; word <= d->j; word++)
        for (int h = 0, k = roots_of(d, word); h < k && found; h++, item++) {
            int spare = split(d, word, h);
            found = h == k - 1 || pick_own(d, item, word, h);
            spread(d, item, word, length_of(d, 0) - spare);
        }
    for (int word = d->j, last = d->p - 1; word >= 0 && found; last -= roots_of(d, word--)) {
        split(d, word, roots_of(d, word) - 1);
        found = pick_own(d, last, word, roots_of(d, word) - 1);
    }
    return found;
}

/* The same for R = 2, where letters are ones and zeros: all items of a word have as many ones of
 * their own. */
static void deal_ones(struct dealing *d) {
    int p = d->p, j = d->j, first = length_of(d, 0);
    for (int word = 0, item = 0; word <= j; word++)
        for (int h = 0, k = roots_of(d, word); h < k; h++, item++) {
            int ones = (k - h) * j - (word ? least_of(k, (k - h) * j) : 0);
            d->rest[1] = ones;
            d->rest[0] = p + j - k - (word ? first : 0) - ones;
            spread(d, item, word, 0);
        }
    for (int word = j, item = p - 1; word >= 0; word--) {
        int k = roots_of(d, word), own = total_of(d, word), cut = k * (j + 1) - p;
        for (int h = k - 1; h >= 0; h--, item--) {
            dealt_of(d, item, word)[1] = own;
            dealt_of(d, item, word)[0] = k - own;
            if (word) {
                int ones = least_of(k, (k - h) * j) - least_of(own, cut > 0 ? cut : 0);
                dealt_of(d, item, 0)[1] = ones;
                dealt_of(d, item, 0)[0] = first - ones;
            }
        }
    }
}

/* --- positions --- */

/* All items of one word, whose first item this is. */
static bool place_all(const struct dealing *d, struct coloured_word *word, int number, int first) {
    int n = word->length, k = roots_of(d, number);
    int gap = d->R == 2 ? k + d->t + dealt_of(d, first, number)[1] : (k - 1) * (d->R - 1);
    bool room = true;
    for (int item = 0; item < d->p && room; item++) {
        int h = item - first, count = 0;
        bool own = h >= 0 && h < k;
        if (own)
            d->letters[count++] = d->t;
        for (int v = 0; v < d->R; v++)
            for (int copy = dealt_of(d, item, number)[v]; copy > 0; copy--)
                d->letters[count++] = v;
        assert(count == n);
        room = port_place(d->letters, n, own ? h * (d->R - 1) : -1, &gap, d->positions,
                          word->values + (size_t)item * (size_t)n);
    }
    return room;
}

/* --- all --- */

static bool dealing_init(struct dealing *d, const struct schedule *schedule, int j) {
    int p = schedule->ports, R = schedule->depth - schedule->latency + 1;
    *d = (struct dealing){.p = p, .j = j, .R = R, .t = schedule->depth};
    d->pool = numbers_new((size_t)R);
    return d->pool && NEW((size_t)p * (size_t)(j + 1) * (size_t)R, d->dealt) &&
           NEW(R, d->rest, d->picked) && NEW(length_of(d, j), d->letters, d->positions);
}

static void dealing_clear(struct dealing *d) {
    FREE_ALL(d->dealt, d->rest, d->picked, d->letters, d->positions);
    numbers_free(d->pool);
}

/* What the root of an item sends to each value is what is received of it. */
static void count_copies(const struct dealing *d, struct schedule *schedule) {
    for (int item = 0; item < d->p; item++)
        for (int v = 0; v < d->R; v++)
            for (int word = 0; word <= d->j; word++)
                schedule->copies[(size_t)item * (size_t)d->R + (size_t)(d->R - 1 - v)] +=
                    dealt_of(d, item, word)[v];
}

static enum status add_words(struct dealing *d, struct schedule *schedule,
                             struct failure *failure) {
    bool room = schedule_add_copies(schedule);
    if (d->R == 2)
        deal_ones(d);
    else if (!deal_many(d))
        return failure_internal(failure, "letters are not dealt to %d words", d->j + 1);
    for (int word = 0, first = 0; word <= d->j && room; first += roots_of(d, word++)) {
        struct coloured_word *added = schedule_add_coloured(schedule, length_of(d, word));
        room = added && place_all(d, added, word, first);
    }
    TRY(memory_check(room, failure, "a schedule"));
    count_copies(d, schedule);
    return STATUS_OK;
}

/* --- a schedule --- */

/* f_i, 0 below 0. */
static mpz_srcptr term(const struct port_growth *growth, int i) {
    static const mpz_t zero;
    return i < 0 ? zero : growth->f[i];
}

struct building {
    const struct port_growth *growth;
    const struct port_trees *trees;
    struct schedule *schedule;
    int L, p;
    mpz_t *rest;    /* [v]: leaves of this tree that no block has taken */
    int *picked;    /* [v] */
    mpz_ptr number; /* scratch */
    mpz_srcptr one;
    const struct limits *limits;
    int absent; /* heads of value L that send fewer copies: added as partial ones */
    struct failure *failure;
};

/* A leaf of a value that may be L or more, and how many. */
struct big_leaf {
    int value, copies;
};

/* The block of a node of this value, with these leaves: `small` of the values below L, `big` ones,
 * ascending. Of size 1 all are loose. */
static enum status add_block(struct building *b, int head, int size, const int *small,
                             const struct big_leaf *big, int big_count, int raised,
                             mpz_srcptr count) {
    FREED struct leaf_range *ranges = memory_new((size_t)b->L + 2, sizeof *ranges);
    size_t filled = 0;
    int next = 0;
    TRY(memory_check(ranges, b->failure, "a schedule"));
    for (int v = 0; v < b->L && size > 1; v++) {
        int copies = small[v];
        for (; next < big_count && big[next].value == v; next++)
            copies += big[next].copies;
        if (copies)
            ranges[filled++] = (struct leaf_range){v, v, copies};
    }
    for (; next < big_count; next++)
        if (filled && ranges[filled - 1].first == big[next].value)
            ranges[filled - 1].copies += big[next].copies;
        else if (big[next].copies)
            ranges[filled++] =
                (struct leaf_range){big[next].value, big[next].value, big[next].copies};
    return schedule_add_ranges(b->schedule, head, size, ranges, filled, raised, count, b->failure);
}

/* The node of value s and its block, as in a whole tree. */
static enum status add_node(struct building *b, int s, int raised, mpz_srcptr count) {
    return mpz_sgn(count) == 0 ? STATUS_OK
                               : add_block(b, s, s - b->L + 1, port_trees_taken(b->trees, s), NULL,
                                           0, raised, count);
}

/* What is below the root of the whole tree of depth t-1, and `more` whole trees of depth t-L. */
static enum status add_below(struct building *b, int t, int more, int raised) {
    for (int s = b->L; s <= t - b->L; s++) {
        mpz_mul_si(b->number, term(b->growth, t - 2 * b->L - s), more);
        mpz_add(b->number, b->number, term(b->growth, t - 1 - b->L - s));
        mpz_mul_si(b->number, b->number, b->p);
        mpz_add_ui(b->number, b->number, s == t - b->L ? (unsigned long)more : 0);
        mpz_sub_ui(b->number, b->number, s == b->L ? (unsigned long)b->absent : 0);
        TRY(add_node(b, s, raised, b->number));
    }
    return STATUS_OK;
}

/* The rest is loose. */
static void loosen(struct building *b, int raised) {
    for (int v = 0; v < b->L; v++)
        if (mpz_sgn(b->rest[v])) /* a tree of a small depth has no others */
            mpz_add(b->schedule->loose[v + raised], b->schedule->loose[v + raised], b->rest[v]);
}

static void loosen_big(struct building *b, const struct big_leaf *big, int count, int raised) {
    for (int i = 0; i < count; i++) {
        mpz_ptr loose = b->schedule->loose[big[i].value + raised];
        mpz_add_ui(loose, loose, (unsigned long)big[i].copies);
    }
}

/* b->rest = V_{t-1} + a G_{t-L}, less D zeros. */
static void gather(struct building *b, int t, int a, int leaves) {
    for (int v = 0; v < b->L; v++) {
        mpz_add_ui(b->rest[v], port_trees_left(b->trees, t - 1)[v],
                   (unsigned long)port_trees_taken(b->trees, t - 1)[v]);
        mpz_addmul_ui(b->rest[v], port_trees_left(b->trees, t - b->L)[v], (unsigned long)a);
    }
    mpz_sub_ui(b->rest[0], b->rest[0], (unsigned long)leaves);
}

static enum status no_leaves(struct building *b, int t) {
    return failure_internal(b->failure, "the root of depth %d with %d ports finds no leaves", t,
                            b->p);
}

/* The root of value t >= 2L+1 takes its leaves of b->rest and of the big ones, which are loose
 * where it does not. */
static enum status add_root(struct building *b, int t, const struct big_leaf *big, int big_count,
                            int raised) {
    int size = t - b->L + 1, bigs = 0, all = b->p * size - 1;
    long sum = 0;
    bool found, with_big = b->L > 2;
    struct big_leaf last = {t - b->L, 1};
    for (int i = 0; i < big_count; i++) {
        bigs += big[i].copies;
        sum = (sum + (long)big[i].copies * big[i].value) % size;
    }
    memset(b->picked, 0, (size_t)b->L * sizeof *b->picked);
    if (b->L == 1) {
        b->picked[0] = all;
        found = mpz_cmp_si(b->rest[0], all) >= 0;
    } else if (b->L == 2) {
        found = port_pick_ones(b->rest, b->p, size, b->picked);
        if (!found) { /* one of the children that are leaves, and zeros */
            b->picked[0] = all - 1, b->picked[1] = 0;
            found = big_count > 0 && big[big_count - 1].copies > 0 &&
                    mpz_cmp_si(b->rest[0], all - 1) >= 0;
            loosen_big(b, big, big_count, raised);
            mpz_sub_ui(b->schedule->loose[last.value + raised],
                       b->schedule->loose[last.value + raised], found);
            big = &last, big_count = 1, with_big = true;
        }
    } else {
        found = port_pick(b->rest, b->L, all - bigs, -((t + sum) % size), size, b->picked);
    }
    if (!found)
        return no_leaves(b, t);
    if (!with_big)
        loosen_big(b, big, big_count, raised);
    for (int v = 0; v < b->L; v++)
        mpz_sub_ui(b->rest[v], b->rest[v], (unsigned long)b->picked[v]);
    return add_block(b, t, size, b->picked, big, with_big ? big_count : 0, raised, b->one);
}

/* Are these two the leaves that are left besides zeros, second = 0 being none? */
static bool leaves_fit(const struct building *b, int a, long zeros, int first, int second) {
    long two = second > 0;
    return zeros >= two && (first < b->L || a < b->p) &&
           mpz_cmp_si(b->rest[0], zeros - two + (first == 0)) >= 0;
}

/* t = 2L: p children of the root have the value L. a of them send once, the others are leaves, and
 * all but one or two of the leaves that are not 0 go to the root; {0..L} are all residues. *over: a
 * leaf of value L that does not, or -1. */
static enum status add_first_root(struct building *b, int a, int leaves, int raised, int *over) {
    int size = b->L + 1, p = b->p;
    long zeros = (long)a * (p - 1) - leaves; /* that are left, and one more leaf */
    long sum = 2L * b->L + (long)(p - a) * b->L;
    for (int v = 0; v < b->L; v++) {
        mpz_set_si(b->rest[v], p + (v ? 0 : (long)a * p - leaves));
        sum += (long)p * v;
    }
    for (int first = 0; first <= b->L; first++)
        for (int second = 0; second <= first && second < b->L; second++) {
            if ((sum - first - second) % size || !leaves_fit(b, a, zeros, first, second))
                continue;
            for (int v = 0; v < b->L; v++) {
                long kept = (v == first) + (second && v == second) + (v ? 0 : zeros - (second > 0));
                b->picked[v] = (int)(mpz_get_si(b->rest[v]) - kept);
                mpz_set_si(b->rest[v], kept);
            }
            *over = first == b->L ? b->L : -1;
            struct big_leaf big = {b->L, p - a - (first == b->L)};
            return add_block(b, 2 * b->L, size, b->picked, &big, 1, raised, b->one);
        }
    return no_leaves(b, 2 * b->L);
}

/* One of the leaves that are left, with its value as raised. */
static int take_over(struct building *b, int raised, int over) {
    int v = 0;
    if (over >= 0)
        return over + raised;
    while (mpz_sgn(b->rest[v]) == 0)
        v++;
    mpz_sub_ui(b->rest[v], b->rest[v], 1);
    return v + raised;
}

static int depth_of(const struct port_growth *growth, mpz_srcptr processors) {
    int low = 0, high = growth->depth;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (mpz_cmp(growth->f[middle], processors) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static enum status add_streams(struct building *b, mpz_srcptr processors, int t, int leaves,
                               int raised, int *over);

/* t >= 2L + 1: N = f_{t-1} + p (1 + a S + m), S = (f_{t-L} - 1) / p, and the smaller tree has 1 + p
 * m nodes. */
static enum status add_union(struct building *b, mpz_srcptr processors, int t, int leaves,
                             int raised) {
    struct big_leaf big[2] = {{0, 0}, {t - b->L, 0}};
    BIG(share, times, smaller);
    mpz_sub_ui(share, b->growth->f[t - b->L], 1);
    mpz_divexact_ui(share, share, (unsigned long)b->p);
    mpz_sub(smaller, processors, b->growth->f[t - 1]);
    mpz_divexact_ui(smaller, smaller, (unsigned long)b->p);
    mpz_sub_ui(smaller, smaller, 1);
    mpz_fdiv_qr(times, smaller, smaller, share);
    mpz_mul_ui(smaller, smaller, (unsigned long)b->p);
    mpz_add_ui(smaller, smaller, 1);
    int a = (int)mpz_get_si(times), over = 0, absent = b->absent;
    if (a < b->p) {
        int depth = depth_of(b->growth, smaller), more = t - b->L - depth;
        b->absent = 0;
        TRY(add_streams(b, smaller, depth, 0, raised + more, &over));
        b->absent = absent;
        big[0] = (struct big_leaf){over - raised, 1};
        big[1].copies = b->p - 1 - a;
    }
    gather(b, t, a, leaves);
    TRY(add_below(b, t, a, raised));
    return add_root(b, t, big, 2, raised);
}

/* N = 1 (mod p) processors, less D = leaves of value 0, in depth t, which is the least. All but one
 * leaf are loose, *over is that one's value; with D > 0 all are, and *over is not set. */
static enum status add_streams(struct building *b, mpz_srcptr processors, int t, int leaves,
                               int raised, int *over) {
    int big = -1;
    TRY(limits_check(b->limits, b->failure));
    for (int v = 0; v < b->L; v++)
        mpz_set_ui(b->rest[v], 0);
    if (t < b->L) {
        mpz_set_ui(b->rest[0], 1);
    } else if (t < 2 * b->L || (mpz_cmp(processors, b->growth->f[t]) == 0 && leaves == 0)) {
        TRY(add_below(b, t, b->p, raised));
        TRY(add_node(b, t, raised, b->one));
        for (int v = 0; v < b->L; v++)
            mpz_set(b->rest[v], port_trees_left(b->trees, t)[v]);
    } else if (t == 2 * b->L) {
        mpz_sub(b->number, processors, b->growth->f[t - 1]);
        int a = (int)(mpz_get_si(b->number) / b->p) - 1;
        mpz_set_si(b->number, a - b->absent);
        if (mpz_sgn(b->number) > 0)
            TRY(add_node(b, b->L, raised, b->number));
        TRY(add_first_root(b, a, leaves, raised, &big));
    } else {
        TRY(add_union(b, processors, t, leaves, raised));
    }
    if (leaves == 0)
        *over = take_over(b, raised, big);
    else if (big >= 0)
        mpz_add_ui(b->schedule->loose[big + raised], b->schedule->loose[big + raised], 1);
    loosen(b, raised);
    return STATUS_OK;
}

/* N = 1 + p L + j: at depth 2L the root sends L times, to heads and leaves of the values 1..L, of
 * which the partial heads are. */
static enum status add_flat(struct building *b, int j) {
    struct schedule *schedule = b->schedule;
    int L = b->L, heads = (int)schedule->partial.form, zeros = j - heads;
    long sum = 2L * L - (long)heads * L + (long)b->p * L * (L + 1) / 2;
    int over = (int)((sum - 1) % L) + 1; /* sum - over = 0 (mod L) */
    FREED struct leaf_range *ranges = memory_new((size_t)L + 1, sizeof *ranges);
    size_t filled = 0;
    TRY(memory_check(ranges, b->failure, "a schedule"));
    if (L > 1)
        ranges[filled++] = (struct leaf_range){0, 0, heads};
    for (int v = 1; v <= L; v++) {
        int copies = b->p - (v == L ? heads : 0);
        if (L > 1 && copies > (v == over))
            ranges[filled++] = (struct leaf_range){v, v, copies - (v == over)};
        mpz_add_ui(schedule->loose[v], schedule->loose[v],
                   (unsigned long)(L > 1 ? v == over : copies));
    }
    mpz_add_ui(schedule->loose[0], schedule->loose[0], (unsigned long)(L > 1 ? zeros : j));
    return schedule_add_ranges(schedule, 2 * L, L, ranges, filled, 0, b->one, b->failure);
}

/* --- which --- */

/* B(N) < 2L, 1 <= j <= p - 2, and the depth L+1 at least: words whose letters have items. */
static enum status add_coloured(struct building *b, mpz_srcptr processors, int j) {
    if (mpz_cmp_si(processors, PORT_WORDS_MOST_LETTERS / b->p) > 0)
        return failure_limit(b->failure, "the words of the stream have p N letters, more than %d",
                             PORT_WORDS_MOST_LETTERS);
    if (b->schedule->depth > b->growth->depth)
        return port_arithmetic(b->schedule, (int)mpz_get_si(processors), b->failure);
    CLEANUP(dealing_clear) struct dealing dealing = {0};
    TRY(memory_check(dealing_init(&dealing, b->schedule, j), b->failure, "a schedule"));
    return add_words(&dealing, b->schedule, b->failure);
}

static enum status serve(struct building *b, mpz_srcptr processors) {
    struct schedule *schedule = b->schedule;
    int t = schedule->depth, L = b->L, p = b->p, j = port_rest(p, processors), over = 0, leaves = 0;
    bool last = j == p - 1 && b->growth->depth > L;
    if (j > 0 && !last && t > L && b->growth->depth < 2 * L)
        return add_coloured(b, processors, j);
    if (j > 0 && !last) {
        schedule->partial =
            (struct partial_heads){port_is_single(p, j) ? PARTIAL_SINGLE : PARTIAL_DOUBLE, L, j};
        leaves = port_is_single(p, j) ? p - j : 2 * p - j;
    }
    if (leaves && t == L) { /* the root is the partial head */
        mpz_set_si(schedule->loose[0], j);
        return STATUS_OK;
    }
    BIG(whole);
    if (leaves && t == 2 * L && mpz_cmp_si(processors, (long)p * (L + 1)) <= 0) {
        TRY(add_flat(b, j));
    } else {
        b->absent = leaves ? (int)schedule->partial.form : 0;
        mpz_add_ui(whole, processors, (unsigned long)(last ? 1 : leaves));
        TRY(add_streams(b, whole, t, leaves, 0, &over));
        if (!leaves && !last)
            mpz_add_ui(schedule->loose[over], schedule->loose[over], 1);
    }
    return STATUS_OK;
}

enum status port_stream_of_trees(struct schedule *schedule, const struct port_growth *growth,
                                 const struct port_trees *trees, mpz_srcptr processors,
                                 const struct limits *limits, struct failure *failure) {
    CLEANUP(numbers_clear) mpz_t *rest = numbers_new((size_t)growth->latency);
    FREED int *picked = memory_new((size_t)growth->latency, sizeof *picked);
    BIG(number);
    BIG_OF(one, 1);
    struct building b = {.growth = growth,
                         .trees = trees,
                         .schedule = schedule,
                         .L = growth->latency,
                         .p = growth->ports,
                         .rest = rest,
                         .picked = picked,
                         .number = number,
                         .one = one,
                         .limits = limits,
                         .failure = failure};
    enum status status =
        rest && picked ? serve(&b, processors) : failure_memory(failure, "a stream");
    return schedule_end(schedule, status, processors, failure);
}

enum status port_stream(struct schedule *schedule, int latency, int ports, mpz_srcptr processors,
                        const struct limits *limits, struct failure *failure) {
    CLEANUP(port_growth_clear) struct port_growth growth = {0};
    CLEANUP(port_trees_clear) struct port_trees trees = {0};
    struct schedule result;
    TRY(port_growth_init(&growth, latency, ports, processors, failure));
    TRY(port_trees_init(&trees, latency, ports, growth.count - 1, failure));
    TRY(port_trees_reach(&trees, growth.count - 1, limits, failure));
    int depth = growth.depth + port_is_excluded(&growth, processors);
    TRY(schedule_init_ports(&result, latency, depth, ports, failure));
    TRY(port_stream_of_trees(&result, &growth, &trees, processors, limits, failure));
    *schedule = result;
    return STATUS_OK;
}
