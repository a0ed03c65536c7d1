/* SPDX-License-Identifier: MIT */
#include "tests/theorems/four_stream.h"

#include <string.h>

#include "automata/arrangement.h"
#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/items/stream/stream_word.h"
#include "solver/model/sequence.h"
#include "solver/stream/construction/pruned_union.h"

/* `B7:14` is a head B(7) with the leaves 1 and 4. */
struct range {
    const char *first[FOUR_WORDS]; /* the first basis */
    int exchanges;
    const char *exchange[11][2]; /* the word that goes, and the one that comes */
};

static const struct range ranges[FOUR_RANGES] = {
    {{"B5", "B6:2", "B6:4", "A7:113", "B7:11", "B7:14", "B8:022", "B8:112", "B9:1334", "B10:13334",
      "B11:111133", "B7:23", "B12:1111233", "B13:11111333", "B14:112222222"},
     11,
     {{"B7:23", "B12:1111134"},
      {"B12:1111233", "A5:1"},
      {"B6:2", "B6:0"},
      {"B7:11", "B9:0033"},
      {"B9:1334", "A4"},
      {"B6:4", "A7:014"},
      {"B7:14", "A10:001334"},
      {"B10:13334", "A11:0002344"},
      {"B11:111133", "A6:03"},
      {"B5", "A9:00144"},
      {"B6:0", "A8:0124"}}},
    {{"A4", "A5:1", "A5:3", "B6:4", "B8:013", "A6:12", "B6:0", "B7:11", "B8:112", "A9:00333",
      "A10:001111", "A11:0000113", "A12:00000033", "A13:000000133", "A14:1222222222"},
     4,
     {{"B6:4", "A6:00"}, {"B6:0", "A7:001"}, {"B8:112", "A8:0011"}, {"B8:013", "A6:03"}}},
};

static struct four_word parse(const char *text) {
    struct four_word word = {.is_a = *text++ == 'A'};
    for (; *text >= '0' && *text <= '9'; text++)
        word.head = 10 * word.head + (*text - '0');
    if (*text == ':')
        for (text++; *text; text++)
            word.leaves[*text - '0']++;
    return word;
}

int four_bases(enum four_range range) {
    return ranges[range].exchanges + 1;
}

void four_basis(enum four_range range, int basis, struct four_word words[FOUR_WORDS], int *left) {
    const struct range *from = &ranges[range];
    const char *names[FOUR_WORDS];
    require(basis >= 0 && basis <= from->exchanges);
    memcpy(names, from->first, sizeof names);
    *left = -1;
    for (int i = 0; i <= basis && i < from->exchanges; i++)
        for (int w = 0; w < FOUR_WORDS; w++)
            if (strcmp(names[w], from->exchange[i][0]) == 0) {
                if (i < basis)
                    names[w] = from->exchange[i][1];
                else
                    *left = w;
                break;
            }
    for (int w = 0; w < FOUR_WORDS; w++)
        words[w] = parse(names[w]);
}

/* --- the equations --- */

static long coefficient(const struct four_word *word, int equation) {
    if (equation <= FOUR_TAILS)
        return word->head == equation + FOUR_FIRST_HEAD;
    switch (equation) {
    case FOUR_HEADS_A:
        return word->is_a;
    case FOUR_ZEROS:
        return word->leaves[0];
    case FOUR_ONES:
        return word->leaves[1];
    case FOUR_THREES:
        return word->leaves[3];
    default:
        return word->leaves[4] + (word->head == FOUR_LATENCY);
    }
}

/* Integer elimination of [matrix | identity] by the rows' greatest common divisors, as the
 * determinant has to be 1 or -1. */
