/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/stream_shape.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/items/stream/stream_change.h"

/* The |S| >= fewest for which the flattest leaves of one head are nearest to the mean `sum`/`count`
 * of all leaves. */
static bool choose_balls(struct stream_shape *shape, struct stream_word *word, long sum,
                         long count) {
    struct stream_word best;
    long least = -1;
    for (word->balls = shape->fewest; word->balls <= shape->latency + 1; word->balls++) {
        if (!stream_word_measure(word, shape->latency))
            continue;
        long leaves = word->length - word->head_count;
        long off =
            labs((shape->latency * leaves - word->below[shape->latency]) * count - sum * leaves);
        if (least < 0 || off < least * leaves) {
            least = leaves ? off / leaves : 0;
            best = *word;
        }
    }
    if (least >= 0)
        *word = best;
    return least >= 0;
}

static bool add_word(struct stream_shape *shape, struct stream_head head, long sum, long count) {
    struct stream_word *word = &shape->words[shape->word_count];
    *word = (struct stream_word){.head_count = 1, .heads = {head}};
    if (!choose_balls(shape, word, sum, count))
        return false;
    shape->word_count++;
    return true;
}

/* One head in each word, the least ones not late; with more heads to be not late than there are,
 * nodes of value L. */
static bool lay_out(const struct stream_parts *parts, struct stream_shape *shape) {
    int L = parts->latency;
    long early = parts->zeros + (shape->alone ? 0 : 1), heads = 0, count = 0, sum = 0;
    for (int v = L + 1; v <= parts->depth; v++)
        heads += parts->nodes[v];
    shape->loose = parts->nodes[L] - (early > heads ? early - heads : 0);
    if (shape->loose < 0)
        return false;
    for (int v = 0; v <= L; v++) {
        long leaves = v == 0 ? parts->zeros : v == L ? shape->loose : parts->nodes[v];
        count += leaves;
        sum += leaves * v;
    }
    if (shape->alone) {
        shape->words[shape->word_count++] = (struct stream_word){.balls = shape->fewest};
        if (!stream_word_measure(&shape->words[0], L))
            return false;
    }
    for (int v = L; v <= parts->depth; v++)
        for (long i = v == L ? shape->loose : 0; i < parts->nodes[v]; i++)
            if (!add_word(shape, (struct stream_head){v, early-- > 0 ? 0 : 1}, sum, count))
                return false;
    return true;
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

enum status stream_shape_find(const struct stream_parts *parts, bool alone,
                              const struct stream_effort *effort, struct stream_random *random,
                              const struct limits *limits, struct stream_shape *shape, bool *found,
                              struct failure *failure) {
    struct stream_shape result = {
        .latency = parts->latency, .fewest = parts->fewest, .alone = alone, .word_room = 1};
    for (int v = parts->latency; v <= parts->depth; v++)
        result.word_room += (size_t)parts->nodes[v];
    result.words = memory_new(result.word_room, sizeof *result.words);
    if (!result.words)
        return failure_memory(failure, "a stream");
    enum status status = STATUS_OK;
    bool good = lay_out(parts, &result);
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
