#include "solver/model/message_play.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

/* Something that a processor does, or that is done to it; `item` orders receptions. */
struct turn {
    int processor;
    int item;
    int64_t time;
    uint32_t message;
};

struct player {
    const struct message_list *list;
    const struct message *messages;
    size_t count;
    struct turn *received; /* by receiver and item; the time from which on it has the item */
    struct turn *turns;    /* of the rule that is being checked, and room for as many again */
    struct message_fault *fault;
};

/* --- faults --- */

static bool is_earlier(const struct message *a, const struct message *b) {
    if (a->time != b->time)
        return a->time < b->time;
    if (a->from != b->from)
        return a->from < b->from;
    return a->to != b->to ? a->to < b->to : a->item < b->item;
}

static void note_fault(struct player *player, uint32_t message, const char *text) {
    struct message_fault *fault = player->fault;
    if (fault->found && !is_earlier(&player->messages[message], &player->messages[fault->message]))
        return;
    fault->found = true;
    fault->message = message;
    snprintf(fault->text, sizeof fault->text, "%s", text);
}

/* --- who has what --- */

static bool is_source(const struct message_list *list, int processor, int item) {
    return list->all ? (item - 1) / list->items == processor : processor == 0;
}

/* When the source has the item. */
static int64_t available(const struct message_list *list, int item) {
    return list->all ? 0 : (int64_t)(item - 1) * list->period;
}

static int64_t item_total(const struct message_list *list) {
    return list->all ? (list->processors + (int64_t)1) * list->items : list->items;
}

static int by_item(const void *left, const void *right) {
    const struct turn *a = left, *b = right;
    if (a->processor != b->processor)
        return a->processor < b->processor ? -1 : 1;
    if (a->item != b->item)
        return a->item < b->item ? -1 : 1;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return (a->message > b->message) - (a->message < b->message);
}

static int by_time(const void *left, const void *right) {
    const struct turn *a = left, *b = right;
    if (a->processor != b->processor)
        return a->processor < b->processor ? -1 : 1;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return (a->message > b->message) - (a->message < b->message);
}

static void note_receptions(struct player *player) {
    const struct message_list *list = player->list;
    for (size_t i = 0; i < player->count; i++) {
        const struct message *m = &player->messages[i];
        player->received[i] = (struct turn){
            m->to, m->item, m->time + message_machine_flight(&list->machine, m), (uint32_t)i};
        if (is_source(list, m->to, m->item))
            note_fault(player, (uint32_t)i, "the receiver is the source of the item");
    }
    qsort(player->received, player->count, sizeof *player->received, by_item);
    for (size_t i = 1; i < player->count; i++) {
        const struct turn *turn = &player->received[i], *before = turn - 1;
        if (turn->processor == before->processor && turn->item == before->item)
            note_fault(player, turn->message, "the receiver gets the item a second time");
    }
}

/* Goes on to the next pair of a receiver and an item that it must get; first from (0, 0). */
static void next_pair(const struct message_list *list, int *processor, int *item) {
    int64_t next = (int64_t)*item + 1, total = item_total(list);
    if (!list->all && *processor == 0)
        next = total + 1;
    if (list->all && next <= total && is_source(list, *processor, (int)next))
        next += list->items;
    if (next > total) {
        ++*processor;
        next = 1;
    }
    *item = (int)next;
}

/* With no other fault, what was received is a part of all pairs, in the same order. */
static void find_missing(struct player *player) {
    int processor = 0, item = 0;
    next_pair(player->list, &processor, &item);
    for (size_t i = 0; i < player->count; i++) {
        const struct turn *turn = &player->received[i];
        if (turn->processor != processor || turn->item != item)
            break;
        next_pair(player->list, &processor, &item);
    }
    if (processor > player->list->processors)
        return;
    *player->fault =
        (struct message_fault){true, player->count, processor, item, "the item is never received"};
}

static const struct turn *find_reception(const struct player *player, int processor, int item) {
    size_t low = 0, high = player->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct turn *turn = &player->received[middle];
        if (turn->processor < processor || (turn->processor == processor && turn->item < item))
            low = middle + 1;
        else
            high = middle;
    }
    const struct turn *turn = low < player->count ? &player->received[low] : NULL;
    return turn && turn->processor == processor && turn->item == item ? turn : NULL;
}

