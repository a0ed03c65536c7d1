#include "solver/collective/multiport/multiport_play.h"

#include <stdlib.h>

#include "automata/memory.h"

/* What a processor did in the last round in which it did anything. */
struct use {
    int round;
    int count;
};

struct player {
    int ports;
    int processors; /* the broadcaster included */
    int items;
    int round;
    int *since; /* [(item-1) * processors + processor]: the first round in which it can send the
                   item; 0: none */
    struct use *sent, *received; /* [processor] */
    int *missing;                /* [item-1]: processors that do not have it */
    int *done;
    long played;
    const struct limits *limits;
};

enum { ASKED = 1 << 16 }; /* messages between two questions whether to go on */

/* Counts one more in this round; false if these are more than the ports. */
static bool use_port(struct use *use, int round, int ports) {
    if (use->round != round)
        *use = (struct use){round, 0};
    return ++use->count <= ports;
}

static enum status play(void *context, const struct message *message, struct failure *failure) {
    struct player *player = context;
    const char *fault = NULL;
    int round = message->time;
    enum status status =
        ++player->played % ASKED ? STATUS_OK : limits_check(player->limits, failure);
    if (status)
        return status;
    if (round < player->round || message->from < 0 || message->from >= player->processors ||
        message->to < 1 || message->to >= player->processors || message->item < 1 ||
        message->item > player->items)
        return failure_set(failure, STATUS_INTERNAL, "a message out of range, or of order");
    int *since = player->since + (size_t)(message->item - 1) * (size_t)player->processors;
    player->round = round;
    if (message->from && (!since[message->from] || since[message->from] > round))
        fault = "is sent by who does not know it";
    else if (since[message->to])
        fault = "is received twice";
    else if (!use_port(&player->sent[message->from], round, player->ports))
        fault = "is one too many for its sender";
    else if (!use_port(&player->received[message->to], round, player->ports))
        fault = "is one too many for its receiver";
    if (fault)
        return failure_set(failure, STATUS_INTERNAL, "round %d, from %d to %d: message %d %s",
                           round, message->from, message->to, message->item, fault);
    since[message->to] = round + 1;
    if (--player->missing[message->item - 1] == 0)
        player->done[message->item - 1] = round + 1;
    return STATUS_OK;
}

static void clear(struct player *player) {
    free(player->since);
    free(player->sent);
    free(player->received);
    free(player->missing);
}

static bool init(struct player *player, const struct message_list *list, int *done) {
    size_t processors = (size_t)list->processors + 1, items = (size_t)list->items;
    *player = (struct player){.ports = list->machine.ports,
                              .processors = list->processors + 1,
                              .items = list->items,
                              .since = items <= SIZE_MAX / processors
                                           ? memory_new(items * processors, sizeof(int))
                                           : NULL,
                              .sent = memory_new(processors, sizeof(struct use)),
                              .received = memory_new(processors, sizeof(struct use)),
                              .missing = memory_new(items, sizeof(int)),
                              .done = done};
    if (!player->since || !player->sent || !player->received || !player->missing)
        return false;
    for (size_t item = 0; item < items; item++)
        player->missing[item] = list->processors;
    for (size_t processor = 0; processor < processors; processor++)
        player->sent[processor].round = player->received[processor].round = -1;
    return true;
}

enum status multiport_play(const struct message_list *list, int *done, const struct limits *limits,
                           struct failure *failure) {
    struct player player;
    enum status status;
    if (list->machine.model != MESSAGE_PORTS || list->machine.latency != 1)
        return failure_set(failure, STATUS_INPUT, "only rounds of the port model are played");
    bool room = init(&player, list, done);
    player.limits = limits;
    if (room)
        status = message_list_each(list, play, &player, limits, failure);
    else
        status = failure_memory(failure, "who knows which message");
    for (int item = 0; item < list->items && !status; item++)
        if (player.missing[item])
            status =
                failure_set(failure, STATUS_INTERNAL, "message %d does not reach %d processors",
                            item + 1, player.missing[item]);
    clear(&player);
    return status;
}
