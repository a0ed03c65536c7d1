/* SPDX-License-Identifier: MIT */
#include "tests/naive_periodic.h"

#include <stdlib.h>
#include <string.h>

enum { NOBODY = -1 };

struct word {
    int length;
    int values[NAIVE_LONGEST];
    int sendable[NAIVE_LONGEST]; /* bit u: an item of value u >= L is held then */
};

struct search {
    int latency, depth, processors, period;
    struct word *words;
    size_t count, room;
    int chosen_count;
    const struct word *chosen[NAIVE_LONGEST];
};

/* Pairwise different landing times, straight from the definition. */
static bool is_legal(const struct word *word) {
    for (int p = 0; p < word->length; p++)
        for (int q = 0; q < p; q++)
            if ((p + word->values[p] - q - word->values[q]) % word->length == 0)
                return false;
    return true;
}

/* Begun a period, or several, later, it would come earlier among all words. */
static bool is_rotated(const struct word *word, int period) {
    for (int start = period; start < word->length; start += period)
        for (int p = 0; p < word->length; p++) {
            int difference = word->values[(start + p) % word->length] - word->values[p];
            if (difference < 0)
                return true;
            if (difference > 0)
                break;
        }
    return false;
}

/* What was received j steps before with the value u + j has the value u now. */
static void find_sendable(struct word *word, int latency, int depth) {
    for (int p = 0; p < word->length; p++) {
        word->sendable[p] = 0;
        for (int u = latency; u <= depth; u++)
            for (int j = 0; u + j <= depth; j++)
                if (word->values[((p - j) % word->length + word->length) % word->length] == u + j)
                    word->sendable[p] |= 1 << u;
    }
}

static void keep_word(struct search *search, const struct word *word) {
    if (!is_legal(word) || is_rotated(word, search->period))
        return;
    if (search->count == search->room) {
        search->room = 2 * search->room + 1024;
        search->words = realloc(search->words, search->room * sizeof *search->words);
        if (!search->words)
            abort();
    }
    search->words[search->count] = *word;
    find_sendable(&search->words[search->count++], search->latency, search->depth);
}

static void try_values(struct search *search, struct word *word, int position) {
    if (position == word->length) {
        keep_word(search, word);
        return;
    }
    for (int v = 0; v <= search->depth; v++)
        if (v <= search->depth - search->latency || v == search->depth) {
            word->values[position] = v;
            try_values(search, word, position + 1);
        }
}

/* All processors at one phase: what each can send, and what L steps later is waited for. */
struct phase {
    int senders, receivers;
    int sendable[NAIVE_LONGEST], wanted[NAIVE_LONGEST];
    int served_by[NAIVE_LONGEST]; /* sender -> receiver, or NOBODY */
};

static bool serve(struct phase *phase, int receiver, bool *tried) {
    for (int s = 0; s < phase->senders; s++) {
        if (tried[s] || !(phase->sendable[s] >> phase->wanted[receiver] & 1))
            continue;
        tried[s] = true;
        if (phase->served_by[s] == NOBODY || serve(phase, phase->served_by[s], tried)) {
            phase->served_by[s] = receiver;
            return true;
        }
    }
    return false;
}

/* The value t once at the later phase, every other reception with a sender of its own. */
static bool phase_is_right(const struct search *search, int at) {
    struct phase phase = {0};
    int roots = 0;
    for (int i = 0; i < search->chosen_count; i++) {
        const struct word *word = search->chosen[i];
        for (int start = 0; start < word->length; start += search->period) {
            int value = word->values[(start + at + search->latency) % word->length];
            phase.sendable[phase.senders++] = word->sendable[start + at];
            if (value == search->depth)
                roots++;
            else
                phase.wanted[phase.receivers++] = value + search->latency;
        }
    }
    for (int s = 0; s < phase.senders; s++)
        phase.served_by[s] = NOBODY;
    for (int receiver = 0; receiver < phase.receivers; receiver++) {
        bool tried[NAIVE_LONGEST] = {false};
        if (!serve(&phase, receiver, tried))
            return false;
    }
    return roots == 1;
}

static int roots_of(const struct word *word, int depth) {
    int roots = 0;
    for (int p = 0; p < word->length; p++)
        roots += word->values[p] == depth;
    return roots;
}

/* `roots`: receptions of t that are still missing in all phases together. */
static bool choose(struct search *search, size_t from, int rows, int roots) {
    if (rows == 0) {
        for (int at = 0; at < search->period; at++)
            if (!phase_is_right(search, at))
                return false;
        return true;
    }
    for (size_t i = from; i < search->count; i++) {
        const struct word *word = &search->words[i];
        int left = roots - roots_of(word, search->depth);
        if (word->length / search->period > rows || left < 0)
            continue;
        search->chosen[search->chosen_count++] = word;
        if (choose(search, i, rows - word->length / search->period, left))
            return true;
        search->chosen_count--;
    }
    return false;
}

bool naive_periodic_exists(int latency, int depth, int processors, int period, bool permute) {
    struct search search = {
        .latency = latency, .depth = depth, .processors = processors, .period = period};
    for (int rows = 1; rows <= (permute ? processors : 1); rows++) {
        struct word word = {.length = rows * period};
        try_values(&search, &word, 0);
    }
    bool exists = choose(&search, 0, processors, period);
    free(search.words);
    return exists;
}
