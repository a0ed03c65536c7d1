/* SPDX-License-Identifier: MIT */
#include "solver/model/message_play.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/model/machine_state.h"

enum { WORD = 64 };

enum { ASKED = 1 << 16 }; /* messages between two questions whether to go on */

struct player {
    const struct message_list *list;
    struct machine_state machine;
    int64_t total; /* items */
    size_t row;    /* words of an item */
    uint64_t *got; /* a bit for each item and processor: it has it, or was sent it */
    int *last;     /* [item-1]: when somebody received it last */
    int time;      /* of the last message */
    long count;
    int64_t own; /* sends of sources of items of their own */
    struct message_fault *fault;
    const struct limits *limits;
};

/* --- how much there is --- */

static int64_t item_total(const struct message_list *list) {
    return list->all ? (list->processors + (int64_t)1) * list->items : list->items;
}

/* Items that each processor, but the only source, has to receive. */
static int64_t due(const struct message_list *list) {
    return item_total(list) - (list->all ? list->items : 0);
}

static int64_t receptions(const struct message_list *list) {
    return (list->processors + (int64_t)list->all) * due(list);
}

static int source_of(const struct message_list *list, int item) {
    if (!list->all)
        return 0;
    return list->items == 1 ? item - 1 : (item - 1) / list->items;
}

/* --- who has what --- */

static inline uint64_t *word_of(const struct player *player, int processor, int item) {
    return &player->got[(size_t)(item - 1) * player->row + (unsigned)processor / WORD];
}

static inline bool got(const struct player *player, int processor, int item) {
    return *word_of(player, processor, item) >> (unsigned)processor % WORD & 1;
}

static inline void hold_item(struct player *player, int processor, int item) {
    *word_of(player, processor, item) |= UINT64_C(1) << (unsigned)processor % WORD;
}

/* When the sender has the item; -1: never; 0: by now. */
static inline int64_t has_from(const struct player *player, const struct message *m) {
    if (!got(player, m->from, m->item))
        return -1;
    if (m->from == 0 && player->list->period) {
        int64_t there = (m->item - (int64_t)1) * player->list->period;
        return there > m->time ? there : 0;
    }
    return machine_state_has_from(&player->machine, m->from, m->item, m->time);
}

/* What is wrong with its receiver, or with its sender, who has the item from this time on. */
static const char *describe_receiver(const struct player *player, const struct message *m) {
    return source_of(player->list, m->item) == m->to ? "the receiver is the source of the item"
                                                     : "the receiver gets the item a second time";
}

static const char *describe_sender(struct player *player, int64_t from) {
    if (from < 0)
        return "the sender does not have the item";
    snprintf(player->machine.text, sizeof player->machine.text,
             "the sender has the item only from time %lld on", (long long)from);
    return player->machine.text;
}

/* --- message by message --- */

static inline bool in_range(const struct player *player, const struct message *m) {
    unsigned last = (unsigned)player->list->processors;
    return m->time >= player->time && (unsigned)m->from <= last && (unsigned)m->to <= last &&
           m->from != m->to && m->item >= 1 && m->item <= player->total &&
           (m->wait == 0 || (player->machine.waits && m->wait > 0)) &&
           m->time + player->machine.flight + m->wait <= INT_MAX;
}

static inline const char *fault_of(struct player *player, const struct message *m) {
    if (!in_range(player, m))
        return "there is no such message, or not at this place of the list";
    if (got(player, m->to, m->item))
        return describe_receiver(player, m);
    int64_t from = has_from(player, m);
    if (from)
        return describe_sender(player, from);
    return player->machine.waits ? machine_state_take_waiting(&player->machine, m)
                                 : machine_state_take(&player->machine, m);
}

/* With a fault the list need not go on; the status is only to end it. */
static enum status note_fault(struct player *player, const struct message *m, const char *text) {
    *player->fault = (struct message_fault){.found = true, .message = *m};
    snprintf(player->fault->text, sizeof player->fault->text, "%s", text);
    return STATUS_INTERNAL;
}

static enum status play_message(void *context, const struct message *m, struct failure *failure) {
    struct player *player = context;
    if (++player->count % ASKED == 0)
        TRY(limits_check(player->limits, failure));
    const char *text = fault_of(player, m);
    if (text)
        return note_fault(player, m, text);
    if (player->machine.refused)
        return failure_memory(failure, "the messages on their way");
    hold_item(player, m->to, m->item);
    int received = (int)(m->time + player->machine.flight + m->wait);
    if (received > player->last[m->item - 1])
        player->last[m->item - 1] = received;
    player->own += source_of(player->list, m->item) == m->from;
    player->time = m->time;
    return STATUS_OK;
}

/* --- who lacks something --- */

/* Which of the pairs of a processor and an item have been seen, in their order, as far as the
 * messages go: of one pair more than there are messages, one is missing. */
struct pairs {
    const struct message_list *list;
    uint64_t *seen;
    int64_t count;
};

static enum status see(void *context, const struct message *m, struct failure *failure) {
    struct pairs *pairs = context;
    int64_t of_each = due(pairs->list), item = m->item - 1;
    (void)failure;
    if (pairs->list->all && source_of(pairs->list, m->item) < m->to)
        item -= pairs->list->items;
    int64_t pair = (m->to - (int64_t)!pairs->list->all) * of_each + item;
    if (pair >= 0 && pair < pairs->count)
        pairs->seen[pair / 64] |= UINT64_C(1) << pair % 64;
    return STATUS_OK;
}

