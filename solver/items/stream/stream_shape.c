/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/stream_shape.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/items/stream/stream_change.h"

/* All leaves together. */
struct leaves {
    long count;
    long sum;
};

/* The |S| >= fewest for which the flattest leaves of one head have nearly the mean of all. False:
 * there is none. */
static bool choose_balls(const struct stream_shape *shape, struct leaves all,
                         struct stream_word *word) {
    struct stream_word best = *word;
    long least = -1;
    for (word->balls = shape->fewest; word->balls <= shape->latency + 1; word->balls++) {
        if (!stream_word_measure(word, shape->latency))
            continue;
        long count = word->length - word->head_count;
        long sum = shape->latency * count - word->below[shape->latency];
        long off = count ? labs(sum * all.count - all.sum * count) / count : 0;
        if (least < 0 || off < least) {
            least = off;
            best = *word;
        }
    }
    *word = best;
    return least >= 0;
}

static bool add_word(struct stream_shape *shape, struct leaves all, int value, int late) {
    struct stream_word *word = &shape->words[shape->word_count++];
    *word = (struct stream_word){.head_count = 1, .heads = {{value, late}}};
    return choose_balls(shape, all, word);
}

static bool add_leaf(struct stream_shape *shape) {
    struct stream_word *word = &shape->words[shape->word_count++];
    *word = (struct stream_word){.balls = shape->fewest};
    return stream_word_measure(word, shape->latency);
}

static struct leaves leaves_of(const struct stream_parts *parts, long loose) {
    struct leaves all = {parts->zeros + loose, loose * parts->latency};
    for (int v = 1; v < parts->latency; v++) {
        all.count += parts->nodes[v];
        all.sum += v * parts->nodes[v];
    }
    return all;
}

/* One head in each word. The least ones, but of value L as few as possible, are not late, and the
 * root is idle. False: it can't be done. */
static bool lay_out(const struct stream_parts *parts, enum stream_waste waste,
                    struct stream_shape *shape) {
    int L = parts->latency, t = parts->depth;
    int root = waste == STREAM_WASTE_POSITION ? STREAM_IDLE : STREAM_LATE;
    long early = parts->zeros + (waste == STREAM_WASTE_ZERO) - (root == STREAM_IDLE);
    long heads = root == STREAM_LATE;
    for (int v = L + 1; v < t; v++)
        heads += parts->nodes[v];
    shape->loose = parts->nodes[L] - (early > heads ? early - heads : 0);
    if (shape->loose < 0)
        return false;
    struct leaves all = leaves_of(parts, shape->loose);
    bool good = waste != STREAM_WASTE_LEAF || add_leaf(shape);
    for (int v = L; v < t; v++)
        for (long i = v == L ? shape->loose : 0; i < parts->nodes[v] && good; i++)
            good = add_word(shape, all, v, early-- > 0 ? STREAM_EARLY : STREAM_LATE);
    if (root == STREAM_LATE && early > 0)
        root = STREAM_EARLY;
    return good && add_word(shape, all, t, root);
}

static void set_excess(const struct stream_parts *parts, struct stream_shape *shape) {
    int L = parts->latency;
    memset(shape->excess, 0, sizeof shape->excess);
    for (size_t i = 0; i < shape->word_count; i++)
        for (int a = 1; a <= L; a++)
            shape->excess[a] += shape->words[i].below[a];
    for (int a = 1; a <= L; a++)
        for (int w = 0; w < a; w++)
            shape->excess[a] -= (a - w) * (w ? parts->nodes[w] : parts->zeros);
    shape->cost = stream_excess_cost(shape->excess, L);
}

enum status stream_shape_find(const struct stream_parts *parts, enum stream_waste waste,
                              const struct stream_effort *effort, struct stream_random *random,
                              const struct limits *limits, struct stream_shape *shape, bool *found,
                              struct failure *failure) {
    struct stream_shape result = {
        .latency = parts->latency, .fewest = parts->fewest, .zeros = parts->zeros, .word_room = 1};
    for (int v = parts->latency; v <= parts->depth; v++)
        result.word_room += (size_t)parts->nodes[v];
    result.words = memory_new(result.word_room, sizeof *result.words);
    if (!result.words)
        return failure_memory(failure, "a stream");
    enum status status = STATUS_OK;
    bool good = lay_out(parts, waste, &result);
    if (good) {
        set_excess(parts, &result);
        status = stream_shape_improve(&result, effort, random, limits, &good, failure);
    }
    if (!status && good)
        *shape = result;
    else
        free(result.words);
    if (!status)
        *found = good;
    return status;
}

void stream_shape_clear(struct stream_shape *shape) {
    free(shape->words);
}
