/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 3.4: the reception scheme of Theorem 3.7 for one block, case 2 as it is
 * printed and as it has to be (block_orders.h).
 */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/model/sequence.h"
#include "tools/claims/methods/continuous/block_orders.h"
#include "tools/claims/methods/methods.h"

/* What goes wrong with K items, in words; false: nothing. */
struct fault {
    int items;
    char text[200];
};

/* Each p_j but the active one has a time, no two the same, within the r-1 times of the item. A
 * later time would have the item sent when its sender begins with item i+r, if there is one. */
static bool has_late(const struct karp_block *block, int item, struct fault *fault) {
    const int r = block->size, active = (item - 1) % r + 1;
    for (int j = 1; j <= r; j++) {
        if (j == active)
            continue;
        for (int other = 1; other < j; other++)
            if (other != active && block->e[other] == block->e[j]) {
                snprintf(fault->text, sizeof fault->text,
                         "p_%d and p_%d both receive item %d at t+%d, from one sender", other, j,
                         item, item + block->e[j]);
                return true;
            }
        if ((block->e[j] > r - 2 && item + r <= fault->items) || block->e[j] < 0) {
            snprintf(fault->text, sizeof fault->text,
                     "p_%d receives item %d at t+%d, so p_%d sends it when it sends item %d", j,
                     item, item + block->e[j], active, item + r);
            return true;
        }
    }
    return false;
}

/* Whether some p_j receives two items at one time; `taken` has room for r (K+2r) numbers. */
static bool has_clash(const struct karp_block *block, int item, int *taken, struct fault *fault) {
    const int r = block->size, times = fault->items + 2 * r;
    for (int j = 1; j <= r; j++) {
        int time = j == (item - 1) % r + 1 ? item - r : item + block->e[j];
        int *place = &taken[(j - 1) * times + time + r - 1];
        if (*place) {
            snprintf(fault->text, sizeof fault->text, "p_%d receives items %d and %d at t+%d", j,
                     *place, item, time);
            return true;
        }
        *place = item;
    }
    return false;
}

static bool has_fault(struct karp_block *block, int *taken, struct fault *fault) {
    memset(taken, 0,
           (size_t)block->size * (size_t)(fault->items + 2 * block->size) * sizeof *taken);
    for (int item = 1; item <= fault->items; item++) {
        karp_block_arrive(block, item);
        if (has_late(block, item, fault) || has_clash(block, item, taken, fault))
            return true;
    }
    return false;
}

/* The least k with a fault in the printed scheme, up to 3r, after which all is periodic; the
 * corrected one has none up to there. */
static bool see_block(struct claim_job *job, int latency, int size, int *taken) {
    struct karp_block printed = {.latency = latency, .size = size, .printed = true};
    struct karp_block corrected = {.latency = latency, .size = size};
    struct fault fault = {0}, none = {.items = 3 * size};
    bool wrong = false;
    while (!wrong && fault.items < 3 * size) {
        fault.items++;
        wrong = has_fault(&printed, taken, &fault);
    }
    claim_tell(&job->finding, CLAIM_AT("L r", latency, size), wrong ? CLAIM_FAILS : CLAIM_HOLDS,
               has_fault(&corrected, taken, &none) ? CLAIM_FAILS : CLAIM_HOLDS,
               "k=%d, t=%d has such a block: %s", fault.items, latency + size - 1,
               wrong ? fault.text : none.text);
    return !wrong;
}

static void see_latency(struct claim_job *job, int latency, int *taken) {
    fprintf(job->table, "L=%-3d blocks of the sizes", latency);
    for (int r = latency + 1; r < 2 * latency; r++)
        if (see_block(job, latency, r, taken))
            fprintf(job->table, " %d", r);
    fprintf(job->table, " are right as printed\n");
}

enum status try_printed_scheme(struct claim_job *job, struct failure *failure) {
    struct claim_range latency;
    enum status status = claim_range(job, "L", 3, KARP_BLOCK_MOST_SIZE / 2, &latency, failure);
    if (status)
        return status;
    size_t most = (size_t)(2 * latency.last);
    int *taken = memory_new(5 * most * most, sizeof *taken);
    if (!taken)
        return failure_memory(failure, "a block");
    for (long L = latency.first; L <= latency.last && !status; L++) {
        if (L % 2)
            see_latency(job, (int)L, taken);
    }
    free(taken);
    return status;
}
