/* SPDX-License-Identifier: MIT */
#include "tests/theorems/play.h"

#include <stdlib.h>

#include "automata/memory.h"

enum status play_new(struct play *play, struct failure *failure) {
    size_t width = (size_t)play->processors + 1, items = (size_t)play->items;
    play->has = memory_new(items * width, sizeof *play->has);
    play->sent = memory_new(width, sizeof *play->sent);
    play->received = memory_new(width, sizeof *play->received);
    if (!play->has || !play->sent || !play->received)
        return failure_memory(failure, "the items of all processors");
    for (size_t i = 0; i < items; i++)
        play->has[i * width] = (uint16_t)(play->stream ? i + 1 : 1);
    return STATUS_OK;
}

void play_free(struct play *play) {
    free(play->has);
    free(play->sent);
    free(play->received);
}

static const char *fault_of(const struct play *play, const struct message *m) {
    size_t row = (size_t)(m->item - 1) * (size_t)(play->processors + 1);
    int now = m->time + 1;
    if (!play->has[row + (size_t)m->from] || play->has[row + (size_t)m->from] > now)
        return "the sender does not have the item";
    if (play->has[row + (size_t)m->to])
        return "the receiver gets the item twice";
    if (play->sent[m->from] >= now)
        return "the sender sends twice in a step, or the times do not ascend";
    if (play->received[m->to] >= now + play->latency)
        return "the receiver receives twice in a step";
    if (play->stream && m->from == 0 && m->time != m->item - 1)
        return "the source does not send an item at once";
    return NULL;
}

static bool in_range(const struct play *play, const struct message *m) {
    return 0 <= m->from && m->from <= play->processors && 0 < m->to && m->to <= play->processors &&
           0 < m->item && m->item <= play->items && 0 <= m->time &&
           m->time + play->latency < UINT16_MAX;
}

enum status play_message(void *context, const struct message *m, struct failure *failure) {
    struct play *play = context;
    const char *fault = in_range(play, m) ? fault_of(play, m) : "no such message can be";
    if (fault)
        return failure_set(failure, STATUS_INTERNAL, "time %d, from %d to %d, item %d: %s", m->time,
                           m->from, m->to, m->item, fault);
    uint16_t arrival = (uint16_t)(m->time + 1 + play->latency);
    play->has[(size_t)(m->item - 1) * (size_t)(play->processors + 1) + (size_t)m->to] = arrival;
    play->sent[m->from] = (uint16_t)(m->time + 1);
    play->received[m->to] = arrival;
    play->count++;
    return STATUS_OK;
}

enum status play_end(const struct play *play, int *delay, int *finish, struct failure *failure) {
    const uint16_t *has = play->has;
    *delay = *finish = 0;
    for (int item = 1; item <= play->items; item++, has += play->processors + 1)
        for (int p = 1; p <= play->processors; p++) {
            if (!has[p])
                return failure_set(failure, STATUS_INTERNAL, "processor %d lacks item %d", p, item);
            int since = play->stream ? item : 1;
            *delay = has[p] - since > *delay ? has[p] - since : *delay;
            *finish = has[p] - 1 > *finish ? has[p] - 1 : *finish;
        }
    return STATUS_OK;
}
