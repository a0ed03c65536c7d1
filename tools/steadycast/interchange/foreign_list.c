/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/foreign_list.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/model/message_play.h"
#include "tools/steadycast/interchange/network_source.h"

void foreign_list_init(struct foreign_list *foreign, const char *path) {
    *foreign = (struct foreign_list){.path = path,
                                     .machine = message_machine_postal(1),
                                     .delay = -1,
                                     .finish = -1,
                                     .buffer = -1};
}

void foreign_list_clear(struct foreign_list *foreign) {
    message_array_clear(&foreign->array);
    network_read_clear(&foreign->read);
    free(foreign->places);
    foreign_list_init(foreign, foreign->path);
}

/* Steps from sending to reception. */
static enum status find_flight(const struct foreign_list *foreign, const struct message *message,
                               const char *where, long *flight, struct failure *failure) {
    const struct network *network = &foreign->read.network;
    int from = message->from, to = message->to, larger = from < to ? to : from;
    if (from == to)
        return failure_input(failure, "%s: processor %d sends to itself", where, from);
    if (!foreign->on_network) {
        *flight = message_machine_flight(&foreign->machine, message);
        return STATUS_OK;
    }
    if (larger >= network->nodes)
        return failure_input(failure, "%s: found processor %d, expected 0..%d", where, larger,
                             network->nodes - 1);
    int arc = network_arc_number(network, from, to);
    if (arc < 0)
        return failure_input(failure, "%s: there is no link from %d to %d", where, from, to);
    *flight = network->arcs[arc].latency;
    return STATUS_OK;
}

enum status foreign_list_add(struct foreign_list *foreign, const struct message *message,
                             long received, long place, const char *where,
                             struct failure *failure) {
    struct message made = *message;
    enum message_model model = foreign->machine.model;
    long flight = 0;
    TRY(find_flight(foreign, message, where, &flight, failure));
    if (received >= 0) {
        long wait = received - (made.time + flight);
        if (wait && (wait < 0 || made.wait || foreign->on_network))
            return failure_input(failure, "%s: received at time %ld, and not %ld as the %s has it",
                                 where, received, received - wait,
                                 foreign->on_network ? "network" : "machine");
        if (wait)
            made.wait = (int)wait;
    }
    if (made.wait && model != MESSAGE_LOGP && model != MESSAGE_BUFFERED)
        return failure_input(failure, "%s: messages wait in the models logp and buffered only",
                             where);
    if (made.time + flight > INT_MAX)
        return failure_input(failure, "%s: received beyond time %d", where, INT_MAX);
    if (!memory_make_room(&foreign->places, foreign->array.count, sizeof *foreign->places))
        return failure_memory(failure, "a list of messages");
    foreign->places[foreign->array.count] = place;
    message_array_add(&foreign->array, &made);
    return foreign->array.lost ? failure_memory(failure, "a list of messages") : STATUS_OK;
}

enum status foreign_list_sizes(struct foreign_list *foreign, struct failure *failure) {
    long processors = foreign->processors, items = foreign->items;
    long last = foreign->all ? 0 : foreign->origin, most = 1;
    if (foreign->array.count == 0)
        return failure_input(failure, "%s: there are no messages", foreign->path);
    for (size_t i = 0; i < foreign->array.count; i++) {
        const struct message *m = &foreign->array.messages[i];
        last = m->from > last ? m->from : last;
        last = m->to > last ? m->to : last;
        most = m->item > most ? m->item : most;
    }
    if (!processors)
        processors = last + 1;
    if (!items)
        items = foreign->all ? (most + processors - 1) / processors : most;
    if (processors < 2 || processors > INT_MAX || last >= processors)
        return failure_input(failure, "%s: found processor %ld, expected 0..%ld; P is 2 to %d",
                             foreign->path, last, processors - 1, INT_MAX);
    if (foreign->all && processors * items > INT_MAX)
        return failure_input(failure, "%s: more than %d items", foreign->path, INT_MAX);
    if (most > (foreign->all ? processors * items : items))
        return failure_input(failure, "%s: found item %ld, expected 1..%ld", foreign->path, most,
                             foreign->all ? processors * items : items);
    foreign->processors = (int)processors;
    foreign->items = (int)items;
    return STATUS_OK;
}

static int renumber(int processor, int origin) {
    return processor == origin ? 0 : processor == 0 ? origin : processor;
}

static void renumber_all(struct foreign_list *foreign) {
    for (size_t i = 0; i < foreign->array.count; i++) {
        struct message *m = &foreign->array.messages[i];
        m->from = renumber(m->from, foreign->origin);
        m->to = renumber(m->to, foreign->origin);
    }
}

static bool is_same(const struct message *a, const struct message *b) {
    return a->time == b->time && a->from == b->from && a->to == b->to && a->item == b->item;
}

