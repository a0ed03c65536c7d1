/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "automata/memory.h"
#include "tools/steadycast/interchange/interchange.h"

/* --- which interfaces a message uses where there are several ports --- */

/* LogGOPSim numbers interfaces by a byte. */
enum { GOAL_MOST_PORTS = 255 };

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

/* Sets nic[i], 0 <= nic[i] < ports, for each of the messages, which are ordered by time: the number
 * of the interface at both ends, so that no two messages that are sent at one time share an
 * interface at their sender or at their receiver. There is such a choice, as no processor has more
 * than `ports` sends or receptions at a time (Koenig 1916: the edges of a bipartite graph of degree
 * p can be coloured with p colours). O(count * (ports + processors)) at worst; 16 bytes for each
 * port of all processors. STATUS_MEMORY for refused memory. */
static enum status goal_ports(const struct message *messages, size_t count, int processors,
                              int ports, unsigned char *nic, struct failure *failure) {
    size_t cells = (size_t)processors * (size_t)ports;
    struct colouring colouring = {
        messages,
        ports,
        nic,
        {memory_new(cells, sizeof(size_t)), memory_new(cells, sizeof(size_t))}};
    bool given = colouring.at[0] && colouring.at[1];
    for (size_t first = 0, end; first < count && given; first = end) {
        for (end = first; end < count && messages[end].time == messages[first].time; end++)
            ;
        colour_step(&colouring, first, end);
    }
    FREE_ALL(colouring.at[0], colouring.at[1]);
    return memory_check(given, failure, "interfaces");
}

/* --- the file --- */

/* What a processor does, in the order of the schedule. */
struct goal_event {
    int processor;
    bool send;
    int begins; /* busy for the overhead from then on */
    const struct message *message;
};

/* At one time a reception comes first: what is received may be sent on. */
static int by_processor(const void *left, const void *right) {
    const struct goal_event *a = left, *b = right;
    if (a->processor != b->processor)
        return a->processor < b->processor ? -1 : 1;
    if (a->begins != b->begins)
        return a->begins < b->begins ? -1 : 1;
    if (a->send != b->send)
        return a->send ? 1 : -1;
    return (a->message > b->message) - (a->message < b->message);
}

/* LogGOPSim lets a rank send and receive at one time, and receives what has arrived as soon as it
 * can. */
static enum status refuse_model(const struct message_list *list, struct failure *failure) {
    switch (list->machine.model) {
    case MESSAGE_POSTAL:
    case MESSAGE_LOGP:
        return STATUS_OK;
    case MESSAGE_PORTS:
        if (list->machine.ports <= GOAL_MOST_PORTS)
            return STATUS_OK;
        return failure_input(failure,
                             "goal: a rank has at most %d interfaces, and the list is for %d ports",
                             GOAL_MOST_PORTS, list->machine.ports);
    case MESSAGE_BUFFERED:
        return failure_input(failure, "goal: it is not known which of several messages in a buffer "
                                      "is received first (model buffered)");
    }
    return STATUS_OK;
}

static void list_events(const struct interchange_list *source, struct goal_event *events) {
    const struct message_machine *machine = &source->list.machine;
    for (size_t i = 0; i < source->count; i++) {
        const struct message *m = &source->messages[i];
        int received = (int)(m->time + message_machine_flight(machine, m)) - machine->overhead;
        events[2 * i] = (struct goal_event){m->from, true, m->time, m};
        events[2 * i + 1] = (struct goal_event){m->to, false, received, m};
    }
    qsort(events, 2 * source->count, sizeof *events, by_processor);
}

/* One rank. Each line requires the one before it: that is the order of the schedule, in which a
 * processor receives an item before it sends it. */
static void write_rank(FILE *file, const struct interchange_list *source, int rank,
                       const struct goal_event *events, size_t count, const unsigned char *nic,
                       const struct interchange_options *options) {
    int overhead = source->list.machine.overhead, free_from = 0;
    size_t line = 0;
    fprintf(file, "\nrank %d {\n", rank);
    for (size_t i = 0; i < count; i++) {
        const struct goal_event *event = &events[i];
        const struct message *m = event->message;
        if (options->idle && event->begins > free_from) {
            fprintf(file, "l%zu: calc %d\n", line, event->begins - free_from);
            line++;
        }
        fprintf(file, "l%zu: %s %db %s %d tag %d", line, event->send ? "send" : "recv",
                options->bytes, event->send ? "to" : "from", event->send ? m->to : m->from,
                source->list.operands ? m->time : m->item);
        if (source->list.machine.ports > 1)
            fprintf(file, " nic %d", nic[m - source->messages]);
        putc('\n', file);
        line++;
        free_from = event->begins + overhead;
    }
    for (size_t i = 1; i < line; i++)
        fprintf(file, "l%zu requires l%zu\n", i, i - 1);
    fprintf(file, "}\n");
}

static void write_ranks(FILE *file, const struct interchange_list *source,
                        const struct goal_event *events, const unsigned char *nic,
                        const struct interchange_options *options) {
    size_t first = 0;
    fprintf(file, "num_ranks %d\n", source->list.processors + 1);
    for (int rank = 0; rank <= source->list.processors && !ferror(file); rank++) {
        size_t end = first;
        while (end < 2 * source->count && events[end].processor == rank)
            end++;
        write_rank(file, source, rank, events + first, end - first, nic, options);
        first = end;
    }
}

enum status interchange_goal(FILE *file, const struct interchange_list *source,
                             const struct interchange_options *options, struct failure *failure) {
    TRY(refuse_model(&source->list, failure));
    TRY(interchange_check(source, failure));
    return goal_write(file, source, options, failure);
}

enum status goal_write(FILE *file, const struct interchange_list *source,
                       const struct interchange_options *options, struct failure *failure) {
    FREED struct goal_event *events = memory_new(2 * source->count, sizeof *events);
    FREED unsigned char *nic = memory_new(source->count, 1);
    TRY(memory_check(events && nic, failure, "a schedule"));
    if (source->list.machine.ports > 1)
        TRY(goal_ports(source->messages, source->count, source->list.processors + 1,
                       source->list.machine.ports, nic, failure));
    list_events(source, events);
    write_ranks(file, source, events, nic, options);
    return STATUS_OK;
}
