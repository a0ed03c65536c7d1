/* SPDX-License-Identifier: MIT */
#include "solver/network/network_read.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

/* Of C, S, T, D and r_s; and of the items of a period, for which there is memory. */
enum { MOST = 1000000, MOST_ITEMS = 10000000 };

bool network_read_takes(const char *kind) {
    return strcmp(kind, "network-schedule") == 0 || strcmp(kind, "network-frontier") == 0;
}

static bool is_line(const struct certificate_input *input, const char *key, int words) {
    return strcmp(input->words[0], key) == 0 && (words == 0 || input->word_count == words);
}

/* The next line is `key` and `count` numbers; 0: at least one. */
static enum status next_line(struct certificate_input *input, const char *key, int count,
                             struct failure *failure) {
    char want[60];
    if (certificate_next(input) && is_line(input, key, count ? count + 1 : 0) &&
        input->word_count > 1)
        return STATUS_OK;
    snprintf(want, sizeof want, count ? "'%s' and %d number%s" : "'%s' and numbers", key, count,
             count == 1 ? "" : "s");
    return certificate_expected(input, want, failure);
}

static enum status read_number(const struct certificate_input *input, int index, long least,
                               long most, int *number, struct failure *failure) {
    long value = 0;
    enum status status = certificate_number(input, index, least, most, &value, failure);
    *number = (int)value;
    return status;
}

static enum status field(struct certificate_input *input, const char *key, long least, long most,
                         int *number, struct failure *failure) {
    long value = 0;
    enum status status = certificate_field(input, key, least, most, &value, failure);
    *number = (int)value;
    return status;
}

/* What a function says that knows no files, with file and line. */
static enum status at_line(const struct certificate_input *input, enum status status,
                           struct failure *failure) {
    char what[sizeof failure->message];
    if (status != STATUS_INPUT && status != STATUS_INTERNAL)
        return status;
    snprintf(what, sizeof what, "%s", failure ? failure->message : "");
    return failure_input(failure, "%s:%d: %s", input->path, input->line, what);
}

/* --- the network --- */

static enum status read_arcs(struct certificate_input *input, int nodes, struct network_link *links,
                             int count, struct failure *failure) {
    for (int i = 0; i < count; i++) {
        struct network_link *link = &links[i];
        TRY(next_line(input, "arc", 3, failure));
        TRY(read_number(input, 1, 0, nodes - 1, &link->from, failure));
        TRY(read_number(input, 2, 0, nodes - 1, &link->to, failure));
        TRY(read_number(input, 3, 1, NETWORK_MOST_LATENCY, &link->latency, failure));
        if (link->from == link->to ||
            (i > 0 && (link[-1].from > link->from ||
                       (link[-1].from == link->from && link[-1].to >= link->to))))
            return certificate_expected(input, "arcs in their order", failure);
    }
    return STATUS_OK;
}

static enum status read_group(struct certificate_input *input, struct network *network, int *arcs,
                              bool *grouped, struct failure *failure) {
    int capacity = 0, node = 0;
    bool there = certificate_next(input), port = there && is_line(input, "port", 0);
    if (!there || (!port && !is_line(input, "group", 0)))
        return certificate_expected(input, "'group' or 'port' and numbers", failure);
    if (port)
        TRY(read_number(input, 1, 0, network->nodes - 1, &node, failure));
    TRY(read_number(input, port + 1, 1, NETWORK_MOST_CAPACITY, &capacity, failure));
    int count = input->word_count - port - 2;
    if (count > network->arc_count)
        return certificate_expected(input, "each arc once", failure);
    for (int i = 0; i < count; i++) {
        TRY(read_number(input, i + port + 2, 1, network->arc_count, &arcs[i], failure));
        grouped[--arcs[i]] = true;
        if (port && network->arcs[arcs[i]].from != node && network->arcs[arcs[i]].to != node)
            return certificate_expected(input, "arcs that begin or end at the port", failure);
    }
    TRY(at_line(input, network_add_group(network, capacity, arcs, count, failure), failure));
    if (port)
        network_make_port(network, node);
    return !port || network->groups[network->group_count - 1].port
               ? STATUS_OK
               : certificate_expected(input, "arcs that count at the port differently", failure);
}

