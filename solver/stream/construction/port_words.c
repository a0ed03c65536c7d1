/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/port_words.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/stream/construction/port_leaves.h"

/* --- how many letters of each value a word has of each item --- */

struct dealing {
    int p, j, R, t;
    int larger; /* the first so many words have one root more than the others, `most` */
    int most;
    int *dealt; /* [(item (j+1) + word) R + value] */
    int *kept;  /* [word]: of the letters R-1 that a last item does not send, those left for it and
                   the first smaller word */
    mpz_t *all; /* [value], scratch */
    int *picked;
    int *letters, *positions; /* of one item in one word, scratch */
};

static int roots_of(const struct dealing *d, int word) {
    return d->most - (word >= d->larger);
}

static int length_of(const struct dealing *d, int word) {
    return roots_of(d, word) * (d->R - 1) + 1;
}

static int *dealt_of(const struct dealing *d, int item, int word) {
    return d->dealt + ((size_t)item * (size_t)(d->j + 1) + (size_t)word) * (size_t)d->R;
}

static int word_of(const struct dealing *d, int item) {
    int first = d->larger * d->most;
    return item < first ? item / d->most : d->larger + (item - first) / (d->most - 1);
}

/* Its number in its word, from 0. */
static int place_of(const struct dealing *d, int item) {
    int first = d->larger * d->most;
    return item < first ? item % d->most : (item - first) % (d->most - 1);
}

/* All that stands in the word, its roots of value t included, modulo its length. */
static int total_of(const struct dealing *d, int word) {
    long length = length_of(d, word), sum = (long)roots_of(d, word) * d->t % length;
    for (int item = 0; item < d->p; item++)
        for (int v = 1; v < d->R; v++)
            sum = (sum + (long)v * dealt_of(d, item, word)[v]) % length;
    return (int)sum;
}

/* So many letters of d->all whose sum is that modulo the length of the word. */
static bool pick_for(struct dealing *d, int item, int word, int count, long residue) {
    bool found = port_pick(d->all, d->R, count, residue, length_of(d, word), d->picked);
    for (int v = 0; v < d->R && found; v++) {
        dealt_of(d, item, word)[v] = d->picked[v];
        mpz_sub_ui(d->all[v], d->all[v], (unsigned long)d->picked[v]);
    }
    return found;
}

/* What is left of d->all, to the words but these two, as many as they are long. */
static void spread(struct dealing *d, int item, int not_to, int nor_to) {
    int v = 0;
    for (int word = 0; word <= d->j; word++)
        for (int left = word == not_to || word == nor_to ? 0 : length_of(d, word); left > 0;) {
            while (mpz_sgn(d->all[v]) == 0)
                v++;
            int some = mpz_cmp_si(d->all[v], left) < 0 ? (int)mpz_get_si(d->all[v]) : left;
            dealt_of(d, item, word)[v] += some;
            mpz_sub_ui(d->all[v], d->all[v], (unsigned long)some);
            left -= some;
        }
}

/* An item whose root is not the last of its word: its own letters make up 0 with it. */
static bool deal_inner(struct dealing *d, int item) {
    int word = word_of(d, item), h = place_of(d, item), length = length_of(d, word);
    for (int v = 0; v < d->R; v++)
        mpz_set_si(d->all[v], v == 0 ? (h + 1) * d->j : v == d->R - 1 ? d->p - h * d->j : d->p);
    if (!pick_for(d, item, word, length - 1, -(d->t % length)))
        return false;
    spread(d, item, word, word);
    return true;
}

/* k' of each value for a word with k' roots, less k' - 1 that are not sent: R-1 as long as there
 * are some, `*high`, then 0, `*low`. */
static void deal_others(struct dealing *d, int item, int not_to, int *high, int *low) {
    int own = word_of(d, item);
    for (int word = 0; word <= d->j; word++) {
        int roots = roots_of(d, word), tops = roots - 1 < *high ? roots - 1 : *high;
        int *dealt = dealt_of(d, item, word);
        if (word == own || word == not_to)
            continue;
        for (int v = 0; v < d->R; v++)
            dealt[v] = roots;
        dealt[d->R - 1] -= tops;
        dealt[0] -= roots - 1 - tops;
        *high -= tops;
        *low -= roots - 1 - tops;
    }
}

