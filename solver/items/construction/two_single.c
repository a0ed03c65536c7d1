/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/two_single.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/construction/two.h"
#include "solver/items/construction/two_slots.h"
#include "solver/model/sequence.h"

/* The stream has the depth t of two_depth; `tree` is B(N). */
enum status two_single_needed(int processors, bool *needed, struct failure *failure) {
    int depth, tree;
    mpz_t number;
    mpz_init_set_si(number, processors);
    enum status status = two_depth(number, &depth, failure);
    mpz_clear(number);
    if (!status)
        status = sequence_depth(2, processors, &tree, failure);
    if (!status)
        *needed = depth > tree;
    return status;
}

/* The processors that have the item, in the order in which they came to it. */
struct spread {
    struct items_family *family;
    const struct two_slots *slots;
    bool *has; /* [slots] */
    int *rows;
    int count;
    int next; /* who sends next at the present TIME */
};

enum { RANKS = 4 };

/* Whom to serve first at this TIME, or -1: it is no slot. */
static int rank_of(const struct two_slots *slots, int time, int end) {
    if (slots->first != time && slots->last != time && (!slots->loop || slots->first > time))
        return -1;
    if (slots->last == time)
        return 0;
    if (slots->last < end)
        return 1;
    return slots->loop ? 3 : 2;
}

/* `senders`: how many can send, of those who have the item the first; at TIME 2, the source. */
static void spread_class(struct spread *spread, int time, int rank, int senders) {
    for (int i = 0; i < spread->family->processors && spread->next < senders; i++) {
        const struct two_slots *slots = &spread->slots[i];
        if (spread->has[i] || rank_of(slots, time, spread->family->finish) != rank)
            continue;
        struct message message = {.time = time - 2, .to = slots->row, .item = 1};
        if (time > 2)
            message.from = spread->rows[spread->next];
        spread->next++;
        spread->has[i] = true;
        spread->rows[spread->count++] = slots->row;
        message_array_add(&spread->family->messages, &message);
    }
}

/* Those who have the item two steps before send it; at TIME 2, the source. */
static void spread_item(struct spread *spread) {
    int ready[2] = {1, 0}; /* [time % 2]: as many have it two steps before; 1: the source */
    for (int time = 2; time <= spread->family->finish; time++) {
        spread->next = 0;
        for (int rank = 0; rank < RANKS; rank++)
            spread_class(spread, time, rank, ready[time % 2]);
        ready[time % 2] = spread->count;
    }
}

static enum status spread_in_slots(struct items_family *family, const struct two_slots *slots,
                                   struct failure *failure) {
    size_t count = (size_t)family->processors;
    struct spread spread = {.family = family,
                            .slots = slots,
                            .has = memory_new(count, sizeof *spread.has),
                            .rows = memory_new(count, sizeof *spread.rows)};
    bool room = spread.has && spread.rows;
    if (room)
        spread_item(&spread);
    free(spread.has);
    free(spread.rows);
    return room ? STATUS_OK : failure_memory(failure, "the endgame of a broadcast");
}

enum status two_single_family(struct items_family *family, int processors,
                              struct failure *failure) {
    struct items_family result;
    struct two_slots *slots;
    bool needed = false;
    enum status status = two_single_needed(processors, &needed, failure);
    if (!status && !needed)
        status =
            failure_set(failure, STATUS_INPUT,
                        "for %d processors the stream itself is as fast as can be", processors);
    if (!status)
        status = two_slots_family(&result, processors, 1, &slots, failure);
    if (status)
        return status;
    status = spread_in_slots(&result, slots, failure);
    free(slots);
    if (status)
        items_family_clear(&result);
    else
        status = items_family_finish(&result, NULL, failure);
    if (!status)
        *family = result;
    return status;
}
