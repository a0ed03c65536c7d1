/* SPDX-License-Identifier: MIT */
#include "solver/model/message_play.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/model/machine_state.h"

enum { ASKED = 1 << 12 };

struct processor {
    bool sent;
    int64_t latest; /* when the last of what it was sent is there; 0: nothing was */
};

struct player {
    const struct message_list *list;
    struct machine_state machine;
    struct processor *processors; /* owned */
    long count;
    int time;
    int64_t finish;
    struct message_fault *fault;
    const struct limits *limits;
};

static bool in_range(const struct player *player, const struct message *m) {
    int last = player->list->processors;
    return m->time >= player->time && m->from >= 0 && m->from <= last && m->to >= 0 &&
           m->to <= last && m->from != m->to && m->item == 1 && m->wait >= 0 &&
           m->time + message_machine_flight(&player->list->machine, m) <= INT_MAX;
}

/* What is wrong with the message, or NULL; else it is on its way. */
static const char *send(struct player *player, const struct message *m) {
    struct processor *from = &player->processors[m->from], *to = &player->processors[m->to];
    int64_t arrival = m->time + (int64_t)message_machine_flight(&player->list->machine, m);
    if (from->sent)
        return "its sender has sent its sum before";
    if (from->latest > m->time)
        return "its sender has not yet received all that it is sent";
    if (to->sent)
        return "its receiver has sent its sum before";
    const char *text = player->machine.waits ? machine_state_take_waiting(&player->machine, m)
                                             : machine_state_take(&player->machine, m);
    assert(arrival >= m->time && m->time >= player->time);
    from->sent = true;
    to->latest = arrival > to->latest ? arrival : to->latest;
    player->finish = arrival > player->finish ? arrival : player->finish;
    player->time = m->time;
    return text;
}

/* With a fault the list need not go on; the status is only to end it. */
static enum status play_message(void *context, const struct message *m, struct failure *failure) {
    struct player *player = context;
    TRY(player->count++ % ASKED ? STATUS_OK : limits_check(player->limits, failure));
    const char *text = in_range(player, m)
                           ? send(player, m)
                           : "there is no such message, or not at this place of the list";
    if (player->machine.refused)
        return failure_memory(failure, "messages on their way");
    if (!text)
        return STATUS_OK;
    *player->fault = (struct message_fault){.found = true, .message = *m};
    snprintf(player->fault->text, sizeof player->fault->text, "%s", text);
    return STATUS_INTERNAL;
}

/* All but one have sent. */
static void find_missing(struct player *player) {
    int left = 0;
    for (int p = 0; p <= player->list->processors && !player->fault->found; p++) {
        left += !player->processors[p].sent;
        if (left < 2)
            continue;
        *player->fault =
            (struct message_fault){.found = true, .missing = true, .processor = p, .item = 1};
        snprintf(player->fault->text, sizeof player->fault->text,
                 "processor %d never sends its sum, nor does another one before it", p);
    }
}

enum status reduce_play(const struct message_list *list, const struct limits *limits,
                        struct message_play *play, struct message_fault *fault,
                        struct failure *failure) {
    struct message_fault found = {.found = false};
    struct player player = {.list = list, .fault = &found, .limits = limits};
    TRY(machine_state_init(&player.machine, list, INT_MAX, failure));
    player.processors = memory_new((size_t)list->processors + 1, sizeof *player.processors);
    enum status status = memory_check(player.processors, failure, "processors");
    if (!status)
        status = message_list_each(list, play_message, &player, limits, failure);
    if (!status)
        find_missing(&player);
    machine_state_clear(&player.machine);
    free(player.processors);
    if (status && !found.found)
        return status;
    if (!found.found)
        *play = (struct message_play){.delay = (int)player.finish, .finish = (int)player.finish};
    *fault = found;
    return STATUS_OK;
}