static void check_possession(struct player *player) {
    const struct message_list *list = player->list;
    for (size_t i = 0; i < player->count; i++) {
        const struct message *m = &player->messages[i];
        bool source = is_source(list, m->from, m->item);
        const struct turn *turn = source ? NULL : find_reception(player, m->from, m->item);
        int64_t has = source ? available(list, m->item) : turn ? turn->time : INT64_MAX;
        char text[120];
        if (has <= m->time)
            continue;
        snprintf(text, sizeof text, "the sender has the item only from time %lld on",
                 (long long)has);
        note_fault(player, (uint32_t)i,
                   has == INT64_MAX ? "the sender never receives the item" : text);
    }
}

/* --- what the machine allows --- */

/* When the receiver begins to be busy with the message. */
static int64_t reception_begins(const struct message_machine *machine, const struct message *m) {
    return m->time + message_machine_flight(machine, m) - machine->overhead;
}

/* What each message is for its sender, or its receiver, in order. */
static void list_turns(struct player *player, bool send) {
    for (size_t i = 0; i < player->count; i++) {
        const struct message *m = &player->messages[i];
        player->turns[i] = (struct turn){
            send ? m->from : m->to, m->item,
            send ? m->time : reception_begins(&player->list->machine, m), (uint32_t)i};
    }
    qsort(player->turns, player->count, sizeof *player->turns, by_time);
}

static void check_apart(struct player *player, bool send) {
    const struct message_machine *machine = &player->list->machine;
    size_t ports = (size_t)machine->ports;
    char text[120];
    if (ports > 1)
        snprintf(text, sizeof text, "more than %d messages %s the same processor at one time",
                 machine->ports, send ? "from" : "are received by");
    else if (machine->gap > 1)
        snprintf(text, sizeof text, "less than %d cycles after another %s the same processor",
                 machine->gap, send ? "send of" : "reception of");
    else
        snprintf(text, sizeof text, "the %s another message at the same time",
                 send ? "sender sends" : "receiver receives");
    list_turns(player, send);
    for (size_t i = ports; i < player->count; i++) {
        const struct turn *turn = &player->turns[i], *before = turn - ports;
        if (turn->processor == before->processor && turn->time - before->time < machine->gap)
            note_fault(player, turn->message, text);
    }
}

/* Sends and receptions of a processor that does one thing at a time, for `busy` cycles each. */
static void check_busy(struct player *player, int busy) {
    const struct message_machine *machine = &player->list->machine;
    struct turn *turns = player->turns;
    for (size_t i = 0; i < player->count; i++) {
        const struct message *m = &player->messages[i];
        int64_t begins = machine->model == MESSAGE_GRAPH ? m->time : reception_begins(machine, m);
        turns[2 * i] = (struct turn){m->from, m->item, m->time, (uint32_t)i};
        turns[2 * i + 1] = (struct turn){m->to, m->item, begins, (uint32_t)i};
    }
    qsort(turns, 2 * player->count, sizeof *turns, by_time);
    for (size_t i = 1; i < 2 * player->count; i++) {
        const struct turn *turn = &turns[i], *before = turn - 1;
        if (turn->processor != before->processor || turn->time - before->time >= busy)
            continue;
        bool later =
            is_earlier(&player->messages[before->message], &player->messages[turn->message]);
        note_fault(player, later ? turn->message : before->message,
                   "its sender or its receiver is busy with another message");
    }
}

/*
 * The most messages that are in some place at one time: each is there from `arrival` cycles after
 * its sending until `stay` cycles before the receiver has it, at its sender's side or its
 * receiver's. Where there are more than `most`, those that come last are faults.
 */
static int64_t find_crowd(struct player *player, bool sender, int64_t arrival, int64_t stay,
                          int64_t most) {
    struct turn *come = player->turns, *leave = player->turns + player->count;
    const struct message_machine *machine = &player->list->machine;
    int64_t crowd = 0;
    for (size_t i = 0; i < player->count; i++) {
        const struct message *m = &player->messages[i];
        int place = sender ? m->from : m->to;
        come[i] = (struct turn){place, 0, m->time + arrival, (uint32_t)i};
        leave[i] = (struct turn){place, 0, m->time + message_machine_flight(machine, m) - stay,
                                 (uint32_t)i};
    }
    qsort(come, player->count, sizeof *come, by_time);
    qsort(leave, player->count, sizeof *leave, by_time);
    for (size_t i = 0, left = 0; i < player->count; i++) {
        while (left < player->count &&
               (leave[left].processor < come[i].processor ||
                (leave[left].processor == come[i].processor && leave[left].time <= come[i].time)))
            left++;
        int64_t there = (int64_t)(i + 1 - left);
        if (there > crowd)
            crowd = there;
        if (there > most)
            note_fault(player, come[i].message,
                       "more messages than ceil(L/g) are under way from or to one processor");
    }
    return crowd;
}