static bool eliminate(long rows[FOUR_WORDS][2 * FOUR_WORDS], int column) {
    for (;;) {
        int pivot = -1, others = 0;
        for (int r = column; r < FOUR_WORDS; r++) {
            long value = rows[r][column] < 0 ? -rows[r][column] : rows[r][column];
            long best = pivot < 0                 ? 0
                        : rows[pivot][column] < 0 ? -rows[pivot][column]
                                                  : rows[pivot][column];
            others += value != 0;
            if (value && (pivot < 0 || value < best))
                pivot = r;
        }
        if (pivot < 0)
            return false;
        long kept[2 * FOUR_WORDS];
        memcpy(kept, rows[column], sizeof kept);
        memcpy(rows[column], rows[pivot], sizeof kept);
        memcpy(rows[pivot], kept, sizeof kept);
        if (others == 1)
            return rows[column][column] == 1 || rows[column][column] == -1;
        for (int r = column + 1; r < FOUR_WORDS; r++) {
            long factor = rows[r][column] / rows[column][column];
            for (int c = 0; c < 2 * FOUR_WORDS; c++)
                rows[r][c] -= factor * rows[column][c];
        }
    }
}

bool four_invert(const struct four_word words[FOUR_WORDS], long inverse[FOUR_WORDS][FOUR_WORDS]) {
    long rows[FOUR_WORDS][2 * FOUR_WORDS] = {{0}};
    for (int e = 0; e < FOUR_WORDS; e++) {
        for (int w = 0; w < FOUR_WORDS; w++)
            rows[e][w] = coefficient(&words[w], e);
        rows[e][FOUR_WORDS + e] = 1;
    }
    for (int c = 0; c < FOUR_WORDS; c++)
        if (!eliminate(rows, c))
            return false;
    for (int c = FOUR_WORDS; c-- > 0;)
        for (int r = 0; r < FOUR_WORDS; r++) {
            long factor = r == c ? 0 : rows[r][c] * rows[c][c]; /* the pivot is 1 or -1 */
            for (int i = 0; i < 2 * FOUR_WORDS && factor; i++)
                rows[r][i] -= factor * rows[c][i];
        }
    for (int w = 0; w < FOUR_WORDS; w++)
        for (int e = 0; e < FOUR_WORDS; e++)
            inverse[w][e] = rows[w][FOUR_WORDS + e] * rows[w][w];
    return true;
}

enum { LEAST_DEPTH = 18 };

struct building {
    int depth;
    mpz_t *f;      /* f_0 .. f_(t+3) */
    mpz_t *right;  /* [equation] */
    mpz_t *counts; /* [word] */
    mpz_t heads_a; /* Z = z + 1 */
    bool whole;    /* N = f_t */
    enum four_range range;
};

static void clear(struct building *building) {
    numbers_free(building->f);
    numbers_free(building->right);
    numbers_free(building->counts);
    mpz_clear(building->heads_a);
}

/* Heads are f_(t-4-v) of value v, tails f_(t-14), leaves f_(t-4-w) of value w, but z zeros. */
static void set_right(struct building *building) {
    int t = building->depth;
    for (int e = 0; e < FOUR_TAILS; e++)
        mpz_set(building->right[e], building->f[t - FOUR_LATENCY - FOUR_FIRST_HEAD - e]);
    mpz_set(building->right[FOUR_TAILS], building->f[t - FOUR_TAIL]);
    mpz_set(building->right[FOUR_HEADS_A], building->heads_a);
    mpz_sub_ui(building->right[FOUR_ZEROS], building->heads_a, 1);
    mpz_set(building->right[FOUR_ONES], building->f[t - 5]);
    mpz_set(building->right[FOUR_THREES], building->f[t - 7]);
    mpz_set(building->right[FOUR_FOURS], building->f[t - 8]);
}

static enum status start(struct building *building, int depth, mpz_srcptr processors,
                         struct failure *failure) {
    size_t terms = (size_t)depth + FOUR_LATENCY;
    *building = (struct building){.depth = depth,
                                  .f = sequence_terms(FOUR_LATENCY, 1, terms),
                                  .right = numbers_new(FOUR_WORDS),
                                  .counts = numbers_new(FOUR_WORDS)};
    mpz_init(building->heads_a);
    if (!building->f || !building->right || !building->counts) {
        clear(building);
        return failure_memory(failure, "the words of a stream");
    }
    mpz_sub(building->heads_a, processors, building->f[depth - 1]);
    mpz_add_ui(building->heads_a, building->heads_a, 1);
    building->whole = mpz_cmp(processors, building->f[depth]) == 0;
    mpz_ptr triple = building->counts[0]; /* for a moment */
    mpz_mul_ui(triple, processors, 3);
    building->range =
        mpz_cmp(triple, building->f[depth + 3]) < 0 ? FOUR_THREE_ITEMS : FOUR_TWO_ITEMS;
    set_right(building);
    return STATUS_OK;
}

