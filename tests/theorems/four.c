/* SPDX-License-Identifier: MIT */
/* Section 12.10 of results/THEOREMS.md: L = 4, k items. Lemma 13: for every t >= 24 one of the
 * bases of words has a solution in numbers that are not negative; and streams for every N of a
 * range. */
#include <stdio.h>

#include "tests/theorems/four_stream.h"
#include "tests/theorems/source.h"
#include "tests/theorems/theorem.h"

enum { FIRST_DEPTH = 24, TERMS = 60 };

/* h + c: h is a sum of f_(t-j) with fixed coefficients, c a number. Such a sum is never negative
 * from t on if h and h + c are not, for L successive t: h grows from then on. */
struct sum {
    long h, c;
};

/* (point.h + point.c) / denominator. */
struct end {
    struct sum point;
    long denominator; /* > 0 */
};

/* x = alpha + beta Z for each word of a basis. */
struct solution {
    struct sum alpha[FOUR_WORDS];
    long beta[FOUR_WORDS];
    int left; /* the word that is exchanged at the end, or -1 */
};

static void fill_right(const long *f, int t, struct sum right[FOUR_WORDS], long z[FOUR_WORDS]) {
    for (int e = 0; e < FOUR_WORDS; e++) {
        right[e] = (struct sum){0, 0};
        z[e] = 0;
    }
    for (int e = 0; e < FOUR_TAILS; e++)
        right[e].h = f[t - FOUR_LATENCY - FOUR_FIRST_HEAD - e];
    right[FOUR_TAILS].h = f[t - FOUR_TAIL];
    z[FOUR_HEADS_A] = z[FOUR_ZEROS] = 1;
    right[FOUR_ZEROS].c = -1; /* Z - 1 */
    right[FOUR_ONES].h = f[t - 5];
    right[FOUR_THREES].h = f[t - 7];
    right[FOUR_FOURS].h = f[t - 8];
}

static bool solve(const long *f, int t, enum four_range range, int basis,
                  struct solution *solution) {
    struct four_word words[FOUR_WORDS];
    struct sum right[FOUR_WORDS];
    long inverse[FOUR_WORDS][FOUR_WORDS], z[FOUR_WORDS];
    four_basis(range, basis, words, &solution->left);
    fill_right(f, t, right, z);
    if (!four_invert(words, inverse))
        return false;
    for (int w = 0; w < FOUR_WORDS; w++) {
        solution->alpha[w] = (struct sum){0, 0};
        solution->beta[w] = 0;
        for (int e = 0; e < FOUR_WORDS; e++) {
            solution->alpha[w].h += inverse[w][e] * right[e].h;
            solution->alpha[w].c += inverse[w][e] * right[e].c;
            solution->beta[w] += inverse[w][e] * z[e];
        }
    }
    return true;
}

/* Is every number of words at this Z, times the denominator, at least 0, and its h too? */
static bool is_right_at(const struct solution *solution, const struct end *end, long *checked) {
    for (int w = 0; w < FOUR_WORDS; w++) {
        long h = solution->alpha[w].h * end->denominator + solution->beta[w] * end->point.h;
        long c = solution->alpha[w].c * end->denominator + solution->beta[w] * end->point.c;
        ++*checked;
        if (h < 0 || h + c < 0)
            return false;
    }
    return true;
}

/* Where the word that is exchanged is used no more: its coefficient at Z is negative. */
static struct end end_of(const struct solution *solution, const struct end *last) {
    int w = solution->left;
    return w < 0 ? *last : (struct end){solution->alpha[w], -solution->beta[w]};
}

/* Of Z = z + 1: 2 .. (f_(t+3) - 3 f_(t-1) + 2) / 3, and from a third more on to f_(t-4). */
static enum status check_range(const long *f, int t, enum four_range range, long *checked,
                               struct failure *failure) {
    struct sum third = {f[t + 3] - 3 * f[t - 1], 2};
    struct end from = {{0, 2}, 1}, last = {third, 3};
    if (range == FOUR_TWO_ITEMS) {
        from = (struct end){{third.h, 3}, 3};
        last = (struct end){{f[t - 4], 0}, 1};
    }
    for (int basis = 0; basis < four_bases(range); basis++) {
        struct solution solution;
        if (!solve(f, t, range, basis, &solution))
            return failure_set(failure, STATUS_INTERNAL, "basis %d: the determinant is not 1 or -1",
                               basis + 1);
        struct end to = end_of(&solution, &last);
        if (to.denominator <= 0 || !is_right_at(&solution, &from, checked) ||
            !is_right_at(&solution, &to, checked))
            return failure_set(failure, STATUS_INTERNAL, "t = %d, k* = %d, basis %d is not right",
                               t, 3 - (int)range, basis + 1);
        from = to;
    }
    return STATUS_OK;
}

