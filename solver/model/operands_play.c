/* SPDX-License-Identifier: MIT */
#include "solver/model/message_play.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/model/machine_state.h"

enum { WORD = 64, ASKED = 1 << 12 };

/* On its way, with the set that it carries. */
struct flight {
    struct message message;
    uint64_t *set; /* owned; as its receiver, by rotation processor 0, sees it */
};

struct player {
    const struct message_list *list;
    struct machine_state machine;
    size_t processors, words, rows;
    uint64_t *combined; /* [row * words + ..]: operands of others; owned */
    struct flight *flights;
    size_t room, arrived, coming; /* flights[arrived..coming-1] are on their way */
    long count;
    int time;
    struct message_fault *fault;
    const struct limits *limits;
};

static bool has(const uint64_t *set, size_t operand) {
    return set[operand / WORD] >> operand % WORD & 1;
}

static void add_operand(uint64_t *set, size_t operand) {
    set[operand / WORD] |= UINT64_C(1) << operand % WORD;
}

static uint64_t *row_of(const struct player *player, int processor) {
    return player->combined + (player->rows > 1 ? (size_t)processor : 0) * player->words;
}

/* With a fault the list need not go on; the status is only to end it. */
static enum status note_fault(struct player *player, const struct message *m, const char *text) {
    *player->fault = (struct message_fault){.found = true, .message = *m};
    snprintf(player->fault->text, sizeof player->fault->text, "%s", text);
    return STATUS_INTERNAL;
}

/* What has arrived by the time `now` is combined with what is there. */
static enum status arrive(struct player *player, int64_t now) {
    for (; player->arrived < player->coming; player->arrived++) {
        struct flight *flight = &player->flights[player->arrived];
        uint64_t *row = row_of(player, flight->message.to), both = 0;
        if (flight->message.time + player->machine.flight > now)
            break;
        assert(flight->set);
        for (size_t w = 0; w < player->words; w++) {
            both |= row[w] & flight->set[w];
            row[w] |= flight->set[w];
        }
        free(flight->set);
        flight->set = NULL;
        if (both)
            return note_fault(player, &flight->message, "its receiver combines an operand twice");
    }
    return STATUS_OK;
}

/* What the message carries; all are turned so that processor 0 is the receiver, by rotation. */
static uint64_t *carried(const struct player *player, const struct message *m) {
    const uint64_t *row = row_of(player, m->from);
    uint64_t *set = memory_new(player->words, sizeof *set);
    size_t back = player->processors - (size_t)m->to;
    if (!set)
        return NULL;
    assert(back >= 1 && back <= player->processors);
    if (!player->list->rotation) {
        memcpy(set, row, player->words * sizeof *set);
        if (m->item)
            add_operand(set, (size_t)m->from);
        return set;
    }
    for (size_t i = 0; i < player->processors; i++)
        if (has(row, i) || (i == 0 && m->item))
            add_operand(set, (i + back) % player->processors);
    return set;
}

static bool is_empty(const struct player *player, const uint64_t *set) {
    uint64_t any = 0;
    for (size_t w = 0; w < player->words; w++)
        any |= set[w];
    return !any;
}

static bool make_flight_room(struct player *player) {
    if (player->coming < player->room)
        return true;
    assert(player->arrived <= player->coming && player->coming == player->room);
    size_t under_way = player->coming - player->arrived;
    if (player->arrived > player->room / 2) {
        memmove(player->flights, player->flights + player->arrived,
                under_way * sizeof *player->flights);
    } else {
        size_t room = 2 * player->room + 64;
        struct flight *larger = memory_resize(player->flights, room, sizeof *larger);
        if (!larger)
            return false;
        player->flights = larger;
        player->room = room;
        return true;
    }
    player->arrived = 0;
    player->coming = under_way;
    return true;
}

static bool in_range(const struct player *player, const struct message *m) {
    int last = player->list->processors;
    return m->time >= player->time && m->from >= 0 && m->from <= (player->rows > 1 ? last : 0) &&
           m->to >= 0 && m->to <= last && m->from != m->to && (m->item == 0 || m->item == 1) &&
           m->wait == 0 && m->time + player->machine.flight <= INT_MAX;
}

static enum status play_message(void *context, const struct message *m, struct failure *failure) {
    struct player *player = context;
    struct message at_machine = *m;
    TRY(player->count++ % ASKED ? STATUS_OK : limits_check(player->limits, failure));
    if (!in_range(player, m))
        return note_fault(player, m, "there is no such message, or not at this place of the list");
    TRY(arrive(player, m->time));
    if (player->list->rotation)
        at_machine.to = 0; /* who sends this to processor 0 does it now */
    const char *text = machine_state_take(&player->machine, &at_machine);
    if (!text && m->item && player->rows > 1 && has(row_of(player, m->from), (size_t)m->from))
        text = "its sender has combined its own operand before";
    if (text)
        return note_fault(player, m, text);
    uint64_t *set = make_flight_room(player) ? carried(player, m) : NULL;
    TRY(memory_check(set, failure, "operands on their way"));
    player->flights[player->coming++] = (struct flight){*m, set};
    player->time = m->time;
    return is_empty(player, set) ? note_fault(player, m, "it carries no operand") : STATUS_OK;
}

/* Everybody has everything but its own operand, which comes last. */
static void find_missing(struct player *player) {
    for (size_t p = 0; p < player->rows && !player->fault->found; p++)
        for (size_t i = 0; i < player->processors; i++) {
            const uint64_t *row = player->combined + p * player->words;
            if (has(row, i) != (i == p))
                continue;
            *player->fault = (struct message_fault){
                .found = true, .missing = true, .processor = (int)p, .item = (int)i + 1};
            snprintf(player->fault->text, sizeof player->fault->text,
                     i == p ? "processor %zu combines its own operand twice"
                            : "processor %zu never combines the operand of %zu",
                     p, i);
            break;
        }
}

static enum status play_all(struct player *player, struct failure *failure) {
    const struct message_list *list = player->list;
    TRY(machine_state_init(&player->machine, list, INT_MAX, failure));
    player->combined = memory_new(player->rows, player->words * sizeof *player->combined);
    TRY(memory_check(player->combined, failure, "combined operands"));
    enum status status = message_list_each(list, play_message, player, player->limits, failure);
    if (!status)
        status = arrive(player, INT64_MAX);
    if (!status)
        find_missing(player);
    return player->fault->found ? STATUS_OK : status;
}

enum status operands_play(const struct message_list *list, const struct limits *limits,
                          struct message_play *play, struct message_fault *fault,
                          struct failure *failure) {
    struct message_fault found = {.found = false};
    size_t processors = (size_t)list->processors + 1;
    struct player player = {.list = list,
                            .processors = processors,
                            .words = (processors - 1) / WORD + 1,
                            .rows = list->rotation ? 1 : processors,
                            .fault = &found,
                            .limits = limits};
    enum status status = play_all(&player, failure);
    int finish = player.count ? (int)(player.time + player.machine.flight) : 0;
    machine_state_clear(&player.machine);
    while (player.arrived < player.coming)
        free(player.flights[player.arrived++].set);
    FREE_ALL(player.flights, player.combined);
    if (status)
        return status;
    if (!found.found)
        *play = (struct message_play){.delay = finish, .finish = finish};
    *fault = found;
    return STATUS_OK;
}