static enum status read_groups(struct certificate_input *input, struct network *network,
                               struct failure *failure) {
    FREED int *arcs = memory_new((size_t)network->arc_count, sizeof *arcs);
    int groups = 0;
    FREED bool *grouped = memory_new((size_t)network->arc_count, sizeof *grouped);
    TRY(arcs && grouped ? field(input, "groups", 1, INT_MAX, &groups, failure)
                        : failure_memory(failure, "a network"));
    for (int i = 0; i < groups; i++)
        TRY(read_group(input, network, arcs, grouped, failure));
    for (int a = 0; a < network->arc_count; a++)
        if (!grouped[a])
            return certificate_expected(input, "every arc in a group", failure);
    return STATUS_OK;
}

static enum status read_network(struct certificate_input *input, struct network *network,
                                struct failure *failure) {
    int nodes = 0, arcs = 0;
    TRY(field(input, "nodes", 2, NETWORK_MOST_NODES, &nodes, failure));
    TRY(field(input, "arcs", 1, NETWORK_MOST_ARCS, &arcs, failure));
    FREED struct network_link *links = memory_new((size_t)arcs, sizeof *links);
    TRY(links ? read_arcs(input, nodes, links, arcs, failure)
              : failure_memory(failure, "a network"));
    TRY(at_line(input, network_make(nodes, links, arcs, network, failure), failure));
    return read_groups(input, network, failure);
}

/* The current line, if it is `forward`; the next one is there then. */
static enum status read_forwards(struct certificate_input *input, struct network *network,
                                 bool *there, struct failure *failure) {
    int node = -1;
    if (!*there || !is_line(input, "forward", 0))
        return STATUS_OK;
    for (int i = 1; i < input->word_count; i++) {
        TRY(read_number(input, i, node + 1, network->nodes - 1, &node, failure));
        TRY(at_line(input, network_forward(network, node, failure), failure));
    }
    *there = certificate_next(input);
    return STATUS_OK;
}

/* The current line, if it is `sizes`; the next one is there then. */
static enum status read_sizes(struct certificate_input *input, struct network *network, bool *there,
                              struct failure *failure) {
    if (!*there || !is_line(input, "sizes", 0))
        return STATUS_OK;
    FREED int *sizes = memory_new((size_t)network->nodes, sizeof *sizes);
    TRY(memory_check(sizes, failure, "a network"));
    if (input->word_count != network->nodes + 1)
        return certificate_expected(input, "a size of each node", failure);
    for (int v = 0; v < network->nodes; v++)
        TRY(read_number(input, v + 1, 0, NETWORK_MOST_SIZES, &sizes[v], failure));
    TRY(at_line(input, network_set_sizes(network, sizes, failure), failure));
    *there = certificate_next(input);
    return STATUS_OK;
}

/* COLLECTIVES: none has this name. */
static int collective_of(const char *name) {
    int c = 0;
    while (c < COLLECTIVES && strcmp(collective_name((enum collective)c), name) != 0)
        c++;
    return c;
}

static enum status read_problem(struct network_read *read, struct certificate_input *input,
                                struct failure *failure) {
    bool there = certificate_next(input);
    TRY(read_forwards(input, &read->network, &there, failure));
    TRY(read_sizes(input, &read->network, &there, failure));
    there = there && input->word_count > 1;
    read->stream = there && is_line(input, "stream", 0);
    int collective = COLLECTIVES, root = 0, place = read->stream ? 1 : 2;
    if (read->stream)
        collective = COLLECTIVE_BROADCAST;
    else if (there && is_line(input, "collective", 0))
        collective = collective_of(input->words[1]);
    if (collective == COLLECTIVES ||
        input->word_count != place + collective_has_root((enum collective)collective))
        return certificate_expected(input, "'collective NAME', its root, or 'stream SOURCE'",
                                    failure);
    if (collective_has_root((enum collective)collective))
        TRY(read_number(input, place, 0, read->network.nodes - 1, &root, failure));
    return at_line(input,
                   network_problem_init(&read->problem, &read->network, (enum collective)collective,
                                        root, failure),
                   failure);
}

