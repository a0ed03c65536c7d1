/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/four_words.h"

#include <string.h>

#include "automata/require.h"

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
