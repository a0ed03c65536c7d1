/* SPDX-License-Identifier: MIT */
/* Who does what when, of a list of messages. */
#include "tools/steadycast/draw/activity_chart.h"
#include "tools/steadycast/show/list_parts.h"

struct filling {
    struct activity_chart chart;
    const struct messages_read *read;
};

/* Where sending and receiving take no cycles of their own they are shown as the first and the last
 * step of the message. */
static bool is_stepped(const struct message_machine *machine) {
    return machine->overhead == 0;
}

static long busy(const struct message_machine *machine) {
    return is_stepped(machine) ? 1 : machine->overhead;
}

static long item_of(const struct message_list *list, const struct message *message) {
    return list->operands || list_items(list) == 1 ? 0 : message->item;
}

static enum status take_sent(void *context, const struct message *message,
                             struct failure *failure) {
    struct filling *filling = context;
    const struct message_list *list = &filling->read->list;
    struct activity_interval sends = {
        message->from, message->time, message->time + busy(&list->machine),
        ACTIVITY_SEND, message->to,   item_of(list, message)};
    return activity_chart_add(&filling->chart, sends, failure);
}

/* When it can be received, when it is, and the line from its sender. */
static enum status take_received(void *context, const struct message *message,
                                 struct failure *failure) {
    struct filling *filling = context;
    const struct message_list *list = &filling->read->list;
    const struct message_machine *machine = &list->machine;
    long there = (long)message->time + message_machine_flight(machine, message);
    long received = there - busy(machine), arrived = received - message->wait;
    struct activity_interval receives = {message->to,      received,      there,
                                         ACTIVITY_RECEIVE, message->from, item_of(list, message)};
    struct activity_interval waits = {message->to,   arrived,       received,
                                      ACTIVITY_WAIT, message->from, item_of(list, message)};
    struct activity_interval adds = {message->to, there, there + 1, ACTIVITY_ADD_RECEIVED, -1, 0};
    struct activity_line line = {message->from, message->time + machine->overhead, message->to,
                                 is_stepped(machine) ? there - message->wait : arrived};
    enum status status = activity_chart_join(&filling->chart, line, failure);
    if (!status)
        status = activity_chart_add(&filling->chart, receives, failure);
    if (!status && message->wait)
        status = activity_chart_add(&filling->chart, waits, failure);
    if (!status && list->reduce)
        status = activity_chart_add(&filling->chart, adds, failure);
    return status;
}

/* Returns when the last addition ends. */
static long last_cycle(const struct messages_read *read) {
    long last = read->list.finish + (read->list.reduce ? 1L : 0);
    for (size_t i = 0; i < read->addition_count; i++) {
        const struct message_addition *at = &read->additions[i];
        last = at->time + (long)at->count > last ? at->time + (long)at->count : last;
    }
    return last;
}

static enum status add_additions(struct filling *filling, struct failure *failure) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < filling->read->addition_count && !status; i++) {
        const struct message_addition *at = &filling->read->additions[i];
        struct activity_interval adds = {at->processor, at->time, at->time + (long)at->count,
                                         ACTIVITY_ADD,  -1,       0};
        status = activity_chart_add(&filling->chart, adds, failure);
    }
    return status;
}

static enum status fill(struct filling *filling, struct failure *failure) {
    long first = filling->chart.first_row, last = first + filling->chart.rows - 1;
    enum status status = add_additions(filling, failure);
    if (!status)
        status = list_sent(filling->read, first, last, take_sent, filling, failure);
    return status ? status
                  : list_received(filling->read, first, last, take_received, filling, failure);
}

enum status list_chart(struct picture *picture, const struct messages_read *read,
                       const struct list_view *view, struct failure *failure) {
    long rows = read->list.processors + 1L, cycles = last_cycle(read);
    struct filling filling = {.read = read};
    struct activity_chart *chart = &filling.chart;
    chart->first_row = view->first_row < 0 ? 0 : view->first_row;
    chart->rows =
        (int)(rows - chart->first_row < view->rows ? rows - chart->first_row : view->rows);
    chart->first_cycle = view->first_time < 0 ? 0 : view->first_time;
    if (chart->first_cycle >= cycles)
        return failure_set(failure, STATUS_INPUT, "--times: nothing happens from time %ld on",
                           cycles);
    long left = cycles - chart->first_cycle;
    chart->cycles = (int)(left < view->times ? left : view->times);
    list_tell_cut(picture, "processors", 0, rows, chart->first_row, chart->rows);
    list_tell_cut(picture, "cycles", 0, cycles, chart->first_cycle, chart->cycles);
    enum status status = fill(&filling, failure);
    if (!status)
        status = picture_begin(picture, failure);
    if (!status) {
        double below = activity_chart_draw(picture->file, chart, 4);
        status = picture_end(picture, activity_chart_width(chart), below, failure);
    }
    activity_chart_clear(chart);
    return status;
}
