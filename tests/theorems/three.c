/* SPDX-License-Identifier: MIT */
/* Section 12.6 of results/THEOREMS.md: L = 3, k items. Streams in closed form for every N of a
 * range; what the source sends; and the inequalities for large t, in integers at t = 100. */
#include <stdio.h>
#include <string.h>

#include "solver/items/stream/three_stream.h"
#include "tests/theorems/source.h"
#include "tests/theorems/theorem.h"

/* --- streams --- */

static enum status check_streams(long first, long last, struct failure *failure) {
    enum status status = STATUS_OK;
    mpz_t processors;
    mpz_init(processors);
    for (long n = first; n <= last && !status; n++) {
        struct schedule words;
        bool found = false;
        mpz_set_si(processors, n);
        status = three_stream_build(processors, &words, &found, failure);
        if (!status && !found)
            status = failure_set(failure, STATUS_INTERNAL, "N = %ld: no stream", n);
        if (found)
            schedule_clear(&words);
    }
    mpz_clear(processors);
    if (!status)
        printf("streams: N = %ld..%ld\n", first, last);
    return status;
}

/* --- the inequalities, k* = 2 --- */

enum { DEPTH = 100, POINTS = 8000, UNIT = 10000 };

enum margin { ROWS, ZEROS, LOW_PAIRS, HIGH_PAIRS, MENDING, MARGINS };

static const char *const margin_names[] = {"rows of words with |S| = 2", "zeros",
                                           "room for pairs 2 0", "room for pairs 3 1",
                                           "heads that mend a remainder"};

/* Heads of value v that are A and B, in words with |S| = 2 and in others. */
struct heads {
    long low[2][DEPTH + 1]; /* [1: A; 0: B][v] */
    long high[2][DEPTH + 1];
};

static int size_of(int value, int is_a) {
    return is_a ? value - 2 : value - 3;
}

static bool can_be_low(int value, int is_a) {
    return value >= (is_a ? 4 : 6);
}

static int below(int value) {
    return value == DEPTH ? DEPTH - 3 : value - 1;
}

static long least_of(long a, long b) {
    return a < b ? a : b;
}

/* The z+1-u largest heads are A. */
static void turn_heads(const long *f, long left, struct heads *heads) {
    memset(heads, 0, sizeof *heads);
    for (int v = DEPTH; v >= 4; v = below(v)) {
        long nodes = v == DEPTH ? 1 : f[DEPTH - 3 - v], a = least_of(nodes, left);
        heads->high[1][v] = a;
        heads->high[0][v] = nodes - a;
        left -= a;
    }
}

/* Words with |S| = 2 take heads in descending order as long as they fit; what is left of `rows`. */
static long choose_low(struct heads *heads, long rows) {
    for (int v = DEPTH; v >= 4; v = below(v))
        for (int is_a = 1; is_a >= 0; is_a--) {
            if (!can_be_low(v, is_a))
                continue;
            long taken = least_of(rows / size_of(v, is_a), heads->high[is_a][v]);
            heads->high[is_a][v] -= taken;
            heads->low[is_a][v] += taken;
            rows -= taken * size_of(v, is_a);
        }
    return rows;
}

static long free_of_size(const struct heads *heads, int size) {
    long a = size >= 2 && size + 2 <= DEPTH ? heads->high[1][size + 2] : 0;
    long b = size >= 3 && size + 3 <= DEPTH ? heads->high[0][size + 3] : 0;
    return a > b ? a : b;
}

static long chosen_of_size(const struct heads *heads, int size) {
    long a = size >= 2 && size + 2 <= DEPTH ? heads->low[1][size + 2] : 0;
    long b = size >= 3 && size + 3 <= DEPTH ? heads->low[0][size + 3] : 0;
    return a > b ? a : b;
}

/* So many times one head with `size` rows can be exchanged for one or two with `rows`. */
static long exchanges(const struct heads *heads, int size, int rows) {
    long best = free_of_size(heads, rows);
    for (int part = 2; 2 * part <= rows; part++) {
        long two = least_of(free_of_size(heads, part), free_of_size(heads, rows - part));
        two = 2 * part == rows ? free_of_size(heads, part) / 2 : two;
        best = two > best ? two : best;
    }
    return least_of(best, chosen_of_size(heads, size));
}

/* A remainder is less than the smallest free head. It is mended by words `4 v 0 ..`, or by
 * exchanges. */
static long mending(const struct heads *heads) {
    long others = 0, worst;
    int smallest = 2;
    for (int v = 5; v <= DEPTH; v++)
        others += heads->high[0][v];
    long joined = least_of(heads->high[0][4], others);
    while (smallest < DEPTH && free_of_size(heads, smallest) == 0)
        smallest++;
    worst = joined;
    for (int missing = 1; missing < smallest; missing++) {
        long best = 0;
        for (int size = 2; size + missing <= DEPTH - 2; size++) {
            long ways = exchanges(heads, size, size + missing);
            best = ways > best ? ways : best;
        }
        if (missing == 1 || best < worst)
            worst = best;
    }
    if (smallest == 2 && joined < worst)
        worst = worst > joined ? worst : joined;
    return joined > worst ? joined : worst;
}

