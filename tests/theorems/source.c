/* SPDX-License-Identifier: MIT */
/* What the source sends in an endgame (results/THEOREMS.md, 12.6 and 12.10). c_y(g) counts the rows
 * with first colour g and first slot at y or before: c_y = c_(y-1) + c_(y-L), and 1 more for the
 * colour that the source sends. A state is c_y, .., c_(y-L+1), each less its least entry, where no
 * two entries differ by more than 1. */
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "tests/theorems/source.h"

enum { ROOM = 3, MOST_STATES = 1 << (4 * ROOM) };

struct source {
    int latency;   /* L <= 4 */
    int colours;   /* M <= ROOM */
    bool *present; /* [state]: reached, and not left out; bit ROOM i + g: colour g in c_(y-i) */
    int *queue;
    int count; /* of states reached */
};

/* The state behind `state` when the source sends g, or -1. */
static int next_state(const struct source *source, int state, int g) {
    int count[ROOM], least = 9, most = 0, bits = 0, last = ROOM * (source->latency - 1);
    for (int h = 0; h < source->colours; h++) {
        count[h] = (state >> h & 1) + (state >> (last + h) & 1) + (h == g);
        least = count[h] < least ? count[h] : least;
        most = count[h] > most ? count[h] : most;
    }
    for (int h = 0; h < source->colours; h++)
        bits |= (count[h] - least) << h;
    return most - least > 1 ? -1 : bits | (state & ((1 << last) - 1)) << ROOM;
}

static void reach_all(struct source *source) {
    source->present[0] = true;
    source->queue[source->count++] = 0;
    for (int i = 0; i < source->count; i++)
        for (int g = 0; g < source->colours; g++) {
            int next = next_state(source, source->queue[i], g);
            if (next >= 0 && !source->present[next]) {
                source->present[next] = true;
                source->queue[source->count++] = next;
            }
        }
}

static bool goes_on(const struct source *source, int state) {
    for (int g = 0; g < source->colours; g++) {
        int next = next_state(source, state, g);
        if (next >= 0 && source->present[next])
            return true;
    }
    return false;
}

/* Leaves out states without a successor, again and again; how many are left. */
static int leave_out(struct source *source) {
    int left = source->count;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < source->count; i++) {
            int state = source->queue[i];
            if (!source->present[state] || goes_on(source, state))
                continue;
            source->present[state] = false;
            changed = true;
            left--;
        }
    }
    return left;
}

enum status source_states(int latency, int colours, int reached, int kept,
                          struct failure *failure) {
    struct source source = {.latency = latency,
                            .colours = colours,
                            .present = memory_new(MOST_STATES, sizeof(bool)),
                            .queue = memory_new(MOST_STATES, sizeof(int))};
    enum status status = STATUS_OK;
    if (!source.present || !source.queue) {
        status = failure_memory(failure, "states");
    } else {
        reach_all(&source);
        int left = leave_out(&source);
        printf(
            "the source, L = %d, %d colours: %d states, %d of them with a successor among them\n",
            latency, colours, source.count, left);
        if (source.count != reached || left != kept || !source.present[0])
            status =
                failure_set(failure, STATUS_INTERNAL, "expected %d states and %d", reached, kept);
    }
    free(source.present);
    free(source.queue);
    return status;
}