/* The last items of their words, R >= 3: first what others have of them, then the larger words,
 * whose rest goes to the first smaller one, then the smaller ones. */
static bool deal_last(struct dealing *d) {
    int item = -1, smaller = d->larger;
    for (int word = 0; word <= d->j; word++) {
        int k = roots_of(d, word), high = (k - 1) * d->j, low = d->p - k * d->j;
        bool larger = word < d->larger;
        low -= larger ? 0 : k;
        item += k;
        deal_others(d, item, larger ? smaller : -1, &high, &low);
        d->kept[word] = high;
    }
    item = -1;
    for (int word = 0; word < d->larger; word++) {
        int k = d->most;
        item += k;
        for (int v = 0; v < d->R; v++)
            mpz_set_si(d->all[v], 2 * k - 1);
        mpz_sub_ui(d->all[d->R - 1], d->all[d->R - 1], (unsigned long)d->kept[word]);
        mpz_sub_ui(d->all[0], d->all[0], (unsigned long)(2 * k - 2 - d->kept[word]));
        if (!pick_for(d, item, word, k * (d->R - 1), -(long)total_of(d, word)))
            return false;
        for (int v = 0; v < d->R; v++)
            dealt_of(d, item, smaller)[v] = (int)mpz_get_si(d->all[v]);
    }
    for (int word = d->larger; word <= d->j; word++) {
        int k = roots_of(d, word);
        item += k;
        int *dealt = dealt_of(d, item, word);
        for (int v = 0; v < d->R; v++)
            dealt[v] = k;
        for (int i = 0, less = total_of(d, word); i < k; i++) {
            int y = less < d->R - 1 ? less : d->R - 1;
            dealt[y]--;
            less -= y;
        }
    }
    return true;
}

static bool deal_many(struct dealing *d) {
    bool found = true;
    for (int item = 0; item < d->p && found; item++)
        if (place_of(d, item) + 1 < roots_of(d, word_of(d, item)))
            found = deal_inner(d, item);
    return found && deal_last(d);
}

/* --- the same for R = 2, where letters are ones and zeros --- */

static int least_of(int a, int b) {
    return a < b ? a : b;
}

/* Ones to words but these two, as many as they are long at most. */
static void spread_ones(struct dealing *d, int item, int ones, int not_to, int nor_to) {
    for (int word = 0; word <= d->j; word++)
        if (word != not_to && word != nor_to) {
            int some = least_of(ones, length_of(d, word));
            dealt_of(d, item, word)[1] = some;
            ones -= some;
        }
    assert(ones == 0);
}

/* A word can be filled if its own items have a ones each, and the others A = t + a in all. */
static void find_own(struct dealing *d, int word, int first) {
    int k = roots_of(d, word), length = k + 1;
    long others = 0;
    for (int item = 0; item < d->p; item++)
        others += item < first || item >= first + k ? dealt_of(d, item, word)[1] : 0;
    int own = (int)(((others - d->t) % length + length) % length);
    for (int h = 0; h < k; h++)
        dealt_of(d, first + h, word)[1] = own;
}

static bool deal_ones(struct dealing *d) {
    int k = d->most, smaller = d->larger, cut = k * (d->j + 1) - d->p;
    for (int item = 0; item < d->p; item++) {
        int word = word_of(d, item), h = place_of(d, item), j = d->j;
        if (word >= d->larger)
            spread_ones(d, item, d->p - roots_of(d, word) - h * j, word, -1);
        else
            spread_ones(d, item, (k - h) * j - least_of(k, (k - h) * j), word, smaller);
    }
    for (int word = 0, first = 0; word <= d->j; first += roots_of(d, word++)) {
        find_own(d, word, first);
        for (int h = 0; h < k && word < d->larger; h++) {
            int *own = dealt_of(d, first + h, word);
            dealt_of(d, first + h, smaller)[1] =
                least_of(k, (k - h) * d->j) - least_of(own[1], cut);
        }
    }
    for (int item = 0; item < d->p; item++)
        for (int word = 0; word <= d->j; word++)
            dealt_of(d, item, word)[0] =
                length_of(d, word) - (word == word_of(d, item)) - dealt_of(d, item, word)[1];
    return true;
}

