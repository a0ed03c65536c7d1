/* SPDX-License-Identifier: MIT */
/*
 * Algorithm 1 of Shou and Chen 1996 as it is written: one program for all processors, each of which
 * knows L, o, g, P, the root P0 and the recurrence, and of the broadcast only what it receives: the
 * message, its effective time T_i and the size N_i of the subtree that it is to serve.
 *
 * Step (2), the root: T with f_(T-1) < P <= f_T; for k = 0 .. floor((T-l)/g), if P - 1 - f_T +
 * f_(T-kg) > 0, it sends to (P0 + 1 + f_T - f_(T-kg)) mod P the effective time T - l - kg and the
 * size min{P - 1 - f_T + f_(T-kg), f_(T-l-kg)}. Step (3), who receives: the same with its own
 * number, T_i and N_i.
 *
 * Here the program of each processor runs when it has its first message; its sendings begin as
 * early as the machine lets them, max(g,o) apart.
 */
#ifndef STEADYCAST_SOLVER_SPMD_BROADCAST_H
#define STEADYCAST_SOLVER_SPMD_BROADCAST_H

#include "solver/collective/single/reach_numbers.h"
#include "solver/model/logp_machine.h"
#include "solver/model/message_array.h"

struct spmd_part {
    int64_t effective; /* T_i as it was received */
    int64_t size;      /* N_i as it was received */
};

struct spmd_broadcast {
    struct logp_machine machine;
    int processors;               /* P */
    int root;                     /* P0 */
    struct spmd_part *parts;      /* by number; effective -1: nothing was received; owned */
    struct message_array message; /* all that are sent, by time and sender; owned */
};

/*
 * Runs it. `numbers` are those of P and l = L + 2o; with sendings g apart for the printed program.
 * STATUS_INPUT unless 0 <= root < processors <= 10^9 and the numbers fit. STATUS_LIMIT for times
 * beyond 2^31 - 1, and for more than 2P messages. O(P log P).
 */
enum status spmd_broadcast_run(const struct logp_machine *machine,
                               const struct reach_numbers *numbers, int processors, int root,
                               struct spmd_broadcast *run, struct failure *failure);
void spmd_broadcast_clear(struct spmd_broadcast *run);

/* Its messages as a list that ends at `finish`, as played; root 0, P >= 2. The list borrows it. */
struct message_list spmd_broadcast_list(const struct spmd_broadcast *run, int finish);

#endif
