/* SPDX-License-Identifier: MIT */
#include "check_naive_exists.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

/* --- an instance --- */

enum { PLACES = 60 };

struct instance {
    long L, t;
    long copies[PLACES]; /* of each letter, not yet dealt */
    long blocks;
    long size[PLACES];
    long word[PLACES]; /* of the block that is filled */
};

static long f(long L, long i) {
    return i < L ? 1 : f(L, i - 1) + f(L, i - L);
}

static void add_blocks(struct instance *instance, long size, long count) {
    assert_true(instance->blocks + count <= PLACES);
    while (count-- > 0)
        instance->size[instance->blocks++] = size;
}

/* Places p.. of this block, and all blocks behind it. */
static bool deal(struct instance *instance, long block, long p) {
    if (block == instance->blocks)
        return true;
    long size = instance->size[block], previous[PLACES];
    if (p == size) {
        memcpy(previous, instance->word, sizeof previous);
        bool found = deal(instance, block + 1, 1);
        memcpy(instance->word, previous, sizeof previous);
        return found;
    }
    instance->word[0] = instance->L - 1;
    for (long letter = 0; letter < instance->L; letter++) {
        bool meets = instance->copies[letter] == 0;
        for (long q = 0; q < p && !meets; q++)
            meets = (p + letter - q - instance->word[q]) % size == 0;
        if (meets)
            continue;
        instance->copies[letter]--;
        instance->word[p] = letter;
        bool found = deal(instance, block, p + 1);
        instance->copies[letter]++;
        if (found)
            return true;
    }
    return false;
}

bool naive_instance_exists(long L, long t) {
    struct instance instance = {.L = L, .t = t};
    long m = t - 2 * L + 1;
    add_blocks(&instance, t - L + 1, 1);
    for (long r = m; r >= 1; r--)
        add_blocks(&instance, r, f(L, m - r));
    for (long j = 0; j < L; j++)
        instance.copies[j] = t - j < L ? 0 : f(L, t - j - L);
    return deal(&instance, 0, 1);
}

/* --- any period --- */

enum { VALUES = 12, WORDS = 20000 };

struct rows {
    struct naive_period q;
    long words; /* all that there are */
    struct naive_closed word[WORDS];
    long taken;
    struct naive_closed take[NAIVE_CELLS];
    long need[NAIVE_CELLS][VALUES]; /* [phase][value]: receptions not yet sent for */
};

static bool is_received(const struct naive_period *q, long value) {
    return value == q->t || value <= q->t - q->L;
}

/* Is it the largest of those begun at the other times that are multiples of T? */
static bool is_first(const struct naive_closed *word, long T) {
    for (long by = T; by < word->length; by += T)
        for (long p = 0; p < word->length; p++) {
            int difference = word->value[p] - word->value[(p + by) % word->length];
            if (difference < 0)
                return false;
            if (difference > 0)
                break;
        }
    return true;
}

/* All words that begin like this one, in which no item comes twice. */
static void list_words(struct rows *rows, struct naive_closed *word, long p) {
    if (p == word->length) {
        assert_true(rows->words < WORDS);
        if (is_first(word, rows->q.T))
            rows->word[rows->words++] = *word;
        return;
    }
    for (long value = 0; value <= rows->q.t; value++) {
        bool meets = !is_received(&rows->q, value);
        for (long before = 0; before < p && !meets; before++)
            meets = (before + word->value[before] - p - value) % word->length == 0;
        if (meets)
            continue;
        word->value[p] = (signed char)value;
        list_words(rows, word, p + 1);
    }
}

/* Positions p.. of this word and those of all others send what is still needed. */
static bool send(struct rows *rows, long taken, long p) {
    const struct naive_period *q = &rows->q;
    if (taken == rows->taken) {
        for (long phase = 0; phase < q->T; phase++)
            for (long value = 0; value < q->t; value++)
                if (rows->need[phase][value] > 0)
                    return false;
        return true;
    }
    struct naive_closed *word = &rows->take[taken];
    if (p == word->length)
        return send(rows, taken + 1, 0);
    for (long back = 0; back <= q->t - q->L; back++) {
        long at = ((p - back) % word->length + word->length) % word->length;
        long sent = word->value[at] - back;
        if (sent < q->L)
            continue;
        long *need = &rows->need[(p + q->L) % q->T][sent - q->L];
        if (*need == 0)
            continue;
        --*need;
        word->sent[p] = (signed char)sent;
        bool found = send(rows, taken, p + 1);
        ++*need;
        if (found)
            return true;
    }
    word->sent[p] = 0;
    return send(rows, taken, p + 1);
}

static void count_receptions(struct rows *rows, const struct naive_closed *word, long by) {
    for (long p = 0; p < word->length; p++)
        rows->need[p % rows->q.T][(long)word->value[p]] += by;
}

static bool root_comes_once(const struct rows *rows, bool all) {
    for (long phase = 0; phase < rows->q.T; phase++) {
        long times = rows->need[phase][rows->q.t];
        if (times > 1 || (all && times == 0))
            return false;
    }
    return true;
}

/* Words from this one on, until all rows are there. */
static bool take(struct rows *rows, long first, long left) {
    if (left == 0)
        return root_comes_once(rows, true) && send(rows, 0, 0);
    for (long i = first; i < rows->words; i++) {
        const struct naive_closed *word = &rows->word[i];
        if (word->length > left)
            continue;
        count_receptions(rows, word, 1);
        rows->take[rows->taken++] = *word;
        bool found = root_comes_once(rows, false) && take(rows, i, left - word->length);
        count_receptions(rows, word, -1);
        if (found)
            return true;
        rows->taken--;
    }
    return false;
}

static void list_all(struct rows *rows, const struct naive_period *question) {
    memset(rows, 0, sizeof *rows);
    rows->q = *question;
    assert_true(question->N * question->T <= NAIVE_CELLS && question->t < VALUES);
    for (long n = question->T; n <= (question->keep ? 1 : question->N) * question->T;
         n += question->T) {
        struct naive_closed word = {.length = n};
        list_words(rows, &word, 0);
    }
}

bool naive_period_exists(const struct naive_period *question) {
    static struct rows rows;
    list_all(&rows, question);
    return take(&rows, 0, question->N * question->T);
}

long naive_period_find(const struct naive_period *question, long (*random)(long below),
                       struct naive_closed words[NAIVE_CELLS]) {
    static struct rows rows;
    list_all(&rows, question);
    for (long i = rows.words - 1; i > 0; i--) {
        long j = random(i + 1);
        struct naive_closed kept = rows.word[i];
        rows.word[i] = rows.word[j];
        rows.word[j] = kept;
    }
    if (!take(&rows, 0, question->N * question->T))
        return 0;
    memcpy(words, rows.take, sizeof rows.take);
    return rows.taken;
}