/* Sums of f_(t+3), f_(t+2), .. with these coefficients, and c. */
static const struct inequality {
    const char *says;
    int coefficients[20]; /* [i]: of f_(t+3-i) */
    int c;
} inequalities[] = {
    {"k* >= 2", {1, 0, 0, -2}, -1},
    {"k* <= 3", {-1, 0, 0, 0, 4}, 4},
    {"k1 <= 2 in range 1", {0, 0, -1, 0, 2}, 2},
    {"rows of O", {[18] = 1}, -14},
    {"rows of P and Q", {[17] = 1}, -50},
    {"empty slots", {[0] = 1, [3] = -2, [14] = -2, [17] = -20}, 2},
    {"C(2) = t+2", {2, 0, -3}, 0},
    {"late rows and t-5", {[1] = -1, [5] = 2, [8] = 6}, -1},
    {"late rows and t-2", {[1] = -1, [5] = 4}, -1},
    {"late rows, 18 at least", {[0] = 1, [5] = -3}, -51},
};

enum { COLOURS_FROM = 28, INEQUALITIES = sizeof inequalities / sizeof *inequalities };

static enum status check_inequalities(const long *f, struct failure *failure) {
    for (int i = 0; i < INEQUALITIES; i++)
        for (int t = COLOURS_FROM; t < COLOURS_FROM + FOUR_LATENCY; t++) {
            long h = 0;
            for (int j = 0; j < 20; j++)
                h += inequalities[i].coefficients[j] * f[t + 3 - j];
            if (h < 0 || h + inequalities[i].c < 0)
                return failure_set(failure, STATUS_INTERNAL, "%s: t = %d", inequalities[i].says, t);
        }
    printf("colours and few items: %d inequalities for all t >= %d\n", INEQUALITIES, COLOURS_FROM);
    return STATUS_OK;
}

static enum status check_bases(struct failure *failure) {
    long f[TERMS], checked = 0;
    enum status status = STATUS_OK;
    for (int i = 0; i < TERMS; i++)
        f[i] = i < FOUR_LATENCY ? 1 : f[i - 1] + f[i - FOUR_LATENCY];
    for (int t = FIRST_DEPTH; t < FIRST_DEPTH + FOUR_LATENCY && !status; t++)
        for (enum four_range range = 0; range < FOUR_RANGES && !status; range++)
            status = check_range(f, t, range, &checked, failure);
    if (!status)
        status = check_inequalities(f, failure);
    if (!status)
        printf("bases of words: %ld inequalities for each of %d successive t, so for all t >= %d\n",
               checked / FOUR_LATENCY, FOUR_LATENCY, FIRST_DEPTH);
    return status;
}

/* N = f_t has no such stream. */
static enum status check_streams(long first, long last, struct failure *failure) {
    long f[TERMS], whole = 0;
    int t = 0;
    enum status status = STATUS_OK;
    mpz_t processors;
    mpz_init(processors);
    for (int i = 0; i < TERMS; i++)
        f[i] = i < FOUR_LATENCY ? 1 : f[i - 1] + f[i - FOUR_LATENCY];
    for (long n = first; n <= last && !status; n++) {
        struct schedule words;
        bool found = false;
        while (f[t] < n)
            t++;
        mpz_set_si(processors, n);
        status = four_stream_build(processors, &words, &found, failure);
        if (found)
            schedule_clear(&words);
        whole += f[t] == n;
        if (!status && found == (f[t] == n))
            status = failure_set(failure, STATUS_INTERNAL, "N = %ld: %s", n,
                                 found ? "a stream for f_t" : "no stream");
    }
    mpz_clear(processors);
    if (!status)
        printf("streams: N = %ld..%ld, but %ld numbers f_t\n", first, last, whole);
    return status;
}

static enum status check_four(long last, struct failure *failure) {
    enum status status = check_bases(failure);
    if (!status)
        status = check_streams(908, last, failure); /* f_23 + 1 */
    if (!status)
        status = source_states(FOUR_LATENCY, 2, 65, 65, failure);
    return status ? status : source_states(FOUR_LATENCY, 3, 1768, 1273, failure);
}

static enum status try_items_four(struct failure *failure) {
    return check_four(5000, failure);
}

static enum status try_items_four_whole(struct failure *failure) {
    return check_four(100000, failure);
}

static const struct theorem theorems[] = {
    {"items-four",
     "k items, L = 4 (THEOREMS 12.10): inequalities of the bases, streams for every N = 908..5000, "
     "what the source sends",
     try_items_four},
    {NULL, NULL, NULL}};

static const struct theorem whole_theorems[] = {
    {"items-four",
     "k items, L = 4 (THEOREMS 12.10): inequalities of the bases, streams for every N = "
     "908..100000, what the source sends",
     try_items_four_whole},
    {NULL, NULL, NULL}};

int main(int argc, char **argv) {
    return theorems_try(argc, argv, theorems, whole_theorems);
}