/* What is to spare at (t,z). */
static void find_margins(const long *f, long z, long margins[MARGINS]) {
    struct heads heads;
    long n3 = f[DEPTH - 6], u = least_of(n3, z + 1), low = 0, high = 0, zeros = 0, rows = 0;
    turn_heads(f, z + 1 - u, &heads);
    long needed = 3 * z + 1 - n3 + heads.high[0][4];
    for (int v = 4; v <= DEPTH; v++)
        for (int is_a = 0; is_a <= 1; is_a++)
            rows += can_be_low(v, is_a) ? heads.high[is_a][v] * size_of(v, is_a) : 0;
    choose_low(&heads, needed);
    for (int v = 4; v <= DEPTH; v++) {
        zeros += heads.low[1][v] + 2 * heads.low[0][v];
        low += heads.low[1][v] * ((v - 4) / 2) + heads.low[0][v] * (v < 6 ? 0 : (v - 6) / 2);
        high += heads.high[1][v] * ((v - 3) / 2) + heads.high[0][v] * (v < 5 ? 0 : (v - 5) / 2);
    }
    margins[ROWS] = rows - needed;
    margins[ZEROS] = z - zeros;
    margins[LOW_PAIRS] = low - (z - zeros);
    margins[HIGH_PAIRS] = u < n3 ? high - (n3 - u) : f[DEPTH]; /* or there are none */
    margins[MENDING] = mending(&heads);
}

/* Each margin is a multiple of f_t; the least, in units of f_t / 10000. */
static enum status check_inequalities(struct failure *failure) {
    long f[DEPTH + 1], margins[MARGINS], least[MARGINS];
    static const long expected[MARGINS] = {460, 220, 20, 300, 50};
    for (int i = 0; i <= DEPTH; i++)
        f[i] = i < 3 ? 1 : f[i - 1] + f[i - 3];
    long unit = f[DEPTH] / UNIT, first = (f[DEPTH - 6] + 2) / 3, last = f[DEPTH - 3] - 1;
    for (int i = 0; i <= POINTS; i++) {
        find_margins(f, first + (last - first) / POINTS * i, margins);
        for (int m = 0; m < MARGINS; m++)
            least[m] = i == 0 || margins[m] < least[m] ? margins[m] : least[m];
    }
    for (int m = 0; m < MARGINS; m++) {
        printf("k* = 2: %s: %.4f f_t to spare\n", margin_names[m],
               (double)(least[m] / unit) / UNIT);
        if (least[m] < expected[m] * unit)
            return failure_set(failure, STATUS_INTERNAL, "%s: less than expected", margin_names[m]);
    }
    long room = 0;
    for (int v = 7; v <= DEPTH; v = v == DEPTH - 3 ? DEPTH : v + 1)
        room += (v - 5) / 2 * (v == DEPTH ? 1 : f[DEPTH - 3 - v]);
    printf("k* = 3: room for pairs 3 1: %.4f f_t to spare\n",
           (double)((room - f[DEPTH - 6]) / unit) / UNIT);
    return room - f[DEPTH - 6] >= 250 * unit
               ? STATUS_OK
               : failure_set(failure, STATUS_INTERNAL, "k* = 3: too few places");
}

static enum status check_three(long first, long last, struct failure *failure) {
    enum status status = check_streams(first, last, failure);
    if (!status)
        status = source_states(3, 2, 19, 19, failure);
    if (!status)
        status = source_states(3, 3, 46, 46, failure);
    return status ? status : check_inequalities(failure);
}

static enum status try_items_three(struct failure *failure) {
    return check_three(45, 5000, failure);
}

static enum status try_items_three_whole(struct failure *failure) {
    long f[38];
    for (int i = 0; i < 38; i++)
        f[i] = i < 3 ? 1 : f[i - 1] + f[i - 3];
    return check_three(f[25] + 1, f[37], failure);
}

static const struct theorem theorems[] = {{"items-three",
                                           "k items, L = 3 (THEOREMS 12.6): streams for every N = "
                                           "45..5000, what the source sends, the inequalities",
                                           try_items_three},
                                          {NULL, NULL, NULL}};

static const struct theorem whole_theorems[] = {
    {"items-three",
     "k items, L = 3 (THEOREMS 12.6): streams for every N = f_25+1..f_37, what the source sends, "
     "the inequalities",
     try_items_three_whole},
    {NULL, NULL, NULL}};

int main(int argc, char **argv) {
    return theorems_try(argc, argv, theorems, whole_theorems);
}
