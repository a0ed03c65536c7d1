/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/endgame_words.h"

#include <stdlib.h>
#include <string.h>

#include "automata/arrangement.h"
#include "automata/closed_word.h"
#include "automata/memory.h"
#include "solver/construction/best.h"

/* |S|: the mean of the values. */
static long balls(const struct word_class *class) {
    long sum = 0;
    for (size_t p = 0; p < class->length; p++)
        sum += class->values[p];
    return sum / (long)class->length;
}

static bool is_block(const struct word_class *class) {
    for (size_t p = 0; p < class->length; p++)
        if (class->sends[p] != class->values[0] - (int)p)
            return false;
    return true;
}

/* The class that holds too little, if there is one and it is one processor that receives only;
 * false if there is more to repair. */
static bool find_poor(const struct schedule *words, int fewest, size_t *poor) {
    *poor = words->word_count;
    for (size_t i = 0; i < words->word_count; i++) {
        const struct word_class *class = &words->words[i];
        if (balls(class) >= fewest)
            continue;
        if (*poor < words->word_count || class->length > 1 || mpz_cmp_ui(class->count, 1) != 0 ||
            class->sends[0] != CLOSED_WORD_SILENT)
            return false;
        *poor = i;
    }
    return true;
}

/* A block that the letter x can join, or class_count. */
static size_t find_host(const struct schedule *words, int fewest, int letter) {
    size_t i = 0;
    for (; i < words->word_count; i++) {
        const struct word_class *class = &words->words[i];
        long size = (long)class->length + 1, sum = balls(class) * (size - 1) + letter;
        if (sum % size == 0 && sum / size >= fewest && is_block(class))
            break;
    }
    return i;
}

/* The word of the host and the letter. */
static enum status add_joined(struct schedule *words, const struct word_class *host, int letter,
                              struct failure *failure) {
    size_t size = host->length + 1;
    int *values = memory_new(size, sizeof *values), *sends = memory_new(size, sizeof *sends);
    enum status status = STATUS_OK;
    mpz_t one;
    mpz_init_set_ui(one, 1);
    if (!values || !sends) {
        status = failure_memory(failure, "a word");
    } else {
        memcpy(values, host->values, host->length * sizeof *values);
        memcpy(sends, host->sends, host->length * sizeof *sends);
        values[size - 1] = letter;
        sends[size - 1] = CLOSED_WORD_SILENT;
        status = arrangement_order(values[0], values + 1, size - 1, failure);
    }
    if (!status)
        status = schedule_add_word(words, one, values, sends, size, failure);
    free(values);
    free(sends);
    mpz_clear(one);
    return status;
}

/* All words but one of `host` and the poor one, which are joined. */
static enum status join(const struct schedule *old, size_t host, size_t poor,
                        struct schedule *words, struct failure *failure) {
    enum status status = STATUS_OK;
    mpz_t count;
    mpz_init(count);
    schedule_init(words, old->latency, old->depth, 1);
    for (size_t i = 0; i < old->word_count && !status; i++) {
        const struct word_class *class = &old->words[i];
        mpz_sub_ui(count, class->count, i == host || i == poor ? 1 : 0);
        if (mpz_sgn(count) > 0)
            status = schedule_add_word(words, count, class->values, class->sends, class->length,
                                       failure);
        if (!status && i == host)
            status = add_joined(words, class, old->words[poor].values[0], failure);
    }
    mpz_clear(count);
    if (!status)
        status = schedule_check(words, failure);
    if (status)
        schedule_clear(words);
    return status;
}

enum status endgame_words_build(int latency, int depth, mpz_srcptr processors, int fewest,
                                const struct limits *limits, struct schedule *words, bool *found,
                                struct failure *failure) {
    struct schedule best, joined;
    size_t poor, host;
    enum status status = best_schedule(&best, latency, processors, limits, failure);
    if (status)
        return status;
    *found = best.period == 1 && best.depth == depth && find_poor(&best, fewest, &poor);
    if (!*found || poor == best.word_count) {
        if (*found)
            *words = best;
        else
            schedule_clear(&best);
        return STATUS_OK;
    }
    host = find_host(&best, fewest, best.words[poor].values[0]);
    *found = host < best.word_count;
    if (*found)
        status = join(&best, host, poor, &joined, failure);
    schedule_clear(&best);
    if (!status && *found)
        *words = joined;
    return status;
}