static void note_missing(const struct message_list *list, int64_t pair,
                         struct message_fault *fault) {
    int64_t of_each = due(list), processor = pair / of_each + !list->all, item = pair % of_each;
    if (list->all && item >= processor * list->items)
        item += list->items;
    assert(processor <= list->processors && item < item_total(list));
    *fault = (struct message_fault){
        .found = true, .missing = true, .processor = (int)processor, .item = (int)item + 1};
    snprintf(fault->text, sizeof fault->text, "processor %d never receives item %d",
             fault->processor, fault->item);
}

static enum status find_missing(const struct message_list *list, const struct limits *limits,
                                struct message_fault *fault, struct failure *failure) {
    struct pairs pairs = {.list = list, .count = list->count + 1};
    FREED uint64_t *seen = memory_new((size_t)pairs.count / 64 + 1, sizeof *seen);
    TRY(memory_check(seen, failure, "playing messages"));
    pairs.seen = seen;
    TRY(message_list_each(list, see, &pairs, limits, failure));
    int64_t pair = 0;
    while (pair < list->count && (seen[pair / 64] >> pair % 64 & 1))
        pair++;
    assert(pair < receptions(list));
    note_missing(list, pair, fault);
    return STATUS_OK;
}

/* --- all of it --- */

static void clear(struct player *player) {
    machine_state_clear(&player->machine);
    FREE_ALL(player->got, player->last);
}

static enum status init(struct player *player, struct failure *failure) {
    const struct message_list *list = player->list;
    size_t total = (size_t)player->total;
    assert(player->total >= 1 && player->row * WORD > (size_t)list->processors);
    TRY(machine_state_init(&player->machine, list, due(list), failure));
    player->got = memory_new(total, player->row * sizeof *player->got);
    TRY(memory_check(player->got && NEW(total, player->last), failure, "who has which item"));
    for (int item = 1; item <= player->total; item++)
        hold_item(player, source_of(list, item), item);
    return STATUS_OK;
}

/* Everybody has everything. */
static void conclude(const struct player *player, int *done, struct message_play *play) {
    const struct message_list *list = player->list;
    assert(player->count == list->count && player->count == receptions(list));
    struct message_play made = {.buffer = (int)player->machine.buffer,
                                .single = player->own == player->total};
    for (int64_t i = 0; i < player->total; i++) {
        int late = (int)(player->last[i] - i * list->period);
        made.delay = late > made.delay ? late : made.delay;
        made.finish = player->last[i] > made.finish ? player->last[i] : made.finish;
        if (done)
            done[i] = player->last[i];
    }
    *play = made;
}

enum status message_play(const struct message_list *list, int *done, const struct limits *limits,
                         struct message_play *play, struct message_fault *fault,
                         struct failure *failure) {
    enum { SPARSE = 64, FEW = 1 << 16 };
    struct message_fault found = {.found = false};
    struct player player = {.list = list,
                            .total = item_total(list),
                            .row = (size_t)list->processors / WORD + 1,
                            .fault = &found,
                            .limits = limits};
    require(list->each && list->processors >= 0 && list->items >= 1);
    require(list->operands || !list->rotation);
    if (list->reduce)
        return reduce_play(list, limits, play, fault, failure);
    if (list->operands)
        return operands_play(list, limits, play, fault, failure);
    if (receptions(list) / SPARSE - FEW > list->count) {
        *fault = found;
        return find_missing(list, limits, fault, failure);
    }
    enum status status = init(&player, failure);
    if (!status)
        status = message_list_each(list, play_message, &player, limits, failure);
    if (found.found)
        status = STATUS_OK;
    else if (!status && player.count != list->count)
        status = failure_internal(failure, "%ld messages are emitted, and not %ld", player.count,
                                  list->count);
    else if (!status && player.count < receptions(list))
        status = find_missing(list, limits, &found, failure);
    if (!status && !found.found)
        conclude(&player, done, play);
    clear(&player);
    if (!status)
        *fault = found;
    return status;
}

enum status message_fault_status(const struct message_fault *fault, struct failure *failure) {
    const struct message *m = &fault->message;
    if (!fault->found)
        return STATUS_OK;
    if (fault->missing)
        return failure_internal(failure, "%s", fault->text);
    return failure_internal(failure, "the message at time %d from %d to %d, item %d: %s", m->time,
                            m->from, m->to, m->item, fault->text);
}

enum status message_verify(const struct message_list *list, int *done, const struct limits *limits,
                           struct failure *failure) {
    struct message_fault fault;
    struct message_play play;
    TRY(message_play(list, done, limits, &play, &fault, failure));
    TRY(message_fault_status(&fault, failure));
    if (play.delay == list->delay && play.finish == list->finish && play.buffer == list->buffer &&
        (play.single || !list->single))
        return STATUS_OK;
    return failure_internal(failure, "the messages end at %d with delay %d, not %d, %d",
                            play.finish, play.delay, list->finish, list->delay);
}
