/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/two_endgame.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/construction/two_colours.h"
#include "solver/items/construction/two_slots.h"

/* The processors that have one of the two items first, in the order of their first slots. */
struct senders {
    int *rows;
    int count;
    int next;    /* to send at the present TIME */
    bool source; /* will send this item at this TIME */
};

struct endgame {
    struct items_family *family;
    const struct two_slots *slots; /* of all rows */
    struct two_colours colours;
    struct senders senders[2];
    int *item; /* [slots]: the first one, 0 or 1 */
    bool *loop_waits;
};

static void endgame_clear(struct endgame *endgame) {
    free(endgame->senders[0].rows);
    free(endgame->senders[1].rows);
    free(endgame->item);
    free(endgame->loop_waits);
}

static enum status endgame_init(struct endgame *endgame, struct items_family *family,
                                const struct two_slots *slots, struct failure *failure) {
    size_t count = (size_t)family->processors;
    *endgame = (struct endgame){.family = family,
                                .slots = slots,
                                .colours = {.end = family->finish},
                                .item = memory_new(count, sizeof(int)),
                                .loop_waits = memory_new(count, sizeof(bool))};
    for (int item = 0; item < 2; item++)
        endgame->senders[item].rows = memory_new(count, sizeof(int));
    if (endgame->item && endgame->loop_waits && endgame->senders[0].rows &&
        endgame->senders[1].rows)
        return STATUS_OK;
    endgame_clear(endgame);
    return failure_memory(failure, "the endgame of a broadcast");
}

static void count_slots(struct endgame *endgame) {
    struct two_colours *colours = &endgame->colours;
    for (int i = 0; i < endgame->family->processors; i++) {
        const struct two_slots *slots = &endgame->slots[i];
        if (slots->loop)
            colours->loops[slots->first]++;
        else if (slots->last < colours->end)
            colours->early[slots->first]++;
        else
            colours->late[slots->first]++;
    }
}

/* Whoever can send this item at this TIME, and has not yet, sends it to the row. */
static bool give(struct endgame *endgame, int time, int item, int row) {
    struct senders *senders = &endgame->senders[item];
    struct message message = {.time = time - 2, .to = row, .item = item + 1};
    if (!senders->source && senders->next == endgame->colours.holders[item][time - 2])
        return false;
    if (!senders->source)
        message.from = senders->rows[senders->next++];
    senders->source = false;
    message_array_add(&endgame->family->messages, &message);
    return true;
}

/* Those whose second slot it is, and those whose first slot it is. `next`: the first of these. */
static bool give_in_slots(struct endgame *endgame, int time, int *next) {
    const struct two_colours *colours = &endgame->colours;
    bool given = true;
    for (int i = 0; i < *next; i++)
        if (!endgame->slots[i].loop && endgame->slots[i].last == time)
            given &= give(endgame, time, 1 - endgame->item[i], endgame->slots[i].row);
    for (int i = 0; *next < endgame->family->processors && endgame->slots[*next].first == time;
         i++, ++*next) {
        int item = i < colours->zeros[time] ? 0 : 1, row = endgame->slots[*next].row;
        endgame->item[*next] = item;
        endgame->senders[item].rows[endgame->senders[item].count++] = row;
        given &= give(endgame, time, item, row);
    }
    return given;
}

static void give_to_loops(struct endgame *endgame, int time, int end) {
    for (int i = 0; i < end; i++)
        if (endgame->loop_waits[i] && endgame->slots[i].first < time)
            endgame->loop_waits[i] =
                !give(endgame, time, 1 - endgame->item[i], endgame->slots[i].row);
}

static enum status give_all(struct endgame *endgame, struct failure *failure) {
    const struct two_colours *colours = &endgame->colours;
    int next = 0;
    for (int i = 0; i < endgame->family->processors; i++)
        endgame->loop_waits[i] = endgame->slots[i].loop;
    for (int time = 2; time <= colours->end; time++) {
        for (int item = 0; item < 2; item++) {
            endgame->senders[item].next = 0;
            endgame->senders[item].source = colours->source[time] == item;
        }
        if (!give_in_slots(endgame, time, &next))
            return failure_set(failure, STATUS_INTERNAL, "an item is sent too seldom");
        give_to_loops(endgame, time, next);
    }
    return STATUS_OK;
}

static enum status colour(struct items_family *family, const struct two_slots *slots,
                          struct failure *failure) {
    struct endgame endgame;
    enum status status = endgame_init(&endgame, family, slots, failure);
    if (status)
        return status;
    count_slots(&endgame);
    status = two_colours_choose(&endgame.colours, failure);
    if (!status)
        status = give_all(&endgame, failure);
    endgame_clear(&endgame);
    return status;
}

static enum status build(struct items_family *family, int processors, struct failure *failure) {
    struct two_slots *slots;
    enum status status = two_slots_family(family, processors, 2, &slots, failure);
    if (status)
        return status;
    status = colour(family, slots, failure);
    free(slots);
    if (status)
        items_family_clear(family);
    return status;
}

bool two_endgame_has(int processors) {
    return processors == 2 || processors == 6 || processors == 8 || processors >= 10;
}

enum status two_endgame_family(struct items_family *family, int processors,
                               struct failure *failure) {
    struct items_family result;
    enum status status = build(&result, processors, failure);
    if (!status)
        status = items_family_finish(&result, NULL, failure);
    if (!status)
        *family = result;
    return status;
}
