/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/stream_word.h"

#include <string.h>

static int leaf_sum(const struct stream_word *word) {
    int sum = word->balls * word->length;
    for (int i = 0; i < word->head_count; i++)
        sum -= word->heads[i].value;
    return sum;
}

static void flat_leaves(const struct stream_word *word, int *leaves) {
    int count = word->length - word->head_count, sum = leaf_sum(word);
    for (int i = 0; i < count; i++)
        leaves[i] = (sum + i) / count;
}

/* `steps` leaves, from the one with this number on and round and round, have one low ball less. */
static void take_ball(int *leaves, int count, int first, int steps) {
    for (int i = 0; i < count && steps >= count; i++)
        leaves[i] -= steps / count;
    for (int i = 0; i < steps % count; i++)
        leaves[(first + i) % count]--;
}

static void low_balls(const struct stream_word *word, int latency, int *leaves) {
    int count = word->length - word->head_count, first = 0;
    for (int i = 0; i < count; i++)
        leaves[i] = word->balls - 1;
    for (int i = 0; i < word->head_count; i++) {
        struct stream_head before = word->heads[i ? i - 1 : word->head_count - 1];
        take_ball(leaves, count, first, latency - word->balls + before.late);
        first += stream_head_size(word->heads[i], latency) - 1;
    }
}

void stream_word_leaves(const struct stream_word *word, int latency, int *leaves) {
    if (word->head_count <= 1)
        flat_leaves(word, leaves);
    else
        low_balls(word, latency, leaves);
}

/* below[a] from the numbers of leaves of each value. */
static void measure_leaves(struct stream_word *word, int latency, const int *leaves) {
    int counts[STREAM_MAX_LATENCY + 1] = {0};
    for (int i = 0; i < word->length - word->head_count; i++)
        counts[leaves[i]]++;
    word->below[0] = 0;
    for (int a = 1, fewer = 0; a <= latency; a++) {
        fewer += counts[a - 1];
        word->below[a] = word->below[a - 1] + fewer;
    }
}

/* Heads may follow each other, and for several |S| is in range. */
static bool heads_fit(const struct stream_word *word, int latency) {
    if (word->head_count <= 1)
        return true;
    for (int i = 0; i < word->head_count; i++) {
        struct stream_head before = word->heads[i ? i - 1 : word->head_count - 1];
        if (word->heads[i].value == latency && before.late == STREAM_LATE)
            return false; /* they would be equal */
        if (latency - word->balls + before.late < 0)
            return false; /* thrown too low */
    }
    return word->balls <= latency;
}

bool stream_word_measure(struct stream_word *word, int latency) {
    int leaves[STREAM_MAX_LEAVES];
    word->length = word->head_count ? 0 : 1;
    for (int i = 0; i < word->head_count; i++)
        word->length += stream_head_size(word->heads[i], latency);
    int count = word->length - word->head_count;
    if (!heads_fit(word, latency) || count > STREAM_MAX_LEAVES)
        return false;
    if (!count) {
        memset(word->below, 0, sizeof word->below);
        return word->head_count == 1 && leaf_sum(word) == 0;
    }
    if (leaf_sum(word) < 0 || leaf_sum(word) > latency * count)
        return false;
    stream_word_leaves(word, latency, leaves);
    for (int i = 0; i < count; i++)
        if (leaves[i] < 0 || leaves[i] > latency)
            return false;
    measure_leaves(word, latency, leaves);
    return true;
}

enum status stream_finish(struct schedule *built, enum status status, mpz_srcptr processors,
                          struct schedule *words, bool *found, struct failure *failure) {
    if (status || !*found)
        schedule_clear(built);
    else
        status = schedule_finish(built, processors, failure); /* clears on failure */
    *found = *found && !status;
    if (*found)
        *words = *built;
    return status;
}
