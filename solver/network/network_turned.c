/* SPDX-License-Identifier: MIT */
#include "solver/network/network_turned.h"

#include <string.h>

enum status network_turns_find(const struct network_problem *problem, const struct limits *limits,
                               struct network_turns *turns, struct failure *failure) {
    enum status status = STATUS_OK;
    *turns = (struct network_turns){.steps = 0};
    for (int i = 0; i < TURN_ORDERS && !status; i++)
        status =
            network_turn_find(problem, i + 2, limits, &turns->turns[i], &turns->found[i], failure);
    if (status)
        network_turns_clear(turns);
    return status;
}

void network_turns_clear(struct network_turns *turns) {
    for (int i = 0; i < TURN_ORDERS; i++)
        network_turn_clear(&turns->turns[i]);
}

enum status network_decide_turned(const struct network_task *task, struct network_turns *turns,
                                  uint64_t most, const struct limits *limits, uint64_t *decisions,
                                  struct network_found *found, struct failure *failure) {
    *found = (struct network_found){.verdict = VERDICT_UNKNOWN};
    if (turns->steps != task->steps)
        memset(turns->refuted, 0, sizeof turns->refuted);
    turns->steps = task->steps;
    for (int i = 0; i < TURN_ORDERS && found->verdict == VERDICT_UNKNOWN; i++)
        if (turns->found[i] && !turns->refuted[i])
            TRY(network_search_turned(task, &turns->turns[i], most, limits, decisions, found,
                                      &turns->refuted[i], failure));
    return STATUS_OK;
}
