/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/port_words.h"

#include <assert.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/stream/construction/port_leaves.h"

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
    d->dealt = memory_new((size_t)p * (size_t)(j + 1) * (size_t)R, sizeof *d->dealt);
    d->pool = numbers_new((size_t)R);
    d->rest = memory_new((size_t)R, sizeof *d->rest);
    d->picked = memory_new((size_t)R, sizeof *d->picked);
    d->letters = memory_new((size_t)length_of(d, j), sizeof *d->letters);
    d->positions = memory_new((size_t)length_of(d, j), sizeof *d->positions);
    return d->dealt && d->pool && d->rest && d->picked && d->letters && d->positions;
}

static void dealing_clear(struct dealing *d) {
    FREE_ALL(d->dealt, d->rest, d->picked, d->letters, d->positions);
    numbers_free(d->pool);
    *d = (struct dealing){0};
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
        return failure_set(failure, STATUS_INTERNAL, "letters are not dealt to %d words", d->j + 1);
    for (int word = 0, first = 0; word <= d->j && room; first += roots_of(d, word++)) {
        struct coloured_word *added = schedule_add_coloured(schedule, length_of(d, word));
        room = added && place_all(d, added, word, first);
    }
    TRY(memory_check(room, failure, "a schedule"));
    count_copies(d, schedule);
    return STATUS_OK;
}

enum status port_words(struct schedule *schedule, int j, struct failure *failure) {
    CLEANUP(dealing_clear) struct dealing dealing = {0};
    return dealing_init(&dealing, schedule, j) ? add_words(&dealing, schedule, failure)
                                               : failure_memory(failure, "a schedule");
}
