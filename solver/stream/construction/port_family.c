/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/port_family.h"

#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/port_growth.h"
#include "solver/stream/construction/port_leaves.h"
#include "solver/stream/construction/port_stream.h"
#include "solver/stream/construction/port_trees.h"

enum { LAST_DEPTH = 8 /* this times L */ };

/* Takes another C_e for the last tree, so that the root is a ball, and if possible leaves Y. */
static bool take_ball(const struct family *family, struct port_trees *trees, int last,
                      struct failure *failure, enum status *status) {
    int L = family->latency, p = family->ports, size = last - L + 1;
    int *taken = port_trees_taken(trees, last);
    FREED int *picked = memory_new((size_t)L, sizeof *picked);
    mpz_t *left = port_trees_left(trees, last);
    bool found = false;
    if (!picked) {
        *status = failure_memory(failure, "a family");
        return false;
    }
    for (int v = 0; v < L; v++)
        mpz_add_ui(left[v], left[v], (unsigned long)taken[v]);
    for (int keep = 1; keep >= 0 && !found; keep--) {
        bool room = true;
        for (int v = 0; v < L; v++) {
            mpz_sub_ui(left[v], left[v], (unsigned long)(keep * family_leaves(family, v)));
            room = room && mpz_sgn(left[v]) >= 0;
        }
        found = room && port_pick_sum(left, L, p * size - 1,
                                      (family->receive_only + 1L) * size - last, picked);
        for (int v = 0; v < L; v++)
            mpz_add_ui(left[v], left[v], (unsigned long)(keep * family_leaves(family, v)));
    }
    if (found)
        memcpy(taken, picked, (size_t)L * sizeof *taken);
    for (int v = 0; v < L; v++)
        mpz_sub_ui(left[v], left[v], (unsigned long)taken[v]);
    return found;
}

/* G_{t-1} + (p-1) G_t >= Y for each t of the window? */
static bool goes_on(const struct family *family, const struct port_trees *trees) {
    int L = family->latency;
    BIG(there);
    bool right = true;
    for (int i = 0; i < L && right; i++)
        for (int v = 0; v < L && right; v++) {
            mpz_set(there, port_trees_left(trees, family->from + (i + L - 1) % L)[v]);
            mpz_addmul_ui(there, port_trees_left(trees, family->from + i)[v],
                          (unsigned long)family->ports - 1);
            right = mpz_cmp_si(there, family_leaves(family, v)) >= 0;
        }
    return right;
}

/* Up to T + L - 1, T being the first that does. */
static enum status find_trees(struct family *family, struct port_trees *trees,
                              const struct limits *limits, bool *found, struct failure *failure) {
    int L = family->latency;
    enum status status = port_trees_init(trees, L, family->ports, LAST_DEPTH * L, failure);
    *found = false;
    for (int last = 3 * L - 1; last <= LAST_DEPTH * L && !*found && !status; last++) {
        family->from = last - L + 1;
        status = port_trees_reach(trees, last, limits, failure);
        bool ball = !status && take_ball(family, trees, last, failure, &status);
        *found = ball && goes_on(family, trees);
        if (ball && !*found)
            trees->count = last; /* made again, as any other */
    }
    return status;
}

static enum status fill_window(struct family *family, const struct port_trees *trees,
                               const struct limits *limits, struct failure *failure) {
    int L = family->latency, last = family->from + L - 1;
    CLEANUP(port_growth_clear) struct port_growth growth = {0};
    BIG(processors);
    TRY(memory_check(NEW(L, family->window), failure, "a family"));
    TRY(port_capacity(L, family->ports, last, processors, failure));
    TRY(port_growth_init(&growth, L, family->ports, processors, failure));
    for (int i = 0; i < L; i++) {
        int depth = family->from + i;
        struct schedule *schedule = &family->window[i];
        TRY(schedule_init_ports(schedule, L, depth, family->ports, failure));
        TRY(port_stream_of_trees(schedule, &growth, trees, growth.f[depth], limits, failure));
    }
    return STATUS_OK;
}

enum status port_family_find(struct family *family, int latency, int ports,
                             const struct limits *limits, bool *found, struct failure *failure) {
    CLEANUP(family_clear)
    struct family result = {.latency = latency, .ports = ports, .receive_only = latency > 1};
    TRY(port_machine_check(latency, ports, failure));
    CLEANUP(port_trees_clear) struct port_trees trees = {0};
    TRY(find_trees(&result, &trees, limits, found, failure));
    if (!*found)
        return STATUS_OK;
    TRY(fill_window(&result, &trees, limits, failure));
    *family = TAKE(result);
    return STATUS_OK;
}
