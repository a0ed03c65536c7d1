/* SPDX-License-Identifier: MIT */
#include "solver/stationary/word_walk.h"

#include <stdlib.h>
#include <string.h>

#include "automata/closed_word.h"
#include "automata/memory.h"

void stationary_word_clear(struct stationary_word *word) {
    free(word->values);
    free(word->sends);
    free(word->change);
}

static bool part_room(struct word_part *part) {
    if (part->count < part->room)
        return true;
    size_t room = 2 * part->room + 16;
    struct stationary_word *list = memory_resize(part->list, room, sizeof *list);
    if (!list)
        return false;
    part->list = list;
    part->room = room;
    return true;
}

static void count_change(const struct word_walk *walk, struct stationary_word *word) {
    const struct window *window = walk->question->window;
    for (int p = 0; p < word->length; p++) {
        if (word->values[p] != window->depth)
            word->change[word->values[p]]--;
        if (word->sends[p] != CLOSED_WORD_SILENT)
            word->change[word->sends[p] - window->latency]++;
    }
}

static int largest_value(const struct word_walk *walk) {
    int largest = 0;
    for (int p = 0; p < walk->length; p++)
        largest = walk->values[p] > largest ? walk->values[p] : largest;
    return largest;
}

void word_walk_keep(struct word_walk *walk, int64_t slack) {
    const struct window *window = walk->question->window;
    struct word_part *part = walk->part;
    size_t length = (size_t)walk->length, rows = (size_t)(window->depth - window->latency + 1);
    struct stationary_word word = {.length = walk->length,
                                   .values = memory_new(length, sizeof(int)),
                                   .sends = memory_new(length, sizeof(int)),
                                   .change = memory_new(rows, sizeof(int)),
                                   .top = largest_value(walk),
                                   .slack = slack,
                                   .state = walk->start};
    if (!word.values || !word.sends || !word.change || !part_room(part)) {
        stationary_word_clear(&word);
        part->status = failure_memory(&part->failure, "closed words");
        return;
    }
    memcpy(word.values, walk->values, length * sizeof(int));
    memcpy(word.sends, walk->sends, length * sizeof(int));
    count_change(walk, &word);
    part->list[part->count++] = word;
}

enum status word_walk_ask_limits(const struct limits *limits, struct failure *failure) {
    enum status status;
#pragma omp critical(word_walk)
    status = limits_check(limits, failure);
    return status;
}

bool word_walk_count_step(struct word_walk *walk) {
    struct word_part *part = walk->part;
    uint64_t most = walk->limits ? walk->limits->nodes : 0;
    if ((++part->nodes & 0x3fff) == 0 && word_walk_ask_limits(walk->limits, &part->failure))
        part->status = STATUS_LIMIT;
    if (most && part->nodes > most / WORD_WALK_PARTS)
        part->status = failure_set(&part->failure, STATUS_LIMIT, "the limit of nodes is reached");
    return part->status != STATUS_OK;
}
