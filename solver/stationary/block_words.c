/* SPDX-License-Identifier: MIT */
#include "solver/stationary/block_words.h"

#include <stdlib.h>
#include <string.h>

#include "automata/closed_word.h"
#include "automata/memory.h"

enum status block_words_init(struct word_walk *walk, struct failure *failure) {
    size_t width = (size_t)walk->question->window->depth + 3;
    enum status status = tuple_table_init(&walk->multisets, width, failure);
    if (status)
        return status;
    walk->tuple = memory_new(width, sizeof *walk->tuple);
    if (walk->tuple)
        return STATUS_OK;
    tuple_table_clear(&walk->multisets);
    return failure_memory(failure, "closed words");
}

void block_words_clear(struct word_walk *walk) {
    tuple_table_clear(&walk->multisets);
    free(walk->tuple);
}

/* Whether no word with this head and these leaves is kept in this part yet. */
static bool is_new_block(struct word_walk *walk) {
    struct word_part *part = walk->part;
    size_t width = walk->multisets.width, number = 0, before = walk->multisets.count;
    memset(walk->tuple, 0, width * sizeof *walk->tuple);
    walk->tuple[0] = (uint64_t)walk->values[0];
    walk->tuple[1] = (uint64_t)walk->length;
    for (int p = 1; p < walk->length; p++)
        walk->tuple[2 + walk->values[p]]++;
    part->status = tuple_table_number(&walk->multisets, walk->tuple, &number, &part->failure);
    return part->status == STATUS_OK && number == before;
}

static void fill_block(struct word_walk *walk, uint64_t state, int64_t slack);

/* Receives `value` at the next position of a block, and sends what is left of the head. */
static void try_block_value(struct word_walk *walk, uint64_t state, int value, int64_t slack) {
    const struct stationary_question *question = walk->question;
    const struct window *window = question->window;
    int p = walk->length, rest = walk->size - p - 1;
    uint64_t held = state | UINT64_C(1) << value, next = held >> 1;
    walk->values[p] = value;
    int sent = walk->values[0] - p - window->latency;
    slack += window->price[value] + question->potential[next] - question->potential[state] -
             window->unit - window->price[sent];
    if (slack > question->budget || (next >> rest & ~walk->start))
        return;
    walk->sends[p] = sent + window->latency;
    walk->length++;
    if (rest)
        fill_block(walk, next, slack);
    else if (is_new_block(walk)) /* `next` lies within the first state, and has as many items */
        word_walk_keep(walk, slack);
    walk->length--;
}

static void fill_block(struct word_walk *walk, uint64_t state, int64_t slack) {
    uint64_t left = window_allowed(state, walk->values_allowed);
    left &= ~(UINT64_C(1) << walk->question->window->depth); /* the root is a head */
    if (word_walk_count_step(walk))
        return;
    for (; left && walk->part->status == STATUS_OK; left &= left - 1) {
        if (walk->part->count > walk->question->most) {
            walk->part->cut = true;
            return;
        }
        try_block_value(walk, state, __builtin_ctzll(left), slack);
    }
}

/* The word of one value that is not sent. */
static void try_receive_only(struct word_walk *walk, int value) {
    const struct window *window = walk->question->window;
    int64_t slack = window->price[value] - window->unit;
    if ((walk->start | UINT64_C(1) << value) >> 1 != walk->start || slack > walk->question->budget)
        return;
    walk->values[0] = value;
    walk->sends[0] = CLOSED_WORD_SILENT;
    walk->length = 1;
    word_walk_keep(walk, slack);
    walk->length = 0;
}

/* All words in block form that begin in this state. */
void block_words_begin(struct word_walk *walk, uint64_t state) {
    const struct stationary_question *question = walk->question;
    uint64_t left = window_allowed(state, walk->values_allowed);
    walk->start = state;
    walk->length = 0;
    if ((state & 0x3fff) == 0 && word_walk_ask_limits(walk->limits, &walk->part->failure))
        walk->part->status = STATUS_LIMIT;
    for (; left && walk->part->status == STATUS_OK; left &= left - 1) {
        int head = __builtin_ctzll(left), most = head - question->window->latency + 1;
        try_receive_only(walk, head);
        most = most < question->longest ? most : question->longest;
        for (walk->size = 1; walk->size <= most; walk->size++)
            if (!(state >> walk->size & ~state))
                try_block_value(walk, state, head, 0);
    }
}
