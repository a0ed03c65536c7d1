/* SPDX-License-Identifier: MIT */
#include "solver/collective/single/single_play.h"

static const char *play_message(const struct logp_machine *machine, int processors,
                                const struct message *m, int64_t *has, int64_t *sent) {
    if (m->from < 0 || m->from >= processors || m->to < 0 || m->to >= processors || m->time < 0)
        return "there is no such message";
    if (has[m->from] < 0 || m->time < has[m->from])
        return "the sender does not have the item";
    if (sent[m->from] >= 0 && m->time - sent[m->from] < machine->overhead)
        return "the sender is busy with another sending";
    if (sent[m->from] >= 0 && m->time - sent[m->from] < machine->gap)
        return "two sendings of one processor are too close";
    if (has[m->to] >= 0)
        return "the receiver has the item already, or gets it by another message";
    sent[m->from] = m->time;
    /* o to send, L on the way, o to receive */
    has[m->to] = (int64_t)m->time + machine->overhead + machine->latency + machine->overhead;
    return NULL;
}

void single_play(const struct logp_machine *machine, int processors, int source,
                 const struct message *messages, size_t count, int64_t *has, int64_t *sent,
                 struct single_played *played, const char **fault) {
    for (int i = 0; i < processors; i++)
        has[i] = sent[i] = -1;
    has[source] = 0;
    *played = (struct single_played){0};
    *fault = NULL;
    for (size_t i = 0; i < count && !*fault; i++)
        *fault = play_message(machine, processors, &messages[i], has, sent);
    for (int i = 0; i < processors && !*fault; i++) {
        if (has[i] < 0)
            *fault = "a processor never has the item";
        played->sum += has[i];
        played->finish = has[i] > played->finish ? has[i] : played->finish;
    }
}