/* How often each word is used; false if that is negative for one. */
static bool solve(struct building *building, const struct four_word words[FOUR_WORDS]) {
    long inverse[FOUR_WORDS][FOUR_WORDS];
    bool right = four_invert(words, inverse);
    for (int w = 0; w < FOUR_WORDS && right; w++) {
        mpz_ptr count = building->counts[w];
        mpz_set_ui(count, 0);
        for (int e = 0; e < FOUR_WORDS; e++) {
            if (inverse[w][e] >= 0)
                mpz_addmul_ui(count, building->right[e], (unsigned long)inverse[w][e]);
            else
                mpz_submul_ui(count, building->right[e], (unsigned long)-inverse[w][e]);
        }
        right = mpz_sgn(count) >= 0;
    }
    return right;
}

static enum status add_word(struct schedule *schedule, const struct four_word *word,
                            mpz_srcptr count, struct failure *failure) {
    int length = four_length(word), at = 1;
    int values[FOUR_TAIL];
    if (mpz_sgn(count) == 0)
        return STATUS_OK;
    values[0] = word->head;
    for (int leaf = 0; leaf <= FOUR_LATENCY; leaf++)
        for (int i = 0; i < word->leaves[leaf]; i++)
            values[at++] = leaf;
    TRY(length > 1 ? arrangement_order(values[0], values + 1, (size_t)length - 1, failure)
                   : STATUS_OK);
    return schedule_add_word(schedule, count, values, NULL, (size_t)length, failure);
}

/* The head v, the ones of the tail's word, and twos. */
static enum status add_tail(struct schedule *schedule, const struct four_word *tail, int value,
                            mpz_srcptr count, int *values, struct failure *failure) {
    int length = four_length(tail) + value - FOUR_TAIL;
    values[0] = value;
    for (int p = 1; p < length; p++)
        values[p] = p <= tail->leaves[1] ? 1 : 2;
    return schedule_add_word(schedule, count, values, NULL, (size_t)length, failure);
}

static enum status add_tails(const struct building *building, struct schedule *schedule,
                             const struct four_word *tail, struct failure *failure) {
    int t = building->depth;
    FREED int *values = memory_new((size_t)t, sizeof *values);
    TRY(memory_check(values, failure, "the words of a stream"));
    for (int v = FOUR_TAIL; v <= t - FOUR_LATENCY; v++)
        TRY(add_tail(schedule, tail, v, building->f[t - FOUR_LATENCY - v], values, failure));
    return add_tail(schedule, tail, t, building->f[0], values, failure);
}

static enum status add_all(const struct building *building, const struct four_word *words,
                           struct schedule *schedule, struct failure *failure) {
    for (int w = 0; w < FOUR_WORDS; w++)
        TRY(words[w].head == FOUR_TAIL
                ? add_tails(building, schedule, &words[w], failure)
                : add_word(schedule, &words[w], building->counts[w], failure));
    return STATUS_OK;
}

static enum status build(struct building *building, struct schedule *schedule, bool *found,
                         struct failure *failure) {
    struct four_word words[FOUR_WORDS];
    int left;
    *found = false;
    for (int basis = 0; basis < four_bases(building->range) && !*found; basis++) {
        four_basis(building->range, basis, words, &left);
        *found = solve(building, words);
    }
    return *found ? add_all(building, words, schedule, failure) : STATUS_OK;
}

enum status four_stream_build(mpz_srcptr processors, struct schedule *words, bool *found,
                              struct failure *failure) {
    struct building building;
    struct schedule built;
    int depth;
    *found = false;
    TRY(pruned_union_depth(FOUR_LATENCY, processors, &depth, failure));
    if (depth < LEAST_DEPTH)
        return STATUS_OK;
    TRY(start(&building, depth, processors, failure));
    schedule_init(&built, FOUR_LATENCY, depth, 1);
    enum status status = STATUS_OK;
    if (!building.whole)
        status = build(&building, &built, found, failure);
    clear(&building);
    return stream_finish(&built, status, processors, words, found, failure);
}
