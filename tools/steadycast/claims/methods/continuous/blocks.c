/*
 * Karp et al. 1993, section 3.4: the reception scheme of Theorem 3.7 for one block, case 2 as it is
 * printed and as it has to be, and Figures 3, 4 and 5.
 *
 * In a block of size r, L <= r < 2L, p_j is active for the items = j (mod r): it receives item i at
 * time t+i-r, counted so that the r-1 others are to receive it at t+i .. t+i+r-2, one at a time.
 */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/model/sequence.h"
#include "tools/steadycast/claims/methods/continuous/lists.h"
#include "tools/steadycast/claims/methods/methods.h"

enum { MOST_SIZE = 400, NEVER = -1 };

/* e for each p_j, j = 1..r: it receives item i at t+i+e. */
struct arrivals {
    int latency, size;
    bool printed; /* else corrected */
    int e[MOST_SIZE + 1];
};

/* (a), (b): the item is = 1..r-2 (mod r). */
static void arrive_first(struct arrivals *block, int residue) {
    int place = 0;
    if (residue == 1) {
        for (int j = 2; j <= block->size; j++)
            block->e[j] = j - 2;
        return;
    }
    block->e[block->size] = place++;
    for (int j = 1; j < block->size; j++)
        if (j != residue)
            block->e[j] = place++;
}

/* (c): = r-1. */
static void arrive_before_last(struct arrivals *block) {
    const int r = block->size, half = r / 2, odd = r % 2;
    if (odd) {
        block->e[half] = 0;
        block->e[half + 1] = 1;
        block->e[r] = 2;
        block->e[1] = 3;
    } else {
        block->e[half] = 0;
        block->e[1] = 1;
        block->e[r] = 2;
    }
    for (int j = 2; j < half; j++)
        block->e[j] = (odd ? 5 : 4) + 2 * (j - 2);
    for (int j = half + odd + 1; j < r - 1; j++)
        block->e[j] = (odd ? 4 : 3) + 2 * (j - half - odd - 1);
}

/* (d): = 0. One step before item i-1 means e less by two, one step after it the same e. */
static void arrive_last(struct arrivals *block) {
    const int r = block->size, half = r / 2, L = block->latency;
    struct arrivals before = {.size = r};
    arrive_before_last(&before);
    for (int j = 1; j < r; j++)
        block->e[j] = r % 2 || j > half ? before.e[j] - 2 : before.e[j];
    if (r % 2) {
        block->e[1] = 0;
        block->e[half] = block->printed ? L : r - 2;
        block->e[half + 1] = before.e[half + 1];
        block->e[r - 1] = block->printed ? L - 1 : r - 3;
    } else {
        block->e[1] = 2;
        block->e[half] = before.e[half];
        block->e[r - 1] = block->printed ? L : r - 3;
    }
}

static void arrive(struct arrivals *block, int item) {
    int residue = item % block->size;
    for (int j = 0; j <= block->size; j++)
        block->e[j] = NEVER;
    if (residue == 0)
        arrive_last(block);
    else if (residue == block->size - 1)
        arrive_before_last(block);
    else
        arrive_first(block, residue);
}

/* What goes wrong with K items, in words; false: nothing. */
struct fault {
    int items;
    char text[200];
};

/* Each p_j but the active one has a time, no two the same, within the r-1 times of the item. A
 * later time would have the item sent when its sender begins with item i+r, if there is one. */
static bool has_late(const struct arrivals *block, int item, struct fault *fault) {
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
static bool has_clash(const struct arrivals *block, int item, int *taken, struct fault *fault) {
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

static bool has_fault(struct arrivals *block, int *taken, struct fault *fault) {
    memset(taken, 0,
           (size_t)block->size * (size_t)(fault->items + 2 * block->size) * sizeof *taken);
    for (int item = 1; item <= fault->items; item++) {
        arrive(block, item);
        if (has_late(block, item, fault) || has_clash(block, item, taken, fault))
            return true;
    }
    return false;
}

/* The least k with a fault in the printed scheme, up to 3r, after which all is periodic; the
 * corrected one has none up to there. */
static bool see_block(struct claim_job *job, int latency, int size, int *taken) {
    struct arrivals printed = {.latency = latency, .size = size, .printed = true};
    struct arrivals corrected = {.latency = latency, .size = size};
    struct fault fault = {0}, none = {.items = 3 * size};
    bool wrong = false;
    while (!wrong && fault.items < 3 * size) {
        fault.items++;
        wrong = has_fault(&printed, taken, &fault);
    }
    claim_tell(&job->finding, wrong ? CLAIM_FAILS : CLAIM_HOLDS,
               has_fault(&corrected, taken, &none) ? CLAIM_FAILS : CLAIM_HOLDS,
               "L=%d, block of %d (t=%d has one), k=%d: %s", latency, size, latency + size - 1,
               fault.items, wrong ? fault.text : none.text);
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
    enum status status = claim_range(job, "L", 3, MOST_SIZE / 2, &latency, failure);
    if (status)
        return status;
    size_t most = (size_t)(2 * latency.last);
    int *taken = memory_new(5 * most * most, sizeof *taken);
    if (!taken)
        return failure_memory(failure, "a block");
    for (long L = latency.first; L <= latency.last && !status; L++) {
        if (claim_stopped(job, L - latency.first, latency.last - latency.first + 1))
            status = failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
        else if (L % 2)
            see_latency(job, (int)L, taken);
    }
    free(taken);
    return status;
}
