/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/foreign_list.h"
#include "tools/steadycast/interchange/network_source.h"

enum { MOST_STEPS = 1000000 /* of kind network-schedule */ };

static enum status add_send(struct foreign_list *foreign, size_t i, struct failure *failure) {
    struct network_read *read = &foreign->read;
    const struct message *m = &foreign->array.messages[i];
    int *steps = &read->schedule.task.steps;
    struct network_send send = {m->time, network_arc_number(&read->network, m->from, m->to),
                                m->item};
    const char *path = foreign->path;
    if (m->time > MOST_STEPS - read->network.arcs[send.arc].latency)
        return failure_set(failure, STATUS_INPUT, "%s:%ld: it comes behind step %d", path,
                           foreign->places[i], MOST_STEPS);
    if (*steps < m->time + read->network.arcs[send.arc].latency)
        *steps = m->time + read->network.arcs[send.arc].latency;
    send.step++;
    return network_schedule_add(&read->schedule, send, failure);
}

enum status foreign_list_network(struct foreign_list *foreign, const struct limits *limits,
                                 struct failure *failure) {
    struct network_read *read = &foreign->read;
    char fault[sizeof failure->message];
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
    enum status status = network_schedule_finish(&read->schedule, limits, failure);
    if (status != STATUS_INTERNAL)
        return status;
    snprintf(fault, sizeof fault, "%s", failure->message);
    return failure_set(failure, STATUS_INPUT, "%s: %s", foreign->path, fault);
}
