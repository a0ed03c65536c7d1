/* SPDX-License-Identifier: MIT */
/* Karp et al. 1993, section 3.2, words of one block: what is legal, played from the definition. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/legal_language.h"
#include "automata/memory.h"
#include "tools/claims/methods/methods.h"

enum { MOST_LENGTH = 40, MOST_SIZE = 1000, MOST_LATENCY = 200 };

/*
 * Plays what one processor of a block of size r, with r-1 letters in its word, receives for 2(r+L)
 * steps from the beginning of a period: an item with value v at time s is the one whose broadcast
 * ends at s+v; the item that is sent on has the value r+L-1. Legal means that none is received
 * twice, the paper's correctness criterion; two receptions of one item are less than r+L steps
 * apart, so these times are enough. `seen` has room for 3(r+L) bytes.
 */
static bool is_legal(int latency, int size, const int *word, char *seen) {
    const int longest = size + latency, times = 2 * longest;
    memset(seen, 0, (size_t)(times + longest));
    for (int time = 0; time < times; time++) {
        int place = time % size;
        int item = time + (place ? word[place - 1] : size + latency - 1);
        if (seen[item]++)
            return false;
    }
    return true;
}

/* The four words that the paper lists for H5. */
static bool is_listed(const char *text) {
    static const char *const listed[] = {"cccc", "acab", "abca", "abbb"};
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
        if (strcmp(listed[i], text) == 0)
            return true;
    return false;
}

enum status try_words_h5(struct claim_job *job, struct failure *failure) {
    char seen[64];
    (void)failure;
    for (int code = 0; code < 81; code++) {
        int word[4];
        char text[5] = "";
        for (int p = 0, rest = code; p < 4; p++, rest /= 3) {
            word[3 - p] = rest % 3;
            text[3 - p] = (char)('a' + rest % 3);
        }
        bool legal = is_legal(3, 5, word, seen);
        if (legal)
            fprintf(job->table, "H5 %s is legal\n", text);
        claim_tell(&job->finding, NULL, legal == is_listed(text) ? CLAIM_HOLDS : CLAIM_FAILS,
                   CLAIM_MUTE, "%s is %slegal", text, legal ? "" : "not ");
    }
    return STATUS_OK;
}

/* All legal words of one length, found letter by letter. */
struct enumeration {
    const struct language *printed;
    int size;
    int word[MOST_LENGTH];
    bool taken[MOST_LENGTH + 1]; /* deadlines, modulo the size, that are received already */
    long legal;
    long outside; /* of the printed language */
};

static void extend(struct enumeration *all, int place) {
    if (place == all->size) {
        all->legal++;
        if (!language_contains(all->printed, all->word, (size_t)all->size - 1))
            all->outside++;
        return;
    }
    for (int letter = 0; letter < 3; letter++) {
        int deadline = (place + letter) % all->size;
        if (all->taken[deadline])
            continue;
        all->taken[deadline] = true;
        all->word[place - 1] = letter;
        extend(all, place + 1);
        all->taken[deadline] = false;
    }
}

static enum status compare_length(struct claim_job *job, const struct language *printed, int length,
                                  struct failure *failure) {
    struct enumeration all = {.printed = printed, .size = length + 1};
    mpz_t words;
    mpz_init(words);
    enum status status = language_count(printed, (size_t)length, words, failure);
    if (!status) {
        all.taken[2 % all.size] = true; /* the head's deadline: r + L - 1 */
        extend(&all, 1);
        bool equal = !all.outside && mpz_cmp_si(words, all.legal) == 0;
        claim_tell(&job->finding, NULL, equal ? CLAIM_HOLDS : CLAIM_FAILS, CLAIM_MUTE,
                   "words of length %d: %ld are legal, %ld of them not accepted", length, all.legal,
                   all.outside);
        gmp_fprintf(job->table, "length %-3d %10ld words are legal, %10Zd are accepted\n", length,
                    all.legal, words);
    }
    mpz_clear(words);
    return status;
}

/* For all lengths: the language of the printed patterns against that of the juggling states. */
static enum status compare_all(struct claim_job *job, struct failure *failure) {
    bool equal;
    int *word;
    size_t count;
    enum status status = legal_language_compare_figure_2(&equal, &word, &count, failure);
    if (status)
        return status;
    claim_tell(&job->finding, NULL, equal ? CLAIM_HOLDS : CLAIM_FAILS, CLAIM_MUTE,
               "the languages differ by a word of length %zu", count);
    free(word);
    return STATUS_OK;
}

enum status try_figure_2_words(struct claim_job *job, struct failure *failure) {
    struct claim_range length;
    struct language printed;
    enum status status = claim_range(job, "length", 0, MOST_LENGTH, &length, failure);
    if (!status)
        status = legal_language_figure_2(&printed, failure);
    if (status)
        return status;
    for (long n = length.first; n <= length.last && !status; n++)
        status = compare_length(job, &printed, (int)n, failure);
    language_clear(&printed);
    return status ? status : compare_all(job, failure);
}

/* Room for words of one size, of one latency after the other. */
struct lemma {
    struct claim_job *job;
    int latency, size;
    int *word;
    char *seen;
};

static void tell_word(const struct lemma *lemma, const char *form, int parameter) {
    bool legal = is_legal(lemma->latency, lemma->size, lemma->word, lemma->seen);
    claim_tell(&lemma->job->finding, CLAIM_AT("L", lemma->latency),
               legal ? CLAIM_HOLDS : CLAIM_FAILS, CLAIM_MUTE, "size %d, %s, %d", lemma->size, form,
               parameter);
}

static void try_first_form(const struct lemma *lemma) {
    const int start = lemma->latency - 2, count = lemma->size - 1;
    for (int pairs = 0; start + 2 * pairs <= count; pairs++) {
        for (int p = 0; p < count; p++)
            lemma->word[p] = p < start ? 0 : p >= start + 2 * pairs ? 1 : (p - start) % 2 ? 0 : 2;
        tell_word(lemma, "a^(L-2) (ca)^i b*, i", pairs);
    }
}

static void try_second_forms(const struct lemma *lemma) {
    for (int letter = 2; letter < lemma->latency; letter++) {
        const int start = lemma->latency - 1 - letter, count = lemma->size - 1;
        if (start > count)
            continue;
        for (int p = 0; p < count; p++)
            lemma->word[p] = p < start ? letter - 1 : letter;
        tell_word(lemma, "(j-1)^(L-1-j) j*, j", letter);
    }
}

enum status try_lemma_3_1(struct claim_job *job, struct failure *failure) {
    struct claim_range latency, size;
    enum status status = claim_range(job, "L", 3, MOST_LATENCY, &latency, failure);
    if (!status)
        status = claim_range(job, "r", 1, MOST_SIZE, &size, failure);
    if (status)
        return status;
    struct lemma lemma = {.job = job};
    lemma.word = memory_new((size_t)size.last, sizeof *lemma.word);
    lemma.seen = memory_new((size_t)(3 * (size.last + latency.last)), 1);
    if (!lemma.word || !lemma.seen)
        status = failure_memory(failure, "words");
    for (long L = latency.first; L <= latency.last && !status; L++)
        for (long r = size.first; r <= size.last && !status; r++) {
            lemma.latency = (int)L;
            lemma.size = (int)r;
            try_first_form(&lemma);
            try_second_forms(&lemma);
        }
    free(lemma.word);
    free(lemma.seen);
    return status;
}
