/* SPDX-License-Identifier: MIT */
#include "tests/naive_classes.h"

#include <stdlib.h>
#include <string.h>

/* What a word does, and no more: how much more it takes of each value than it gives. */
struct word {
    int length;
    int taken[NAIVE_CLASSES_DEPTH + 1];
};

struct trial {
    int latency, gap, depth, most;
    struct word *words;
    int count, room;
};

static void keep(struct trial *trial, const struct word *word) {
    for (int i = 0; i < trial->count; i++)
        if (memcmp(&trial->words[i], word, sizeof *word) == 0)
            return;
    if (trial->count == trial->room) {
        trial->room = 2 * trial->room + 64;
        trial->words = realloc(trial->words, (size_t)trial->room * sizeof *word);
        if (!trial->words)
            abort();
    }
    trial->words[trial->count++] = *word;
}

/* The largest index held at a position, behind its reception. */
static int largest_held(const int *indices, int length, int position) {
    int most = 0;
    for (int p = 0; p < length; p++) {
        int held = indices[p] - (position - p + length) % length;
        most = held > most ? held : most;
    }
    return most;
}

static void take_word(struct trial *trial, int least, const int *indices, int length) {
    struct word word = {.length = length};
    for (int p = 0; p < length; p++) {
        int sent = least + trial->gap * largest_held(indices, length, p) - trial->latency;
        word.taken[least + trial->gap * indices[p]]++;
        if (sent >= 0)
            word.taken[sent]--;
    }
    keep(trial, &word);
}

static void extend(struct trial *trial, int least, int *indices, int length, int at, unsigned due) {
    if (at == length) {
        take_word(trial, least, indices, length);
        return;
    }
    for (int v = 0; least + trial->gap * v <= trial->depth; v++) {
        unsigned bit = 1u << (at + v) % length;
        if (due & bit)
            continue;
        indices[at] = v;
        extend(trial, least, indices, length, at + 1, due | bit);
    }
}

/* Of each value and all above; the source gives one of value s. */
static bool balanced(const struct trial *trial, const int *taken) {
    int sum = -1;
    for (int v = trial->depth; v >= 0; v--) {
        sum += taken[v];
        if (sum > 0)
            return false;
    }
    return true;
}

static bool serve(const struct trial *trial, int from, int processors, int *taken) {
    if (processors == 0)
        return balanced(trial, taken);
    bool found = false;
    for (int i = from; i < trial->count && !found; i++) {
        const struct word *word = &trial->words[i];
        if (word->length > processors)
            continue;
        for (int v = 0; v <= trial->depth; v++)
            taken[v] += word->taken[v];
        found = serve(trial, i, processors - word->length, taken);
        for (int v = 0; v <= trial->depth; v++)
            taken[v] -= word->taken[v];
    }
    return found;
}

bool naive_classes_serve(int latency, int gap, int depth, int processors) {
    struct trial trial = {.latency = latency, .gap = gap, .depth = depth};
    int indices[NAIVE_CLASSES_PROCESSORS], taken[NAIVE_CLASSES_DEPTH + 1] = {0};
    if (depth > NAIVE_CLASSES_DEPTH || processors > NAIVE_CLASSES_PROCESSORS)
        abort();
    for (int length = processors; length >= 1; length--)
        for (int least = 0; least < gap && least <= depth; least++)
            extend(&trial, least, indices, length, 0, 0);
    bool found = serve(&trial, 0, processors, taken);
    free(trial.words);
    return found;
}