/* --- positions --- */

/* Own items cover from their root on, others from where the one before ended. */
static void place_ones(const struct dealing *d, struct coloured_word *word, int number, int first) {
    int n = word->length, k = roots_of(d, number), from = 0;
    for (int item = 0; item < d->p; item++) {
        int h = item - first, ones = dealt_of(d, item, number)[1],
            *values = word->values + (size_t)item * (size_t)n;
        bool own = h >= 0 && h < k;
        int begin = own ? (h + d->t + 1) % n : from;
        for (int i = 0; i < n; i++) /* from `begin` on; the root's is the last one */
            values[(begin + i) % n] = own && i == n - 1 ? d->t : i < ones;
        from = own ? from : (from + ones) % n;
    }
}

/* Own items first: of these only the last one has another sum than 0. */
static bool place_many(const struct dealing *d, struct coloured_word *word, int number, int first) {
    int n = word->length, k = roots_of(d, number), gap = 0;
    bool room = true;
    for (int turn = 0; turn < d->p && room; turn++) {
        int item = turn < k ? first + turn : turn - k < first ? turn - k : turn, count = 0;
        if (turn < k)
            d->letters[count++] = d->t;
        for (int v = 0; v < d->R; v++)
            for (int copy = dealt_of(d, item, number)[v]; copy > 0; copy--)
                d->letters[count++] = v;
        assert(count == n);
        room = port_place(d->letters, n, turn < k ? turn * (d->R - 1) : -1, &gap, d->positions,
                          word->values + (size_t)item * (size_t)n);
    }
    return room;
}

/* --- all --- */

static bool dealing_init(struct dealing *d, const struct schedule *schedule, int j) {
    int p = schedule->ports, R = schedule->depth - schedule->latency + 1;
    *d = (struct dealing){.p = p,
                          .j = j,
                          .R = R,
                          .t = schedule->depth,
                          .larger = p % (j + 1),
                          .most = p / (j + 1) + 1};
    d->dealt = memory_new((size_t)p * (size_t)(j + 1) * (size_t)R, sizeof *d->dealt);
    d->kept = memory_new((size_t)j + 1, sizeof *d->kept);
    d->all = numbers_new((size_t)R);
    d->picked = memory_new((size_t)R, sizeof *d->picked);
    d->letters = memory_new((size_t)length_of(d, 0), sizeof *d->letters);
    d->positions = memory_new((size_t)length_of(d, 0), sizeof *d->positions);
    return d->dealt && d->kept && d->all && d->picked && d->letters && d->positions;
}

static void dealing_clear(struct dealing *d) {
    free(d->dealt);
    free(d->kept);
    free(d->picked);
    free(d->letters);
    free(d->positions);
    numbers_free(d->all, (size_t)d->R);
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
    bool few = d->R == 2, found = few ? deal_ones(d) : deal_many(d);
    bool room = schedule_add_copies(schedule);
    if (!found)
        return failure_set(failure, STATUS_INTERNAL, "letters are not dealt to %d words", d->j + 1);
    for (int word = 0, first = 0; word <= d->j && room; first += roots_of(d, word++)) {
        struct coloured_word *added = schedule_add_coloured(schedule, length_of(d, word));
        room = added != NULL;
        if (room && few)
            place_ones(d, added, word, first);
        else if (room)
            room = place_many(d, added, word, first);
    }
    if (!room)
        return failure_memory(failure, "a schedule");
    count_copies(d, schedule);
    return STATUS_OK;
}

enum status port_words(struct schedule *schedule, int j, struct failure *failure) {
    CLEANUP(dealing_clear) struct dealing dealing = {0};
    return dealing_init(&dealing, schedule, j) ? add_words(&dealing, schedule, failure)
                                               : failure_memory(failure, "a schedule");
}
