/* SPDX-License-Identifier: MIT */
#include "solver/items/search/items_senders.h"

#include <assert.h>
#include <stddef.h>

#include "automata/require.h"

void items_senders_init(struct items_senders *senders, const struct items_space *space,
                        const item_set *state) {
    senders->space = space;
    senders->state = state;
    senders->source = space->question.single ? items_state_new(space, state) : UINT32_MAX;
    senders->count = 0;
    for (int i = 0; i <= ITEMS_STATE_MOST; i++)
        senders->load[i] = 0;
}

static bool has(const struct items_senders *senders, int processor, int item) {
    size_t latency = (size_t)senders->space->question.latency;
    assert(processor >= 0 && processor <= senders->space->question.processors);
    item_set held =
        processor > 0 ? senders->state[((size_t)processor - 1) * latency] : senders->source;
    return held >> item & 1;
}

/* A sender for the item, who may have to give a message of its own to another one. `asked` are
 * those that were asked before. -1: there is none. */
static int find_sender(struct items_senders *senders, int item, uint64_t *asked) {
    for (int from = 0; from <= senders->space->question.processors; from++) {
        if (*asked >> from & 1 || !has(senders, from, item))
            continue;
        *asked |= (uint64_t)1 << from;
        if (senders->load[from] < senders->space->question.ports)
            return from;
        for (int i = 0; i < senders->count; i++) {
            if (senders->list[i].from != from)
                continue;
            int other = find_sender(senders, senders->list[i].item, asked);
            if (other < 0)
                continue;
            assert(other != from && senders->load[from] > 0);
            senders->list[i].from = other;
            senders->load[other]++;
            senders->load[from]--;
            return from;
        }
    }
    return -1;
}

bool items_senders_add(struct items_senders *senders, int to, int item) {
    uint64_t asked = 0;
    int from = find_sender(senders, item, &asked);
    if (from < 0)
        return false;
    assert(senders->load[from] < senders->space->question.ports && has(senders, from, item));
    senders->load[from]++;
    senders->list[senders->count++] = (struct items_sending){from, to, item};
    return true;
}

void items_senders_drop(struct items_senders *senders) {
    require(senders->count > 0);
    assert(senders->load[senders->list[senders->count - 1].from] > 0);
    senders->load[senders->list[--senders->count].from]--;
}