enum status network_read_head(struct network_read *read, struct certificate_input *input,
                              struct failure *failure) {
    *read = (struct network_read){0};
    enum status status = read_network(input, &read->network, failure);
    if (!status)
        status = read_problem(read, input, failure);
    if (status)
        network_read_clear(read);
    return status;
}

/* --- schedules --- */

static enum status read_stream(struct certificate_input *input, struct network_task *task,
                               struct failure *failure) {
    TRY(next_line(input, "rate", 2, failure));
    TRY(read_number(input, 1, 1, INT_MAX, &task->items, failure));
    TRY(read_number(input, 2, 1, INT_MAX, &task->per, failure));
    TRY(field(input, "delay", 1, MOST, &task->steps, failure));
    TRY(field(input, "period", 1, MOST, &task->period, failure));
    if (task->period % task->per)
        return certificate_expected(input, "a multiple of the rate's Q", failure);
    int64_t window = (int64_t)task->period / task->per * task->items;
    if (window > MOST_ITEMS)
        return failure_limit(failure, "%s: more than %d items in a period", input->path,
                             MOST_ITEMS);
    task->first = 1;
    task->window = (int)window;
    return STATUS_OK;
}

/* Takes over *rounds, which are the caller's also on failure. */
static enum status read_rounds(struct certificate_input *input, struct network_task *task,
                               int **rounds, struct failure *failure) {
    const struct network_problem *problem = task->problem;
    TRY(field(input, "chunks", 1, MOST, &task->chunks, failure));
    TRY(next_line(input, "rounds", 0, failure));
    task->steps = input->word_count - 1;
    if (task->steps > MOST)
        return certificate_expected(input, "fewer steps", failure);
    if ((problem->commodities[problem->commodity_count - 1].chunk + 1LL) * task->chunks > INT_MAX)
        return failure_limit(failure, "%s: too many chunks", input->path);
    TRY(memory_check(NEW(task->steps, *rounds), failure, "a schedule"));
    for (int s = 0; s < task->steps; s++)
        TRY(read_number(input, s + 1, 0, MOST, &(*rounds)[s], failure));
    task->rounds = 1; /* any number but that of even ones: the loads say how many there are */
    return STATUS_OK;
}

static enum status read_send(struct network_schedule *schedule,
                             const struct certificate_input *input, int step,
                             struct failure *failure) {
    const struct network *network = schedule->task.problem->network;
    int from = 0, to = 0;
    struct network_send send = {.step = step};
    TRY(read_number(input, 1, 0, network->nodes - 1, &from, failure));
    TRY(read_number(input, 2, 0, network->nodes - 1, &to, failure));
    TRY(read_number(input, 3, 1, INT_MAX, &send.chunk, failure));
    send.arc = network_arc_number(network, from, to);
    if (send.arc < 0 || network_task_find(&schedule->task, send.chunk) < 0)
        return certificate_expected(input, send.arc < 0 ? "an arc" : "a chunk that there is",
                                    failure);
    const struct network_send *last =
        schedule->count ? &schedule->sends[schedule->count - 1] : NULL;
    if (last && last->step == step &&
        (last->arc > send.arc || (last->arc == send.arc && last->chunk >= send.chunk)))
        return certificate_expected(input, "sends in their order", failure);
    return network_schedule_add(schedule, send, failure);
}

/* Lines `step` and `send`, up to another one. */
static enum status read_sends(struct network_read *read, struct network_schedule *schedule,
                              struct certificate_input *input, struct failure *failure) {
    const struct network_task *task = &schedule->task;
    int step = 0, last = task->stream ? task->period + task->steps : task->steps;
    enum status status = STATUS_OK;
    while (!status && (read->more = certificate_next(input))) {
        if (is_line(input, "step", 2))
            status = read_number(input, 1, step + 1, last, &step, failure);
        else if (step > 0 && is_line(input, "send", 4))
            status = read_send(schedule, input, step, failure);
        else
            break;
    }
    return status || !input->refused ? status : certificate_expected(input, "a line", failure);
}

