/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/goal_ports.h"

#include <stdlib.h>

#include "automata/memory.h"

/* Messages of one step; 0 stands for none, i + 1 for message i. */
struct colouring {
    const struct message *messages;
    int ports;
    unsigned char *nic;
    size_t *at[2]; /* [processor * ports + colour]: of the senders, of the receivers */
};

static size_t *cell(const struct colouring *colouring, int side, size_t message, int colour) {
    const struct message *m = &colouring->messages[message];
    int processor = side ? m->to : m->from;
    return &colouring->at[side][(size_t)processor * (size_t)colouring->ports + (size_t)colour];
}

/* The first colour that no message has at this end of `message`. */
static int free_colour(const struct colouring *colouring, int side, size_t message) {
    int colour = 0;
    while (*cell(colouring, side, message, colour))
        colour++;
    return colour;
}

/* Makes `colour` free at the receiver of `message`, where `other` is: the messages on the path that
 * begins there and has the two colours in turn exchange them. It does not come to the sender, where
 * `colour` is free: on its side the path arrives by messages of this colour only. */
static void exchange(struct colouring *colouring, size_t message, int colour, int other) {
    size_t moved = *cell(colouring, 1, message, colour);
    *cell(colouring, 1, message, colour) = 0;
    for (int side = 1; moved;) {
        size_t current = moved - 1;
        /* `current` has `colour` and lost its cell on `side`; it takes `other` at both ends */
        *cell(colouring, side, current, other) = current + 1;
        *cell(colouring, !side, current, colour) = 0;
        moved = *cell(colouring, !side, current, other);
        *cell(colouring, !side, current, other) = current + 1;
        colouring->nic[current] = (unsigned char)other;
        side = !side;
        int swap = colour;
        colour = other;
        other = swap;
    }
}

static void colour_step(struct colouring *colouring, size_t first, size_t end) {
    for (size_t i = first; i < end; i++) {
        int colour = free_colour(colouring, 0, i), other = free_colour(colouring, 1, i);
        if (*cell(colouring, 1, i, colour))
            exchange(colouring, i, colour, other);
        colouring->nic[i] = (unsigned char)colour;
        *cell(colouring, 0, i, colour) = *cell(colouring, 1, i, colour) = i + 1;
    }
    for (size_t i = first; i < end; i++)
        *cell(colouring, 0, i, colouring->nic[i]) = *cell(colouring, 1, i, colouring->nic[i]) = 0;
}

enum status goal_ports(const struct message *messages, size_t count, int processors, int ports,
                       unsigned char *nic, struct failure *failure) {
    size_t cells = (size_t)processors * (size_t)ports;
    struct colouring colouring = {
        messages,
        ports,
        nic,
        {memory_new(cells, sizeof(size_t)), memory_new(cells, sizeof(size_t))}};
    enum status status = STATUS_OK;
    if (!colouring.at[0] || !colouring.at[1])
        status = failure_memory(failure, "interfaces");
    for (size_t first = 0, end; first < count && !status; first = end) {
        for (end = first; end < count && messages[end].time == messages[first].time; end++)
            ;
        colour_step(&colouring, first, end);
    }
    free(colouring.at[0]);
    free(colouring.at[1]);
    return status;
}
