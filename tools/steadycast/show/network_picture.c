/* SPDX-License-Identifier: MIT */
/* Pictures of certificates about networks: the way of a chunk, who receives what when, both as
 * those of lists of messages, and the points of a frontier. */

#include "solver/collective/multinode/network_least.h"
#include "solver/collective/multinode/network_usual.h"
#include "tools/steadycast/draw/chart.h"
#include "tools/steadycast/show/list_picture.h"

enum { CHART_WIDTH = 480, CHART_HEIGHT = 260, LEFT = 60 };

/* The messages as a list whose items are chunks; a message is there a step later: in the step in
 * which it comes, of a stream that of the period, and on the way of a chunk of a reduction in which
 * it is sent. */
static void fill(const struct network_schedule *schedule, bool way, struct message_array *array) {
    const struct network_task *task = &schedule->task;
    for (int64_t i = 0; i < schedule->count; i++) {
        const struct network_send *send = &schedule->sends[i];
        const struct network_arc *arc = &task->problem->network->arcs[send->arc];
        struct message message = {send->step + arc->latency - 1, arc->from, arc->to, send->chunk,
                                  0};
        if (way && task->problem->reversed)
            message.time = send->step;
        if (task->stream && !way)
            message.time = (message.time - 1) % task->period + 1;
        message.time--;
        message_array_add(array, &message);
    }
}

static enum status draw_list(struct picture *picture, const struct network_read *read,
                             struct list_view *view, struct message_array *array,
                             struct failure *failure) {
    const struct network_task *task = &read->schedule.task;
    int nodes = read->network.nodes;
    int64_t chunks = network_task_chunks(task);
    struct messages_read list = {.list = {.machine = message_machine_postal(1)}};
    bool way = view->drawing == LIST_NETWORK;
    fill(&read->schedule, way, array);
    if (array->lost)
        return failure_memory(failure, "a picture");
    list.array = *array;
    list.list.processors = nodes - 1;
    list.list.all = true;
    list.list.items = (network_task_chunk(task, chunks - 1).number + nodes - 1) / nodes;
    list.list.finish = task->stream ? task->period : task->steps;
    view->item = view->item ? view->item : network_task_chunk(task, 0).number;
    int64_t chunk = network_task_find(task, view->item);
    view->source = chunk < 0 ? -1 : network_task_chunk(task, chunk).source;
    view->gathers = read->problem.reversed;
    view->network = &read->network;
    if (way && view->source < 0)
        return failure_input(failure, "--item: there is no chunk %ld", view->item);
    snprintf(picture->title, sizeof picture->title, "%s on a network of %d nodes",
             task->stream ? "A stream" : collective_name(task->problem->collective), nodes);
    if (task->stream && !way)
        snprintf(
            picture->text, sizeof picture->text,
            "Which item comes to which node in which step of the period of %d: item i is there "
            "again as i + %d, a period later.",
            task->period, task->window);
    else if (!way)
        snprintf(picture->text, sizeof picture->text,
                 "Which chunk comes to which node in which step.");
    return list_picture(picture, &list, view, failure);
}

enum status network_picture(struct picture *picture, const struct network_read *read,
                            struct list_view *view, struct failure *failure) {
    CLEANUP(message_array_clear) struct message_array array;
    message_array_init(&array);
    return draw_list(picture, read, view, &array, failure);
}

/* What a picture of a frontier has besides: greedy, and algorithms of MPI, one chunk each. */
struct others {
    int count;
    const char *names[1 + 1 + NETWORK_MOST_USUAL]; /* the first one is the frontier's own */
    double steps[1 + NETWORK_MOST_USUAL], rounds[1 + NETWORK_MOST_USUAL];
};

static void add_other(struct others *others, const char *name, double steps, double rounds) {
    others->steps[others->count] = steps;
    others->rounds[others->count] = rounds;
    others->names[++others->count] = name;
}

/* Of networks up to so many nodes, in a second; of larger ones a page would wait for it. */
enum { MOST_OTHERS = 128 };

static enum status find_others(const struct network_problem *problem, struct others *others,
                               struct failure *failure) {
    const struct limits endless = {0};
    const struct network_hints hints = {.engine = NETWORK_BY_GREEDY};
    CLEANUP(network_least_clear) struct network_least least = {0};
    struct network_usual usual[NETWORK_MOST_USUAL];
    uint64_t decisions = 0;
    int count = 0;
    *others = (struct others){.names = {"the least, shown"}};
    if (problem->network->nodes > MOST_OTHERS)
        return STATUS_OK;
    TRY(network_time_find(problem, 1, &hints, &endless, &least, &decisions, failure));
    if (least.upper > 0)
        add_other(others, "greedy, a round a step", least.upper, least.upper);
    TRY(network_usual_find(problem, &endless, usual, &count, failure));
    for (int i = 0; i < count; i++)
        add_other(others, usual[i].name, (double)usual[i].steps, mpq_get_d(usual[i].rounds));
    network_usual_clear(usual, count);
    return STATUS_OK;
}

enum status frontier_picture(struct picture *picture, const struct network_read *read,
                             struct failure *failure) {
    snprintf(picture->title, sizeof picture->title, "Rounds a chunk of %s by steps",
             collective_name(read->problem.collective));
    struct others others;
    TRY(find_others(&read->problem, &others, failure));
    snprintf(
        picture->text, sizeof picture->text,
        "A point for each number of steps from which on fewer rounds are needed for a chunk, over "
        "all numbers of chunks, on a network of %d nodes%s.",
        read->network.nodes, others.count > 0 ? "; and what is usual" : "");
    TRY(picture_begin(picture, failure));
    struct chart chart = {picture->file,
                          {false, 0, 0, LEFT, LEFT + CHART_WIDTH, "steps", NULL},
                          {false, 0, 0, CHART_HEIGHT + 30, 30, "rounds a chunk", NULL}};
    for (int i = 0; i < read->point_count; i++) {
        axis_include(&chart.x, read->points[i].steps);
        axis_include(&chart.y, (double)read->points[i].p / read->points[i].q);
    }
    for (int i = 0; i < others.count; i++) {
        axis_include(&chart.x, others.steps[i]);
        axis_include(&chart.y, others.rounds[i]);
    }
    axis_round(&chart.x);
    axis_round(&chart.y);
    chart_frame(&chart);
    for (int i = 0; i < others.count; i++)
        picture_mark(picture->file, axis_place(&chart.x, others.steps[i]),
                     axis_place(&chart.y, others.rounds[i]), i + 1);
    for (int i = 0; i < read->point_count; i++) {
        const struct network_read_point *point = &read->points[i];
        double x = axis_place(&chart.x, point->steps);
        double y = axis_place(&chart.y, (double)point->p / point->q);
        picture_mark(picture->file, x, y, 0);
        picture_label(picture->file, x + 8, y - 8, "", "%d: %d/%d", point->steps, point->p,
                      point->q);
    }
    double below = CHART_HEIGHT + 80;
    if (others.count > 0)
        below =
            chart_legend(picture->file, LEFT, below, CHART_WIDTH, others.names, others.count + 1);
    return picture_end(picture, LEFT + CHART_WIDTH + 90, below, failure);
}