/* Plays it; the rounds are then those that the file gives, which may be more than are needed. */
static enum status finish(struct network_schedule *schedule, const int *rounds,
                          const struct certificate_input *input, struct failure *failure) {
    TRY(at_line(input, network_schedule_finish(schedule, NULL, failure), failure));
    if (schedule->task.stream)
        return STATUS_OK;
    schedule->task.rounds = 0;
    for (int s = 0; s < schedule->task.steps; s++) {
        if (schedule->rounds[s] > rounds[s])
            return failure_input(failure, "%s: step %d needs %d rounds", input->path, s + 1,
                                 schedule->rounds[s]);
        schedule->rounds[s] = rounds[s];
        schedule->task.rounds += rounds[s];
    }
    return STATUS_OK;
}

/* `keep`: it is the one that is wanted. */
static enum status read_schedule(struct network_read *read, struct certificate_input *input,
                                 bool keep, struct failure *failure) {
    struct network_task task = {.problem = &read->problem, .stream = read->stream};
    FREED int *rounds = NULL;
    TRY(read->stream ? read_stream(input, &task, failure)
                     : read_rounds(input, &task, &rounds, failure));
    CLEANUP(network_schedule_clear) struct network_schedule schedule = {.task = task};
    TRY(read_sends(read, &schedule, input, failure));
    if (!keep)
        return STATUS_OK;
    TRY(finish(&schedule, rounds, input, failure));
    read->has_schedule = true;
    read->schedule = TAKE(schedule);
    return STATUS_OK;
}

/* --- frontiers --- */

static enum status read_point(struct network_read *read, struct certificate_input *input, int steps,
                              struct failure *failure) {
    struct network_read_point *point = &read->points[read->point_count];
    if (!read->more || !is_line(input, "point", 4))
        return certificate_expected(input, "'point S P Q'", failure);
    TRY(read_number(input, 1, 1, MOST, &point->steps, failure));
    TRY(read_number(input, 2, 1, INT_MAX, &point->p, failure));
    TRY(read_number(input, 3, 1, INT_MAX, &point->q, failure));
    TRY(read_schedule(read, input, !read->has_schedule && steps == point->steps, failure));
    if (!read->more || !is_line(input, "bound", 2))
        return certificate_expected(input, "'bound'", failure);
    read->point_count++;
    while ((read->more = certificate_next(input)) && !is_line(input, "point", 0))
        ;
    return STATUS_OK;
}

static enum status read_frontier(struct network_read *read, struct certificate_input *input,
                                 int steps, struct failure *failure) {
    int count = 0;
    TRY(next_line(input, "until", 1, failure));
    if (strcmp(input->words[1], "any") != 0)
        TRY(read_number(input, 1, 1, MOST, &read->until, failure));
    TRY(field(input, "points", 1, MOST, &count, failure));
    TRY(memory_check(NEW(count, read->points), failure, "a frontier"));
    read->more = certificate_next(input);
    if (steps == NETWORK_READ_ONLY && count == 1 && read->more && input->word_count > 1)
        steps = atoi(input->words[1]);
    for (int i = 0; i < count; i++)
        TRY(read_point(read, input, steps, failure));
    if (!read->has_schedule && steps != NETWORK_READ_NONE)
        return failure_input(
            failure, "%s: a frontier of %d points, from %d to %d steps: %s (--point)", input->path,
            count, read->points[0].steps, read->points[count - 1].steps,
            steps == NETWORK_READ_ONLY ? "which one?" : "none has so many");
    return STATUS_OK;
}

enum status network_read_all(struct network_read *read, struct certificate_input *input, int steps,
                             struct failure *failure) {
    if (!network_read_takes(input->kind))
        return certificate_expected(input, "kind network-schedule or network-frontier", failure);
    bool frontier = strcmp(input->kind, "network-frontier") == 0;
    TRY(network_read_head(read, input, failure));
    enum status status = STATUS_OK;
    if (frontier && read->stream)
        status = certificate_expected(input, "'collective'", failure);
    else if (frontier)
        status = read_frontier(read, input, steps, failure);
    else
        status = read_schedule(read, input, true, failure);
    if (!status && read->more)
        status = certificate_expected(input, "the digest", failure);
    if (status)
        network_read_clear(read);
    return status;
}

void network_read_clear(struct network_read *read) {
    if (read->has_schedule)
        network_schedule_clear(&read->schedule);
    free(read->points);
    network_problem_clear(&read->problem);
    network_clear(&read->network);
    *read = (struct network_read){0};
}