static bool is_edge(const struct message_graph *graph, int a, int b) {
    struct message_edge wanted = {a < b ? a : b, a < b ? b : a};
    int low = 0, high = graph->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        const struct message_edge *edge = &graph->edges[middle];
        if (edge->a < wanted.a || (edge->a == wanted.a && edge->b < wanted.b))
            low = middle + 1;
        else
            high = middle;
    }
    return low < graph->count && graph->edges[low].a == wanted.a && graph->edges[low].b == wanted.b;
}

static void check_edges(struct player *player) {
    for (size_t i = 0; i < player->count; i++)
        if (!is_edge(player->list->graph, player->messages[i].from, player->messages[i].to))
            note_fault(player, (uint32_t)i, "there is no edge between sender and receiver");
}

static void check_machine(struct player *player, struct message_play *play) {
    const struct message_machine *machine = &player->list->machine;
    check_apart(player, true);
    check_apart(player, false);
    if (machine->model == MESSAGE_GRAPH)
        check_edges(player);
    if (machine->model == MESSAGE_GRAPH && player->list->graph->half)
        check_busy(player, 1);
    if (machine->model == MESSAGE_BUFFERED) /* in the buffer also when it is received */
        play->buffer = (int)find_crowd(player, false, machine->latency, -1, INT64_MAX);
    if (machine->model != MESSAGE_LOGP)
        return;
    int64_t most = (machine->latency + (int64_t)machine->gap - 1) / machine->gap;
    check_busy(player, machine->overhead);
    find_crowd(player, true, machine->overhead, machine->overhead, most);
    find_crowd(player, false, machine->overhead, machine->overhead, most);
}

/* --- what comes out --- */

/* All items are received, so there are no more of them than messages. */
static enum status find_times(const struct player *player, struct message_play *play,
                              struct failure *failure) {
    const struct message_list *list = player->list;
    int64_t items = item_total(list), own = 0;
    int64_t *last = memory_new((size_t)items, sizeof *last);
    if (!last)
        return failure_memory(failure, "a list of messages");
    for (size_t i = 0; i < player->count; i++) {
        const struct turn *turn = &player->received[i];
        if (turn->time > last[turn->item - 1])
            last[turn->item - 1] = turn->time;
        own += is_source(list, player->messages[i].from, player->messages[i].item);
    }
    for (int64_t i = 0; i < items; i++) {
        int64_t late = last[i] - available(list, (int)(i + 1));
        if (late > play->delay)
            play->delay = (int)late;
        if (last[i] > play->finish)
            play->finish = (int)last[i];
    }
    play->single = own == items; /* each is sent at least once */
    free(last);
    return STATUS_OK;
}

enum status message_play(const struct message_list *list, const struct message *messages,
                         size_t count, struct message_play *play, struct message_fault *fault,
                         struct failure *failure) {
    struct message_fault found = {.found = false};
    struct message_play played = {0};
    if (count > UINT32_MAX)
        return failure_set(failure, STATUS_LIMIT, "more than %lu messages are not played",
                           (unsigned long)UINT32_MAX);
    struct player player = {list,
                            messages,
                            count,
                            memory_new(count, sizeof *player.received),
                            memory_new(2 * count, sizeof *player.turns),
                            &found};
    enum status status = STATUS_OK;
    if (!player.received || !player.turns)
        status = failure_memory(failure, "a list of messages");
    if (!status) {
        note_receptions(&player);
        check_possession(&player);
        check_machine(&player, &played);
        if (!found.found)
            find_missing(&player);
        if (!found.found)
            status = find_times(&player, &played, failure);
    }
    free(player.received);
    free(player.turns);
    if (status)
        return status;
    *fault = found;
    if (!found.found)
        *play = played;
    return STATUS_OK;
}