/* The place of the last message of the file that is the one at fault. */
static enum status report_fault(const struct foreign_list *foreign,
                                const struct message_fault *fault, struct failure *failure) {
    const struct message *m = &fault->message;
    size_t place = foreign->array.count;
    char where[300];
    if (fault->missing)
        return failure_input(failure, "%s: processor %d never receives item %d", foreign->path,
                             renumber(fault->processor, foreign->origin), fault->item);
    while (place-- > 1 && !is_same(&foreign->array.messages[place], m))
        ;
    snprintf(where, sizeof where, foreign->by_number ? "%s: messages[%ld]" : "%s:%ld",
             foreign->path, foreign->places[place]);
    return failure_input(failure, "%s: the message at time %d from %d to %d, item %d: %s", where,
                         m->time, renumber(m->from, foreign->origin),
                         renumber(m->to, foreign->origin), m->item, fault->text);
}

/* The messages stay where they are, for their places to be reported; played is a copy in order. */
static enum status play_sorted(const struct foreign_list *foreign, struct message_list *list,
                               struct message_play *play, struct message_fault *fault,
                               struct failure *failure) {
    CLEANUP(message_array_clear) struct message_array sorted;
    message_array_init(&sorted);
    for (size_t i = 0; i < foreign->array.count; i++)
        message_array_add(&sorted, &foreign->array.messages[i]);
    TRY(memory_check(!sorted.lost, failure, "a list of messages"));
    message_array_sort(&sorted);
    list->source = &sorted;
    enum status status = message_play(list, NULL, NULL, play, fault, failure);
    list->source = &foreign->array;
    return status;
}

static enum status compare(const struct foreign_list *foreign, const char *name, int stated,
                           int played, struct failure *failure) {
    if (stated < 0 || stated == played)
        return STATUS_OK;
    return failure_input(failure, "%s: %s is stated as %d, and is %d by its messages",
                         foreign->path, name, stated, played);
}

static enum status compare_all(const struct foreign_list *foreign, const struct message_play *play,
                               struct failure *failure) {
    TRY(compare(foreign, "delay", foreign->delay, play->delay, failure));
    TRY(compare(foreign, "finish", foreign->finish, play->finish, failure));
    TRY(compare(foreign, "buffer", foreign->buffer, play->buffer, failure));
    if (foreign->sends == FOREIGN_SENDS_SINGLE && !play->single)
        return failure_input(failure, "%s: a source sends an item of its own more than once",
                             foreign->path);
    return STATUS_OK;
}

enum status foreign_list_finish(struct foreign_list *foreign, struct message_list *list,
                                struct failure *failure) {
    struct message_play play;
    struct message_fault fault;
    TRY(foreign_list_sizes(foreign, failure));
    struct message_list made = {.machine = foreign->machine,
                                .processors = foreign->processors - 1,
                                .items = foreign->items,
                                .all = foreign->all,
                                .period = foreign->period,
                                .count = (long)foreign->array.count,
                                .each = message_array_each};
    renumber_all(foreign);
    TRY(play_sorted(foreign, &made, &play, &fault, failure));
    if (fault.found)
        return report_fault(foreign, &fault, failure);
    TRY(compare_all(foreign, &play, failure));
    made.delay = play.delay;
    made.finish = play.finish;
    made.buffer = play.buffer;
    made.single = play.single && foreign->sends != FOREIGN_SENDS_ANY;
    message_array_sort(&foreign->array);
    *list = made;
    return STATUS_OK;
}

/* --- on a network --- */

enum { MOST_STEPS = 1000000 /* of kind network-schedule */ };

static enum status add_send(struct foreign_list *foreign, size_t i, struct failure *failure) {
    struct network_read *read = &foreign->read;
    const struct message *m = &foreign->array.messages[i];
    int *steps = &read->schedule.task.steps;
    struct network_send send = {m->time, network_arc_number(&read->network, m->from, m->to),
                                m->item};
    const char *path = foreign->path;
    if (m->time > MOST_STEPS - read->network.arcs[send.arc].latency)
        return failure_input(failure, "%s:%ld: it comes behind step %d", path, foreign->places[i],
                             MOST_STEPS);
    if (*steps < m->time + read->network.arcs[send.arc].latency)
        *steps = m->time + read->network.arcs[send.arc].latency;
    send.step++;
    return network_schedule_add(&read->schedule, send, failure);
}

enum status foreign_list_network(struct foreign_list *foreign, const struct limits *limits,
                                 struct failure *failure) {
    struct network_read *read = &foreign->read;
    foreign->processors = read->network.nodes;
    TRY(network_one_size(&read->network, foreign->path, failure));
    TRY(foreign_list_sizes(foreign, failure));
    TRY(network_problem_init(&read->problem, &read->network,
                             foreign->all ? COLLECTIVE_ALLGATHER : COLLECTIVE_BROADCAST,
                             foreign->origin, failure));
    read->schedule = (struct network_schedule){.task = {.problem = &read->problem,
                                                        .chunks = foreign->items,
                                                        .rounds = NETWORK_EVEN_ROUNDS}};
    read->has_schedule = true;
    for (size_t i = 0; i < foreign->array.count; i++)
        TRY(add_send(foreign, i, failure));
    return network_schedule_judge(&read->schedule, foreign->path, limits, failure);
}
