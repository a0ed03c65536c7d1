/* SPDX-License-Identifier: MIT */
#include "tests/items/brute_items.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A state has a number 0..L for each processor and item: 0, the item was not sent to it; v, it was
 * sent v steps ago; L, it is there. The source has sent an item when somebody has a number for
 * it. */
enum { MOST_CELLS = 16, MOST_ROWS = 8 };

struct brute {
    const struct items_question *question;
    int cells;
    unsigned char *seen; /* of each state */
    int *states;         /* in the order in which they were found, hence of time */
    int found;
    int now[MOST_CELLS], next[MOST_CELLS]; /* [row * K + item], of rows beside the source */
    int sends[MOST_ROWS], receptions[MOST_ROWS];
};

static void unpack(struct brute *b, int state) {
    for (int i = 0; i < b->cells; i++, state /= b->question->latency + 1)
        b->now[i] = state % (b->question->latency + 1);
}

static void note(struct brute *b) {
    int state = 0;
    for (int i = b->cells; i-- > 0;)
        state = state * (b->question->latency + 1) + b->next[i];
    if (!b->seen[state])
        b->states[b->found++] = state;
    b->seen[state] = 1;
}

/* Processor 0 is the source; the others are rows + 1. */
static int may_send(const struct brute *b, int from, int item, int cell) {
    const struct items_question *q = b->question;
    if (b->sends[from] == q->ports)
        return 0;
    if (from > 0)
        return b->now[(from - 1) * q->items + item] == q->latency;
    for (int row = 0; q->single && row < q->processors; row++)
        if (b->now[row * q->items + item] > 0)
            return 0;
    for (int other = item; q->single && other < cell; other += q->items)
        if (b->now[other] == 0 && b->next[other] == 1)
            return 0; /* sent at this step; by the source, as it is new */
    return 1;
}

static void choose(struct brute *b, int cell) {
    const struct items_question *q = b->question;
    if (cell == b->cells) {
        note(b);
        return;
    }
    int row = cell / q->items, item = cell % q->items, value = b->now[cell];
    b->next[cell] = value == 0 || value == q->latency ? value : value + 1;
    choose(b, cell + 1);
    if (value > 0 || b->receptions[row] == q->ports)
        return;
    for (int from = 0; from <= q->processors; from++) {
        if (!may_send(b, from, item, cell))
            continue;
        b->next[cell] = 1;
        b->sends[from]++;
        b->receptions[row]++;
        choose(b, cell + 1);
        b->sends[from]--;
        b->receptions[row]--;
    }
}

static int is_done(const struct brute *b) {
    for (int i = 0; i < b->cells; i++)
        if (b->now[i] < b->question->latency)
            return 0;
    return 1;
}

/* In rounds: all states that are first reached at a time, from those of the time before. */
static int search(struct brute *b) {
    int from = 0;
    for (int time = 0;; time++)
        for (int end = b->found; from < end; from++) {
            unpack(b, b->states[from]);
            if (is_done(b))
                return time;
            choose(b, 0);
        }
}

int brute_items(const struct items_question *question) {
    struct brute b = {.question = question, .cells = question->processors * question->items};
    long states = 1;
    for (int i = 0; i < b.cells; i++)
        states *= question->latency + 1;
    assert(b.cells <= MOST_CELLS && question->processors < MOST_ROWS);
    assert(states <= BRUTE_MOST_STATES);
    b.seen = calloc((size_t)states, 1);
    b.states = calloc((size_t)states, sizeof *b.states);
    assert(b.seen && b.states);
    memset(b.next, 0, sizeof b.next);
    note(&b);
    int time = search(&b);
    free(b.seen);
    free(b.states);
    return time;
}
